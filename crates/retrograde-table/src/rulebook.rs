//! A game whose type is not known: what a command line, a scripting language or a page needs of it.
//!
//! Programs that work for every game would otherwise be compiled once for each. Here the engines
//! are, and nothing else: positions become handles, moves become text and the position they lead to.

mod held;
mod position;

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use retrograde_core::{Arena, Threads};
use retrograde_games::catalogue::{self, AnyGame, Files, Visitor};
use retrograde_games::{ExploreError, ExploreOptions, Game, ParseError};

use crate::dense::{DenseError, DenseOptions, DenseTable};
use crate::{
    BuildOptions, Entry, ExportError, ScanOptions, Slot, Table, TableError, Verified, VerifyError,
};
use held::{Held, Rules};
pub use position::{Choice, Position};

/// The rules of any game, to be shared and passed around.
///
/// ```
/// use retrograde_games::catalogue::NoFiles;
/// use retrograde_table::dense::DenseOptions;
/// use retrograde_table::{Rulebook, Slot};
///
/// let rules = Rulebook::from_spec("quixo:3", &NoFiles).unwrap();
/// let start = rules.start().unwrap();
/// assert_eq!(rules.show(&start), ".../.../...");
/// let table = rules.solve(&DenseOptions::default()).unwrap();
/// let slot = table.get(rules.rank(&start).unwrap());
/// assert!(matches!(slot, Slot::Win(plies) if plies.0 == 7));
/// ```
///
/// # Panics
/// Positions belong to the game that they came from: all methods panic if they are given a
/// position of a game of another type.
#[derive(Clone)]
pub struct Rulebook {
    rules: Arc<dyn Rules>,
    entry: Option<&'static catalogue::Entry>,
}

/// Where exploring begins.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Roots<'a> {
    /// These positions.
    From(&'a [Position]),
    /// Every position of the index: of those that symmetry makes the same, one.
    Index,
}

/// What is known about one position of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The position.
    pub position: String,
    /// What it is worth.
    pub slot: Slot,
    /// The position that a best move leads to, as the index has it; none where the game is over.
    pub to: Option<String>,
}

/// A move with what a table says about the position that it leaves to the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move.
    pub choice: Choice,
    /// What the position after it is worth to the opponent.
    pub entry: Entry,
}

impl Rulebook {
    /// The rules of a game of one's own.
    ///
    /// ```
    /// use retrograde_games::rules::Nim;
    /// use retrograde_table::Rulebook;
    /// let rules = Rulebook::of(Nim::new(&[1, 2]).unwrap());
    /// assert_eq!(rules.choices(&rules.start().unwrap()).len(), 3);
    /// ```
    pub fn of<G: Game + 'static>(game: G) -> Self {
        Rulebook { rules: Arc::new(Held::new(game)), entry: None }
    }

    /// The rules of a game of the catalogue.
    ///
    /// # Errors
    /// No game of that name, or parameters that do not fit.
    pub fn from_spec(spec: &str, files: &dyn Files) -> Result<Self, ParseError> {
        struct Open;
        impl Visitor for Open {
            type Output = Rulebook;
            fn visit<G: Game + Clone + 'static>(self, game: &G) -> Rulebook {
                Rulebook::of(game.clone())
            }
        }
        let game = AnyGame::from_spec(spec, files)?;
        Ok(Rulebook { entry: Some(game.entry()), ..game.visit(Open) })
    }

    /// What the catalogue says about the game, if it came from there.
    #[must_use]
    pub fn entry(&self) -> Option<&'static catalogue::Entry> {
        self.entry
    }

    /// See [`Game::start`].
    #[must_use]
    pub fn start(&self) -> Option<Position> {
        self.rules.start()
    }

    /// See [`Game::parse`].
    ///
    /// # Errors
    /// What is wrong with the text, and how to write it.
    pub fn parse(&self, text: &str) -> Result<Position, ParseError> {
        self.rules.parse(text)
    }

    /// See [`Game::show`].
    #[must_use]
    pub fn show(&self, position: &Position) -> String {
        self.rules.show(position)
    }

    /// See [`Game::board`].
    #[must_use]
    pub fn board(&self, position: &Position) -> String {
        self.rules.board(position)
    }

    /// See [`Game::board_seen`].
    #[must_use]
    pub fn board_seen(&self, position: &Position, second: bool) -> String {
        self.rules.board_seen(position, second)
    }

    /// See [`Game::mover`].
    #[must_use]
    pub fn mover(&self, position: &Position) -> Option<&'static str> {
        self.rules.mover(position)
    }

    /// The moves of a position in the order of the rules; none where the game is over.
    #[must_use]
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        self.rules.choices(position)
    }

    /// See [`Game::parse_move`].
    #[must_use]
    pub fn parse_move(&self, position: &Position, text: &str) -> Option<Choice> {
        self.rules.parse_move(position, text)
    }

    /// See [`Game::slots`].
    #[must_use]
    pub fn slots(&self) -> Option<u64> {
        self.rules.slots()
    }

    /// How many tiers the index has.
    #[must_use]
    pub fn tiers(&self) -> usize {
        self.rules.tiers()
    }

    /// Whether the game has un-moves, which make solving over the index fast.
    #[must_use]
    pub fn has_unmoves(&self) -> bool {
        self.rules.has_unmoves()
    }

    /// See [`Game::rank`]; `None` if the game has no index.
    #[must_use]
    pub fn rank(&self, position: &Position) -> Option<u64> {
        self.rules.rank(position)
    }

    /// See [`Game::unrank`].
    #[must_use]
    pub fn unrank(&self, slot: u64) -> Option<Position> {
        self.rules.unrank(slot)
    }

    /// Every position that can be met, as a graph with the positions for names; see
    /// [`explore`](retrograde_games::explore()).
    ///
    /// ```
    /// use retrograde_games::ExploreOptions;
    /// use retrograde_games::catalogue::NoFiles;
    /// use retrograde_table::{Roots, Rulebook};
    /// let rules = Rulebook::from_spec("tic-tac-toe", &NoFiles).unwrap();
    /// let start = rules.start().unwrap();
    /// let arena = rules.explore(Roots::From(&[start]), &ExploreOptions::default())?;
    /// assert_eq!(arena.graph.vertex_count(), 5478);
    /// # Ok::<(), retrograde_games::ExploreError>(())
    /// ```
    ///
    /// # Errors
    /// More positions or more memory than allowed.
    pub fn explore(
        &self,
        roots: Roots<'_>,
        options: &ExploreOptions<'_>,
    ) -> Result<Arena, ExploreError> {
        self.rules.clone().explore(roots, options)
    }

    /// Solves the game over its index; see [`dense::solve`](crate::dense::solve).
    ///
    /// # Errors
    /// As there.
    pub fn solve(&self, options: &DenseOptions<'_>) -> Result<DenseTable, DenseError> {
        self.rules.solve(options)
    }

    /// What a solved index says about the position of a slot; `None` for a hole.
    #[must_use]
    pub fn row(&self, table: &DenseTable, slot: u64) -> Option<Row> {
        self.rules.row(table, slot)
    }

    /// How many moves there are in the index, counting those as one that lead from one slot to
    /// another: the edges of the graph that [`explore`](Self::explore) makes of the whole index.
    ///
    /// # Complexity
    /// The moves of each position once.
    #[must_use]
    pub fn edges(&self, threads: Threads) -> u64 {
        self.rules.edges(threads)
    }

    /// See [`Table::build`].
    ///
    /// # Errors
    /// As there.
    pub fn build(
        &self,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
    ) -> Result<Table, TableError> {
        self.rules.build(spec, folder, options)
    }

    /// See [`verify`](crate::verify()).
    ///
    /// # Errors
    /// As there.
    pub fn verify(
        &self,
        table: &Table,
        options: &ScanOptions<'_>,
    ) -> Result<Verified, VerifyError> {
        self.rules.verify(table, options)
    }

    /// What a table of the game says about a position; see [`Table::probe_position`].
    ///
    /// # Errors
    /// As there.
    pub fn probe(&self, table: &Table, position: &Position) -> Result<Entry, TableError> {
        match self.rank(position) {
            Some(slot) if self.slots() == Some(table.slots()) => table.probe(slot),
            _ => Err(table.other_index()),
        }
    }

    /// Every move at a position and what a table says that it leaves to the opponent, the best
    /// first; see [`Table::moves`].
    ///
    /// # Errors
    /// As there.
    pub fn replies(&self, table: &Table, position: &Position) -> Result<Vec<Reply>, TableError> {
        let mut replies = Vec::new();
        for choice in self.choices(position) {
            let entry = self.probe(table, &choice.to)?;
            replies.push(Reply { choice, entry });
        }
        replies.sort_by_key(|reply| reply.entry.to_leave());
        Ok(replies)
    }

    /// See [`Table::check_game`].
    ///
    /// # Errors
    /// As there.
    pub fn check_table(&self, table: &Table) -> Result<(), TableError> {
        self.rules.check_table(table)
    }

    /// See [`Table::export_csv`].
    ///
    /// # Errors
    /// As there.
    pub fn export_csv(&self, table: &Table, out: &mut dyn Write) -> Result<(), ExportError> {
        self.rules.export_csv(table, out)
    }
}

impl fmt::Debug for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.entry.map(|entry| entry.name);
        f.debug_struct("Rulebook").field("name", &name).finish_non_exhaustive()
    }
}
