//! Games given by rules, as they are known over an index or from a table.

use std::cell::Cell;
use std::io;

use retrograde_core::{
    Answer, AnyValue, Cell as Field, Control, Distance, Fact, Objective, Outcome, Solution,
    Stopped, Summary, Terms, Vertex,
};
use retrograde_io::{Label, Row, Rows};
use retrograde_table::{Kind, Move, Overview, Position, SolvedGame, Worth};

use super::counts::columns;
use super::rows::OUTCOME_COLUMNS;
use super::{Grid, Lean, Paint, Text, counted, grouped};
use crate::error::Error;
use crate::options::Options;

/// The figures of a game that is known position by position.
#[derive(Clone, Debug)]
pub struct GameFigures {
    /// How many positions there are, in words.
    pub size: String,
    /// How they were found out, in words.
    pub how: String,
    /// How many positions are worth what.
    pub counts: Grid,
    /// What the start is worth, in words.
    pub start: Option<String>,
    /// How many positions there are.
    pub positions: u64,
}

/// The figures of a game.
///
/// # Errors
/// A table cannot be read, or the work was stopped.
pub fn game_figures(
    game: &SolvedGame,
    terms: Terms,
    options: &Options<'_>,
) -> Result<GameFigures, Error> {
    let overview = game.overview(&options.control(0))?;
    let positions = overview.counts.positions();
    let counted_positions = counted(positions, "position", "positions");
    let size = match game.rules().slots().filter(|_| game.arena().is_none()) {
        Some(slots) => {
            format!("{counted_positions} in {} of the index", counted(slots, "slot", "slots"))
        }
        None => counted_positions,
    };
    let how = match game.table() {
        Some(table) if table.kind() == Kind::Outcome => "answered from a table of outcomes",
        Some(_) => "answered from a table, distances in moves",
        None => "solved over its index, distances in moves",
    };
    let start = game.start()?.map(worth);
    let counts = counts(game, &overview, terms);
    Ok(GameFigures { size, how: how.to_owned(), counts, start, positions })
}

fn counts(game: &SolvedGame, overview: &Overview, terms: Terms) -> Grid {
    let counts = &overview.counts;
    let longest = |longest: &Option<(Position, Distance)>| {
        longest.as_ref().map_or(String::new(), |(position, distance)| {
            format!("{} from {}", in_moves(*distance), game.rules().show(position))
        })
    };
    let mut lines = vec![
        (terms.word(Outcome::Win), Outcome::Win, counts.win, longest(&overview.longest_win)),
        (terms.word(Outcome::Lose), Outcome::Lose, counts.lose, longest(&overview.longest_loss)),
    ];
    if counts.tie > 0 {
        lines.push(("tie", Outcome::Draw, counts.tie, String::new()));
    }
    if counts.draw > 0 || counts.tie == 0 {
        lines.push((terms.word(Outcome::Draw), Outcome::Draw, counts.draw, String::new()));
    }
    let row = |(word, outcome, count, longest): (&str, Outcome, u64, String)| {
        vec![
            Text::new(word, Paint::Outcome(outcome)),
            Text::count(count as usize),
            Text::share(count as usize, counts.positions() as usize),
            Text::plain(longest),
        ]
    };
    let columns = columns("outcome", Some("longest"));
    Grid { columns, rows: lines.into_iter().map(row).collect(), below: None }
}

/// The first positions of a game with what they are worth and a best move.
///
/// # Errors
/// A table cannot be read.
pub fn game_rows(
    game: &SolvedGame,
    terms: Terms,
    most: usize,
    options: &Options<'_>,
) -> Result<Grid, Error> {
    /// Enough rows have been seen.
    enum Stop {
        Full,
        Failed(retrograde_table::TableError),
    }
    impl From<retrograde_table::TableError> for Stop {
        fn from(error: retrograde_table::TableError) -> Self {
            Stop::Failed(error)
        }
    }
    let mut rows = Vec::new();
    let seen = game.each_row(&options.control(0), |row| {
        if rows.len() == most {
            return Err(Stop::Full);
        }
        let distance = row.worth.distance().map_or(String::new(), grouped);
        let outcome = row.worth.outcome().unwrap_or_default();
        rows.push(vec![
            Text::plain(row.position),
            Text::outcome(outcome, terms),
            Text::plain(distance),
            Text::plain(row.best.map_or(String::new(), |best| best.name)),
        ]);
        Ok(())
    });
    match seen {
        Ok(()) | Err(Stop::Full) => {}
        Err(Stop::Failed(error)) => return Err(error.into()),
    }
    Ok(Grid { columns: OUTCOME_COLUMNS.into(), rows, below: None })
}

/// All moves at a position with what they lead to, for whoever makes them.
#[must_use]
pub fn moves(moves: &[Move]) -> Grid {
    let row = |chosen: &Move| {
        let (word, outcome) = match chosen.worth {
            Worth::Lose(_) => ("wins", Outcome::Win),
            Worth::Win(_) => ("loses", Outcome::Lose),
            Worth::Tie => ("ties", Outcome::Draw),
            _ => ("draws", Outcome::Draw),
        };
        let distance = chosen.worth.distance();
        vec![
            Text::plain(&chosen.text),
            Text::new(word, Paint::Outcome(outcome)),
            Text::plain(
                distance.map_or(String::new(), |moves| format!("in {}", grouped(moves.0 + 1))),
            ),
        ]
    };
    let columns = vec![("move", Lean::Left), ("which", Lean::Left), ("moves", Lean::Left)];
    Grid { columns, rows: moves.iter().map(row).collect(), below: None }
}

fn in_moves(distance: Distance) -> String {
    counted(distance.0.into(), "move", "moves")
}

/// A distance, where it is known.
fn within(distance: Option<Distance>) -> String {
    distance.map_or(String::new(), |distance| format!(" in {}", in_moves(distance)))
}

/// How a game has ended that is worth this to the player to move; the names are those of this player
/// and of the other, where they have any.
#[must_use]
pub fn ended(outcome: Outcome, players: Option<[&str; 2]>) -> String {
    match (outcome, players) {
        (Outcome::Draw, _) => "the game is over: nobody has won".to_owned(),
        (Outcome::Win, Some([winner, _])) | (Outcome::Lose, Some([_, winner])) => {
            format!("the game is over, won by {winner}")
        }
        (Outcome::Win, None) => "the game is over: the player to move has won".to_owned(),
        (Outcome::Lose, None) => "the game is over: the player to move has lost".to_owned(),
    }
}

/// What a position is worth, after "is".
#[must_use]
pub fn worth(worth: Worth) -> String {
    match worth {
        Worth::Win(distance) => format!("won{} for the player to move", within(distance)),
        Worth::Lose(distance) => format!("lost{} for the player to move", within(distance)),
        Worth::Tie => "a tie".to_owned(),
        Worth::Draw => "a draw: play need not end".to_owned(),
        Worth::Hole => "not in the index".to_owned(),
    }
}

/// What the start of a game is worth in a solution of its graph, after "the start is".
#[must_use]
pub fn start(solution: &Solution, start: Vertex) -> Option<String> {
    let (Answer::Outcome(outcomes), AnyValue::Outcome(value)) =
        (&solution.answer, solution.value(start))
    else {
        return None;
    };
    let tie = outcomes.ties.as_ref().is_some_and(|ties| ties.get(start as usize));
    Some(match Worth::of(value, tie) {
        Worth::Tie => "a tie".to_owned(),
        Worth::Win(Some(distance)) => {
            format!("won in {} for the player to move", grouped(distance))
        }
        Worth::Lose(Some(distance)) => {
            format!("lost in {} for the player to move", grouped(distance))
        }
        _ => "drawn".to_owned(),
    })
}

/// The positions of a game as rows of a solution file.
#[derive(Debug)]
pub struct GameRows<'a> {
    game: &'a SolvedGame,
    control: Control<'a>,
    overview: Overview,
    edges: u64,
    start: Option<Worth>,
    stopped: Cell<Option<Stopped>>,
}

impl<'a> GameRows<'a> {
    /// The rows of a game, whose positions are counted first; and its moves, if that is wanted: JSON
    /// tells how many there are.
    ///
    /// # Errors
    /// A table cannot be read, or the work was stopped.
    pub fn new(
        game: &'a SolvedGame,
        with_edges: bool,
        options: &Options<'a>,
    ) -> Result<Self, Error> {
        let control = options.control(0);
        let overview = game.overview(&control)?;
        let edges = if with_edges { game.rules().edges(&control)? } else { 0 };
        let (start, stopped) = (game.start()?, Cell::new(None));
        Ok(GameRows { game, control, overview, edges, start, stopped })
    }

    /// Why not all rows were written, if somebody stopped it.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped.get()
    }
}

fn fields(worth: Worth) -> [Field<'static>; 2] {
    let distance = worth.distance().map(|distance| u64::from(distance.0));
    [worth.outcome().map_or(Field::Nothing, Field::Outcome), distance.into()]
}

impl Rows for GameRows<'_> {
    fn objective(&self) -> &Objective {
        &Objective::OUTCOME
    }

    fn count(&self) -> u64 {
        self.overview.counts.positions()
    }

    fn edges(&self) -> u64 {
        self.edges
    }

    fn move_columns(&self) -> Vec<&'static str> {
        Objective::OUTCOME.facts().move_columns(true)
    }

    fn summary(&self, terms: Terms) -> Summary<'_> {
        let counts = &self.overview.counts;
        let number = |count: u64| Fact::Cell(Field::Number(count));
        let longest = [&self.overview.longest_win, &self.overview.longest_loss];
        let longest: Option<u64> =
            longest.into_iter().flatten().map(|(_, distance)| u64::from(distance.0)).max();
        let mut summary = vec![
            (terms.word(Outcome::Win), number(counts.win)),
            (terms.word(Outcome::Lose), number(counts.lose)),
            (terms.word(Outcome::Draw), number(counts.draw + counts.tie)),
            ("longest", Fact::Cell(longest.into())),
        ];
        summary.extend((counts.tie > 0).then(|| ("ties", number(counts.tie))));
        summary
    }

    fn start(&self) -> Option<Vec<Field<'_>>> {
        self.start.map(|worth| fields(worth).into())
    }

    fn start_is_tie(&self) -> bool {
        self.start == Some(Worth::Tie)
    }

    fn each(&self, write: &mut dyn FnMut(Row<'_>) -> io::Result<()>) -> io::Result<()> {
        /// What went wrong: with the output, or with the table.
        struct Trouble(io::Error);
        impl From<retrograde_table::TableError> for Trouble {
            fn from(error: retrograde_table::TableError) -> Self {
                Trouble(io::Error::other(error))
            }
        }
        let each = self.game.each_row(&self.control, |row| {
            let (cells, tie) = (fields(row.worth), row.worth == Worth::Tie);
            let (chosen, to) = row.best.map(|best| (best.name, best.to)).unzip();
            let moves = [chosen.map(Label::from), to.map(Label::from)];
            let name = row.position.into();
            let row = Row { name, cells: &cells, moves: &moves, bounds: &[], tie };
            write(row).map_err(Trouble)
        });
        self.stopped.set(self.control.check().err());
        each.map_err(|Trouble(error)| error)
    }
}
