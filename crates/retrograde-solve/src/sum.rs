//! Disjunctive sums: several games side by side, a move in one of them at a turn.
//!
//! Whoever cannot move in any component loses. The components' Grundy values say everything about
//! the sum: finite values add like heaps of Nim, by exclusive or; a loopy component makes the sum
//! loopy; and beside a second loopy component no option of the first is of any use, so that the sum
//! is drawn.

use std::fmt;

use retrograde_core::{Graph, Grundy, Outcome, Vertex};

use crate::grundy::{Counted, Counters};

/// A position in one game of a sum.
#[derive(Clone, Copy, Debug)]
pub struct Component<'a> {
    graph: &'a Graph,
    solved: &'a Counted,
    counters: &'a Counters,
    vertex: Vertex,
}

impl<'a> Component<'a> {
    /// The position `vertex` of `graph`, whose Grundy values and counters are `solved`.
    ///
    /// ```
    /// use retrograde_core::Graph;
    /// use retrograde_solve::{Options, grundy::{self, Method}, sum::Component};
    /// let graph = Graph::from_edges(2, [(0, 1)])?;
    /// let solved = grundy::solve(&graph, Method::Auto, &Options::default())?;
    /// assert!(Component::new(&graph, &solved, 1).is_ok());
    /// let error = Component::new(&graph, &solved, 2).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no vertex 2: the graph has 2 vertices, numbered from 0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A vertex that is not in the graph, values of a graph of another size, or values without
    /// counters, which [`Options::values_only`](crate::Options::values_only) leaves out.
    pub fn new(
        graph: &'a Graph,
        solved: &'a Counted,
        vertex: Vertex,
    ) -> Result<Self, ComponentError> {
        let vertices = graph.vertex_count();
        let Some(counters) = &solved.counters else {
            return Err(ComponentError::NoCounters);
        };
        if solved.values.len() != vertices || counters.len() != vertices {
            let values = solved.values.len().min(counters.len());
            return Err(ComponentError::OtherGraph { vertices, values });
        }
        if vertex as usize >= vertices {
            return Err(ComponentError::NoSuchVertex { vertex, vertices });
        }
        Ok(Component { graph, solved, counters, vertex })
    }

    /// The game.
    #[must_use]
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The position.
    #[must_use]
    pub fn vertex(&self) -> Vertex {
        self.vertex
    }

    /// The value of the position.
    #[must_use]
    pub fn value(&self) -> Grundy<'a> {
        self.solved.values.get(self.vertex)
    }
}

/// Why a component cannot be part of a sum.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ComponentError {
    /// The position does not exist.
    #[error("there is no vertex {vertex}: the graph has {vertices} vertices, numbered from 0")]
    NoSuchVertex {
        /// The vertex asked for.
        vertex: Vertex,
        /// How many the graph has.
        vertices: usize,
    },
    /// The values were found on another graph.
    #[error(
        "there are {values} values for {vertices} vertices: solve the graph they are used with"
    )]
    OtherGraph {
        /// How many vertices the graph has.
        vertices: usize,
        /// How many have a value and a counter.
        values: usize,
    },
    /// The values came without counters.
    #[error("the values came without counters: solve without 'values_only'")]
    NoCounters,
}

/// The value of a sum: a [`Grundy`] that holds its options itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Total {
    /// The sum is worth as much as a heap of this many counters in Nim.
    Finite(u32),
    /// Play need not end; these are the finite values among the options, in ascending order.
    Loopy(Vec<u32>),
}

impl Total {
    /// The value of the sum of positions with these values.
    ///
    /// ```
    /// use retrograde_core::Grundy::{Finite, Loopy};
    /// use retrograde_solve::sum::Total;
    /// assert_eq!(Total::of([Finite(3), Finite(5)]), Total::Finite(6));
    /// assert_eq!(Total::of([Finite(1), Loopy(&[0, 3])]), Total::Loopy(vec![1, 2]));
    /// assert_eq!(Total::of([Loopy(&[0]), Loopy(&[0])]), Total::Loopy(vec![]));
    /// ```
    #[must_use]
    pub fn of<'a>(values: impl IntoIterator<Item = Grundy<'a>>) -> Self {
        let mut tally = Tally::default();
        values.into_iter().for_each(|value| tally.add(value));
        tally.total()
    }

    /// The same value, borrowed.
    #[must_use]
    pub fn as_grundy(&self) -> Grundy<'_> {
        match self {
            Total::Finite(value) => Grundy::Finite(*value),
            Total::Loopy(options) => Grundy::Loopy(options),
        }
    }
}

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_grundy().fmt(f)
    }
}

/// A move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Which component, counted from 0.
    pub component: usize,
    /// Where the move leads in its graph.
    pub to: Vertex,
}

/// What a sum is worth and how to play it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The result for the player to move.
    pub outcome: Outcome,
    /// The Grundy value.
    pub value: Total,
    /// A winning move if the sum is won, one that keeps the draw if it is drawn, `None` if it is
    /// lost.
    pub best: Option<Move>,
}

/// Solves the sum of some positions, without looking at any but them and their options.
///
/// Winning moves make progress: whoever always plays the one given here wins after finitely many
/// moves, whatever the opponent replies, however many cycles the components have. To that end the
/// move is one that leads to the lost sum with the least sum of [`Counters`].
///
/// ```
/// use retrograde_core::{Graph, Outcome};
/// use retrograde_solve::{Options, grundy::{self, Method}};
/// use retrograde_solve::sum::{Component, Move, Total, solve};
///
/// // A heap of up to two counters, and a game that one may leave for a heap of one, or stay in.
/// let heap = Graph::from_edges(3, [(2, 1), (2, 0), (1, 0)])?;
/// let wait = Graph::from_edges(3, [(2, 2), (2, 1), (1, 0)])?;
/// let heap_solved = grundy::solve(&heap, Method::Auto, &Options::default())?;
/// let wait_solved = grundy::solve(&wait, Method::Auto, &Options::default())?;
///
/// let wait_here = Component::new(&wait, &wait_solved, 2)?;
/// let one = solve(&[Component::new(&heap, &heap_solved, 1)?, wait_here]);
/// assert_eq!((one.outcome, one.value), (Outcome::Win, Total::Loopy(vec![0])));
/// assert_eq!(one.best, Some(Move { component: 1, to: 1 }));
///
/// // Beside a heap of two, leaving loses, and so does taking one counter: wait, or take both.
/// let two = solve(&[Component::new(&heap, &heap_solved, 2)?, wait_here]);
/// assert_eq!(two.outcome, Outcome::Draw);
/// assert_eq!(two.best, Some(Move { component: 0, to: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(n + d log d) time for n components whose positions have d options together.
///
/// Source: C. A. B. Smith, *Graphs and composite games* (1966); A. S. Fraenkel and Y. Yesha, *The
/// generalized Sprague–Grundy function and its invariance under certain mappings* (1986).
#[must_use]
pub fn solve(components: &[Component<'_>]) -> Sum {
    let mut tally = Tally::default();
    components.iter().for_each(|component| tally.add(component.value()));
    let outcome = tally.outcome();
    let best = match outcome {
        Outcome::Win => winning_move(components, &tally),
        Outcome::Draw => drawing_move(components, &tally),
        Outcome::Lose => None,
    };
    Sum { outcome, value: tally.total(), best }
}

/// The move to a lost sum that lowers the sum of counters the most.
fn winning_move(components: &[Component<'_>], tally: &Tally<'_>) -> Option<Move> {
    let mut best: Option<(i64, Move)> = None;
    for (index, component) in components.iter().enumerate() {
        // To a lost sum all but one component's values must be finite already. If one is loopy the
        // move is in that, and what its counter would have been is the same for all candidates.
        let before = component.counters.get(component.vertex).unwrap_or(0);
        let Some(wanted) = tally.wanted(component.value()) else { continue };
        for &to in component.graph.successors(component.vertex) {
            if component.solved.values.finite(to) != Some(wanted) {
                continue;
            }
            let after = component.counters.get(to).unwrap_or(0);
            let change = i64::from(after) - i64::from(before);
            if best.is_none_or(|(least, _)| change < least) {
                best = Some((change, Move { component: index, to }));
            }
        }
    }
    best.map(|(_, best)| best)
}

/// The first move that leads to a drawn sum for certain.
fn drawing_move<'a>(components: &[Component<'a>], tally: &Tally<'a>) -> Option<Move> {
    components.iter().enumerate().find_map(|(index, component)| {
        let draws = |to: &&Vertex| {
            let after = component.solved.values.get(**to);
            match component.value() {
                Grundy::Finite(before) => {
                    let mut sum = *tally;
                    // Added a second time it is out of the exclusive or.
                    sum.add(Grundy::Finite(before));
                    sum.add(after);
                    sum.outcome() == Outcome::Draw
                }
                // Beside another loopy component it is enough to stay loopy, and a loopy position
                // always has an option that is.
                Grundy::Loopy(_) if tally.loopy > 1 => matches!(after, Grundy::Loopy(_)),
                Grundy::Loopy(_) => {
                    let mut sum = Tally { finite: tally.finite, ..Tally::default() };
                    sum.add(after);
                    sum.outcome() == Outcome::Draw
                }
            }
        };
        let to = component.graph.successors(component.vertex).iter().find(draws)?;
        Some(Move { component: index, to: *to })
    })
}

/// Values added up.
#[derive(Clone, Copy, Default)]
struct Tally<'a> {
    /// The exclusive or of the finite ones.
    finite: u32,
    /// How many are loopy.
    loopy: usize,
    /// The finite values among the options of a loopy one; of no use if there are several.
    options: &'a [u32],
}

impl<'a> Tally<'a> {
    fn add(&mut self, value: Grundy<'a>) {
        match value {
            Grundy::Finite(value) => self.finite ^= value,
            Grundy::Loopy(options) => {
                self.loopy += 1;
                self.options = options;
            }
        }
    }

    fn outcome(&self) -> Outcome {
        match self.loopy {
            0 if self.finite == 0 => Outcome::Lose,
            0 => Outcome::Win,
            1 if self.options.binary_search(&self.finite).is_ok() => Outcome::Win,
            _ => Outcome::Draw,
        }
    }

    fn total(&self) -> Total {
        match self.loopy {
            0 => Total::Finite(self.finite),
            1 => {
                let mut options: Vec<u32> =
                    self.options.iter().map(|option| option ^ self.finite).collect();
                options.sort_unstable();
                Total::Loopy(options)
            }
            _ => Total::Loopy(Vec::new()),
        }
    }

    /// The finite value that the component of this value must come to for the sum to be lost, if
    /// one can do that.
    fn wanted(&self, value: Grundy<'_>) -> Option<u32> {
        match (value, self.loopy) {
            (Grundy::Finite(value), 0) => Some(self.finite ^ value),
            (Grundy::Loopy(_), 1) => Some(self.finite),
            _ => None,
        }
    }
}
