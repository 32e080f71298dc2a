//! Vertices put together by the mean of the cycle that play from them runs into.

use retrograde_core::{Ratio, Vertex, sys};

use super::cycle::Cycle;
use super::policy::{Halt, Spot};
use crate::energy::cost::Number;
use crate::stop::Stop;

/// Hands each mean to `take`, from the smallest on, with its vertices.
///
/// # Complexity
/// O(V) time, and `4 V` bytes with four for each mean.
pub(super) fn each_class<T: Number>(
    spots: &[Spot<T>],
    cycles: &[Cycle<T>],
    stop: &Stop<'_>,
    take: &mut dyn FnMut(Ratio, &[Vertex]),
) -> Result<(), Halt> {
    let rank = |spot: &Spot<T>| cycles[spot.cycle as usize].rank as usize;
    let largest = cycles.iter().map(|cycle| cycle.rank).max().unwrap_or(0);
    // Where the vertices of each rank end, and from there backwards to where they begin.
    let mut ends = vec![0u32; largest as usize + 2];
    let spend = |steps| if stop.spend(steps) { Err(Halt::Stopped) } else { Ok(()) };
    for spot in spots {
        spend(1)?;
        ends[rank(spot)] += 1;
    }
    for rank in 0..=largest as usize {
        ends[rank + 1] += ends[rank];
    }
    let mut order: Vec<Vertex> = sys::zeroed(spots.len());
    for (vertex, spot) in (0..spots.len() as Vertex).zip(spots).rev() {
        spend(1)?;
        let end = &mut ends[rank(spot)];
        *end -= 1;
        order[*end as usize] = vertex;
    }
    for range in ends.windows(2).filter(|range| range[0] < range[1]) {
        let class = &order[range[0] as usize..range[1] as usize];
        spend(class.len() as u32)?;
        take(cycles[spots[class[0] as usize].cycle as usize].mean(), class);
    }
    Ok(())
}
