//! `retrograde play`: against perfect play, at the terminal.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use clap::{Args, ValueEnum};
use retrograde::solve::line::End;
use retrograde::table::{Choice, Position, SolvedGame, Worth};
use retrograde::words::{self, counted};
use retrograde::{Control, Error, Input, Objective, Options, Wanted, quote};

use crate::Program;
use crate::failure::Failure;
use crate::game_options::{EngineArguments, TableArguments};
use crate::grid;
use crate::input::{InputArguments, find_start, parse_from};
use crate::interrupt::Waiting;

const AFTER_HELP: &str = "\
Examples:
  retrograde play tic-tac-toe
  retrograde play hexapawn:4x4 --side second
  retrograde play chess:KQvKR --from '8/8/8/7Q/8/2k5/1r6/K7 w - - 0 1'
  retrograde play graph.txt --from a

On a graph the vertices are the positions, and a move is the vertex moved to.
At the prompt, type a move as it is listed, or
  ?      all moves with what they lead to
  undo   take back your last move and the reply
  line   best play from here
  board  show the board again
  quit   stop

With --side none, play ends when a position comes up for the fourth time.";

/// Bytes of a line that are looked at together.
const LONGEST_LINE: u64 = 1 << 16;

/// Play against perfect play
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Play {
    #[command(flatten)]
    input: InputArguments,

    /// Which moves are yours
    #[arg(long, value_enum, default_value_t = Side::First)]
    side: Side,

    /// The position to play from [default: the start, or the first vertex]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    from: Option<String>,

    #[command(flatten)]
    engine: EngineArguments,

    #[command(flatten)]
    table: TableArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You move first
    First,
    /// You move second
    Second,
    /// You move for both
    Both,
    /// You watch
    None,
}

impl Side {
    fn is_mine(self, moves: usize) -> bool {
        match self {
            Side::First => moves.is_multiple_of(2),
            Side::Second => !moves.is_multiple_of(2),
            Side::Both => true,
            Side::None => false,
        }
    }
}

impl Play {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let mut input = self.input.open(program)?;
        let watch = self.input.notes().watch();
        let options = Options { engine: self.engine.engine(), ..self.input.common.options(&watch) };
        let asked = (&Objective::OUTCOME, Wanted::Moves);
        let known = self.table.open(&input, asked, &options)?;
        let (game, start) = match input.rules() {
            None => self.on_graph(&mut input, &options)?,
            Some(rules) => {
                let start = parse_from(rules, self.from.as_deref())?;
                match known {
                    Some(game) => (game, start),
                    None => (input.solve_game(&start, &options)?, start),
                }
            }
        };
        watch.done();
        if game.worth(&start)?.is_none() {
            return Err(Failure::message("--from: that position cannot come up in this game"));
        }
        let mut sitting = Sitting { game, side: self.side, played: vec![start] };
        match sitting.play(&mut io::stdin().lock(), &mut anstream::stdout()) {
            // Whoever watched has gone.
            Err(failure) if failure.is_closed_pipe() => Ok(()),
            other => other,
        }
    }
}

impl Play {
    /// A graph file, whose vertices are the positions.
    fn on_graph(
        &self,
        input: &mut Input,
        options: &Options<'_>,
    ) -> Result<(SolvedGame, Position), Failure> {
        input.engine(&Objective::OUTCOME, Wanted::Moves, options)?;
        if input.is_stdin() && self.side != Side::None {
            return Err(Failure::message(
                "your moves come from standard input, so the graph cannot: give it as a file",
            ));
        }
        let arena = input.arena(options)?;
        if !retrograde::notes(&arena, &Objective::OUTCOME).is_empty() {
            let text = "whoever cannot move loses here: owners, priorities, targets, colours and \
                        weights are not looked at";
            self.input.notes().say(text);
        }
        let from = match &self.from {
            Some(name) => find_start(&arena, name)?,
            None => 0,
        };
        let game =
            retrograde::played(arena, from, options).map_err(|error| error.of(input.label()))?;
        let start = game.rules().start().ok_or(Error::NoStart)?;
        Ok((game, start))
    }
}

/// A game in progress.
struct Sitting {
    game: SolvedGame,
    side: Side,
    /// The positions so far; the last one is on the board.
    played: Vec<Position>,
}

/// What somebody typed.
enum Entered {
    /// A move that leads there.
    Move(Position),
    Again,
    Quit,
}

impl Sitting {
    /// Plays until the game is over, a player has had enough, or nothing more is typed.
    fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        self.show_board(out)?;
        loop {
            let position = self.played.last().expect("a position is on the board").clone();
            let moves = self.game.moves(&position)?;
            if moves.is_empty() {
                return self.finish(out);
            }
            let next = if self.side.is_mine(self.played.len() - 1) {
                match self.ask(input, out)? {
                    Entered::Move(next) => next,
                    Entered::Again => continue,
                    Entered::Quit => return Ok(()),
                }
            } else {
                writeln!(out, "I play {}", quote::shown(&moves[0].text))?;
                moves[0].to.clone()
            };
            let came_up = self.played.iter().filter(|&earlier| *earlier == next).count();
            self.played.push(next);
            self.show_board(out)?;
            // Nobody wants to watch that forever.
            if came_up >= 3 && self.side == Side::None {
                writeln!(out, "the same position for the fourth time: a draw")?;
                return self.finish(out);
            }
        }
    }

    fn show_board(&self, out: &mut dyn Write) -> io::Result<()> {
        let position = self.played.last().expect("a position is on the board");
        let second = self.played.len().is_multiple_of(2);
        let rules = self.game.rules();
        writeln!(out, "\n{}", rules.board_seen(position, second))?;
        if let Some(mover) = rules.mover(position) {
            writeln!(out, "{mover} to move")?;
        }
        Ok(())
    }

    fn ask(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<Entered, Failure> {
        let position = self.played.last().expect("a position is on the board").clone();
        write!(out, "your move (? lists them): ")?;
        out.flush()?;
        let mut line = Vec::new();
        let waiting = Waiting::begin();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(Entered::Quit);
        }
        drop(waiting);
        // What is not text is not a move either, and no reason to stop.
        match String::from_utf8_lossy(&line).trim() {
            "" => {}
            "?" | "help" | "hint" | "moves" => self.show_moves(out, &position)?,
            "quit" | "q" | "exit" => return Ok(Entered::Quit),
            "board" => self.show_board(out)?,
            "line" => self.show_line(out, &position)?,
            "undo" | "u" => {
                let back = if self.side == Side::Both { 1 } else { 2 };
                if self.played.len() > back {
                    self.played.truncate(self.played.len() - back);
                    self.show_board(out)?;
                } else {
                    writeln!(out, "there is nothing to take back")?;
                }
            }
            text => match self.find_move(&position, text) {
                Some(choice) => return Ok(Entered::Move(choice.to)),
                None => {
                    let mut shown: String = text.chars().take(40).collect();
                    if shown.len() < text.len() {
                        shown.push('…');
                    }
                    let shown = shown.escape_debug();
                    writeln!(out, "'{shown}' is not a move here: ? lists them, quit stops")?;
                }
            },
        }
        Ok(Entered::Again)
    }

    /// The move that somebody typed; capitals do not matter where only one can be meant.
    fn find_move(&self, position: &Position, text: &str) -> Option<Choice> {
        let rules = self.game.rules();
        rules.parse_move(position, text).or_else(|| {
            let choices = rules.choices(position).into_iter();
            let mut alike = choices.filter(|choice| choice.text.eq_ignore_ascii_case(text));
            alike.next().filter(|_| alike.next().is_none())
        })
    }

    /// All moves with what they lead to, for whoever makes them.
    fn show_moves(&self, out: &mut dyn Write, position: &Position) -> Result<(), Failure> {
        grid::write(out, &words::moves(&self.game.moves(position)?))?;
        Ok(writeln!(out, "type a move, or undo, line, board, quit")?)
    }

    /// Best play from here, as wide as the place has room.
    fn show_line(&self, out: &mut dyn Write, from: &Position) -> Result<(), Failure> {
        const MOST: usize = 400;
        let line = self.game.line(from, Some(MOST), &Control::default())?;
        let width = match io::stdout().is_terminal() {
            true => terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0)),
            false => 80,
        };
        let mut text = String::new();
        let mut column = 0;
        for (index, step) in line.steps.iter().enumerate() {
            let Some(chosen) = &step.chosen else { break };
            let word = format!("{}. {}", index + 1, quote::shown(&chosen.text));
            if column > 0 && column + 2 + word.chars().count() > width {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push_str("  ");
                column += 2;
            }
            column += word.chars().count();
            text.push_str(&word);
        }
        let end = match line.end {
            End::Repeats(step) => format!("and so on, round from move {}", step + 1),
            End::Cut | End::Open => "and so on".to_owned(),
            End::Over => "and the game is over".to_owned(),
        };
        let text = if text.is_empty() { "no move" } else { &text };
        Ok(writeln!(out, "best play: {text}\n{end}")?)
    }

    /// Says who won, and how best play would have gone.
    fn finish(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let position = self.played.last().expect("a position is on the board");
        let moves = self.played.len() - 1;
        let mine = self.side.is_mine(moves);
        let alone = matches!(self.side, Side::Both | Side::None);
        let text = match self.game.worth(position)? {
            Some(Worth::Lose(_)) if alone => "the player to move has lost",
            Some(Worth::Win(_)) if alone => "the player to move has won",
            Some(Worth::Lose(_)) if mine => "you have lost",
            Some(Worth::Lose(_)) => "you have won",
            Some(Worth::Win(_)) if mine => "you have won",
            Some(Worth::Win(_)) => "you have lost",
            _ => "nobody has won",
        };
        writeln!(out, "{text} after {}", counted(moves as u64, "move", "moves"))?;
        self.show_line(out, &self.played[0])
    }
}
