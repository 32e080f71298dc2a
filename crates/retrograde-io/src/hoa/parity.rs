//! Parity conditions by their names, as a priority on each move.

/// Whether the largest or the smallest colour decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extreme {
    Max,
    Min,
}

/// A parity condition: a play is accepted if the colour that decides is of the right kind. If no
/// colour comes up infinitely often, it is as if one less important than all others did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parity {
    pub(super) extreme: Extreme,
    /// Whether odd colours accept, rather than even ones.
    pub(super) odd: bool,
    /// How many colours there are.
    pub(super) colours: u32,
}

impl Parity {
    /// Whether a play is accepted in which that colour decides.
    pub(super) fn accepts(self, colour: u32) -> bool {
        (colour % 2 == 1) == self.odd
    }

    /// The priority of a move of that colour, or of none: the largest priority decides, and odd
    /// ones, which are player 1's, accept.
    pub(super) fn priority(self, colour: Option<u32>) -> u32 {
        match self.extreme {
            // One below the first colour is of the other kind than the first.
            Extreme::Max => colour.map_or(0, |colour| colour + 1) + u32::from(self.odd),
            Extreme::Min => {
                let top = self.colours + u32::from(self.colours.is_multiple_of(2) != self.odd);
                top - colour.unwrap_or(self.colours)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a play with these colours infinitely often is accepted, from the formulas that the
    /// format gives for parity conditions, innermost colour first.
    fn accepted(acceptance: Parity, seen: u32) -> bool {
        let Parity { extreme, odd, colours } = acceptance;
        let order: Vec<u32> = match extreme {
            Extreme::Max => (0..colours).collect(),
            Extreme::Min => (0..colours).rev().collect(),
        };
        // Without colours, `parity max odd 0` and `parity min even 0` are true.
        let mut formula = (extreme == Extreme::Max) == odd;
        for (index, colour) in order.into_iter().enumerate() {
            let infinitely = seen >> colour & 1 == 1;
            let good = (colour % 2 == 1) == odd;
            formula = match (index, good) {
                (0, true) => infinitely,
                (0, false) => !infinitely,
                (_, true) => infinitely || formula,
                (_, false) => !infinitely && formula,
            };
        }
        formula
    }

    #[test]
    fn the_largest_priority_is_odd_where_the_formula_holds() {
        for extreme in [Extreme::Max, Extreme::Min] {
            for odd in [false, true] {
                for colours in 0..6 {
                    let acceptance = Parity { extreme, odd, colours };
                    for seen in 0..1_u32 << colours {
                        // A cycle of one move for each colour, and one without.
                        let all = (0..colours).filter(|colour| seen >> colour & 1 == 1).map(Some);
                        let largest = all.chain([None]).map(|colour| acceptance.priority(colour));
                        let odd_wins = largest.max().is_some_and(|largest| largest % 2 == 1);
                        assert_eq!(odd_wins, accepted(acceptance, seen), "{acceptance:?} {seen:b}");
                    }
                }
            }
        }
    }
}
