//! Neighbours among the fractions with small denominators.
//!
//! A mean payoff is the mean of a cycle, so that its denominator is at most the number of vertices.
//! Knowing that it lies above some fraction is knowing that it is at least the next one.

use retrograde_core::Ratio;

/// Which of two things a fraction found must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    At,
    Above,
}

/// The least fraction at or above `numerator / denominator` with a denominator up to `most`.
fn least(numerator: i128, denominator: i128, most: u32, from: From) -> Ratio {
    let whole = numerator.div_euclid(denominator);
    let rest = numerator.rem_euclid(denominator);
    let (p, q) = least_below_one(rest, denominator, i128::from(most), from);
    Ratio::new(whole * q + p, q as u32).expect("denominators are positive")
}

/// Walks down the tree of Stern and Brocot between two neighbours, one below `a / b` and one on the
/// wanted side of it, many steps at a time.
fn least_below_one(a: i128, b: i128, most: i128, from: From) -> (i128, i128) {
    if from == From::At && a == 0 {
        return (0, 1);
    }
    let (mut low, mut high) = ((0, 1), (1, 1));
    loop {
        let below = a * low.1 - b * low.0;
        let above = b * high.0 - a * high.1;
        if low.1 + high.1 > most || above == 0 {
            return high;
        }
        let steps = match from {
            From::At => (below - 1) / above,
            From::Above => below / above,
        };
        let steps = steps.min((most - low.1) / high.1);
        low = (low.0 + steps * high.0, low.1 + steps * high.1);
        let below = a * low.1 - b * low.0;
        let fitting = (most - high.1) / low.1;
        let steps = match from {
            From::At => above / below,
            From::Above if below == 0 => fitting,
            From::Above => (above - 1) / below,
        };
        let steps = steps.min(fitting);
        high = (high.0 + steps * low.0, high.1 + steps * low.1);
    }
}

fn negated(ratio: Ratio) -> Ratio {
    Ratio::new(-ratio.numerator(), ratio.denominator()).expect("denominators are positive")
}

/// The least fraction at or above `ratio` with a denominator up to `most`.
pub(super) fn at_least(ratio: Ratio, most: u32) -> Ratio {
    least(ratio.numerator(), i128::from(ratio.denominator()), most, From::At)
}

/// The largest fraction at or below `ratio` with a denominator up to `most`.
pub(super) fn at_most(ratio: Ratio, most: u32) -> Ratio {
    negated(at_least(negated(ratio), most))
}

/// The least fraction above `ratio` with a denominator up to `most`.
pub(super) fn above(ratio: Ratio, most: u32) -> Ratio {
    least(ratio.numerator(), i128::from(ratio.denominator()), most, From::Above)
}

/// The largest fraction below `ratio` with a denominator up to `most`.
pub(super) fn below(ratio: Ratio, most: u32) -> Ratio {
    negated(above(negated(ratio), most))
}

/// A fraction above `low` and at most `high`, with a denominator up to `most`, in the middle half
/// between the two if there is one there, and otherwise such that none is between it and the
/// middle. The two must differ, and their denominators be up to `most` too.
pub(super) fn between(low: Ratio, high: Ratio, most: u32) -> Ratio {
    let (p, q) = (low.numerator(), i128::from(low.denominator()));
    let (r, s) = (high.numerator(), i128::from(high.denominator()));
    let (width, unit) = (r * q - p * s, q * s);
    let (middle, twice) = (p * s + r * q, 2 * unit);
    // A power of two for a denominator keeps numbers small as long as the two are far apart.
    let mut denominator: u32 = 1;
    while width * i128::from(denominator) < 4 * unit {
        match denominator.checked_mul(2).filter(|&double| double <= most) {
            Some(double) => denominator = double,
            None => return least(middle, twice, most, From::At),
        }
    }
    let numerator = -(-middle * i128::from(denominator)).div_euclid(twice);
    Ratio::new(numerator, denominator).expect("denominators are positive")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(most: u32) -> Vec<Ratio> {
        let with = |q: u32| (-30..=30).filter_map(move |p| Ratio::new(p, q));
        let mut all: Vec<_> = (1..=most).flat_map(with).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn neighbours_are_those_of_the_sorted_list() {
        for most in 1..=7 {
            let fractions = all(most);
            for &x in
                all(9).iter().filter(|x| x.numerator().abs() <= 3 * i128::from(x.denominator()))
            {
                let up = fractions.iter().find(|&&y| y >= x).unwrap();
                assert_eq!(at_least(x, most), *up, "{x} {most}");
                let over = fractions.iter().find(|&&y| y > x).unwrap();
                assert_eq!(above(x, most), *over, "{x} {most}");
                let down = fractions.iter().rfind(|&&y| y <= x).unwrap();
                assert_eq!(at_most(x, most), *down, "{x} {most}");
                let under = fractions.iter().rfind(|&&y| y < x).unwrap();
                assert_eq!(below(x, most), *under, "{x} {most}");
            }
        }
    }

    #[test]
    fn what_is_between_halves_the_interval() {
        for most in 1..=7 {
            let fractions: Vec<_> =
                all(most).into_iter().filter(|x| x.numerator().abs() <= 12).collect();
            for (index, &low) in fractions.iter().enumerate() {
                for &high in &fractions[index + 1..] {
                    let found = between(low, high, most);
                    assert!(low < found && found <= high, "{low} {found} {high} {most}");
                    assert!(found.denominator() <= most, "{low} {found} {high} {most}");
                    let value = |x: Ratio| x.numerator() as f64 / f64::from(x.denominator());
                    let last = value(below(found, most));
                    let (low, high) = (value(low), value(high));
                    let quarter = (high - low) / 4.0 + 1e-9;
                    assert!(value(found) >= (low + high) / 2.0 - 1e-9);
                    assert!(value(found) <= high - quarter + 2e-9 || last < (low + high) / 2.0);
                }
            }
        }
    }

    #[test]
    fn large_fractions_do_not_overflow() {
        let n = 1 << 20;
        let large = Ratio::new(i128::from(i64::MAX) * i128::from(n) - 1, n).unwrap();
        let small = Ratio::new(i128::from(i64::MIN) * i128::from(n) + 1, n).unwrap();
        assert_eq!(above(large, n), Ratio::from(i64::MAX));
        assert_eq!(below(small, n), Ratio::from(i64::MIN));
        assert!(between(small, large, n) > small);
        assert_eq!(between(large, Ratio::from(i64::MAX), n), Ratio::from(i64::MAX));
    }
}
