//! Solutions of the objective `energy`: `vertex,winner,credit,move`.

use std::any::Any;

use retrograde_core::{Answer, EnergySolution, Player, Strategy, Vertex};

use super::draft::{Draft, Record, RowFault};
use super::fault::SolutionFault;
use super::regions::RegionDraft;

/// Winners, and credits where player 0 wins.
pub(super) struct EnergyDraft {
    winners: RegionDraft,
    /// The lower 64 bits of the credits.
    low: Vec<u64>,
    /// The upper ones, once a credit has needed them: hardly any game does.
    high: Vec<u64>,
}

impl EnergyDraft {
    pub(super) fn new(vertices: usize) -> Self {
        let winners = RegionDraft::new(vertices);
        EnergyDraft { winners, low: vec![0; vertices], high: Vec::new() }
    }

    fn set(&mut self, vertex: usize, credit: u128) {
        self.low[vertex] = credit as u64;
        let high = (credit >> 64) as u64;
        if high != 0 {
            self.high.resize(self.low.len(), 0);
            self.high[vertex] = high;
        }
    }
}

impl Draft for EnergyDraft {
    fn add(&mut self, record: &Record<'_>) -> Result<(), RowFault> {
        let winner = self.winners.winner(record)?;
        let vertex = || record.name.to_owned();
        let at_credit = |fault| Err(RowFault { column: 1, fault });
        match (winner, record.value(1)) {
            (Some(Player::Zero), Some(word)) => match credit(word) {
                Some(credit) => self.set(record.vertex as usize, credit),
                None => return at_credit(SolutionFault::BadCredit { word: word.to_owned() }),
            },
            (Some(Player::Zero), None) => {
                return at_credit(SolutionFault::NoCredit { vertex: vertex() });
            }
            (_, None) => {}
            (_, Some(_)) => {
                return at_credit(SolutionFault::CreditWithoutWin { vertex: vertex() });
            }
        }
        Ok(())
    }

    fn append(&mut self, first: Vertex, part: Box<dyn Any>) {
        let Ok(part) = part.downcast::<Self>() else { return };
        let range = first as usize..first as usize + part.low.len();
        self.winners.paste(first, &part.winners);
        self.low[range.clone()].copy_from_slice(&part.low);
        if !part.high.is_empty() {
            self.high.resize(self.low.len(), 0);
            self.high[range].copy_from_slice(&part.high);
        }
    }

    fn finish(self: Box<Self>, moves: Vec<Strategy>) -> Answer {
        let EnergyDraft { winners, low, high } = *self;
        let winners = winners.winners();
        let get = |vertex: usize| {
            let high = high.get(vertex).copied().unwrap_or(0);
            u128::from(high) << 64 | u128::from(low[vertex])
        };
        let credit = |(vertex, winner)| (winner == Some(Player::Zero)).then(|| get(vertex));
        let credits = winners.iter().enumerate().map(credit).collect();
        EnergySolution { credits, winners, strategy: moves.into_iter().next() }.into()
    }
}

/// A credit that a solution can hold. `parse` alone would take a plus sign.
fn credit(word: &str) -> Option<u128> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|&credit| plain && credit != u128::MAX)
}
