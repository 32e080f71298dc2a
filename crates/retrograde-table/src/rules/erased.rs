//! The one place where a game's type is forgotten.

use std::sync::Arc;

use retrograde_core::{Arena, Outcome};
use retrograde_games::picture::{Board, Setup, Touch};
use retrograde_games::{ExploreError, ExploreOptions, Game, ParseError, explore};

use super::{Choice, Position, Roots};
use crate::Index;
use crate::asker::{Asker, Together};

/// Slots that are looked at to find a position.
const MOST_HOLES: u64 = 1 << 16;

/// What [`Rules`](super::Rules) passes on; its methods are described there.
pub(super) trait Erased: Index + Send {
    fn start(&self) -> Option<Position>;
    fn parse(&self, text: &str) -> Result<Position, ParseError>;
    fn show(&self, position: &Position) -> String;
    fn board(&self, position: &Position) -> String;
    fn board_seen(&self, position: &Position, second: bool) -> String;
    fn picture(&self, position: &Position, second: bool) -> Board;
    fn touches(&self, position: &Position, second: bool) -> Vec<Vec<Touch>>;
    fn position_from(&self, setup: &Setup) -> Result<Position, ParseError>;
    fn some_position(&self) -> Option<Position>;
    fn over(&self, position: &Position) -> Option<Outcome>;
    fn mover(&self, position: &Position) -> Option<&'static str>;
    fn choices(&self, position: &Position) -> Vec<Choice>;
    fn parse_move(&self, position: &Position, text: &str) -> Option<Choice>;
    fn rank(&self, position: &Position) -> Option<u64>;
    fn unrank(&self, slot: u64) -> Option<Position>;
    fn asker(&self) -> Box<dyn Asker + '_>;
    fn explore(
        self: Arc<Self>,
        roots: Roots<'_>,
        options: &ExploreOptions<'_>,
    ) -> Result<Arena, ExploreError>;
}

impl<G: Game + 'static> Erased for G {
    fn start(&self) -> Option<Position> {
        Game::start(self).map(Position::new)
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        Game::parse(self, text).map(Position::new)
    }

    fn show(&self, position: &Position) -> String {
        Game::show(self, position.get())
    }

    fn board(&self, position: &Position) -> String {
        Game::board(self, position.get())
    }

    fn board_seen(&self, position: &Position, second: bool) -> String {
        Game::board_seen(self, position.get(), second)
    }

    fn picture(&self, position: &Position, second: bool) -> Board {
        Game::picture(self, position.get(), second)
    }

    fn touches(&self, position: &Position, second: bool) -> Vec<Vec<Touch>> {
        let position = position.get();
        let moves = moves_at(self, position);
        moves.iter().map(|chosen| Game::touches(self, position, chosen, second)).collect()
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, ParseError> {
        Game::position_from(self, setup).map(Position::new)
    }

    fn some_position(&self) -> Option<Position> {
        let tiers = Game::tiers(self);
        let slots = tiers.last()?;
        let (first, count) = (slots.start, slots.end - slots.start);
        let mut positions = (1..=count.min(MOST_HOLES)).filter_map(|n| {
            let slot = first + spread(n, count);
            Game::unrank(self, slot).filter(|position| !moves_at(self, position).is_empty())
        });
        positions.next().map(Position::new)
    }

    fn over(&self, position: &Position) -> Option<Outcome> {
        let position = position.get();
        let stuck = || moves_at(self, position).is_empty().then_some(Outcome::Lose);
        Game::verdict(self, position).or_else(stuck)
    }

    fn mover(&self, position: &Position) -> Option<&'static str> {
        Game::mover(self, position.get())
    }

    fn choices(&self, position: &Position) -> Vec<Choice> {
        let position = position.get();
        moves_at(self, position).iter().map(|chosen| choice(self, position, chosen)).collect()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Option<Choice> {
        let position = position.get();
        Some(choice(self, position, &Game::parse_move(self, position, text)?))
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        Game::slots(self).map(|_| Game::rank(self, position.get()))
    }

    fn unrank(&self, slot: u64) -> Option<Position> {
        Game::unrank(self, slot).map(Position::new)
    }

    fn asker(&self) -> Box<dyn Asker + '_> {
        Box::new(Together::new(self))
    }

    fn explore(
        self: Arc<Self>,
        roots: Roots<'_>,
        options: &ExploreOptions<'_>,
    ) -> Result<Arena, ExploreError> {
        let (roots, symmetry): (Vec<G::Position>, bool) = match roots {
            Roots::From(roots) => (
                roots.iter().map(|root| root.get::<G::Position>().clone()).collect(),
                options.symmetry,
            ),
            Roots::Index => (indexed(&*self, options)?, true),
        };
        let explored = explore(&*self, &roots, &ExploreOptions { symmetry, ..*options })?;
        Ok(explored.into_arena(self).0)
    }
}

/// The moves of a position; none where the game is over.
fn moves_at<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if game.verdict(position).is_none() {
        game.moves(position, &mut moves);
    }
    moves
}

fn choice<G: Game + 'static>(game: &G, position: &G::Position, chosen: &G::Move) -> Choice {
    let text = game.show_move(position, chosen);
    Choice { text, to: Position::new(game.play(position, chosen)) }
}

/// The positions of the index, if there is room for them.
fn indexed<G: Game>(
    game: &G,
    options: &ExploreOptions<'_>,
) -> Result<Vec<G::Position>, ExploreError> {
    /// So many slots are looked at to find out how many are holes.
    const SAMPLE: u64 = 1 << 16;
    let slots = Game::slots(game).unwrap_or(0);
    if slots > SAMPLE {
        let filled = (0..SAMPLE).filter(|&n| game.unrank(spread(n, slots)).is_some()).count();
        let about = u128::from(slots) * filled as u128 / u128::from(SAMPLE);
        options.refuse_hopeless::<G>((about * 9 / 10) as u64)?;
    }
    // A list that grows is there twice, and then once more while it is numbered.
    let allowed = options.control.room();
    let most = allowed / (3 * size_of::<G::Position>() as u64).max(1);
    let mut positions = Vec::new();
    let mut pace = options.control.pace();
    for slot in 0..slots {
        pace.steps(16)?;
        if let Some(position) = game.unrank(slot) {
            if positions.len() as u64 >= most {
                let positions = positions.len() as u64;
                return Err(ExploreError::TooMuchMemory { positions, allowed });
            }
            positions.push(position);
        }
    }
    Ok(positions)
}

/// The nth of some slots, in steps of the golden ratio: spread out, and in step with no pattern of
/// holes.
pub(crate) fn spread(n: u64, slots: u64) -> u64 {
    let place = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((u128::from(place) * u128::from(slots)) >> 64) as u64
}
