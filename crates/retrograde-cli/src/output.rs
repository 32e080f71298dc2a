//! Where results go: standard output, or a file that appears whole or not at all.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TextOrJson {
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

    /// Finds out now, rather than after the work, whether the file can be written, and refuses one
    /// that is read. `also` is an option with a file that is written beside it.
    pub(crate) fn check(
        &self,
        read: &[&OsStr],
        also: Option<(&str, &PathBuf)>,
    ) -> Result<(), Failure> {
        // What is no file is a stream or a game given by rules.
        let files = read.iter().filter(|name| **name != "-").map(Path::new);
        let read: Vec<_> = files.filter(|path| path.exists()).collect();
        let mut written: Vec<&Path> = Vec::new();
        for (option, path) in self.file().map(|path| ("-o", path)).into_iter().chain(also) {
            let what = match path {
                _ if read.iter().any(|other| is_same(other, path)) => "the input",
                _ if written.iter().any(|other| is_same(other, path)) => "what -o writes",
                _ => {
                    OutputFile::create(path)?;
                    written.push(path);
                    continue;
                }
            };
            return Err(Failure::message(format!(
                "{option} {} would replace {what}: choose another name",
                path.display()
            )));
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

/// How a command shows its answer where it has no rows to list, and where.
#[derive(Args, Debug)]
pub(crate) struct ShownArguments {
    /// How to show it [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<TextOrJson>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

impl ShownArguments {
    /// Shows it in one of the two ways.
    pub(crate) fn show(
        &self,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
        json: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self.output.format(self.format) {
            Some(TextOrJson::Json) => self.output.write_plain(json),
            Some(TextOrJson::Text) | None => self.output.write(text),
        }
    }
}

/// Whether two names are of one file, which need not be there yet.
fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let folder = || match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.canonicalize(),
            _ => Path::new(".").canonicalize(),
        };
        path.canonicalize().or_else(|_| Ok(folder()?.join(path.file_name().unwrap_or_default())))
    };
    let places: [io::Result<PathBuf>; 2] = [place(one), place(other)];
    matches!(places, [Ok(one), Ok(other)] if one == other)
}

/// Says what is wrong with a solution or a table, which is the answer that was asked for.
pub(crate) fn say_fault(fault: &str) -> Result<(), Failure> {
    let out = OutputArguments::default();
    out.write(|out| writeln!(out, "{}fault:{:#} {fault}", style::ERROR, style::ERROR))?;
    Err(Failure::Fault)
}

/// Says that something is wrong and the work goes on all the same.
pub(crate) fn say_error(text: &str) {
    // If it cannot be said, the exit status has to do.
    let _ = writeln!(anstream::stderr(), "{}error:{:#} {text}", style::ERROR, style::ERROR);
}
