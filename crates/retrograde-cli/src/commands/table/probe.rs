//! `retrograde table probe`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retrograde::games::Game;
use retrograde::games::catalogue::Visitor;
use retrograde::table::{Entry, Table};
use serde_json::json;

use super::OpenArguments;
use crate::failure::Failure;
use crate::output::OutputArguments;
use crate::style;
use crate::table::{self, Lean};

/// Ask a table about positions
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  retrograde table probe quixo4                         the start, with all its moves
  retrograde table probe kqkr '8/8/8/8/8/2k5/1r6/K1Q5 w - - 0 1'
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
        let (table, game) = self.open.open()?;
        game.visit(Prober { probe: self, table: &table })
    }

    /// The positions asked for, one by one.
    fn lines(&self) -> Result<Box<dyn Iterator<Item = io::Result<String>> + '_>, Failure> {
        match &self.input {
            None => Ok(Box::new(self.positions.iter().cloned().map(Ok))),
            Some(path) if path.as_os_str() == "-" => Ok(Box::new(io::stdin().lines())),
            Some(path) => {
                let file = File::open(path).map_err(|error| {
                    Failure::message(format!("{}: cannot be opened: {error}", path.display()))
                })?;
                Ok(Box::new(BufReader::new(file).lines()))
            }
        }
    }
}

struct Prober<'a> {
    probe: &'a Probe,
    table: &'a Table,
}

impl Visitor for Prober<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game + Clone + 'static>(self, game: &G) -> Result<(), Failure> {
        self.table.check_game(game)?;
        let Probe { positions, input, format, output, .. } = self.probe;
        let format = output.format(*format).unwrap_or(Show::Text);
        if input.is_none() && positions.len() < 2 && format == Show::Text {
            let position = match positions.first() {
                Some(text) => parse(game, text, "")?,
                None => game.start().ok_or_else(|| {
                    Failure::message("the game has no start: give a position to ask about")
                })?,
            };
            return self.show_one(game, &position);
        }
        let mut rows = Vec::new();
        for (index, line) in self.probe.lines()?.enumerate() {
            let line = line.map_err(|error| Failure::message(format!("positions: {error}")))?;
            if line.trim().is_empty() {
                continue;
            }
            let place =
                if input.is_some() { format!("line {}: ", index + 1) } else { String::new() };
            let position = parse(game, &line, &place)?;
            rows.push(self.row(game, &position)?);
        }
        match format {
            Show::Text => output.write(|out| write_rows(out, &rows)),
            Show::Csv => output.write_plain(|out| write_csv(out, &rows)),
            Show::Json => output.write_plain(|out| write_json(out, &rows)),
        }
    }
}

fn parse<G: Game>(game: &G, text: &str, place: &str) -> Result<G::Position, Failure> {
    game.parse(text.trim())
        .map_err(|error| Failure::message(format!("{place}'{}': {error}", text.trim())))
}

/// What is known about one position.
struct Row {
    position: String,
    entry: Entry,
    best: Option<String>,
}

impl Prober<'_> {
    fn row<G: Game>(&self, game: &G, position: &G::Position) -> Result<Row, Failure> {
        let entry = self.entry(game, position)?;
        let moves = self.table.moves(game, position)?;
        let best = moves.first().map(|step| game.show_move(position, &step.chosen));
        Ok(Row { position: game.show(position), entry, best })
    }

    fn entry<G: Game>(&self, game: &G, position: &G::Position) -> Result<Entry, Failure> {
        match self.table.probe_position(game, position)? {
            Entry::Hole => Err(Failure::message(format!(
                "'{}' cannot come up in this game: the table has nothing about it",
                game.show(position)
            ))),
            entry => Ok(entry),
        }
    }

    /// The board, its value, and every move.
    fn show_one<G: Game>(&self, game: &G, position: &G::Position) -> Result<(), Failure> {
        let entry = self.entry(game, position)?;
        let moves = self.table.moves(game, position)?;
        self.probe.output.write(|out| {
            writeln!(out, "{}\n", game.board(position))?;
            let distance =
                entry.distance().map_or(String::new(), |plies| format!(" in {plies} plies"));
            writeln!(out, "{}{distance} for the player to move", entry.as_str())?;
            if moves.is_empty() {
                return Ok(());
            }
            writeln!(out)?;
            let plain = anstyle::Style::new();
            let rows: Vec<_> = moves
                .iter()
                .map(|step| {
                    let (word, paint) = match step.entry {
                        Entry::Lose(_) => ("wins", style::outcome(retrograde::Outcome::Win)),
                        Entry::Win(_) => ("loses", style::outcome(retrograde::Outcome::Lose)),
                        Entry::Tie => ("ties", style::outcome(retrograde::Outcome::Draw)),
                        _ => ("draws", style::outcome(retrograde::Outcome::Draw)),
                    };
                    let plies = step
                        .entry
                        .distance()
                        .map_or(String::new(), |plies| format!("in {}", plies.0 + 1));
                    vec![
                        (game.show_move(position, &step.chosen), plain),
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

fn write_csv(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let quoted = |text: &str| match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    writeln!(out, "position,outcome,distance,move")?;
    for row in rows {
        let distance = row.entry.distance().map_or(String::new(), |plies| plies.to_string());
        let best = row.best.as_deref().map_or(String::new(), quoted);
        writeln!(out, "{},{},{distance},{best}", quoted(&row.position), row.entry.as_str())?;
    }
    out.flush()
}

fn write_json(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    for row in rows {
        let object = json!({
            "position": row.position,
            "outcome": row.entry.as_str(),
            "distance": row.entry.distance().map(|plies| plies.0),
            "move": row.best,
        });
        writeln!(out, "{object}")?;
    }
    out.flush()
}
