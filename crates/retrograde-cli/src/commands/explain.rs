//! `retrograde explain`: why a position has its value.

use clap::Args;
use retrograde::{Detail, Options, words};

use super::asked::{Asked, AskedArguments};
use crate::Program;
use crate::failure::Failure;
use crate::output::OutputArguments;

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
    asked: AskedArguments,

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
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.output.check(&[&self.asked.input.input], None)?;
        let detail = Detail { depth: self.depth, moves: self.moves };
        let text = match self.asked.solve(program)? {
            Asked::Game(game, from) => {
                words::explain_game(&game, &from, detail, &Options::default())?
            }
            Asked::Graph { from: None, .. } => {
                return Err(Failure::message("say which position to explain: --from V"));
            }
            Asked::Graph { arena, solution, from: Some(from), .. } => {
                retrograde::explain(&arena, &solution, from, detail, &Default::default())?
            }
        };
        self.output.write(|out| out.write_all(text.as_bytes()))
    }
}
