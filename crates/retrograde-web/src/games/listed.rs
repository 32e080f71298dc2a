//! The catalogue as pages show it.

use retrograde::games::catalogue::{Files, Listing, Parameter};
use retrograde::table::Catalogue;

use super::graphs::GRAPHS;
use crate::api::{GameListed, ParameterListed};

/// Specs that are solved in a moment, for games whose example in the catalogue is not the best one to
/// begin with, or not the only one.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("mnk", &["tic-tac-toe", "mnk:4x3x3", "mnk:4x4x4"]),
    ("connect", &["connect:4x4x4", "connect:5x4x4", "connect:5x5x3"]),
    ("hexapawn", &["hexapawn:3x3", "hexapawn:4x4", "hexapawn:4x5"]),
    ("breakthrough", &["breakthrough:3x4", "breakthrough:3x5", "breakthrough:4x4"]),
    ("othello", &["othello:4x4"]),
    ("chomp", &["chomp:4x5", "chomp:7x6"]),
    ("quixo", &["quixo:3", "quixo:4"]),
    ("nim", &["nim:3,4,5", "nim:1,3,5,7"]),
    ("wythoff", &["wythoff:3,5", "wythoff:10,12"]),
    ("subtraction", &["subtraction:1,2,3:21", "subtraction:1,3,4:21"]),
    ("kayles", &["kayles:12"]),
    ("octal", &["octal:0.137:20", "octal:4.7:12"]),
    (
        "three-mens-morris",
        &["three-mens-morris", "three-mens-morris:diagonal", "three-mens-morris:flying"],
    ),
    (
        "chess",
        &["chess:KQvK", "chess:KRvK", "chess:KPvK", "chess:KBNvK", "chess:KQvKR", "chess:KPvKP"],
    ),
    (
        "cops",
        &["cops:1:king3x3.txt", "cops:2:grid4x4.txt", "cops:2:petersen.txt", "cops:3:petersen.txt"],
    ),
];

/// Every game of a catalogue, with a board to know it by.
pub fn games(catalogue: &Catalogue, files: &dyn Files) -> Vec<GameListed> {
    catalogue.entries().map(|listing| listed(listing, catalogue, files)).collect()
}

fn listed(listing: &Listing, catalogue: &Catalogue, files: &dyn Files) -> GameListed {
    let examples = EXAMPLES.iter().find(|(name, _)| *name == listing.name);
    let examples: Vec<String> = match examples {
        Some((_, specs)) => specs.iter().map(|&spec| spec.to_owned()).collect(),
        None => vec![listing.example.to_owned()],
    };
    let board =
        examples.first().and_then(|spec| catalogue.open(spec, files).ok()).and_then(|rules| {
            let opening = rules.opening()?;
            Some((&rules.picture(&opening, false)).into())
        });
    GameListed {
        name: listing.name.to_owned(),
        title: listing.title.to_owned(),
        summary: listing.summary.to_owned(),
        rules: listing.rules.to_owned(),
        known: listing.known.to_owned(),
        parameters: listing.each_parameter().iter().map(parameter).collect(),
        examples,
        board,
    }
}

fn parameter(parameter: &Parameter) -> ParameterListed {
    let of_graphs = parameter.name == "GRAPH-FILE";
    // Words to choose from are written as they are, and not in capitals.
    let words =
        parameter.name.contains('|') || parameter.name.bytes().all(|b| b.is_ascii_lowercase());
    let mut choices: Vec<String> = Vec::new();
    if of_graphs {
        choices.extend(GRAPHS.iter().map(|(name, _)| (*name).to_owned()));
    } else if words {
        choices.extend(parameter.optional.then(String::new));
        choices.extend(parameter.name.split('|').map(str::to_owned));
    }
    let example = if of_graphs { GRAPHS[0].0 } else { parameter.example };
    ParameterListed {
        before: parameter.before.to_string(),
        name: if of_graphs { "GRAPH".to_owned() } else { parameter.name.to_owned() },
        example: example.to_owned(),
        optional: parameter.optional,
        choices,
    }
}
