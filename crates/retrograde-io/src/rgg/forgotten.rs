//! Names that do not fit memory: put aside as they come, and told apart on disk.
//!
//! Whoever reads forgets names now and then, so that one name may come with several numbers. All are
//! written down in the order in which they come, and [dealt out](Deal) to find those that came before.
//! The vertices are then the numbers of the names that are new, in order: the same as for somebody
//! who never forgets. Beside some buffers that takes one bit a number.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde_core::{Bitmap, Control, Names, Vertex};

use crate::rgg::buckets::Buckets;
use crate::rgg::builder::SHIFT;
use crate::rgg::layout::Kind;
use crate::rgg::same::Deal;
use crate::rgg::sections::{Elements, SectionWriter};
use crate::rgg::tape::Tape;
use crate::rgg::temporary::Temporary;

/// Names on their way.
pub(crate) struct Forgotten {
    folder: PathBuf,
    /// All in order.
    names: Tape,
    deal: Deal,
    count: u32,
    /// How many came together at most.
    together: u32,
    are_numbers: bool,
}

impl Forgotten {
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let (names, deal) = (Tape::new(folder)?, Deal::new(folder)?);
        let folder = folder.to_owned();
        Ok(Forgotten { folder, names, deal, count: 0, together: 0, are_numbers: true })
    }

    /// Takes the names that come next.
    pub(crate) fn take(&mut self, names: &Names) -> io::Result<()> {
        let count = names.len() as u32;
        self.are_numbers &= count == 0 || names.number(0).is_some();
        self.together = self.together.max(count);
        for vertex in 0..count {
            let name = names.get(vertex);
            self.names.push(self.count, name.as_bytes())?;
            self.deal.push(self.count, name.as_bytes())?;
            self.count += 1;
        }
        Ok(())
    }

    /// Finds out which names are the same, in about so much memory.
    pub(crate) fn resolve(self, budget: u64, control: &Control<'_>) -> io::Result<Recalled> {
        let Forgotten { folder, mut names, deal, count, together, are_numbers } = self;
        names.finish()?;
        let mut again = Bitmap::new(count as usize);
        // As if all came before, as nobody knows how many did.
        let most = vec![1 << SHIFT; (count as usize).div_ceil(1 << SHIFT)];
        let mut known = Buckets::new(&folder, count.into(), SHIFT, &most, false, budget / 2)?;
        deal.each_again(budget / 2, control, &mut |number, first| {
            again.set(number as usize);
            known.push(number, first, None)
        })?;
        let ranks = Ranks::new(&again);
        let mut vertices = Vertices::new(&folder)?;
        let mut at = 0;
        known.rows(control, |sorted| {
            vertices.push_new(sorted.first - at)?;
            let mut firsts = sorted.others.iter();
            for &degree in sorted.degrees {
                match degree {
                    0 => vertices.push_new(1)?,
                    _ => {
                        vertices.push(firsts.next().map_or(0, |&first| ranks.of(&again, first)))?
                    }
                }
            }
            at = sorted.first + sorted.degrees.len() as u32;
            Ok(())
        })?;
        vertices.push_new(count - at)?;
        let (vertices, count) = vertices.finish()?;
        let mut recalled =
            Recalled { names, again, vertices, count, together, spelling: Spelling::Text };
        if are_numbers {
            recalled.spelling = Spelling::Numbers;
            if recalled.is_sequence(control)? {
                recalled.spelling = Spelling::Sequence;
            }
        }
        Ok(recalled)
    }
}

/// How many names are new before a number, told from the bits of those that are not.
struct Ranks(Vec<u32>);

impl Ranks {
    /// Numbers that are counted together.
    const STEP: usize = 512;

    fn new(again: &Bitmap) -> Self {
        let mut before = 0;
        let counted = again.words().chunks(Self::STEP / 64).map(|words| {
            let known: u32 = words.iter().map(|word| word.count_ones()).sum();
            before += Self::STEP as u32 - known;
            before - (Self::STEP as u32 - known)
        });
        Ranks(counted.collect())
    }

    fn of(&self, again: &Bitmap, number: u32) -> Vertex {
        let group = number as usize / Self::STEP;
        let words = &again.words()[group * (Self::STEP / 64)..];
        let place = number as usize % Self::STEP;
        let whole: u32 = words[..place / 64].iter().map(|word| word.count_zeros()).sum();
        let below = (1_u64 << (place % 64)) - 1;
        let rest = words.get(place / 64).map_or(0, |word| (!word & below).count_ones());
        self.0[group] + whole + rest
    }
}

/// The vertex of each number, on its way into a file.
struct Vertices {
    file: Temporary,
    gathered: Vec<Vertex>,
    /// The vertex of the next new name.
    next: Vertex,
}

impl Vertices {
    const AT_ONCE: usize = 1 << 14;

    fn new(folder: &Path) -> io::Result<Self> {
        Ok(Vertices { file: Temporary::new(folder)?, gathered: Vec::new(), next: 0 })
    }

    fn push(&mut self, vertex: Vertex) -> io::Result<()> {
        self.gathered.push(vertex);
        if self.gathered.len() >= Self::AT_ONCE {
            self.file.write(&self.gathered)?;
            self.gathered.clear();
        }
        Ok(())
    }

    /// So many numbers whose names are new.
    fn push_new(&mut self, count: u32) -> io::Result<()> {
        for _ in 0..count {
            self.push(self.next)?;
            self.next += 1;
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<(Temporary, u64)> {
        self.file.write(&self.gathered)?;
        Ok((self.file, self.next.into()))
    }
}

/// How names are written in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spelling {
    Sequence,
    Numbers,
    Text,
}

/// Names that are told apart.
pub(crate) struct Recalled {
    names: Tape,
    /// The numbers whose names came before.
    again: Bitmap,
    vertices: Temporary,
    /// How many vertices there are.
    pub(crate) count: u64,
    together: u32,
    spelling: Spelling,
}

impl Recalled {
    /// Whether vertex `v` is called `v` for every `v`; all names are numbers.
    fn is_sequence(&self, control: &Control<'_>) -> io::Result<bool> {
        let (mut next, mut fits) = (0, true);
        self.each_name(control, &mut |name| {
            fits &= number(name) == next;
            next += 1;
            Ok(())
        })?;
        Ok(fits)
    }

    /// The names of all vertices, in order.
    fn each_name(
        &self,
        control: &Control<'_>,
        visit: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut pace = control.pace();
        self.names.each(&mut |number, name| {
            pace.steps(1).map_err(io::Error::other)?;
            if self.again.get(number as usize) { Ok(()) } else { visit(name) }
        })
    }

    /// Writes the names as [`write_rgg`](super::write_rgg) would.
    pub(crate) fn write<W: Write>(
        &self,
        writer: &mut SectionWriter<W>,
        control: &Control<'_>,
    ) -> io::Result<()> {
        match self.spelling {
            Spelling::Sequence => Ok(()),
            Spelling::Numbers => {
                let mut numbers = Elements::new(writer, Kind::NameNumbers);
                self.each_name(control, &mut |name| numbers.push(number(name).to_le_bytes()))?;
                numbers.end(0)
            }
            Spelling::Text => {
                let (mut ends, mut end) = (Elements::new(writer, Kind::NameEnds), 0);
                self.each_name(control, &mut |name| {
                    end += name.len() as u64;
                    ends.push(end.to_le_bytes())
                })?;
                ends.end(0)?;
                let mut text = Elements::new(writer, Kind::NameText);
                self.each_name(control, &mut |name| text.push_all(name))?;
                text.end(0)
            }
        }
    }

    /// For looking up the vertices of numbers that mostly rise.
    pub(crate) fn lookup(&self) -> Lookup<'_> {
        Lookup { recalled: self, from: 0, window: Vec::new() }
    }
}

/// The number that a name is.
fn number(name: &[u8]) -> u64 {
    name.iter().fold(0, |number: u64, digit| {
        number.wrapping_mul(10).wrapping_add(u64::from(digit.wrapping_sub(b'0')))
    })
}

/// Looks up vertices, with those of as many numbers in memory as once had their names there.
pub(crate) struct Lookup<'a> {
    recalled: &'a Recalled,
    from: u64,
    window: Vec<Vertex>,
}

impl Lookup<'_> {
    /// The vertex of a number.
    pub(crate) fn vertex(&mut self, number: u32) -> io::Result<Vertex> {
        let number = u64::from(number);
        let file = &self.recalled.vertices;
        if number >= self.from + self.window.len() as u64 {
            // The numbers that come with this one are those of names that were read before it.
            let together = 2 * u64::from(self.recalled.together);
            let all = file.length() / 4;
            self.from = (number + 1).saturating_sub(together);
            self.window
                .resize(all.min(number + 1 + together / 2).saturating_sub(self.from) as usize, 0);
            file.read_at(4 * self.from, bytemuck::cast_slice_mut(&mut self.window))?;
        }
        if let Some(place) = number.checked_sub(self.from) {
            return self
                .window
                .get(place as usize)
                .copied()
                .ok_or(io::ErrorKind::InvalidData.into());
        }
        let mut one = [0];
        file.read_at(4 * number, bytemuck::cast_slice_mut(&mut one))?;
        Ok(one[0])
    }
}
