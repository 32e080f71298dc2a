//! Which way moves lead, by the numbers that vertices have.
//!
//! A sweep against the order of play takes what a play pays all the way back along it, in the time that
//! it takes to look at each vertex once. Where a graph was made by going from one vertex on to the next,
//! its numbers are such an order already, and neighbours lie near each other.

use super::board::MoveRows;
use crate::stop::Stop;

/// Of so many moves one may lead the other way.
const FEW: usize = 8;

/// So many moves are worth a look at the clock.
const LONG: usize = 1 << 12;

/// Which way moves lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Nearly all to greater numbers.
    Up,
    /// Nearly all to smaller ones.
    Down,
    /// Either way.
    Mixed,
}

impl Order {
    /// The order of these moves; `None` if stopped.
    ///
    /// # Complexity
    /// O(V + E) time.
    pub(crate) fn of(moves: &MoveRows<'_>, stop: &Stop<'_>) -> Option<Self> {
        let (mut up, mut looked) = (0, 0);
        for vertex in 0..moves.offsets.rows() as u32 {
            let ends = &moves.ends[moves.range(vertex)];
            up += ends.iter().filter(|&&end| end > vertex).count();
            looked += 1 + ends.len();
            if looked >= LONG {
                if stop.spend_many(looked as u64) {
                    return None;
                }
                looked = 0;
            }
        }
        let down = moves.ends.len() - up;
        Some(match () {
            () if down <= moves.ends.len() / FEW => Order::Up,
            () if up <= moves.ends.len() / FEW => Order::Down,
            () => Order::Mixed,
        })
    }

    /// All vertices below `count`, against the order of play.
    #[inline]
    pub(crate) fn against(self, count: u32) -> impl Iterator<Item = u32> {
        let last = count.wrapping_sub(1);
        let is_down = self == Order::Down;
        (0..count).map(move |place| if is_down { place } else { last - place })
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use retrograde_core::{Control, Graph};

    use super::*;

    #[test]
    fn a_few_moves_the_other_way_do_not_count() {
        let order = |step: u32| {
            let edges = (0..20).map(|v| (v, (v + step) % 20));
            let graph = Graph::from_edges(20, edges).unwrap();
            let weights = vec![0; 20];
            let moves = MoveRows {
                offsets: Cow::Borrowed(graph.offsets()),
                ends: Cow::Borrowed(graph.targets()),
                weights: Cow::Borrowed(&weights),
            };
            Order::of(&moves, &Stop::new(&Control::ALONE))
        };
        assert_eq!(order(2), Some(Order::Up));
        assert_eq!(order(18), Some(Order::Down));
        assert_eq!(order(10), Some(Order::Mixed));
        assert_eq!(Order::Mixed.against(3).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(Order::Down.against(3).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(Order::Up.against(0).count(), 0);
    }
}
