//! The one place where a game's type is forgotten.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograde_core::{Arena, Threads};
use retrograde_games::{ExploreError, ExploreOptions, Game, ParseError, explore};

use super::{Choice, Position, Roots, Row};
use crate::dense::{self, DenseError, DenseOptions, DenseTable, best_move};
use crate::{
    BuildOptions, ExportError, ScanOptions, Slot, Table, TableError, Verified, VerifyError, verify,
};

/// What [`Rulebook`](super::Rulebook) passes on; its methods are described there.
pub(super) trait Rules: Send + Sync {
    fn start(&self) -> Option<Position>;
    fn parse(&self, text: &str) -> Result<Position, ParseError>;
    fn show(&self, position: &Position) -> String;
    fn board(&self, position: &Position) -> String;
    fn board_seen(&self, position: &Position, second: bool) -> String;
    fn mover(&self, position: &Position) -> Option<&'static str>;
    fn choices(&self, position: &Position) -> Vec<Choice>;
    fn parse_move(&self, position: &Position, text: &str) -> Option<Choice>;
    fn slots(&self) -> Option<u64>;
    fn tiers(&self) -> usize;
    fn has_unmoves(&self) -> bool;
    fn rank(&self, position: &Position) -> Option<u64>;
    fn unrank(&self, slot: u64) -> Option<Position>;
    fn explore(
        self: Arc<Self>,
        roots: Roots<'_>,
        options: &ExploreOptions<'_>,
    ) -> Result<Arena, ExploreError>;
    fn solve(&self, options: &DenseOptions<'_>) -> Result<DenseTable, DenseError>;
    fn row(&self, table: &DenseTable, slot: u64) -> Option<Row>;
    fn edges(&self, threads: Threads) -> u64;
    fn build(
        &self,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
    ) -> Result<Table, TableError>;
    fn verify(&self, table: &Table, options: &ScanOptions<'_>) -> Result<Verified, VerifyError>;
    fn check_table(&self, table: &Table) -> Result<(), TableError>;
    fn export_csv(&self, table: &Table, out: &mut dyn Write) -> Result<(), ExportError>;
}

/// A game, for as long as anybody has its rules.
pub(super) struct Held<G> {
    game: Arc<G>,
}

impl<G> Held<G> {
    pub(super) fn new(game: G) -> Self {
        Held { game: Arc::new(game) }
    }
}

impl<G: Game + 'static> Rules for Held<G> {
    fn start(&self) -> Option<Position> {
        self.game.start().map(Position::new)
    }

    fn parse(&self, text: &str) -> Result<Position, ParseError> {
        self.game.parse(text).map(Position::new)
    }

    fn show(&self, position: &Position) -> String {
        self.game.show(position.get())
    }

    fn board(&self, position: &Position) -> String {
        self.game.board(position.get())
    }

    fn board_seen(&self, position: &Position, second: bool) -> String {
        self.game.board_seen(position.get(), second)
    }

    fn mover(&self, position: &Position) -> Option<&'static str> {
        self.game.mover(position.get())
    }

    fn choices(&self, position: &Position) -> Vec<Choice> {
        let position = position.get();
        let mut moves = Vec::new();
        if self.game.verdict(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        moves.iter().map(|chosen| self.choice(position, chosen)).collect()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Option<Choice> {
        let position = position.get();
        Some(self.choice(position, &self.game.parse_move(position, text)?))
    }

    fn slots(&self) -> Option<u64> {
        self.game.slots()
    }

    fn tiers(&self) -> usize {
        self.game.tiers().len()
    }

    fn has_unmoves(&self) -> bool {
        let first = || (0..self.game.slots()?).find_map(|slot| self.game.unrank(slot));
        let position = self.game.start().or_else(first);
        position.is_some_and(|position| self.game.unmoves(&position, &mut Vec::new()))
    }

    fn rank(&self, position: &Position) -> Option<u64> {
        self.game.slots().map(|_| self.game.rank(position.get()))
    }

    fn unrank(&self, slot: u64) -> Option<Position> {
        self.game.unrank(slot).map(Position::new)
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
            Roots::Index => (self.indexed(options)?, true),
        };
        let explored = explore(&*self.game, &roots, &ExploreOptions { symmetry, ..*options })?;
        Ok(explored.into_arena(self.game.clone()).0)
    }

    fn solve(&self, options: &DenseOptions<'_>) -> Result<DenseTable, DenseError> {
        dense::solve(&*self.game, options)
    }

    fn row(&self, table: &DenseTable, slot: u64) -> Option<Row> {
        let worth = table.get(slot);
        if worth == Slot::Hole {
            return None;
        }
        let game = &*self.game;
        let position = game.unrank(slot)?;
        let best = best_move(game, table, &position);
        let to = best.map(|(chosen, _)| game.show(&game.canonical(&game.play(&position, &chosen))));
        Some(Row { position: game.show(&position), slot: worth, to })
    }

    fn edges(&self, threads: Threads) -> u64 {
        const CHUNK: u64 = 1 << 12;
        let slots = self.game.slots().unwrap_or(0);
        let edges = AtomicU64::new(0);
        threads.share(slots.div_ceil(CHUNK) as usize, &|chunks| {
            let (mut moves, mut replies) = (Vec::new(), Vec::new());
            for chunk in chunks {
                let begin = chunk as u64 * CHUNK;
                let degree = |slot| self.out_degree(slot, &mut moves, &mut replies);
                edges.fetch_add((begin..(begin + CHUNK).min(slots)).map(degree).sum(), Relaxed);
            }
        });
        edges.into_inner()
    }

    fn build(
        &self,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
    ) -> Result<Table, TableError> {
        Table::build(&*self.game, spec, folder, options)
    }

    fn verify(&self, table: &Table, options: &ScanOptions<'_>) -> Result<Verified, VerifyError> {
        verify(&*self.game, table, options)
    }

    fn check_table(&self, table: &Table) -> Result<(), TableError> {
        table.check_game(&*self.game)
    }

    fn export_csv(&self, table: &Table, out: &mut dyn Write) -> Result<(), ExportError> {
        table.export_csv(&*self.game, out)
    }
}

impl<G: Game> Held<G>
where
    G::Position: 'static,
{
    fn choice(&self, position: &G::Position, chosen: &G::Move) -> Choice {
        let text = self.game.show_move(position, chosen);
        Choice { text, to: Position::new(self.game.play(position, chosen)) }
    }

    /// The positions of the index, if there is room for them.
    fn indexed(&self, options: &ExploreOptions<'_>) -> Result<Vec<G::Position>, ExploreError> {
        /// So many slots are looked at to find out how many are holes.
        const SAMPLE: u64 = 1 << 16;
        let slots = self.game.slots().unwrap_or(0);
        if slots > SAMPLE {
            let filled = (0..SAMPLE)
                .filter(|&n| {
                    // Steps of the golden ratio: spread out, and in step with no pattern of holes.
                    let place = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    let slot = (u128::from(place) * u128::from(slots)) >> 64;
                    self.game.unrank(slot as u64).is_some()
                })
                .count();
            let about = u128::from(slots) * filled as u128 / u128::from(SAMPLE);
            options.refuse_hopeless::<G>((about * 9 / 10) as u64)?;
        }
        // A list that grows is there twice, and then once more while it is numbered.
        let most = options.memory / (3 * size_of::<G::Position>() as u64).max(1);
        let mut positions = Vec::new();
        for slot in 0..slots {
            if let Some(position) = self.game.unrank(slot) {
                if positions.len() as u64 >= most {
                    let positions = positions.len() as u64;
                    return Err(ExploreError::TooMuchMemory { positions, allowed: options.memory });
                }
                positions.push(position);
            }
        }
        Ok(positions)
    }

    /// How many slots the moves from a slot lead to.
    fn out_degree(&self, slot: u64, moves: &mut Vec<G::Move>, replies: &mut Vec<u64>) -> u64 {
        let game = &*self.game;
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
}
