//! The graph constructions, as options ask for them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retrograde::io::OutputFile;
use retrograde::{
    Arena, Construction, Made, Names, Objective, Options, Ratio, Vertex, make, product, quote,
};

use crate::failure::Failure;
use crate::input::find_start;
use crate::notes::Notes;

/// The most vertices, and the most edges, of a construction unless said otherwise.
const DEFAULT_SIZE: u64 = 10_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum To {
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

impl To {
    /// What the game that a reduction makes is about.
    fn objective(self) -> Option<Objective> {
        Objective::named(self.to_possible_value()?.get_name())
    }

    fn has_classes(self) -> bool {
        matches!(self, To::Quotient | To::Condensation) || self.objective().is_some()
    }

    fn grows(self) -> bool {
        matches!(
            self,
            To::Alternating
                | To::Unravel
                | To::Product
                | To::Parity
                | To::Safety
                | To::Energy
                | To::MeanPayoff
        )
    }

    fn has_start(self) -> bool {
        matches!(self, To::Unravel | To::Reachable)
    }
}

#[derive(Args, Debug)]
pub(crate) struct ConstructionArguments {
    /// Make this graph of it first
    #[arg(long, value_enum, value_name = "CONSTRUCTION")]
    to: Option<To>,

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
    /// The file that is written beside the graph.
    pub(crate) fn map(&self) -> Option<(&'static str, &PathBuf)> {
        self.map.as_ref().map(|path| ("--map", path))
    }

    /// Whether the graph is to stay as it is.
    pub(crate) fn is_none(&self) -> bool {
        self.to.is_none()
    }

    /// Refuses options that do not go together, before anything is read; `from` is what the game is
    /// about.
    pub(crate) fn check(&self, others: usize, from: &Objective) -> Result<(), Failure> {
        let to = self.to;
        let fault = match to {
            Some(To::Product) if others == 0 => Some(
                "--to product adds games: name the others after INPUT, as in 'convert a.txt b.txt \
                 --to product'"
                    .to_owned(),
            ),
            Some(To::Unravel) if self.from.len() != 1 => {
                Some("--to unravel needs one start: say --from V".to_owned())
            }
            Some(To::Unravel) if self.depth.is_none() => {
                Some("--to unravel needs to know how far: say --depth D".to_owned())
            }
            Some(To::Reachable) if self.from.is_empty() => {
                Some("--to reachable needs a start: say --from V".to_owned())
            }
            _ if others > 0 && to != Some(To::Product) => {
                Some("several inputs are added up by --to product; otherwise give one".to_owned())
            }
            _ if !self.from.is_empty() && !to.is_some_and(To::has_start) => {
                Some("--from goes with --to unravel or reachable".to_owned())
            }
            _ if self.depth.is_some() && to != Some(To::Unravel) => {
                Some("--depth goes with --to unravel".to_owned())
            }
            _ if self.max_size.is_some() && !to.is_some_and(To::grows) => Some(
                "--max-size goes with --to alternating, unravel, product, parity or safety"
                    .to_owned(),
            ),
            _ if self.map.is_some() && !to.is_some_and(To::has_classes) => {
                Some("--map goes with --to quotient, condensation or another objective".to_owned())
            }
            _ if self.threshold.is_some()
                && (to, from) != (Some(To::Energy), &Objective::MeanPayoff) =>
            {
                Some("--threshold goes with --to energy and --objective mean-payoff".to_owned())
            }
            _ => None,
        };
        fault.map_or(Ok(()), |fault| Err(Failure::message(fault)))
    }

    /// Makes the graph that is asked for.
    pub(crate) fn apply(
        &self,
        arena: Arena,
        others: &[Arena],
        from: Objective,
        notes: Notes,
        options: &Options<'_>,
    ) -> Result<Arena, Failure> {
        let Some(to) = self.to else { return Ok(arena) };
        let size = self.max_size.unwrap_or(DEFAULT_SIZE);
        let starts = || {
            let find = |name: &String| find_start(&arena, name);
            self.from.iter().map(find).collect::<Result<Vec<_>, Failure>>()
        };
        let construction = match to {
            To::Product => {
                let games: Vec<&Arena> = [&arena].into_iter().chain(others).collect();
                let made = product(&games, size, options)?;
                notes.tell(&made.notes);
                return Ok(made.arena);
            }
            To::Alternating => Construction::Alternating,
            To::Unravel => {
                Construction::Unravel { from: starts()?[0], depth: self.depth.unwrap_or(0) }
            }
            To::Quotient => Construction::Quotient,
            To::Reachable => Construction::Reachable { from: starts()? },
            To::Condensation => Construction::Condensation,
            _ => {
                let to = to.objective().expect("the others are objectives");
                Construction::Objective { from, to, threshold: self.threshold }
            }
        };
        let names = self.map.is_some().then(|| arena.names.clone());
        let made = make(arena, &construction, size, options)?;
        notes.tell(&made.notes);
        if let (Some(names), Some(path)) = (&names, &self.map) {
            write_map(path, names, &made)?;
        }
        Ok(made.arena)
    }
}

/// Writes what each vertex has become.
fn write_map(path: &PathBuf, names: &Names, made: &Made) -> Result<(), Failure> {
    let became = |vertex: Vertex| match &made.image {
        Some(image) => image[vertex as usize],
        None => vertex,
    };
    OutputFile::write(path, |out| {
        writeln!(out, "vertex,becomes")?;
        for vertex in 0..names.len() as Vertex {
            let (from, to) = (names.get(vertex), made.arena.names.get(became(vertex)));
            writeln!(out, "{},{}", quote::csv(&from), quote::csv(&to))?;
        }
        Ok(())
    })?;
    Ok(())
}
