//! A worker's own rows: for each of its vertices the vertices before it.

use std::ops::Range;

use retrograde_core::{Offsets, RowSource, RowVisit, Vertex, sys};
use retrograde_link::{Batch, ClusterError, Link, Tally, Topic};

use crate::funnel::{Funnel, SHORT};
use crate::outbox::Outbox;
use crate::partition::Partition;
use crate::rule::{Rule, Said};
use crate::source::{Look, Part, Seen, look_at};
use crate::steps::{Listed, Steps};

/// A worker's own rows.
pub(crate) struct LocalRows<'a> {
    rule: Rule<'a>,
    said: Said,
    /// How many moves the vertices have that were looked at last.
    lengths: Vec<u32>,
    partition: Partition,
    forward: Forward<'a>,
    offsets: Offsets,
    before: Vec<Vertex>,
}

/// Where moves lead.
enum Forward<'a> {
    /// Rows that can be read, with how many moves each vertex has if they were counted.
    Read(&'a dyn RowSource, Option<Vec<u32>>),
    /// Rows of a list, which were kept.
    Kept(Listed),
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
        let (said, lengths) = (Said::default(), Vec::new());
        let (partition, forward) = (*partition, Forward::Read(forward, None));
        Ok(LocalRows { rule, said, lengths, partition, forward, offsets, before })
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
/// it comes from; of a list, the owner of where it comes from keeps where it leads.
pub(crate) struct Gathering {
    partition: Partition,
    edges: Outbox,
    steps: Outbox,
    vertices: Outbox,
    /// Moves of a list that were read.
    read: u32,
    arrived: Arrived,
}

/// What has arrived.
struct Arrived {
    /// How many moves each vertex has, where that can be counted.
    moves: Vec<u32>,
    /// What a list has.
    steps: Option<Steps>,
    /// Numbers of vertices, each with a vertex before it, those of neighbouring numbers together: what
    /// follows stays in the cache.
    buckets: Vec<Vec<[u32; 2]>>,
}

/// A bucket is for 2 to the power of this many numbers.
pub(crate) const BUCKET: u32 = 14;

impl Arrived {
    fn new(room: usize, steps: Option<Steps>) -> Self {
        let buckets = (0..room.div_ceil(1 << BUCKET)).map(|_| Vec::new()).collect();
        Arrived { moves: sys::zeroed(room), steps, buckets }
    }

    /// Takes down what somebody sent; whether it makes sense.
    fn take(&mut self, topic: Topic, from: u32, words: &[u32]) -> bool {
        let listed = self.steps.as_mut().map(|steps| steps.take(topic, from, words));
        if topic != Topic::Edges || listed == Some(false) {
            return listed.unwrap_or(false);
        }
        let room = self.moves.len();
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

    /// The vertices before each, and where those of each begin.
    fn turn(
        rows: usize,
        buckets: Vec<Vec<[u32; 2]>>,
        link: &Link<'_>,
    ) -> Result<(Offsets, Vec<Vertex>), ClusterError> {
        let count: usize = buckets.iter().map(Vec::len).sum();
        let mut offsets = Offsets::zeroed(rows, count as u64);
        let mut before: Vec<Vertex> = sys::zeroed(count);
        let (mut base, mut ends) = (0, vec![0_u32; 1 << BUCKET]);
        for (bucket, pairs) in buckets.into_iter().enumerate() {
            link.watch.check()?;
            let first = bucket << BUCKET;
            let rows = ends.len().min(rows - first);
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
        Ok((offsets, before))
    }
}

impl Gathering {
    /// Moves of vertices that every worker has the rows of, or of a list whose lines are anybody's.
    pub(crate) fn new(partition: Partition, me: usize, is_list: bool) -> Self {
        let room = partition.room(me);
        let arrived = Arrived::new(room, is_list.then(|| Steps::new(room)));
        let [edges, steps, vertices] = [(); 3].map(|()| Outbox::new(partition));
        Gathering { partition, edges, steps, vertices, read: 0, arrived }
    }

    /// The next move of a list.
    pub(crate) fn edge(&mut self, from: Vertex, to: Vertex) -> Result<(), ClusterError> {
        let Some(next) = self.read.checked_add(1) else {
            let text = "the list has too many edges for so few workers: 4294967295 for each";
            return Err(ClusterError::Input(text.to_owned()));
        };
        self.lead(from, to);
        let (owner, place) = self.partition.place(from.into());
        self.steps.push_to(owner, [place, self.read, to]);
        self.read = next;
        Ok(())
    }

    /// A vertex of a list.
    pub(crate) fn vertex(&mut self, vertex: Vertex) {
        self.vertices.push(vertex.into());
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
        let outboxes = [
            (&mut self.edges, Topic::Edges),
            (&mut self.steps, Topic::Moves),
            (&mut self.vertices, Topic::Vertices),
        ];
        for (outbox, topic) in outboxes {
            while let Some((owner, words)) = outbox.pop() {
                if owner != me {
                    link.send(owner, topic, words);
                    continue;
                }
                if !self.arrived.take(topic, me as u32, &words) {
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

    /// All moves are there: the rows of this worker. Where those of a list lead was kept; others are read
    /// from `forward`.
    pub(crate) fn finish<'a>(
        mut self,
        rule: Rule<'a>,
        forward: Option<&'a dyn RowSource>,
        link: &mut Link<'_>,
    ) -> Result<LocalRows<'a>, ClusterError> {
        for outbox in [&mut self.edges, &mut self.steps, &mut self.vertices] {
            outbox.finish();
        }
        self.dispatch(link)?;
        let Gathering { partition, mut arrived, .. } = self;
        link.end_round(Tally::default(), &mut |batch| take(&mut arrived, &batch))?;
        let Arrived { moves, steps, buckets } = arrived;
        let (offsets, before) = Arrived::turn(moves.len(), buckets, link)?;
        let forward = match (forward, steps) {
            (Some(forward), _) => Forward::Read(forward, Some(moves)),
            (None, steps) => {
                let steps = steps.unwrap_or_else(|| Steps::new(moves.len()));
                Forward::Kept(steps.turn(link)?)
            }
        };
        let (said, lengths) = (Said::default(), Vec::new());
        Ok(LocalRows { rule, said, lengths, partition, forward, offsets, before })
    }
}

fn take(arrived: &mut Arrived, batch: &Batch) -> Result<(), ClusterError> {
    match arrived.take(batch.topic, batch.from, &batch.words) {
        true => Ok(()),
        false => Err(ClusterError::Garbled { from: batch.from as usize }),
    }
}

impl Part for LocalRows<'_> {
    fn look(
        &mut self,
        vertices: Range<u64>,
        place: u32,
        seen: Seen<'_>,
    ) -> Result<(), ClusterError> {
        let (rule, said) = (self.rule, &mut self.said);
        rule.read(vertices.clone(), said)?;
        let count = (vertices.end - vertices.start) as usize;
        match &self.forward {
            Forward::Kept(rows) => look_at(count, seen, |at| match rows.row(place as usize + at) {
                Some(row) => rule.look(said, at, row.len() as u32),
                None => Look::Hole,
            }),
            Forward::Read(_, Some(moves)) => {
                let moves = &moves[place as usize..];
                look_at(count, seen, |at| rule.look(said, at, moves[at]))
            }
            Forward::Read(forward, None) => {
                self.lengths.clear();
                let rows = vertices.start as usize..vertices.end as usize;
                forward.read_lengths(rows, &mut self.lengths)?;
                let lengths = &self.lengths;
                look_at(lengths.len(), seen, |at| rule.look(said, at, lengths[at]))
            }
        }
    }

    fn moves(&mut self, vertices: Range<u64>, visit: RowVisit<'_>) -> Result<(), ClusterError> {
        match &self.forward {
            Forward::Read(forward, _) => {
                forward.read_rows(vertices.start as usize..vertices.end as usize, visit)?;
            }
            Forward::Kept(rows) => {
                let (_, first) = self.partition.place(vertices.start);
                for (place, vertex) in (first as usize..).zip(vertices) {
                    visit(vertex as Vertex, rows.row(place).unwrap_or_default())?;
                }
            }
        }
        Ok(())
    }

    fn before(&mut self, places: &[u32], outbox: &mut Outbox) -> Result<(), ClusterError> {
        /// How far ahead rows are asked for.
        const AHEAD: usize = 16;
        let mut funnel = Funnel::new(outbox);
        for (index, &place) in places.iter().enumerate() {
            if let Some(&next) = places.get(index + AHEAD) {
                let start = self.offsets.get(next as usize) as usize;
                sys::prefetch(&self.before, start);
                sys::prefetch(&self.before, start + SHORT - 1);
            }
            let row = self.offsets.get(place as usize)..self.offsets.get(place as usize + 1);
            funnel.add(&self.before, row.start as usize..row.end as usize);
        }
        funnel.finish();
        Ok(())
    }
}
