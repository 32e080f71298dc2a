//! The rules of any game: what a command line, a scripting language or a page needs of them.
//!
//! Programs that work for every game would otherwise be compiled once for each. Here positions become
//! handles, moves become text and the position they lead to; what works over the index knows slots
//! alone ([`Index`]).

pub(crate) mod erased;

use std::fmt;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use retrograde_core::{Arena, Control, Outcome, Stopped};
use retrograde_games::catalogue::{Files, Listed, Listing};
use retrograde_games::picture::{Board, Setup, Touch};
use retrograde_games::{
    ExploreError, ExploreOptions, Game, Gifts, ParseError, Part, Section, SlotMoves,
};

use crate::asker::Asker;
use crate::asking::Look;
use crate::by_slots::BySlots;
use crate::dense::{self, DenseError, DenseOptions};
use crate::position::{Choice, Position};
use crate::solved::{Row, SolvedGame};
use crate::{
    BuildOptions, ExportError, Forecast, Index, Plan, Slots, Table, TableError, Verified,
    VerifyError, forecast, index, verify,
};
use erased::Erased;

/// The rules of any game, to be shared and passed around.
///
/// ```
/// use retrograde_core::Distance;
/// use retrograde_games::catalogue::NoFiles;
/// use retrograde_table::dense::DenseOptions;
/// use retrograde_table::{Catalogue, Worth};
///
/// let rules = Catalogue::builtin().open("quixo:3", &NoFiles)?;
/// let start = rules.start().unwrap();
/// assert_eq!(rules.show(&start), ".../.../...");
/// let solved = rules.solve(&DenseOptions::default())?;
/// assert_eq!(solved.worth(&start)?, Some(Worth::Win(Some(Distance(7)))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
/// Positions belong to the game that they came from: all methods panic if they are given a
/// position of a game of another type.
#[derive(Clone)]
pub struct Rules {
    game: Arc<dyn Erased>,
    listing: Option<&'static Listing>,
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

impl Rules {
    /// The rules of a game of one's own.
    ///
    /// ```
    /// use retrograde_games::rules::Nim;
    /// use retrograde_table::Rules;
    /// let rules = Rules::of(Nim::new(&[1, 2]).unwrap());
    /// assert_eq!(rules.choices(&rules.start().unwrap()).len(), 3);
    /// ```
    pub fn of<G: Game + 'static>(game: G) -> Self {
        Rules { game: Arc::new(game), listing: None }
    }

    /// The rules of a game that a catalogue can list.
    pub(crate) fn listed<G: Listed + 'static>(
        parameters: &str,
        files: &dyn Files,
    ) -> Result<Self, ParseError> {
        let game = Arc::new(G::from_parameters(parameters, files)?);
        Ok(Rules { game, listing: Some(const { &G::LISTING }) })
    }

    /// What the catalogue says about the game, if it came from one.
    #[must_use]
    pub fn listing(&self) -> Option<&'static Listing> {
        self.listing
    }

    /// See [`Game::start`].
    #[must_use]
    pub fn start(&self) -> Option<Position> {
        self.game.start()
    }

    /// See [`Game::parse`].
    ///
    /// # Errors
    /// What is wrong with the text, and how to write it.
    pub fn parse(&self, text: &str) -> Result<Position, ParseError> {
        self.game.parse(text)
    }

    /// See [`Game::show`].
    #[must_use]
    pub fn show(&self, position: &Position) -> String {
        self.game.show(position)
    }

    /// See [`Game::board`].
    #[must_use]
    pub fn board(&self, position: &Position) -> String {
        self.game.board(position)
    }

    /// See [`Game::board_seen`].
    #[must_use]
    pub fn board_seen(&self, position: &Position, second: bool) -> String {
        self.game.board_seen(position, second)
    }

    /// See [`Game::picture`].
    #[must_use]
    pub fn picture(&self, position: &Position, second: bool) -> Board {
        self.game.picture(position, second)
    }

    /// The ways to point at each of the [choices](Self::choices) on the board, in the same order; see
    /// [`Game::touches`].
    #[must_use]
    pub fn touches(&self, position: &Position, second: bool) -> Vec<Vec<Touch>> {
        self.game.touches(position, second)
    }

    /// See [`Game::position_from`].
    ///
    /// ```
    /// use retrograde_games::rules::DobutsuShogi;
    /// use retrograde_table::Rules;
    /// let rules = Rules::of(DobutsuShogi);
    /// let start = rules.start().unwrap();
    /// let mut setup = rules.picture(&start, false).setup();
    /// assert_eq!(rules.position_from(&setup)?, start);
    /// setup.pieces.pop();
    /// assert!(rules.position_from(&setup).unwrap_err().to_string().contains("two giraffes"));
    /// # Ok::<(), retrograde_games::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// Why there is no such position.
    pub fn position_from(&self, setup: &Setup) -> Result<Position, ParseError> {
        self.game.position_from(setup)
    }

    /// A position to look at first: the start or, of a game without one, some position of the last
    /// tier of its index in which there are moves.
    #[must_use]
    pub fn opening(&self) -> Option<Position> {
        self.game.start().or_else(|| self.game.some_position())
    }

    /// What a position is worth to the player to move if the game is over there; `None` where there
    /// are moves.
    #[must_use]
    pub fn over(&self, position: &Position) -> Option<Outcome> {
        self.game.over(position)
    }

    /// See [`Game::mover`].
    #[must_use]
    pub fn mover(&self, position: &Position) -> Option<&'static str> {
        self.game.mover(position)
    }

    /// The moves of a position in the order of the rules; none where the game is over.
    #[must_use]
    pub fn choices(&self, position: &Position) -> Vec<Choice> {
        self.game.choices(position)
    }

    /// See [`Game::parse_move`].
    #[must_use]
    pub fn parse_move(&self, position: &Position, text: &str) -> Option<Choice> {
        self.game.parse_move(position, text)
    }

    /// See [`Game::slots`].
    #[must_use]
    pub fn slots(&self) -> Option<u64> {
        self.game.slots()
    }

    /// The game by its slots.
    fn index(&self) -> &dyn Index {
        &*self.game
    }

    /// How many tiers the index has.
    #[must_use]
    pub fn tiers(&self) -> usize {
        self.game.tiers().len()
    }

    /// The slots in groups, as [`Game::tiers`] has them.
    #[must_use]
    pub fn tier_ranges(&self) -> Vec<Range<u64>> {
        self.game.tiers()
    }

    /// Moves from slot to slot, none [left out](SlotMoves::gifts), faster ones if the game has
    /// them; `None` for a game without an index or un-moves.
    #[must_use]
    pub fn slot_moves(&self) -> Option<Box<dyn SlotMoves + '_>> {
        let moves = match self.game.slot_moves() {
            Some(moves) if moves.gifts() != Gifts::Counted => moves.counted(),
            moves => moves,
        };
        match moves {
            Some(moves) => Some(Box::new(moves)),
            None => Some(Box::new(BySlots::new(&*self.game)?)),
        }
    }

    /// Makes a table in a folder of slots that somebody else has solved; see [`Table::gather`].
    ///
    /// # Errors
    /// As there.
    pub fn gather(
        &self,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
        slots: Slots<'_>,
    ) -> Result<SolvedGame, TableError> {
        let table = Table::gather(self.index(), spec, folder, options, slots)?;
        SolvedGame::stored(self.clone(), table)
    }

    /// What solving it over its index takes.
    ///
    /// # Errors
    /// The game has no index, or its tiers are not all slots, each once.
    pub fn plan(&self) -> Result<Plan, DenseError> {
        Plan::of(self.index())
    }

    /// How long solving it over its index and writing a table takes, from a look at some slots that
    /// takes a fraction of a second.
    ///
    /// ```
    /// use retrograde_core::Control;
    /// use retrograde_games::rules::Connect;
    /// use retrograde_table::Rules;
    /// let rules = Rules::of(Connect::new(7, 6, 4).unwrap());
    /// let forecast = rules.forecast(&Control::default())?;
    /// assert!(forecast.looked_at > 0 && forecast.time.as_secs() > 100_000);
    /// # Ok::<(), retrograde_table::dense::DenseError>(())
    /// ```
    ///
    /// # Errors
    /// As for [`plan`](Self::plan), or somebody stopped it.
    pub fn forecast(&self, control: &Control<'_>) -> Result<Forecast, DenseError> {
        forecast::forecast(self.index(), control)
    }

    /// See [`Game::parts`].
    #[must_use]
    pub fn parts(&self) -> Vec<Part> {
        self.game.parts()
    }

    /// Opens the table of the game that is in a folder; see [`Table::open_of`].
    ///
    /// # Errors
    /// As there.
    pub fn open_table(&self, folder: &Path) -> Result<SolvedGame, TableError> {
        SolvedGame::stored(self.clone(), Table::open_of(self.index(), folder)?)
    }

    /// See [`Game::sections`].
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        self.game.sections()
    }

    /// Whether the game has un-moves, which make solving over the index fast.
    #[must_use]
    pub fn has_unmoves(&self) -> bool {
        self.game.has_unmoves()
    }

    /// See [`Game::rank`]; `None` if the game has no index.
    #[must_use]
    pub fn rank(&self, position: &Position) -> Option<u64> {
        self.game.rank(position)
    }

    /// See [`Game::unrank`].
    #[must_use]
    pub fn unrank(&self, slot: u64) -> Option<Position> {
        self.game.unrank(slot)
    }

    /// Every position that can be met, as a graph with the positions for names; see
    /// [`explore`](retrograde_games::explore()).
    ///
    /// ```
    /// use retrograde_games::ExploreOptions;
    /// use retrograde_games::rules::Mnk;
    /// use retrograde_table::{Roots, Rules};
    /// let rules = Rules::of(Mnk::new(3, 3, 3).unwrap());
    /// let start = rules.start().unwrap();
    /// let arena = rules.explore(Roots::From(&[start]), &ExploreOptions::default())?;
    /// assert_eq!(arena.graph.vertex_count(), 5478);
    /// # Ok::<(), retrograde_games::ExploreError>(())
    /// ```
    ///
    /// # Errors
    /// More positions or more memory than allowed, or somebody stopped it.
    pub fn explore(
        &self,
        roots: Roots<'_>,
        options: &ExploreOptions<'_>,
    ) -> Result<Arena, ExploreError> {
        self.game.clone().explore(roots, options)
    }

    /// Solves the game over its index; see [`dense::solve`](crate::dense::solve).
    ///
    /// # Errors
    /// As there.
    pub fn solve(&self, options: &DenseOptions<'_>) -> Result<SolvedGame, DenseError> {
        Ok(SolvedGame::indexed(self.clone(), dense::solve(self.index(), options)?))
    }

    /// How many moves there are in the index, counting those as one that lead from one slot to
    /// another: the edges of the graph that [`explore`](Self::explore) makes of the whole index.
    ///
    /// # Errors
    /// Somebody stopped it.
    ///
    /// # Complexity
    /// The moves of each position once.
    pub fn edges(&self, control: &Control<'_>) -> Result<u64, Stopped> {
        index::edges(self.index(), control)
    }

    /// Builds a table, or goes on with one, and opens it; see [`Table::build`].
    ///
    /// # Errors
    /// As there.
    pub fn build(
        &self,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
    ) -> Result<SolvedGame, TableError> {
        SolvedGame::stored(self.clone(), Table::build(self.index(), spec, folder, options)?)
    }

    /// See [`verify`](crate::verify()).
    ///
    /// # Errors
    /// As there.
    pub fn verify(&self, table: &Table, control: &Control<'_>) -> Result<Verified, VerifyError> {
        verify(self.index(), table, control)
    }

    /// See [`Table::check_game`].
    ///
    /// # Errors
    /// As there.
    pub fn check_table(&self, table: &Table) -> Result<(), TableError> {
        table.check_game(self.index())
    }

    /// See [`Table::export_csv`].
    ///
    /// # Errors
    /// As there.
    pub fn export_csv(
        &self,
        table: &Table,
        out: &mut dyn Write,
        control: &Control<'_>,
    ) -> Result<(), ExportError> {
        table.export_csv(self.index(), out, control)
    }

    /// The position of a slot with what it is worth and a best move.
    pub(crate) fn row(&self, slot: u64, look: &mut Look<'_>) -> Result<Option<Row>, TableError> {
        self.game.row(slot, look)
    }

    /// Answers about positions by their texts; the game must have an index.
    pub(crate) fn asker(&self) -> Box<dyn Asker + '_> {
        self.game.asker()
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.listing.map(|listing| listing.name);
        f.debug_struct("Rules").field("name", &name).finish_non_exhaustive()
    }
}
