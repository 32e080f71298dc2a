//! `retrograde verify`: checks a solution without trusting who made it.

use std::ffi::OsString;

use clap::Args;
use retrograde::io::{MealyFile, PartizanOutcomes, ReadError, ReadFault, Source, Table};
use retrograde::verify::{
    Checked, Fault, Partial, verify_asymmetric, verify_buchi, verify_cobuchi, verify_emerson_lei,
    verify_emerson_lei_winners, verify_energy, verify_grundy, verify_mean_payoff, verify_outcome,
    verify_parity, verify_partizan_outcomes, verify_reachability, verify_safety,
};
use retrograde::{
    Arena, AsymmetricSolution, Convention, EmersonLeiGame, GrundyValues, OutcomeSolution,
    RegionSolution,
};

use crate::builtin::{self, Engine, EngineArguments};
use crate::failure::Failure;
use crate::input::{InputArguments, STDIN};
use crate::objective::{ASYMMETRIC, GRUNDY, GameArguments, Objective, demand_normal_play};
use crate::output::OutputArguments;
use crate::style;

const AFTER_HELP: &str = "\
Example:
  retrograde solve game.txt --format csv -o answer.csv
  retrograde verify game.txt answer.csv

SOLUTION is a CSV or JSON file as 'solve' writes it for the same --objective, or a paritysol file for
parity, whoever wrote it. An outcome needs its distances; moves are checked if there are any. Of a
built-in game, the solution must have the positions that 'solve' would give without --engine or with
the same one. Exit status 0 means that the solution holds, 1 that it does not.";

/// Check a solution file against its game, independently of the solver
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Verify {
    #[command(flatten)]
    input: InputArguments,

    /// The solution to check, CSV, JSON or paritysol; '-' for standard input
    #[arg(value_name = "SOLUTION")]
    solution: OsString,

    #[command(flatten)]
    game: GameArguments,

    #[command(flatten)]
    engine: EngineArguments,

    /// Take a solution that says nothing about some vertices, as 'solve --timeout' writes it; what
    /// it does say must hold whatever the rest is
    #[arg(long)]
    partial: bool,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if self.input.input == "-" && self.solution == "-" {
            return Err(Failure::message(
                "INPUT and SOLUTION cannot both be standard input: give a file for one of them",
            ));
        }
        let objective = self.game.objective(&self.input);
        self.game.check(objective)?;
        if self.partial && !objective.can_be_partial() {
            return Err(Failure::message(format!(
                "--partial is for objectives that --timeout can stop, which {} is not",
                objective.name()
            )));
        }
        let dense_can =
            objective == Objective::Outcome && self.game.convention() == Convention::Normal;
        let engine = self.engine.choose(builtin::find(&self.input)?.as_ref(), dense_can)?;
        let arena = self.input.read_with(engine)?;
        self.judge_by(objective, &arena)
    }

    /// Where a solution has other positions than the game: those of the other engine, perhaps.
    fn say_engine(&self) -> Result<(), Failure> {
        let Some(rules) = builtin::find(&self.input)? else { return Ok(()) };
        if rules.slots().is_some() {
            let dense_can = self.game.convention() == Convention::Normal;
            let (used, other) = match self.engine.choose(Some(&rules), dense_can)? {
                Engine::Explored => ("explored", "dense"),
                Engine::Dense => ("dense", "explored"),
            };
            self.input.notes().say(format!(
                "the positions are those of --engine {used}; if 'solve' was told --engine {other}, so \
                 must 'verify' be"
            ));
        }
        Ok(())
    }

    /// Checks the solution for the objective.
    fn judge_by(&self, objective: Objective, arena: &Arena) -> Result<(), Failure> {
        // The claims with their moves and an index of the names; then, without distances, the
        // edges turned around and a few counts.
        let (vertices, edges) =
            (arena.graph.vertex_count() as u64, arena.graph.edge_count() as u64);
        self.input.check_memory(
            arena,
            match objective {
                Objective::Outcome => 24 * vertices,
                _ => 4 * edges + 48 * vertices,
            },
        )?;
        let partial = if self.partial { Partial::Allowed } else { Partial::Refused };
        match objective {
            Objective::Outcome => {
                let game = self.game.outcome_game(arena)?;
                self.judge(arena, |solution: &OutcomeSolution| verify_outcome(&game, solution))
            }
            Objective::Asymmetric => {
                demand_normal_play(arena, ASYMMETRIC)?;
                self.judge(arena, |solution: &AsymmetricSolution| {
                    verify_asymmetric(&arena.graph, solution)
                })
            }
            Objective::Grundy => {
                demand_normal_play(arena, GRUNDY)?;
                self.judge(arena, |values: &GrundyValues| verify_grundy(&arena.graph, values))
            }
            Objective::Partizan => {
                let game = self.game.partizan_game(arena)?;
                self.judge(arena, |claimed: &PartizanOutcomes| {
                    verify_partizan_outcomes(&game, &claimed.left_first, &claimed.right_first)
                })
            }
            Objective::Parity => {
                let game = self.game.parity_game(arena)?;
                self.judge_regions(arena, |claimed| verify_parity(&game, claimed, partial))
            }
            Objective::Energy => {
                let game = self.game.payoff_game(arena)?;
                self.judge(arena, |claimed| verify_energy(&game, claimed, partial))
            }
            Objective::MeanPayoff => {
                let game = self.game.payoff_game(arena)?;
                self.judge(arena, |claimed| verify_mean_payoff(&game, claimed, partial))
            }
            Objective::Muller | Objective::Rabin | Objective::Streett => {
                let game = self.game.emerson_lei_game(objective, arena)?;
                self.judge_machines(arena, &game, partial)
            }
            Objective::Reachability | Objective::Safety | Objective::Buchi | Objective::Cobuchi => {
                let game = self.game.target_game(arena)?;
                let verify = match objective {
                    Objective::Reachability => verify_reachability,
                    Objective::Safety => verify_safety,
                    Objective::Buchi => verify_buchi,
                    _ => verify_cobuchi,
                };
                self.judge_regions(arena, |claimed| verify(&game, claimed, partial))
            }
        }
    }

    /// As [`judge`](Self::judge), for solutions that tell winners.
    fn judge_regions(
        &self,
        arena: &Arena,
        verify: impl FnOnce(&RegionSolution) -> Result<Checked, Fault>,
    ) -> Result<(), Failure> {
        let objective = self.game.objective(&self.input).of_regions();
        let objective = objective.expect("objectives with winners");
        let read = if self.solution == "-" {
            let read = Source::stdin().read_regions(&arena.names, objective);
            read.map_err(|error| error.in_file(STDIN))
        } else {
            Source::file(&self.solution)?.read_regions(&arena.names, objective)
        };
        self.tell(arena, read, verify)
    }

    /// As [`judge`](Self::judge), for solutions whose strategies have memory: with the machines where
    /// the file has them, otherwise by finding the winners anew.
    fn judge_machines(
        &self,
        arena: &Arena,
        game: &EmersonLeiGame<'_>,
        partial: Partial,
    ) -> Result<(), Failure> {
        let objective = self.game.objective(&self.input).of_regions();
        let objective = objective.expect("objectives with winners");
        let read = if self.solution == "-" {
            let read = Source::stdin().read_machines(&arena.names, objective);
            read.map_err(|error| error.in_file(STDIN))
        } else {
            Source::file(&self.solution)?.read_machines(&arena.names, objective)
        };
        self.tell(arena, read, |file: &MealyFile| {
            if file.solution.machines.is_some() {
                return verify_emerson_lei(game, &file.solution, partial);
            }
            self.input.notes().say(
                "without machines, as json has them, winners are compared with those found anew, \
                 and moves only with them",
            );
            let (winners, strategy) = (file.solution.winners.clone(), file.moves.clone());
            verify_emerson_lei_winners(game, &RegionSolution { winners, strategy }, partial)
        })
    }

    /// Reads the solution, has it checked, and says what came of it.
    fn judge<T: Table>(
        &self,
        arena: &Arena,
        verify: impl FnOnce(&T) -> Result<Checked, Fault>,
    ) -> Result<(), Failure> {
        let read = if self.solution == "-" {
            let read = Source::stdin().read_solution(&arena.names);
            read.map_err(|error| error.in_file(STDIN))
        } else {
            Source::file(&self.solution)?.read_solution(&arena.names)
        };
        self.tell(arena, read, verify)
    }

    /// Says what came of a solution that was read, or was not.
    fn tell<T>(
        &self,
        arena: &Arena,
        read: Result<T, ReadError>,
        verify: impl FnOnce(&T) -> Result<Checked, Fault>,
    ) -> Result<(), Failure> {
        let solution = match read {
            Err(error) if is_refutation(&error) => {
                let fault = say_fault(&error.to_string());
                self.say_engine()?;
                return fault;
            }
            read => read?,
        };
        match verify(&solution) {
            Ok(checked) => {
                let out = OutputArguments::default();
                out.write(|out| writeln!(out, "the solution holds: {checked}"))?;
                let has_moves = !matches!(
                    self.game.objective(&self.input),
                    Objective::Grundy | Objective::Partizan
                );
                if has_moves && checked.moves.is_none() {
                    self.input.notes().say("the solution has no moves, so none were checked");
                }
                Ok(())
            }
            Err(fault) => say_fault(&fault.describe(&arena.names).to_string()),
        }
    }
}

/// Whether a solution could be read and is wrong already as it stands there.
fn is_refutation(error: &ReadError) -> bool {
    matches!(&error.fault, ReadFault::Solution(fault) if fault.is_refutation())
}

fn say_fault(fault: &str) -> Result<(), Failure> {
    let out = OutputArguments::default();
    out.write(|out| writeln!(out, "{}fault:{:#} {fault}", style::ERROR, style::ERROR))?;
    Err(Failure::Fault)
}
