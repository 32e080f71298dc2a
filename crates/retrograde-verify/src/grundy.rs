//! Grundy values, finite and loopy, in normal play.

use retrograde_core::{Control, Graph, Grundy, GrundyValues, Pace, Vertex};

use crate::acyclic::is_acyclic;
use crate::checked::{Checked, Tally};
use crate::error::{VerifyError, unstopped};
use crate::fault::Fault;
use crate::grundy_pass;
use crate::grundy_rule::GrundyRule;
use crate::revert::not_reverted;
use crate::shape::check_lengths;

/// Proves that `values` are the Grundy values of `graph` in normal play, or says where they are not.
///
/// # The rules
/// Call the finite values among those of a vertex's successors its options, and the least number
/// that is not an option its mex.
/// - **Mex.** A finite value is the mex of its vertex.
/// - **Sets.** The set of a loopy vertex consists of its options.
/// - **Escape.** A loopy vertex of mex m has a move to a loopy vertex without m among its options.
/// - **Reversal.** From a vertex u of finite value m, every move to a vertex v that is loopy or has
///   a value above m can be reverted: v has a move to a vertex of value m, one that is *earlier*
///   than u. Earlier means that the vertices of value m can be put in an order in which all
///   reversals go backwards.
///
/// # Why these are enough
/// Write (v, k) for the sum of the game at v and a Nim heap of k, where whoever cannot move loses;
/// it is a game like any other, and each (v, k) is won, lost or drawn for the player to move.
///
/// *The rules decide every sum.* If the rules hold, (v, k) is lost exactly if v has the finite
/// value k.
///
/// First, those are lost: whatever the first player does, the second can answer by a move to
/// another of them. A move to a vertex of value j < k is answered by cutting the heap to j. After a
/// move to a vertex that is loopy or has a larger value there is a reversal to a vertex of value k.
/// A cut of the heap to j < k is answered by a move from v to a successor of value j, which the mex
/// grants. No move leads to value k itself. In each round the heap gets smaller, or it stays and
/// the vertex gets earlier, so the second player makes the last move.
///
/// Next, (v, k) is won if v has a finite value j ≠ k, by cutting the heap to j or moving to a
/// successor of value k; and if v is loopy with k among its options, by moving there.
///
/// What remains are the (v, k) with v loopy and k not among its options. They have no move to those
/// that were found to be lost. And they have a move among themselves: let m be the mex of v, so
/// that k ≥ m. If k > m cut the heap to m, if k = m take the escape. So either player can go on for
/// ever and neither does better by leaving: they are drawn.
///
/// *One assignment passes.* The sums do not depend on the assignment, and a finite value of v is
/// the one k for which (v, k) is lost, so that whoever keeps the rules has the same finite values;
/// and the sets follow from these.
///
/// *And one does pass.* Give v the value k if (v, k) is lost: there is one k at most, since of two
/// the larger heap could be cut to the smaller. Let the others be loopy. If (v, k) is lost, no
/// successor has the value k, and for j < k the winning move from (v, j) does not cut the heap,
/// hence leads to a successor of value j: k is the mex. If v has a successor w, loopy or of value
/// above k, then (w, k) is won by a move that does not cut the heap, hence leads to some (x, k)
/// that is lost in fewer moves than (v, k): order by the number of moves. If v is loopy with mex m,
/// then (v, m) is not lost; it is not won, for no move leads to a lost sum; and as it is drawn, some
/// move leads to a draw. Cutting the heap to j < m does not, since j is an option of v. So (w, m) is
/// drawn for a successor w, which is loopy then, and without m among its options: an escape.
///
/// Source: C. A. B. Smith, *Graphs and composite games* (1966); A. S. Fraenkel and Y. Perl,
/// *Constructions in combinatorial games with cycles* (1975), who call the order a counter function.
///
/// # Complexity
/// On acyclic graphs O(V + E) time and about `8 V` bytes. On others O(log K) time more for each move
/// between loopy vertices, where K is the size of the largest set and never more than √(2 E) + 1,
/// and about `4 E + 20 V` bytes. On all graphs, for a while, 4 bytes for each move of the vertex that
/// has most.
///
/// # Errors
/// The [`Fault`] of the lowest vertex that breaks the first of the rules in the order above that is
/// broken anywhere; for reversals, of the lowest vertex with the least value that has one. A length
/// that does not match comes before everything.
///
/// ```
/// use retrograde_core::{Graph, Grundy, GrundyValues};
/// use retrograde_verify::verify_grundy;
///
/// // 0 and 1 lead to each other, and 1 to the end at 2.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2)])?;
/// let right = GrundyValues::from_finite(vec![0, 1, 0]);
/// assert_eq!(verify_grundy(&graph, &right).unwrap().to_string(), "3 vertices (0 loopy) and 3 edges");
///
/// let mut wrong = GrundyValues::default();
/// for value in [Grundy::Loopy(&[]), Grundy::Loopy(&[0]), Grundy::Finite(0)] {
///     wrong.push(value);
/// }
/// assert_eq!(
///     verify_grundy(&graph, &wrong).unwrap_err().to_string(),
///     "vertex 0 is given as loopy, but nothing keeps it from having the value 0: \
///      none of its moves leads to a loopy vertex without 0 among its options"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
pub fn verify_grundy(graph: &Graph, values: &GrundyValues) -> Result<Checked, Fault> {
    unstopped(check(graph, values, &Control::ALONE))
}

/// As [`verify_grundy`], for work that may be stopped.
pub(crate) fn check(
    graph: &Graph,
    values: &GrundyValues,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let mut pace = control.pace();
    check_lengths(graph, values.len(), None).map_err(Fault::whole)?;
    let pass = grundy_pass::look(graph, values, control)?;
    if !pass.holds {
        check_one_by_one(graph, values, &mut pace)?;
    }
    // A larger value has a move to every smaller one, and without cycles all moves lead to vertices
    // nearer to the end of all plays: an order for reversals.
    let reverts_by_itself = pass.loopy == 0 && (pass.is_ordered || is_acyclic(graph, &mut pace)?);
    if !reverts_by_itself && let Some((vertex, rule)) = not_reverted(graph, values, &mut pace)? {
        return Err(Fault::at(vertex, rule).into());
    }
    Ok(Checked {
        tally: Tally::Grundy { loopy: pass.loopy },
        vertices: graph.vertex_count() as u64,
        edges: graph.edge_count() as u64,
        terminals: pass.terminals,
        moves: None,
    })
}

/// The rules but the last, one after the other, for options of any size and to name the vertex that
/// breaks one.
fn check_one_by_one(
    graph: &Graph,
    values: &GrundyValues,
    pace: &mut Pace<'_>,
) -> Result<(), VerifyError> {
    let mut seen = Seen::new(graph);
    for vertex in graph.vertices() {
        pace.steps(1 + graph.out_degree(vertex) as usize)?;
        if let Some(claimed) = values.finite(vertex) {
            let mex = seen.mex(graph, values, vertex);
            if mex != claimed {
                return Err(Fault::at(vertex, GrundyRule::NotMex { claimed, mex }).into());
            }
        }
    }
    for vertex in graph.vertices() {
        pace.steps(1)?;
        if let Grundy::Loopy(options) = values.get(vertex) {
            pace.steps(graph.out_degree(vertex) as usize + options.len())?;
            seen.check_options(graph, values, vertex, options)
                .map_err(|rule| Fault::at(vertex, rule))?;
        }
    }
    drop(seen);
    for vertex in graph.vertices() {
        pace.steps(1)?;
        if let Grundy::Loopy(options) = values.get(vertex) {
            pace.steps(graph.out_degree(vertex) as usize + options.len())?;
            check_escape(graph, values, vertex, options).map_err(|rule| Fault::at(vertex, rule))?;
        }
    }
    Ok(())
}

/// Which values the successors of one vertex have. Cleared by looking at another vertex.
struct Seen {
    /// The vertex that saw each value last, plus one. No vertex has a mex above its degree, so
    /// values beyond the largest degree need no place.
    by: Vec<u32>,
}

impl Seen {
    fn new(graph: &Graph) -> Self {
        let largest = graph.vertices().map(|vertex| graph.out_degree(vertex)).max().unwrap_or(0);
        Seen { by: vec![0; largest as usize + 1] }
    }

    /// Notes the values of the successors; says how many different ones there are, not counting
    /// those that are too large to have a place.
    fn look(&mut self, graph: &Graph, values: &GrundyValues, vertex: Vertex) -> usize {
        let mut different = 0;
        for &successor in graph.successors(vertex) {
            if let Some(value) = values.finite(successor)
                && let Some(by) = self.by.get_mut(value as usize)
            {
                different += usize::from(*by != vertex + 1);
                *by = vertex + 1;
            }
        }
        different
    }

    fn has(&self, vertex: Vertex, value: u32) -> bool {
        self.by.get(value as usize) == Some(&(vertex + 1))
    }

    fn mex(&mut self, graph: &Graph, values: &GrundyValues, vertex: Vertex) -> u32 {
        self.look(graph, values, vertex);
        let degree = graph.out_degree(vertex);
        (0..degree).find(|&value| !self.has(vertex, value)).unwrap_or(degree)
    }

    /// Whether `options` are the finite values among the successors. Every finite value must be a
    /// mex already, so that it has a place.
    fn check_options(
        &mut self,
        graph: &Graph,
        values: &GrundyValues,
        vertex: Vertex,
        options: &[u32],
    ) -> Result<(), GrundyRule> {
        // A vertex looked at for its mex was finite; this one is loopy, so nothing is left of it.
        let different = self.look(graph, values, vertex);
        // However long the set is, one more than there are different values must be a wrong one.
        if let Some(&value) = options.iter().find(|&&value| !self.has(vertex, value)) {
            return Err(GrundyRule::OptionInvented { value });
        }
        if options.len() == different {
            return Ok(());
        }
        let left_out = graph.successors(vertex).iter().find_map(|&successor| {
            let value = values.finite(successor)?;
            options.binary_search(&value).is_err().then_some((successor, value))
        });
        match left_out {
            Some((successor, value)) => Err(GrundyRule::OptionLeftOut { successor, value }),
            None => Ok(()),
        }
    }
}

/// Looks for the move that keeps a loopy vertex from having a finite value.
fn check_escape(
    graph: &Graph,
    values: &GrundyValues,
    vertex: Vertex,
    options: &[u32],
) -> Result<(), GrundyRule> {
    // The options ascend from 0 without a gap up to the mex.
    let mex = (0..).zip(options).take_while(|&(index, &option)| index == option).count() as u32;
    let escapes = graph.successors(vertex).iter().any(|&successor| match values.get(successor) {
        Grundy::Loopy(options) => options.binary_search(&mex).is_err(),
        Grundy::Finite(_) => false,
    });
    if escapes { Ok(()) } else { Err(GrundyRule::LoopyWithFiniteValue { value: mex }) }
}
