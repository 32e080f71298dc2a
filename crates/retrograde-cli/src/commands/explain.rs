//! `retrograde explain`: why a position has its value.

use clap::Args;
use retrograde::solve::explain::{Detail, in_words};

use crate::failure::Failure;
use crate::input::{InputArguments, find_start};
use crate::objective::{Objective, OutcomeArguments};
use crate::output::OutputArguments;
use crate::solver::SolverArguments;

const AFTER_HELP: &str = "\
Example:
  retrograde explain game.txt --from a

Each paragraph is one position along best play; its moves are listed with what they lead to, and
'*' marks the best.";

/// Say in words why a position is won, lost or drawn, move by move
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Explain {
    #[command(flatten)]
    input: InputArguments,

    /// The position to explain
    #[arg(long, value_name = "V", required = true, allow_hyphen_values = true)]
    from: String,

    #[command(flatten)]
    game: OutcomeArguments,

    #[command(flatten)]
    solver: SolverArguments,

    #[command(flatten)]
    output: OutputArguments,

    /// How many positions further along best play to explain
    #[arg(long, value_name = "N", default_value_t = Detail::default().depth)]
    depth: usize,

    /// How many moves to list at each position
    #[arg(long, value_name = "N", default_value_t = Detail::default().moves)]
    moves: usize,
}

impl Explain {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.solver.check(Objective::Outcome)?;
        self.output.check()?;
        let arena = self.input.read()?;
        let start = find_start(&arena, &self.from)?;
        let game = self.game.game(&arena)?;
        let solved = self.solver.outcome(&self.input, &arena, &game, true)?;
        let detail = Detail { depth: self.depth, moves: self.moves };
        let text = in_words(&game, &solved.solution.values, &arena.names, start, detail);
        self.output.write(|out| out.write_all(text.as_bytes()))
    }
}
