//! Sections written one after the other, with their checksums.

use std::io::{self, Write};

use crate::rgg::layout::{self, Directory, HEADER, Kind, PIECE, Section};

/// Writes a file from the front to the back: nothing of it is written twice, so that it can go into any
/// stream.
pub(crate) struct SectionWriter<W> {
    out: W,
    /// How many bytes there are so far.
    at: u64,
    directory: Directory,
    /// The section that is being written.
    open: Option<Open>,
}

struct Open {
    kind: Kind,
    offset: u64,
    sum: crc32fast::Hasher,
    /// Bytes that `sum` is of.
    summed: u64,
}

impl<W: Write> SectionWriter<W> {
    pub(crate) fn new(mut out: W, vertices: u64) -> io::Result<Self> {
        out.write_all(&layout::header())?;
        let directory = Directory {
            vertices,
            edges: 0,
            sections: Vec::new(),
            sums: Vec::new(),
            fingerprint: 0,
            length: 0,
        };
        Ok(SectionWriter { out, at: HEADER as u64, directory, open: None })
    }

    pub(crate) fn begin(&mut self, kind: Kind) {
        self.open = Some(Open { kind, offset: self.at, sum: crc32fast::Hasher::new(), summed: 0 });
    }

    /// Writes on in the section that was begun.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let open = self.open.as_mut().expect("a section was begun");
        let mut rest = bytes;
        while !rest.is_empty() {
            let room = (PIECE - open.summed).min(rest.len() as u64);
            let (now, later) = rest.split_at(room as usize);
            open.sum.update(now);
            open.summed += room;
            if open.summed == PIECE {
                let sum = std::mem::take(&mut open.sum);
                self.directory.sums.push(sum.finalize());
                open.summed = 0;
            }
            rest = later;
        }
        self.at += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Ends the section that was begun; `edges` say how wide its elements are.
    pub(crate) fn end(&mut self, edges: u64) -> io::Result<()> {
        let open = self.open.as_ref().expect("a section was begun");
        let (kind, offset, length) = (open.kind, open.offset, self.at - open.offset);
        let padding = [0; layout::ALIGN as usize];
        self.write(&padding[..(layout::padded(length) - length) as usize])?;
        let open = self.open.take().expect("a section was begun");
        if open.summed > 0 {
            self.directory.sums.push(open.sum.finalize());
        }
        let width = kind.width(edges);
        self.directory.sections.push(Section { kind, width, offset, length, first_sum: 0 });
        Ok(())
    }

    /// A whole section at once.
    pub(crate) fn section(&mut self, kind: Kind, bytes: &[u8]) -> io::Result<()> {
        self.begin(kind);
        self.write(bytes)?;
        self.end(0)
    }

    /// Writes what comes after the last section, and hands the stream back.
    pub(crate) fn finish(mut self, edges: u64) -> io::Result<W> {
        self.directory.edges = edges;
        let tail = self.directory.tail(self.at);
        self.out.write_all(&tail)?;
        Ok(self.out)
    }
}

/// Numbers as bytes, gathered so that they are written in large pieces.
pub(crate) struct Elements<'a, W: Write> {
    writer: &'a mut SectionWriter<W>,
    bytes: Vec<u8>,
}

impl<'a, W: Write> Elements<'a, W> {
    const AT_ONCE: usize = 1 << 16;

    pub(crate) fn new(writer: &'a mut SectionWriter<W>, kind: Kind) -> Self {
        writer.begin(kind);
        Elements { writer, bytes: Vec::with_capacity(Self::AT_ONCE + 8) }
    }

    #[inline]
    pub(crate) fn push<const N: usize>(&mut self, number: [u8; N]) -> io::Result<()> {
        self.push_all(&number)
    }

    #[inline]
    pub(crate) fn push_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= Self::AT_ONCE {
            self.writer.write(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    pub(crate) fn end(self, edges: u64) -> io::Result<()> {
        self.writer.write(&self.bytes)?;
        self.writer.end(edges)
    }
}
