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
        }
    }
}
