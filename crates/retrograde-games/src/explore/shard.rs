//! A shard: the positions whose hashes belong together, looked up by one thread at a time.

use retrograde_core::{Vertex, sys};

use super::piece::{Piece, Record};
use super::tags::{Free, Tags};

/// How many look-ups ahead the slot of a tag is asked for, and half as many ahead the position.
const AHEAD: usize = 24;

/// The part of the positions whose hashes belong together.
#[derive(Default)]
pub(super) struct Shard {
    pub(super) tags: Tags,
    /// The records of the block, by piece.
    pub(super) records: Vec<Vec<Record>>,
    /// What is new in this block, in order, and where each piece's end.
    pub(super) new: Vec<New>,
    pub(super) new_ends: Vec<usize>,
}

pub(super) struct New {
    pub(super) piece: u32,
    pub(super) place: u32,
    pub(super) at: Free,
    pub(super) number: Vertex,
}

impl Shard {
    /// Looks all records up among the known positions and the children of the pieces; those that are
    /// new get the next numbers past the known ones for now.
    pub(super) fn look_up<P: Eq>(&mut self, positions: &[P], children: &[&[P]]) {
        let Shard { tags, records, new, new_ends } = self;
        let known = positions.len() as Vertex;
        new.clear();
        new_ends.clear();
        for (index, (records, own)) in records.iter_mut().zip(children).enumerate() {
            for at in 0..records.len() {
                if let Some(later) = records.get(at + AHEAD) {
                    tags.prefetch(later.word);
                }
                if let Some(soon) = records.get(at + AHEAD / 2)
                    && let Some(vertex) = tags.likely(soon.word)
                {
                    sys::prefetch(positions, vertex as usize);
                }
                let Record { place, word: tag } = records[at];
                let child = &own[place as usize];
                let found = tags.find(tag, |vertex| match vertex.checked_sub(known) {
                    None => positions[vertex as usize] == *child,
                    Some(earlier) => {
                        let New { piece, place, .. } = new[earlier as usize];
                        children[piece as usize][place as usize] == *child
                    }
                });
                records[at].word = found.unwrap_or_else(|free| {
                    let vertex = known + new.len() as Vertex;
                    tags.fill(free, tag, vertex);
                    new.push(New { piece: index as u32, place, at: free, number: vertex });
                    vertex
                });
            }
            new_ends.push(new.len());
        }
    }

    /// Gives the new ones the numbers that stay.
    pub(super) fn renumber(&mut self, pieces: &[Piece]) {
        for new in &mut self.new {
            new.number = pieces[new.piece as usize].number(new.place);
            self.tags.renumber(new.at, new.number);
        }
    }
}

/// The shard and the tag of a hash.
#[inline]
pub(super) fn split(hash: u64, shards: usize) -> (usize, u32) {
    // Not all bits of the hash depend on all of the position: those of a product's high half do.
    let mixed = (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed >> 24) as u8 as usize & (shards - 1), (mixed >> 32) as u32)
}
