//! Which solution a picture shows.

use retrograde_core::{
    Arena, AsymmetricSolution, EnergySolution, GrundyValues, MealySolution, MeanPayoffSolution,
    OutcomeSolution, PartizanSolution, RegionSolution, Terms,
};

use crate::error::DrawError;
use crate::objective::{
    Asymmetric, Condition, Energy, Grundy, MeanPayoff, Moves, Objective, Outcomes, Partizan,
    Payoffs, Regions,
};

/// The solution to draw, by its objective. A reference to most of them turns into this by itself
/// where [`svg`](crate::svg()) and [`dot`](crate::dot()) ask for it. Only a [`RegionSolution`] does
/// not say what it is the solution of: for that, choose between [`Targets`](Labels::Targets) and
/// [`Parity`](Labels::Parity).
///
/// What else a picture shows it takes from the arena: owners, targets, priorities, colours and
/// weights, whichever matter. Games with two owners are drawn only if every position has one.
///
/// ```
/// use retrograde_core::{Arena, Graph, GrundyValues};
/// use retrograde_draw::{Labels, SvgOptions, svg};
/// let arena = Arena::from(Graph::from_edges(3, [(0, 1), (0, 2), (1, 2)])?);
/// let values = GrundyValues::from_finite(vec![2, 1, 0]);
/// let picture = svg(&arena, &values, &SvgOptions::default())?;
/// assert_eq!(picture, svg(&arena, Labels::Grundy(&values), &SvgOptions::default())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Labels<'a> {
    /// Who wins, and in how many moves.
    Outcome(&'a OutcomeSolution),
    /// Two values a position: one with player 0 to move, one with player 1.
    Asymmetric(&'a AsymmetricSolution),
    /// Grundy values, with those of loopy positions.
    Grundy(&'a GrundyValues),
    /// Two values a position, with Left and with Right to move, and its class. Moves that only one
    /// side may make are told apart.
    Partizan(&'a PartizanSolution),
    /// Who wins a game about targets: reachability, safety, Büchi or co-Büchi.
    ///
    /// ```
    /// use retrograde_core::{ArenaBuilder, Player, RegionSolution};
    /// use retrograde_draw::{Labels, SvgOptions, svg};
    /// let mut builder = ArenaBuilder::new();
    /// let [a, b] = ["a", "b"].map(|name| builder.vertex(name).unwrap());
    /// builder.edge(a, b)?;
    /// builder.set_owner(a, Player::Zero)?;
    /// builder.set_owner(b, Player::One)?;
    /// builder.set_target(b, true)?;
    /// let solution = RegionSolution {
    ///     winners: [Some(Player::Zero); 2].into_iter().collect(),
    ///     strategy: Some([Some(b), None].into_iter().collect()),
    /// };
    /// let picture = svg(&builder.finish()?, Labels::Targets(&solution), &SvgOptions::default())?;
    /// assert!(picture.contains("b: player 0 wins, owner 1, target"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    Targets(&'a RegionSolution),
    /// Who wins a parity game, whether the largest or the smallest priority decides.
    Parity(&'a RegionSolution),
    /// Who wins under a condition on colours: Emerson–Lei, Rabin, Streett, Muller. Of moves that
    /// depend on the play so far, the first ones are shown.
    EmersonLei(&'a MealySolution),
    /// Who wins an energy game, and with which credit.
    Energy(&'a EnergySolution),
    /// The values of a mean-payoff game.
    MeanPayoff(&'a MeanPayoffSolution),
}

impl<'a> Labels<'a> {
    /// What to show of the solution, once it is known to be one of this arena.
    pub(crate) fn of(
        self,
        arena: &'a Arena,
        terms: Terms,
    ) -> Result<Box<dyn Objective + 'a>, DrawError> {
        let objective: Box<dyn Objective + 'a> = match self {
            Labels::Outcome(solution) => Box::new(Outcomes { solution, terms }),
            Labels::Asymmetric(solution) => Box::new(Asymmetric { solution }),
            Labels::Grundy(values) => Box::new(Grundy { values }),
            Labels::Partizan(solution) => Box::new(Partizan { solution, players: &arena.players }),
            Labels::Targets(solution) => regions(arena, Moves::Fixed(solution), Condition::Targets),
            Labels::Parity(solution) => {
                regions(arena, Moves::Fixed(solution), Condition::Priorities)
            }
            Labels::EmersonLei(solution) => {
                regions(arena, Moves::Machines(solution), Condition::Colors)
            }
            Labels::Energy(solution) => {
                let payoffs = Payoffs::new(arena, solution.strategy.as_ref());
                Box::new(Energy { solution, payoffs })
            }
            Labels::MeanPayoff(solution) => {
                let payoffs = Payoffs::new(arena, solution.strategy.as_ref());
                Box::new(MeanPayoff { solution, payoffs })
            }
        };
        let vertices = arena.graph.vertex_count();
        if let Some(solved) = objective.lengths().into_iter().find(|&length| length != vertices) {
            return Err(DrawError::SolutionMismatch { vertices, solved });
        }
        if self.needs_owners()
            && let Some(vertex) =
                arena.graph.vertices().find(|&v| arena.owners.get(v as usize).is_none())
        {
            return Err(DrawError::NoOwner { name: arena.names.get(vertex).into_owned() });
        }
        Ok(objective)
    }

    /// Whether positions have owners.
    fn needs_owners(self) -> bool {
        match self {
            Labels::Outcome(_)
            | Labels::Asymmetric(_)
            | Labels::Grundy(_)
            | Labels::Partizan(_) => false,
            Labels::Targets(_)
            | Labels::Parity(_)
            | Labels::EmersonLei(_)
            | Labels::Energy(_)
            | Labels::MeanPayoff(_) => true,
        }
    }
}

fn regions<'a>(
    arena: &'a Arena,
    moves: Moves<'a>,
    condition: Condition,
) -> Box<dyn Objective + 'a> {
    Box::new(Regions { arena, moves, condition })
}

impl<'a> From<&'a OutcomeSolution> for Labels<'a> {
    fn from(solution: &'a OutcomeSolution) -> Self {
        Labels::Outcome(solution)
    }
}

impl<'a> From<&'a AsymmetricSolution> for Labels<'a> {
    fn from(solution: &'a AsymmetricSolution) -> Self {
        Labels::Asymmetric(solution)
    }
}

impl<'a> From<&'a GrundyValues> for Labels<'a> {
    fn from(values: &'a GrundyValues) -> Self {
        Labels::Grundy(values)
    }
}

impl<'a> From<&'a PartizanSolution> for Labels<'a> {
    fn from(solution: &'a PartizanSolution) -> Self {
        Labels::Partizan(solution)
    }
}

impl<'a> From<&'a MealySolution> for Labels<'a> {
    fn from(solution: &'a MealySolution) -> Self {
        Labels::EmersonLei(solution)
    }
}

impl<'a> From<&'a EnergySolution> for Labels<'a> {
    fn from(solution: &'a EnergySolution) -> Self {
        Labels::Energy(solution)
    }
}

impl<'a> From<&'a MeanPayoffSolution> for Labels<'a> {
    fn from(solution: &'a MeanPayoffSolution) -> Self {
        Labels::MeanPayoff(solution)
    }
}
