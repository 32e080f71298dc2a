//! What comes up in a long list, in order and once each.

use std::cmp::Ordering;

use retrograde_core::{Pace, Stopped};

/// Items that are sorted at a time: few enough that nobody waits for it.
const RUN: usize = 1 << 13;

/// The different ones among `items`, ascending.
///
/// Sorts short runs and merges them, as sorting everything at once could not be stopped. Where few
/// items differ the runs shrink at once, and the rest takes no time.
///
/// # Complexity
/// O(n log n) time, and twice the memory of the result.
pub(crate) fn distinct<T: Copy>(
    mut items: impl Iterator<Item = T>,
    compare: impl Fn(&T, &T) -> Ordering,
    pace: &mut Pace<'_>,
) -> Result<Vec<T>, Stopped> {
    let mut runs: Vec<Vec<T>> = Vec::new();
    loop {
        let mut run: Vec<T> = items.by_ref().take(RUN).collect();
        if run.is_empty() {
            break;
        }
        pace.steps(run.len())?;
        run.sort_unstable_by(&compare);
        run.dedup_by(|a, b| compare(a, b) == Ordering::Equal);
        // Each run is kept more than twice as long as the next, so that there are few of them.
        while let Some(longer) = runs.pop_if(|last| last.len() <= 2 * run.len()) {
            run = merged(longer, &run, &compare, pace)?;
        }
        runs.push(run);
    }
    let mut all = runs.pop().unwrap_or_default();
    while let Some(longer) = runs.pop() {
        all = merged(longer, &all, &compare, pace)?;
    }
    Ok(all)
}

/// What is in one of two lists, or in both.
fn merged<T: Copy>(
    mut longer: Vec<T>,
    mut b: &[T],
    compare: impl Fn(&T, &T) -> Ordering,
    pace: &mut Pace<'_>,
) -> Result<Vec<T>, Stopped> {
    // What comes in order stays in order.
    if longer.last().zip(b.first()).is_none_or(|(last, first)| compare(last, first).is_lt()) {
        longer.extend_from_slice(b);
        return Ok(longer);
    }
    let mut a = &longer[..];
    let mut both = Vec::with_capacity(a.len() + b.len());
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        pace.steps(1)?;
        let order = compare(first, other);
        both.push(if order.is_le() { *first } else { *other });
        a = if order.is_le() { rest } else { a };
        b = if order.is_ge() { others } else { b };
    }
    both.extend_from_slice(a);
    both.extend_from_slice(b);
    Ok(both)
}

#[cfg(test)]
mod tests {
    use retrograde_core::Control;

    use super::*;

    #[test]
    fn long_lists_of_few_and_of_many_numbers() {
        for modulus in [1, 2, 1000, 50_000, u64::MAX] {
            let numbers = (0..100_000u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % modulus);
            let mut expected: Vec<u64> = numbers.clone().collect();
            expected.sort_unstable();
            expected.dedup();
            let found = distinct(numbers, u64::cmp, &mut Control::ALONE.pace()).unwrap();
            assert_eq!(found, expected);
        }
        assert_eq!(
            distinct([0u32; 0].into_iter(), u32::cmp, &mut Control::ALONE.pace()),
            Ok(vec![])
        );
    }
}
