//! What a picture should show, and how.

use retrograde_core::{Terms, Vertex};

/// Settings of [`svg`](crate::svg()).
///
/// ```
/// use retrograde_draw::{Direction, SvgOptions};
/// let mut options = SvgOptions::default();
/// options.title = Some("Nim with three heaps".to_owned());
/// options.direction = Direction::Right;
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SvgOptions {
    /// A line above the picture; also what screen readers announce.
    pub title: Option<String>,
    /// The positions to show.
    pub part: Part,
    /// Which way play flows.
    pub direction: Direction,
    /// The words for outcomes.
    pub terms: Terms,
    /// Whether to explain colours and arrows, with counts, below the picture.
    pub legend: bool,
    /// Names longer than about this many characters are shortened; the full name is shown when
    /// the pointer rests on the position.
    pub max_name: usize,
    /// More positions than this are refused.
    pub max_vertices: usize,
    /// More moves than this are refused.
    pub max_edges: usize,
}

impl Default for SvgOptions {
    fn default() -> Self {
        SvgOptions {
            title: None,
            part: Part::Whole,
            direction: Direction::Auto,
            terms: Terms::WinLose,
            legend: true,
            max_name: 20,
            max_vertices: 500,
            max_edges: 3000,
        }
    }
}

/// Settings of [`dot`](crate::dot()).
///
/// ```
/// use retrograde_core::Terms;
/// use retrograde_draw::DotOptions;
/// let mut options = DotOptions::default();
/// options.terms = Terms::Pn;
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DotOptions {
    /// The words for outcomes.
    pub terms: Terms,
}

/// Which positions of a game a picture shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Part {
    /// All of them.
    #[default]
    Whole,
    /// Those that play can reach from one position within some moves. Moves that lead out of the
    /// part are counted in the node they start from.
    From {
        /// Where play starts.
        vertex: Vertex,
        /// How many moves are followed.
        moves: u32,
    },
}

/// Which way play flows on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Whichever fills a slide better.
    #[default]
    Auto,
    /// From top to bottom.
    Down,
    /// From left to right, long lines folded.
    Right,
}
