//! Labelled transition systems in the Aldebaran format, as CADP and mCRL2 write them.
//!
//! The first line is `des (first, transitions, states)`, then comes one transition a line:
//! `(from, label, to)`. States are numbered from 0 and called by their numbers. A label stands in
//! double quotes or not; it is everything between the first and the last comma of its line, so that
//! `(0, put(1, "a"), 1)` needs no quotes and quotes may stand inside of quotes. Blanks do not matter
//! except inside labels. What the first line promises must come: as many transitions, and no state
//! beyond the last.
//!
//! The format: the manual page `aut` of CADP, and `lts` of mCRL2. Probabilities, which mCRL2 may write
//! in place of a state, are refused.

mod reader;
mod writer;

pub(crate) use reader::read;
pub(crate) use writer::{LABEL_RULE, UNLABELLED, writable_label, write};

#[cfg(test)]
mod tests;
