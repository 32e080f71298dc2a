//! Engines: where a game is solved. All give the same answers, and each knows what it would need.
//!
//! The solvers of [`retrograde_solve`] work in memory on the processor. The other engines find the same
//! values on a card, with the edges on disk, or on several machines; what moves achieve them is read off
//! the values, here, by the same rules.

#[cfg(feature = "cluster")]
pub(crate) mod cluster;
pub(crate) mod disk;
#[cfg(feature = "gpu")]
mod gpu;
mod needs;

use retrograde_core::{
    Bitmap, Distances, Objective, Player, Posed, Question, RegionSolution, Solution, TargetGame,
    Values, Winners,
};
use retrograde_solve::{Options as SolverOptions, Report, buchi, outcome, reachability};

use crate::error::Error;
use crate::{Options, Solved};

pub use needs::{Needs, index_needs, needs};

/// Where and how a game is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Whichever suits the game and the question.
    #[default]
    Auto,
    /// Games given by rules: every position that can be met, as a graph.
    Explored,
    /// Games given by rules: every slot of the index, two bytes each, without storing moves.
    Dense,
    /// In memory, on all threads; a game given by rules explored or over its index, as suits it.
    Cpu,
    /// What does not fit in memory stays on disk: the edges of a graph, the tiers of an index.
    Disk,
    /// On an NVIDIA card.
    Gpu,
    /// On the workers of one machine or several.
    Cluster,
}

impl Engine {
    /// Every engine that can be asked for by name.
    pub const ALL: [Engine; 7] = [
        Engine::Auto,
        Engine::Explored,
        Engine::Dense,
        Engine::Cpu,
        Engine::Disk,
        Engine::Gpu,
        Engine::Cluster,
    ];

    /// What people call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Explored => "explored",
            Engine::Dense => "dense",
            Engine::Cpu => "cpu",
            Engine::Disk => "disk",
            Engine::Gpu => "gpu",
            Engine::Cluster => "cluster",
        }
    }

    /// What it does, in a line for people.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            Engine::Auto => "Whichever suits the game and the question",
            Engine::Explored => "Every position that can be met from the start, as a graph",
            Engine::Dense => {
                "Every slot of the game's index, two bytes each, without storing moves"
            }
            Engine::Cpu => "In memory, on all threads",
            Engine::Disk => "Edges of graphs and tiers of games on disk, what is at hand in memory",
            Engine::Gpu => "On an NVIDIA card",
            Engine::Cluster => "On the workers of one machine or several",
        }
    }

    /// The engine of that name.
    ///
    /// ```
    /// use retrograde::Engine;
    /// assert_eq!(Engine::from_name("gpu"), Some(Engine::Gpu));
    /// assert_eq!(Engine::from_name("abacus"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Engine::ALL.into_iter().find(|engine| engine.name() == name)
    }

    /// Whether it solves games of this objective.
    #[must_use]
    pub fn serves(self, objective: &Objective) -> bool {
        match self {
            Engine::Auto | Engine::Cpu | Engine::Explored => true,
            Engine::Dense => *objective == Objective::OUTCOME,
            Engine::Disk | Engine::Gpu | Engine::Cluster => matches!(
                objective,
                Objective::Outcome(_)
                    | Objective::Reachability
                    | Objective::Safety
                    | Objective::Buchi
                    | Objective::Cobuchi
            ),
        }
    }

    /// Refuses an objective that it does not solve.
    pub(crate) fn check(self, objective: &Objective) -> Result<(), Error> {
        match self.serves(objective) {
            true => Ok(()),
            false => Err(Error::EngineUnserved { engine: self, objective: objective.name() }),
        }
    }
}

/// What an engine finds, for whoever has the graph in memory to make an answer of.
#[cfg_attr(
    not(feature = "gpu"),
    allow(dead_code, reason = "some are found by engines that are not in this build")
)]
pub(crate) enum Found {
    /// The value of every vertex.
    Values(Values),
    /// Where the player who wants a target wins, and in how many moves.
    Attracted { region: Bitmap, ranks: Distances },
    /// What the rounds of a Büchi game leave behind; see [`buchi::Rounds`].
    Rounds { spoiled: Bitmap, levels: Distances, begins: Vec<u32>, ranks: Distances },
}

/// Solves a question whose graph is in memory, by an engine beyond the processor.
pub(crate) fn solve(
    engine: Engine,
    question: &Question<'_>,
    options: &Options<'_>,
    run: &SolverOptions<'_>,
) -> Result<Solved, Error> {
    engine.check(&question.objective)?;
    if let Some(solver) = options.solver {
        return Err(Error::SolverForEngine { engine, solver: solver.to_owned() });
    }
    match engine {
        Engine::Disk => disk::solve(question, options, run),
        #[cfg(feature = "gpu")]
        Engine::Gpu => gpu::solve(question, run),
        #[cfg(feature = "cluster")]
        Engine::Cluster => cluster::solve(question, options, run),
        engine => Err(Error::EngineAbsent { engine }),
    }
}

/// The player that an objective with targets is about: who wants one to be reached, or visited for ever.
pub(crate) fn wants_targets(objective: &Objective) -> Player {
    match objective {
        Objective::Safety | Objective::Cobuchi => Player::One,
        _ => Player::Zero,
    }
}

/// The answer that values, ranks or rounds make.
pub(crate) fn answer(
    question: &Question<'_>,
    found: Found,
    report: Report,
    run: &SolverOptions<'_>,
) -> Result<Solved, Error> {
    let objective = &question.objective;
    let solution = match (found, &question.posed) {
        (Found::Values(values), Posed::Outcome(game)) => {
            Solution::new(objective.clone(), outcome::answer(game, values, run)?)
        }
        (Found::Attracted { region, ranks }, Posed::Targets(game)) => {
            let hunter = wants_targets(objective);
            let moves = |game: &TargetGame<'_>| {
                reachability::moves(game, hunter, &region, &ranks, &run.control)
            };
            let strategy = (!run.values_only).then(|| moves(game)).transpose()?;
            let winners = winners(hunter, region);
            Solution::new(objective.clone(), RegionSolution { winners, strategy })
        }
        (Found::Rounds { spoiled, levels, begins, ranks }, Posed::Targets(game)) => {
            let visitor = wants_targets(objective);
            let rounds = buchi::Rounds {
                spoiled: &spoiled,
                levels: &levels,
                begins: &begins,
                ranks: &ranks,
            };
            let moves = |game| buchi::moves(game, visitor, rounds, &run.control);
            let strategy = (!run.values_only).then(|| moves(game)).transpose()?;
            let winners = winners(visitor.opponent(), spoiled);
            Solution::new(objective.clone(), RegionSolution { winners, strategy })
        }
        _ => unreachable!("an engine answers what it was asked"),
    };
    Ok(Solved { solution, report })
}

/// Everything is won by the one or by the other.
fn winners(player: Player, region: Bitmap) -> Winners {
    let other = region.clone().complement();
    match player {
        Player::Zero => Winners::from_regions(region, other),
        Player::One => Winners::from_regions(other, region),
    }
}
