//! A family with its parameters filled in: read, printed, measured and built.

use std::fmt;
use std::str::FromStr;

use retrograde_core::memory::{self, Bytes};
use retrograde_core::{Arena, Graph};

use super::error::GenerateError;
use super::family::{Family, Parameter};
use super::limits::bad_value;
use super::rows::check_fits;
use super::size::Size;
use super::{buchi, friedmann, jurdzinski, ladders, random, random_arenas, regular, two_counters};

/// Everything that decides a generated graph or arena.
///
/// Reads and prints as one line; values without names fill the parameters in their order, those
/// left out have their defaults.
///
/// ```
/// use retrograde_games::generate::Recipe;
/// let recipe: Recipe = "random 1000 moves=2.5 seed=7".parse()?;
/// assert_eq!(recipe.to_string(), "random vertices=1000 moves=2.5 terminals=0.1 seed=7");
/// assert_eq!(recipe.size()?.edges, 2250);
/// assert_eq!(recipe.build()?.graph.vertex_count(), 1000);
/// # Ok::<(), retrograde_games::generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the parameters are described by `Family::parameters`")]
pub enum Recipe {
    /// See [`random`](super::random).
    Random { vertices: u64, moves: f64, terminals: f64, seed: u64 },
    /// See [`dag`](super::dag).
    Dag { vertices: u64, moves: f64, seed: u64 },
    /// See [`layered`](super::layered).
    Layered { layers: u64, width: u64, moves: f64, back: f64, seed: u64 },
    /// See [`chain`](super::chain).
    Chain { vertices: u64 },
    /// See [`cycle`](super::cycle).
    Cycle { vertices: u64 },
    /// See [`grid`](super::grid).
    Grid { width: u64, height: u64 },
    /// See [`complete_dag`](super::complete_dag).
    CompleteDag { vertices: u64 },
    /// See [`star`](super::star).
    Star { leaves: u64 },
    /// See [`inward_star`](super::inward_star).
    InwardStar { leaves: u64 },
    /// See [`random_parity`](super::random_parity).
    RandomParity { vertices: u64, moves: f64, priorities: u64, seed: u64 },
    /// See [`random_payoff`](super::random_payoff).
    RandomPayoff { vertices: u64, moves: f64, weight: u64, seed: u64 },
    /// See [`buchi_chain`](super::buchi_chain).
    BuchiChain { links: u64 },
    /// See [`jurdzinski_grid`](super::jurdzinski_grid).
    JurdzinskiGrid { depth: u64, width: u64 },
    /// See [`recursive_ladder`](super::recursive_ladder).
    RecursiveLadder { levels: u64 },
    /// See [`model_checker_ladder`](super::model_checker_ladder).
    ModelCheckerLadder { rungs: u64 },
    /// See [`clique`](super::clique).
    Clique { vertices: u64 },
    /// See [`two_counters`](super::two_counters).
    TwoCounters { bits: u64 },
    /// See [`friedmann_counter`](super::friedmann_counter).
    FriedmannCounter { bits: u64 },
}

impl Recipe {
    /// A recipe from words such as `1000` and `seed=7`.
    ///
    /// # Errors
    /// A name that the family does not know, a parameter given twice or not at all, a value that is
    /// not a number. Whether numbers are in range is for [`size`](Self::size) to say.
    pub fn from_words<'a>(
        family: Family,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, GenerateError> {
        let mut given = Given::new(family);
        for word in words {
            given.add(word)?;
        }
        Ok(match family {
            Family::Random => Recipe::Random {
                vertices: given.take("vertices")?,
                moves: given.take("moves")?,
                terminals: given.take("terminals")?,
                seed: given.take("seed")?,
            },
            Family::Dag => Recipe::Dag {
                vertices: given.take("vertices")?,
                moves: given.take("moves")?,
                seed: given.take("seed")?,
            },
            Family::Layered => Recipe::Layered {
                layers: given.take("layers")?,
                width: given.take("width")?,
                moves: given.take("moves")?,
                back: given.take("back")?,
                seed: given.take("seed")?,
            },
            Family::Chain => Recipe::Chain { vertices: given.take("vertices")? },
            Family::Cycle => Recipe::Cycle { vertices: given.take("vertices")? },
            Family::Grid => {
                Recipe::Grid { width: given.take("width")?, height: given.take("height")? }
            }
            Family::CompleteDag => Recipe::CompleteDag { vertices: given.take("vertices")? },
            Family::Star => Recipe::Star { leaves: given.take("leaves")? },
            Family::InwardStar => Recipe::InwardStar { leaves: given.take("leaves")? },
            Family::RandomParity => Recipe::RandomParity {
                vertices: given.take("vertices")?,
                moves: given.take("moves")?,
                priorities: given.take("priorities")?,
                seed: given.take("seed")?,
            },
            Family::RandomPayoff => Recipe::RandomPayoff {
                vertices: given.take("vertices")?,
                moves: given.take("moves")?,
                weight: given.take("weight")?,
                seed: given.take("seed")?,
            },
            Family::BuchiChain => Recipe::BuchiChain { links: given.take("links")? },
            Family::JurdzinskiGrid => {
                Recipe::JurdzinskiGrid { depth: given.take("depth")?, width: given.take("width")? }
            }
            Family::RecursiveLadder => Recipe::RecursiveLadder { levels: given.take("levels")? },
            Family::ModelCheckerLadder => {
                Recipe::ModelCheckerLadder { rungs: given.take("rungs")? }
            }
            Family::Clique => Recipe::Clique { vertices: given.take("vertices")? },
            Family::TwoCounters => Recipe::TwoCounters { bits: given.take("bits")? },
            Family::FriedmannCounter => Recipe::FriedmannCounter { bits: given.take("bits")? },
        })
    }

    /// The family it belongs to.
    #[must_use]
    pub fn family(&self) -> Family {
        match self {
            Recipe::Random { .. } => Family::Random,
            Recipe::Dag { .. } => Family::Dag,
            Recipe::Layered { .. } => Family::Layered,
            Recipe::Chain { .. } => Family::Chain,
            Recipe::Cycle { .. } => Family::Cycle,
            Recipe::Grid { .. } => Family::Grid,
            Recipe::CompleteDag { .. } => Family::CompleteDag,
            Recipe::Star { .. } => Family::Star,
            Recipe::InwardStar { .. } => Family::InwardStar,
            Recipe::RandomParity { .. } => Family::RandomParity,
            Recipe::RandomPayoff { .. } => Family::RandomPayoff,
            Recipe::BuchiChain { .. } => Family::BuchiChain,
            Recipe::JurdzinskiGrid { .. } => Family::JurdzinskiGrid,
            Recipe::RecursiveLadder { .. } => Family::RecursiveLadder,
            Recipe::ModelCheckerLadder { .. } => Family::ModelCheckerLadder,
            Recipe::Clique { .. } => Family::Clique,
            Recipe::TwoCounters { .. } => Family::TwoCounters,
            Recipe::FriedmannCounter { .. } => Family::FriedmannCounter,
        }
    }

    /// How large the arena will be, with [the memory](Size::bytes) it takes, without building it.
    ///
    /// # Errors
    /// A parameter out of range, more vertices than a `u32` can number.
    pub fn size(&self) -> Result<Size, GenerateError> {
        match *self {
            Recipe::Random { vertices, moves, terminals, .. } => {
                random::random_size(vertices, moves, terminals)
            }
            Recipe::Dag { vertices, moves, .. } => random::dag_size(vertices, moves),
            Recipe::Layered { layers, width, moves, back, .. } => {
                random::layered_size(layers, width, moves, back)
            }
            Recipe::Chain { vertices } => regular::chain_size(vertices),
            Recipe::Cycle { vertices } => regular::cycle_size(vertices),
            Recipe::Grid { width, height } => regular::grid_size(width, height),
            Recipe::CompleteDag { vertices } => regular::complete_dag_size(vertices),
            Recipe::Star { leaves } => regular::star_size(Family::Star, leaves),
            Recipe::InwardStar { leaves } => regular::star_size(Family::InwardStar, leaves),
            Recipe::RandomParity { vertices, moves, priorities, .. } => {
                random_arenas::random_parity_size(vertices, moves, priorities)
            }
            Recipe::RandomPayoff { vertices, moves, weight, .. } => {
                random_arenas::random_payoff_size(vertices, moves, weight)
            }
            Recipe::BuchiChain { links } => buchi::buchi_chain_size(links),
            Recipe::JurdzinskiGrid { depth, width } => {
                jurdzinski::jurdzinski_grid_size(depth, width)
            }
            Recipe::RecursiveLadder { levels } => ladders::recursive_ladder_size(levels),
            Recipe::ModelCheckerLadder { rungs } => ladders::model_checker_ladder_size(rungs),
            Recipe::Clique { vertices } => ladders::clique_size(vertices),
            Recipe::TwoCounters { bits } => two_counters::two_counters_size(bits),
            Recipe::FriedmannCounter { bits } => friedmann::friedmann_counter_size(bits),
        }
    }

    /// The arena, if it fits into the memory that is free. In the families of bare graphs it has no
    /// attributes.
    ///
    /// # Errors
    /// As for [`size`](Self::size), and an arena too large for the machine.
    pub fn build(&self) -> Result<Arena, GenerateError> {
        self.build_within(Bytes(memory::available().unwrap_or(u64::MAX)))
    }

    /// The arena, if it takes no more memory than `allowed`.
    ///
    /// # Errors
    /// As for [`size`](Self::size), and an arena larger than `allowed`.
    pub fn build_within(&self, allowed: Bytes) -> Result<Arena, GenerateError> {
        let size = self.size()?;
        check_fits(size, allowed)?;
        let graph = match *self {
            Recipe::Random { moves, terminals, seed, .. } => {
                random::build_random(size, moves, terminals, seed, allowed)
            }
            Recipe::Dag { moves, seed, .. } => random::build_dag(size, moves, seed, allowed),
            Recipe::Layered { width, moves, back, seed, .. } => {
                random::build_layered(size, width, moves, back, seed, allowed)
            }
            Recipe::Chain { .. } => regular::build_chain(size, allowed),
            Recipe::Cycle { .. } => regular::build_cycle(size, allowed),
            Recipe::Grid { width, .. } => regular::build_grid(size, width, allowed),
            Recipe::CompleteDag { .. } => regular::build_complete_dag(size, allowed),
            Recipe::Star { .. } => regular::build_star(size, allowed),
            Recipe::InwardStar { .. } => regular::build_inward_star(size, allowed),
            Recipe::RandomParity { moves, priorities, seed, .. } => {
                return random_arenas::build_random_parity(size, moves, priorities, seed, allowed);
            }
            Recipe::RandomPayoff { moves, weight, seed, .. } => {
                return random_arenas::build_random_payoff(size, moves, weight, seed, allowed);
            }
            Recipe::BuchiChain { .. } => return buchi::build_buchi_chain(size, allowed),
            Recipe::JurdzinskiGrid { depth, width } => {
                return jurdzinski::build_jurdzinski_grid(size, depth, width, allowed);
            }
            Recipe::RecursiveLadder { .. } => {
                return ladders::build_recursive_ladder(size, allowed);
            }
            Recipe::ModelCheckerLadder { .. } => {
                return ladders::build_model_checker_ladder(size, allowed);
            }
            Recipe::Clique { .. } => return ladders::build_clique(size, allowed),
            Recipe::TwoCounters { bits } => {
                return two_counters::build_two_counters(size, bits, allowed);
            }
            Recipe::FriedmannCounter { bits } => {
                return friedmann::build_friedmann_counter(size, bits, allowed);
            }
        };
        graph.map(Arena::from)
    }

    /// The graph alone, for the families that have nothing else.
    pub(super) fn build_graph(&self) -> Result<Graph, GenerateError> {
        Ok(self.build()?.graph)
    }
}

impl FromStr for Recipe {
    type Err = GenerateError;

    fn from_str(line: &str) -> Result<Self, GenerateError> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let family = Family::find(name)
            .ok_or_else(|| GenerateError::UnknownFamily { name: name.to_owned() })?;
        Recipe::from_words(family, words)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.family().name())?;
        match self {
            Recipe::Random { vertices, moves, terminals, seed } => {
                write!(f, " vertices={vertices} moves={moves} terminals={terminals} seed={seed}")
            }
            Recipe::Dag { vertices, moves, seed } => {
                write!(f, " vertices={vertices} moves={moves} seed={seed}")
            }
            Recipe::Layered { layers, width, moves, back, seed } => {
                write!(f, " layers={layers} width={width} moves={moves} back={back} seed={seed}")
            }
            Recipe::Chain { vertices }
            | Recipe::Cycle { vertices }
            | Recipe::CompleteDag { vertices }
            | Recipe::Clique { vertices } => write!(f, " vertices={vertices}"),
            Recipe::Grid { width, height } => write!(f, " width={width} height={height}"),
            Recipe::Star { leaves } | Recipe::InwardStar { leaves } => {
                write!(f, " leaves={leaves}")
            }
            Recipe::RandomParity { vertices, moves, priorities, seed } => {
                write!(f, " vertices={vertices} moves={moves} priorities={priorities} seed={seed}")
            }
            Recipe::RandomPayoff { vertices, moves, weight, seed } => {
                write!(f, " vertices={vertices} moves={moves} weight={weight} seed={seed}")
            }
            Recipe::BuchiChain { links } => write!(f, " links={links}"),
            Recipe::JurdzinskiGrid { depth, width } => write!(f, " depth={depth} width={width}"),
            Recipe::RecursiveLadder { levels } => write!(f, " levels={levels}"),
            Recipe::ModelCheckerLadder { rungs } => write!(f, " rungs={rungs}"),
            Recipe::TwoCounters { bits } | Recipe::FriedmannCounter { bits } => {
                write!(f, " bits={bits}")
            }
        }
    }
}

/// The words given for a family's parameters.
struct Given<'a> {
    family: Family,
    values: Vec<Option<&'a str>>,
}

impl<'a> Given<'a> {
    fn new(family: Family) -> Self {
        Given { family, values: vec![None; family.parameters().len()] }
    }

    fn add(&mut self, word: &'a str) -> Result<(), GenerateError> {
        let (place, value) = match word.split_once('=') {
            Some((name, value)) => (self.place(name)?, value),
            None => {
                let free = self.values.iter().position(Option::is_none);
                let surplus =
                    || GenerateError::SurplusValue { family: self.family, value: word.to_owned() };
                (free.ok_or_else(surplus)?, word)
            }
        };
        if self.values[place].is_some() {
            let parameter = self.family.parameters()[place].name;
            return Err(GenerateError::RepeatedParameter { parameter });
        }
        self.values[place] = Some(value);
        Ok(())
    }

    fn place(&self, name: &str) -> Result<usize, GenerateError> {
        let unknown =
            || GenerateError::UnknownParameter { family: self.family, name: name.to_owned() };
        self.family.parameters().iter().position(|p| p.name == name).ok_or_else(unknown)
    }

    /// The value of a parameter, read as a number.
    fn take<T: FromStr>(&self, name: &str) -> Result<T, GenerateError> {
        let place = self.place(name)?;
        let Parameter { name, kind, default, .. } = self.family.parameters()[place];
        let missing = GenerateError::MissingParameter { family: self.family, parameter: name };
        let text = self.values[place].or(default).ok_or(missing)?;
        text.parse().map_err(|_| bad_value(name, text, kind))
    }
}
