//! One chunk of a shelf: how wide its symbols are, which are new, and all of them compressed.

use std::borrow::Cow;

use crate::Worth;
use crate::alphabet::{Alphabet, Width};
use crate::block::{self, Cells};
use crate::dense::DenseError;
use crate::header::Kind;

use super::{Books, CHUNK};

/// More bytes than any chunk has: its symbols and gaps, whatever is new, and what zstd adds.
pub(super) const LONGEST: usize = 8 * CHUNK + (1 << 18);

/// Packed slots that a table of outcomes makes the same symbols of.
pub(super) const OUTCOMES: [u16; 4] = [0, 1, 0x4001, 0x8000];

/// A chunk in parts.
pub(super) struct Chunk<'a> {
    pub(super) width: Width,
    /// Packed slots that no chunk before it has.
    pub(super) new: &'a [u8],
    pub(super) packed: Vec<u8>,
}

impl Books {
    /// How wide symbols are by now.
    pub(super) fn width(&self) -> Width {
        match (self.kind, self.worths.len()) {
            (Kind::Outcome, _) => Width::Pair,
            (Kind::Distance, ..=256) => Width::Byte,
            (Kind::Distance, _) => Width::Word,
        }
    }
}

/// For each chunk the packed slots that none before it has, as bytes; they get symbols.
pub(super) fn new_codes(chunks: &[&[u16]], books: &mut Books) -> Result<Vec<Vec<u8>>, DenseError> {
    if books.kind == Kind::Outcome {
        return Ok(vec![Vec::new(); chunks.len()]);
    }
    let mut known = vec![false; 1 << 16];
    books.worths.iter().for_each(|worth| known[usize::from(worth.pack())] = true);
    let mut new_in = |chunk: &&[u16]| {
        let mut new = Vec::new();
        for &code in *chunk {
            if !std::mem::replace(&mut known[usize::from(code)], true) {
                books.worths.push(Worth::unpack(code).ok_or(DenseError::Resume)?);
                new.extend(code.to_le_bytes());
            }
        }
        Ok(new)
    };
    chunks.iter().map(&mut new_in).collect()
}

/// For every packed slot its symbol.
pub(super) fn symbols(books: &Books) -> Cow<'static, [u16]> {
    if books.kind == Kind::Outcome {
        return Cow::Owned(Alphabet::outcomes().symbols());
    }
    let mut symbols = vec![0; 1 << 16];
    for (symbol, worth) in (0..).zip(&books.worths) {
        symbols[usize::from(worth.pack())] = symbol;
    }
    Cow::Owned(symbols)
}

impl Chunk<'_> {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let width = match self.width {
            Width::Pair => 0,
            Width::Byte => 1,
            Width::Word => 2,
        };
        let mut bytes = vec![width];
        bytes.extend((self.new.len() as u16 / 2).to_le_bytes());
        bytes.extend(self.new);
        bytes.extend(&self.packed);
        bytes
    }

    /// The chunk that these bytes mean, if they mean one.
    pub(super) fn read(bytes: &[u8]) -> Option<Chunk<'_>> {
        let (&[width, low, high], rest) = bytes.split_first_chunk()?;
        let width = match width {
            0 => Width::Pair,
            1 => Width::Byte,
            2 => Width::Word,
            _ => return None,
        };
        let (new, packed) =
            rest.split_at_checked(2 * usize::from(u16::from_le_bytes([low, high])))?;
        Some(Chunk { width, new, packed: packed.to_vec() })
    }

    /// What its new symbols say.
    pub(super) fn worths(&self) -> Option<Vec<Worth>> {
        let codes = self.new.as_chunks::<2>().0.iter();
        codes.map(|&code| Worth::unpack(u16::from_le_bytes(code))).collect()
    }

    /// The symbols of so many slots, of which there are `symbols` different ones at most.
    pub(super) fn unpack(&self, slots: usize, symbols: usize) -> Option<Cells> {
        block::unpack(&self.packed, slots, (self.width, symbols))
    }
}
