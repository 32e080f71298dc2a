//! `retrograde table probe`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retrograde::table::{Answers, ProbeError, Probed, Refused, Row, RowFormat, SolvedGame};
use retrograde::words::{self, Grid, Lean, Paint, Text, counted, grouped};
use retrograde::{Control, Threads};

use super::OpenArguments;
use crate::Program;
use crate::failure::Failure;
use crate::grid;
use crate::interrupt::{self, Waiting};
use crate::output::{OutputArguments, say_error};
use crate::solver::parse_threads;

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

    /// How many threads to use for --input [default: all]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<Threads>,

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

impl ProbeFormat {
    fn of_rows(self) -> Option<RowFormat> {
        match self {
            ProbeFormat::Text => None,
            ProbeFormat::Csv => Some(RowFormat::Csv),
            ProbeFormat::Json => Some(RowFormat::Json),
        }
    }
}

impl Probe {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.output.check(self.input.as_ref().map(|path| path.as_os_str()).as_slice(), None)?;
        let game = self.open.open(program)?;
        let format = self.output.format(self.format)?.unwrap_or(ProbeFormat::Text).of_rows();
        if self.input.is_none() && self.positions.len() < 2 {
            return self.show_one(&game, format);
        }
        let mut refused = Refusals::default();
        match format {
            None => {
                let mut rows = Vec::new();
                self.answer(&game, None, &mut refused, &mut |answers| {
                    rows.extend(answers.probed.iter().map(|(text, probed)| cells(text, probed)));
                    Ok(())
                })?;
                self.output.write(|out| write_rows(out, rows))?;
            }
            Some(format) => self.output.stream(|out| {
                out.write_all(format.header().as_bytes())?;
                self.answer(&game, Some(format), &mut refused, &mut |answers| {
                    out.write_all(&answers.rows)?;
                    // Whoever asks one thing at a time waits for the answer.
                    out.flush()
                })
            })?,
        }
        refused.finish(game.table().map_or("the game", |table| table.spec()))
    }

    /// Answers everything that is asked about, in order.
    fn answer(
        &self,
        game: &SolvedGame,
        format: Option<RowFormat>,
        refused: &mut Refusals,
        take: &mut dyn FnMut(&Answers) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let control = Control { cancel: Some(interrupt::cancel()), ..Control::default() }
            .on(self.threads.unwrap_or_default());
        let Some(path) = &self.input else {
            let texts = self.positions.iter().map(|text| text.trim());
            let answers = game.probe_texts(texts, format)?;
            take(&answers)?;
            refused.say("position", &answers);
            return Ok(());
        };
        let mut probe = |name: &str, lines: &mut (dyn Read + Send)| {
            let probed = game.probe_lines(lines, format, &control, |answers| {
                take(&answers)?;
                refused.say(name, &answers);
                Ok(())
            });
            probed.map_err(|error| match error {
                ProbeError::Table(error) => error.into(),
                ProbeError::Output(error) => error.into(),
                ProbeError::Input { line, error } => {
                    Failure::message(format!("{name} {line}: {error}"))
                }
                error => Failure::message(error.to_string()),
            })
        };
        if path.as_os_str() == "-" {
            return probe("standard input, line", &mut Patient(io::stdin()));
        }
        let cannot =
            |error| Failure::message(format!("{}: cannot be opened: {error}", path.display()));
        let file = File::open(path).map_err(cannot)?;
        probe(&format!("{}, line", path.display()), &mut Patient(file))
    }

    /// One position: for people its board, its value and every move.
    fn show_one(&self, game: &SolvedGame, format: Option<RowFormat>) -> Result<(), Failure> {
        let position = match self.positions.first().map(|text| text.trim()) {
            Some(text) => game.rules().parse(text).map_err(|reason| {
                Failure::message(format!("'{}': {reason}", text.escape_debug()))
            })?,
            None => game.rules().start().ok_or_else(|| {
                Failure::message("the game has no start: give a position to ask about")
            })?,
        };
        let Some(worth) = game.worth(&position)? else {
            return Err(Failure::message(format!(
                "'{}' {}",
                game.rules().show(&position),
                Probed::NotThere.reason().unwrap_or_default()
            )));
        };
        if let Some(format) = format {
            let text = game.rules().show(&position);
            let mut rows = format.header().as_bytes().to_vec();
            format.write(&text, &game.prober().ask(&text)?, &mut rows);
            return self.output.write_plain(|out| out.write_all(&rows));
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

/// Input that a signal does not wait for.
struct Patient<R>(R);

impl<R: Read> Read for Patient<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let _waiting = Waiting::begin();
        self.0.read(bytes)
    }
}

/// How many texts were no positions.
#[derive(Default)]
struct Refusals {
    asked: u64,
    refused: u64,
}

impl Refusals {
    /// Says what is wrong with those that are none; `place` is where they stand, but for the number.
    fn say(&mut self, place: &str, answers: &Answers) {
        self.asked += answers.asked;
        self.refused += answers.refused.len() as u64;
        for Refused { line, text, reason } in &answers.refused {
            say_error(&format!("{place} {line}: '{}': {reason}", text.escape_debug()));
        }
    }

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

/// A row for people.
fn cells(text: &str, probed: &Probed) -> Vec<Text> {
    let Probed::Known(Row { position, worth, best }) = probed else {
        return vec![Text::plain(text), Text::default(), Text::default(), Text::default()];
    };
    vec![
        Text::plain(position),
        Text::new(worth.as_str(), worth.outcome().map_or(Paint::Plain, Paint::Outcome)),
        Text::plain(worth.distance().map_or(String::new(), |distance| grouped(distance.0))),
        Text::plain(best.as_ref().map_or(String::new(), |best| best.name.clone())),
    ]
}

fn write_rows(out: &mut dyn Write, rows: Vec<Vec<Text>>) -> io::Result<()> {
    let columns = vec![
        ("position", Lean::Left),
        ("outcome", Lean::Left),
        ("distance", Lean::Right),
        ("move", Lean::Left),
    ];
    grid::write(out, &Grid { columns, rows, below: None })
}
