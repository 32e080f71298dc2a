//! Readers and writers for game graphs and their solutions, one file per format.
//!
//! A reader takes any stream of bytes and gives an [`Arena`] or one clear [`ReadError`]; it never
//! panics, never recurses into its input, and never allocates for a number that the data does not
//! bear out. A writer takes an [`Arena`] and any [`Write`].
//!
//! ```
//! use retrograde_core::Control;
//! use retrograde_io::{Format, read_arena, write_arena};
//! let arena = read_arena(&b"a b\nb a\na t\n"[..], Format::Edges, &Control::ALONE)?;
//! assert_eq!(arena.graph.edge_count(), 3);
//! let mut text = Vec::new();
//! write_arena(&arena, Format::Edges, &mut text)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod aiger;
mod aut;
mod batch;
mod budget;
#[cfg(test)]
mod cases;
mod chars;
mod compress;
mod condition;
mod digits;
mod dot;
mod edges;
mod error;
mod format;
mod graphml;
mod hoa;
mod in_order;
mod intern;
mod json;
mod lexer;
mod lines;
mod loss;
mod machine;
mod mtx;
pub mod npz;
mod output;
mod pgsolver;
mod pieces;
mod places;
mod quote;
mod rgg;
mod settings;
mod solution;
mod source;
mod spot;
mod statements;
#[cfg(test)]
mod testing;
mod text_out;
mod values;
mod watch;
mod zip;

use std::io::{self, Read, Write};

use retrograde_core::{Arena, ArenaBuilder, Automaton, Control};

use watch::Watched;

pub use aiger::{read_circuit, write_circuit};
pub use compress::{Compression, decompressed};
pub use error::{Place, ReadError, ReadFault};
pub use format::Format;
pub use loss::Loss;
pub use machine::{write_machine_dot, write_machine_hoa, write_machine_json};
pub use output::{OutputFile, WriteError, WriteFault, make_folder};
pub use pgsolver::write_paritysol;
pub use rgg::{
    BuildError, Damage, RggBuilder, RggFile, RggRowReader, RggRows, build_rgg, write_rgg,
};
pub use solution::{
    Label, Row, Rows, SolutionFault, SolutionRows, read_solution, read_solution_on, write_csv,
    write_json,
};
pub use source::{Source, read_file, read_stream};

/// The longest vertex name, in bytes, that readers of plain words take.
pub(crate) const NAME_LIMIT: usize = 64 << 10;

/// Reads a graph from plain (already decompressed) bytes, in the memory that `control` allows and
/// until it says to stop.
///
/// ```
/// use retrograde_core::{Allowance, Control};
/// use retrograde_io::{Format, read_arena};
/// let text = "digraph { a -> b; b [verdict=draw] }";
/// let arena = read_arena(text.as_bytes(), Format::Dot, &Control::ALONE)?;
/// assert_eq!(arena.graph.successors(0), [1]);
///
/// let error = read_arena(&b"a b c"[..], Format::Edges, &Control::ALONE).unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 5: "));
///
/// let control = Control { memory: Some(Allowance::from_now(1 << 30)), ..Control::ALONE };
/// assert!(read_arena(text.as_bytes(), Format::Dot, &control).is_ok());
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
///
/// # Errors
/// Whatever is wrong with the input, with the place where there is one; [`ReadFault::Stopped`].
pub fn read_arena(
    input: impl Read,
    format: Format,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    let builder = ArenaBuilder::new().with_memory_limit(control.room()).on(control.threads);
    read_with(&mut Watched::new(input, *control, None), format, builder, control)
}

/// Reads a specification from plain (already decompressed) bytes: an automaton in the Hanoi Omega-Automata
/// format with `controllable-AP`, as the parity track of the reactive synthesis competition has them.
///
/// ```
/// use retrograde_core::Control;
/// use retrograde_io::read_automaton;
/// let text = "HOA: v1 Start: 0 AP: 2 \"r\" \"g\" controllable-AP: 1 Acceptance: 1 Inf(0)
///     --BODY-- State: 0 [!0 | 1] 0 {0} [0 & !1] 0 --END--";
/// let automaton = read_automaton(text.as_bytes(), &Control::ALONE)?;
/// assert_eq!(automaton.transition_count(), 2);
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
///
/// # Errors
/// Whatever is wrong with the input, with the place where there is one; [`ReadFault::Stopped`].
pub fn read_automaton(input: impl Read, control: &Control<'_>) -> Result<Automaton, ReadError> {
    hoa::specification::read(&mut Watched::new(input, *control, None), control)
}

/// Reads a graph into a builder, where the format has use for one.
fn read_with(
    input: &mut dyn Read,
    format: Format,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    match format {
        Format::Edges => edges::read(input, builder, control),
        Format::Dot => dot::read(input, builder, control),
        Format::Json => json::read(input, builder, control),
        Format::Pgsolver => pgsolver::read(input, builder, control),
        Format::Hoa => hoa::read(input, builder, control),
        Format::Aut => aut::read(input, builder, control),
        Format::Graphml => graphml::read(input, builder, control),
        Format::Mtx => mtx::read(input, builder, control),
        Format::Npz => npz::read(input, control),
        Format::Rgg => rgg::read(input, control),
    }
}

/// Writes a graph. What the format has no place for is left out; see [`Format::cannot_hold`].
///
/// # Errors
/// What `out` reports, and before anything is written: a name that the format cannot write, an
/// owner or a priority that is missing where the format needs one, a format that can only be read.
pub fn write_arena(arena: &Arena, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Edges => edges::write(arena, out),
        Format::Dot => dot::write(arena, out),
        Format::Json => json::write(arena, out),
        Format::Pgsolver => pgsolver::write(arena, out),
        Format::Hoa => Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "games in the HOA format can only be read: write pgsolver",
        )),
        Format::Aut => aut::write(arena, out),
        Format::Graphml => graphml::write(arena, out),
        Format::Mtx => mtx::write(arena, out),
        Format::Npz => npz::write(arena, out),
        Format::Rgg => rgg::write_rgg(arena, out, &Control::ALONE),
    }
}
