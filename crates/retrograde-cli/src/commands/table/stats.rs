//! `retrograde table stats`.

use std::io::{self, Write};

use clap::Args;
use retrograde::Distance;
use retrograde::table::{Counts, Kind, Stats, Table};
use retrograde::words::{self, SectionFigures, counted, grouped};
use serde_json::{Value, json};

use super::OpenArguments;
use crate::Program;
use crate::failure::Failure;
use crate::output::ShownArguments;
use crate::{grid, style};

/// Moves of a line of play that stand side by side, where there is room for them.
const MOVES_A_LINE: usize = 10;

/// Count what a table says: outcomes, distances, the longest wins with their lines
#[derive(Args, Debug)]
#[command(after_help = "\
Distances count the moves of either player. The endings that a chess ending
comes to are told apart, and so is who moves; some other games tell how many
pieces are on the board. In JSON each of the 'parts' has 'win', 'lose', 'draw',
the 'ties' among those draws, and 'longest': its longest win.")]
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
        let options = self.open.common.options(&watch);
        let control = options.control(0);
        let table = game.table().expect("the game is one from disk");
        let stats = table.stats(&control, self.longest)?;
        let rules = game.rules();
        let mut longest = Vec::new();
        for &(slot, worth) in &stats.longest {
            if let (Some(position), Some(Distance(moves))) = (rules.unrank(slot), worth.distance())
            {
                let line = game.line(&position, Some(moves as usize + 1), &control)?;
                let line =
                    line.steps.into_iter().filter_map(|step| Some(step.chosen?.text)).collect();
                longest.push(Longest { position: rules.show(&position), moves, line });
            }
        }
        let sections = words::section_figures(&game, &options)?;
        watch.done();
        let figures = Figures { table, stats: &stats, longest: &longest, sections: &sections };
        self.shown.show(|out| figures.write_text(out), |out| figures.write_json(out))
    }
}

/// One of the longest wins, with best play.
struct Longest {
    position: String,
    moves: u32,
    line: Vec<String>,
}

/// Everything there is to tell.
struct Figures<'a> {
    table: &'a Table,
    stats: &'a Stats,
    longest: &'a [Longest],
    sections: &'a [SectionFigures],
}

impl Figures<'_> {
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Figures { table, stats, longest, sections } = *self;
        let counts = &stats.counts;
        let text = format!(
            "{}: {} in {}, {} bytes, {}",
            table.spec(),
            counted(table.slots(), "slot", "slots"),
            counted(table.blocks(), "block", "blocks"),
            grouped(table.file_size()),
            if table.kind() == Kind::Outcome { "outcomes only" } else { "with distances in moves" }
        );
        style::write_line(out, "", &text)?;
        for (word, count, note) in [
            ("win", counts.win, ""),
            ("lose", counts.lose, ""),
            ("draw", counts.draw + counts.tie, ""),
            ("ties", counts.tie, "  among the draws: the rules end them"),
            ("hole", counts.hole, ""),
        ] {
            writeln!(out, "  {word:<5} {:>15}{note}", grouped(count))?;
        }
        if !stats.wins.is_empty() || !stats.losses.is_empty() {
            writeln!(out, "\n  moves {:>15} {:>15}", "won", "lost")?;
            let length = stats.wins.len().max(stats.losses.len());
            for moves in 0..length {
                let at = |list: &[u64]| list.get(moves).copied().unwrap_or(0);
                let (won, lost) = (at(&stats.wins), at(&stats.losses));
                if won + lost > 0 {
                    let [moves, won, lost] = [moves as u64, won, lost].map(grouped);
                    writeln!(out, "  {moves:>5} {won:>15} {lost:>15}")?;
                }
            }
        }
        if !sections.is_empty() {
            writeln!(out)?;
            grid::write(out, &words::sections(sections))?;
        }
        for win in longest {
            let moves = counted(win.moves.into(), "move", "moves");
            writeln!(out)?;
            style::write_line(out, "", &format!("won in {moves}: {}", win.position))?;
            let moves = win.line.iter().zip(1..).map(|(text, n)| format!("{n}. {text}"));
            style::write_items(out, "  ", moves, MOVES_A_LINE)?;
        }
        Ok(())
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let Figures { table, stats, longest, sections } = *self;
        let sections: Vec<_> = sections
            .iter()
            .map(|section| {
                let mut object = counts_json(&section.counts);
                object["name"] = json!(section.name);
                object["to_move"] = json!(section.mover);
                object["longest"] = json!(section.longest.as_ref().map(|(position, distance)| {
                    json!({ "position": position, "distance": distance.0 })
                }));
                object
            })
            .collect();
        let longest: Vec<_> = longest
            .iter()
            .map(|win| json!({ "position": win.position, "distance": win.moves, "line": win.line }))
            .collect();
        let object = json!({
            "game": table.spec(),
            "slots": table.slots(),
            "blocks": table.blocks(),
            "bytes": table.file_size(),
            "distances": table.kind() == Kind::Distance,
            "counts": counts_json(&stats.counts),
            "wins": stats.wins,
            "losses": stats.losses,
            "longest": longest,
            "parts": sections,
        });
        writeln!(out, "{}", serde_json::to_string_pretty(&object)?)
    }
}

/// How many slots are worth what; the ties are among the draws.
fn counts_json(counts: &Counts) -> Value {
    json!({
        "win": counts.win,
        "lose": counts.lose,
        "draw": counts.draw + counts.tie,
        "ties": counts.tie,
        "hole": counts.hole,
    })
}
