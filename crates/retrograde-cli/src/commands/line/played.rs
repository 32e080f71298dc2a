//! Lines of built-in games, which know how moves are written.

use std::io::{self, Write};

use anstyle::Style;
use retrograde::Terms;
use retrograde::table::{Rulebook, Slot};
use serde_json::json;

use super::{Line, Show};
use crate::builtin::{self, PlayedLine, Solved};
use crate::failure::Failure;
use crate::style;
use crate::table::{self, Lean};

impl Line {
    /// Best play in a built-in game, which knows how moves are written.
    pub(super) fn write_played(&self, solved: &Solved<'_>) -> Result<(), Failure> {
        let rules = solved.rules;
        let start = builtin::parse_from(rules, self.from.as_deref())?;
        if solved.value(&start).is_none() {
            return Err(Failure::message(format!(
                "--from '{}': that position cannot come up in this game",
                rules.show(&start)
            )));
        }
        let most = if self.all { usize::MAX } else { self.most.max(1) };
        let line = solved.line(&start, most);
        let terms = self.terms.terms();
        let rows: Vec<Played> = played(solved, rules, &line, terms);
        if line.cut {
            self.say_cut(rows.len(), rows.last().and_then(|row| row.distance));
        }
        match self.output.format(self.format).unwrap_or(Show::Text) {
            Show::Text => self.output.write(|out| write_played_text(out, &line, &rows)),
            Show::Csv => self.output.write_plain(|out| {
                let mut out = io::BufWriter::new(out);
                writeln!(out, "step,vertex,outcome,distance")?;
                for (index, row) in rows.iter().enumerate() {
                    let position = table::csv_field(&row.position);
                    writeln!(out, "{index},{position},{},{}", row.word, row.plies())?;
                }
                out.flush()
            }),
            Show::Json => self.output.write_plain(|out| write_played_json(out, &line, &rows)),
        }
    }
}

/// One position of a line in a built-in game.
struct Played {
    position: String,
    slot: Slot,
    word: &'static str,
    distance: Option<u32>,
    chosen: Option<String>,
}

impl Played {
    fn plies(&self) -> String {
        self.distance.map_or(String::new(), |distance| distance.to_string())
    }
}

fn played(solved: &Solved<'_>, rules: &Rulebook, line: &PlayedLine, terms: Terms) -> Vec<Played> {
    let row = |step: &builtin::Step| {
        let slot = solved.value(&step.position).unwrap_or(Slot::Hole);
        let distance = match slot {
            Slot::Win(distance) | Slot::Lose(distance) => Some(distance.0),
            _ => None,
        };
        Played {
            position: rules.show(&step.position),
            slot,
            word: slot.outcome().map_or("", |outcome| terms.word(outcome)),
            distance,
            chosen: step.chosen.clone(),
        }
    };
    line.steps.iter().map(row).collect()
}

fn write_played_text(out: &mut dyn Write, line: &PlayedLine, rows: &[Played]) -> io::Result<()> {
    let plain = Style::new();
    let cells: Vec<_> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            vec![
                (index.to_string(), style::DIM),
                (row.position.clone(), plain),
                (row.word.to_owned(), row.slot.outcome().map_or(plain, style::outcome)),
                (row.plies(), plain),
                (row.chosen.clone().unwrap_or_default(), plain),
            ]
        })
        .collect();
    let headings = [
        ("step", Lean::Right),
        ("vertex", Lean::Left),
        ("outcome", Lean::Left),
        ("distance", Lean::Right),
        ("move", Lean::Left),
    ];
    table::write(out, &headings, &cells)?;
    match (line.repeats, line.cut, rows.last().map(|row| row.slot)) {
        (Some(back), _, _) => writeln!(
            out,
            "\nback to {} (step {back}): play goes round a cycle of {} forever",
            rows[back].position,
            rows.len() - back
        ),
        (None, true, _) => writeln!(out, "\n…"),
        (None, false, Some(Slot::Tie | Slot::Draw)) => {
            writeln!(out, "\nthe game is over, and nobody has won")
        }
        (None, false, Some(Slot::Win(_))) => {
            writeln!(out, "\nthe game is over: the player to move has won")
        }
        (None, false, _) => writeln!(out, "\nthe game is over: the player to move has lost"),
    }
}

fn write_played_json(out: &mut dyn Write, line: &PlayedLine, rows: &[Played]) -> io::Result<()> {
    let steps: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "vertex": row.position,
                "outcome": row.word,
                "distance": row.distance,
                "move": row.chosen,
            })
        })
        .collect();
    let end = match (line.repeats, line.cut) {
        (Some(_), _) => "repeats",
        (None, true) => "cut",
        (None, false) => "terminal",
    };
    let object = json!({ "steps": steps, "end": end, "repeats_from_step": line.repeats });
    serde_json::to_writer_pretty(&mut *out, &object)?;
    writeln!(out)
}
