//! `retrograde explain`: why a position has its value.

use clap::Args;
use retrograde::Convention;
use retrograde::solve::explain::{self, Detail};
use retrograde::table::{Rulebook, Slot};

use crate::builtin::{self, Engine, EngineArguments, Solved};
use crate::failure::Failure;
use crate::input::{InputArguments, find_start};
use crate::objective::{Objective, OutcomeArguments};
use crate::output::OutputArguments;
use crate::solver::SolverArguments;
use crate::table::plies;

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

    /// The position to explain [default: the start of a built-in game]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    from: Option<String>,

    #[command(flatten)]
    game: OutcomeArguments,

    #[command(flatten)]
    solver: SolverArguments,

    #[command(flatten)]
    engine: EngineArguments,

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
        let game = builtin::find(&self.input)?;
        let dense_can =
            self.game.convention() == Convention::Normal && self.solver.is_for_any_graph();
        if self.engine.choose(game.as_ref(), dense_can)? == Engine::Dense
            && let Some(rules) = game
        {
            return self.run_dense(&rules);
        }
        let arena = self.input.read_from(self.from.as_deref())?;
        let start = match (&self.from, self.input.start(&arena)?) {
            (Some(name), _) => find_start(&arena, name)?,
            (None, Some(start)) => start,
            (None, None) => {
                return Err(Failure::message("say which position to explain: --from V"));
            }
        };
        let game = self.game.game(&arena)?;
        let solved = self.solver.outcome(&self.input, &arena, &game, true)?;
        let detail = Detail { depth: self.depth, moves: self.moves };
        let text = explain::in_words(&game, &solved.solution.values, &arena.names, start, detail);
        self.output.write(|out| out.write_all(text.as_bytes()))
    }

    /// The words for a game that is solved over its index.
    fn run_dense(&self, rules: &Rulebook) -> Result<(), Failure> {
        let start = builtin::parse_from(rules, self.from.as_deref())?;
        let solved = Solved::dense(&self.input, rules, self.solver.threads())?;
        let line = solved.line(&start, self.depth.saturating_add(1));
        self.output.write(|out| {
            for (index, step) in line.steps.iter().enumerate() {
                let gap = if index == 0 { "" } else { "\n" };
                let here = solved.value(&step.position).unwrap_or(Slot::Hole);
                writeln!(out, "{gap}{} is {}", rules.show(&step.position), in_words(here))?;
                let all = solved.moves(&step.position);
                for worth in all.iter().take(self.moves) {
                    let mark = if step.chosen.as_ref() == Some(&worth.text) { '*' } else { ' ' };
                    writeln!(out, "  {mark} {}  {}", worth.text, after(worth.slot))?;
                }
                if all.len() > self.moves {
                    writeln!(out, "    and {} more", all.len() - self.moves)?;
                }
            }
            Ok(())
        })
    }
}

fn in_words(slot: Slot) -> String {
    match slot {
        Slot::Win(distance) => format!("a win in {} for the player to move.", plies(distance)),
        Slot::Lose(distance) => {
            let why = if distance.0 == 0 { "" } else { ": every move loses" };
            format!("a loss in {} for the player to move{why}.", plies(distance))
        }
        Slot::Tie => "a tie.".to_owned(),
        Slot::Draw => "a draw: no move wins, and play need not end.".to_owned(),
        Slot::Hole => "not a position of the game.".to_owned(),
    }
}

fn after(slot: Slot) -> String {
    match slot {
        Slot::Win(distance) => format!("loses: the opponent wins in {distance}"),
        Slot::Lose(distance) => format!("wins: the opponent loses in {distance}"),
        Slot::Tie => "ties".to_owned(),
        Slot::Draw | Slot::Hole => "draws".to_owned(),
    }
}
