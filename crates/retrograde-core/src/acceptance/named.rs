//! The conditions that have names of their own.

use super::{Acceptance, Color, Colors};

/// Two colours of a Rabin or Streett condition.
///
/// ```
/// use retrograde_core::{Acceptance, Pair};
/// let pairs = Pair::numbered(2);
/// assert_eq!(Acceptance::rabin(&pairs).to_string(), "Fin(0)&Inf(1) | Fin(2)&Inf(3)");
/// assert_eq!(Acceptance::streett(&pairs).to_string(), "(Fin(0) | Inf(1))&(Fin(2) | Inf(3))");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The colour that has to stop coming up.
    pub fin: Color,
    /// The colour that has to keep coming up.
    pub inf: Color,
}

impl Pair {
    /// Pairs numbered as the HOA format does: 0 and 1, 2 and 3, and so on, the first of each to
    /// come up finitely often. There are at most 32.
    #[must_use]
    pub fn numbered(count: u32) -> Vec<Self> {
        let color = |number| Color::new(number).expect("two colours for each of 32 pairs");
        (0..count.min(Color::COUNT / 2))
            .map(|pair| Pair { fin: color(2 * pair), inf: color(2 * pair + 1) })
            .collect()
    }
}

impl Acceptance {
    /// Büchi: colour 0 comes up infinitely often.
    ///
    /// ```
    /// use retrograde_core::Acceptance;
    /// assert_eq!(Acceptance::buchi().to_string(), "Inf(0)");
    /// assert_eq!(Acceptance::co_buchi().to_string(), "Fin(0)");
    /// ```
    #[must_use]
    pub fn buchi() -> Self {
        Acceptance::inf(Color(0))
    }

    /// Co-Büchi: colour 0 comes up only finitely often.
    #[must_use]
    pub fn co_buchi() -> Self {
        Acceptance::fin(Color(0))
    }

    /// Generalised Büchi: each of the colours comes up infinitely often.
    ///
    /// ```
    /// use retrograde_core::{Acceptance, Colors};
    /// let each = Acceptance::generalized_buchi(Colors::first(3));
    /// assert_eq!(each.to_string(), "Inf(0)&Inf(1)&Inf(2)");
    /// ```
    #[must_use]
    pub fn generalized_buchi(colors: Colors) -> Self {
        Acceptance::all(colors.iter().map(Acceptance::inf))
    }

    /// Rabin: in at least one pair, `fin` comes up finitely often and `inf` infinitely often.
    #[must_use]
    pub fn rabin(pairs: &[Pair]) -> Self {
        let pair =
            |pair: &Pair| Acceptance::all([Acceptance::fin(pair.fin), Acceptance::inf(pair.inf)]);
        Acceptance::any(pairs.iter().map(pair))
    }

    /// Streett: in each pair, `fin` comes up finitely often or `inf` infinitely often.
    #[must_use]
    pub fn streett(pairs: &[Pair]) -> Self {
        let pair =
            |pair: &Pair| Acceptance::any([Acceptance::fin(pair.fin), Acceptance::inf(pair.inf)]);
        Acceptance::all(pairs.iter().map(pair))
    }

    /// Parity: the largest of the colours below `count` that comes up infinitely often is even. It
    /// does not hold if none does.
    ///
    /// ```
    /// use retrograde_core::Acceptance;
    /// let parity = Acceptance::parity_max_even(4);
    /// assert_eq!(parity.to_string(), "Fin(3)&(Inf(2) | Fin(1)&Inf(0))");
    /// assert_eq!(Acceptance::parity_max_even(0).to_string(), "f");
    /// ```
    #[must_use]
    pub fn parity_max_even(count: u32) -> Self {
        let mut colors = Colors::first(count).iter();
        let Some(lowest) = colors.next() else { return Acceptance::any([]) };
        colors.fold(Acceptance::inf(lowest), |below, color| match color.number() % 2 {
            0 => Acceptance::any([Acceptance::inf(color), below]),
            _ => Acceptance::all([Acceptance::fin(color), below]),
        })
    }

    /// Muller: the set of those of `colors` that come up infinitely often is one of `sets`. Colours
    /// that only a set names count as well.
    ///
    /// ```
    /// use retrograde_core::{Acceptance, Colors};
    /// let muller = Acceptance::muller(Colors::first(2), &[Colors(0b01), Colors(0b11)]);
    /// assert_eq!(muller.to_string(), "Inf(0)&Fin(1) | Inf(0)&Inf(1)");
    /// ```
    #[must_use]
    pub fn muller(colors: Colors, sets: &[Colors]) -> Self {
        let colors = sets.iter().fold(colors, |all, &set| all.union(set));
        let exactly = |set: &Colors| {
            let term = |color| match set.contains(color) {
                true => Acceptance::inf(color),
                false => Acceptance::fin(color),
            };
            Acceptance::all(colors.iter().map(term))
        };
        Acceptance::any(sets.iter().map(exactly))
    }
}
