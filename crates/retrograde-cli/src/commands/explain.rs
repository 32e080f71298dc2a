//! `retrograde explain`: why a position has its value.

use std::io::{self, Write};

use clap::Args;
use retrograde::{Detail, Explanation, Terms, words};
use serde_json::{Map, Value, json};

use super::asked::{Asked, AskedArguments, json_fields, write_object};
use crate::Program;
use crate::failure::Failure;
use crate::output::ShownArguments;
use crate::style;

const AFTER_HELP: &str = "\
Examples:
  retrograde explain game.txt --from a
  retrograde explain game.dot --objective mean-payoff --from a

Each paragraph is one position along best play; its moves are listed with what they lead to, the best
first, and '*' marks the one that is made. By default it says what fits a screen.";

/// Say in words why a position is worth what it is, move by move
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Explain {
    #[command(flatten)]
    asked: AskedArguments,

    #[command(flatten)]
    shown: ShownArguments,

    /// How many positions further along best play to explain [default: what fits a screen]
    #[arg(long, value_name = "N")]
    depth: Option<usize>,

    /// How many moves to list at each position [default: what fits a screen]
    #[arg(long, value_name = "N")]
    moves: Option<usize>,

    /// Explain every position along best play, with all moves
    #[arg(long, conflicts_with_all = ["depth", "moves"])]
    all: bool,
}

impl Explain {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.shown.output.check(&[&self.asked.input.input], None)?;
        let asked = self.asked.solve(program)?;
        let watch = self.asked.input.notes().watch();
        let options = self.asked.input.common.options(&watch);
        match asked {
            Asked::Game(game, from) => {
                let told = retrograde::explain_game(&game, &from, self.detail(), &options)?;
                watch.done();
                self.show(&told)
            }
            Asked::Graph { from: None, .. } => {
                Err(Failure::message("say which position to explain: --from V"))
            }
            Asked::Graph { arena, solution, from: Some(from) } => {
                let told = retrograde::explain(&arena, &solution, from, self.detail(), &options)?;
                watch.done();
                self.show(&told)
            }
        }
    }

    fn detail(&self) -> Detail {
        let turn = self.asked.turn();
        let default = Detail { turn, ..Detail::default() };
        match (self.all, self.depth, self.moves) {
            (true, ..) => Detail { turn, ..Detail::ALL },
            (false, None, None) => default,
            // Whoever says how much gets it.
            (false, depth, moves) => Detail {
                depth: depth.unwrap_or(default.depth),
                moves: moves.unwrap_or(default.moves),
                lines: usize::MAX,
                turn,
            },
        }
    }

    fn show(&self, explained: &Explanation<'_>) -> Result<(), Failure> {
        let text = words::explanation(explained);
        self.shown.show(
            |out| text.lines().try_for_each(|line| write_folded(out, line)),
            |out| write_object(out, &object(explained)),
        )?;
        if explained.cut && !self.all {
            self.asked.input.notes().say("there is more: --all explains it all");
        }
        if explained.open { Err(self.asked.incomplete()) } else { Ok(()) }
    }
}

/// A line, folded under its own indent where the terminal is narrower.
fn write_folded(out: &mut dyn Write, line: &str) -> io::Result<()> {
    let (indent, text) = line.split_at(line.len() - line.trim_start_matches([' ', '*']).len());
    if text.is_empty() { writeln!(out, "{line}") } else { style::write_line(out, indent, text) }
}

fn object(explained: &Explanation<'_>) -> Value {
    let told = |fields, tie: bool| {
        let mut object = Map::new();
        json_fields(&mut object, fields, Terms::WinLose);
        if tie {
            object.insert("tie".to_owned(), json!(true));
        }
        object
    };
    let positions = explained.positions.iter().map(|position| {
        let moves = position.moves.iter().map(|told_move| {
            let mut object = told(&told_move.fields, told_move.tie);
            object.insert("move".to_owned(), json!(told_move.chosen.name));
            if let Some(to) = &told_move.chosen.to {
                object.insert("to".to_owned(), json!(to));
            }
            object.insert("best".to_owned(), json!(told_move.best));
            Value::Object(object)
        });
        let moves: Vec<Value> = moves.collect();
        let mut object = told(&position.fields, position.tie);
        object.insert("vertex".to_owned(), json!(position.vertex));
        object.insert("why".to_owned(), json!(position.why));
        object.insert("moves".to_owned(), json!(moves));
        object.insert("more".to_owned(), json!(position.more));
        Value::Object(object)
    });
    let positions: Vec<Value> = positions.collect();
    let closing = Some(explained.closing.trim_end()).filter(|text| !text.is_empty());
    json!({
        "objective": explained.objective.name(),
        "positions": positions,
        "closing": closing,
    })
}
