//! From rules to a graph: every position that can be met, breadth first.

mod arena;
mod batches;
mod met;
mod piece;
mod search;
mod shard;
mod tags;

use std::hash::{BuildHasher, Hash};

use hashbrown::DefaultHashBuilder;
use retrograde_core::memory::Bytes;
use retrograde_core::{Column, Control, Graph, GraphError, Outcome, Stopped, Vertex, grouped};

use crate::Game;
pub use batches::Batches;
use met::Positions;
use search::Search;
use tags::Tags;

/// How far to explore.
#[derive(Clone, Copy, Debug)]
pub struct ExploreOptions<'a> {
    /// The most positions to hold; more are an error.
    pub positions: u64,
    /// Whether positions that symmetry makes the same count as one.
    pub symmetry: bool,
    /// What it may use, and who may stop it; told now and then how many positions have been found.
    pub control: Control<'a>,
}

impl ExploreOptions<'_> {
    /// Refuses so many positions of a game, if that is more than allowed or they cannot fit.
    ///
    /// # Errors
    /// That it is so.
    pub fn refuse_hopeless<G: Game>(&self, positions: u64) -> Result<(), ExploreError> {
        let (needed, allowed) = (exploring_takes::<G>(positions), self.control.room());
        if needed > allowed {
            return Err(ExploreError::Hopeless { positions, needed, allowed });
        }
        if positions > self.positions {
            return Err(ExploreError::TooManyPositions { allowed: self.positions });
        }
        Ok(())
    }
}

impl Default for ExploreOptions<'_> {
    fn default() -> Self {
        let positions = u64::from(u32::MAX);
        ExploreOptions { positions, symmetry: false, control: Control::default() }
    }
}

/// All that can be met from some positions, as a graph: vertex `v` is `positions[v]`.
///
/// The roots come first, in their order, then the rest as a search breadth first meets them.
#[derive(Clone, Debug)]
pub struct Explored<P> {
    /// The moves, in the order in which the rules list them. Several moves to the same position are
    /// one edge, in the place of the first.
    pub graph: Graph,
    /// What the rules say where they end the game.
    pub verdicts: Column<Outcome>,
    /// The positions, in the order in which they were found.
    pub positions: Vec<P>,
    index: Index,
    symmetry: bool,
}

impl<P: Eq + Hash> Explored<P> {
    /// The vertex of a position, if it can be met. Where symmetry counts, ask for the canonical one.
    #[must_use]
    pub fn find(&self, position: &P) -> Option<Vertex> {
        self.index.find(&self.positions, position)
    }

    /// Bytes held on the heap, leaving out what positions hold there themselves.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        let positions = (self.positions.capacity() * size_of::<P>()) as u64;
        self.graph.heap_bytes() + self.verdicts.heap_bytes() + positions + self.index.heap_bytes()
    }
}

/// The numbers of positions by their hashes.
#[derive(Clone, Debug)]
struct Index {
    shards: Vec<Tags>,
    hasher: DefaultHashBuilder,
}

impl Index {
    fn find<P: Eq + Hash>(&self, positions: &[P], position: &P) -> Option<Vertex> {
        let (shard, tag) = shard::split(self.hasher.hash_one(position), self.shards.len());
        let tags = &self.shards[shard];
        if tags.is_unused() {
            return None;
        }
        tags.find(tag, |vertex| positions[vertex as usize] == *position).ok()
    }

    fn heap_bytes(&self) -> u64 {
        self.shards.iter().map(Tags::heap_bytes).sum()
    }
}

/// Looks at every position that can be met from `roots`.
///
/// # Errors
/// More positions or more memory than allowed, at once where the game [knows](Game::at_least) that
/// it is too large; or somebody stopped it.
///
/// ```
/// use retrograde_games::rules::Mnk;
/// use retrograde_games::{ExploreOptions, Game, explore};
/// let game = Mnk::new(3, 3, 3).unwrap();
/// let explored = explore(&game, &[game.start().unwrap()], &ExploreOptions::default())?;
/// assert_eq!(explored.positions.len(), 5478);
/// # Ok::<(), retrograde_games::ExploreError>(())
/// ```
///
/// # Complexity
/// One look at every position and its moves; the positions, and beside them four bytes each and some
/// eleven to sixteen to find them again, and four for each edge. Lists and tables grow by half and are
/// there twice while they do.
pub fn explore<G: Game>(
    game: &G,
    roots: &[G::Position],
    options: &ExploreOptions<'_>,
) -> Result<Explored<G::Position>, ExploreError> {
    // With symmetry there may be fewer.
    if !options.symmetry && game.start().is_some_and(|start| roots.contains(&start)) {
        options.refuse_hopeless::<G>(game.at_least())?;
    }
    let mut positions = Positions::new(game, roots, options.symmetry);
    let mut search = Search::new(&mut positions, options);
    search.run()?;
    let (graph, verdicts, shards) = search.into_parts()?;
    let index = Index { shards, hasher: positions.hasher };
    Ok(Explored { graph, verdicts, positions: positions.list, index, symmetry: options.symmetry })
}

/// The fewest bytes that so many positions of a game take while they are explored: the positions,
/// what finds them again, and where their moves begin. The moves come on top.
fn exploring_takes<G: Game>(positions: u64) -> u64 {
    const FIND_AND_ROW: u64 = 11 + 4;
    positions.saturating_mul(size_of::<G::Position>() as u64 + FIND_AND_ROW)
}

/// Why exploring was given up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExploreError {
    /// There are more positions than allowed.
    #[error("the game has more than {} positions: take a smaller game", grouped(*allowed))]
    TooManyPositions {
        /// How many are allowed.
        allowed: u64,
    },
    /// They take more memory than allowed.
    #[error(
        "{} positions and their moves fill {} and there are more: take a smaller game, or a larger machine",
        grouped(*positions),
        Bytes(*allowed)
    )]
    TooMuchMemory {
        /// How many positions had been found by then.
        positions: u64,
        /// How many bytes are allowed.
        allowed: u64,
    },
    /// It is known beforehand that they take more memory than allowed.
    #[error("{}", hopeless(*positions, *needed, *allowed))]
    Hopeless {
        /// How many positions there are at least.
        positions: u64,
        /// How many bytes they take at least.
        needed: u64,
        /// How many bytes are allowed.
        allowed: u64,
    },
    /// It was to end before all positions were found.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The graph cannot be stored.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

fn hopeless(positions: u64, needed: u64, allowed: u64) -> String {
    match positions {
        u64::MAX => {
            "the game has more positions than can be counted: take a smaller board".to_owned()
        }
        _ => format!(
            "{} positions, or more, take at least {} and there are {}: take a smaller game, or a larger machine",
            grouped(positions),
            Bytes(needed),
            Bytes(allowed)
        ),
    }
}
