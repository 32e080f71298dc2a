//! Transitions on several threads: blocks are read wherever there is time, and added in order.

use std::collections::HashMap;
use std::ops::Range;

use retrograde_core::{Threads, Vertex, Word};

use super::{Line, Reader};
use crate::error::{Place, ReadError};
use crate::in_order::in_order;
use crate::lines::Lines;
use crate::pieces::Spare;

/// The transitions of a block in which nothing is wrong.
#[derive(Default)]
struct Transitions {
    lines: u64,
    edges: Vec<(Vertex, Vertex)>,
    /// Which of the labels each has.
    words: Vec<Word>,
    /// The labels, and which transition is the first to have it.
    labels: Vec<(usize, String)>,
}

/// What ended it: the input after the last block, or something in a block.
enum End {
    Input(ReadError),
    Block(ReadError),
}

/// Reads all lines that are left. A block with something wrong in it is read again, line by line, by the
/// reader that knows what to say.
pub(super) fn read(
    lines: &mut Lines<'_>,
    reader: &mut Reader,
    states: u64,
    threads: Threads,
) -> Result<(), ReadError> {
    let (spare, spare_lists) = (Spare::new(), Spare::<Transitions>::new());
    let ended = in_order(
        threads,
        // How many lines come before is not known here.
        || lines.next_piece(0, spare.take()).map_err(End::Input),
        |memory: Vec<u8>| {
            let mut list = spare_lists.take();
            (list.take(&memory, states).then_some(list), memory)
        },
        |(list, memory)| {
            let promised = reader.header.map_or(0, |header| header.transitions);
            let fits = |list: &Transitions| {
                list.edges.len() as u64 <= promised.saturating_sub(reader.transitions)
            };
            match list.filter(fits) {
                Some(list) => {
                    reader.add(&list, &memory).map_err(End::Block)?;
                    spare_lists.give(list);
                }
                None => reader.block(&memory).map_err(End::Block)?,
            }
            spare.give(memory);
            Ok(None)
        },
    );
    match ended {
        Ok(_) => Ok(()),
        Err(End::Block(error)) => Err(error),
        Err(End::Input(mut error)) => {
            // Of the line that comes next.
            if let Some(place) = &mut error.place {
                place.line += reader.number + 1;
            }
            Err(error)
        }
    }
}

impl Transitions {
    /// Takes the transitions of a block in place of those before; `false` if something is wrong with one.
    fn take(&mut self, block: &[u8], states: u64) -> bool {
        self.lines = 0;
        self.edges.clear();
        self.words.clear();
        self.labels.clear();
        let mut known: HashMap<&[u8], Word> = HashMap::new();
        let mut last: Option<(&[u8], Word)> = None;
        for text in block.split_inclusive(|&byte| byte == b'\n') {
            self.lines += 1;
            let text = text.strip_suffix(b"\n").unwrap_or(text);
            let mut line = Line { text, at: 0, number: self.lines };
            line.skip_blanks();
            if line.at == text.len() {
                continue;
            }
            let Ok((from, label, to)) = line.parts(states) else { return false };
            let word = match last {
                Some((same, word)) if same == label => word,
                _ => {
                    let next = self.labels.len() as Word;
                    let word = *known.entry(label).or_insert(next);
                    if word == next {
                        let Ok(label) = std::str::from_utf8(label) else { return false };
                        self.labels.push((self.edges.len(), label.to_owned()));
                    }
                    word
                }
            };
            last = Some((label, word));
            self.edges.push((from, to));
            self.words.push(word);
        }
        true
    }

    /// The line of a transition, counted from 1.
    #[cold]
    fn line(block: &[u8], transition: usize) -> u64 {
        let is_blank = |line: &&[u8]| line.trim_ascii().is_empty();
        let lines = block.split(|&byte| byte == b'\n').enumerate();
        let mut full = lines.filter(|(_, line)| !is_blank(line));
        full.nth(transition).map_or(1, |(index, _)| index as u64 + 1)
    }
}

impl Reader {
    /// Adds the transitions of a block, as reading it line by line does.
    fn add(&mut self, list: &Transitions, block: &[u8]) -> Result<(), ReadError> {
        let before = self.number;
        let said = |(transition, error)| {
            let place = Place::line(before + Transitions::line(block, transition));
            ReadError::graph(place, error)
        };
        let mut words: Vec<Word> = Vec::with_capacity(list.labels.len());
        let mut done = 0;
        for (first, label) in &list.labels {
            self.add_edges(list, &words, done..*first).map_err(said)?;
            words.push(self.builder.label(label).map_err(|error| said((*first, error)))?);
            done = *first;
        }
        self.add_edges(list, &words, done..list.edges.len()).map_err(said)?;
        self.transitions += list.edges.len() as u64;
        self.number += list.lines;
        // The label that came last is in another block.
        self.last = None;
        Ok(())
    }

    /// Adds transitions whose labels are known by now.
    fn add_edges(
        &mut self,
        list: &Transitions,
        words: &[Word],
        range: Range<usize>,
    ) -> Result<(), (usize, retrograde_core::GraphError)> {
        let mut next = range.start;
        let mut named = Vec::new();
        while next < range.end {
            let many = self.builder.edges_that_fit(&list.edges[next..range.end]);
            named.clear();
            named.extend(list.words[next..next + many].iter().map(|&word| words[word as usize]));
            self.builder.set_last_labels(&named);
            next += many;
            if next < range.end {
                let (from, to) = list.edges[next];
                self.builder.early_edge(from, to).map_err(|error| (next, error))?;
                self.builder.set_last_label(words[list.words[next] as usize]);
                next += 1;
            }
        }
        Ok(())
    }
}
