//! The largest sets of colours that satisfy a formula.

use retrograde_core::{Acceptance, Colors, Join, Pace, Stopped, Term};

/// The maximal subsets of `within` that satisfy `formula`, in descending order; `None` once `steps`
/// ran out. Each step looks at one part of the formula or at one set found before.
///
/// Taking a colour away makes one `Fin` true and perhaps an `Inf` false, so a formula that fails
/// needs one of certain colours taken away before it can hold: those of one failing part of each
/// conjunction and of all parts of each disjunction. The search branches over these colours only. A
/// later branch keeps the colours of earlier ones, so that no set is met twice.
pub(super) fn maximal(
    formula: &Acceptance,
    within: Colors,
    steps: &mut u64,
    pace: &mut Pace<'_>,
) -> Result<Option<Vec<Colors>>, Stopped> {
    let mut found: Vec<Colors> = Vec::new();
    let mut open = vec![(within, Colors::EMPTY)];
    while let Some((set, kept)) = open.pop() {
        let cost = formula.size() + found.len();
        pace.steps(cost)?;
        let Some(left) = steps.checked_sub(cost as u64) else { return Ok(None) };
        *steps = left;
        if found.iter().any(|&larger| set.is_subset(larger)) {
            continue;
        }
        let Some(obstacles) = obstacles(formula, set, kept) else {
            // The branches that are taken first keep a colour that this one took away: nothing
            // found before is inside this set.
            found.push(set);
            continue;
        };
        let mut kept = kept;
        for color in obstacles.iter() {
            open.push((set.without(color), kept));
            kept = kept.with(color);
        }
    }
    found.sort_unstable_by(|a, b| b.cmp(a));
    Ok(Some(found))
}

/// `None` if `set` satisfies the formula. Otherwise colours of which one has to go before a subset
/// that has all of `kept` can satisfy it.
fn obstacles(formula: &Acceptance, set: Colors, kept: Colors) -> Option<Colors> {
    let term = |term| match term {
        Term::True => None,
        Term::Inf(color) if set.contains(color) => None,
        Term::False | Term::Inf(_) => Some(Colors::EMPTY),
        Term::Fin(color) if !set.contains(color) => None,
        Term::Fin(color) if kept.contains(color) => Some(Colors::EMPTY),
        Term::Fin(color) => Some(Colors::EMPTY.with(color)),
    };
    formula.fold(term, |join, left: Option<Colors>, right| match (join, left, right) {
        (Join::And, Some(left), Some(right)) => {
            Some(if left.len() <= right.len() { left } else { right })
        }
        (Join::And, left, right) => left.or(right),
        (Join::Or, Some(left), Some(right)) => Some(left.union(right)),
        (Join::Or, _, _) => None,
    })
}

#[cfg(test)]
mod tests {
    use retrograde_core::Control;

    use super::*;

    fn maximal(formula: &Acceptance, within: Colors, steps: &mut u64) -> Option<Vec<Colors>> {
        super::maximal(formula, within, steps, &mut Control::ALONE.pace()).unwrap()
    }

    /// All subsets that satisfy the formula and have no satisfying superset.
    fn naive(formula: &Acceptance, within: Colors) -> Vec<Colors> {
        let subsets = (0..=within.0).rev().map(Colors).filter(|set| set.is_subset(within));
        let holding: Vec<_> = subsets.filter(|&set| formula.accepts(set)).collect();
        let is_maximal =
            |&set: &Colors| !holding.iter().any(|&other| other != set && set.is_subset(other));
        holding.iter().copied().filter(is_maximal).collect()
    }

    #[test]
    fn every_condition_over_three_colours_has_the_sets_of_its_definition() {
        for code in 0..256_u32 {
            let sets: Vec<_> = (0..8).filter(|set| code >> set & 1 == 1).map(Colors).collect();
            let formula = Acceptance::muller(Colors::first(3), &sets);
            for formula in [formula.negated(), formula] {
                for within in 0..8 {
                    let within = Colors(within);
                    let found = maximal(&formula, within, &mut 1_000_000).unwrap();
                    assert_eq!(found, naive(&formula, within), "{formula} within {within}");
                }
            }
        }
    }

    #[test]
    fn many_colours_are_no_trouble_where_the_formula_is_plain() {
        let all = Acceptance::generalized_buchi(Colors(u64::MAX));
        let mut steps = 1_000_000;
        assert_eq!(maximal(&all.negated(), Colors(u64::MAX), &mut steps).unwrap().len(), 64);
        assert_eq!(maximal(&all, Colors(u64::MAX >> 1), &mut steps), Some(vec![]));
        assert!(maximal(&all.negated(), Colors(u64::MAX), &mut 10).is_none());
    }
}
