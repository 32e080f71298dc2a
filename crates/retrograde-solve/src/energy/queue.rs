//! Vertices in the order of their gains, the least first, where none comes in that is below the last
//! one taken out.
//!
//! A heap of many entries lies all over memory, and who comes next is known only when it is their turn.
//! Here the next ones are a short list in order, so that memory can be asked for what they need, and
//! the others wait in lists without any, each of which has greater gains than the one above it. A list
//! is divided in two when its turn comes, until what is on top is short.
//!
//! Source: G. Navarro and R. Paredes, *On sorting, heaps, and minimum spanning trees* (2010).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use retrograde_core::Vertex;

use super::cost::Number;

/// So many entries are put in order at once.
const SHORT: usize = 1 << 11;

pub(super) struct Queue<T> {
    /// The next ones, the least last.
    next: Vec<(T, Vertex)>,
    /// What came in later and belongs among the next ones.
    among: BinaryHeap<Reverse<(T, Vertex)>>,
    /// The others, by the least gain that a list may have: the lowest list last.
    waiting: Vec<(T, Vec<(T, Vertex)>)>,
}

impl<T: Number> Queue<T> {
    /// An empty one for gains of at least zero.
    pub(super) fn new() -> Self {
        let waiting = vec![(T::default(), Vec::new())];
        Queue { next: Vec::new(), among: BinaryHeap::new(), waiting }
    }

    #[inline]
    pub(super) fn push(&mut self, gain: T, vertex: Vertex) {
        match self.waiting.iter_mut().rev().take_while(|(least, _)| *least <= gain).last() {
            Some((_, list)) => list.push((gain, vertex)),
            None => self.among.push(Reverse((gain, vertex))),
        }
    }

    /// The one with the least gain.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(T, Vertex)> {
        if self.next.is_empty() && self.among.is_empty() {
            self.refill();
        }
        match (self.next.last(), self.among.peek()) {
            (Some(next), Some(Reverse(other))) if other < next => {}
            (Some(_), _) => return self.next.pop(),
            (None, _) => {}
        }
        self.among.pop().map(|Reverse(entry)| entry)
    }

    /// Which one comes after so many others, as a rule.
    #[inline]
    pub(super) fn after(&self, others: usize) -> Option<Vertex> {
        let place = self.next.len().checked_sub(others + 1)?;
        Some(self.next[place].1)
    }

    /// Takes the next ones from those that wait.
    fn refill(&mut self) {
        while let Some((least, mut list)) = self.waiting.pop() {
            if list.len() > SHORT
                && let Some(upper) = divide(&mut list)
            {
                self.waiting.push(upper);
                self.waiting.push((least, list));
                continue;
            }
            if list.is_empty() && !self.waiting.is_empty() {
                continue;
            }
            list.sort_unstable_by_key(|&(gain, _)| Reverse(gain));
            // What comes in must not pile up among the next ones.
            if self.waiting.is_empty() {
                let greatest = list.first().map_or(least, |&(gain, _)| gain);
                self.waiting.push((greatest, Vec::new()));
            }
            self.next = list;
            return;
        }
    }
}

/// Takes the upper half, roughly, out of a long list; `None` where most gains are the same.
fn divide<T: Number>(list: &mut Vec<(T, Vertex)>) -> Option<(T, Vec<(T, Vertex)>)> {
    const SAMPLES: usize = 15;
    let step = list.len() / SAMPLES;
    let mut samples: [T; SAMPLES] = std::array::from_fn(|sample| list[sample * step].0);
    samples.sort_unstable();
    let middle = samples[SAMPLES / 2];
    let mut upper = Vec::new();
    list.retain(|&(gain, vertex)| {
        if gain >= middle {
            upper.push((gain, vertex));
        }
        gain < middle
    });
    if list.is_empty() {
        *list = upper;
        return None;
    }
    Some((middle, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_out_is_in_order_whatever_comes_in_meanwhile() {
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        for spread in [1, 3, 1000, 1 << 30] {
            let mut queue = Queue::<i64>::new();
            let mut heap = BinaryHeap::new();
            let mut add = |queue: &mut Queue<i64>, heap: &mut BinaryHeap<_>, least: i64| {
                let gain = least + draw(spread) as i64;
                queue.push(gain, 7);
                heap.push(Reverse(gain));
                draw(8)
            };
            for _ in 0..20_000 {
                add(&mut queue, &mut heap, 0);
            }
            let mut taken = 0;
            while let Some(Reverse(gain)) = heap.pop() {
                assert_eq!(queue.pop(), Some((gain, 7)), "spread {spread}, after {taken}");
                taken += 1;
                if taken < 60_000 {
                    while add(&mut queue, &mut heap, gain) > 4 {}
                }
            }
            assert_eq!(queue.pop(), None);
            assert_eq!(queue.after(0), None);
        }
    }
}
