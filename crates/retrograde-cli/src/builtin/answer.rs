//! The answer for every slot of an index, for people and for scripts.

use std::io::{self, Write};

use retrograde::table::dense::{Counts, DenseTable};
use retrograde::table::{Rulebook, Slot};
use retrograde::{Outcome, Terms, Threads};
use serde_json::json;

use super::solved::outcome_of;
use crate::style;
use crate::table::{self, Lean, counted, csv_field, grouped, plies};

/// A game solved over its index.
pub(crate) struct DenseAnswer<'a> {
    pub(crate) label: String,
    pub(crate) rules: &'a Rulebook,
    pub(crate) table: &'a DenseTable,
    pub(crate) terms: Terms,
}

impl DenseAnswer<'_> {
    fn start(&self) -> Option<Slot> {
        Some(self.table.get(self.rules.rank(&self.rules.start()?)?))
    }

    /// Counts, the start, and the first rows.
    pub(crate) fn write_text(
        &self,
        out: &mut dyn Write,
        rows: usize,
        summary: bool,
    ) -> io::Result<()> {
        let counts = self.table.counts();
        let positions = self.table.len() - counts.hole;
        writeln!(
            out,
            "{}: {} in {} of the index",
            self.label,
            counted(positions as usize, "position", "positions"),
            counted(self.table.len() as usize, "slot", "slots")
        )?;
        writeln!(out, "solved over its index, distances in plies\n")?;
        let lines = self.lines(&counts).into_iter().map(|(word, outcome, count, longest)| {
            let share = count as f64 * 100.0 / positions.max(1) as f64;
            vec![
                (word.to_owned(), style::outcome(outcome)),
                (grouped(count), anstyle::Style::new()),
                (format!("{share:.1} %"), anstyle::Style::new()),
                (longest, anstyle::Style::new()),
            ]
        });
        let headings = [
            ("outcome", Lean::Left),
            ("count", Lean::Right),
            ("share", Lean::Right),
            ("longest", Lean::Left),
        ];
        table::write(out, &headings, &lines.collect::<Vec<_>>())?;
        if let Some(slot) = self.start() {
            writeln!(out, "\nthe start is {}", self.in_words(slot))?;
        }
        if rows > 0 {
            writeln!(out)?;
            self.write_rows(out, rows)?;
        }
        let more = positions.saturating_sub(rows as u64);
        if !summary && more > 0 {
            writeln!(
                out,
                "\n{}… {} more; --rows {positions} shows all, --format csv writes them for scripts{:#}",
                style::DIM,
                grouped(more),
                style::DIM
            )?;
        }
        Ok(())
    }

    fn lines(&self, counts: &Counts) -> Vec<(&'static str, Outcome, u64, String)> {
        let mut longest: [Option<(u64, u32)>; 2] = [None, None];
        for (index, slot) in (0..).zip(self.table.iter()) {
            let (kind, distance) = match slot {
                Slot::Win(distance) => (0, distance.0),
                Slot::Lose(distance) => (1, distance.0),
                _ => continue,
            };
            if longest[kind].is_none_or(|(_, most)| distance > most) {
                longest[kind] = Some((index, distance));
            }
        }
        let words = longest.map(|longest| {
            let place = longest.and_then(|(slot, plies)| Some((self.rules.unrank(slot)?, plies)));
            place.map_or(String::new(), |(position, plies)| {
                format!(
                    "{} from {}",
                    counted(plies as usize, "ply", "plies"),
                    self.rules.show(&position)
                )
            })
        });
        let [win, lose] = words;
        let mut lines = vec![
            (self.terms.word(Outcome::Win), Outcome::Win, counts.win, win),
            (self.terms.word(Outcome::Lose), Outcome::Lose, counts.lose, lose),
        ];
        if counts.tie > 0 {
            lines.push(("tie", Outcome::Draw, counts.tie, String::new()));
        }
        if counts.draw > 0 || counts.tie == 0 {
            lines.push((self.terms.word(Outcome::Draw), Outcome::Draw, counts.draw, String::new()));
        }
        lines
    }

    fn in_words(&self, slot: Slot) -> String {
        match slot {
            Slot::Win(distance) => format!("won in {} for the player to move", plies(distance)),
            Slot::Lose(distance) => format!("lost in {} for the player to move", plies(distance)),
            Slot::Tie => "a tie".to_owned(),
            Slot::Draw => "a draw: play need not end".to_owned(),
            Slot::Hole => "not in the index".to_owned(),
        }
    }

    /// The positions in order with what is known of them.
    fn rows(&self) -> impl Iterator<Item = Row> + '_ {
        (0..self.table.len()).filter_map(|slot| {
            let row = self.rules.row(self.table, slot)?;
            let (outcome, distance) = outcome_of(row.slot)?;
            Some(Row {
                position: row.position,
                word: self.terms.word(outcome),
                outcome,
                distance: distance.map(|distance| distance.0),
                to: row.to,
            })
        })
    }

    fn write_rows(&self, out: &mut dyn Write, most: usize) -> io::Result<()> {
        let plain = anstyle::Style::new();
        let rows = self.rows().take(most).map(|row| {
            vec![
                (row.position, plain),
                (row.word.to_owned(), style::outcome(row.outcome)),
                (row.distance.map_or(String::new(), |distance| distance.to_string()), plain),
                (row.to.unwrap_or_default(), plain),
            ]
        });
        let headings = [
            ("vertex", Lean::Left),
            ("outcome", Lean::Left),
            ("distance", Lean::Right),
            ("move", Lean::Left),
        ];
        table::write(out, &headings, &rows.collect::<Vec<_>>())
    }

    pub(crate) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut out = io::BufWriter::new(out);
        writeln!(out, "vertex,outcome,distance,move")?;
        for row in self.rows() {
            let distance = row.distance.map_or(String::new(), |distance| distance.to_string());
            let to = row.to.as_deref().map(csv_field).unwrap_or_default();
            writeln!(out, "{},{},{distance},{to}", csv_field(&row.position), row.word)?;
        }
        out.flush()
    }

    /// The same keys in the same order as for a graph: the positions of the index are its vertices.
    pub(crate) fn write_json(
        &self,
        out: &mut dyn Write,
        with_rows: bool,
        threads: Threads,
    ) -> io::Result<()> {
        let counts = self.table.counts();
        let mut out = io::BufWriter::new(out);
        let positions = self.table.len() - counts.hole;
        write!(
            out,
            "{{\n  \"objective\": \"outcome\",\n  \"vertices\": {positions},\n  \"edges\": {},\n  \
             \"summary\": {{\"{}\": {}, \"{}\": {}, \"{}\": {}, \"longest\": {}",
            self.rules.edges(threads),
            self.terms.word(Outcome::Win),
            counts.win,
            self.terms.word(Outcome::Lose),
            counts.lose,
            self.terms.word(Outcome::Draw),
            counts.draw + counts.tie,
            json!(self.table.longest().map(|(_, distance)| distance.0)),
        )?;
        if counts.tie > 0 {
            write!(out, ", \"ties\": {}", counts.tie)?;
        }
        if let Some((outcome, distance)) = self.start().and_then(outcome_of) {
            write!(
                out,
                ", \"start\": {{\"outcome\": \"{}\", \"distance\": {}}}",
                self.terms.word(outcome),
                json!(distance.map(|distance| distance.0)),
            )?;
        }
        out.write_all(b"}")?;
        if with_rows {
            out.write_all(b",\n  \"rows\": [")?;
            for (index, row) in self.rows().enumerate() {
                write!(
                    out,
                    "{}\n    {{\"vertex\": {}, \"outcome\": \"{}\", \"distance\": {}, \"move\": {}}}",
                    if index == 0 { "" } else { "," },
                    json!(row.position),
                    row.word,
                    json!(row.distance),
                    json!(row.to),
                )?;
            }
            out.write_all(b"\n  ]")?;
        }
        out.write_all(b"\n}\n")?;
        out.flush()
    }
}

struct Row {
    position: String,
    word: &'static str,
    outcome: Outcome,
    distance: Option<u32>,
    to: Option<String>,
}
