//! Solutions of the objective `energy`: `vertex,winner,credit,move`.

use retrograde_core::{EnergySolution, Player, Strategy, Vertex};

use super::fault::SolutionFault;
use super::layout::Layout;
use super::regions::RegionDraft;
use super::sheet::{Cell, Fact, Sheet};
use super::table::{Row, RowFault, Table};

impl Sheet for EnergySolution {
    fn layout(&self) -> &'static Layout {
        Layout::ENERGY
    }

    fn vertices(&self) -> usize {
        self.winners.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        match column {
            0 => Cell::winner(self.winners.get(vertex)),
            _ => self.credits.get(vertex).map_or(Cell::Nothing, Cell::Wide),
        }
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.strategy.iter().collect()
    }

    fn summary(&self) -> Vec<(&'static str, Fact<'_>)> {
        let mut facts = Fact::of_winners(&self.winners);
        let largest = self.credits.largest();
        let largest = largest.map_or(Cell::Nothing, |(_, credit)| Cell::Wide(credit));
        facts.push(("largest", Fact::Cell(largest)));
        facts
    }
}

/// Winners, and credits where player 0 wins.
#[derive(Clone, Debug)]
pub struct EnergyDraft {
    winners: RegionDraft,
    /// The lower 64 bits of the credits.
    low: Vec<u64>,
    /// The upper ones, once a credit has needed them: hardly any game does.
    high: Vec<u64>,
}

impl EnergyDraft {
    fn set(&mut self, vertex: usize, credit: u128) {
        self.low[vertex] = credit as u64;
        let high = (credit >> 64) as u64;
        if high != 0 {
            self.high.resize(self.low.len(), 0);
            self.high[vertex] = high;
        }
    }

    fn get(&self, vertex: usize) -> u128 {
        let high = self.high.get(vertex).copied().unwrap_or(0);
        u128::from(high) << 64 | u128::from(self.low[vertex])
    }
}

/// ```
/// use retrograde_core::{EnergySolution, Names};
/// use retrograde_io::read_solution;
/// let csv = "vertex,winner,credit,move\n0,0,7,1\n1,1,,\n";
/// let solution: EnergySolution = read_solution(csv.as_bytes(), &Names::numbered(2))?;
/// assert_eq!(solution.credits.get(0), Some(7));
/// assert_eq!(solution.credits.get(1), None);
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
impl Table for EnergySolution {
    const LAYOUT: &'static Layout = Layout::ENERGY;
    type Draft = EnergyDraft;

    fn draft(vertices: usize) -> EnergyDraft {
        let winners = RegionDraft::new(vertices);
        EnergyDraft { winners, low: vec![0; vertices], high: Vec::new() }
    }

    fn add(draft: &mut EnergyDraft, row: &Row<'_>) -> Result<(), RowFault> {
        let winner = draft.winners.add(row)?;
        let vertex = || row.name().to_owned();
        let at_credit = |fault| Err(RowFault { column: 1, fault });
        match (winner, row.value(1)) {
            (Some(Player::Zero), Some(word)) => match credit(word) {
                Some(credit) => draft.set(row.vertex() as usize, credit),
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

    fn finish(draft: EnergyDraft, moves: Option<Vec<Strategy>>) -> Self {
        let winners = draft.winners.clone().finish();
        let credit = |(vertex, winner)| (winner == Some(Player::Zero)).then(|| draft.get(vertex));
        EnergySolution {
            credits: winners.iter().enumerate().map(credit).collect(),
            winners,
            strategy: moves.and_then(|moves| moves.into_iter().next()),
        }
    }
}

/// A credit that a solution can hold. `parse` alone would take a plus sign.
fn credit(word: &str) -> Option<u128> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit());
    word.parse().ok().filter(|&credit| plain && credit != u128::MAX)
}
