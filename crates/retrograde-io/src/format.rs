//! The formats and how a file name tells them apart.

use std::fmt;
use std::path::Path;

use crate::Compression;

/// A graph format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// `u v` or `u v weight` a line.
    Edges,
    /// Graphviz.
    Dot,
    /// networkx node-link data.
    Json,
    /// Parity games of PGSolver.
    Pgsolver,
    /// Games in the Hanoi Omega-Automata format, which can only be read.
    Hoa,
    /// Labelled transition systems of Aldebaran, as CADP and mCRL2 write them.
    Aut,
    /// GraphML, as networkx, igraph and yEd write it.
    Graphml,
    /// Matrix Market coordinate.
    Mtx,
    /// A SciPy sparse matrix: compressed rows or columns, or coordinates.
    Npz,
    /// Our own binary graph, which is looked at where it is.
    Rgg,
}

impl Format {
    /// Every format, in the order help lists them.
    pub const ALL: [Format; 10] = [
        Format::Edges,
        Format::Dot,
        Format::Json,
        Format::Pgsolver,
        Format::Hoa,
        Format::Aut,
        Format::Graphml,
        Format::Mtx,
        Format::Npz,
        Format::Rgg,
    ];

    /// What people call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Edges => "edges",
            Format::Dot => "dot",
            Format::Json => "json",
            Format::Pgsolver => "pgsolver",
            Format::Hoa => "hoa",
            Format::Aut => "aut",
            Format::Graphml => "graphml",
            Format::Mtx => "mtx",
            Format::Npz => "npz",
            Format::Rgg => "rgg",
        }
    }

    /// Whether it is written as well as read.
    #[must_use]
    pub fn is_written(self) -> bool {
        self != Format::Hoa
    }

    /// The extensions that mean this format.
    #[must_use]
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Edges => &["txt", "el", "edges"],
            Format::Dot => &["dot", "gv"],
            Format::Json => &["json"],
            Format::Pgsolver => &["pg", "gm"],
            Format::Hoa => &["hoa", "ehoa"],
            Format::Aut => &["aut"],
            Format::Graphml => &["graphml"],
            Format::Mtx => &["mtx"],
            Format::Npz => &["npz"],
            Format::Rgg => &["rgg"],
        }
    }

    /// The format of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format a path's extension means, looking under `.gz` and `.zst`.
    ///
    /// ```
    /// use retrograde_io::Format;
    /// assert_eq!(Format::from_path("games/a.DOT.gz".as_ref()), Some(Format::Dot));
    /// assert_eq!(Format::from_path("games/a".as_ref()), None);
    /// ```
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        let path = match Compression::from_path(path) {
            Some(_) => Path::new(path.file_stem()?),
            None => path,
        };
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Format::ALL.into_iter().find(|format| format.extensions().contains(&extension.as_str()))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
