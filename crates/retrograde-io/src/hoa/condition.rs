//! Which plays a HOA file accepts, as what each move contributes to that.

use retrograde_core::{Acceptance, Color, Colors, Join, Term};

use super::formula::Formula;
use super::parity::Parity;
use super::wide::WideRanks;

/// A formula of more parts is not searched for priorities; that of 64 nested sets, written out in
/// full, has fewer.
const SEARCHED: usize = 1 << 12;

/// The condition of a game.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    /// Parity by its name, without a formula that can be read.
    Named(Parity),
    /// A formula over so many sets, more than there are colours, as the priorities that say the same.
    Wide(u64, WideRanks),
    /// What the formula says, with the priorities that say the same where there are such.
    Formula(Formula, Option<Ranks>),
}

impl Condition {
    pub(super) fn of_formula(formula: Formula) -> Self {
        let ranks = Ranks::of(&formula.acceptance);
        Condition::Formula(formula, ranks)
    }

    /// How many sets there are.
    pub(super) fn sets(&self) -> u64 {
        match self {
            Condition::Named(parity) => parity.colours.into(),
            Condition::Wide(sets, _) => *sets,
            Condition::Formula(formula, _) => formula.sets.into(),
        }
    }

    /// What player 0, who wants the play not to be accepted, wants of the colours of moves;
    /// `None` where moves have priorities.
    pub(super) fn of_player_zero(&self) -> Option<Acceptance> {
        match self {
            Condition::Formula(formula, None) => Some(formula.acceptance.negated()),
            _ => None,
        }
    }

    /// A move in none of the sets.
    pub(super) fn unmarked(&self) -> Seen {
        Seen(match self {
            Condition::Named(parity) => parity.priority(None).into(),
            Condition::Wide(_, ranks) => ranks.none.into(),
            Condition::Formula(..) => 0,
        })
    }

    /// A move that is in this set as well, one of those there are.
    pub(super) fn with(&self, seen: Seen, set: u32) -> Seen {
        let set = match self {
            Condition::Named(parity) => parity.priority(Some(set)).into(),
            Condition::Wide(_, ranks) => ranks.of(set).into(),
            Condition::Formula(..) => 1_u64.checked_shl(set).unwrap_or(0),
        };
        self.union(seen, Seen(set))
    }

    /// A move that is in the sets of both.
    pub(super) fn union(&self, one: Seen, other: Seen) -> Seen {
        Seen(match self {
            // The more important set has the larger priority.
            Condition::Named(_) | Condition::Wide(..) => one.0.max(other.0),
            Condition::Formula(..) => one.0 | other.0,
        })
    }

    /// The priority of a move, or its colours where there are no priorities.
    pub(super) fn mark(&self, seen: Seen) -> u64 {
        match self {
            Condition::Named(_) | Condition::Wide(..) => seen.0,
            Condition::Formula(formula, None) => formula.colors(Colors(seen.0)).0,
            Condition::Formula(formula, Some(ranks)) => {
                ranks.highest(formula.colors(Colors(seen.0))).into()
            }
        }
    }
}

/// The sets that a move is in, as far as its condition has to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen(u64);

/// Priorities of colours that say the same as a formula: it holds if the highest that comes up
/// infinitely often is odd.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ranks {
    of: Vec<u32>,
    /// Of a move without colours.
    none: u32,
}

impl Ranks {
    /// Looks for a colour that decides the formula whenever it comes up, whatever else does, then
    /// for one that does so among the others, and so on. Gives `None` if there comes a point where
    /// no colour is seen to decide.
    fn of(formula: &Acceptance) -> Option<Self> {
        if formula.size() > SEARCHED {
            return None;
        }
        let (mut left, mut over) = (formula.colors(), Colors::EMPTY);
        let mut order = Vec::with_capacity(left.len() as usize);
        while !left.is_empty() {
            let decides = |color| Some((color, decided(formula, Some(color), over)?));
            let (color, holds) = left.iter().find_map(decides)?;
            order.push((color, holds));
            left = left.without(color);
            over = over.with(color);
        }
        let none = u32::from(formula.accepts(Colors::EMPTY));
        let (mut of, mut rank) = (vec![none; Color::COUNT as usize], none);
        for (color, holds) in order.into_iter().rev() {
            rank += u32::from((rank % 2 == 1) != holds);
            of[color.number() as usize] = rank;
        }
        Some(Ranks { of, none })
    }

    fn highest(&self, colors: Colors) -> u32 {
        let ranks = colors.iter().map(|color| self.of[color.number() as usize]);
        ranks.max().unwrap_or(self.none)
    }
}

/// Whether the formula holds where `infinitely` comes up infinitely often and those of `finitely`
/// do not, if that much is seen to decide it.
pub(super) fn decided(
    formula: &Acceptance,
    infinitely: Option<Color>,
    finitely: Colors,
) -> Option<bool> {
    let comes_up = |color: Color| match Some(color) == infinitely {
        true => Some(true),
        false => finitely.contains(color).then_some(false),
    };
    let term = |term| match term {
        Term::True => Some(true),
        Term::False => Some(false),
        Term::Inf(color) => comes_up(color),
        Term::Fin(color) => comes_up(color).map(|it_does| !it_does),
    };
    formula.fold(term, |join, left, right| {
        let absorbing = join == Join::Or;
        match (left, right) {
            (Some(one), _) | (_, Some(one)) if one == absorbing => Some(one),
            (Some(_), Some(_)) => Some(!absorbing),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranks(text: &str) -> Option<Ranks> {
        Ranks::of(&text.parse().unwrap())
    }

    /// Every formula that gets priorities holds exactly where the highest is odd.
    fn check(text: &str) -> bool {
        let formula: Acceptance = text.parse().unwrap();
        let Some(ranks) = Ranks::of(&formula) else { return false };
        for set in 0..1 << 5 {
            let highest = ranks.highest(Colors(set).intersection(formula.colors()));
            assert_eq!(highest % 2 == 1, formula.accepts(Colors(set)), "{text} {set:b}");
        }
        true
    }

    #[test]
    fn nested_conditions_have_priorities_and_others_have_none() {
        for text in [
            "t",
            "f",
            "Inf(3)",
            "Fin(3)",
            "Inf(0)|Inf(1)",
            "Fin(0)&Fin(4)",
            "Fin(0) | Inf(1)",
            "Fin(0)&Inf(1)",
            "Fin(2)&(Inf(1) | Fin(0))",
            "Inf(0) | (Fin(1)&(Inf(2) | (Fin(3)&Inf(4))))",
            "Inf(3) | (Fin(3)&Fin(2)&Inf(1))",
            "Inf(0)&t | f",
        ] {
            assert!(check(text), "{text}");
        }
        for text in ["Inf(0)&Inf(1)", "Fin(0) | Fin(1)", "(Fin(0)|Inf(1))&(Fin(2)|Inf(3))"] {
            assert!(!check(text), "{text}");
        }
        assert_eq!(ranks(&vec!["Inf(0)"; 5000].join("|")), None);
    }

    #[test]
    fn all_small_formulas_that_have_priorities_have_the_right_ones() {
        let terms = ["Inf(0)", "Fin(0)", "Inf(1)", "Fin(1)", "Inf(2)", "Fin(2)", "t"];
        let mut with = 0;
        for code in 0..terms.len().pow(3) {
            let [a, b, c] = [1, 7, 49].map(|place| terms[code / place % terms.len()]);
            for text in [
                format!("{a}&{b}&{c}"),
                format!("{a}|{b}|{c}"),
                format!("{a}&({b}|{c})"),
                format!("{a}|{b}&{c}"),
            ] {
                with += u32::from(check(&text));
            }
        }
        assert!(with > 300, "{with}");
    }

    #[test]
    fn priorities_are_the_least_that_do() {
        let parity = ranks("Fin(2)&(Inf(1) | Fin(0))").unwrap();
        assert_eq!((parity.none, &parity.of[..3]), (1, &[2, 3, 4][..]));
        let buchi = ranks("Inf(0)").unwrap();
        assert_eq!((buchi.none, buchi.of[0]), (0, 1));
        let co_buchi = ranks("Fin(1)&Fin(0)").unwrap();
        assert_eq!((co_buchi.none, &co_buchi.of[..2]), (1, &[2, 2][..]));
    }
}
