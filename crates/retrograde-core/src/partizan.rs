//! Partizan games: some moves belong to Left, some to Right, the others to both.

use std::fmt;

use crate::arena::Arena;
use crate::cell::{Cell, Fact, Summary};
use crate::column::Column;
use crate::error::GraphError;
use crate::graph::{Graph, Vertex};
use crate::outcome_game::{Convention, OutcomeGame};
use crate::outcome_solution::OutcomeSolution;
use crate::outcomes::Outcomes;
use crate::question::QuestionError;
use crate::solution::Claims;
use crate::strategy::Strategy;
use crate::terms::Terms;
use crate::value::{Outcome, Side};

/// A graph whose moves may be reserved for one side.
///
/// The sides move in turn. Whoever has no move of their own is decided by the convention, even
/// where the opponent would have one; at a vertex without any moves a verdict goes first.
///
/// ```
/// use retrograde_core::{Arena, Convention, PartizanGame, Side};
/// let arena = Arena::sketch()
///     .vertex(0).to(1).player(Side::Left).to(2).player(Side::Right)
///     .arena()?;
/// let game = PartizanGame::of(&arena, Convention::Normal)?;
/// assert_eq!(game.moves(0, Side::Right).collect::<Vec<_>>(), [2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PartizanGame<'a> {
    ends: OutcomeGame<'a>,
    players: &'a Column<Side>,
}

impl<'a> PartizanGame<'a> {
    /// The game that an arena's players and verdicts make.
    ///
    /// # Errors
    /// As for [`OutcomeGame::of`].
    ///
    /// # Panics
    /// If there is a player past the last edge.
    pub fn of(arena: &'a Arena, convention: Convention) -> Result<Self, QuestionError> {
        let game = Self::new(&arena.graph, &arena.players, &arena.verdicts, convention);
        game.map_err(|error| QuestionError::of(arena, error))
    }

    /// A game on `graph`, where `players` says of an edge, by its place in [`Graph::targets`], whose
    /// it is; edges without an entry are for both.
    ///
    /// # Errors
    /// A verdict on a vertex that has moves or does not exist.
    ///
    /// # Panics
    /// If `players` has an entry past the last edge.
    pub fn new(
        graph: &'a Graph,
        players: &'a Column<Side>,
        verdicts: &'a Column<Outcome>,
        convention: Convention,
    ) -> Result<Self, GraphError> {
        let last = players.iter().last();
        assert!(last.is_none_or(|(edge, _)| edge < graph.edge_count()), "players of edges only");
        Ok(PartizanGame { ends: OutcomeGame::new(graph, verdicts, convention)?, players })
    }

    /// The positions and all moves.
    #[must_use]
    pub fn graph(&self) -> &'a Graph {
        self.ends.graph()
    }

    /// The same graph, verdicts and convention with every move open to both sides.
    #[must_use]
    pub fn impartial(&self) -> OutcomeGame<'a> {
        self.ends
    }

    /// Whether no move is reserved.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.players.is_empty()
    }

    /// Whether `side` may move along the edge at place `edge` of [`Graph::targets`].
    #[inline]
    #[must_use]
    pub fn may_move(&self, edge: usize, side: Side) -> bool {
        self.players.get(edge).is_none_or(|player| player == side)
    }

    /// Where `side` can move from `vertex`, in the order given.
    pub fn moves(&self, vertex: Vertex, side: Side) -> impl Iterator<Item = Vertex> + use<'a> {
        let (players, targets) = (self.players, self.graph().targets());
        let open = move |&edge: &usize| players.get(edge).is_none_or(|player| player == side);
        self.graph().edge_range(vertex).filter(open).map(|edge| targets[edge])
    }

    /// The outcome at `vertex` for a side that is to move there and has no move.
    #[must_use]
    pub fn stuck_outcome(&self, vertex: Vertex) -> Outcome {
        self.ends.terminal_outcome(vertex)
    }
}

/// A solved partizan game: every vertex with Left to move first and with Right to move first.
///
/// Values and distances speak for the side to move, as always.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartizanSolution {
    /// With Left to move, for Left.
    pub left_first: OutcomeSolution,
    /// With Right to move, for Right.
    pub right_first: OutcomeSolution,
}

impl PartizanSolution {
    fn outcomes(&self) -> [&Outcomes; 2] {
        [self.left_first.values.outcomes(), self.right_first.values.outcomes()]
    }

    /// The class of `vertex`.
    #[must_use]
    pub fn class(&self, vertex: Vertex) -> PartizanClass {
        PartizanClass::new(
            self.left_first.values.outcome(vertex),
            self.right_first.values.outcome(vertex),
        )
    }
}

/// What a file says of a partizan game: who wins, without distances and moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartizanOutcomes {
    /// With Left to move, for Left.
    pub left_first: Outcomes,
    /// With Right to move, for Right.
    pub right_first: Outcomes,
}

impl PartizanOutcomes {
    fn outcomes(&self) -> [&Outcomes; 2] {
        [&self.left_first, &self.right_first]
    }

    /// The class of `vertex`.
    #[must_use]
    pub fn class(&self, vertex: Vertex) -> PartizanClass {
        PartizanClass::new(self.left_first.get(vertex), self.right_first.get(vertex))
    }
}

impl From<PartizanSolution> for PartizanOutcomes {
    fn from(solution: PartizanSolution) -> Self {
        PartizanOutcomes {
            left_first: solution.left_first.values.into_outcomes(),
            right_first: solution.right_first.values.into_outcomes(),
        }
    }
}

/// Files have no moves of partizan games.
macro_rules! claim_outcomes {
    ($solution:ty) => {
        impl Claims for $solution {
            fn vertices(&self) -> usize {
                self.outcomes()[0].len()
            }

            #[inline]
            fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
                let [left, right] = self.outcomes().map(|outcomes| outcomes.get(vertex));
                match column {
                    0 => Cell::Outcome(left),
                    1 => Cell::Outcome(right),
                    _ => Cell::Class(PartizanClass::new(left, right)),
                }
            }

            fn strategies(&self) -> Vec<&Strategy> {
                Vec::new()
            }

            fn summary(&self, _terms: Terms) -> Summary<'_> {
                count_classes(self.outcomes())
            }
        }
    };
}

claim_outcomes!(PartizanOutcomes);
claim_outcomes!(PartizanSolution);

fn count_classes([left_first, right_first]: [&Outcomes; 2]) -> Summary<'static> {
    let mut counts = [0; PartizanClass::ALL.len()];
    for (left, right) in left_first.iter().zip(right_first.iter()) {
        // The classes are declared in the order of `ALL`.
        counts[PartizanClass::new(left, right) as usize] += 1;
    }
    let facts = PartizanClass::ALL.iter().zip(counts);
    facts.map(|(class, count)| (class.as_str(), Fact::count(count))).collect()
}

/// Who wins a partizan game, whoever starts.
///
/// Where nobody draws these are Conway's four classes. With draws there are five more, named by who
/// wins when Left starts and then by who wins when Right starts, `D` standing for nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PartizanClass {
    /// `N`: the next player to move wins.
    Next,
    /// `P`: the previous player wins.
    Previous,
    /// `L`: Left wins, whoever starts.
    Left,
    /// `R`: Right wins, whoever starts.
    Right,
    /// `D`: a draw, whoever starts.
    Draw,
    /// `LD`: Left wins by starting, and draws otherwise.
    LeftDraw,
    /// `DL`: Left draws by starting, and wins otherwise.
    DrawLeft,
    /// `DR`: Right wins by starting, and draws otherwise.
    DrawRight,
    /// `RD`: Right draws by starting, and wins otherwise.
    RightDraw,
}

impl PartizanClass {
    /// All nine, those without draws first.
    pub const ALL: [PartizanClass; 9] = [
        PartizanClass::Next,
        PartizanClass::Previous,
        PartizanClass::Left,
        PartizanClass::Right,
        PartizanClass::Draw,
        PartizanClass::LeftDraw,
        PartizanClass::DrawLeft,
        PartizanClass::DrawRight,
        PartizanClass::RightDraw,
    ];

    /// The class of a position where Left, moving first, has the outcome `left_first`, and Right,
    /// moving first, has `right_first`.
    ///
    /// ```
    /// use retrograde_core::{Outcome, PartizanClass};
    /// assert_eq!(PartizanClass::new(Outcome::Win, Outcome::Lose), PartizanClass::Left);
    /// assert_eq!(PartizanClass::new(Outcome::Win, Outcome::Draw).as_str(), "LD");
    /// ```
    #[must_use]
    pub fn new(left_first: Outcome, right_first: Outcome) -> Self {
        match (left_first, right_first) {
            (Outcome::Win, Outcome::Win) => PartizanClass::Next,
            (Outcome::Lose, Outcome::Lose) => PartizanClass::Previous,
            (Outcome::Win, Outcome::Lose) => PartizanClass::Left,
            (Outcome::Lose, Outcome::Win) => PartizanClass::Right,
            (Outcome::Draw, Outcome::Draw) => PartizanClass::Draw,
            (Outcome::Win, Outcome::Draw) => PartizanClass::LeftDraw,
            (Outcome::Draw, Outcome::Lose) => PartizanClass::DrawLeft,
            (Outcome::Draw, Outcome::Win) => PartizanClass::DrawRight,
            (Outcome::Lose, Outcome::Draw) => PartizanClass::RightDraw,
        }
    }

    /// The letters used in files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            PartizanClass::Next => "N",
            PartizanClass::Previous => "P",
            PartizanClass::Left => "L",
            PartizanClass::Right => "R",
            PartizanClass::Draw => "D",
            PartizanClass::LeftDraw => "LD",
            PartizanClass::DrawLeft => "DL",
            PartizanClass::DrawRight => "DR",
            PartizanClass::RightDraw => "RD",
        }
    }
}

impl fmt::Display for PartizanClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
