//! `retrograde table probe`.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use retrograde::table::{Position, SolvedGame, Worth};
use retrograde::words::{self, Grid, Lean, Paint, Text, counted, grouped};
use retrograde::{NamedMove, Outcome, quote};
use serde_json::{Value, json};

use super::OpenArguments;
use crate::Program;
use crate::failure::Failure;
use crate::grid;
use crate::interrupt::Waiting;
use crate::output::{OutputArguments, say_error};

/// Bytes on a line that is taken for a position.
const LONGEST_LINE: usize = 1 << 16;

/// Bytes that are shown of a line that is longer.
const SHOWN_OF_LONG_LINE: usize = 64;

/// Ask a table about positions
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  retrograde table probe quixo4                         the start, with all its moves
  retrograde table probe kqkr '8/8/8/7Q/8/2k5/1r6/K7 w - - 0 1'
  retrograde table probe quixo4 --input positions.txt --format csv

With several positions, or with --input, there is one row for each, in order:
position,outcome,distance,move,to with win, lose or draw, the distance in moves
of either player, a best move, and the position that it leads to. JSON has
'tie' where the rules end a draw.

What is no position has a row with its text and nothing else (in JSON with the
reason as 'error') and is named on standard error with its line and the reason.
The rest is answered all the same, and the exit status is 2. Lines with nothing
on them are passed over.")]
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
        if self.input.is_none() && self.positions.len() < 2 {
            return self.show_one(&prober, format);
        }
        let mut refused = Refused::default();
        match format {
            ProbeFormat::Text => {
                let mut rows = Vec::new();
                self.each_text(|asked, _| {
                    rows.push(prober.row(asked, &mut refused)?);
                    Ok(())
                })?;
                self.output.write(|out| write_rows(out, &rows))?;
            }
            _ => self.output.stream(|out| {
                let mut out = io::BufWriter::new(out);
                begin(&mut out, format)?;
                self.each_text(|asked, idle| {
                    write_row(&mut out, format, &prober.row(asked, &mut refused)?)?;
                    // Whoever asks one thing at a time waits for the answer.
                    if idle { Ok(out.flush()?) } else { Ok(()) }
                })?;
                Ok(out.flush()?)
            })?,
        }
        refused.finish(game.table().map_or("the game", |table| table.spec()))
    }

    /// Looks at every text that is asked about, and whether the next one has not come yet.
    fn each_text(
        &self,
        mut look: impl FnMut(Asked<'_>, bool) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        match &self.input {
            Some(path) => each_line(path, look),
            None => {
                for (text, number) in self.positions.iter().zip(1..) {
                    let place = format!("position {number}");
                    look(Asked { text: text.trim().into(), place, trouble: None }, false)?;
                }
                Ok(())
            }
        }
    }

    /// One position: for people its board, its value and every move.
    fn show_one(&self, prober: &Prober<'_>, format: ProbeFormat) -> Result<(), Failure> {
        let game = prober.game;
        let position = match self.positions.first().map(|text| text.trim()) {
            Some(text) => prober.parse(text).map_err(|reason| {
                Failure::message(format!("'{}': {reason}", text.escape_debug()))
            })?,
            None => prober.start()?,
        };
        let Some(worth) = game.worth(&position)? else {
            return Err(Failure::message(format!(
                "'{}' {NOT_THERE}",
                game.rules().show(&position)
            )));
        };
        if format != ProbeFormat::Text {
            let answer = Ok(prober.answer(&position, worth)?);
            let row = Row { asked: game.rules().show(&position), answer };
            return self.output.write_plain(|out| {
                begin(out, format)?;
                write_row(out, format, &row)
            });
        }
        let moves = game.moves(&position)?;
        self.output.write(|out| {
            writeln!(out, "{}\n", game.rules().board(&position))?;
            let distance = worth.distance().map_or(String::new(), |distance| {
                format!(" in {}", counted(distance.0.into(), "move", "moves"))
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

/// Why there is no answer about a position that can be written down.
const NOT_THERE: &str = "cannot come up in this game: the table has nothing about it";

/// A text that is taken for a position.
struct Asked<'a> {
    text: Cow<'a, str>,
    /// Where it stands, for errors.
    place: String,
    /// Why it cannot be one, if that is known before it is read.
    trouble: Option<&'static str>,
}

/// How many texts were no positions.
#[derive(Default)]
struct Refused {
    asked: u64,
    refused: u64,
}

impl Refused {
    /// Ends with a failure if there were any.
    fn finish(self, game: &str) -> Result<(), Failure> {
        match self.refused {
            0 => Ok(()),
            refused => Err(Failure::message(format!(
                "{} of {} {} no position of {game} that the table knows: the others are answered",
                grouped(refused),
                grouped(self.asked),
                if refused == 1 { "is" } else { "are" }
            ))),
        }
    }
}

/// Looks at every line that has something on it, and whether the next one has not come yet.
fn each_line(
    path: &Path,
    mut look: impl FnMut(Asked<'_>, bool) -> Result<(), Failure>,
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
        let place = format!("{name}, line {number}");
        line.clear();
        let most = LONGEST_LINE as u64 + 1;
        let failed = |error| Failure::message(format!("{place}: {error}"));
        let waiting = lines.buffer().is_empty().then(Waiting::begin);
        let read = lines.by_ref().take(most).read_until(b'\n', &mut line);
        drop(waiting);
        if read.map_err(failed)? == 0 {
            break;
        }
        let too_long = line.len() > LONGEST_LINE;
        if too_long && line.last() != Some(&b'\n') {
            lines.skip_until(b'\n').map_err(failed)?;
        }
        if too_long {
            line.truncate(SHOWN_OF_LONG_LINE);
        }
        let text = String::from_utf8_lossy(&line);
        let trouble = match text {
            _ if too_long => Some("too long for a position"),
            Cow::Owned(_) => Some("not UTF-8 text"),
            Cow::Borrowed(_) => None,
        };
        let text = text.trim();
        if !text.is_empty() {
            let idle = lines.buffer().is_empty();
            look(Asked { text: text.into(), place, trouble }, idle)?;
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
    /// The position, or the text that is none.
    asked: String,
    /// What it is worth, and a best move; or why there is nothing to say.
    answer: Result<(Worth, Option<NamedMove>), String>,
}

impl Prober<'_> {
    fn start(&self) -> Result<Position, Failure> {
        let none = || Failure::message("the game has no start: give a position to ask about");
        self.game.rules().start().ok_or_else(none)
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        self.game.rules().parse(text).map_err(|error| error.to_string())
    }

    /// The row of a text; if it is no position, says so at once.
    fn row(&self, asked: Asked<'_>, refused: &mut Refused) -> Result<Row, Failure> {
        refused.asked += 1;
        let parsed = match asked.trouble {
            Some(trouble) => Err(trouble.to_owned()),
            None => self.parse(&asked.text),
        };
        let reason = match parsed {
            Ok(position) => match self.game.worth(&position)? {
                Some(worth) => {
                    let answer = Ok(self.answer(&position, worth)?);
                    return Ok(Row { asked: self.game.rules().show(&position), answer });
                }
                None => NOT_THERE.to_owned(),
            },
            Err(reason) => reason,
        };
        refused.refused += 1;
        say_error(&format!("{}: '{}': {reason}", asked.place, asked.text.escape_debug()));
        Ok(Row { asked: asked.text.into_owned(), answer: Err(reason) })
    }

    fn answer(
        &self,
        position: &Position,
        worth: Worth,
    ) -> Result<(Worth, Option<NamedMove>), Failure> {
        let best = self.game.moves(position)?.into_iter().next();
        let show = |to: &Position| self.game.rules().show(to);
        Ok((worth, best.map(|best| NamedMove { to: show(&best.to), name: best.text })))
    }
}

impl Row {
    fn worth(&self) -> Option<Worth> {
        self.answer.as_ref().ok().map(|(worth, _)| *worth)
    }

    fn best(&self) -> Option<&NamedMove> {
        self.answer.as_ref().ok().and_then(|(_, best)| best.as_ref())
    }

    fn distance(&self) -> Option<u32> {
        Some(self.worth()?.distance()?.0)
    }
}

fn write_rows(out: &mut dyn Write, rows: &[Row]) -> io::Result<()> {
    let row = |row: &Row| {
        let outcome = row.worth().and_then(Worth::outcome);
        let word = row.worth().map_or("", Worth::as_str);
        vec![
            Text::plain(&row.asked),
            Text::new(word, outcome.map_or(Paint::Plain, Paint::Outcome)),
            Text::plain(row.distance().map_or(String::new(), grouped)),
            Text::plain(row.best().map_or(String::new(), |best| best.name.clone())),
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
        ProbeFormat::Csv => writeln!(out, "position,outcome,distance,move,to"),
        _ => Ok(()),
    }
}

fn write_row(out: &mut dyn Write, format: ProbeFormat, row: &Row) -> io::Result<()> {
    let outcome = row.worth().and_then(Worth::outcome).map(Outcome::as_str);
    let best = row.best();
    if format == ProbeFormat::Csv {
        return writeln!(
            out,
            "{},{},{},{},{}",
            quote::csv(&row.asked),
            outcome.unwrap_or_default(),
            row.distance().map_or(String::new(), |moves| moves.to_string()),
            best.map(|best| quote::csv(&best.name)).unwrap_or_default(),
            best.map(|best| quote::csv(&best.to)).unwrap_or_default(),
        );
    }
    let mut object = json!({
        "position": row.asked,
        "outcome": outcome,
        "distance": row.distance(),
        "move": best.map(|best| &best.name),
        "to": best.map(|best| &best.to),
    });
    if row.worth() == Some(Worth::Tie) {
        object["tie"] = Value::Bool(true);
    }
    if let Err(reason) = &row.answer {
        object["error"] = json!(reason);
    }
    writeln!(out, "{object}")
}
