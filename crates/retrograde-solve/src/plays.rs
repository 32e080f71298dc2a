//! How long plays can last, whoever makes the moves and however badly.
//!
//! A graph is *progressively bounded* if from every vertex there is a number of moves that no play
//! from it exceeds. In a finite graph that is to have no cycle. In a graph with cycles the plays
//! from some vertices may be bounded all the same: from those that cannot reach a cycle.
//!
//! Source of the term: T. S. Ferguson, *Game Theory*, part I (*Impartial Combinatorial Games*).

use retrograde_core::{Bitmap, Control, Graph, Stopped, Vertex, sys};

/// How long the longest play from a vertex is. An unbounded one is longer than any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Longest {
    /// So many moves, and there is such a play.
    Moves(u32),
    /// A cycle can be reached, so that a play need not end.
    Unbounded,
}

impl Longest {
    /// The number of moves, if it is bounded.
    ///
    /// ```
    /// use retrograde_solve::plays::Longest;
    /// assert_eq!(Longest::Moves(3).moves(), Some(3));
    /// assert_eq!(Longest::Unbounded.moves(), None);
    /// ```
    #[must_use]
    pub fn moves(self) -> Option<u32> {
        match self {
            Longest::Moves(moves) => Some(moves),
            Longest::Unbounded => None,
        }
    }
}

/// The longest play from each vertex; made by [`longest`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestPlays {
    /// 0 where unbounded.
    moves: Vec<u32>,
    unbounded: Bitmap,
}

impl LongestPlays {
    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The longest play from `vertex`.
    ///
    /// # Panics
    /// If `vertex` is not in the graph.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Longest {
        match self.unbounded.get(vertex as usize) {
            true => Longest::Unbounded,
            false => Longest::Moves(self.moves[vertex as usize]),
        }
    }

    /// The longest plays in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = Longest> + '_ {
        (0..self.len() as Vertex).map(|vertex| self.get(vertex))
    }

    /// Whether every play from every vertex ends, which is to say that the graph has no cycle.
    #[must_use]
    pub fn is_progressively_bounded(&self) -> bool {
        self.unbounded.words().iter().all(|&word| word == 0)
    }

    /// The longest play of all and the first vertex that has one; `None` without vertices.
    ///
    /// ```
    /// use retrograde_core::{Control, Graph};
    /// use retrograde_solve::plays::{Longest, longest};
    /// let graph = Graph::from_edges(4, [(1, 0), (2, 1), (3, 1)])?;
    /// let plays = longest(&graph, &Control::default())?;
    /// assert_eq!(plays.longest(), Some((2, Longest::Moves(2))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn longest(&self) -> Option<(Vertex, Longest)> {
        let all = (0..self.len() as Vertex).map(|vertex| (vertex, self.get(vertex)));
        all.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

/// The longest play from each vertex.
///
/// ```
/// use retrograde_core::{Control, Graph};
/// use retrograde_solve::plays::{Longest, longest};
///
/// // 0 → 1 → 2, 0 → 2, and 3 ⇄ 4 → 0.
/// let graph = Graph::from_edges(5, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 3), (4, 0)])?;
/// let plays = longest(&graph, &Control::default())?;
/// assert_eq!(plays.get(0), Longest::Moves(2));
/// assert_eq!(plays.get(3), Longest::Unbounded);
/// assert!(!plays.is_progressively_bounded());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(V + E) time. The result takes 4⅛ bytes a vertex; finding it, the transposed graph and 8 bytes a
/// vertex more.
///
/// Source: A. B. Kahn, *Topological sorting of large networks* (1962), from the ends backwards: a
/// vertex is done once all its moves lead to what is done. What is never done can reach a cycle.
///
/// # Errors
/// It was stopped.
pub fn longest(graph: &Graph, control: &Control<'_>) -> Result<LongestPlays, Stopped> {
    let back = graph.transposed(control)?;
    let mut pace = control.pace();
    let vertices = graph.vertex_count();
    let mut moves: Vec<u32> = sys::zeroed(vertices);
    let mut unbounded = Bitmap::new(vertices).complement();
    // How many moves of a vertex lead to what is not done, in the order in which vertices are done.
    let mut open: Vec<u32> = Vec::with_capacity(vertices);
    let mut done: Vec<Vertex> = Vec::new();
    for vertex in graph.vertices() {
        pace.steps(1)?;
        open.push(graph.out_degree(vertex));
        if graph.is_terminal(vertex) {
            done.push(vertex);
        }
    }
    let mut next = 0;
    while let Some(&vertex) = done.get(next) {
        if let Some(&later) = done.get(next + AHEAD) {
            back.prefetch_row(later, 1);
        }
        next += 1;
        unbounded.clear(vertex as usize);
        let sources = back.successors(vertex);
        pace.steps(1 + sources.len())?;
        // No sum overflows: a play that ends visits no vertex twice. The last move to be done is one
        // of the longest, since vertices are done in the order of their longest plays.
        let longest = moves[vertex as usize] + 1;
        for &from in sources {
            open[from as usize] -= 1;
            if open[from as usize] == 0 {
                moves[from as usize] = longest;
                done.push(from);
            }
        }
    }
    Ok(LongestPlays { moves, unbounded })
}

/// How many vertices ahead of their turn their rows are asked for.
const AHEAD: usize = 8;

/// The vertices that no move leads to, in ascending order: where a play begins if it is to miss
/// nothing. A vertex with a move to itself is not one of them.
///
/// ```
/// use retrograde_core::{Control, Graph};
/// let graph = Graph::from_edges(4, [(1, 0), (3, 0), (2, 2)])?;
/// assert_eq!(retrograde_solve::plays::starts(&graph, &Control::default())?, [1, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(V + E) time; ⅛ byte a vertex and 4 bytes a start.
///
/// # Errors
/// It was stopped.
pub fn starts(graph: &Graph, control: &Control<'_>) -> Result<Vec<Vertex>, Stopped> {
    let mut pace = control.pace();
    let mut reached = Bitmap::new(graph.vertex_count());
    for targets in graph.targets().chunks(1 << 14) {
        pace.steps(targets.len())?;
        targets.iter().for_each(|&to| reached.set(to as usize));
    }
    Ok(graph.vertices().filter(|&vertex| !reached.get(vertex as usize)).collect())
}
