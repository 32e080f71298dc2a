//! Opening a game: a file, a stream, or a game given by rules, resolved once.

use std::ffi::OsStr;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use retrograde_core::{Arena, Graph, Names, Objective, Vertex};
use retrograde_games::catalogue::Files;
use retrograde_games::{ExploreError, ExploreOptions, ParseError};
use retrograde_io::{Format, RggFile, Source};
use retrograde_table::dense;
use retrograde_table::{Catalogue, Position, Roots, Rules};
use tempfile::TempDir;

use crate::error::Error;
use crate::options::Options;

/// How standard input is called in messages.
const STDIN: &str = "standard input";

/// Opens a game: a graph file if there is one of that name, `-` for standard input, otherwise a game
/// given by rules, such as `nim:3,4,5`. See [`Opening`] for more to say.
///
/// ```
/// use retrograde::{Objective, Options, open};
/// let mut input = open("tic-tac-toe")?;
/// let arena = input.arena(&Options::default())?;
/// assert_eq!(arena.graph.vertex_count(), 5478);
/// # Ok::<(), retrograde::Error>(())
/// ```
///
/// # Errors
/// It is neither a file nor a game. What is in a file is looked at when it is asked for.
pub fn open(name: impl AsRef<OsStr>) -> Result<Input, Error> {
    Opening::default().open(name)
}

/// How to open a game.
///
/// ```
/// use retrograde::io::Format;
/// use retrograde::{Opening, Options};
/// let opening = Opening { format: Some(Format::Edges), ..Opening::default() };
/// let mut input = opening.stream(&b"a b\nb a\n"[..], "a test");
/// assert_eq!(input.arena(&Options::default())?.graph.edge_count(), 2);
/// # Ok::<(), retrograde::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Opening<'a> {
    /// The format of files, where their names do not tell.
    pub format: Option<Format>,
    /// The games that can be named.
    pub catalogue: Catalogue,
    /// What holds for the graphs that games are played on, which are read at once.
    pub options: Options<'a>,
}

impl Default for Opening<'_> {
    fn default() -> Self {
        let (catalogue, options) = (Catalogue::builtin(), Options::default());
        Opening { format: None, catalogue, options }
    }
}

impl Opening<'_> {
    /// As [`open`].
    ///
    /// # Errors
    /// As there.
    pub fn open(&self, name: impl AsRef<OsStr>) -> Result<Input, Error> {
        let name = name.as_ref();
        let path = Path::new(name);
        let label = name.to_string_lossy().into_owned();
        let source = match name.to_str() {
            Some("-") => return Ok(self.input(STDIN.to_owned(), Origin::Stdin)),
            Some(spec) if !spec.is_empty() && !path.exists() => match self.rules(spec) {
                Ok(rules) => Origin::Game(rules),
                // What looks like a file was meant as one.
                Err(_) if !spec.contains(':') && looks_like_a_file(path) => {
                    Origin::File(path.into())
                }
                Err(error) => return Err(Error::NotAGame { spec: spec.to_owned(), error }),
            },
            _ => Origin::File(path.into()),
        };
        Ok(self.input(label, source))
    }

    /// A graph from a stream of bytes; `name` is what messages call it.
    pub fn stream(&self, bytes: impl Read + Send + 'static, name: &str) -> Input {
        self.input(name.to_owned(), Origin::Stream(Some(Box::new(bytes))))
    }

    /// The game of a spec.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn rules(&self, spec: &str) -> Result<Rules, ParseError> {
        self.catalogue.open(spec, self)
    }

    fn input(&self, label: String, origin: Origin) -> Input {
        Input { label, format: self.format, origin, scratch: OnceLock::new() }
    }
}

/// The graphs that games are played on, read as any input is.
impl Files for Opening<'_> {
    fn graph(&self, path: &str) -> Result<(Graph, Names), ParseError> {
        let mut file = self.input(path.to_owned(), Origin::File(path.into()));
        match file.arena(&self.options) {
            Ok(arena) => Ok((arena.graph, arena.names)),
            Err(error) => Err(ParseError::new(error.to_string())),
        }
    }
}

fn looks_like_a_file(path: &Path) -> bool {
    path.extension().is_some() || path.components().count() > 1
}

/// A game that was found. A file is read, and a game explored, when that is asked for.
#[derive(Debug)]
pub struct Input {
    label: String,
    format: Option<Format>,
    origin: Origin,
    /// What was made of it on disk and goes when it goes.
    pub(super) scratch: OnceLock<TempDir>,
}

enum Origin {
    File(PathBuf),
    Stdin,
    Stream(Option<Box<dyn Read + Send>>),
    Game(Rules),
}

impl fmt::Debug for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::File(_) => "File",
            Origin::Stdin => "Stdin",
            Origin::Stream(_) => "Stream",
            Origin::Game(_) => "Game",
        })
    }
}

/// Which positions of a game given by rules its graph has.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Scope<'a> {
    /// What can be met from the start; the whole index where there is none.
    Start,
    /// What can be met from these.
    From(&'a [Position]),
    /// Every position of the index, one for all that are the same by symmetry.
    Index,
}

impl Input {
    /// A game whose rules are at hand; `label` is what messages call it.
    ///
    /// ```
    /// use retrograde::table::Catalogue;
    /// use retrograde::{Input, Opening, Options};
    /// let rules = Opening::default().rules("nim:1,2").unwrap();
    /// let mut nim = Input::game("nim", rules);
    /// assert_eq!(nim.arena(&Options::default())?.graph.vertex_count(), 6);
    /// # Ok::<(), retrograde::Error>(())
    /// ```
    #[must_use]
    pub fn game(label: &str, rules: Rules) -> Self {
        let (label, origin) = (label.to_owned(), Origin::Game(rules));
        Input { label, format: None, origin, scratch: OnceLock::new() }
    }

    /// How messages call it.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// As [`label`](Self::label), without the folders.
    #[must_use]
    pub fn short_label(&self) -> String {
        let name = match &self.origin {
            Origin::File(path) => path.file_name(),
            Origin::Game(_) => Path::new(&self.label).file_name(),
            Origin::Stdin | Origin::Stream(_) => None,
        };
        name.map_or_else(|| self.label.clone(), |name| name.to_string_lossy().into_owned())
    }

    /// The file, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::File(path) => Some(path),
            _ => None,
        }
    }

    /// Whether it is standard input.
    #[must_use]
    pub fn is_stdin(&self) -> bool {
        matches!(self.origin, Origin::Stdin)
    }

    /// The rules, if it is a game given by rules.
    #[must_use]
    pub fn rules(&self) -> Option<&Rules> {
        match &self.origin {
            Origin::Game(rules) => Some(rules),
            _ => None,
        }
    }

    /// The format of its file, as far as it is known without reading.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        self.format.or_else(|| Format::from_path(self.path()?))
    }

    /// What is asked about it unless somebody says otherwise.
    #[must_use]
    pub fn default_objective(&self) -> Objective {
        match self.format() {
            Some(Format::Pgsolver | Format::Hoa) => Objective::PARITY,
            _ => Objective::OUTCOME,
        }
    }

    /// The graph: what is in the file, or what play can meet from the start of a game.
    ///
    /// # Errors
    /// It cannot be read or explored, within the memory there is.
    pub fn arena(&mut self, options: &Options<'_>) -> Result<Arena, Error> {
        self.arena_of(Scope::Start, options)
    }

    /// As [`arena`](Self::arena), for a choice of the positions of a game.
    ///
    /// # Errors
    /// As there.
    pub fn arena_of(&mut self, scope: Scope<'_>, options: &Options<'_>) -> Result<Arena, Error> {
        if let Origin::Game(rules) = &self.origin {
            return explore(&self.label, rules, scope, options);
        }
        let (source, format, label) = self.source()?;
        source.read_arena(format, &options.control(0)).map_err(|error| match label {
            Some(label) => error.in_file(label).into(),
            None => error.into(),
        })
    }

    /// Where the bytes of a graph come from, in which format, and what errors are to call it if it is
    /// not a file.
    pub(super) fn source(
        &mut self,
    ) -> Result<(Source<'static>, Option<Format>, Option<String>), Error> {
        let source = match &mut self.origin {
            Origin::File(path) => {
                if self.format == Some(Format::Rgg) {
                    RggFile::check_place(path)?;
                }
                return Ok((Source::file(path)?, self.format, None));
            }
            Origin::Stdin => Source::stdin(),
            Origin::Stream(bytes) => Source::stream(bytes.take().ok_or(Error::ReadTwice)?),
            Origin::Game(_) => return Err(Error::NotAFile { label: self.label.clone() }),
        };
        Ok((source, self.format, Some(self.label.clone())))
    }

    /// Where a game given by rules begins in a graph that was made of it.
    #[must_use]
    pub fn start(&self, arena: &Arena) -> Option<Vertex> {
        let rules = self.rules()?;
        arena.names.find(&rules.show(&rules.start()?))
    }
}

/// The positions of a game as a graph.
fn explore(
    label: &str,
    rules: &Rules,
    scope: Scope<'_>,
    options: &Options<'_>,
) -> Result<Arena, Error> {
    let start;
    let roots = match (scope, rules.start()) {
        (Scope::From(roots), _) => Roots::From(roots),
        (Scope::Index, _) | (Scope::Start, None) => Roots::Index,
        (Scope::Start, Some(position)) => {
            start = [position];
            Roots::From(&start)
        }
    };
    let control = options.control(0);
    let explored = rules.explore(roots, &ExploreOptions { control, ..ExploreOptions::default() });
    explored.map_err(|error| match error {
        ExploreError::Stopped(stopped) => stopped.into(),
        error => {
            let index = rules.slots().map(|slots| (slots, dense::estimate(slots)));
            let index = index.filter(|&(_, needed)| needed <= control.room());
            let of_index = matches!(roots, Roots::Index);
            let (label, error) = (label.to_owned(), Box::new(error));
            Error::Explore { label, error, index, of_index }
        }
    })
}
