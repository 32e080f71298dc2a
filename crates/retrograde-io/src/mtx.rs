use std::io::{self, Read, Write};

use retrograde_core::Arena;

use crate::{ReadError, ReadOptions};

pub(crate) fn read(input: &mut dyn Read, options: &ReadOptions) -> Result<Arena, ReadError> {
    unimplemented!()
}

pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    unimplemented!()
}
