//! The graph constructions, as options ask for them.

use clap::{Args, ValueEnum};
use retrograde::Arena;
use retrograde::solve::bisimulation;
use retrograde::solve::construct::{self, ConstructError};

use crate::failure::Failure;
use crate::input::{InputArguments, find_start};
use crate::table::{counted, grouped};

/// The most vertices, and the most edges, of a construction unless said otherwise.
const DEFAULT_SIZE: u64 = 10_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Construction {
    /// Every position twice, once for each player to move: 'a' becomes 'a/0' and 'a/1'
    Alternating,
    /// The tree of all plays from --from, cut after --depth moves: 'a' becomes 'a~0', 'a~7', …
    Unravel,
    /// As few positions as possible with the same play from each (coarsest bisimulation)
    Quotient,
    /// What play can reach from --from
    Reachable,
    /// One vertex for each strongly connected component; 'a+2' stands for 'a' and two others
    Condensation,
    /// The disjunctive sum of INPUT and the OTHERs: 'a+x' has the first game at 'a', the second at 'x'
    Product,
}

impl Construction {
    fn name(self) -> &'static str {
        match self {
            Construction::Alternating => "alternating",
            Construction::Unravel => "unravel",
            Construction::Quotient => "quotient",
            Construction::Reachable => "reachable",
            Construction::Condensation => "condensation",
            Construction::Product => "product",
        }
    }

    fn has_start(self) -> bool {
        matches!(self, Construction::Unravel | Construction::Reachable)
    }
}

#[derive(Args, Debug)]
pub(crate) struct ConstructionArguments {
    /// Make this graph of it first
    #[arg(long, value_enum, value_name = "CONSTRUCTION")]
    pub(crate) to: Option<Construction>,

    /// With --to unravel or reachable: where play starts; may be given several times for reachable
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    from: Vec<String>,

    /// With --to unravel: how many moves to follow
    #[arg(long, value_name = "D")]
    depth: Option<u32>,

    /// The most vertices, and the most edges, that a construction may have [default: 10000000]
    #[arg(long, value_name = "N", value_parser = parse_size)]
    max_size: Option<u64>,
}

fn parse_size(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|&size| size > 0)
        .ok_or_else(|| "give a whole number from 1 on".to_owned())
}

impl ConstructionArguments {
    /// Refuses options that do not go together, before anything is read.
    pub(crate) fn check(&self, others: usize) -> Result<(), Failure> {
        let to = self.to;
        let fault = match to {
            Some(Construction::Product) if others == 0 => Some(
                "--to product adds games: name the others after INPUT, as in 'convert a.txt b.txt \
                 --to product'"
                    .to_owned(),
            ),
            Some(Construction::Unravel) if self.from.len() != 1 => {
                Some("--to unravel needs one start: say --from V".to_owned())
            }
            Some(Construction::Unravel) if self.depth.is_none() => {
                Some("--to unravel needs to know how far: say --depth D".to_owned())
            }
            Some(Construction::Reachable) if self.from.is_empty() => {
                Some("--to reachable needs a start: say --from V".to_owned())
            }
            _ if others > 0 && to != Some(Construction::Product) => {
                Some("several inputs are added up by --to product; otherwise give one".to_owned())
            }
            _ if !self.from.is_empty() && !to.is_some_and(Construction::has_start) => {
                Some("--from goes with --to unravel or reachable".to_owned())
            }
            _ if self.depth.is_some() && to != Some(Construction::Unravel) => {
                Some("--depth goes with --to unravel".to_owned())
            }
            _ => None,
        };
        fault.map_or(Ok(()), |fault| Err(Failure::message(fault)))
    }

    /// How large a construction may become, and whether it is memory that says so.
    fn limit(&self, input: &InputArguments, arena: &Arena) -> (u64, bool) {
        // A vertex with its edge, offset, origin and name.
        const BYTES: u64 = 64;
        let asked = self.max_size.unwrap_or(DEFAULT_SIZE);
        match input.room(arena) {
            Some((room, _)) if room / BYTES < asked => (room / BYTES, true),
            _ => (asked, false),
        }
    }

    /// Makes the graph, for every construction of one game.
    pub(crate) fn apply(
        &self,
        construction: Construction,
        input: &InputArguments,
        arena: Arena,
    ) -> Result<Arena, Failure> {
        let notes = input.notes();
        let (vertices, edges) =
            (arena.graph.vertex_count() as u64, arena.graph.edge_count() as u64);
        let before = vertices as usize;
        let starts = || {
            let find = |name: &String| find_start(&arena, name);
            self.from.iter().map(find).collect::<Result<Vec<_>, Failure>>()
        };
        let fewer = |what: &str, made: &Arena| {
            let after = made.graph.vertex_count();
            notes.say(format!("{what}: {} of {}", grouped(after as u64), grouped(before as u64)));
        };
        match construction {
            Construction::Alternating => {
                input.check_memory(&arena, arena.heap_bytes() * 3)?;
                Ok(construct::alternating(&arena)?.arena)
            }
            Construction::Unravel => {
                let start = starts()?[0];
                let depth = self.depth.unwrap_or(0);
                let (limit, is_memory) = self.limit(input, &arena);
                let made = construct::unravel(&arena, start, depth, limit)
                    .map_err(|error| too_large(error, is_memory))?;
                if made.cut > 0 {
                    notes.say(format!(
                        "{} at depth {depth}, where play goes on: {} no moves in the tree",
                        counted(made.cut, "position is cut off", "positions are cut off"),
                        if made.cut == 1 { "it has" } else { "they have" }
                    ));
                }
                Ok(made.arena)
            }
            Construction::Quotient => {
                input.check_memory(&arena, 20 * edges + 72 * vertices)?;
                let partition = bisimulation::coarsest(&arena);
                let made = construct::quotient(&arena, &partition)?;
                fewer("classes", &made.arena);
                Ok(made.arena)
            }
            Construction::Reachable => {
                input.check_memory(&arena, arena.heap_bytes() + 16 * vertices)?;
                let made = construct::reachable(&arena, &starts()?)?;
                fewer("vertices reached", &made.arena);
                Ok(made.arena)
            }
            Construction::Condensation => {
                input.check_memory(&arena, arena.heap_bytes() + 24 * vertices)?;
                if !arena.attributes().is_empty() {
                    notes.say(format!(
                        "left out, having no meaning for components: {}",
                        arena.attributes().join(", ")
                    ));
                }
                let made = construct::condensation(&arena)?;
                fewer("components", &made.arena);
                Ok(made.arena)
            }
            Construction::Product => {
                unreachable!("--to {} takes several games", construction.name())
            }
        }
    }

    /// The disjunctive sum.
    pub(crate) fn product(
        &self,
        input: &InputArguments,
        games: &[Arena],
    ) -> Result<Arena, Failure> {
        let dropped: Vec<_> = ["owner", "priority", "target"]
            .into_iter()
            .filter(|attribute| games.iter().any(|game| game.attributes().contains(attribute)))
            .collect();
        if !dropped.is_empty() {
            input
                .notes()
                .say(format!("left out, having no meaning in a sum: {}", dropped.join(", ")));
        }
        let games: Vec<&Arena> = games.iter().collect();
        let (limit, is_memory) = self.limit(input, games[0]);
        let made = construct::product(&games, limit);
        Ok(made.map_err(|error| too_large(error, is_memory))?.arena)
    }
}

/// Says which option allows more.
fn too_large(error: ConstructError, is_memory: bool) -> Failure {
    match error {
        ConstructError::TooLarge { vertices, edges, .. }
            if vertices.count() <= u128::from(u32::MAX) =>
        {
            let wanted = vertices.count().max(edges.count());
            Failure::message(match is_memory {
                false => format!("{error}; --max-size {wanted} raises it"),
                true => format!(
                    "{error}; that is what memory holds: use a larger machine, or try all the same \
                     with --max-memory unlimited --max-size {wanted}"
                ),
            })
        }
        error => error.into(),
    }
}
