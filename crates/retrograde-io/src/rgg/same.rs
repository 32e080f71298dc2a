//! Names dealt out by hash, so that those which are the same are found part by part.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Path, PathBuf};

use retrograde_core::Control;

use crate::rgg::tape::Tape;

/// Parts that names are dealt out to, each with a file.
const PARTS: usize = 32;

/// What a name takes in a table beside its bytes, and in the allocator's books.
const BESIDE: u64 = 96;

/// Names with their numbers, which rise.
pub(crate) struct Deal {
    folder: PathBuf,
    parts: Vec<Tape>,
    /// Another one each time, so that nobody can make names that all go to one part.
    hasher: RandomState,
}

impl Deal {
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let parts: io::Result<_> = (0..PARTS).map(|_| Tape::new(folder)).collect();
        Ok(Deal { folder: folder.to_owned(), parts: parts?, hasher: RandomState::new() })
    }

    pub(crate) fn push(&mut self, number: u32, name: &[u8]) -> io::Result<()> {
        let part = self.hasher.hash_one(name) as usize % PARTS;
        self.parts[part].push(number, name)
    }

    /// Calls `found` with the number of each name that came before, and with the first number that it
    /// came with; has about `room` bytes of names in memory.
    pub(crate) fn each_again(
        self,
        room: u64,
        control: &Control<'_>,
        found: &mut dyn FnMut(u32, u32) -> io::Result<()>,
    ) -> io::Result<()> {
        let folder = self.folder;
        let mut left = self.parts;
        let mut pace = control.pace();
        while let Some(mut part) = left.pop() {
            part.finish()?;
            let (mut first, mut held) = (HashMap::<Box<[u8]>, u32>::new(), 0);
            // A name that finds no place in the table is told apart with others of its kind.
            let mut beyond: Option<Deal> = None;
            part.each(&mut |number, name| {
                pace.steps(1 + name.len() / 64).map_err(io::Error::other)?;
                if let Some(&first) = first.get(name) {
                    return found(number, first);
                }
                let bytes = name.len() as u64 + BESIDE;
                if held + bytes <= room || first.is_empty() {
                    held += bytes;
                    first.insert(name.into(), number);
                    return Ok(());
                }
                match &mut beyond {
                    Some(beyond) => beyond.push(number, name),
                    None => beyond.insert(Deal::new(&folder)?).push(number, name),
                }
            })?;
            drop(first);
            for mut part in beyond.into_iter().flat_map(|beyond| beyond.parts) {
                part.finish()?;
                if !part.is_empty() {
                    left.push(part);
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn the_same_names_are_found_in_any_memory(
            names in prop::collection::vec("[a-d]{0,4}", 0..300),
            room in prop::sample::select(vec![0, 250, 1000, 1 << 20]),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let mut deal = Deal::new(folder.path()).unwrap();
            let (mut first, mut expected) = (BTreeMap::new(), BTreeMap::new());
            for (number, name) in (0..).zip(&names) {
                deal.push(number, name.as_bytes()).unwrap();
                let known = *first.entry(name).or_insert(number);
                if known != number {
                    expected.insert(number, known);
                }
            }
            let mut found = BTreeMap::new();
            deal.each_again(room, &Control::ALONE, &mut |number, first| {
                assert_eq!(found.insert(number, first), None);
                Ok(())
            }).unwrap();
            prop_assert_eq!(found, expected);
            prop_assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }
}
