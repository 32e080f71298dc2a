//! Names numbered on several threads, for inputs most of whose names are new.
//!
//! Vertices are numbered by first appearance, so that whoever numbers them has to see the names in order.
//! Here little is done in order. Every name of the input has a *position*: names are counted as they come,
//! whatever they are, with gaps between pieces. The table that tells where a name appeared first is in
//! [parts](part::Part), and each piece goes through all of them, in every part [after](turn::Turn) the piece
//! before it: while one thread takes a piece through a part, others take those behind it through the parts
//! that it has left. What a part does not know is a first appearance then. Which vertex a position stands for
//! is how many [first appearances](firsts::Firsts) are before it, which is known when all has been read.
//!
//! Pieces that have something unusual, such as long names, are left to whoever adds names to a graph one
//! by one.

mod firsts;
mod gathered;
mod name;
mod part;
mod rows;
mod tables;
mod turn;

use crate::batch::Batch;
use crate::pieces::Spare;

use firsts::WORD;
pub(crate) use gathered::Gathered;
use name::{Keys, Name, PARTS, Word};
use part::Part;
use tables::Tables;
use turn::{Fallen, Turn};

/// How many names ahead look-ups are announced: two threads wait longer for memory than one.
const AHEAD: usize = 48;

/// The table of names, and the pieces on their way through it.
pub(crate) struct Interning<'t> {
    kind: Kind,
    tables: &'t Tables,
    /// The position of the first name of the next piece.
    begin: Turn<u32>,
    parts: Vec<Turn<Part<'t>>>,
    fallen: Fallen,
    spare: Spare<Piece>,
    spare_scratch: Spare<Scratch>,
}

/// What all names are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Numbers,
    Words,
}

/// A piece whose names have been looked up.
#[derive(Default)]
pub(crate) struct Piece {
    /// A bit for each position, gaps included: whether a name appeared first there.
    bits: Vec<u64>,
    /// The numbers or words that did. Words are one after the other; how long is each?
    numbers: Vec<u64>,
    text: String,
    lengths: Vec<u8>,
    /// Where the names of the two ends of each edge appeared first.
    ends: Vec<u32>,
    /// Of all edges, or none.
    weights: Vec<i64>,
}

/// What is forgotten of a piece.
#[derive(Default)]
struct Scratch {
    /// The places of names, sorted by the part of the table.
    order: Vec<u32>,
    /// Names of words, where each stops, the words, and where each appeared first.
    text: String,
    stops: Vec<usize>,
    words: Vec<Word>,
    firsts: Vec<u32>,
}

/// The tables that an input needs for which there are so many bytes.
pub(crate) fn tables(kind: Kind, room: u64) -> Tables {
    /// Longer ones have addresses that some processes do not have.
    const MOST: u64 = 1 << 24;
    let direct = if kind == Kind::Numbers { MOST.min(room / 256) } else { 0 };
    Tables::new(direct as usize)
}

impl<'t> Interning<'t> {
    pub(crate) fn new(kind: Kind, tables: &'t Tables) -> Self {
        Interning {
            kind,
            tables,
            begin: Turn::new(0),
            parts: (0..PARTS).map(|index| Turn::new(Part::new(tables, index))).collect(),
            fallen: Fallen::default(),
            spare: Spare::new(),
            spare_scratch: Spare::new(),
        }
    }

    /// Looks up the names of a piece; nothing if it is unusual, and then nothing is known any more of those
    /// that come after it. Every number from 0 on must be somebody's.
    pub(crate) fn piece(&self, number: u64, batches: &[Batch]) -> Option<Piece> {
        // Whoever falls must not leave the others waiting.
        let _guard = self.fallen.guard();
        let (mut piece, mut scratch) = (self.spare.take().emptied(), self.spare_scratch.take());
        let is_done = match self.kind {
            Kind::Numbers => self.numbers(number, batches, &mut piece, &mut scratch.order),
            Kind::Words => self.words(number, batches, &mut piece, &mut scratch),
        };
        self.spare_scratch.give(scratch);
        if is_done.is_none() {
            // The pieces behind it wait for it to pass.
            self.firsts::<u64>(number, &[], (&mut Vec::new(), &mut Vec::new()));
        }
        is_done.map(|()| piece)
    }

    /// Takes back the memory of a piece.
    pub(crate) fn give(&self, piece: Piece) {
        self.spare.give(piece);
    }

    fn numbers(
        &self,
        number: u64,
        batches: &[Batch],
        piece: &mut Piece,
        order: &mut Vec<u32>,
    ) -> Option<()> {
        let (names, weights) = match batches {
            [] => ([].as_slice(), [].as_slice()),
            [batch] => (batch.numbers()?, batch.weights()),
            _ => return None,
        };
        let begin = self.firsts(number, names, (order, &mut piece.ends))?;
        push_bits(begin, &piece.ends, &mut piece.bits);
        for_each_bit(&piece.bits, |place| piece.numbers.push(names[place]));
        piece.weights.extend_from_slice(weights);
        Some(())
    }

    fn words(
        &self,
        number: u64,
        batches: &[Batch],
        piece: &mut Piece,
        scratch: &mut Scratch,
    ) -> Option<()> {
        let Scratch { order, text, stops, words, firsts } = scratch;
        text.clear();
        stops.clear();
        words.clear();
        let Piece { bits, text: new, lengths, ends, weights, .. } = piece;
        for batch in batches {
            batch.write_names(text, stops, ends, weights);
        }
        if !weights.is_empty() && 2 * weights.len() != ends.len() {
            return None;
        }
        let mut start = 0;
        for &stop in &*stops {
            words.push(self.tables.keys.word(text.as_bytes(), start, stop - start)?);
            start = stop;
        }
        let begin = self.firsts(number, words, (order, firsts))?;
        push_bits(begin, firsts, bits);
        for_each_bit(bits, |place| {
            let start = place.checked_sub(1).map_or(0, |before| stops[before]);
            new.push_str(&text[start..stops[place]]);
            lengths.push((stops[place] - start) as u8);
        });
        ends.iter_mut().for_each(|end| *end = firsts[*end as usize]);
        Some(())
    }

    /// Takes names through all parts, and writes where each appeared first; the position of the first of them.
    /// There are none any more when positions are used up.
    fn firsts<N: Name>(
        &self,
        number: u64,
        names: &[N],
        (order, firsts): (&mut Vec<u32>, &mut Vec<u32>),
    ) -> Option<u32> {
        let stops = sort_by_part(names, &self.tables.keys, order);
        let begin = self.begin.take(number, &self.fallen, |next| {
            let after = u32::try_from(names.len().next_multiple_of(WORD)).ok()?;
            Some(std::mem::replace(next, next.checked_add(after)?))
        });
        firsts.resize(names.len(), 0);
        let mut start = 0;
        for (part, &stop) in self.parts.iter().zip(&stops) {
            let places = if begin.is_some() { &order[start..stop as usize] } else { &[] };
            start = stop as usize;
            part.take(number, &self.fallen, |part| {
                for (index, &place) in places.iter().enumerate() {
                    if let Some(&far) = places.get(index + AHEAD) {
                        names[far as usize].announce(part);
                    }
                    let at = begin.unwrap_or(0) + place;
                    firsts[place as usize] = names[place as usize].first(part, at);
                }
            });
        }
        begin
    }

    /// Bytes that the table holds.
    pub(crate) fn heap_bytes(&self) -> u64 {
        self.tables.heap_bytes()
    }
}

impl Piece {
    /// Whether many names of its edges are not new.
    pub(crate) fn has_many_known(&self) -> bool {
        4 * (self.numbers.len() + self.lengths.len()) < 3 * self.ends.len()
    }

    /// Makes it as it was made.
    fn emptied(mut self) -> Self {
        self.bits.clear();
        self.numbers.clear();
        self.text.clear();
        self.lengths.clear();
        self.ends.clear();
        self.weights.clear();
        self
    }

    /// Bytes that it adds to what is kept.
    fn bytes(&self) -> u64 {
        let Piece { bits, numbers, text, lengths, ends, weights } = self;
        let words = 2 * bits.len() + numbers.len() + weights.len();
        (8 * words + text.len() + lengths.len() + 4 * ends.len()) as u64
    }
}

/// Sorts the places of names by the part of the table, and says where each part stops.
fn sort_by_part<N: Name>(names: &[N], keys: &Keys, order: &mut Vec<u32>) -> [u32; PARTS] {
    let mut next = [0; PARTS];
    for name in names {
        next[name.part(keys)] += 1;
    }
    let mut sum = 0;
    for count in &mut next {
        sum += std::mem::replace(count, sum);
    }
    order.resize(names.len(), 0);
    for (place, name) in names.iter().enumerate() {
        let next = &mut next[name.part(keys)];
        order[*next as usize] = place as u32;
        *next += 1;
    }
    next
}

/// A bit for each name: whether its position is where it appeared first.
fn push_bits(begin: u32, firsts: &[u32], bits: &mut Vec<u64>) {
    let mut position = begin;
    bits.extend(firsts.chunks(WORD).map(|firsts| {
        let mut bits = 0;
        for (place, &first) in firsts.iter().enumerate() {
            bits |= u64::from(first == position) << place;
            position += 1;
        }
        bits
    }));
}

fn for_each_bit(bits: &[u64], mut visit: impl FnMut(usize)) {
    for (index, &bits) in bits.iter().enumerate() {
        let mut rest = bits;
        while rest != 0 {
            visit(index * WORD + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}
