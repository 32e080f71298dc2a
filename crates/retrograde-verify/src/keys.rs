//! Values as one small number each, by what they are worth to the player who moves there next.
//!
//! The keys ascend from a loss at once over later losses and draws to a win at once. So what is best for
//! the mover is the least key that a move leads to, and it tells the value and the key of the vertex
//! itself: one rule for wins, losses and draws, for values and for best moves.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use retrograde_core::{Control, Distances, Stopped, Values, Vertex, sys};

use crate::rows::{MEDIUM, SHORT, any};

/// A number for each value up to a certain distance.
pub(crate) trait Key: Copy + Default + Ord + Send + Sync {
    /// The largest distance that has a key, and that whoever moves there has, too.
    const MOST: u32;
    const DRAW: Self;
    /// No key is larger.
    const LAST: Self;
    /// [`MEDIUM`] of the least key, then as many of the last.
    const PAST: [Self; 2 * MEDIUM];

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
            const PAST: [Self; 2 * MEDIUM] = {
                let mut past = [0; 2 * MEDIUM];
                let mut place = MEDIUM;
                while place < 2 * MEDIUM {
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
fn write<K: Key, D: Copy + Default + Into<u32>>(
    keys: &mut [K],
    distances: &[D],
    first: usize,
    values: &Values,
) -> bool {
    let (won, lost) = (values.outcomes().won().words(), values.outcomes().lost().words());
    let (eights, rest) = keys.as_chunks_mut::<8>();
    let mut all_fit = true;
    let (full, last) = distances[..8 * eights.len() + rest.len()].as_chunks::<8>();
    // The bits of eight neighbours stand in one byte.
    let bits = |words: &[u64], eight: usize| {
        let at = first / 8 + eight;
        (words[at / 8] >> (at % 8 * 8)) as u8
    };
    for (eight, (keys, distances)) in eights.iter_mut().zip(full).enumerate() {
        let fits;
        (*keys, fits) = write_eight(bits(won, eight), bits(lost, eight), distances);
        all_fit &= fits;
    }
    if !rest.is_empty() {
        let mut distances = [D::default(); 8];
        distances[..last.len()].copy_from_slice(last);
        let (won, lost) = (bits(won, full.len()), bits(lost, full.len()));
        let (keys, fits) = write_eight::<K, D>(won, lost, &distances);
        rest.copy_from_slice(&keys[..rest.len()]);
        all_fit &= fits;
    }
    all_fit
}

#[inline(always)]
fn write_eight<K: Key, D: Copy + Into<u32>>(
    won: u8,
    lost: u8,
    distances: &[D; 8],
) -> ([K; 8], bool) {
    let (mut keys, mut is_far) = ([K::DRAW; 8], false);
    for (place, (key, &distance)) in keys.iter_mut().zip(distances).enumerate() {
        let bit = 1 << place;
        let (is_won, is_lost, distance) = (won & bit != 0, lost & bit != 0, distance.into());
        is_far |= (is_won | is_lost) & (distance > K::MOST);
        let near = distance.min(K::MOST);
        let decided = if is_won { K::won(near) } else { K::lost(near) };
        *key = if is_won | is_lost { decided } else { K::DRAW };
    }
    (keys, !is_far)
}

/// Whether a row bears out the key of its vertex, and a best move if one is asked for. `found` are the keys
/// of the row and [`MEDIUM`] more, `targets` the moves of the row and of whatever comes after it, and `keys`
/// those of all vertices.
#[inline(always)]
pub(crate) fn bears_out<K: Key>(
    here: K,
    found: &[K],
    targets: &[Vertex],
    len: usize,
    (to, keys): (Option<Option<Vertex>>, &[K]),
) -> bool {
    // There is never a vertex of that number.
    let wanted = to.flatten().unwrap_or(Vertex::MAX);
    let offered = keys.get(wanted as usize).copied();
    let (is_move, least) = match targets.first_chunk() {
        Some(row) if len <= SHORT => look::<K, SHORT>(found, row, len, wanted),
        _ => match targets.first_chunk() {
            Some(row) if len <= MEDIUM => look::<K, MEDIUM>(found, row, len, wanted),
            _ => {
                let least = found[..len].iter().copied().min().unwrap_or(K::LAST);
                (targets[..len].contains(&wanted), least)
            }
        },
    };
    here == least.above() && (to.is_none() | is_move & (offered == Some(least)))
}

/// Whether a row leads to `wanted`, and its least key.
#[inline(always)]
fn look<K: Key, const N: usize>(
    found: &[K],
    row: &[Vertex; N],
    len: usize,
    wanted: Vertex,
) -> (bool, K) {
    // What lies past the end of the row is never the least.
    let (found, past) = (&found[..N], &K::PAST[MEDIUM - len..][..N]);
    let least =
        found.iter().zip(past).fold(K::LAST, |least, (&key, &past)| least.min(key.max(past)));
    (any(row, len, |to| to == wanted), least)
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
    fn keys_of_many_vertices_are_those_of_each() {
        let (all, all_keys) = (all(), all_keys());
        for many in [1, 7, 8, 9, 64, 65, 40_001] {
            let chosen = (0..many).map(|vertex: usize| vertex * vertex % 7919 % all.len());
            let values: Values = chosen.clone().map(|place| all[place]).collect();
            let expected: Vec<u8> = chosen.map(|place| all_keys[place]).collect();
            let found = keys::<u8>(&values, &Control::ALONE).unwrap().unwrap();
            assert!(found == expected, "{many}");
        }
    }

    /// The keys of [`all`] values, by what they are defined to be.
    fn all_keys() -> Vec<u8> {
        let near = 0..=<u8 as Key>::MOST;
        let lost = near.clone().map(<u8 as Key>::lost);
        lost.chain([<u8 as Key>::DRAW]).chain(near.rev().map(<u8 as Key>::won)).collect()
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
                let mut row = [first as Vertex; 3 + MEDIUM];
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
                            let borne = bears_out(key, &found, targets, 2, (to, &keys));
                            assert_eq!(borne, holds && kept, "{claimed:?} {row:?} {to:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn rows_of_any_length_are_judged_by_the_rules() {
        let all = all();
        let values: Values = all.iter().copied().collect();
        let keys = keys::<u8>(&values, &Control::ALONE).unwrap().unwrap();
        let many = all.len() as Vertex;
        for seed in 0..3000 {
            let draw = |place: Vertex| (seed * 7919 + place * place * 31 + place * 101) % many;
            let (len, past) = (1 + seed as usize % 24, [0, 40][seed as usize % 2]);
            let mut row: Vec<Vertex> = (0..(len + past) as Vertex).map(draw).collect();
            // What is past the end would be best.
            row[len..].fill(0);
            let mut found: Vec<u8> = row.iter().map(|&to| keys[to as usize]).collect();
            found.resize(found.len() + MEDIUM, 0);
            let moves = || row[..len].iter().copied();
            let best = moves().min_by_key(|&to| keys[to as usize]).unwrap_or(0);
            for claimed in [keys[best as usize].above(), keys[best as usize], keys[row[0] as usize]]
            {
                let Some(place) = keys.iter().position(|&key| key == claimed) else { continue };
                let holds = check_value(&values, all[place], moves()).is_ok();
                for to in
                    [None, Some(None), Some(Some(best)), Some(Some(row[len - 1])), Some(Some(0))]
                {
                    let kept =
                        to.is_none_or(|to| check_move(&values, all[place], moves(), to).is_ok());
                    let borne = bears_out(claimed, &found, &row, len, (to, &keys));
                    assert_eq!(borne, holds && kept, "{:?} {row:?} {len} {to:?}", all[place]);
                }
            }
        }
    }
}
