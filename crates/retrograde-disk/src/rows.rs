//! Rows of a solution with best moves, which are found while the rows are written.

use std::io;

use retrograde_core::{
    Answer, Cell, Control, Names, Objective, RowError, RowSource, Solution, Summary, Terms, Vertex,
};
use retrograde_io::{Label, RggFile, Row, Rows};

use crate::best::{Found, best_value};

/// The rows of a graph on disk that was solved: what vertices are worth from memory, and a move from each,
/// read off the file while the rows are written. The moves of outcomes are those of the solver in memory: the
/// fastest win, a move that keeps the draw in the way it is one, the slowest loss; where there are targets, a
/// move that is one nearer to them, or that stays away. Among equals it is the first in the order of the edges.
///
/// ```
/// use retrograde_core::{Arena, Control, Convention, Objective, OutcomeSolution, Solution, Terms};
/// use retrograde_disk::{FileRows, Found, Options, outcome};
/// use retrograde_io::{RggFile, write_csv, write_rgg};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
/// let mut bytes = Vec::new();
/// write_rgg(&arena, &mut bytes, &Control::ALONE)?;
/// let file = RggFile::from_bytes(bytes)?;
/// let options = Options::default();
/// let values = outcome(&file, Convention::Normal, &options)?;
/// let names = file.names(&options.control)?;
/// let solution = Solution::new(Objective::OUTCOME, OutcomeSolution::new(values, None));
/// let rows = FileRows::new(&file, &names, &solution, &Found::Values, &options.control);
/// let mut text = Vec::new();
/// write_csv(&rows, Terms::WinLose, &mut text)?;
/// assert_eq!(text, b"vertex,outcome,distance,move\na,win,1,t\nb,lose,2,a\nt,lose,0,\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileRows<'a> {
    file: &'a RggFile,
    names: &'a Names,
    solution: &'a Solution,
    found: &'a Found,
    moves: bool,
    control: Control<'a>,
}

impl<'a> FileRows<'a> {
    /// The rows of `file`, of whose vertices this is known, without moves, and from which moves follow.
    #[must_use]
    pub fn new(
        file: &'a RggFile,
        names: &'a Names,
        solution: &'a Solution,
        found: &'a Found,
        control: &Control<'a>,
    ) -> Self {
        FileRows { file, names, solution, found, moves: true, control: *control }
    }

    /// Without moves, for which the file need not be read.
    #[must_use]
    pub fn without_moves(self) -> Self {
        FileRows { moves: false, ..self }
    }

    /// The best move from a vertex.
    ///
    /// # Errors
    /// The file cannot be read, or the work was stopped.
    pub fn best_move(&self, vertex: Vertex) -> Result<Option<Vertex>, RowError> {
        let (mut found, row) = (None, vertex as usize..vertex as usize + 1);
        self.file.forward().read_rows(row, &mut |vertex, row| {
            self.control.check()?;
            found = found.or_else(|| self.best_of(vertex, row));
            Ok(())
        })?;
        Ok(found)
    }

    /// The first best move among some of those from a vertex.
    fn best_of(&self, vertex: Vertex, row: &[Vertex]) -> Option<Vertex> {
        match (self.found, &self.solution.answer) {
            (Found::Hunted(hunted), _) => hunted.best_of(vertex as usize, row),
            (Found::Visited(visited), _) => visited.best_of(vertex as usize, row),
            (Found::Values, Answer::Outcome(claims)) => best_value(claims, vertex, row),
            (Found::Values, _) => None,
        }
    }

    fn write_row(
        &self,
        vertex: Vertex,
        to: Option<Vertex>,
        write: &mut dyn FnMut(Row<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut cells = [Cell::Nothing; 2];
        let mut count = 0;
        for (cell, said) in cells.iter_mut().zip(self.solution.cells(vertex)) {
            (*cell, count) = (said, count + 1);
        }
        let moves = [to.map(|to| Label::of(self.names, to))];
        let moves = if self.moves { &moves[..] } else { &[] };
        let tie = match &self.solution.answer {
            Answer::Outcome(claims) => {
                claims.ties.as_ref().is_some_and(|ties| ties.get(vertex as usize))
            }
            _ => false,
        };
        let (name, cells) = (Label::of(self.names, vertex), &cells[..count]);
        write(Row { name, cells, moves, bounds: &[], tie })
    }
}

impl Rows for FileRows<'_> {
    fn objective(&self) -> &Objective {
        &self.solution.objective
    }

    fn count(&self) -> u64 {
        self.file.vertex_count() as u64
    }

    fn edges(&self) -> u64 {
        self.file.edge_count()
    }

    fn move_columns(&self) -> Vec<&'static str> {
        match self.moves {
            true => self.solution.objective.facts().move_columns(false),
            false => Vec::new(),
        }
    }

    fn summary(&self, terms: Terms) -> Summary<'_> {
        self.solution.summary(terms)
    }

    fn each(&self, write: &mut dyn FnMut(Row<'_>) -> io::Result<()>) -> io::Result<()> {
        if self.moves {
            let best = |vertex: Vertex, row: &[Vertex]| self.best_of(vertex, row);
            let visit = |vertex, to| Ok(self.write_row(vertex, to, write)?);
            each_best(self.file, &self.control, best, visit).map_err(of_system)?;
        } else {
            (0..self.file.vertex_count() as Vertex)
                .try_for_each(|vertex| self.write_row(vertex, None, write))?;
        }
        // Names may be read off the file meanwhile.
        self.names.lost().map_or(Ok(()), |why| Err(io::Error::other(why)))
    }
}

/// Hands each vertex to `visit`, in order, with the first of its moves that `best` finds.
fn each_best(
    file: &RggFile,
    control: &Control<'_>,
    best: impl Fn(Vertex, &[Vertex]) -> Option<Vertex>,
    mut visit: impl FnMut(Vertex, Option<Vertex>) -> Result<(), RowError>,
) -> Result<(), RowError> {
    let mut last: Option<(Vertex, Option<Vertex>)> = None;
    let mut pace = control.pace();
    file.forward().read_rows(0..file.vertex_count(), &mut |vertex, row| {
        pace.steps(1 + row.len())?;
        // A long row comes in pieces: the first move that is best may be in any of them.
        last = Some(match last {
            Some((before, found)) if before == vertex => {
                (vertex, found.or_else(|| best(vertex, row)))
            }
            before => {
                if let Some((vertex, found)) = before {
                    visit(vertex, found)?;
                }
                (vertex, best(vertex, row))
            }
        });
        Ok(())
    })?;
    match last {
        Some((vertex, found)) => visit(vertex, found),
        None => Ok(()),
    }
}

fn of_system(error: RowError) -> io::Error {
    match error {
        RowError::Io(error) => error,
        RowError::Stopped(stopped) => io::Error::other(stopped),
        other => io::Error::other(other),
    }
}
