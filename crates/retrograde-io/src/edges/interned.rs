//! Lines most of whose names are new: [names are numbered](crate::intern) on all threads.

use std::convert::Infallible;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use retrograde_core::{Arena, ArenaBuilder, Threads};

use super::plain_edge;
use super::separator::{self, Hint, Separator};
use super::shared::{Blocks, after};
use crate::error::{Place, ReadError, ReadFault};
use crate::in_order::in_order;
use crate::intern::{Gathered, Interning, Kind, Piece, tables};
use crate::lines::Lines;

/// After so many blocks it has turned out whether most names are new.
const EARLY: u64 = 8;

/// What has become of the lines.
pub(super) enum Interned {
    /// They make this graph.
    Whole(Box<Arena>),
    /// The builder has those before this one.
    Until(u64),
}

/// What separates the words of a block, if that is sure, and what the names of its first edge are.
pub(super) fn look(block: &[u8]) -> Option<(Separator, Kind)> {
    let mut at = 0;
    while at < block.len() {
        let length = memchr::memchr(b'\n', &block[at..]).unwrap_or(block.len() - at);
        match separator::hint(&block[at..at + length]) {
            Hint::Nothing => at += length + 1,
            Hint::Both => return None,
            Hint::Says(separator) => {
                let is_plain = plain_edge(block, at).is_some();
                return Some((separator, if is_plain { Kind::Numbers } else { Kind::Words }));
            }
        }
    }
    None
}

/// Reads lines from the first block on, as long as most names are new and nothing is unusual. A builder
/// that has nothing yet goes on with the rest.
pub(super) fn read(
    lines: &mut Lines<'_>,
    builder: &mut ArenaBuilder,
    (threads, room): (Threads, u64),
    (first, separator, kind): (Vec<u8>, Separator, Kind),
) -> Result<Interned, ReadError> {
    let (blocks, tables) = (Blocks::new(Some(separator)), tables(kind, room));
    let interning = Interning::new(kind, &tables);
    let (mut gathered, mut added, mut before) = (Gathered::default(), 0, 0);
    let (mut first, taken, mut failure) = (Some(first), AtomicU64::new(0), None);
    let Ok(rest) = in_order::<_, _, Infallible>(
        threads,
        || {
            let text = match first.take() {
                Some(first) => Some(first),
                // What is wrong with the blocks before comes first.
                None => blocks.next(lines).unwrap_or_else(|error| {
                    failure = Some(error);
                    None
                }),
            };
            Ok(text.map(|text| (taken.fetch_add(1, Relaxed), text)))
        },
        |(number, text)| {
            let block = blocks.read(text);
            // If there is a second block, it is taken before the first is read.
            let is_one = number == 0 && taken.load(Relaxed) == 1;
            let batches = if block.fault.is_some() { &[] } else { block.batches.as_slice() };
            let piece = if is_one { None } else { interning.piece(number, batches) };
            (block, piece)
        },
        |(block, piece)| {
            // Numbers that are known are found faster without being numbered on all threads.
            let may_be_known = kind == Kind::Numbers && added < EARLY;
            let is_good =
                |piece: &Piece| block.fault.is_none() && !(may_be_known && piece.has_many_known());
            let piece =
                piece.filter(|piece| is_good(piece) && gathered.add(piece, &interning, room));
            let Some(piece) = piece else { return Ok(Some((block, None))) };
            interning.give(piece);
            blocks.give(block, &mut before);
            added += 1;
            Ok(None)
        },
    );
    drop(interning);
    drop(tables);
    if rest.is_empty() && failure.is_none() {
        let whole = match gathered.names() {
            0 => Err(ReadFault::Empty.into()),
            _ => gathered.finish(threads, room).map_err(|error| ReadError::graph(None, error)),
        };
        return whole.map(|arena| Interned::Whole(Box::new(arena)));
    }
    let place = Place::line(before);
    gathered.hand_over(builder).map_err(|error| ReadError::graph(place, error))?;
    for (block, _) in rest {
        blocks.add(block, builder, &mut before)?;
    }
    failure.map_or(Ok(Interned::Until(before + 1)), |error| Err(after(before + 1, error)))
}
