//! Rows of a solution with best moves, which are found while the rows are written.

use std::io;

use retrograde_core::{
    Bitmap, Claims, Control, Distance, Names, Objective, Outcome, OutcomeSolution, Player,
    RegionSolution, RowError, RowSource, Summary, Terms, Value, Values, Vertex, Winners,
};
use retrograde_io::{Label, RggFile, Row, Rows};

use crate::hunt::Hunted;
use crate::visits::Visited;

/// The rows of a graph on disk that was solved: values from memory, and a best move from each vertex, read
/// off the file while the rows are written. The moves are those of the solver in memory: the fastest win, a
/// move that keeps the draw in the way it is one, the slowest loss; among equals the first in the order
/// of the edges.
///
/// ```
/// use retrograde_core::{Arena, Control, Convention, Terms};
/// use retrograde_disk::{Options, OutcomeRows, outcome};
/// use retrograde_io::{RggFile, write_csv, write_rgg};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
/// let mut bytes = Vec::new();
/// write_rgg(&arena, &mut bytes, &Control::ALONE)?;
/// let file = RggFile::from_bytes(bytes)?;
/// let options = Options::default();
/// let values = outcome(&file, Convention::Normal, &options)?;
/// let names = file.names(&options.control)?;
/// let rows = OutcomeRows::new(&file, &names, values, None, &options.control);
/// let mut text = Vec::new();
/// write_csv(&rows, Terms::WinLose, &mut text)?;
/// assert_eq!(text, b"vertex,outcome,distance,move\na,win,1,t\nb,lose,2,a\nt,lose,0,\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OutcomeRows<'a> {
    file: &'a RggFile,
    names: &'a Names,
    solution: OutcomeSolution,
    objective: Objective,
    moves: bool,
    control: Control<'a>,
}

impl<'a> OutcomeRows<'a> {
    /// The rows of `file`, whose values and [ties](crate::ties) are these.
    #[must_use]
    pub fn new(
        file: &'a RggFile,
        names: &'a Names,
        values: Values,
        ties: Option<Bitmap>,
        control: &Control<'a>,
    ) -> Self {
        let solution = OutcomeSolution { values, strategy: None, ties };
        let objective = Objective::OUTCOME;
        OutcomeRows { file, names, solution, objective, moves: true, control: *control }
    }

    /// For another objective than `Objective::OUTCOME`, such as its misère form.
    #[must_use]
    pub fn of(self, objective: Objective) -> Self {
        OutcomeRows { objective, ..self }
    }

    /// Without moves, for which the file need not be read.
    #[must_use]
    pub fn without_moves(self) -> Self {
        OutcomeRows { moves: false, ..self }
    }

    /// What is known, without moves.
    #[must_use]
    pub fn solution(&self) -> &OutcomeSolution {
        &self.solution
    }

    /// Hands `(vertex, value, move)` of each vertex to `visit`, in order.
    ///
    /// # Errors
    /// What `visit` reports; it was stopped; the file is damaged.
    pub fn best_moves(
        &self,
        mut visit: impl FnMut(Vertex, Value, Option<Vertex>) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let values = &self.solution.values;
        let best = |vertex: Vertex, row: &[Vertex]| self.best_of(vertex, row);
        each_best(self.file, &self.control, best, |vertex, to| {
            visit(vertex, values.get(vertex), to)
        })
    }

    /// The first best move among some of those from a vertex.
    fn best_of(&self, vertex: Vertex, row: &[Vertex]) -> Option<Vertex> {
        let OutcomeSolution { values, ties, .. } = &self.solution;
        let is_one_below = |to: Vertex, wanted: Outcome, distance: Distance| {
            values.outcome(to) == wanted
                && values.get(to).distance().is_some_and(|d| d.0.checked_add(1) == Some(distance.0))
        };
        let is_tie = |vertex: Vertex| ties.as_ref().is_some_and(|ties| ties.get(vertex as usize));
        let mut moves = row.iter().copied();
        match values.get(vertex) {
            Value::Win(distance) => moves.find(|&to| is_one_below(to, Outcome::Lose, distance)),
            Value::Lose(distance) => moves.find(|&to| is_one_below(to, Outcome::Win, distance)),
            // From a tie every move that keeps the draw leads to a tie, from another draw not every one.
            Value::Draw => moves
                .find(|&to| values.outcome(to) == Outcome::Draw && is_tie(to) == is_tie(vertex)),
        }
    }

    fn write_row(
        &self,
        vertex: Vertex,
        to: Option<Vertex>,
        write: &mut dyn FnMut(Row<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let cells = [self.solution.cell(vertex, 0), self.solution.cell(vertex, 1)];
        let moves = [to.map(|to| Label::of(self.names, to))];
        let tie = self.solution.ties.as_ref().is_some_and(|ties| ties.get(vertex as usize));
        let moves = if self.moves { &moves[..] } else { &[] };
        write(Row { name: Label::of(self.names, vertex), cells: &cells, moves, tie })
    }
}

impl Rows for OutcomeRows<'_> {
    fn objective(&self) -> &Objective {
        &self.objective
    }

    fn count(&self) -> u64 {
        self.file.vertex_count() as u64
    }

    fn edges(&self) -> u64 {
        self.file.edge_count()
    }

    fn move_columns(&self) -> Vec<&'static str> {
        match self.moves {
            true => self.objective.facts().move_columns(false),
            false => Vec::new(),
        }
    }

    fn summary(&self, terms: Terms) -> Summary<'_> {
        self.solution.summary(terms)
    }

    fn each(&self, write: &mut dyn FnMut(Row<'_>) -> io::Result<()>) -> io::Result<()> {
        if !self.moves {
            return (0..self.file.vertex_count() as Vertex)
                .try_for_each(|vertex| self.write_row(vertex, None, write));
        }
        let written = self.best_moves(|vertex, _, to| Ok(self.write_row(vertex, to, write)?));
        written.map_err(of_system)
    }
}

/// The rows of a graph on disk where somebody wants targets: winners from memory, and winning moves read
/// off the file while the rows are written. A move is the first, in the order of the edges, that is one nearer to
/// a target, or that stays away from them.
///
/// ```
/// use retrograde_core::{Arena, Control, Terms};
/// use retrograde_disk::{HuntRows, Options, reachability};
/// use retrograde_io::{RggFile, write_csv, write_rgg};
/// let arena = Arena::sketch()
///     .vertex("a").owner(0).to("a").to("t")
///     .vertex("t").owner(1).target().to("t")
///     .arena()?;
/// let mut bytes = Vec::new();
/// write_rgg(&arena, &mut bytes, &Control::ALONE)?;
/// let file = RggFile::from_bytes(bytes)?;
/// let hunted = reachability(&file, &Options::default())?;
/// let mut text = Vec::new();
/// let rows = HuntRows::new(&file, &arena.names, hunted, &Control::ALONE);
/// write_csv(&rows, Terms::WinLose, &mut text)?;
/// assert_eq!(text, b"vertex,winner,move\na,0,t\nt,0,\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HuntRows<'a> {
    file: &'a RggFile,
    names: &'a Names,
    found: Found,
    solution: RegionSolution,
    objective: Objective,
    moves: bool,
    control: Control<'a>,
}

impl<'a> HuntRows<'a> {
    /// The rows of `file`, of which this was found.
    #[must_use]
    pub fn new(file: &'a RggFile, names: &'a Names, hunted: Hunted, control: &Control<'a>) -> Self {
        let objective = match hunted.hunter {
            Player::Zero => Objective::Reachability,
            Player::One => Objective::Safety,
        };
        let winners = hunted.winners();
        Self::of(file, names, Found::Hunted(hunted), winners, objective, control)
    }

    /// The rows of `file`, where targets are to be visited infinitely or only finitely often.
    #[must_use]
    pub fn of_visits(
        file: &'a RggFile,
        names: &'a Names,
        visited: Visited,
        control: &Control<'a>,
    ) -> Self {
        let objective = match visited.visitor {
            Player::Zero => Objective::Buchi,
            Player::One => Objective::Cobuchi,
        };
        let winners = visited.winners();
        Self::of(file, names, Found::Visited(visited), winners, objective, control)
    }

    fn of(
        file: &'a RggFile,
        names: &'a Names,
        found: Found,
        winners: Winners,
        objective: Objective,
        control: &Control<'a>,
    ) -> Self {
        let solution = RegionSolution { winners, strategy: None };
        HuntRows { file, names, found, solution, objective, moves: true, control: *control }
    }

    /// Without moves, for which the file need not be read.
    #[must_use]
    pub fn without_moves(self) -> Self {
        HuntRows { moves: false, ..self }
    }

    /// What is known, without moves.
    #[must_use]
    pub fn solution(&self) -> &RegionSolution {
        &self.solution
    }

    /// The first winning move among some of those from a vertex.
    fn best_of(&self, vertex: Vertex, row: &[Vertex]) -> Option<Vertex> {
        match &self.found {
            Found::Hunted(hunted) => hunted.best_of(vertex as usize, row),
            Found::Visited(visited) => visited.best_of(vertex as usize, row),
        }
    }

    fn write_row(
        &self,
        vertex: Vertex,
        to: Option<Vertex>,
        write: &mut dyn FnMut(Row<'_>) -> io::Result<()>,
    ) -> io::Result<()> {
        let cells = [self.solution.cell(vertex, 0)];
        let moves = [to.map(|to| Label::of(self.names, to))];
        let moves = if self.moves { &moves[..] } else { &[] };
        write(Row { name: Label::of(self.names, vertex), cells: &cells, moves, tie: false })
    }
}

impl Rows for HuntRows<'_> {
    fn objective(&self) -> &Objective {
        &self.objective
    }

    fn count(&self) -> u64 {
        self.file.vertex_count() as u64
    }

    fn edges(&self) -> u64 {
        self.file.edge_count()
    }

    fn move_columns(&self) -> Vec<&'static str> {
        match self.moves {
            true => self.objective.facts().move_columns(false),
            false => Vec::new(),
        }
    }

    fn summary(&self, terms: Terms) -> Summary<'_> {
        self.solution.summary(terms)
    }

    fn each(&self, write: &mut dyn FnMut(Row<'_>) -> io::Result<()>) -> io::Result<()> {
        if !self.moves {
            return (0..self.file.vertex_count() as Vertex)
                .try_for_each(|vertex| self.write_row(vertex, None, write));
        }
        let best = |vertex: Vertex, row: &[Vertex]| self.best_of(vertex, row);
        let visit = |vertex, to| Ok(self.write_row(vertex, to, write)?);
        each_best(self.file, &self.control, best, visit).map_err(of_system)
    }
}

/// What moves are read off.
#[derive(Debug)]
enum Found {
    Hunted(Hunted),
    Visited(Visited),
}

impl Hunted {
    /// The first of some moves from a vertex that is one nearer to a target, or that stays away from them.
    fn best_of(&self, vertex: usize, row: &[Vertex]) -> Option<Vertex> {
        let Hunted { region, ranks, own, .. } = self;
        let rank = ranks.get(vertex);
        let mut moves = row.iter().copied();
        match (region.get(vertex), own.get(vertex)) {
            (true, true) if rank > 0 => moves.find(|&to| {
                region.get(to as usize) && ranks.get(to as usize).checked_add(1) == Some(rank)
            }),
            (false, false) => moves.find(|&to| !region.get(to as usize)),
            _ => None,
        }
    }
}

impl Visited {
    /// The first of some moves from a vertex that does what the rounds say.
    fn best_of(&self, vertex: usize, row: &[Vertex]) -> Option<Vertex> {
        let Visited { spoiled, levels, begins, ranks, own, .. } = self;
        let mut moves = row.iter().copied();
        match (spoiled.get(vertex), own.get(vertex)) {
            (false, true) => {
                let rank = ranks.get(vertex);
                // At a goal any move that stays where the visitor wins will do.
                moves.find(|&to| {
                    let nearer = rank == 0 || ranks.get(to as usize).checked_add(1) == Some(rank);
                    !spoiled.get(to as usize) && nearer
                })
            }
            (true, false) => {
                let level = levels.get(vertex);
                // Those that could not be forced to a goal stay among themselves.
                let wanted = match begins.binary_search(&level) {
                    Ok(_) => Some(level),
                    Err(_) => level.checked_sub(1),
                };
                moves
                    .find(|&to| spoiled.get(to as usize) && Some(levels.get(to as usize)) == wanted)
            }
            _ => None,
        }
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
