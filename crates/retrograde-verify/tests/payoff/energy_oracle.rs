//! What a solution of an energy game has to be, by playing everything.
//!
//! What is said about known vertices has to hold whatever the others are like: player 0 has to be
//! sure of it even if all is lost there, and player 1 even if player 0 needs nothing there.

use retrograde_core::{EnergySolution, Player, Vertex};
use retrograde_verify::{Checked, Fault, Partial, verify_energy};

use crate::game::{Course, Edges, Game, Moves};

#[derive(Clone, Debug)]
pub(crate) struct Claim {
    pub(crate) winners: Vec<Option<Player>>,
    pub(crate) credits: Vec<Option<u128>>,
    pub(crate) moves: Option<Moves>,
}

impl Claim {
    pub(crate) fn verify(&self, game: &Game, partial: Partial) -> Result<Checked, Fault> {
        let solution = EnergySolution {
            winners: self.winners.iter().copied().collect(),
            credits: self.credits.iter().copied().collect(),
            strategy: self.moves.as_ref().map(|moves| moves.iter().copied().collect()),
        };
        game.check(|game| verify_energy(game, &solution, partial))
    }
}

/// The credit that player 0 needs for a play; none if there is none.
fn credit(course: Course, at_unknown: Player) -> Option<u128> {
    let weights = match course {
        Course::Round(path, round) if round.iter().sum::<i128>() >= 0 => [path, round].concat(),
        Course::Stops(path) if at_unknown == Player::Zero => path,
        Course::Stuck(Player::One) => vec![],
        Course::Round(..) | Course::Stops(_) | Course::Stuck(Player::Zero) => return None,
    };
    let sums = weights.iter().scan(0, |sum, weight| {
        *sum += weight;
        Some(*sum)
    });
    Some((-sums.min().unwrap_or(0).min(0)) as u128)
}

/// No credit is more than any.
fn order(credit: &Option<u128>) -> u128 {
    credit.unwrap_or(u128::MAX)
}

/// What is known of a game if nothing is known of some vertices.
pub(crate) struct Truth<'a> {
    game: &'a Game,
    known: Vec<bool>,
    zeros: Vec<Edges>,
    ones: Vec<Edges>,
    /// What player 0 needs at most and at least.
    pub(crate) upper: Vec<Option<u128>>,
    pub(crate) lower: Vec<Option<u128>>,
}

impl<'a> Truth<'a> {
    pub(crate) fn new(game: &'a Game, known: Vec<bool>) -> Self {
        let (zeros, ones) = (game.strategies(Player::Zero), game.strategies(Player::One));
        let mut truth = Truth { game, known, zeros, ones, upper: vec![], lower: vec![] };
        let needed = |at_unknown| {
            let with = |zero| truth.with_zero(zero, at_unknown);
            let all: Vec<_> = truth.zeros.iter().map(with).collect();
            let least = |v: usize| all.iter().map(|needed| needed[v]).min_by_key(order).unwrap();
            (0..game.len()).map(least).collect()
        };
        let bounds = (needed(Player::One), needed(Player::Zero));
        (truth.upper, truth.lower) = bounds;
        truth
    }

    fn play(&self, zero: &Edges, one: &Edges, v: usize, at_unknown: Player) -> Option<u128> {
        credit(self.game.play([zero, one], v as Vertex, &self.known), at_unknown)
    }

    /// What player 0 needs who moves like this, from everywhere.
    fn with_zero(&self, zero: &Edges, at_unknown: Player) -> Vec<Option<u128>> {
        let against = |v| self.ones.iter().map(move |one| self.play(zero, one, v, at_unknown));
        (0..self.game.len()).map(|v| against(v).max_by_key(order).unwrap()).collect()
    }

    /// Whether player 1, who moves like this, wins whatever happens where nothing is known.
    fn one_wins(&self, one: &Edges, v: usize) -> bool {
        self.zeros.iter().all(|zero| self.play(zero, one, v, Player::Zero).is_none())
    }

    /// Whether these moves are where they should be, and win what is said to be won with the
    /// credits that there are.
    fn moves_win(&self, winners: &[Option<Player>], moves: &Moves) -> bool {
        let edges = self.game.edges(moves);
        let needed = self.with_zero(&edges, Player::One);
        (0..winners.len()).all(|v| {
            let owner_wins = winners[v] == Some(self.game.owners[v]);
            let fits = if owner_wins { edges[v].is_some() } else { moves[v].is_none() };
            match winners[v] {
                None => true,
                Some(Player::Zero) => fits && needed[v].is_some() && needed[v] == self.lower[v],
                Some(Player::One) => fits && self.one_wins(&edges, v),
            }
        })
    }

    /// Whether winners and moves are right, and which credits go with them.
    pub(crate) fn credits(
        &self,
        winners: &[Option<Player>],
        moves: Option<&Moves>,
    ) -> Option<Vec<Option<u128>>> {
        let credit = |v: usize| match winners[v] {
            None => Some(None),
            Some(Player::Zero) => {
                let proved = self.lower[v].is_some() && self.lower[v] == self.upper[v];
                proved.then_some(self.lower[v])
            }
            Some(Player::One) => self.lower[v].is_none().then_some(None),
        };
        let credits = (0..winners.len()).map(credit).collect::<Option<Vec<_>>>()?;
        let right = match moves {
            Some(moves) => self.moves_win(winners, moves),
            // Credits prove themselves; of player 1's wins only those that need no moves are proved.
            None => (0..winners.len())
                .all(|v| winners[v] != Some(Player::One) || self.game.owners[v] == Player::Zero),
        };
        right.then_some(credits)
    }

    /// The solution of a game of which all is known.
    pub(crate) fn solution(&self) -> Claim {
        let winner = |credit: &Option<u128>| match credit {
            Some(_) => Some(Player::Zero),
            None => Some(Player::One),
        };
        let winners: Vec<_> = self.lower.iter().map(winner).collect();
        let zero = self.zeros.iter().find(|zero| self.with_zero(zero, Player::One) == self.lower);
        let wins = |one: &&Edges| {
            (0..winners.len()).all(|v| self.lower[v].is_some() || self.one_wins(one, v))
        };
        let one = self.ones.iter().find(wins);
        let (zero, one) = (zero.expect("one for all"), one.expect("one for all"));
        let to = |v: usize| match (winners[v], self.game.owners[v]) {
            (Some(Player::Zero), Player::Zero) => Some(zero[v]?.0),
            (Some(Player::One), Player::One) => Some(one[v]?.0),
            _ => None,
        };
        let moves = Some((0..winners.len()).map(to).collect());
        Claim { winners, credits: self.lower.clone(), moves }
    }
}
