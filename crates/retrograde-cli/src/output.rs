//! Where results go: standard output, or a file that appears whole or not at all.

use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use retrograde::io::{Compression, Damage, OutputFile};
use retrograde::{Stopped, quote};

use crate::failure::Failure;
use crate::{interrupt, style};

/// Says what could not be written, unless nobody listens any more.
fn stdout_failure(error: io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Output(Box::new(error)),
        _ if Damage::of(&error).is_some() => Failure::Output(Box::new(error)),
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

    /// The format asked for, or the one that the extension of the file names; `None` where there is
    /// nothing to tell it by. Text may be called .txt.
    pub(crate) fn format<F: ValueEnum>(&self, asked: Option<F>) -> Result<Option<F>, Failure> {
        let Some(path) = self.file().filter(|_| asked.is_none()) else { return Ok(asked) };
        let name = match Compression::from_path(path) {
            Some(_) => path.with_extension(""),
            None => path.clone(),
        };
        let Some(extension) = name.extension() else { return Ok(None) };
        let extension = extension.to_string_lossy().to_lowercase();
        let word = if extension == "txt" { "text" } else { &extension };
        match F::from_str(word, true) {
            Ok(format) => Ok(Some(format)),
            Err(_) => Err(cannot_tell(path, "--format", &names::<F>())),
        }
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
        self.write_bytes(|out| out.write_all(&text))
    }

    /// Hands `write` the place where results go, for bytes that must arrive as they are: but for a
    /// terminal, which is not to take orders from them.
    pub(crate) fn write_plain(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self.file().is_none() && io::stdout().is_terminal() {
            true => self.write_bytes(|out| write(&mut Harmless { out, cut: Vec::new() })),
            false => self.write_bytes(write),
        }
    }

    fn write_bytes(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self.file() {
            Some(path) => Ok(OutputFile::create(path)?.fill(|out| write(&mut Listening { out }))?),
            None => {
                let mut out = Listening { out: &mut io::stdout().lock() };
                write(&mut out).and_then(|()| out.flush()).map_err(stdout_failure)
            }
        }
    }

    /// As [`write_plain`](Self::write_plain), for what is found out while it is written: what goes
    /// wrong with that is not taken for trouble with the output, nor that for the other.
    pub(crate) fn stream(
        &self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut trouble = None;
        let written = self.write_plain(|out| {
            let mut out = Noting { out, failed: None };
            let done = write(&mut out);
            match (out.failed, done) {
                (Some(error), _) => Err(error),
                (None, Ok(())) => Ok(()),
                (None, Err(failure)) => {
                    trouble = Some(failure);
                    Err(io::Error::other("there is no more to write"))
                }
            }
        });
        trouble.map_or(written, Err)
    }

    /// Finds out now, rather than after the work, whether the file can be written, and refuses one
    /// that is read. `also` are options with files that are written beside it.
    pub(crate) fn check<'a>(
        &'a self,
        read: &[&OsStr],
        also: impl IntoIterator<Item = (&'a str, &'a PathBuf)>,
    ) -> Result<(), Failure> {
        let read: Vec<&Path> = read.iter().filter_map(|name| file_in(name)).collect();
        let mut written: Vec<(&str, &Path)> = Vec::new();
        for (option, path) in self.file().map(|path| ("-o", path)).into_iter().chain(also) {
            let other = written.iter().find(|(_, other)| is_same(other, path));
            let what = match other {
                _ if read.iter().any(|other| is_same(other, path)) => "the input".to_owned(),
                Some((other, _)) => format!("what {other} writes"),
                None => {
                    OutputFile::check(path)?;
                    written.push((option, path));
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
        match self.output.format(self.format)? {
            Some(TextOrJson::Json) => self.output.write_plain(json),
            Some(TextOrJson::Text) | None => self.output.write(text),
        }
    }

    /// Finds out now, rather than after the work, whether it can be shown as asked.
    pub(crate) fn check(&self, read: &[&OsStr]) -> Result<(), Failure> {
        self.output.format(self.format)?;
        self.output.check(read, None)
    }
}

/// What takes no more once somebody wants the program to end.
struct Listening<'a> {
    out: &'a mut dyn Write,
}

impl Write for Listening<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if interrupt::cancel().is_cancelled() {
            return Err(io::Error::other(Stopped::Cancelled));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// What remembers why it could not be written to, whatever others make of that.
struct Noting<'a> {
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
}

impl Noting<'_> {
    fn note<T>(&mut self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|error| {
            let kind = error.kind();
            if kind != io::ErrorKind::Interrupted {
                self.failed.get_or_insert(error);
            }
            kind.into()
        })
    }
}

impl Write for Noting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let done = self.out.write(bytes);
        self.note(done)
    }

    fn flush(&mut self) -> io::Result<()> {
        let done = self.out.flush();
        self.note(done)
    }
}

/// What escapes all that would control a terminal but ends of lines and tabs.
struct Harmless<'a> {
    out: &'a mut dyn Write,
    /// The beginning of a character whose end has not come yet.
    cut: Vec<u8>,
}

impl Write for Harmless<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.cut.extend(bytes);
        let mut rest = &self.cut[..];
        let mut text = String::with_capacity(rest.len());
        while let Some(chunk) = rest.utf8_chunks().next() {
            for character in chunk.valid().chars() {
                match quote::is_hidden(character) && !matches!(character, '\n' | '\t') {
                    true => text.extend(character.escape_default()),
                    false => text.push(character),
                }
            }
            rest = &rest[chunk.valid().len()..];
            if str::from_utf8(rest).is_err_and(|error| error.error_len().is_none()) {
                break;
            }
            text.extend(chunk.invalid().first().map(|_| char::REPLACEMENT_CHARACTER));
            rest = &rest[chunk.invalid().len()..];
        }
        self.out.write_all(text.as_bytes())?;
        self.cut = rest.to_vec();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The file that an input is or, of a game played on a graph, has behind one of its colons. What has
/// none is a stream or a game given by rules alone.
fn file_in(name: &OsStr) -> Option<&Path> {
    let whole = Some(Path::new(name)).filter(|path| path.exists());
    let text = name.to_str().unwrap_or("");
    let mut parts = text.match_indices(':').map(|(at, _)| Path::new(&text[at + 1..]));
    whole.or_else(|| parts.find(|path| path.is_file())).filter(|_| name != "-")
}

/// The names of the values that an option takes.
fn names<F: ValueEnum>() -> Vec<String> {
    let names = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    names.map(|value| value.get_name().to_owned()).collect()
}

/// A file is to be written whose name does not tell how.
pub(crate) fn cannot_tell(path: &Path, option: &str, names: &[impl AsRef<str>]) -> Failure {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    Failure::message(format!(
        "cannot tell the format of {} from its name: say {option} {}",
        path.display(),
        names.join("|")
    ))
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
    let fault = quote::shown(fault);
    out.write(|out| writeln!(out, "{}fault:{:#} {fault}", style::ERROR, style::ERROR))?;
    Err(Failure::Fault)
}

/// As [`say_fault`], for a fault that takes a line a step to show.
pub(crate) fn say_run(fault: &str) -> Result<(), Failure> {
    let mut lines = fault.lines();
    let first = quote::shown(lines.next().unwrap_or_default()).into_owned();
    OutputArguments::default().write(|out| {
        writeln!(out, "{}fault:{:#} {first}", style::ERROR, style::ERROR)?;
        lines.try_for_each(|line| writeln!(out, "{}", quote::shown(line)))
    })?;
    Err(Failure::Fault)
}

/// Says that something is wrong and the work goes on all the same.
pub(crate) fn say_error(text: &str) {
    // If it cannot be said, the exit status has to do.
    let _ = writeln!(anstream::stderr(), "{}error:{:#} {text}", style::ERROR, style::ERROR);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_controls_a_terminal_is_escaped_however_it_comes() {
        let bytes = "a,\u{1b}[31m,将\t\u{202e}\r\n".as_bytes();
        let all = [bytes, &[0xff, 0xe5, 0x80, b'z', 0x07]].concat();
        let expected = "a,\\u{1b}[31m,将\t\\u{202e}\\r\n\u{fffd}\u{fffd}z\\u{7}";
        for together in 1..=all.len() {
            let mut out = Vec::new();
            let mut harmless = Harmless { out: &mut out, cut: Vec::new() };
            all.chunks(together).for_each(|some| harmless.write_all(some).unwrap());
            assert_eq!(String::from_utf8(out).unwrap(), expected, "{together} at a time");
        }
    }
}
