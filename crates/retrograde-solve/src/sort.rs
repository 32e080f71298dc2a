//! Sorting that can be stopped.
//!
//! The standard library's sort is a thousand lines for each type and each order. What is sorted here are
//! numbers by a key that is a number, too: one sort does for all of them, and has the keys at hand
//! where looking them up at every comparison would wait for memory.

use std::cmp::Ordering;

/// Lists up to this length are sorted in one go, which takes some hundredths of a second.
const PIECE: usize = 1 << 19;

/// Sorts by keys, which are looked up a few times each. A long list is first divided into pieces, with
/// `check` called before each step with the number of entries that it takes.
///
/// # Complexity
/// 16 bytes for each entry of a piece, at most 8 MiB.
///
/// # Errors
/// The first of `check`, with the list in any order.
pub(crate) fn sort_by_key<E>(
    list: &mut [u32],
    key: impl Fn(u32) -> u64,
    check: impl FnMut(usize) -> Result<(), E>,
) -> Result<(), E> {
    let compare = |one, other| key(one).cmp(&key(other));
    let mut pairs = Vec::with_capacity(list.len().min(PIECE));
    let mut sort = |part: &mut [u32]| {
        pairs.clear();
        pairs.extend(part.iter().map(|&entry| (key(entry), entry)));
        sort_pairs(&mut pairs);
        for (entry, &(_, sorted)) in part.iter_mut().zip(&pairs) {
            *entry = sorted;
        }
    };
    checked(check, |check| divide(list, &compare, &mut sort, check))
}

/// As [`sort_by_key`], by an order that no key of 64 bits has.
pub(crate) fn sort_by<E>(
    list: &mut [u32],
    compare: impl Fn(u32, u32) -> Ordering,
    check: impl FnMut(usize) -> Result<(), E>,
) -> Result<(), E> {
    let mut sort = |part: &mut [u32]| sort_compared(part, &compare);
    checked(check, |check| divide(list, &compare, &mut sort, check))
}

/// As [`sort_by_key`], where everything is its own key.
pub(crate) fn sort_words<E>(
    list: &mut [u64],
    check: impl FnMut(usize) -> Result<(), E>,
) -> Result<(), E> {
    checked(check, |check| divide_words(list, check))
}

/// Whether to go on, asked before a step that takes so many entries.
type Check<'a> = &'a mut dyn FnMut(usize) -> bool;

/// What `check` objects to.
fn checked<E>(
    mut check: impl FnMut(usize) -> Result<(), E>,
    sort: impl FnOnce(Check<'_>),
) -> Result<(), E> {
    let mut result = Ok(());
    sort(&mut |steps| {
        result = check(steps);
        result.is_ok()
    });
    result
}

fn divide(
    list: &mut [u32],
    compare: &dyn Fn(u32, u32) -> Ordering,
    sort: &mut dyn FnMut(&mut [u32]),
    check: Check<'_>,
) {
    let mut open = vec![list];
    while let Some(part) = open.pop() {
        if !check(part.len()) {
            return;
        }
        if part.len() <= PIECE {
            sort(part);
            continue;
        }
        let middle = part.len() / 2;
        part.select_nth_unstable_by(middle, |&one, &other| compare(one, other));
        let (low, high) = part.split_at_mut(middle);
        open.extend([high, low]);
    }
}

fn divide_words(list: &mut [u64], check: Check<'_>) {
    let mut open = vec![list];
    while let Some(part) = open.pop() {
        if !check(part.len()) {
            return;
        }
        if part.len() <= PIECE {
            part.sort_unstable();
            continue;
        }
        let middle = part.len() / 2;
        part.select_nth_unstable(middle);
        let (low, high) = part.split_at_mut(middle);
        open.extend([high, low]);
    }
}

fn sort_pairs(pairs: &mut [(u64, u32)]) {
    pairs.sort_unstable();
}

fn sort_compared(list: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    list.sort_unstable_by(|&one, &other| compare(one, other));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_sorted_and_can_be_stopped() {
        let list: Vec<u32> =
            (0..3 * PIECE as u32).map(|at| at.wrapping_mul(2_654_435_769)).collect();
        let on = |_| Ok::<_, ()>(());
        let mut sorted = list.clone();
        sort_by_key(&mut sorted, u64::from, on).unwrap();
        assert!(sorted.is_sorted());
        let key = |number| u64::from(number % 1000);
        let mut by_key = list.clone();
        sort_by_key(&mut by_key, key, on).unwrap();
        assert!(by_key.is_sorted_by_key(|&number| key(number)));
        by_key.sort_unstable();
        assert_eq!(by_key, sorted, "the same numbers");
        let mut falling = list.clone();
        sort_by(&mut falling, |one, other| other.cmp(&one), on).unwrap();
        falling.reverse();
        assert_eq!(falling, sorted);
        let mut words: Vec<u64> = list.iter().map(|&number| u64::from(number) << 20).collect();
        sort_words(&mut words, on).unwrap();
        assert!(words.is_sorted());
        assert_eq!(sort_by_key(&mut list.clone(), u64::from, Err), Err(list.len()));
        assert_eq!(sort_by(&mut list.clone(), |one, other| one.cmp(&other), Err), Err(list.len()));
        assert_eq!(sort_words(&mut words, Err), Err(list.len()));
    }
}
