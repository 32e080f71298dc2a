//! Records of a number and some bytes, put aside one after the other.

use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::places::Part;
use crate::rgg::temporary::Temporary;

/// Bytes that are gathered before they are written.
const AT_ONCE: usize = 16 << 10;

/// Records in a file, in the order in which they came.
pub(crate) struct Tape {
    file: Temporary,
    gathered: Vec<u8>,
}

impl Tape {
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        Ok(Tape { file: Temporary::new(folder)?, gathered: Vec::new() })
    }

    pub(crate) fn push(&mut self, number: u32, bytes: &[u8]) -> io::Result<()> {
        self.gathered.extend_from_slice(&number.to_le_bytes());
        self.gathered.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= AT_ONCE { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> io::Result<()> {
        self.file.write(&self.gathered)?;
        self.gathered.clear();
        Ok(())
    }

    /// Writes what is gathered, and gives that memory back.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.write()?;
        self.gathered = Vec::new();
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.file.length() == 0
    }

    /// Hands all records to `visit`, once they are [written](Self::finish).
    pub(crate) fn each(
        &self,
        visit: &mut dyn FnMut(u32, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let part = Part { bytes: &self.file, at: 0, end: self.file.length() };
        let mut left = self.file.length();
        let mut input = BufReader::with_capacity(1 << 16, part);
        let mut bytes = Vec::new();
        while left > 0 {
            let (mut number, mut length) = ([0; 4], [0; 4]);
            input.read_exact(&mut number)?;
            input.read_exact(&mut length)?;
            bytes.resize(u32::from_le_bytes(length) as usize, 0);
            input.read_exact(&mut bytes)?;
            left -= 8 + bytes.len() as u64;
            visit(u32::from_le_bytes(number), &bytes)?;
        }
        Ok(())
    }
}
