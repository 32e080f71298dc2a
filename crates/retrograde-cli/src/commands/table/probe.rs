//! `retrograde table probe`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use retrograde::Outcome;
use retrograde::table::{Entry, Position, Rulebook, Table};
use serde_json::json;

use super::OpenArguments;
use crate::failure::Failure;
use crate::input::STDIN;
use crate::output::OutputArguments;
use crate::style;
use crate::table::{self, Lean, csv_field, plies};

/// Bytes on a line that is taken for a position.
const LONGEST_LINE: usize = 1 << 16;

/// Ask a table about positions
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  retrograde table probe quixo4                         the start, with all its moves
  retrograde table probe kqkr '8/8/8/7Q/8/2k5/1r6/K7 w - - 0 1'
  retrograde table probe quixo4 --input positions.txt --format csv

With several positions, or with --input, there is one row a position:
position,outcome,distance,move with win, lose, tie or draw, the distance in plies, and a best move.")]
pub(crate) struct Probe {
    #[command(flatten)]
    open: OpenArguments,

    /// The positions [default: the start of the game]
    #[arg(value_name = "POSITION")]
    positions: Vec<String>,

    /// Read positions from FILE, one a line; '-' for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    input: Option<PathBuf>,

    /// How to show the answer [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<Show>,

    #[command(flatten)]
    output: OutputArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// For people
    Text,
    /// One row a position
    Csv,
    /// One object a line for each position
    Json,
}

impl Probe {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let (table, rules) = self.open.open()?;
        rules.check_table(&table)?;
        let prober = Prober { rules: &rules, table: &table };
        let format = self.output.format(self.format).unwrap_or(Show::Text);
        match (&self.input, format) {
            (Some(path), Show::Text) => {
                let mut rows = Vec::new();
                each_line(path, |text, place, _| {
                    rows.push(prober.row(&prober.parse(text, place)?)?);
                    Ok(())
                })?;
                self.output.write(|out| write_rows(out, &rows))
            }
            (Some(path), _) => self.output.stream(|out| {
                let mut out = io::BufWriter::new(out);
                begin(&mut out, format)?;
                each_line(path, |text, place, idle| {
                    write_row(&mut out, format, &prober.row(&prober.parse(text, place)?)?)?;
                    // Whoever asks one thing at a time waits for the answer.
                    if idle { Ok(out.flush()?) } else { Ok(()) }
                })?;
                Ok(out.flush()?)
            }),
            (None, Show::Text) if self.positions.len() < 2 => self.show_one(&prober),
            (None, _) => {
                let positions = match self.positions.is_empty() {
                    true => vec![prober.start()?],
                    false => {
                        let parse = |text: &String| prober.parse(text, "");
                        self.positions.iter().map(parse).collect::<Result<_, _>>()?
                    }
                };
                let rows: Vec<Row> =
                    positions.iter().map(|at| prober.row(at)).collect::<Result<_, _>>()?;
                match format {
                    Show::Text => self.output.write(|out| write_rows(out, &rows)),
                    _ => self.output.write_plain(|out| {
                        begin(out, format)?;
                        rows.iter().try_for_each(|row| write_row(out, format, row))
                    }),
                }
            }
        }
    }

    /// The board, its value, and every move.
    fn show_one(&self, prober: &Prober<'_>) -> Result<(), Failure> {
        let rules = prober.rules;
        let position = match self.positions.first() {
            Some(text) => prober.parse(text, "")?,
            None => prober.start()?,
        };
        let entry = prober.entry(&position)?;
        let replies = rules.replies(prober.table, &position)?;
        self.output.write(|out| {
            writeln!(out, "{}\n", rules.board(&position))?;
            let distance = entry
                .distance()
                .map_or(String::new(), |distance| format!(" in {}", plies(distance)));
            writeln!(out, "{}{distance} for the player to move", entry.as_str())?;
            if replies.is_empty() {
                return Ok(());
            }
            writeln!(out)?;
            let plain = anstyle::Style::new();
            let rows: Vec<_> = replies
                .iter()
                .map(|reply| {
                    let (word, paint) = match reply.entry {
                        Entry::Lose(_) => ("wins", style::outcome(Outcome::Win)),
                        Entry::Win(_) => ("loses", style::outcome(Outcome::Lose)),
                        Entry::Tie => ("ties", style::outcome(Outcome::Draw)),
                        _ => ("draws", style::outcome(Outcome::Draw)),
                    };
                    let plies = reply
                        .entry
                        .distance()
                        .map_or(String::new(), |plies| format!("in {}", plies.0 + 1));
                    vec![
                        (reply.choice.text.clone(), plain),
                        (word.to_owned(), paint),
                        (plies, plain),
                    ]
                })
                .collect();
            let headings = [("move", Lean::Left), ("which", Lean::Left), ("plies", Lean::Left)];
            table::write(out, &headings, &rows)
        })
    }
}

/// Looks at every line that has something on it: its text, its place for errors, and whether the
/// next one has not come yet.
fn each_line(
    path: &Path,
    mut look: impl FnMut(&str, &str, bool) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (name, from): (_, Box<dyn Read>) = match path.as_os_str() == "-" {
        true => (STDIN.to_owned(), Box::new(io::stdin())),
        false => {
            let cannot =
                |error| Failure::message(format!("{}: cannot be opened: {error}", path.display()));
            (path.display().to_string(), Box::new(File::open(path).map_err(cannot)?))
        }
    };
    let mut lines = BufReader::new(from);
    let mut line = Vec::new();
    for number in 1.. {
        let place = format!("{name}, line {number}: ");
        line.clear();
        let most = LONGEST_LINE as u64 + 1;
        let read = lines.by_ref().take(most).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::message(format!("{place}{error}")))? == 0 {
            break;
        }
        if line.len() > LONGEST_LINE {
            return Err(Failure::message(format!("{place}too long for a position")));
        }
        let Ok(text) = std::str::from_utf8(&line) else {
            return Err(Failure::message(format!("{place}not UTF-8 text")));
        };
        if !text.trim().is_empty() {
            look(text, &place, lines.buffer().is_empty())?;
        }
    }
    Ok(())
}

/// A table and the rules it is about.
struct Prober<'a> {
    rules: &'a Rulebook,
    table: &'a Table,
}

/// What is known about one position.
struct Row {
    position: String,
    entry: Entry,
    best: Option<String>,
}

impl Prober<'_> {
    fn start(&self) -> Result<Position, Failure> {
        let none = || Failure::message("the game has no start: give a position to ask about");
        self.rules.start().ok_or_else(none)
    }

    fn parse(&self, text: &str, place: &str) -> Result<Position, Failure> {
        let text = text.trim();
        self.rules
            .parse(text)
            .map_err(|error| Failure::message(format!("{place}'{}': {error}", text.escape_debug())))
    }

    fn row(&self, position: &Position) -> Result<Row, Failure> {
        let entry = self.entry(position)?;
        let best = self.rules.replies(self.table, position)?.into_iter().next();
        let best = best.map(|reply| reply.choice.text);
        Ok(Row { position: self.rules.show(position), entry, best })
    }

    fn entry(&self, position: &Position) -> Result<Entry, Failure> {
        match self.rules.probe(self.table, position)? {
            Entry::Hole => Err(Failure::message(format!(
                "'{}' cannot come up in this game: the table has nothing about it",
                self.rules.show(position)
            ))),
            entry => Ok(entry),
        }
    }
}

fn write_rows(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let plain = anstyle::Style::new();
    let cells: Vec<_> = rows
        .iter()
        .map(|row| {
            let paint = row.entry.outcome().map_or(plain, style::outcome);
            vec![
                (row.position.clone(), plain),
                (row.entry.as_str().to_owned(), paint),
                (row.entry.distance().map_or(String::new(), |plies| plies.to_string()), plain),
                (row.best.clone().unwrap_or_default(), plain),
            ]
        })
        .collect();
    let headings = [
        ("position", Lean::Left),
        ("outcome", Lean::Left),
        ("distance", Lean::Right),
        ("move", Lean::Left),
    ];
    table::write(out, &headings, &cells)
}

/// What comes before the rows.
fn begin(out: &mut dyn Write, format: Show) -> io::Result<()> {
    match format {
        Show::Csv => writeln!(out, "position,outcome,distance,move"),
        _ => Ok(()),
    }
}

fn write_row(out: &mut dyn Write, format: Show, row: &Row) -> io::Result<()> {
    let distance = row.entry.distance();
    if format == Show::Csv {
        return writeln!(
            out,
            "{},{},{},{}",
            csv_field(&row.position),
            row.entry.as_str(),
            distance.map_or(String::new(), |plies| plies.to_string()),
            row.best.as_deref().map(csv_field).unwrap_or_default()
        );
    }
    let object = json!({
        "position": row.position,
        "outcome": row.entry.as_str(),
        "distance": distance.map(|plies| plies.0),
        "move": row.best,
    });
    writeln!(out, "{object}")
}
