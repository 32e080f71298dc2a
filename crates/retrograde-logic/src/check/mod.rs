//! Model checking: does a state of a transition system satisfy a formula, and why?
//!
//! A model is an [`Arena`]: its edges are transitions whose actions are their
//! labels, and what is said of its vertices (attributes and remarks) are propositions. A [`Formula`] is
//! one of the modal mu-calculus, or of CTL. [`check`](check()) makes the game of the two and solves it.
//!
//! ```
//! use retrograde_core::{Arena, Control};
//! use retrograde_logic::check::{self, Formula, Options};
//!
//! let mut sketch = Arena::sketch();
//! sketch.vertex(0).to(1).label("send(1)").vertex(1).to(0).label("ack").to(1).label("lose");
//! let model = sketch.arena()?;
//! // Whatever happens, an acknowledgement can still come.
//! let formula = Formula::parse("[true*]<true*.ack>true")?;
//! let checked = check::check(&model, &formula, &Options::default(), &Control::default())?;
//! assert_eq!(checked.holds(0), Some(true));
//! // But it need not: what is sent may be lost forever.
//! let formula = Formula::parse("[true*.send(*)] mu X. [!ack]X")?;
//! let checked = check::check(&model, &formula, &Options::default(), &Control::default())?;
//! assert_eq!(checked.holds(0), Some(false));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
mod closure;
mod ctl;
mod error;
mod evidence;
mod formula;
mod game;
mod lexer;
mod model;
mod parse;
mod pattern;
mod ranks;
mod syntax;
mod weak;
mod why;

use retrograde_core::{Arena, Control, Player, RegionSolution, Stopped, Vertex};
use retrograde_solve::parity::{self, Method};

use ask::Asks;
use model::Model;
pub(crate) use model::internal_names;
pub(crate) use parse::KEYWORDS;
pub(crate) use pattern::{Seen, TAU};

pub use error::FormulaError;
pub use evidence::Evidence;
pub use formula::{Formula, Logic};
pub use game::FormulaGame;
pub use why::{End, Step, Why};

/// What is to be checked.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The state that is asked about; the initial one if it is `None`.
    pub from: Option<Vertex>,
    /// Whether every state is asked about.
    pub all: bool,
    /// The names of the internal action, `i` and `tau` if there are none.
    pub internal: Vec<String>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The game has more positions than a `u32` can number.
    #[error("the game of formula and model has more than 4,294,967,294 positions or moves")]
    TooLarge,
    /// There is no such state.
    #[error("there is no state number {state}: the model has {states}")]
    NoState {
        /// The state asked about.
        state: Vertex,
        /// How many there are.
        states: usize,
    },
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The game of a formula on a model, before it is solved.
#[derive(Clone, Debug)]
pub struct Posed<'a> {
    formula: &'a Formula,
    asks: Asks,
    model: Model<'a>,
    game: FormulaGame,
    depth: u32,
}

/// A formula on a model with the answer.
#[derive(Clone, Debug)]
pub struct Checked<'a> {
    posed: Posed<'a>,
    /// Who wins where in the game, and how. Positions stay open where time or memory was up.
    pub solution: RegionSolution,
    /// How it was solved.
    pub solver: &'static str,
}

/// Makes the game of a formula and a model: only what can be met from what is asked.
///
/// # Errors
/// A state that does not exist; a game that is too large; it was stopped.
///
/// # Complexity
/// O(S A + T A) time for S states, T transitions and a formula of size A; about 16 bytes a position and
/// 4 a move, and 4 a state and part of the formula.
pub fn pose<'a>(
    model: &'a Arena,
    formula: &'a Formula,
    options: &Options,
    control: &Control<'_>,
) -> Result<Posed<'a>, CheckError> {
    control.check()?;
    let states = model.graph.vertex_count();
    let from = options.from.or(model.start).unwrap_or(0);
    if !options.all && from as usize >= states {
        return Err(CheckError::NoState { state: from, states });
    }
    let ranks = formula.ranks(control)?;
    let asks = Asks::new(formula.syntax(), formula.closure(), &ranks, control)?;
    let internal = match options.internal.is_empty() {
        true => model::internal_names(),
        false => options.internal.clone(),
    };
    let (syntax, text) = (formula.syntax(), formula.text());
    let model = Model::new(model, syntax, text, &asks.actions, &internal, control)?;
    let from = if options.all { 0..states as Vertex } else { from..from + 1 };
    let game = FormulaGame::new(&model, &asks, from, control)?;
    Ok(Posed { formula, asks, model, game, depth: ranks.depth })
}

/// Checks a formula on a model.
///
/// # Errors
/// As for [`pose`]; it was cancelled.
///
/// # Complexity
/// As for [`pose`] where least and greatest fixpoints do not alternate; whatever the solvers of parity
/// games take for the others.
pub fn check<'a>(
    model: &'a Arena,
    formula: &'a Formula,
    options: &Options,
    control: &Control<'_>,
) -> Result<Checked<'a>, CheckError> {
    pose(model, formula, options, control)?.solve(control)
}

impl<'a> Posed<'a> {
    /// The game.
    #[must_use]
    pub fn game(&self) -> &FormulaGame {
        &self.game
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'a Arena {
        self.model.arena
    }

    /// The formula.
    #[must_use]
    pub fn formula(&self) -> &'a Formula {
        self.formula
    }

    /// How often least and greatest fixpoints alternate, as
    /// [`Formula::alternation_depth`] tells.
    #[must_use]
    pub fn alternation_depth(&self) -> u32 {
        self.depth
    }

    /// The propositions of the formula that hold at no state and the actions that no label is, as they
    /// are written.
    #[must_use]
    pub fn unknown(&self) -> &[String] {
        &self.model.unknown
    }

    /// Solves the game.
    ///
    /// # Errors
    /// It was stopped.
    pub fn solve(self, control: &Control<'_>) -> Result<Checked<'a>, CheckError> {
        if let Some(greatest) = &self.asks.greatest {
            let solution = weak::solve(&self.game, &self.asks, greatest, control)?;
            return Ok(Checked { posed: self, solution, solver: "levels" });
        }
        let options = retrograde_solve::Options { control: *control, values_only: false };
        let solved = parity::solve(&self.game.parity(), Method::Auto, &options)?;
        if let (Some(why), false) = (solved.report.stopped, self.is_answered(&solved.solution)) {
            return Err(why.into());
        }
        Ok(Checked { posed: self, solution: solved.solution, solver: solved.report.solver })
    }

    fn is_answered(&self, solution: &RegionSolution) -> bool {
        (0..self.game.roots() as Vertex).all(|root| solution.winners.get(root).is_some())
    }

    /// The answer that somebody else found, which is not checked.
    #[must_use]
    pub fn answered(self, solution: RegionSolution) -> Checked<'a> {
        Checked { posed: self, solution, solver: "given" }
    }
}

impl<'a> Checked<'a> {
    /// The game that was solved.
    #[must_use]
    pub fn posed(&self) -> &Posed<'a> {
        &self.posed
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &FormulaGame {
        &self.posed.game
    }

    /// Whether a state that was asked about satisfies the formula; `None` for others.
    #[must_use]
    pub fn holds(&self, state: Vertex) -> Option<bool> {
        let game = &self.posed.game;
        let root = match game.roots() {
            1 if game.state(0) == state => 0,
            roots if roots == self.posed.model().graph.vertex_count() => state,
            _ => return None,
        };
        if root as usize >= game.roots() {
            return None;
        }
        Some(self.solution.winners.get(root)? == Player::Zero)
    }

    /// The states that were asked about, with whether they satisfy the formula.
    pub fn answers(&self) -> impl Iterator<Item = (Vertex, bool)> + '_ {
        let game = &self.posed.game;
        (0..game.roots() as Vertex).filter_map(|root| {
            Some((game.state(root), self.solution.winners.get(root)? == Player::Zero))
        })
    }
}
