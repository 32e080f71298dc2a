//! What is known of neighbouring states, and what one step of the wave does to them.

use retrograde_core::{Bitmap, Vertex, sys};

use super::marks::Mark;

/// What the predecessors of a level are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// That a move leads to a lost state: whoever is open is won.
    Lost,
    /// That a move leads to a won state: whoever is open has one move less, and with none left is
    /// lost.
    Won,
}

impl Told {
    /// What is told next by those whom this settles.
    pub(super) fn turned(self) -> Self {
        match self {
            Told::Lost => Told::Won,
            Told::Won => Told::Lost,
        }
    }
}

/// Neighbouring states, all or some of them.
pub(super) struct Field<'a, S> {
    /// The number of the first, a multiple of 64.
    pub(super) first: Vertex,
    pub(super) marks: &'a mut [S],
    pub(super) settled: &'a mut [u64],
    pub(super) win: &'a mut [u64],
}

impl<'a, S: Mark> Field<'a, S> {
    pub(super) fn all(marks: &'a mut [S], settled: &'a mut Bitmap, win: &'a mut Bitmap) -> Self {
        Field { first: 0, marks, settled: settled.words_mut(), win: win.words_mut() }
    }

    /// The same in parts of `1 << bits` states, at least 64.
    pub(super) fn parts(&mut self, bits: u32) -> impl Iterator<Item = Field<'_, S>> {
        let words = 1 << (bits - 6);
        let marks = self.marks.chunks_mut(1 << bits);
        let maps = self.settled.chunks_mut(words).zip(self.win.chunks_mut(words));
        marks.zip(maps).zip(0..).map(move |((marks, (settled, win)), part)| Field {
            first: part << bits,
            marks,
            settled,
            win,
        })
    }

    #[inline(always)]
    pub(super) fn is_open(&self, state: Vertex) -> bool {
        let place = (state - self.first) as usize;
        self.settled[place / 64] >> (place % 64) & 1 == 0
    }

    /// Tells one state, which is open; whether that settles it.
    #[inline(always)]
    pub(super) fn tell_one(&mut self, told: Told, state: Vertex, level: u32) -> bool {
        let place = (state - self.first) as usize;
        let (word, bit) = (place / 64, 1 << (place % 64));
        if told == Told::Won {
            self.marks[place] = self.marks[place].less(true);
            if self.marks[place] != S::default() {
                return false;
            }
        } else {
            self.win[word] |= bit;
        }
        self.settled[word] |= bit;
        self.marks[place] = S::distance(level);
        true
    }

    /// Tells a batch of states, and adds those that this settles to a list.
    #[inline]
    pub(super) fn tell(
        &mut self,
        told: Told,
        batch: &mut [Vertex],
        level: u32,
        out: &mut Vec<Vertex>,
    ) {
        let batch = compact(batch, |state| self.is_open(state));
        if told == Told::Won {
            for &state in batch.iter() {
                sys::prefetch(self.marks, (state - self.first) as usize);
            }
        }
        let new = &*compact(batch, |state| {
            let place = (state - self.first) as usize;
            let (word, shift) = (place / 64, place % 64);
            let new = match told {
                // A state may be in the batch more than once.
                Told::Lost => self.settled[word] >> shift & 1 == 0,
                Told::Won => {
                    self.marks[place] = self.marks[place].less(true);
                    self.marks[place] == S::default()
                }
            };
            self.settled[word] |= u64::from(new) << shift;
            new
        });
        for &state in new {
            let place = (state - self.first) as usize;
            if told == Told::Lost {
                self.win[place / 64] |= 1 << (place % 64);
            }
            self.marks[place] = S::distance(level);
        }
        out.extend_from_slice(new);
    }

    /// How many states are told better by [`tell_many`](Self::tell_many), which looks at all marks and all
    /// words of the bitmap: as many as there are words. Where marks are looked at for those that are open,
    /// and written to for them, it must be more, as the marks have to come from memory and go back there.
    pub(super) fn many(&self, told: Told) -> usize {
        match told {
            Told::Lost => self.settled.len(),
            Told::Won => 2 * self.settled.len(),
        }
    }

    /// As [`tell`](Self::tell), for [many](Self::many) states: those that are settled are read off the
    /// bitmap, which puts them in order. No branch depends on what is told.
    pub(super) fn tell_many<'l>(
        &mut self,
        told: Told,
        lists: impl Iterator<Item = &'l [Vertex]>,
        level: u32,
        before: &mut Vec<u64>,
        out: &mut Vec<Vertex>,
    ) {
        before.clear();
        before.extend_from_slice(self.settled);
        for place in (0..self.marks.len()).step_by(64 / size_of::<S>()) {
            sys::prefetch(self.marks, place);
        }
        for list in lists {
            match told {
                Told::Lost => self.settle(list),
                Told::Won => self.lower(list),
            }
        }
        let new =
            self.settled.iter().zip(&*before).map(|(now, before)| (now & !before).count_ones());
        out.reserve_exact(new.sum::<u32>() as usize);
        for (word, before) in before.iter().enumerate() {
            let mut new = self.settled[word] & !before;
            if told == Told::Lost {
                self.win[word] |= new;
            }
            while new != 0 {
                let place = word * 64 + new.trailing_zeros() as usize;
                self.marks[place] = S::distance(level);
                out.push(self.first + place as Vertex);
                new &= new - 1;
            }
        }
    }
}

impl<S: Mark> Field<'_, S> {
    /// Settles all of a list.
    fn settle(&mut self, list: &[Vertex]) {
        for &state in list {
            let place = (state - self.first) as usize;
            self.settled[place / 64] |= 1 << (place % 64);
        }
    }

    /// Takes a move from each that is open, and settles those without any left.
    fn lower(&mut self, list: &[Vertex]) {
        for &state in list {
            let place = (state - self.first) as usize;
            let word = &mut self.settled[place / 64];
            let mark = &mut self.marks[place];
            let open = *word >> (place % 64) & 1 == 0;
            let left = mark.less(open);
            *mark = left;
            *word |= u64::from(open & (left == S::default())) << (place % 64);
        }
    }
}

/// Moves the states that `keep` accepts to the front, in order. Which ones it accepts cannot be
/// predicted, so there is no branch.
#[inline(always)]
fn compact(batch: &mut [Vertex], mut keep: impl FnMut(Vertex) -> bool) -> &mut [Vertex] {
    let mut kept = 0;
    for index in 0..batch.len() {
        let state = batch[index];
        batch[kept] = state;
        kept += usize::from(keep(state));
    }
    &mut batch[..kept]
}
