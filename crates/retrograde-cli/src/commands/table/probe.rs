//! `retrograde table probe`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use retrograde::quote;
use retrograde::table::{Position, SolvedGame, Worth};
use retrograde::words::{self, Grid, Lean, Paint, Text, counted};
use serde_json::json;

use super::OpenArguments;
use crate::Program;
use crate::failure::Failure;
use crate::grid;
use crate::interrupt::Waiting;
use crate::output::OutputArguments;

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
    format: Option<ProbeFormat>,

    #[command(flatten)]
    output: OutputArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProbeFormat {
    /// For people
    Text,
    /// One row a position
    Csv,
    /// One object a line for each position
    Json,
}

impl Probe {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.output.check(self.input.as_ref().map(|path| path.as_os_str()).as_slice(), None)?;
        let game = self.open.open(program)?;
        let prober = Prober { game: &game };
        let format = self.output.format(self.format)?.unwrap_or(ProbeFormat::Text);
        match (&self.input, format) {
            (Some(path), ProbeFormat::Text) => {
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
            (None, ProbeFormat::Text) if self.positions.len() < 2 => self.show_one(&prober),
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
                    ProbeFormat::Text => self.output.write(|out| write_rows(out, &rows)),
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
        let game = prober.game;
        let position = match self.positions.first() {
            Some(text) => prober.parse(text, "")?,
            None => prober.start()?,
        };
        let worth = prober.worth(&position)?;
        let moves = game.moves(&position)?;
        self.output.write(|out| {
            writeln!(out, "{}\n", game.rules().board(&position))?;
            let distance = worth.distance().map_or(String::new(), |distance| {
                format!(" in {}", counted(distance.0.into(), "ply", "plies"))
            });
            writeln!(out, "{}{distance} for the player to move", worth.as_str())?;
            if moves.is_empty() {
                return Ok(());
            }
            writeln!(out)?;
            grid::write(out, &words::moves(&moves))
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
        true => ("standard input".to_owned(), Box::new(io::stdin())),
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
        let waiting = lines.buffer().is_empty().then(Waiting::begin);
        let read = lines.by_ref().take(most).read_until(b'\n', &mut line);
        drop(waiting);
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

/// A game as its table knows it.
struct Prober<'a> {
    game: &'a SolvedGame,
}

/// What is known about one position.
struct Row {
    position: String,
    worth: Worth,
    best: Option<String>,
}

impl Prober<'_> {
    fn start(&self) -> Result<Position, Failure> {
        let none = || Failure::message("the game has no start: give a position to ask about");
        self.game.rules().start().ok_or_else(none)
    }

    fn parse(&self, text: &str, place: &str) -> Result<Position, Failure> {
        let text = text.trim();
        self.game
            .rules()
            .parse(text)
            .map_err(|error| Failure::message(format!("{place}'{}': {error}", text.escape_debug())))
    }

    fn row(&self, position: &Position) -> Result<Row, Failure> {
        let worth = self.worth(position)?;
        let best = self.game.moves(position)?.into_iter().next().map(|best| best.text);
        Ok(Row { position: self.game.rules().show(position), worth, best })
    }

    fn worth(&self, position: &Position) -> Result<Worth, Failure> {
        self.game.worth(position)?.ok_or_else(|| {
            Failure::message(format!(
                "'{}' cannot come up in this game: the table has nothing about it",
                self.game.rules().show(position)
            ))
        })
    }
}

fn write_rows(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let row = |row: &Row| {
        let paint = row.worth.outcome().map_or(Paint::Plain, Paint::Outcome);
        let distance = row.worth.distance().map_or(String::new(), |plies| plies.to_string());
        vec![
            Text::plain(&row.position),
            Text::new(row.worth.as_str(), paint),
            Text::plain(distance),
            Text::plain(row.best.clone().unwrap_or_default()),
        ]
    };
    let columns = vec![
        ("position", Lean::Left),
        ("outcome", Lean::Left),
        ("distance", Lean::Right),
        ("move", Lean::Left),
    ];
    grid::write(out, &Grid { columns, rows: rows.iter().map(row).collect(), below: None })
}

/// What comes before the rows.
fn begin(out: &mut dyn Write, format: ProbeFormat) -> io::Result<()> {
    match format {
        ProbeFormat::Csv => writeln!(out, "position,outcome,distance,move"),
        _ => Ok(()),
    }
}

fn write_row(out: &mut dyn Write, format: ProbeFormat, row: &Row) -> io::Result<()> {
    let distance = row.worth.distance();
    if format == ProbeFormat::Csv {
        return writeln!(
            out,
            "{},{},{},{}",
            quote::csv(&row.position),
            row.worth.as_str(),
            distance.map_or(String::new(), |plies| plies.to_string()),
            row.best.as_deref().map(quote::csv).unwrap_or_default()
        );
    }
    let object = json!({
        "position": row.position,
        "outcome": row.worth.as_str(),
        "distance": distance.map(|plies| plies.0),
        "move": row.best,
    });
    writeln!(out, "{object}")
}
