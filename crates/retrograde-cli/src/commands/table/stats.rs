//! `retrograde table stats`.

use std::io::{self, Write};

use clap::Args;
use retrograde::table::{Kind, Stats, Table};
use retrograde::words::{counted, grouped};
use serde_json::json;

use super::OpenArguments;
use crate::Program;
use crate::failure::Failure;
use crate::output::ShownArguments;

/// Count what a table says: outcomes, distances, the longest wins with their lines
#[derive(Args, Debug)]
pub(crate) struct StatsCommand {
    #[command(flatten)]
    open: OpenArguments,

    /// How many of the longest wins to show
    #[arg(long, value_name = "N", default_value_t = 1)]
    longest: usize,

    #[command(flatten)]
    shown: ShownArguments,
}

impl StatsCommand {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.shown.check(&[])?;
        let game = self.open.open(program)?;
        let watch = self.open.common.notes().watch();
        let control = self.open.common.options(&watch).control(0);
        let table = game.table().expect("the game is one from disk");
        let stats = table.stats(&control, self.longest)?;
        let rules = game.rules();
        let mut longest = Vec::new();
        for &(slot, worth) in &stats.longest {
            if let (Some(position), Some(plies)) = (rules.unrank(slot), worth.distance()) {
                let line = game.line(&position, Some(plies.0 as usize + 1), &control)?;
                let line =
                    line.steps.into_iter().filter_map(|step| Some(step.chosen?.text)).collect();
                longest.push(Longest { position: rules.show(&position), plies: plies.0, line });
            }
        }
        watch.done();
        let figures = Figures { table, stats: &stats, longest: &longest };
        self.shown.show(|out| figures.write_text(out), |out| figures.write_json(out))
    }
}

/// One of the longest wins, with best play.
struct Longest {
    position: String,
    plies: u32,
    line: Vec<String>,
}

/// Everything there is to tell.
struct Figures<'a> {
    table: &'a Table,
    stats: &'a Stats,
    longest: &'a [Longest],
}

impl Figures<'_> {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Figures { table, stats, longest } = *self;
        let counts = &stats.counts;
        writeln!(
            out,
            "{}: {} in {}, {} bytes, {}",
            table.spec(),
            counted(table.slots(), "slot", "slots"),
            counted(table.blocks(), "block", "blocks"),
            grouped(table.file_size()),
            if table.kind() == Kind::Outcome { "outcomes only" } else { "with distances in plies" }
        )?;
        for (word, count) in [
            ("win", counts.win),
            ("lose", counts.lose),
            ("tie", counts.tie),
            ("draw", counts.draw),
            ("hole", counts.hole),
        ] {
            writeln!(out, "  {word:<5} {:>15}", grouped(count))?;
        }
        if !stats.wins.is_empty() || !stats.losses.is_empty() {
            writeln!(out, "\n  plies {:>15} {:>15}", "won", "lost")?;
            let length = stats.wins.len().max(stats.losses.len());
            for plies in 0..length {
                let at = |list: &[u64]| list.get(plies).copied().unwrap_or(0);
                let (won, lost) = (at(&stats.wins), at(&stats.losses));
                if won + lost > 0 {
                    writeln!(out, "  {plies:>5} {:>15} {:>15}", grouped(won), grouped(lost))?;
                }
            }
        }
        for win in longest {
            writeln!(out, "\nwon in {} plies: {}", win.plies, win.position)?;
            let moves: Vec<String> =
                win.line.iter().enumerate().map(|(n, text)| format!("{}. {text}", n + 1)).collect();
            for line in moves.chunks(10) {
                writeln!(out, "  {}", line.join("  "))?;
            }
        }
        Ok(())
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let Figures { table, stats, longest } = *self;
        let counts = &stats.counts;
        let longest: Vec<_> = longest
            .iter()
            .map(|win| json!({ "position": win.position, "plies": win.plies, "line": win.line }))
            .collect();
        let object = json!({
            "game": table.spec(),
            "slots": table.slots(),
            "blocks": table.blocks(),
            "bytes": table.file_size(),
            "distances": table.kind() == Kind::Distance,
            "counts": {
                "win": counts.win,
                "lose": counts.lose,
                "tie": counts.tie,
                "draw": counts.draw,
                "hole": counts.hole,
            },
            "wins": stats.wins,
            "losses": stats.losses,
            "longest": longest,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&object)?)
    }
}
