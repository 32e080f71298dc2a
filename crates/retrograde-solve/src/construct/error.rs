//! Why a construction could not be carried out.

use std::fmt;

use retrograde_core::{GraphError, Outcome, Stopped, Vertex, grouped};

/// A construction whose result can be much larger than what it is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Construction {
    /// [`alternating`](super::alternating()).
    Alternating,
    /// [`unravel`](super::unravel()).
    Unravel,
    /// [`product`](super::product()).
    Product,
}

impl Construction {
    fn result(self) -> &'static str {
        match self {
            Construction::Alternating => "the alternating graph",
            Construction::Unravel => "the unravelled tree",
            Construction::Product => "the sum",
        }
    }

    fn alternative(self) -> &'static str {
        match self {
            Construction::Alternating => "take a smaller graph",
            Construction::Unravel => "unravel to a smaller depth",
            Construction::Product => "add fewer or smaller games",
        }
    }
}

/// A count that was perhaps not worth finishing.
///
/// ```
/// use retrograde_solve::construct::Size;
/// assert_eq!(Size::Exactly(40).to_string(), "40");
/// assert_eq!(Size::AtLeast(40).to_string(), "at least 40");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// So many.
    Exactly(u128),
    /// So many, and perhaps more: counting stopped there.
    AtLeast(u128),
}

impl Size {
    /// The number, which for [`AtLeast`](Self::AtLeast) is a lower bound.
    #[must_use]
    pub fn count(self) -> u128 {
        match self {
            Size::Exactly(count) | Size::AtLeast(count) => count,
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Exactly(count) => f.write_str(&grouped(*count)),
            Size::AtLeast(count) => write!(f, "at least {}", grouped(*count)),
        }
    }
}

/// Why a construction could not be carried out.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_solve::construct::{ConstructError, Size, product};
/// let heap = Arena::from(Graph::from_edges(100, (1..100).map(|n| (n, n - 1)))?);
/// match product(&[&heap, &heap, &heap], 10_000, &Control::default()).unwrap_err() {
///     ConstructError::TooLarge { vertices, .. } => assert_eq!(vertices, Size::Exactly(1_000_000)),
///     other => panic!("{other}"),
/// }
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConstructError {
    /// The result would be larger than allowed. Nothing was allocated for it.
    #[error("{}", too_large(*construction, *vertices, *edges, *limit))]
    TooLarge {
        /// What was to be made.
        construction: Construction,
        /// How many vertices it would have.
        vertices: Size,
        /// How many edges it would have.
        edges: Size,
        /// How many of either it may have: what was asked for, or what a `u32` can number if that
        /// is less.
        limit: u64,
    },
    /// A vertex that does not exist was named, or the result is not a graph that can be stored.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A sum of no games.
    #[error("a sum needs at least one game: name the games to add")]
    NoGames,
    /// A verdict that means nothing in a sum, where play ends only when no game has a move left.
    #[error(
        "vertex '{name}' of game number {} has verdict={verdict}: in a sum whoever cannot move in any game loses, so only 'lose' can be said; remove the verdict",
        game + 1
    )]
    Verdict {
        /// Which of the games has the vertex, from 0.
        game: usize,
        /// The vertex.
        vertex: Vertex,
        /// Its name.
        name: String,
        /// What is said there.
        verdict: Outcome,
    },
    /// A partition with an entry too many or too few.
    #[error(
        "the partition is of {given} vertices and the graph has {vertices}: give each vertex a class"
    )]
    PartitionLength {
        /// How many vertices it puts into classes.
        given: usize,
        /// How many vertices the arena has.
        vertices: usize,
    },
    /// A partition whose classes are not the numbers below its count, each used.
    #[error(
        "class {class} of the partition is out of range or empty: number its {count} classes from 0 and use them all"
    )]
    PartitionClass {
        /// The class that is out of range or has no member.
        class: u32,
        /// How many classes there are said to be.
        count: usize,
    },
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn too_large(construction: Construction, vertices: Size, edges: Size, limit: u64) -> String {
    let (result, alternative) = (construction.result(), construction.alternative());
    let most = u32::MAX;
    let why = match vertices.count() > u128::from(most) {
        true => format!("a graph has {} vertices at most; {alternative}", grouped(most)),
        false => {
            let limit = grouped(limit);
            format!("at most {limit} of either are allowed; {alternative}")
        }
    };
    format!("{result} would have {vertices} vertices and {edges} edges: {why}")
}

impl ConstructError {
    /// An error if a result of this size is over `limit`, or over what a `u32` can number.
    pub(super) fn check_size(
        construction: Construction,
        vertices: Size,
        edges: Size,
        limit: u64,
    ) -> Result<(), Self> {
        let numbers = u128::from(u32::MAX);
        if vertices.count() > numbers {
            let limit = limit.min(u64::from(u32::MAX));
            return Err(ConstructError::TooLarge { construction, vertices, edges, limit });
        }
        if vertices.count().max(edges.count()) > u128::from(limit) {
            return Err(ConstructError::TooLarge { construction, vertices, edges, limit });
        }
        Ok(())
    }
}
