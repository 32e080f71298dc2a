//! `retrograde table stats`.

use std::io::{self, Write};

use clap::Args;
use retrograde::games::Game;
use retrograde::games::catalogue::Visitor;
use retrograde::table::{Kind, ScanOptions, Stats, Table};
use serde_json::json;

use super::OpenArguments;
use crate::failure::Failure;
use crate::output::{OutputArguments, Show};
use crate::table::{counted, grouped};

/// Count what a table says: outcomes, distances, the longest wins with their lines
#[derive(Args, Debug)]
pub(crate) struct StatsCommand {
    #[command(flatten)]
    open: OpenArguments,

    /// How many of the longest wins to show
    #[arg(long, value_name = "N", default_value_t = 1)]
    longest: usize,

    /// How to show it [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<Show>,

    #[command(flatten)]
    output: OutputArguments,
}

impl StatsCommand {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let (table, game) = self.open.open()?;
        game.visit(Teller { command: self, table: &table })
    }
}

struct Teller<'a> {
    command: &'a StatsCommand,
    table: &'a Table,
}

/// One of the longest wins, with best play.
struct Longest {
    position: String,
    plies: u32,
    line: Vec<String>,
}

impl Visitor for Teller<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game + Clone + 'static>(self, game: &G) -> Result<(), Failure> {
        self.table.check_game(game)?;
        let stats = self.table.stats(&ScanOptions::default(), self.command.longest)?;
        let mut longest = Vec::new();
        for &(slot, entry) in &stats.longest {
            let (Some(position), Some(plies)) = (game.unrank(slot), entry.distance()) else {
                continue;
            };
            let mut line = Vec::new();
            let mut here = position.clone();
            for step in self.table.line(game, &position, plies.0 as usize)? {
                line.push(game.show_move(&here, &step.chosen));
                here = step.position;
            }
            longest.push(Longest { position: game.show(&position), plies: plies.0, line });
        }
        let output = &self.command.output;
        match output.format(self.command.format).unwrap_or(Show::Text) {
            Show::Text => output.write(|out| self.write_text(out, &stats, &longest)),
            Show::Json => output.write_plain(|out| self.write_json(out, &stats, &longest)),
        }
    }
}

impl Teller<'_> {
    fn write_text(
        &self,
        out: &mut dyn Write,
        stats: &Stats,
        longest: &[Longest],
    ) -> io::Result<()> {
        let (table, counts) = (self.table, &stats.counts);
        writeln!(
            out,
            "{}: {} in {} blocks, {} bytes, {}",
            table.spec(),
            counted(table.slots() as usize, "slot", "slots"),
            grouped(table.blocks()),
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

    fn write_json(
        &self,
        out: &mut dyn Write,
        stats: &Stats,
        longest: &[Longest],
    ) -> io::Result<()> {
        let (table, counts) = (self.table, &stats.counts);
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
