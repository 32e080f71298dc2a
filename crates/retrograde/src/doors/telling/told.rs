//! Lines and explanations as they are told, for whoever shows them.

use retrograde_core::{Cell, Objective, Vertex};
use retrograde_solve::line::{End, Recurs, Turn};

/// What is said about a position, each under its key.
pub type Fields<'a> = Vec<(&'static str, Cell<'a>)>;

/// A move that somebody makes or could make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldMove {
    /// The move as players write it; on a graph, the vertex moved to.
    pub name: String,
    /// For a game given by rules, the position that it really leads to.
    pub to: Option<String>,
}

/// A line of play with all there is to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<'a> {
    /// What it is played for.
    pub objective: Objective,
    /// Whether moves have names of their own: in a game given by rules.
    pub by_rules: bool,
    /// The positions, the first one included.
    pub steps: Vec<ToldStep<'a>>,
    /// What comes after the last.
    pub end: End,
    /// What comes up infinitely often, where that decides.
    pub recurs: Option<Recurs>,
    /// How it ends, in words.
    pub ending: String,
}

/// One position of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldStep<'a> {
    /// Its number, where the game is a graph.
    pub place: Option<Vertex>,
    /// What it is called.
    pub vertex: String,
    /// Whose turn it is where that matters, what it is worth, and what belongs to the play.
    pub fields: Fields<'a>,
    /// Whether it is a draw that the rules end.
    pub tie: bool,
    /// The move made there; none at the end.
    pub chosen: Option<ToldMove>,
}

/// Why a position is worth what it is, and those that best play passes through after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation<'a> {
    /// What is played for.
    pub objective: Objective,
    /// Whether moves have names of their own.
    pub by_rules: bool,
    /// The positions that are explained.
    pub positions: Vec<Explained<'a>>,
    /// How play goes on from the last of them, in words; empty where there is nothing to say.
    pub closing: String,
    /// Whether moves or positions were left out that there was no room for.
    pub cut: bool,
    /// Whether nothing is known of the first position, the solver having been stopped.
    pub open: bool,
}

/// Why one position is worth what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained<'a> {
    /// What it is called.
    pub vertex: String,
    /// Whose turn it is where that matters, and what it is worth.
    pub fields: Fields<'a>,
    /// Whether it is a draw that the rules end.
    pub tie: bool,
    /// Why, in a sentence.
    pub why: String,
    /// Its moves, first the one that is made and then from the best to the worst.
    pub moves: Vec<ExplainedMove<'a>>,
    /// How many more moves there are.
    pub more: usize,
}

/// A move and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedMove<'a> {
    /// The move.
    pub chosen: ToldMove,
    /// What is said of the position after it, for whoever moves there.
    pub fields: Fields<'a>,
    /// Whether that is a draw that the rules end.
    pub tie: bool,
    /// Whether it is the move that is made.
    pub best: bool,
    /// What it means for whoever makes it, in words.
    pub effect: String,
}

/// How much an explanation says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Positions along best play to explain after the first.
    pub depth: usize,
    /// Moves to list at each of them.
    pub moves: usize,
    /// Lines that the whole may take: a position after the first is explained if it fits.
    pub lines: usize,
    /// Who is to move, in asymmetric and partizan games; `None` explains the position for either.
    pub turn: Option<Turn>,
}

impl Detail {
    /// All there is to say.
    pub const ALL: Detail =
        Detail { depth: usize::MAX, moves: usize::MAX, lines: usize::MAX, turn: None };
}

/// What fits a screen.
impl Default for Detail {
    fn default() -> Self {
        Detail { depth: 12, moves: 20, lines: 20, turn: None }
    }
}
