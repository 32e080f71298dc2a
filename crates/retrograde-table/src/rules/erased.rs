//! The one place where a game's type is forgotten.

use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograde_core::{Arena, Control, NamedMove, Outcome, Stopped};
use retrograde_games::picture::{Board, Setup, Touch};
use retrograde_games::{
    ByPositions, ExploreError, ExploreOptions, Game, ParseError, Section, SlotMoves, explore,
};

use super::{Choice, Position, Roots, Row};
use crate::dense::{self, DenseError, DenseOptions, DenseTable};
use crate::forecast::{self, Forecast};
use crate::{
    BuildOptions, ExportError, Plan, Slots, Table, TableError, Verified, VerifyError, Worth, verify,
};

/// Slots that are looked at to find a position.
const MOST_HOLES: u64 = 1 << 16;

/// What [`Rules`](super::Rules) passes on; its methods are described there.
pub(super) trait Erased: Send + Sync {
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
    fn slots(&self) -> Option<u64>;
    fn tiers(&self) -> usize;
    fn sections(&self) -> Vec<Section>;
    fn tier_ranges(&self) -> Vec<Range<u64>>;
    fn slot_moves(&self) -> Option<Box<dyn SlotMoves + '_>>;
    fn gather(
        &self,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
        slots: Slots<'_>,
    ) -> Result<Table, TableError>;
    fn plan(&self) -> Result<Plan, DenseError>;
    fn forecast(&self, control: &Control<'_>) -> Result<Forecast, DenseError>;
    fn has_unmoves(&self) -> bool;
    fn rank(&self, position: &Position) -> Option<u64>;
    fn unrank(&self, slot: u64) -> Option<Position>;
    fn explore(
        self: Arc<Self>,
        roots: Roots<'_>,
        options: &ExploreOptions<'_>,
    ) -> Result<Arena, ExploreError>;
    fn solve(&self, options: &DenseOptions<'_>) -> Result<DenseTable, DenseError>;
    fn edges(&self, control: &Control<'_>) -> Result<u64, Stopped>;
    fn build(
        &self,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
    ) -> Result<Table, TableError>;
    fn verify(&self, table: &Table, control: &Control<'_>) -> Result<Verified, VerifyError>;
    fn check_table(&self, table: &Table) -> Result<(), TableError>;
    fn export_csv(
        &self,
        table: &Table,
        out: &mut dyn Write,
        control: &Control<'_>,
    ) -> Result<(), ExportError>;
    fn row(
        &self,
        slot: u64,
        look: &dyn Fn(u64) -> Result<Worth, TableError>,
    ) -> Result<Option<Row>, TableError>;
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

    fn slots(&self) -> Option<u64> {
        Game::slots(self)
    }

    fn tiers(&self) -> usize {
        Game::tiers(self).len()
    }

    fn sections(&self) -> Vec<Section> {
        Game::sections(self)
    }

    fn tier_ranges(&self) -> Vec<Range<u64>> {
        Game::tiers(self)
    }

    fn slot_moves(&self) -> Option<Box<dyn SlotMoves + '_>> {
        match Game::slot_moves(self) {
            Some(moves) => Some(Box::new(moves)),
            None => Some(Box::new(ByPositions::new(self)?)),
        }
    }

    fn gather(
        &self,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
        slots: Slots<'_>,
    ) -> Result<Table, TableError> {
        Table::gather(self, spec, folder, options, slots)
    }

    fn plan(&self) -> Result<Plan, DenseError> {
        Plan::of(self)
    }

    fn forecast(&self, control: &Control<'_>) -> Result<Forecast, DenseError> {
        forecast::forecast(self, control)
    }

    fn has_unmoves(&self) -> bool {
        dense::has_unmoves(self)
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        Game::slots(self).map(|_| Game::rank(self, position.get()))
    }

    fn unrank(&self, slot: u64) -> Option<Position> {
        Game::unrank(self, slot).map(Position::new)
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

    fn solve(&self, options: &DenseOptions<'_>) -> Result<DenseTable, DenseError> {
        dense::solve(self, options)
    }

    fn edges(&self, control: &Control<'_>) -> Result<u64, Stopped> {
        const CHUNK: u64 = 1 << 10;
        let slots = Game::slots(self).unwrap_or(0);
        let edges = AtomicU64::new(0);
        control.threads.share(slots.div_ceil(CHUNK) as usize, &|chunks| {
            let (mut moves, mut replies) = (Vec::new(), Vec::new());
            for chunk in chunks {
                if control.is_stopped() {
                    return;
                }
                let begin = chunk as u64 * CHUNK;
                let degree = |slot| out_degree(self, slot, &mut moves, &mut replies);
                edges.fetch_add((begin..(begin + CHUNK).min(slots)).map(degree).sum(), Relaxed);
            }
        });
        control.check().map(|()| edges.into_inner())
    }

    fn build(
        &self,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
    ) -> Result<Table, TableError> {
        Table::build(self, spec, folder, options)
    }

    fn verify(&self, table: &Table, control: &Control<'_>) -> Result<Verified, VerifyError> {
        verify(self, table, control)
    }

    fn check_table(&self, table: &Table) -> Result<(), TableError> {
        table.check_game(self)
    }

    fn export_csv(
        &self,
        table: &Table,
        out: &mut dyn Write,
        control: &Control<'_>,
    ) -> Result<(), ExportError> {
        table.export_csv(self, out, control)
    }

    fn row(
        &self,
        slot: u64,
        look: &dyn Fn(u64) -> Result<Worth, TableError>,
    ) -> Result<Option<Row>, TableError> {
        row(self, slot, look)
    }
}

/// The position of a slot with what it is worth and a best move; `None` where there is none.
pub(crate) fn row<G: Game>(
    game: &G,
    slot: u64,
    look: &dyn Fn(u64) -> Result<Worth, TableError>,
) -> Result<Option<Row>, TableError> {
    let worth = look(slot)?;
    let Some(position) = game.unrank(slot).filter(|_| worth != Worth::Hole) else {
        return Ok(None);
    };
    let mut best: Option<(Worth, G::Move, G::Position)> = None;
    for chosen in moves_at(game, &position) {
        let to = game.play(&position, &chosen);
        let left = look(game.rank(&to))?;
        if best.as_ref().is_none_or(|(least, ..)| left.to_leave() < least.to_leave()) {
            best = Some((left, chosen, to));
        }
    }
    let best = best.map(|(_, chosen, to)| NamedMove {
        name: game.show_move(&position, &chosen),
        to: game.show(&to),
    });
    Ok(Some(Row { position: game.show(&position), worth, best }))
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
    let slots = game.slots().unwrap_or(0);
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

/// How many slots the moves from a slot lead to.
fn out_degree<G: Game>(
    game: &G,
    slot: u64,
    moves: &mut Vec<G::Move>,
    replies: &mut Vec<u64>,
) -> u64 {
    let Some(position) = game.unrank(slot) else { return 0 };
    if game.verdict(&position).is_some() {
        return 0;
    }
    moves.clear();
    replies.clear();
    game.moves(&position, moves);
    replies.extend(moves.iter().map(|chosen| game.rank(&game.play(&position, chosen))));
    replies.sort_unstable();
    replies.dedup();
    replies.len() as u64
}
