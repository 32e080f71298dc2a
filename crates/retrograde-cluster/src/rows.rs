//! A graph whose rows are kept anywhere, such as in a file that all processes see.

use retrograde_core::{Control, RowSource};
use retrograde_link::{ClusterError, Link, Watch};

use crate::answer::Answer;
use crate::estimate::{check, estimate, estimate_visits};
use crate::fingerprint::Fingerprint;
use crate::local::{Gathering, LocalRows};
use crate::options::Options;
use crate::output::Style;
use crate::partition::Partition;
use crate::rule::Rule;
use crate::run::{identity, run};
use crate::source::{Ending, Part, Source};

/// A graph whose rows are kept anywhere. Every worker reads the rows of its own vertices and keeps those of
/// the vertices before them: where nobody has these, they are found by exchanging moves.
///
/// ```
/// use retrograde_cluster::{Cluster, Known, Options, Rows, Rule, each};
/// use retrograde_core::{Control, Distance, Graph, Outcome, Value};
/// let graph = Graph::from_edges(3, [(0, 1), (1, 2), (1, 1)])?;
/// let lost = each(|_| Outcome::Lose);
/// let rule = Rule::Outcome(&lost);
/// let rows = Rows { forward: &graph, reverse: None, rule, fingerprint: None };
/// let options = Options { cluster: Cluster::threads(2)?, ..Options::default() };
/// let answer = rows.solve(&options, &Control::default())?;
/// assert_eq!(answer.get(0), Some(Known::Value(Value::Lose(Distance(2)))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Rows<'a> {
    /// Where the moves of each vertex lead.
    pub forward: &'a dyn RowSource,
    /// Where moves to each vertex come from, if somebody has turned them around.
    pub reverse: Option<&'a dyn RowSource>,
    /// What is asked.
    pub rule: Rule<'a>,
    /// A number that tells the graph from others, if somebody knows one; rows here and there are looked at
    /// otherwise.
    pub fingerprint: Option<u64>,
}

impl std::fmt::Debug for Rows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows").field("rule", &self.rule).finish_non_exhaustive()
    }
}

impl Rows<'_> {
    /// Solves it, with all other processes: the share of this one.
    ///
    /// # Errors
    /// It was stopped; processes did not find each other, were started for other work, or one is gone;
    /// a file failed.
    ///
    /// # Complexity
    /// O(V + E) work, E messages of 4 bytes, a round for each distance; see
    /// [`estimate`](crate::estimate) for memory.
    pub fn solve(&self, options: &Options, control: &Control<'_>) -> Result<Answer, ClusterError> {
        let (vertices, edges) = (self.forward.vertex_count() as u64, self.forward.edge_count());
        let estimate = match self.rule {
            Rule::Visits { .. } => estimate_visits,
            _ => estimate,
        };
        let needed = estimate(vertices, edges, &options.cluster, self.reverse.is_some());
        check(needed, &options.cluster, control)?;
        run(self, options, control)
    }

    /// The number that tells this input and this question from others: shares of the answer have it, and
    /// [`merge`](crate::merge) asks for it.
    ///
    /// # Errors
    /// Rows cannot be read, or it was stopped.
    pub fn identity(&self, control: &Control<'_>) -> Result<u64, ClusterError> {
        identity(self, control)
    }
}

impl Source for Rows<'_> {
    fn size(&self) -> Option<u64> {
        Some(self.forward.vertex_count() as u64)
    }

    fn ending(&self) -> Ending {
        self.rule.ending()
    }

    fn style(&self) -> Style<'_> {
        Style::Rows(self.rule)
    }

    fn fingerprint(&self, watch: Watch<'_>) -> Result<u64, ClusterError> {
        let (size, edges) = (self.forward.vertex_count() as u64, self.forward.edge_count());
        let mut print = Fingerprint::new(size, edges);
        match self.fingerprint {
            Some(number) => {
                print.add(&[number]);
                print.rule(self.rule, size)?;
            }
            None => print.rows(self.forward, self.rule, watch)?,
        }
        Ok(print.finish())
    }

    fn open<'a>(
        &'a self,
        partition: Partition,
        link: &mut Link<'_>,
    ) -> Result<Box<dyn Part + 'a>, ClusterError> {
        if let Some(reverse) = self.reverse {
            let rows = LocalRows::read(self.forward, reverse, self.rule, &partition, link)?;
            return Ok(Box::new(rows));
        }
        let blocks = partition.blocks_of(link.me());
        let mut gathering = Gathering::new(partition, link.me(), false);
        for (block, first) in blocks {
            let vertices = partition.block(block);
            let rows = vertices.start as usize..vertices.end as usize;
            self.forward.read_rows(rows, &mut |vertex, row| {
                let place = first + (u64::from(vertex) - vertices.start) as u32;
                gathering.own_moves(place, vertex, row);
                Ok(())
            })?;
            gathering.dispatch(link)?;
        }
        Ok(Box::new(gathering.finish(self.rule, Some(self.forward), link)?))
    }
}
