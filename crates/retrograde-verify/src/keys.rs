//! Values as one small number each, by what they are worth to the player who moves there next.
//!
//! The keys ascend from a loss at once over later losses and draws to a win at once. So what is best for
//! the mover is the least key that a move leads to, and it tells the value and the key of the vertex
//! itself: one rule for wins, losses and draws, for values and for best moves.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use retrograde_core::{Control, Distances, Stopped, Values, Vertex, sys};

/// A number for each value up to a certain distance.
pub(crate) trait Key: Copy + Default + Ord + Send + Sync {
    /// The largest distance that has a key, and that whoever moves there has, too.
    const MOST: u32;
    const DRAW: Self;
    /// No key is larger.
    const LAST: Self;
    /// [`SHORT`] of the least key, then as many of the last.
    const PAST: [Self; 2 * SHORT];

    fn lost(distance: u32) -> Self;

    fn won(distance: u32) -> Self;

    /// The key of a vertex whose best move leads to this one.
    fn above(self) -> Self;
}

macro_rules! impl_key {
    ($integer:ty) => {
        impl Key for $integer {
            // One more on either side is not a key of anything else.
            const MOST: u32 = (<$integer>::MAX / 2) as u32 - 2;
            const DRAW: Self = <$integer>::MAX / 2;
            const LAST: Self = <$integer>::MAX;
            const PAST: [Self; 2 * SHORT] = {
                let mut past = [0; 2 * SHORT];
                let mut place = SHORT;
                while place < 2 * SHORT {
                    past[place] = Self::LAST;
                    place += 1;
                }
                past
            };

            #[inline(always)]
            fn lost(distance: u32) -> Self {
                distance as $integer
            }

            #[inline(always)]
            fn won(distance: u32) -> Self {
                Self::LAST - distance as $integer
            }

            #[inline(always)]
            fn above(self) -> Self {
                // From lost in d to won in d + 1, from won in d to lost in d + 1.
                let won = Self::LAST.wrapping_sub(self).wrapping_sub(1);
                let lost = Self::LAST.wrapping_sub(self).wrapping_add(1);
                let decided = if self < Self::DRAW { won } else { lost };
                if self == Self::DRAW { Self::DRAW } else { decided }
            }
        }
    };
}

impl_key!(u8);
impl_key!(u16);

/// The key of every vertex; `None` if a distance is too large for one.
///
/// # Complexity
/// O(V) time on all threads.
pub(crate) fn keys<K: Key>(
    values: &Values,
    control: &Control<'_>,
) -> Result<Option<Vec<K>>, Stopped> {
    /// A multiple of the bits of a word.
    const PER_TASK: usize = 1 << 14;
    let mut keys: Vec<K> = sys::zeroed(values.len());
    let fit = AtomicBool::new(true);
    let tasks = keys.chunks_mut(PER_TASK).enumerate().collect();
    control.for_each(tasks, |(task, keys): (usize, &mut [K])| {
        if !fit.load(Relaxed) {
            return;
        }
        let first = task * PER_TASK;
        let all_fit = match values.distances() {
            Distances::Narrow(distances) => write(keys, &distances[first..], first, values),
            Distances::Wide(distances) => write(keys, &distances[first..], first, values),
        };
        if !all_fit {
            fit.store(false, Relaxed);
        }
    })?;
    Ok(fit.into_inner().then_some(keys))
}

/// Writes the keys of neighbours, the first of which has the number `first`; whether all distances
/// fit. Which vertices are drawn cannot be predicted, so there is no branch.
fn write<K: Key, D: Copy + Into<u32>>(
    keys: &mut [K],
    distances: &[D],
    first: usize,
    values: &Values,
) -> bool {
    let words = values.outcomes().won().words().iter().zip(values.outcomes().lost().words());
    let words = words.skip(first / 64);
    let mut farthest = 0;
    for ((keys, distances), (&won, &lost)) in
        keys.chunks_mut(64).zip(distances.chunks(64)).zip(words)
    {
        for (bit, (key, &distance)) in keys.iter_mut().zip(distances).enumerate() {
            let (is_won, is_lost) = (won >> bit & 1 != 0, lost >> bit & 1 != 0);
            let distance = if is_won | is_lost { distance.into() } else { 0 };
            farthest = farthest.max(distance);
            let near = distance.min(K::MOST);
            let decided = if is_won { K::won(near) } else { K::lost(near) };
            *key = if is_won | is_lost { decided } else { K::DRAW };
        }
    }
    farthest <= K::MOST
}

/// Rows up to this length are looked at in one go.
pub(crate) const SHORT: usize = 8;

/// Whether a row with these keys bears out that of its vertex, and a best move if one is asked for.
/// `keys` has at least [`SHORT`] entries more than the row, and `targets` where there are so many.
#[inline(always)]
pub(crate) fn bears_out<K: Key>(
    here: K,
    keys: &[K],
    targets: &[Vertex],
    len: usize,
    to: Option<Option<Vertex>>,
) -> bool {
    let (least, is_best) = if len <= SHORT && targets.len() >= SHORT {
        // How long a row is cannot be predicted: what lies past its end is looked at, and is never
        // the least.
        let (keys, targets, past) = (&keys[..SHORT], &targets[..SHORT], &K::PAST[SHORT - len..]);
        let mut row = [K::LAST; SHORT];
        for ((key, &found), &past) in row.iter_mut().zip(keys).zip(past) {
            *key = found.max(past);
        }
        let least = row.iter().fold(K::LAST, |least, &key| least.min(key));
        let wanted = to.flatten();
        let (mut are_best, mut are_it) = (0u32, 0u32);
        for place in 0..SHORT {
            are_best |= u32::from(row[place] == least) << place;
            are_it |= u32::from(Some(targets[place]) == wanted) << place;
        }
        (least, are_best & are_it & ((1 << len) - 1) != 0)
    } else {
        let (keys, targets) = (&keys[..len], &targets[..len]);
        let least = keys.iter().copied().min().unwrap_or(K::LAST);
        let mut moves = targets.iter().zip(keys);
        let is_best = moves.any(|(&target, &key)| Some(Some(target)) == to && key == least);
        (least, is_best)
    };
    here == least.above() && (is_best | to.is_none())
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Distance, Value};

    use super::*;
    use crate::ranked::{check_move, check_value};

    /// All values with a key of one byte, in the order of their keys.
    fn all() -> Vec<Value> {
        let near = 0..=<u8 as Key>::MOST;
        let lost = near.clone().map(|distance| Value::Lose(Distance(distance)));
        let won = near.rev().map(|distance| Value::Win(Distance(distance)));
        lost.chain([Value::Draw]).chain(won).collect()
    }

    #[test]
    fn keys_are_in_order_and_tell_values_apart() {
        let values: Values = all().into_iter().collect();
        let narrow = keys::<u8>(&values, &Control::ALONE).unwrap().unwrap();
        let wide = keys::<u16>(&values, &Control::ALONE).unwrap().unwrap();
        assert!(narrow.is_sorted_by(|a, b| a < b) && wide.is_sorted_by(|a, b| a < b));
        let far: Values = [Value::Win(Distance(<u8 as Key>::MOST + 1))].into_iter().collect();
        assert_eq!(keys::<u8>(&far, &Control::ALONE), Ok(None));
        assert!(keys::<u16>(&far, &Control::ALONE).unwrap().is_some());
        let farther: Values = [Value::Lose(Distance(u32::MAX))].into_iter().collect();
        assert_eq!(keys::<u16>(&farther, &Control::ALONE), Ok(None));
    }

    #[test]
    fn every_claim_on_every_pair_of_moves_is_judged_by_the_rules() {
        let all = all();
        let values: Values = all.iter().copied().collect();
        let keys = keys::<u8>(&values, &Control::ALONE).unwrap().unwrap();
        let near =
            |value: &Value| value.distance().is_none_or(|Distance(d)| !(3..=122).contains(&d));
        let some: Vec<usize> = (0..all.len()).filter(|&place| near(&all[place])).collect();
        for &first in &some {
            for &second in &some {
                let mut row = [first as Vertex; 3 + SHORT];
                row[1] = second as Vertex;
                let found = row.map(|to| keys[to as usize]);
                for (claimed, &key) in all.iter().zip(&keys) {
                    let moves = || row[..2].iter().copied();
                    let holds = check_value(&values, *claimed, moves()).is_ok();
                    for to in
                        [None, Some(None), Some(Some(row[0])), Some(Some(row[1])), Some(Some(1))]
                    {
                        let kept =
                            to.is_none_or(|to| check_move(&values, *claimed, moves(), to).is_ok());
                        for targets in [&row[..], &row[..2]] {
                            let borne = bears_out(key, &found, targets, 2, to);
                            assert_eq!(borne, holds && kept, "{claimed:?} {row:?} {to:?}");
                        }
                    }
                }
            }
        }
    }
}
