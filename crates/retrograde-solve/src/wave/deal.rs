//! A large level, dealt out.
//!
//! The predecessors of a large level lie all over the marks, which are larger than a core's cache. So
//! they are first dealt into piles of neighbours, and then each pile is told what it has to be told,
//! with its part of the marks in the cache: one thread at a time, so that nothing is shared.
//!
//! Source: S. Beamer, K. Asanović, D. Patterson, *Reducing Pagerank Communication via Propagation
//! Blocking* (2017).

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use retrograde_core::{Control, Stopped, Vertex, sys};

use super::field::{Field, Told};
use super::ground::Ground;
use super::marks::Mark;
use super::rows::{BATCH, Batch, Rows, empty_batch};

/// Frontier vertices one thread takes at a time.
const PIECE: usize = 1 << 10;

/// Batches between two looks at whether to go on.
const LOOK_EVERY: usize = 64;

/// Levels of so many vertices are worth it, where there are other threads and few piles.
const WORTH_IT: usize = 1 << 12;

/// So many vertices for each pile are worth it, where there are other threads: without them, a look at a
/// mark far away is waited for by one thread alone.
const PER_PILE: usize = 32;

/// Marks of fewer states stay in the cache.
const LARGE: usize = 1 << 21;

/// Piles of neighbouring states, for each thread.
pub(super) struct Deal {
    /// A pile is for `1 << bits` states.
    bits: u32,
    piles: usize,
    dealers: Vec<Dealer>,
    threads: usize,
    states: usize,
}

impl Deal {
    pub(super) fn new(states: usize, control: &Control<'_>) -> Self {
        let of = |piles: usize| (states / piles).next_power_of_two().ilog2();
        // The marks of a pile and its parts of two bitmaps stay in a core's cache, unless there would
        // be too many piles for their ends to do so.
        let bits = of(64).clamp(12, 18).max(of(512));
        let piles = states.div_ceil(1 << bits);
        Deal { bits, piles, dealers: Vec::new(), threads: control.threads.get(), states }
    }

    /// Whether a level of so many vertices is worth dealing out.
    pub(super) fn is_for(&self, frontier: usize) -> bool {
        match self.threads {
            1 => self.states >= LARGE && frontier >= self.states / 512,
            _ => frontier >= WORTH_IT.max(PER_PILE * self.piles),
        }
    }

    /// Tells the predecessors of a level what they have to be told, and returns those that this
    /// settles.
    pub(super) fn step<B: Ground, S: Mark>(
        &mut self,
        told: Told,
        (ground, frontier): (&B, &[Vertex]),
        level: u32,
        field: &mut Field<'_, S>,
        control: &Control<'_>,
    ) -> Result<Vec<Vertex>, Stopped> {
        let (bits, piles, threads) = (self.bits, self.piles, self.threads);
        if self.dealers.is_empty() {
            // A byte a state in all, so that a look at all marks is shared by many.
            let size = (self.states / 4 / piles / threads).max(8 * BATCH);
            self.dealers.resize_with(threads, || Dealer::new(piles, size));
        }
        let next = AtomicUsize::new(0);
        let piece = || frontier.chunks(PIECE).nth(next.fetch_add(1, Relaxed));
        let mut rows: Vec<_> = (0..threads).map(|_| Rows::new(ground, &[])).collect();
        let mut settled = Vec::new();
        loop {
            let workers = self.dealers.iter_mut().zip(&mut rows).collect();
            control.for_each(workers, |(dealer, rows): (&mut Dealer, &mut Rows<'_, B>)| {
                dealer.deal(bits, rows, control, || Some(Rows::new(ground, piece()?)));
            })?;
            let dealers = &self.dealers;
            let mut lists: Vec<Vec<Vertex>> = vec![Vec::new(); piles];
            let tasks: Vec<_> = field
                .parts(bits)
                .zip(&mut lists)
                .enumerate()
                .filter(|(pile, _)| dealers.iter().any(|dealer| dealer.ends[*pile] > 0))
                .collect();
            if tasks.is_empty() {
                return Ok(settled);
            }
            control.for_each_with(
                || (Vec::new(), empty_batch()),
                tasks,
                |(before, batch), (pile, (mut field, out))| {
                    let piles = dealers.iter().map(|dealer| dealer.pile(pile));
                    if piles.clone().map(<[_]>::len).sum::<usize>() >= field.many(told) {
                        return field.tell_many(told, piles, level, before, out);
                    }
                    for part in piles.flat_map(|pile| pile.chunks(BATCH)) {
                        let batch = &mut batch[..part.len()];
                        batch.copy_from_slice(part);
                        field.tell(told, batch, level, out);
                    }
                },
            )?;
            append(&mut settled, lists, control)?;
        }
    }
}

/// Adds lists one after the other to another, which has none of them so far.
fn append(
    all: &mut Vec<Vertex>,
    lists: Vec<Vec<Vertex>>,
    control: &Control<'_>,
) -> Result<(), Stopped> {
    let count = lists.iter().map(Vec::len).sum::<usize>();
    if !all.is_empty() || count < WORTH_IT {
        lists.iter().for_each(|list| all.extend_from_slice(list));
        return Ok(());
    }
    // Each thread is the first to touch what it writes.
    *all = sys::zeroed(count);
    let mut rest = &mut **all;
    let mut tasks = Vec::with_capacity(lists.len());
    for list in lists {
        let (part, after) = rest.split_at_mut(list.len());
        rest = after;
        tasks.push((part, list));
    }
    control
        .for_each(tasks, |(part, list): (&mut [Vertex], Vec<Vertex>)| part.copy_from_slice(&list))
}

/// The piles of one thread.
struct Dealer {
    /// All piles, each with room for `size` states.
    states: Vec<Vertex>,
    size: usize,
    /// How many are on each pile.
    ends: Vec<usize>,
    batch: Box<Batch>,
}

impl Dealer {
    fn new(piles: usize, size: usize) -> Self {
        let states = sys::zeroed(piles * size);
        Dealer { states, size, ends: vec![0; piles], batch: Box::new(empty_batch()) }
    }

    fn pile(&self, pile: usize) -> &[Vertex] {
        &self.states[pile * self.size..][..self.ends[pile]]
    }

    /// Deals what is left of `rows`, and then of others, until there are none or a pile is full.
    fn deal<'a, B: Ground>(
        &mut self,
        bits: u32,
        rows: &mut Rows<'a, B>,
        control: &Control<'_>,
        mut more: impl FnMut() -> Option<Rows<'a, B>>,
    ) {
        self.ends.fill(0);
        let last = self.size - self.batch.len();
        let mut is_full = false;
        for round in 1.. {
            if is_full || round % LOOK_EVERY == 0 && control.is_stopped() {
                return;
            }
            let batch = &*rows.fill(&mut self.batch);
            if batch.is_empty() {
                match more() {
                    Some(more) => *rows = more,
                    None => return,
                }
            }
            for &state in batch {
                let pile = (state >> bits) as usize;
                let end = self.ends[pile];
                self.states[pile * self.size + end] = state;
                self.ends[pile] = end + 1;
                is_full |= end >= last;
            }
        }
    }
}
