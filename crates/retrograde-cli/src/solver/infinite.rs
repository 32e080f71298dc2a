//! Solving for objectives of plays that need not end.

use retrograde::memory::Bytes;
use retrograde::solve::emerson_lei::{self, EmersonLeiError, Limits};
use retrograde::solve::registry::Method;
use retrograde::solve::{Progress, buchi, energy, mean_payoff, parity, reachability};
use retrograde::{Arena, MealySolution, Player, RegionSolution};

use super::SolverArguments;
use crate::answer::{Answer, Payoff, Regions};
use crate::failure::Failure;
use crate::input::InputArguments;
use crate::objective::{GameArguments, Objective};
use crate::table::{counted, grouped};

/// Bytes for a vertex and an edge of the parity game that stands for a condition on colours.
const PARITY_ITEM: u64 = 160;

/// Nodes of the Zielonka tree of a condition; with more, the parity game would be too large for any
/// game worth the name.
const MOST_NODES: usize = 1 << 20;

impl SolverArguments {
    /// Solves for who wins infinite plays, or for what they pay.
    pub(super) fn infinite(
        &self,
        input: &InputArguments,
        arena: &Arena,
        game: &GameArguments,
        values_only: bool,
    ) -> Result<Answer, Failure> {
        let objective = game.objective(input);
        let answer = self.timed(input, arena, |progress| match objective {
            Objective::Energy | Objective::MeanPayoff => {
                self.payoff(input, arena, game, values_only, progress)
            }
            Objective::Muller | Objective::Rabin | Objective::Streett => {
                self.machines(input, arena, game, values_only, progress)
            }
            _ => self.regions(input, arena, game, values_only, progress),
        })?;
        if let Some(unknown) = answer.unknown().filter(|&unknown| unknown > 0) {
            let vertices = counted(unknown, "vertex", "vertices");
            input.notes().say(match self.timeout {
                Some(_) => format!(
                    "stopped by --timeout: nothing is claimed about {vertices}; the rest is proven \
                     ('verify --partial' checks it)"
                ),
                None => format!(
                    "the solver gave up: nothing is known about {vertices}; leave out --solver to \
                     have others take turns"
                ),
            });
        }
        Ok(answer)
    }

    fn regions(
        &self,
        input: &InputArguments,
        arena: &Arena,
        game: &GameArguments,
        values_only: bool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Answer, Failure> {
        let graph = &arena.graph;
        let objective = game.objective(input);
        let method = self.chosen(objective)?.map(|solver| solver.method);
        let (solution, how) = match objective {
            Objective::Reachability | Objective::Safety => {
                let game = game.target_game(arena)?;
                let options = self.options(None, values_only, progress);
                input.check_memory(arena, reachability::estimate(graph, &options).solver)?;
                let solve = match objective {
                    Objective::Safety => reachability::safety,
                    _ => reachability::solve,
                };
                (solve(&game, &options)?.solution, "solved backwards from the targets")
            }
            Objective::Buchi | Objective::Cobuchi => {
                let game = game.target_game(arena)?;
                let options = self.options(None, values_only, progress);
                input.check_memory(arena, buchi::estimate(graph, &options).solver)?;
                let solve =
                    if objective == Objective::Buchi { buchi::solve } else { buchi::cobuchi };
                (solve(&game, &options)?.solution, "solved by keeping justifications")
            }
            _ => {
                let method = match method {
                    Some(Method::Parity(method)) => Some(method),
                    _ => None,
                };
                let how = game.parity_in_words();
                let game = game.parity_game(arena)?;
                let options = self.options(method, values_only, progress);
                input.check_memory(arena, parity::estimate(&game, &options).solver)?;
                (parity::solve(&game, &options).solution, how)
            }
        };
        let objective = objective.of_regions().expect("objectives with winners");
        Ok(Answer::Regions(Regions { objective, solution, how: how.to_owned(), machines: None }))
    }

    fn payoff(
        &self,
        input: &InputArguments,
        arena: &Arena,
        game: &GameArguments,
        values_only: bool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Answer, Failure> {
        let objective = game.objective(input);
        let method = self.chosen(objective)?.map(|solver| solver.method);
        let game = game.payoff_game(arena)?;
        Ok(Answer::Payoff(match objective {
            Objective::Energy => {
                let options = self.options(None, values_only, progress);
                input.check_memory(arena, energy::estimate(&arena.graph, &options).solver)?;
                Payoff::Energy(energy::solve(&game, &options)?.solution)
            }
            _ => {
                let method = match method {
                    Some(Method::MeanPayoff(method)) => Some(method),
                    _ => None,
                };
                let options = self.options(method, values_only, progress);
                input.check_memory(arena, mean_payoff::estimate(&arena.graph, &options).solver)?;
                Payoff::Mean(mean_payoff::solve(&game, &options)?.solution)
            }
        }))
    }

    /// Solves a condition on colours, whose strategies are machines.
    fn machines(
        &self,
        input: &InputArguments,
        arena: &Arena,
        game: &GameArguments,
        values_only: bool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Answer, Failure> {
        let objective = game.objective(input);
        let game = game.emerson_lei_game(objective, arena)?;
        let mut limits = Limits { tree: MOST_NODES, ..Limits::default() };
        let room = input.room(arena).map(|(room, _)| room);
        if let Some(room) = room {
            limits.game = limits.game.min(room / PARITY_ITEM);
        }
        // The bar counts vertices of the game, the solver those of the parity game.
        let share = |whole: Progress| {
            let settled = whole.settled as f64 / whole.total.max(1) as f64
                * arena.graph.vertex_count() as f64;
            progress(Progress { settled: settled as u64, ..whole });
        };
        let options = self.options(None, values_only, &share);
        let solved = emerson_lei::solve(&game, &limits, &options).map_err(|error| match room {
            Some(room)
                if limits.game < Limits::default().game
                    && matches!(error, EmersonLeiError::GameTooLarge { .. }) => Failure::message(format!(
                "{error}; that is what {} of memory holds: use a larger machine, or try all the \
                 same with --max-memory unlimited",
                Bytes(room)
            )),
            _ => error.into(),
        })?;
        let how = format!(
            "player 0 wants {} of the colours seen infinitely often: solved as a parity game of {} vertices",
            game.acceptance,
            grouped(solved.vertices as u64)
        );
        Ok(Answer::Regions(Regions {
            objective: objective.of_regions().expect("objectives with winners"),
            solution: first_moves(&solved.solution),
            how,
            machines: Some(solved.solution),
        }))
    }
}

/// The winners with the moves that their machines make first.
fn first_moves(solution: &MealySolution) -> RegionSolution {
    let strategy = solution.machines.as_ref().map(|_| {
        let first = |(vertex, winner): (usize, Option<Player>)| {
            let machine = solution.machine(winner?)?;
            machine.step(vertex as u32, machine.initial())?.to
        };
        solution.winners.iter().enumerate().map(first).collect()
    });
    RegionSolution { winners: solution.winners.clone(), strategy }
}
