//! What is put aside while the moves of a file are written, for the sections that come after them.

use std::io::{self, Write};
use std::path::Path;

use retrograde_core::{Control, GraphError, Vertex};

use crate::rgg::layout::Kind;
use crate::rgg::sections::{Elements, SectionWriter};
use crate::rgg::sorting::Sorted;
use crate::rgg::temporary::Temporary;

/// How many edges each vertex has, kept in a file.
pub(crate) struct Degrees {
    file: Temporary,
    gathered: Vec<u32>,
    /// The vertex that comes next, and how many edges the one before has so far.
    next: u64,
}

impl Degrees {
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        Ok(Degrees { file: Temporary::new(folder)?, gathered: Vec::new(), next: 0 })
    }

    pub(crate) fn add(&mut self, vertex: Vertex, degree: u32) -> io::Result<()> {
        const AT_ONCE: usize = 1 << 14;
        let vertex = u64::from(vertex);
        if vertex + 1 == self.next {
            let last = self.gathered.last_mut().expect("it came last");
            *last = last.checked_add(degree).ok_or_else(|| {
                io::Error::other(GraphError::TooManyMoves { vertex: vertex as Vertex })
            })?;
            return Ok(());
        }
        if vertex < self.next {
            let message = format!("the row of vertex {vertex} comes too late: rows are in order");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        while self.next <= vertex {
            if self.gathered.len() == AT_ONCE {
                self.file.write(&self.gathered)?;
                self.gathered.clear();
            }
            self.gathered.push(0);
            self.next += 1;
        }
        *self.gathered.last_mut().expect("it was just put there") = degree;
        Ok(())
    }

    /// Writes where rows of these lengths begin.
    pub(crate) fn write<W: Write>(
        &mut self,
        writer: &mut SectionWriter<W>,
        kind: Kind,
        vertices: u64,
        edges: u64,
        control: &Control<'_>,
        mut check: impl FnMut(Vertex, u32) -> io::Result<()>,
    ) -> io::Result<()> {
        if let Some(last) = vertices.checked_sub(1)
            && self.next < vertices
        {
            self.add(last as Vertex, 0)?;
        }
        self.file.write(&self.gathered)?;
        let mut pace = control.pace();
        let mut starts = Elements::new(writer, kind);
        let (mut start, mut vertex) = (0_u64, 0);
        let mut push = |start: u64| match kind.width(edges) {
            4 => starts.push((start as u32).to_le_bytes()),
            _ => starts.push(start.to_le_bytes()),
        };
        push(start)?;
        self.file.read(1, |degrees: &[u32]| {
            for &degree in degrees {
                pace.steps(1).map_err(io::Error::other)?;
                check(vertex, degree)?;
                vertex += 1;
                start += u64::from(degree);
                push(start)?;
            }
            Ok(())
        })?;
        starts.end(edges)
    }
}

/// What is said of edges, in their order, kept in files.
pub(crate) struct SaidOfEdges {
    weights: Temporary,
    marks: Temporary,
    count: u64,
    weighted: u64,
    reserved: u64,
}

impl SaidOfEdges {
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        let (weights, marks) = (Temporary::new(folder)?, Temporary::new(folder)?);
        Ok(SaidOfEdges { weights, marks, count: 0, weighted: 0, reserved: 0 })
    }

    pub(crate) fn add(&mut self, rows: &Sorted<'_>) -> io::Result<()> {
        for said in rows.said.chunks(1 << 14) {
            let weights: Vec<i64> = said.iter().map(|said| said.weight).collect();
            let marks: Vec<u8> = said.iter().map(|said| said.marks).collect();
            self.weighted += marks.iter().filter(|&&marks| marks & 1 != 0).count() as u64;
            self.reserved += marks.iter().filter(|&&marks| marks > 1).count() as u64;
            self.weights.write(&weights)?;
            self.marks.write(&marks)?;
        }
        self.count += rows.said.len() as u64;
        Ok(())
    }

    pub(crate) fn write<W: Write>(
        self,
        writer: &mut SectionWriter<W>,
        edges: u64,
        control: &Control<'_>,
    ) -> io::Result<()> {
        if self.weighted > 0 {
            writer.begin(Kind::Weights);
            self.weights.read(1, |weights: &[i64]| {
                control.check().map_err(io::Error::other)?;
                let bytes: Vec<u8> =
                    weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
                writer.write(&bytes)
            })?;
            writer.end(edges)?;
        }
        if self.weighted > 0 && self.weighted < self.count {
            let mut words = Elements::new(writer, Kind::HaveWeight);
            // Pieces of a file are of whole words but for the last.
            self.marks.read(64, |marks: &[u8]| {
                control.check().map_err(io::Error::other)?;
                marks.chunks(64).try_for_each(|marks| {
                    let bit = |(place, marks): (usize, &u8)| u64::from(marks & 1) << place;
                    let word = marks.iter().enumerate().map(bit).fold(0, |word, bit| word | bit);
                    words.push(word.to_le_bytes())
                })
            })?;
            words.end(edges)?;
        }
        if self.reserved > 0 {
            writer.begin(Kind::Players);
            self.marks.read(1, |marks: &[u8]| {
                control.check().map_err(io::Error::other)?;
                let codes: Vec<u8> = marks.iter().map(|marks| marks >> 1).collect();
                writer.write(&codes)
            })?;
            writer.end(edges)?;
        }
        Ok(())
    }
}
