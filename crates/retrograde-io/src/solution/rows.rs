//! What a solution says row by row, for whoever writes it down.

use std::borrow::Cow;
use std::io;

use retrograde_core::{
    Answer, Cell, Claims, Mealy, Names, Objective, OutcomeSolution, Solution, Strategy, Summary,
    Terms, Vertex,
};

/// A solution as rows, one a position: all that [`write_csv`](crate::write_csv) and
/// [`write_json`](crate::write_json) ask of it. [`SolutionRows`] are those of a solved graph; a game
/// that is solved without one makes its rows while they are written.
///
/// ```
/// use std::io;
/// use retrograde_core::{Cell, Fact, Objective, Outcome, Summary, Terms};
/// use retrograde_io::{Label, Row, Rows, write_csv};
/// /// A path of three positions.
/// struct Countdown;
/// impl Rows for Countdown {
///     fn objective(&self) -> &Objective { &Objective::OUTCOME }
///     fn count(&self) -> u64 { 3 }
///     fn edges(&self) -> u64 { 2 }
///     fn move_columns(&self) -> Vec<&'static str> { vec!["move"] }
///     fn summary(&self, terms: Terms) -> Summary<'_> {
///         vec![(terms.word(Outcome::Win), Fact::count(1))]
///     }
///     fn each(&self, write: &mut dyn FnMut(Row<'_>) -> io::Result<()>) -> io::Result<()> {
///         for left in 0..3 {
///             let outcome = [Outcome::Lose, Outcome::Win][left as usize % 2];
///             let name = format!("{left} to go");
///             let cells = [Cell::Outcome(outcome), Cell::Number(left)];
///             let moves = [(left > 0).then(|| format!("{} to go", left - 1).into())];
///             write(Row { name: name.into(), cells: &cells, moves: &moves, bounds: &[], tie: false })?;
///         }
///         Ok(())
///     }
/// }
/// let mut text = Vec::new();
/// write_csv(&Countdown, Terms::WinLose, &mut text)?;
/// assert!(text.ends_with(b"2 to go,lose,2,1 to go\n"));
/// # Ok::<(), io::Error>(())
/// ```
pub trait Rows {
    /// What was asked: it says which columns there are.
    fn objective(&self) -> &Objective;

    /// How many rows there are.
    fn count(&self) -> u64;

    /// How many moves the game has.
    fn edges(&self) -> u64;

    /// Those of the objective's [`move_columns`](retrograde_core::Facts::move_columns) that the rows
    /// have.
    fn move_columns(&self) -> Vec<&'static str>;

    /// The figures that stand for the whole.
    fn summary(&self, terms: Terms) -> Summary<'_>;

    /// Those of the objective's [`bounds`](retrograde_core::Facts::bounds) that the rows have: all, or
    /// none where everything is known.
    fn bound_columns(&self) -> &'static [&'static str] {
        &[]
    }

    /// What the summary repeats of the start, for a game that has one.
    fn start(&self) -> Option<Vec<Cell<'_>>> {
        None
    }

    /// Whether the start is a tie, a draw that the rules end.
    fn start_is_tie(&self) -> bool {
        false
    }

    /// The machines of player 0 and player 1 and what their vertices are called, where winning
    /// takes memory and they were not left out. Only JSON has a place for them.
    fn machines(&self) -> Option<(&[Mealy; 2], &Names)> {
        None
    }

    /// Hands all rows to `write`, in order.
    ///
    /// # Errors
    /// What `write` reports, or whoever makes the rows.
    fn each(&self, write: &mut dyn FnMut(Row<'_>) -> io::Result<()>) -> io::Result<()>;
}

/// What is said of one position.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// What it is called.
    pub name: Label<'a>,
    /// Its values, one for each of the objective's [`values`](retrograde_core::Facts::values).
    pub cells: &'a [Cell<'a>],
    /// Its moves, and where they lead if that has columns of its own: one for each of the
    /// [`move_columns`](Rows::move_columns).
    pub moves: &'a [Option<Label<'a>>],
    /// What is proven of its values, one for each of the [`bound_columns`](Rows::bound_columns).
    pub bounds: &'a [Cell<'a>],
    /// Whether it is a tie, a draw that the rules end. JSON says so.
    pub tie: bool,
}

/// The name of a position. Numbers are names that are faster to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label<'a> {
    /// The name as a number.
    Number(u64),
    /// Any other name.
    Text(Cow<'a, str>),
}

impl<'a> Label<'a> {
    /// The name of a vertex.
    ///
    /// # Panics
    /// If it has none.
    #[inline]
    #[must_use]
    pub fn of(names: &'a Names, vertex: Vertex) -> Self {
        match names.number(vertex) {
            Some(number) => Label::Number(number),
            None => Label::Text(names.get(vertex)),
        }
    }
}

impl<'a> From<&'a str> for Label<'a> {
    fn from(name: &'a str) -> Self {
        Label::Text(name.into())
    }
}

impl From<String> for Label<'_> {
    fn from(name: String) -> Self {
        Label::Text(name.into())
    }
}

/// The rows of a solved graph, one a vertex.
#[derive(Clone, Copy, Debug)]
pub struct SolutionRows<'a> {
    /// What the vertices are called.
    pub names: &'a Names,
    /// How many moves the game has.
    pub edges: u64,
    /// What is claimed of the vertices, and moves where there are strategies.
    pub solution: &'a Solution,
    /// The start, for a game that has one: the summary repeats its values.
    pub start: Option<Vertex>,
}

impl Rows for SolutionRows<'_> {
    fn objective(&self) -> &Objective {
        &self.solution.objective
    }

    fn count(&self) -> u64 {
        self.solution.len() as u64
    }

    fn edges(&self) -> u64 {
        self.edges
    }

    fn move_columns(&self) -> Vec<&'static str> {
        match self.solution.answer.claims().strategies().is_empty() {
            true => Vec::new(),
            false => self.solution.objective.facts().move_columns(self.names.moves().is_some()),
        }
    }

    fn bound_columns(&self) -> &'static [&'static str] {
        match self.solution.answer.claims().has_bounds() {
            true => self.solution.objective.facts().bounds,
            false => &[],
        }
    }

    fn summary(&self, terms: Terms) -> Summary<'_> {
        self.solution.summary(terms)
    }

    fn start(&self) -> Option<Vec<Cell<'_>>> {
        self.start.map(|start| self.solution.cells(start).collect())
    }

    fn start_is_tie(&self) -> bool {
        match (&self.solution.answer, self.start) {
            (Answer::Outcome(claims), Some(start)) => is_tie(claims, start),
            _ => false,
        }
    }

    fn machines(&self) -> Option<(&[Mealy; 2], &Names)> {
        self.solution.machines().map(|machines| (machines, self.names))
    }

    fn each(&self, write: &mut dyn FnMut(Row<'_>) -> io::Result<()>) -> io::Result<()> {
        // A loop for each kind of answer: asking for every cell through a table of functions would
        // cost more than writing it.
        match &self.solution.answer {
            Answer::Outcome(claims) => self.each_of(claims, |vertex| is_tie(claims, vertex), write),
            Answer::Grundy(claims) => self.each_of(claims, |_| false, write),
            Answer::Regions(claims) => self.each_of(claims, |_| false, write),
            other => self.each_of(other.claims(), |_| false, write),
        }
    }
}

/// The most columns of values that an objective has; it has at most two of moves and two
/// of bounds.
const MOST: usize = 3;

/// Whether a vertex is drawn because the rules end the game.
fn is_tie(claims: &OutcomeSolution, vertex: Vertex) -> bool {
    claims.ties.as_ref().is_some_and(|ties| ties.get(vertex as usize))
}

impl SolutionRows<'_> {
    fn each_of<C: Claims + ?Sized>(
        &self,
        claims: &C,
        is_tie: impl Fn(Vertex) -> bool,
        write: &mut dyn FnMut(Row<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let columns = self.solution.objective.facts().values.len().min(MOST);
        let strategies: Vec<&Strategy> = claims.strategies();
        // Arrays rather than lists, which would take as long to fill as the rest of a row.
        let mut cells = [Cell::Nothing; MOST];
        let mut bounds = [Cell::Nothing; 2];
        let bound_columns = self.bound_columns().len().min(2);
        for vertex in 0..claims.vertices() as Vertex {
            for (column, cell) in cells[..columns].iter_mut().enumerate() {
                *cell = claims.cell(vertex, column);
            }
            for (column, bound) in bounds[..bound_columns].iter_mut().enumerate() {
                *bound = claims.bound_cell(vertex, column);
            }
            let bounds = &bounds[..bound_columns];
            let to = |index: usize| strategies.get(index)?.get(vertex);
            let (name, tie) = (Label::of(self.names, vertex), is_tie(vertex));
            let (cells, count) = (&cells[..columns], strategies.len().min(2));
            match self.names.moves() {
                None => {
                    let moves = [to(0), to(1)].map(|to| Some(Label::of(self.names, to?)));
                    write(Row { name, cells, moves: &moves[..count], bounds, tie })?;
                }
                Some(named) => {
                    let chosen = [to(0), to(1)].map(|to| named.between(vertex, to?));
                    let chosen = chosen[..count].iter().map(Option::as_ref);
                    let names = chosen.clone().map(|chosen| Some(Label::from(&*chosen?.name)));
                    let reached = chosen.map(|chosen| Some(Label::from(&*chosen?.to)));
                    let moves: Vec<Option<Label<'_>>> = names.chain(reached).collect();
                    write(Row { name, cells, moves: &moves, bounds, tie })?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_objective_has_more_columns_than_rows_have_room_for() {
        for facts in Objective::ALL.map(|objective| objective.facts()) {
            assert!(facts.values.len() <= MOST && facts.moves.len() <= 2, "{}", facts.name);
            assert!(facts.bounds.len() <= 2, "{}", facts.name);
            assert_eq!(facts.reached.len(), facts.moves.len(), "{}", facts.name);
        }
    }
}
