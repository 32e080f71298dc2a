//! A worker's own rows: for each of its vertices the vertices before it.

use std::ops::Range;

use retrograde_core::{Offsets, RowSource, RowVisit, Vertex, sys};

use crate::batch::{Batch, Topic};
use crate::error::ClusterError;
use crate::link::{Link, Tally};
use crate::outbox::Outbox;
use crate::partition::Partition;
use crate::rule::Rule;
use crate::source::{Look, Part};

/// A worker's own rows.
pub(crate) struct LocalRows<'a> {
    rule: Rule<'a>,
    /// Where the moves of each vertex lead, if that can be read.
    forward: Option<&'a dyn RowSource>,
    /// How many moves each vertex has, if they were counted when they were gathered.
    counted: Option<Vec<u32>>,
    offsets: Offsets,
    before: Vec<Vertex>,
}

impl<'a> LocalRows<'a> {
    /// Reads rows of vertices before, which somebody has already.
    pub(crate) fn read(
        forward: &'a dyn RowSource,
        reverse: &dyn RowSource,
        rule: Rule<'a>,
        partition: &Partition,
        link: &mut Link<'_>,
    ) -> Result<Self, ClusterError> {
        let me = link.me();
        let edges = reverse.edge_count();
        let mut offsets = Offsets::zeroed(partition.room(me), edges);
        // A share of all, and some more: where it is much more, the list grows.
        let share = edges / partition.workers() as u64;
        let mut before: Vec<Vertex> = sys::reserved((share + share / 32) as usize);
        for (block, first) in partition.blocks_of(me) {
            link.step()?;
            let vertices = partition.block(block);
            let rows = vertices.start as usize..vertices.end as usize;
            reverse.read_rows(rows, &mut |vertex, row| {
                before.extend_from_slice(row);
                let place = first as usize + (u64::from(vertex) - vertices.start) as usize;
                offsets.set(place + 1, before.len() as u64);
                Ok(())
            })?;
        }
        fill_gaps(&mut offsets, link)?;
        Ok(LocalRows { rule, forward: Some(forward), counted: None, offsets, before })
    }
}

/// Numbers that are not in use have empty rows.
fn fill_gaps(offsets: &mut Offsets, link: &Link<'_>) -> Result<(), ClusterError> {
    let mut pace = link.watch.control.pace();
    for row in 0..offsets.rows() {
        pace.steps(1)?;
        let before = offsets.get(row);
        if offsets.get(row + 1) < before {
            offsets.set(row + 1, before);
        }
    }
    Ok(())
}

/// Moves on their way to the workers that want to know of them: the owner of where a move leads keeps where
/// it comes from, and the owner of where it comes from counts it.
pub(crate) struct Gathering {
    partition: Partition,
    edges: Outbox,
    counts: Outbox,
    arrived: Arrived,
}

/// What has arrived.
struct Arrived {
    /// How many moves each vertex has.
    moves: Vec<u32>,
    /// Numbers of vertices, each with a vertex before it, those of neighbouring numbers together: what
    /// follows stays in the cache.
    buckets: Vec<Vec<[u32; 2]>>,
}

/// A bucket is for 2 to the power of this many numbers.
const BUCKET: u32 = 14;

impl Arrived {
    fn new(room: usize) -> Self {
        let buckets = (0..room.div_ceil(1 << BUCKET)).map(|_| Vec::new()).collect();
        Arrived { moves: sys::zeroed(room), buckets }
    }

    /// Takes down what was sent; whether it makes sense.
    fn take(&mut self, topic: Topic, words: &[u32]) -> bool {
        let room = self.moves.len();
        match topic {
            Topic::Edges => {
                let (pairs, rest) = words.as_chunks::<2>();
                rest.is_empty()
                    && pairs.iter().all(|&[place, from]| {
                        let inside = (place as usize) < room;
                        if inside {
                            self.buckets[(place >> BUCKET) as usize].push([place, from]);
                        }
                        inside
                    })
            }
            Topic::Moves => words.iter().all(|&place| {
                let moves = self.moves.get_mut(place as usize);
                moves.map(|moves| *moves = moves.saturating_add(1)).is_some()
            }),
            _ => false,
        }
    }

    /// The vertices before each, and where those of each begin.
    fn turn(self, link: &Link<'_>) -> Result<(Vec<u32>, Offsets, Vec<Vertex>), ClusterError> {
        let Arrived { moves, buckets } = self;
        let count: usize = buckets.iter().map(Vec::len).sum();
        let mut offsets = Offsets::zeroed(moves.len(), count as u64);
        let mut before: Vec<Vertex> = sys::zeroed(count);
        let (mut base, mut ends) = (0, vec![0_u32; 1 << BUCKET]);
        for (bucket, pairs) in buckets.into_iter().enumerate() {
            link.watch.check()?;
            let first = bucket << BUCKET;
            let rows = ends.len().min(moves.len() - first);
            ends.fill(0);
            let row = |place: u32| place as usize - first;
            pairs.iter().for_each(|&[place, _]| ends[row(place)] += 1);
            let mut end = 0;
            for (index, length) in ends[..rows].iter_mut().enumerate() {
                end += *length;
                *length = end;
                offsets.set(first + index + 1, base as u64 + u64::from(end));
            }
            // Rows fill from their ends.
            let here = &mut before[base..base + pairs.len()];
            for &[place, from] in &pairs {
                let end = &mut ends[row(place)];
                *end -= 1;
                here[*end as usize] = from;
            }
            base += pairs.len();
        }
        Ok((moves, offsets, before))
    }
}

impl Gathering {
    pub(crate) fn new(partition: Partition, me: usize) -> Self {
        let arrived = Arrived::new(partition.room(me));
        let (edges, counts) = (Outbox::new(partition), Outbox::new(partition));
        Gathering { partition, edges, counts, arrived }
    }

    /// A move of a vertex, whosever it is.
    pub(crate) fn edge(&mut self, from: Vertex, to: Vertex) {
        self.lead(from, to);
        self.counts.push(from.into());
    }

    /// Moves of a vertex of this worker's own.
    pub(crate) fn own_moves(&mut self, place: u32, from: Vertex, row: &[Vertex]) {
        let moves = &mut self.arrived.moves[place as usize];
        *moves = moves.saturating_add(row.len() as u32);
        row.iter().for_each(|&to| self.lead(from, to));
    }

    fn lead(&mut self, from: Vertex, to: Vertex) {
        let (owner, place) = self.partition.place(to.into());
        self.edges.push_to(owner, [place, from]);
    }

    /// Sends what is to be sent, and looks at what has arrived.
    pub(crate) fn dispatch(&mut self, link: &mut Link<'_>) -> Result<(), ClusterError> {
        let me = link.me();
        for (outbox, topic) in [(&mut self.edges, Topic::Edges), (&mut self.counts, Topic::Moves)] {
            while let Some((owner, words)) = outbox.pop() {
                if owner != me {
                    link.send(owner, topic, words);
                    continue;
                }
                if !self.arrived.take(topic, &words) {
                    return Err(ClusterError::Garbled { from: me });
                }
                outbox.give_back(words);
            }
        }
        link.step()?;
        while let Some(batch) = link.receive()? {
            take(&mut self.arrived, &batch)?;
            self.edges.give_back(batch.words);
        }
        Ok(())
    }

    /// All moves are there: the rows of this worker.
    pub(crate) fn finish<'a>(
        mut self,
        rule: Rule<'a>,
        forward: Option<&'a dyn RowSource>,
        link: &mut Link<'_>,
    ) -> Result<LocalRows<'a>, ClusterError> {
        self.edges.finish();
        self.counts.finish();
        self.dispatch(link)?;
        let mut arrived = self.arrived;
        link.end_round(Tally::default(), |batch| take(&mut arrived, &batch))?;
        let (moves, offsets, before) = arrived.turn(link)?;
        Ok(LocalRows { rule, forward, counted: Some(moves), offsets, before })
    }
}

fn take(arrived: &mut Arrived, batch: &Batch) -> Result<(), ClusterError> {
    match arrived.take(batch.topic, &batch.words) {
        true => Ok(()),
        false => Err(ClusterError::Garbled { from: batch.from as usize }),
    }
}

impl Part for LocalRows<'_> {
    fn look(
        &mut self,
        vertices: Range<u64>,
        place: u32,
        seen: &mut impl FnMut(u32, Look<'_>) -> Result<(), ClusterError>,
    ) -> Result<(), ClusterError> {
        let (start, rule) = (vertices.start, self.rule);
        match (&self.counted, self.forward) {
            (Some(moves), _) => {
                for (offset, vertex) in vertices.enumerate() {
                    let moves = moves[place as usize + offset];
                    seen(offset as u32, rule.look(vertex as Vertex, moves))?;
                }
                Ok(())
            }
            (None, Some(forward)) => {
                // A long row comes in pieces.
                let (mut last, mut failed) = (None, None);
                let mut tell = |said: Option<(Vertex, u32)>| {
                    if let (Some((vertex, moves)), None) = (said, &failed) {
                        let offset = (u64::from(vertex) - start) as u32;
                        failed = seen(offset, rule.look(vertex, moves)).err();
                    }
                };
                forward.read_rows(
                    vertices.start as usize..vertices.end as usize,
                    &mut |vertex, row| {
                        let length = row.len() as u32;
                        match &mut last {
                            Some((before, moves)) if *before == vertex => *moves += length,
                            _ => tell(last.replace((vertex, length))),
                        }
                        Ok(())
                    },
                )?;
                tell(last);
                failed.map_or(Ok(()), Err)
            }
            (None, None) => Ok(()),
        }
    }

    fn moves(&mut self, vertices: Range<u64>, visit: RowVisit<'_>) -> Result<bool, ClusterError> {
        let Some(forward) = self.forward else { return Ok(false) };
        forward.read_rows(vertices.start as usize..vertices.end as usize, visit)?;
        Ok(true)
    }

    fn before(&mut self, places: &[u32], outbox: &mut Outbox) -> Result<(), ClusterError> {
        /// How far ahead rows are asked for.
        const AHEAD: usize = 16;
        for (index, &place) in places.iter().enumerate() {
            if let Some(&next) = places.get(index + AHEAD) {
                sys::prefetch(&self.before, self.offsets.get(next as usize) as usize);
            }
            let row = self.offsets.get(place as usize)..self.offsets.get(place as usize + 1);
            for &before in &self.before[row.start as usize..row.end as usize] {
                outbox.push(before.into());
            }
        }
        Ok(())
    }
}
