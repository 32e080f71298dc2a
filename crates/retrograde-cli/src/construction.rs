//! The graph constructions, as options ask for them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retrograde::io::OutputFile;
use retrograde::solve::bisimulation;
use retrograde::solve::construct::{self, ConstructError, Size};
use retrograde::{Arena, Names, Ratio, Vertex};

use crate::failure::Failure;
use crate::input::{InputArguments, find_start};
use crate::objective::{GameArguments, Objective};
use crate::reduction;
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
    /// A reachability game with the same winners: from outcome or safety
    Reachability,
    /// A safety game with the same winners: from reachability, or with counters from parity
    Safety,
    /// A Büchi game: from cobuchi, with the players exchanged
    Buchi,
    /// A co-Büchi game: from buchi, with the players exchanged
    Cobuchi,
    /// A parity game with the same winners: from every other objective with winners
    Parity,
    /// An energy game: from parity and all that becomes parity, or mean-payoff with --threshold
    Energy,
    /// A mean-payoff game: from parity and all that becomes parity
    MeanPayoff,
}

impl Construction {
    /// What the game that a reduction makes is about.
    fn objective(self) -> Option<Objective> {
        Some(match self {
            Construction::Reachability => Objective::Reachability,
            Construction::Safety => Objective::Safety,
            Construction::Buchi => Objective::Buchi,
            Construction::Cobuchi => Objective::Cobuchi,
            Construction::Parity => Objective::Parity,
            Construction::Energy => Objective::Energy,
            Construction::MeanPayoff => Objective::MeanPayoff,
            _ => return None,
        })
    }

    fn has_classes(self) -> bool {
        matches!(self, Construction::Quotient | Construction::Condensation)
            || self.objective().is_some()
    }

    fn grows(self) -> bool {
        matches!(
            self,
            Construction::Alternating
                | Construction::Unravel
                | Construction::Product
                | Construction::Parity
                | Construction::Safety
                | Construction::Energy
                | Construction::MeanPayoff
        )
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

    /// With --to alternating, unravel, product, parity or safety: the most vertices, and the most
    /// edges, that the new graph may have [default: 10000000]
    #[arg(long, value_name = "N", value_parser = parse_size)]
    max_size: Option<u64>,

    /// With --to quotient, condensation or another objective: also write to FILE, as CSV, which
    /// vertex of the new graph each vertex has become
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,

    /// With --to energy from mean-payoff: player 0 wins where the value is at least this
    #[arg(long, value_name = "P/Q", value_parser = parse_ratio, allow_hyphen_values = true)]
    threshold: Option<Ratio>,
}

fn parse_ratio(text: &str) -> Result<Ratio, String> {
    Ratio::parse(text).ok_or_else(|| "give a whole number or a reduced fraction p/q".to_owned())
}

fn parse_size(text: &str) -> Result<u64, String> {
    text.parse()
        .ok()
        .filter(|&size| size > 0)
        .ok_or_else(|| "give a whole number from 1 on".to_owned())
}

impl ConstructionArguments {
    /// Refuses options that do not go together, before anything is read; `from` is what the game is
    /// about.
    pub(crate) fn check(&self, others: usize, from: Objective) -> Result<(), Failure> {
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
            _ if self.max_size.is_some() && !to.is_some_and(Construction::grows) => Some(
                "--max-size goes with --to alternating, unravel, product, parity or safety"
                    .to_owned(),
            ),
            _ if self.map.is_some() && !to.is_some_and(Construction::has_classes) => {
                Some("--map goes with --to quotient, condensation or another objective".to_owned())
            }
            _ if self.threshold.is_some()
                && (to, from) != (Some(Construction::Energy), Objective::MeanPayoff) =>
            {
                Some("--threshold goes with --to energy and --objective mean-payoff".to_owned())
            }
            _ => None,
        };
        fault.map_or(Ok(()), |fault| Err(Failure::message(fault)))
    }

    /// How large a construction may become beside `games`, and whether it is memory that says so.
    /// A name in it is as long as one of each game together.
    fn limit(&self, input: &InputArguments, games: &[&Arena]) -> (u64, bool) {
        let asked = self.max_size.unwrap_or(DEFAULT_SIZE);
        let item: u64 =
            32 + games.iter().map(|game| longest_name(game) + attributes(game)).sum::<u64>();
        let others: u64 = games.iter().skip(1).map(|game| game.heap_bytes()).sum();
        match input.room(games[0]) {
            Some((room, _)) if room.saturating_sub(others) / item < asked => {
                (room.saturating_sub(others) / item, true)
            }
            _ => (asked, false),
        }
    }

    /// Makes the graph, for every construction of one game.
    pub(crate) fn apply(
        &self,
        construction: Construction,
        input: &InputArguments,
        game: &GameArguments,
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
                let size = 2 * vertices.max(edges);
                let asked = self.max_size.unwrap_or(DEFAULT_SIZE);
                if size > asked {
                    return Err(Failure::message(format!(
                        "the alternating graph would have {} vertices and {} edges: at most {asked} \
                         of either are allowed; --max-size {size} allows it",
                        2 * vertices,
                        2 * edges
                    )));
                }
                let item = 24 + longest_name(&arena) + attributes(&arena);
                input.check_memory(
                    &arena,
                    2 * (vertices * item + edges * (8 + attributes(&arena))),
                )?;
                Ok(construct::alternating(&arena)?.arena)
            }
            Construction::Unravel => {
                let start = starts()?[0];
                let depth = self.depth.unwrap_or(0);
                let (limit, is_memory) = self.limit(input, &[&arena]);
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
                // Edges for both sides count twice, and every weight may be different.
                let sides = if arena.players.is_empty() { 1 } else { 2 };
                let labels = if arena.weights.is_empty() { 0 } else { 100 };
                let edge = if arena.attributes().is_empty() { 12 } else { 40 + labels };
                input.check_memory(
                    &arena,
                    sides * edge * edges + 72 * vertices + arena.heap_bytes(),
                )?;
                let partition = bisimulation::coarsest(&arena);
                let made = construct::quotient(&arena, &partition)?;
                fewer("classes", &made.arena);
                self.write_map(&arena.names, &made.arena, &partition.class)?;
                Ok(made.arena)
            }
            Construction::Reachable => {
                let names = vertices * (8 + longest_name(&arena));
                input.check_memory(&arena, arena.heap_bytes() + 16 * vertices + names)?;
                let made = construct::reachable(&arena, &starts()?)?;
                fewer("vertices reached", &made.arena);
                Ok(made.arena)
            }
            Construction::Condensation => {
                let names = vertices * (8 + longest_name(&arena));
                input.check_memory(&arena, arena.heap_bytes() + 40 * vertices + names)?;
                if !arena.attributes().is_empty() {
                    notes.say(format!(
                        "left out, having no meaning for components: {}",
                        arena.attributes().join(", ")
                    ));
                }
                let made = construct::condensation(&arena)?;
                fewer("components", &made.arena);
                self.write_map(&arena.names, &made.arena, &made.component)?;
                Ok(made.arena)
            }
            Construction::Product => self.product(input, &[arena]),
            _ => {
                let to = construction.objective().expect("every other construction is listed");
                self.reduce(input, game, to, arena)
            }
        }
    }

    /// Makes a game about another objective.
    fn reduce(
        &self,
        input: &InputArguments,
        game: &GameArguments,
        to: Objective,
        arena: Arena,
    ) -> Result<Arena, Failure> {
        let (limit, _) = self.limit(input, &[&arena]);
        let (vertices, edges) =
            (arena.graph.vertex_count() as u64, arena.graph.edge_count() as u64);
        input.check_memory(&arena, 2 * vertices * (32 + longest_name(&arena)) + 24 * edges)?;
        let names = self.map.is_some().then(|| arena.names.clone());
        let objectives = (game.objective(input), to);
        let made = reduction::reduce(input, game, objectives, self.threshold, limit, arena)?;
        if let Some(names) = names {
            let image: Vec<Vertex> = match made.image {
                Some(image) => image,
                None => (0..names.len() as Vertex).collect(),
            };
            self.write_map(&names, &made.arena, &image)?;
        }
        Ok(made.arena)
    }

    /// Writes what each vertex has become, where that was asked for.
    fn write_map(&self, names: &Names, made: &Arena, image: &[Vertex]) -> Result<(), Failure> {
        let Some(path) = &self.map else { return Ok(()) };
        let quoted = |name: &str| match name.is_empty() || name.contains(['"', ',', '\n', '\r']) {
            true => format!("\"{}\"", name.replace('"', "\"\"")),
            false => name.to_owned(),
        };
        OutputFile::write(path, |out| {
            writeln!(out, "vertex,becomes")?;
            for (vertex, &to) in image.iter().enumerate() {
                let vertex = quoted(&names.get(vertex as Vertex));
                writeln!(out, "{vertex},{}", quoted(&made.names.get(to)))?;
            }
            Ok(())
        })?;
        Ok(())
    }

    /// The disjunctive sum.
    pub(crate) fn product(
        &self,
        input: &InputArguments,
        games: &[Arena],
    ) -> Result<Arena, Failure> {
        let dropped: Vec<_> = ["owner", "priority", "target", "colors", "acceptance"]
            .into_iter()
            .filter(|attribute| games.iter().any(|game| game.attributes().contains(attribute)))
            .collect();
        if !dropped.is_empty() {
            input
                .notes()
                .say(format!("left out, having no meaning in a sum: {}", dropped.join(", ")));
        }
        let games: Vec<&Arena> = games.iter().collect();
        let (limit, is_memory) = self.limit(input, &games);
        let made = construct::product(&games, limit);
        Ok(made.map_err(|error| too_large(error, is_memory))?.arena)
    }
}

/// The bytes of the longest name.
fn longest_name(arena: &Arena) -> u64 {
    // Numbers are written without being stored.
    arena.graph.vertices().map(|vertex| arena.names.get(vertex).len()).max().unwrap_or(0) as u64
}

/// Bytes of the attributes that a vertex and an edge carry along.
fn attributes(arena: &Arena) -> u64 {
    12 * arena.attributes().len() as u64
}

/// Says which option allows more.
fn too_large(error: ConstructError, is_memory: bool) -> Failure {
    match error {
        ConstructError::TooLarge { vertices, edges, .. }
            if vertices.count() <= u128::from(u32::MAX) =>
        {
            let wanted = match (vertices, edges) {
                (Size::Exactly(vertices), Size::Exactly(edges)) => {
                    format!("--max-size {} allows it", vertices.max(edges))
                }
                _ => "--max-size N allows N, and more may not be enough".to_owned(),
            };
            Failure::message(match is_memory {
                false => format!("{error}; {wanted}"),
                true => format!(
                    "{error}; that is what memory holds: use a larger machine, or try all the same \
                     with --max-memory unlimited, where {wanted}"
                ),
            })
        }
        error => error.into(),
    }
}
