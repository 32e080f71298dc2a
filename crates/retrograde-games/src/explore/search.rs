//! The search itself: blocks of positions, each in a few steps that all threads share.
//!
//! The positions of a block are cut into pieces, and the positions that their moves lead to are dealt
//! out to shards by their hashes. Looking them up is work by shard, everything else work by piece, so
//! that no two threads ever write to the same place. A new position's number is the number of new
//! ones before it in the order of moves: what a search one position at a time would have given it,
//! whatever the threads, the pieces and the shards.
//!
//! A block also lets a single thread ask the memory for what it will need some look-ups later.

use retrograde_core::{Column, Control, Graph, Offsets, Outcome, Progress, Threads, Vertex};

use super::met::Met;
use super::piece::Piece;
use super::shard::Shard;
use super::tags::Tags;
use super::{ExploreError, ExploreOptions};

/// About how many moves a piece should have: its positions stay in a thread's own cache.
const PIECE_MOVES: usize = 1 << 13;
/// So few positions are faster found by one thread than several threads started.
const ALONE: usize = 1 << 14;
/// A block of so few positions is faster done by one thread than shared out.
const NARROW: usize = 1 << 9;
/// Positions looked at between two reports, and between two looks at how much memory is held.
const REPORT: usize = 1 << 14;

/// The search so far.
pub(super) struct Search<'a> {
    options: &'a ExploreOptions<'a>,
    positions: &'a mut dyn Met,
    verdicts: Column<Outcome>,
    offsets: Offsets,
    targets: Vec<Vertex>,
    shards: Vec<Shard>,
    pieces: Vec<Piece>,
    /// How many moves the positions of the last block had.
    moves_each: usize,
    /// How many positions are looked at when the next report is due.
    report_at: usize,
}

impl<'a> Search<'a> {
    /// The positions have roots, and nothing is met yet.
    pub(super) fn new(positions: &'a mut dyn Met, options: &'a ExploreOptions<'a>) -> Self {
        let shards = match options.control.threads.get() {
            1 => 1,
            threads => threads.saturating_mul(4).next_power_of_two().min(256),
        };
        Search {
            options,
            positions,
            verdicts: Column::default(),
            offsets: Offsets::Narrow(vec![0].into()),
            targets: Vec::new(),
            shards: (0..shards).map(|_| Shard::default()).collect(),
            pieces: Vec::new(),
            moves_each: 0,
            report_at: REPORT,
        }
    }

    /// Looks at everything that can be met from the roots.
    pub(super) fn run(&mut self) -> Result<(), ExploreError> {
        self.options.control.check_memory()?;
        self.number_roots()?;
        while self.pending() > 0 && self.positions.count() < ALONE {
            self.block(Threads::ONE)?;
        }
        let threads = self.options.control.threads;
        // Starting threads takes longer than looking at a small game.
        if threads.is_one() || self.pending() == 0 {
            self.finish(threads)
        } else {
            threads.install(|| self.finish(threads))
        }
    }

    fn finish(&mut self, threads: Threads) -> Result<(), ExploreError> {
        while self.pending() > 0 {
            self.block(if self.pending() < NARROW { Threads::ONE } else { threads })?;
        }
        self.report();
        Ok(())
    }

    fn report(&self) {
        self.options.control.tell(Progress::new("exploring", self.positions.count() as u64, 0));
    }

    /// The graph, what the rules say where they end the game, and the vertices by their hashes.
    pub(super) fn into_parts(self) -> Result<(Graph, Column<Outcome>, Vec<Tags>), ExploreError> {
        self.options.control.check()?;
        let shards = self.shards.into_iter().map(|shard| shard.tags).collect();
        Ok((Graph::from_parts(self.offsets, self.targets)?, self.verdicts, shards))
    }

    fn looked_at(&self) -> usize {
        self.offsets.rows()
    }

    /// How many positions are to be looked at.
    fn pending(&self) -> usize {
        self.positions.count() - self.looked_at()
    }

    /// The roots are the children of a parent that is no position.
    fn number_roots(&mut self) -> Result<(), ExploreError> {
        let mut piece = Piece::new(self.positions.begin(), self.shards.len());
        if !self.positions.roots(&mut piece, self.options.control.room()) {
            return Err(self.too_much_memory());
        }
        self.pieces = vec![piece];
        self.number_children(&self.options.control.on(Threads::ONE))?;
        self.positions.keep_fresh(&mut self.pieces[0]);
        self.positions.append(&mut self.pieces[0]);
        Ok(())
    }

    /// Looks at the next positions.
    fn block(&mut self, threads: Threads) -> Result<(), ExploreError> {
        let control = self.options.control.on(threads);
        self.cut(threads);
        let positions = &*self.positions;
        control.for_each(self.pieces.iter_mut().collect(), |piece| positions.generate(piece))?;
        self.keep_what_follows();
        let known = self.number_children(&control)?;
        let (positions, shards) = (&*self.positions, &self.shards);
        control.for_each(self.pieces.iter_mut().enumerate().collect(), |(index, piece)| {
            piece.settle(shards, index, known);
            positions.keep_fresh(piece);
        })?;
        self.append()?;
        if self.looked_at() >= self.report_at {
            self.report_at = self.looked_at() + REPORT;
            self.report();
            control.check_memory()?;
        }
        Ok(())
    }

    /// Leaves out the pieces after one that could not do all of its parents: they come again.
    fn keep_what_follows(&mut self) {
        let mut end = self.looked_at();
        let follows = |piece: &&Piece| {
            let before = std::mem::replace(&mut end, piece.parents.end);
            piece.parents.start == before
        };
        let count = self.pieces.iter().take_while(follows).count();
        self.pieces.truncate(count);
        let parents: usize = self.pieces.iter().map(|piece| piece.parents.len()).sum();
        let children: usize = self.pieces.iter().map(|piece| piece.count).sum();
        self.moves_each = children / parents.max(1);
    }

    /// Cuts the next positions into pieces.
    fn cut(&mut self, threads: Threads) {
        let (from, pending) = (self.looked_at(), self.pending());
        let most = 8 * threads.get();
        // Those before may have had few, and the last ones many.
        let moves_each = self.moves_each.max(self.targets.len() / from.max(1)) + 1;
        let wanted = (PIECE_MOVES / moves_each).max(1);
        let size = wanted.min(pending.div_ceil(most).max(32));
        let count = pending.div_ceil(size).min(most);
        self.pieces.truncate(count);
        while self.pieces.len() < count {
            self.pieces.push(Piece::new(self.positions.begin(), self.shards.len()));
        }
        for (index, piece) in self.pieces.iter_mut().enumerate() {
            let start = from + index * size;
            piece.parents = start..(start + size).min(self.positions.count());
        }
    }

    /// Finds out which vertices the children of all pieces are, and numbers the new ones. Gives back
    /// how many vertices there were before.
    fn number_children(&mut self, control: &Control<'_>) -> Result<Vertex, ExploreError> {
        let known = self.positions.count() as Vertex;
        let children: usize = self.pieces.iter().map(|piece| piece.count).sum();
        let allowed = self.options.positions.min(u64::from(u32::MAX) - 1);
        // New ones are numbered by shard at first, with numbers that may not go past the end either.
        if known as usize + children > u32::MAX as usize - 1 {
            return Err(ExploreError::TooManyPositions { allowed });
        }
        for (index, shard) in self.shards.iter_mut().enumerate() {
            shard.records.resize_with(self.pieces.len(), Vec::new);
            for (records, piece) in shard.records.iter_mut().zip(&mut self.pieces) {
                std::mem::swap(records, &mut piece.records[index]);
            }
        }
        self.lengthen_shards(control)?;
        let (positions, pieces) = (&*self.positions, &self.pieces);
        control
            .for_each(self.shards.iter_mut().collect(), |shard| positions.look_up(shard, pieces))?;
        let shards = &self.shards;
        control.for_each(self.pieces.iter_mut().enumerate().collect(), |(index, piece)| {
            piece.mark(shards, index);
        })?;
        let mut count = u64::from(known);
        for piece in &mut self.pieces {
            piece.first = count as Vertex;
            count += u64::from(piece.fresh_count);
        }
        if count > allowed {
            return Err(ExploreError::TooManyPositions { allowed });
        }
        let pieces = &self.pieces;
        control.for_each(self.shards.iter_mut().collect(), |shard| shard.renumber(pieces))?;
        Ok(known)
    }

    /// Makes sure that the shards have room for all children, as if all were new.
    fn lengthen_shards(&mut self, control: &Control<'_>) -> Result<(), ExploreError> {
        let more = |shard: &Shard| shard.tags.growth(shard.records.iter().map(Vec::len).sum());
        let growth: Vec<Option<usize>> = self.shards.iter().map(more).collect();
        let bytes: u64 = growth.iter().flatten().map(|&slots| slots as u64 * 8).sum();
        if bytes == 0 {
            return Ok(());
        }
        if self.heap_bytes().saturating_add(bytes) > control.room() {
            return Err(self.too_much_memory());
        }
        let shards = self.shards.iter_mut().zip(growth);
        let growing = shards.filter_map(|(shard, slots)| Some((&mut shard.tags, slots?)));
        control.for_each(growing.collect(), |(tags, slots)| {
            // If this was stopped, so is the whole.
            let _ = tags.resize(slots, control);
        })?;
        Ok(())
    }

    /// Puts the pieces' results behind what there is.
    fn append(&mut self) -> Result<(), ExploreError> {
        let fresh = self.pieces.iter().map(|piece| piece.count).sum();
        let rows = self.pieces.iter().map(|piece| piece.ends.len()).sum();
        let edges = self.pieces.iter().map(|piece| piece.targets.len()).sum();
        let (held, allowed) = (self.heap_bytes(), self.options.control.room());
        if self.targets.len() + edges > u32::MAX as usize
            && let Offsets::Narrow(narrow) = &self.offsets
        {
            let wide: Vec<u64> = narrow.iter().map(|&offset| u64::from(offset)).collect();
            self.offsets = Offsets::Wide(wide.into());
        }
        let fits = self.positions.lengthen(fresh, held, allowed)
            && lengthen(&mut self.targets, edges, held, allowed)
            && match &mut self.offsets {
                Offsets::Narrow(offsets) => lengthen(&mut offsets.to_mut(), rows, held, allowed),
                Offsets::Wide(offsets) => lengthen(&mut offsets.to_mut(), rows, held, allowed),
            };
        if !fits {
            return Err(self.too_much_memory());
        }
        for piece in &mut self.pieces {
            let before = self.targets.len() as u64;
            self.targets.extend_from_slice(&piece.targets);
            match &mut self.offsets {
                Offsets::Narrow(offsets) => {
                    offsets.to_mut().extend(piece.ends.iter().map(|end| before as u32 + end));
                }
                Offsets::Wide(offsets) => {
                    offsets.to_mut().extend(piece.ends.iter().map(|&end| before + u64::from(end)));
                }
            }
            for (vertex, verdict) in piece.verdicts.drain(..) {
                self.verdicts.set(vertex, verdict);
            }
            self.positions.append(piece);
        }
        Ok(())
    }

    fn too_much_memory(&self) -> ExploreError {
        let positions = self.positions.count() as u64;
        ExploreError::TooMuchMemory { positions, allowed: self.options.control.room() }
    }

    /// Bytes of what stays; the pieces of a block are small beside it.
    fn heap_bytes(&self) -> u64 {
        let shards: u64 = self.shards.iter().map(|shard| shard.tags.heap_bytes()).sum();
        let offsets = self.offsets.rows() as u64 * self.offsets.bytes_per_row();
        let targets = self.targets.capacity() as u64 * 4;
        shards + self.positions.heap_bytes() + targets + offsets + self.verdicts.heap_bytes()
    }
}

/// Makes room for `more`, half as many again as there are where memory allows it. Says whether it
/// does at all; `held` is what else is held, for what is moved is there twice for a while.
pub(super) fn lengthen<T>(list: &mut Vec<T>, more: usize, held: u64, allowed: u64) -> bool {
    let least = list.len() + more;
    if least <= list.capacity() {
        return true;
    }
    let fits = |len: usize| held.saturating_add((len * size_of::<T>()) as u64) <= allowed;
    let roomy = least.max(list.capacity() / 2 * 3);
    match (fits(roomy), fits(least)) {
        (true, _) => list.reserve_exact(roomy - list.len()),
        (false, true) => list.reserve_exact(more),
        (false, false) => return false,
    }
    true
}
