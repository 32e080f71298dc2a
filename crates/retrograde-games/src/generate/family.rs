//! The registry: what can be generated, with which parameters.

/// The families of graphs.
///
/// ```
/// use retrograde_games::generate::Family;
/// assert_eq!(Family::find("complete-dag"), Some(Family::CompleteDag));
/// assert_eq!(Family::Grid.parameters()[0].name, "width");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Moves to anywhere: [`random`](super::random).
    Random,
    /// Random moves to higher numbers only: [`dag`](super::dag).
    Dag,
    /// Random moves from layer to layer: [`layered`](super::layered).
    Layered,
    /// One path: [`chain`](super::chain).
    Chain,
    /// One cycle: [`cycle`](super::cycle).
    Cycle,
    /// Moves right and down: [`grid`](super::grid).
    Grid,
    /// Every move to a higher number: [`complete_dag`](super::complete_dag).
    CompleteDag,
    /// From one vertex to all others: [`star`](super::star).
    Star,
    /// From all vertices to one: [`inward_star`](super::inward_star).
    InwardStar,
    /// Random owners and priorities: [`random_parity`](super::random_parity).
    RandomParity,
    /// Random owners and weights: [`random_payoff`](super::random_payoff).
    RandomPayoff,
    /// One attractor after another: [`buchi_chain`](super::buchi_chain).
    BuchiChain,
    /// Against small progress measures: [`jurdzinski_grid`](super::jurdzinski_grid).
    JurdzinskiGrid,
    /// Against the recursive algorithm: [`recursive_ladder`](super::recursive_ladder).
    RecursiveLadder,
    /// Against solvers that explore plays: [`model_checker_ladder`](super::model_checker_ladder).
    ModelCheckerLadder,
    /// As many cycles as there can be: [`clique`](super::clique).
    Clique,
    /// Against solvers that work with attractors: [`two_counters`](super::two_counters).
    TwoCounters,
    /// Against strategy improvement: [`friedmann_counter`](super::friedmann_counter).
    FriedmannCounter,
}

/// What a family wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, as in `vertices=1000`.
    pub name: &'static str,
    /// What its values are.
    pub kind: ParameterKind,
    /// The value it has if none is given; `None` if one must be.
    pub default: Option<&'static str>,
    /// What it means, in a few words.
    pub description: &'static str,
}

/// The values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParameterKind {
    /// How many of something: at least one, and few enough to be numbered.
    Count,
    /// An average number of moves.
    Mean,
    /// A part of the whole.
    Share,
    /// The seed of the random numbers.
    Seed,
}

impl ParameterKind {
    /// The largest mean: with it, one vertex may have as many moves as can be counted.
    pub(super) const LARGEST_MEAN: f64 = 2_147_483_648.0;

    /// The values allowed, in words that follow "give".
    #[must_use]
    pub fn allowed(self) -> &'static str {
        match self {
            ParameterKind::Count => "a whole number from 1 to 4294967295",
            ParameterKind::Mean => "a number from 1 to 2147483648, such as 2.5",
            ParameterKind::Share => "a number from 0 to 1, such as 0.1",
            ParameterKind::Seed => "a whole number from 0 to 18446744073709551615",
        }
    }
}

const fn count(name: &'static str, description: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Count, default: None, description }
}

const fn share(name: &'static str, default: &'static str, description: &'static str) -> Parameter {
    Parameter { name, kind: ParameterKind::Share, default: Some(default), description }
}

const VERTICES: Parameter = count("vertices", "how many vertices");
const LEAVES: Parameter = count("leaves", "how many vertices besides the centre");
const MOVES: Parameter = Parameter {
    name: "moves",
    kind: ParameterKind::Mean,
    default: Some("5"),
    description: "average number of moves of a vertex that has any",
};
const SEED: Parameter = Parameter {
    name: "seed",
    kind: ParameterKind::Seed,
    default: Some("0"),
    description: "the same seed gives the same graph",
};

impl Family {
    /// All families, the most useful first.
    pub const ALL: &[Family] = &[
        Family::Random,
        Family::Dag,
        Family::Layered,
        Family::Chain,
        Family::Cycle,
        Family::Grid,
        Family::CompleteDag,
        Family::Star,
        Family::InwardStar,
        Family::RandomParity,
        Family::RandomPayoff,
        Family::BuchiChain,
        Family::JurdzinskiGrid,
        Family::RecursiveLadder,
        Family::ModelCheckerLadder,
        Family::Clique,
        Family::TwoCounters,
        Family::FriedmannCounter,
    ];

    /// The family of that name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|family| family.name() == name)
    }

    /// The name by which people ask for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Family::Random => "random",
            Family::Dag => "dag",
            Family::Layered => "layered",
            Family::Chain => "chain",
            Family::Cycle => "cycle",
            Family::Grid => "grid",
            Family::CompleteDag => "complete-dag",
            Family::Star => "star",
            Family::InwardStar => "inward-star",
            Family::RandomParity => "random-parity",
            Family::RandomPayoff => "random-payoff",
            Family::BuchiChain => "buchi-chain",
            Family::JurdzinskiGrid => "jurdzinski-grid",
            Family::RecursiveLadder => "recursive-ladder",
            Family::ModelCheckerLadder => "model-checker-ladder",
            Family::Clique => "clique",
            Family::TwoCounters => "two-counters",
            Family::FriedmannCounter => "friedmann-counter",
        }
    }

    /// What it is, in one line.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Family::Random => "moves from everywhere to anywhere, with a share of terminals",
            Family::Dag => "random moves to higher numbers only, so that no play lasts for ever",
            Family::Layered => "random moves from each layer to the next, some of them back",
            Family::Chain => "one path 0 → 1 → …: the longest possible distances",
            Family::Cycle => "one cycle: nothing is ever decided",
            Family::Grid => "a board on which a piece moves one step right or down",
            Family::CompleteDag => "a move from every vertex to every higher one",
            Family::Star => "a centre with a move to each leaf: one vertex with very many moves",
            Family::InwardStar => {
                "leaves with a move each to the centre: one vertex that all others wait for"
            }
            Family::RandomParity => "a move everywhere, with random owners and priorities",
            Family::RandomPayoff => "a move everywhere, with random owners and weights",
            Family::BuchiChain => "targets that are lost one attractor after the other",
            Family::JurdzinskiGrid => "a parity arena that is hard for small progress measures",
            Family::RecursiveLadder => "a parity arena that is hard for the recursive algorithm",
            Family::ModelCheckerLadder => {
                "a parity arena that is hard for solvers that explore plays"
            }
            Family::Clique => "a parity arena with a move from every vertex to every other",
            Family::TwoCounters => {
                "a parity arena that is hard for the solvers that work with attractors"
            }
            Family::FriedmannCounter => "a parity arena that is hard for strategy improvement",
        }
    }

    /// Its parameters, in the order in which they may be given without names.
    #[must_use]
    pub fn parameters(self) -> &'static [Parameter] {
        match self {
            Family::Random => {
                const {
                    &[
                        VERTICES,
                        MOVES,
                        share("terminals", "0.1", "share of vertices without moves"),
                        SEED,
                    ]
                }
            }
            Family::Dag => &[VERTICES, MOVES, SEED],
            Family::Layered => {
                const {
                    &[
                        count("layers", "how many layers"),
                        count("width", "vertices in a layer"),
                        MOVES,
                        share("back", "0", "share of moves that stay in the layer or go back"),
                        SEED,
                    ]
                }
            }
            Family::Chain | Family::Cycle | Family::CompleteDag => &[VERTICES],
            Family::Grid => {
                const { &[count("width", "columns of the board"), count("height", "rows of the board")] }
            }
            Family::Star | Family::InwardStar => &[LEAVES],
            Family::RandomParity => {
                const {
                    &[
                        VERTICES,
                        MOVES,
                        Parameter {
                            default: Some("20"),
                            ..count("priorities", "how many different priorities, from 0 on")
                        },
                        SEED,
                    ]
                }
            }
            Family::RandomPayoff => {
                const {
                    &[
                        VERTICES,
                        MOVES,
                        Parameter {
                            default: Some("100"),
                            ..count("weight", "the largest weight, also below zero")
                        },
                        SEED,
                    ]
                }
            }
            Family::BuchiChain => const { &[count("links", "links of three vertices each")] },
            Family::JurdzinskiGrid => {
                const {
                    &[
                        count("depth", "levels of two priorities each"),
                        count("width", "columns of each level"),
                    ]
                }
            }
            Family::RecursiveLadder => const { &[count("levels", "levels of five vertices each")] },
            Family::ModelCheckerLadder => {
                const { &[count("rungs", "double rungs of four vertices each")] }
            }
            Family::Clique => &[VERTICES],
            Family::TwoCounters => const { &[count("bits", "bits of each counter")] },
            Family::FriedmannCounter => const { &[count("bits", "bits of the counter")] },
        }
    }
}
