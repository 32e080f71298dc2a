//! A pass in pieces, shared out among threads.

use std::ops::Range;

use rayon::ThreadPool;
use rayon::prelude::*;

use super::DenseError;
use super::tally::Tally;

/// Slots that a thread takes at a time.
const PIECE: usize = 1 << 13;

/// Slots of a wave that a thread takes at a time.
const FRONT: usize = 1 << 9;

/// Slots that are compared at once.
const LANES: usize = 64;

/// Work that can be cut in pieces.
pub(super) trait Pieces {
    type Piece: Send;
    fn pieces(self) -> Vec<Self::Piece>;
}

impl Pieces for Range<usize> {
    type Piece = Range<usize>;

    fn pieces(self) -> Vec<Range<usize>> {
        let end = self.end;
        self.step_by(PIECE).map(|start| start..end.min(start + PIECE)).collect()
    }
}

impl Pieces for Vec<Vec<usize>> {
    type Piece = Vec<usize>;

    fn pieces(self) -> Vec<Vec<usize>> {
        let mut pieces = Vec::new();
        for list in self {
            match list.len() {
                0 => {}
                1..=FRONT => pieces.push(list),
                _ => pieces.extend(list.chunks(FRONT).map(<[usize]>::to_vec)),
            }
        }
        pieces
    }
}

/// Does all pieces of the work and adds up what comes of them.
pub(super) fn run<P: Pieces, S>(
    pool: Option<&ThreadPool>,
    work: P,
    scratch: impl Fn() -> S + Sync + Send,
    each: impl Fn(&mut S, P::Piece) -> Result<Tally, DenseError> + Sync + Send,
) -> Result<Tally, DenseError> {
    let pieces = work.pieces();
    match pool {
        Some(pool) if pieces.len() > 1 => {
            let tallies = || pieces.into_par_iter().map_init(scratch, each);
            pool.install(|| tallies().try_reduce(Tally::default, |a, b| Ok(a.and(b))))
        }
        _ => {
            let (mut sum, mut scratch) = (Tally::default(), scratch());
            for piece in pieces {
                sum.add(each(&mut scratch, piece)?);
            }
            Ok(sum)
        }
    }
}

/// Lists the slots of a part whose code is wanted.
pub(super) fn find(
    pool: Option<&ThreadPool>,
    slots: &[u16],
    part: Range<usize>,
    wanted: impl Fn(u16) -> bool + Sync + Send,
) -> Vec<Vec<usize>> {
    let search = |piece: Range<usize>| {
        let mut found = Vec::new();
        for start in piece.clone().step_by(LANES) {
            let lanes = &slots[start..piece.end.min(start + LANES)];
            // Without a branch in it, this compares many slots at once; mostly there are none.
            if lanes.iter().fold(false, |any, &code| any | wanted(code)) {
                let hits = lanes.iter().enumerate().filter(|(_, code)| wanted(**code));
                found.extend(hits.map(|(index, _)| start + index));
            }
        }
        found
    };
    let pieces = part.pieces();
    match pool {
        Some(pool) if pieces.len() > 1 => {
            pool.install(|| pieces.into_par_iter().map(search).collect())
        }
        _ => pieces.into_iter().map(search).collect(),
    }
}
