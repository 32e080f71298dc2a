//! Where results go: standard output, or a file that appears whole or not at all.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retrograde::io::{Compression, OutputFile};

use crate::failure::Failure;
use crate::style;

/// Says what could not be written, unless nobody listens any more.
fn stdout_failure(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(Box::new(error)),
        _ => Failure::message(format!("cannot write to standard output: {error}")),
    }
}

/// How a command shows its answer where it has no rows to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextOrJson {
    /// For people
    Text,
    /// One object, for scripts
    Json,
}

#[derive(Args, Debug, Default)]
pub(crate) struct OutputArguments {
    /// Write to FILE instead of standard output; .gz and .zst compress
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

impl OutputArguments {
    /// The file to write to, if it is not standard output.
    pub(crate) fn file(&self) -> Option<&PathBuf> {
        self.output.as_ref().filter(|path| path.as_os_str() != "-")
    }

    /// The format asked for, or the one that the extension of the file names.
    pub(crate) fn format<F: ValueEnum>(&self, asked: Option<F>) -> Option<F> {
        asked.or_else(|| {
            let path = self.file()?;
            let path = match Compression::from_path(path) {
                Some(_) => path.with_extension(""),
                None => path.clone(),
            };
            F::from_str(path.extension()?.to_str()?, true).ok()
        })
    }

    /// Hands `write` the place where text for people goes: without colours where they are not
    /// wanted.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut text = Vec::new();
        write(&mut text)?;
        let colours = anstream::AutoStream::choice(&io::stdout());
        if self.file().is_some() || colours == anstream::ColorChoice::Never {
            text = anstream::adapter::strip_bytes(&text).into_vec();
        }
        self.write_plain(|out| out.write_all(&text))
    }

    /// Hands `write` the place where results go, for bytes that must arrive as they are.
    pub(crate) fn write_plain(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self.file() {
            Some(path) => Ok(OutputFile::write(path, write)?),
            None => {
                let mut out = io::stdout().lock();
                write(&mut out).and_then(|()| out.flush()).map_err(stdout_failure)
            }
        }
    }

    /// As [`write_plain`](Self::write_plain), for what is found out while it is written: what goes
    /// wrong with that is not taken for trouble with the output.
    pub(crate) fn stream(
        &self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut trouble = None;
        let written = self.write_plain(|out| {
            write(out).map_err(|failure| {
                trouble = Some(failure);
                io::Error::other("there is no more to write")
            })
        });
        trouble.map_or(written, Err)
    }

    /// Finds out now, rather than after the work, whether the file can be written.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if let Some(path) = self.file() {
            OutputFile::create(path)?;
        }
        Ok(())
    }

    /// How many lines fit where text goes; `None` where there is no end of them.
    pub(crate) fn lines_that_fit(&self) -> Option<usize> {
        if self.file().is_some() || !io::stdout().is_terminal() {
            return None;
        }
        terminal_size::terminal_size().map(|(_, height)| usize::from(height.0))
    }
}

/// Says what is wrong with a solution or a table, which is the answer that was asked for.
pub(crate) fn say_fault(fault: &str) -> Result<(), Failure> {
    let out = OutputArguments::default();
    out.write(|out| writeln!(out, "{}fault:{:#} {fault}", style::ERROR, style::ERROR))?;
    Err(Failure::Fault)
}
