//! The graphs that games can be played on here: no file is opened for anybody who asks.

use retrograde::games::ParseError;
use retrograde::games::catalogue::Files;
use retrograde::io::Format;
use retrograde::{Graph, Names, Opening, Options};

/// Graphs by name.
pub(super) const GRAPHS: [(&str, &str); 6] = [
    ("king3x3.txt", include_str!("../../../../examples/cops/king3x3.txt")),
    ("petersen.txt", include_str!("../../../../examples/cops/petersen.txt")),
    ("grid4x4.txt", include_str!("../../../../examples/cops/grid4x4.txt")),
    ("path5.txt", include_str!("../../../../examples/cops/path5.txt")),
    ("c4.txt", include_str!("../../../../examples/cops/c4.txt")),
    ("dodecahedron.txt", include_str!("../../../../examples/cops/dodecahedron.txt")),
];

/// The graphs that come with the program.
#[derive(Clone, Copy, Debug)]
pub struct OwnGraphs;

impl Files for OwnGraphs {
    fn graph(&self, path: &str) -> Result<(Graph, Names), ParseError> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let Some((_, text)) = GRAPHS.iter().find(|(other, _)| *other == name) else {
            let names = GRAPHS.map(|(name, _)| name).join(", ");
            return Err(ParseError::new(format!(
                "no file is opened here; the graphs there are: {names}"
            )));
        };
        let opening = Opening { format: Some(Format::Edges), ..Opening::default() };
        let mut input = opening.stream(text.as_bytes(), name);
        match input.arena(&Options::default()) {
            Ok(arena) => Ok((arena.graph, arena.names)),
            Err(error) => Err(ParseError::new(error.to_string())),
        }
    }
}
