//! Names that are read off a file whenever somebody asks for them.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use retrograde_core::{Control, GraphError, Names, Naming, Vertex};

use crate::error::ReadError;
use crate::rgg::file::{RggFile, fault};
use crate::rgg::layout::{Kind, PIECE, damaged};
use crate::rgg::store::{Buffer, Store};

impl RggFile {
    /// What the vertices are called: in memory if that is at most a quarter of what there is room for, else
    /// read off the file when they are asked for. Looking such a name up goes through all of them.
    ///
    /// ```
    /// use retrograde_core::{Allowance, Arena, Control};
    /// use retrograde_io::{RggFile, write_rgg};
    /// let arena = Arena::sketch().edges([("a", "b"), ("b", "a")]).arena()?;
    /// let mut bytes = Vec::new();
    /// write_rgg(&arena, &mut bytes, &Control::ALONE)?;
    /// let file = RggFile::from_bytes(bytes)?;
    /// let control = Control { memory: Some(Allowance::from_now(40)), ..Control::ALONE };
    /// let names = file.names_where_they_fit(&control)?;
    /// assert_eq!((names.heap_bytes(), names.get(1)), (0, "b".into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A file that is damaged; a single name that there is no room for; it was stopped.
    pub fn names_where_they_fit(&self, control: &Control<'_>) -> Result<Names, ReadError> {
        if self.bytes_of_names() <= control.room() / 4 {
            return self.names(control);
        }
        let names = NamesInPlace::new(Arc::clone(self.store()));
        names.check(control).map_err(|error| self.named(error))?;
        Ok(Names::computed(Arc::new(names)))
    }
}

/// Names that are all in order, as has been seen once.
#[derive(Debug)]
struct NamesInPlace {
    store: Arc<Store>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Parts of the file around the name that was asked for last, and around the last that came right after
    /// another: rows go by in order, and say in between where they lead.
    near: [Window; 2],
    lost: Option<String>,
}

#[derive(Debug, Default)]
struct Window {
    ends: Buffer,
    text: Buffer,
    next: u64,
}

impl NamesInPlace {
    fn new(store: Arc<Store>) -> Self {
        NamesInPlace { store, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// That all names make sense, with only some of them in memory.
    fn check(&self, control: &Control<'_>) -> Result<(), ReadError> {
        let (mut window, mut pace) = (Window::default(), control.pace());
        let mut end = 0;
        for vertex in 0..self.len() as u64 {
            pace.steps(1)?;
            let place = self.place(vertex, &mut window.ends).map_err(fault)?;
            if let Some(name) = place {
                let (needed, allowed) = (name.1.saturating_sub(name.0) + 2 * PIECE, control.room());
                if needed > allowed.max(4 * PIECE) {
                    let error = GraphError::OutOfMemory { needed, allowed };
                    return Err(ReadError::graph(None, error));
                }
                end = name.1;
            }
            self.read(vertex, &mut window).map_err(fault)?;
        }
        let length = self.store.directory.find(Kind::NameText).map_or(0, |text| text.length);
        if end == length { Ok(()) } else { Err(fault(no_sense())) }
    }

    /// Where a name begins and ends in the text; `None` if names are numbers.
    fn place(&self, vertex: u64, buffer: &mut Buffer) -> io::Result<Option<(u64, u64)>> {
        let Some(section) = self.store.directory.find(Kind::NameEnds) else { return Ok(None) };
        let first = vertex.saturating_sub(1);
        let ends: &[u64] = self.store.fetch(section, first..vertex + 1, buffer)?;
        match *ends {
            [start, end] if vertex > 0 => Ok(Some((start, end))),
            [end] if vertex == 0 => Ok(Some((0, end))),
            _ => Err(no_sense()),
        }
    }

    fn read(&self, vertex: u64, window: &mut Window) -> io::Result<String> {
        window.next = vertex + 1;
        let Some((start, end)) = self.place(vertex, &mut window.ends)? else {
            let section = self.store.section(Kind::NameNumbers);
            let number: &[u64] = self.store.fetch(section, vertex..vertex + 1, &mut window.ends)?;
            return Ok(number.first().map_or_else(String::new, u64::to_string));
        };
        let section = self.store.section(Kind::NameText);
        if start > end || end > section.length {
            return Err(no_sense());
        }
        let name: &[u8] = self.store.fetch(section, start..end, &mut window.text)?;
        std::str::from_utf8(name).map(str::to_owned).map_err(|_| no_sense())
    }
}

impl Naming for NamesInPlace {
    fn len(&self) -> usize {
        self.store.directory.vertices as usize
    }

    fn name(&self, vertex: Vertex) -> String {
        let mut state = self.state();
        let vertex = u64::from(vertex);
        let window = usize::from(state.near[1].next == vertex || vertex == 0);
        self.read(vertex, &mut state.near[window]).unwrap_or_else(|error| {
            state.lost.get_or_insert_with(|| error.to_string());
            String::new()
        })
    }

    fn find(&self, name: &str) -> Option<Vertex> {
        let mut window = Window::default();
        (0..self.len() as u64)
            .find(|&vertex| self.read(vertex, &mut window).is_ok_and(|found| found == name))
            .map(|vertex| vertex as Vertex)
    }

    fn lost(&self) -> Option<String> {
        self.state().lost.clone()
    }
}

fn no_sense() -> io::Error {
    damaged("the names make no sense: make the file again")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use retrograde_core::{Allowance, Arena, ArenaBuilder};

    use super::*;
    use crate::write_rgg;

    fn file(names: &[String]) -> (RggFile, Arena) {
        let mut builder = ArenaBuilder::new();
        for name in names {
            builder.vertex(name).unwrap();
        }
        let arena = builder.finish().unwrap();
        let mut bytes = Vec::new();
        write_rgg(&arena, &mut bytes, &Control::ALONE).unwrap();
        (RggFile::from_bytes(bytes).unwrap(), arena)
    }

    proptest! {
        #[test]
        fn names_in_place_are_those_in_memory(
            names in prop::collection::vec("[a-zé]{0,9}|[1-9][0-9]{0,9}", 1..50),
            numbers in prop::collection::vec(any::<u64>(), 1..50),
            asked in prop::collection::vec(any::<prop::sample::Index>(), 0..50),
        ) {
            let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
            let control = Control { memory: Some(Allowance::from_now(0)), ..Control::ALONE };
            for names in [names, numbers] {
                let (file, arena) = file(&names);
                let in_place = file.names_where_they_fit(&control).unwrap();
                prop_assert_eq!(&in_place, &arena.names);
                for index in &asked {
                    let vertex = index.index(arena.names.len()) as Vertex;
                    let name = arena.names.get(vertex);
                    prop_assert_eq!(&in_place.get(vertex), &name);
                    prop_assert_eq!(in_place.find(&name), Some(vertex));
                }
                prop_assert_eq!(in_place.find("no such name"), None);
                prop_assert_eq!((in_place.heap_bytes(), in_place.lost()), (0, None));
            }
        }
    }
}
