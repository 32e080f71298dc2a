//! Sorting that can be stopped.

/// Lists up to this length are sorted in one go, which takes some hundredths of a second.
const PIECE: usize = 1 << 19;

/// As `sort_unstable_by_key`, but a long list is first divided into pieces, with `check` called
/// before each step with the number of entries that it takes.
///
/// # Errors
/// The first of `check`, with the list in any order.
pub(crate) fn sort_by_key<T, K: Ord, E>(
    list: &mut [T],
    mut key: impl FnMut(&T) -> K,
    mut check: impl FnMut(usize) -> Result<(), E>,
) -> Result<(), E> {
    let mut open = vec![list];
    while let Some(part) = open.pop() {
        check(part.len())?;
        if part.len() <= PIECE {
            part.sort_unstable_by_key(&mut key);
            continue;
        }
        let middle = part.len() / 2;
        part.select_nth_unstable_by_key(middle, &mut key);
        let (low, high) = part.split_at_mut(middle);
        open.extend([high, low]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_sorted_and_can_be_stopped() {
        let list: Vec<u32> =
            (0..3 * PIECE as u32).map(|at| at.wrapping_mul(2_654_435_769)).collect();
        let mut sorted = list.clone();
        sort_by_key(&mut sorted, |&number| number, |_| Ok::<_, ()>(())).unwrap();
        assert!(sorted.is_sorted());
        assert_eq!(sort_by_key(&mut list.clone(), |&number| number, Err), Err(list.len()));
    }
}
