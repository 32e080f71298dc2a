//! What a solution of a mean-payoff game has to be, by playing everything.
//!
//! What is said about known vertices has to hold whatever the others are like: for who claims the
//! value they count as worse than anything.

use retrograde_core::{MeanPayoffSolution, Player, Ratio, Vertex};
use retrograde_verify::{Checked, Fault, Partial, verify_mean_payoff};

use crate::game::{Course, Edges, Game, Moves};

#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) values: Vec<Option<Ratio>>,
    pub(crate) moves: Option<Moves>,
}

impl Claim {
    pub(crate) fn verify(&self, game: &Game, partial: Partial) -> Result<Checked, Fault> {
        let solution = MeanPayoffSolution {
            values: self.values.iter().copied().collect(),
            strategy: self.moves.as_ref().map(|moves| moves.iter().copied().collect()),
            bounds: None,
        };
        game.check(|game| verify_mean_payoff(game, &solution, partial))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Mean {
    Low,
    Is(Ratio),
    High,
}

impl Mean {
    fn ratio(self) -> Option<Ratio> {
        match self {
            Mean::Is(value) => Some(value),
            Mean::Low | Mean::High => None,
        }
    }
}

pub(crate) struct Truth<'a> {
    game: &'a Game,
    known: Vec<bool>,
    zeros: Vec<Edges>,
    ones: Vec<Edges>,
}

impl<'a> Truth<'a> {
    pub(crate) fn new(game: &'a Game, known: Vec<bool>) -> Self {
        let (zeros, ones) = (game.strategies(Player::Zero), game.strategies(Player::One));
        Truth { game, known, zeros, ones }
    }

    fn play(&self, zero: &Edges, one: &Edges, v: usize, at_unknown: Mean) -> Mean {
        match self.game.play([zero, one], v as Vertex, &self.known) {
            Course::Round(_, round) => {
                Mean::Is(Ratio::new(round.iter().sum(), round.len() as u32).unwrap())
            }
            Course::Stops(_) => at_unknown,
            Course::Stuck(Player::Zero) => Mean::Low,
            Course::Stuck(Player::One) => Mean::High,
        }
    }

    /// What player 0, who moves like this, is sure of.
    fn with_zero(&self, zero: &Edges, v: usize) -> Mean {
        self.ones.iter().map(|one| self.play(zero, one, v, Mean::Low)).min().unwrap()
    }

    /// What player 1, who moves like this, can be held to.
    fn with_one(&self, one: &Edges, v: usize) -> Mean {
        self.zeros.iter().map(|zero| self.play(zero, one, v, Mean::High)).max().unwrap()
    }

    /// What a player who moves like this is sure of, if there are moves enough.
    pub(crate) fn sure(&self, player: Player, moves: &Moves, v: usize) -> Option<Ratio> {
        let edges = self.game.edges(moves);
        match player {
            Player::Zero => self.with_zero(&edges, v),
            Player::One => self.with_one(&edges, v),
        }
        .ratio()
    }

    /// The values of the known vertices that these moves prove, if they are where they should be.
    pub(crate) fn proved(&self, moves: &Moves) -> Option<Vec<Option<Ratio>>> {
        let edges = self.game.edges(moves);
        let value = |v: usize| {
            if !self.known[v] {
                return Some(None);
            }
            edges[v]?;
            match (self.with_zero(&edges, v), self.with_one(&edges, v)) {
                (Mean::Is(zero), Mean::Is(one)) if zero == one => Some(Some(zero)),
                _ => None,
            }
        };
        (0..moves.len()).map(value).collect()
    }

    /// The solution of a game of which all is known.
    pub(crate) fn solution(&self) -> Claim {
        let vertices = 0..self.game.len();
        let best = |v: usize| self.zeros.iter().map(|zero| self.with_zero(zero, v)).max().unwrap();
        let values: Vec<Mean> = vertices.clone().map(best).collect();
        let gets = |zero: &&Edges| vertices.clone().all(|v| self.with_zero(zero, v) == values[v]);
        let holds = |one: &&Edges| vertices.clone().all(|v| self.with_one(one, v) == values[v]);
        let zero = self.zeros.iter().find(gets).expect("one for all");
        let one = self.ones.iter().find(holds).expect("one for all");
        let to = |v: usize| zero[v].or(one[v]).map(|edge| edge.0);
        Claim {
            values: values.iter().map(|value| value.ratio()).collect(),
            moves: Some(vertices.map(to).collect()),
        }
    }
}
