//! Answers as pages show them.

use std::io;
use std::time::{Duration, Instant};

use retrograde::io::{Label, Row as FileRow, Rows, SolutionRows, write_json};
use retrograde::words::{self, Class};
use retrograde::{
    Arena, Asked, Cell, Convention, Error, Extremum, Input, Mealy, Names, Objective, Options,
    Solution, Solved, Stopped, Summary, Terms, Vertex, solve, verify,
};
use serde_json::{Map, Value, json};

use crate::api::{Answer, Paint, PaintClass, Question, Row};
use crate::graphs::DRAWN;
use crate::watching::watch;

/// Vertices and edges up to which every answer is checked.
const CHECKED: usize = 2_000_000;

/// A game that is asked about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Its graph.
    pub arena: &'a Arena,
    /// Of each edge, the number by which the page knows it; `None` for its own.
    pub edges: Option<&'a [u32]>,
    /// Where a game given by rules begins.
    pub start: Option<Vertex>,
}

impl Subject<'_> {
    /// The number by which the page knows an edge.
    #[must_use]
    pub fn edge(&self, edge: usize) -> u32 {
        self.edges.map_or(edge as u32, |edges| edges[edge])
    }
}

/// The answer to a question before it is put into words.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was asked.
    pub question: Question,
    /// What every vertex is worth.
    pub solved: Solved,
    /// Whether the checker has gone through it.
    pub verified: bool,
    /// How long that took.
    pub seconds: f64,
}

impl Question {
    /// The question that is asked of an input unless somebody says otherwise.
    #[must_use]
    pub fn of(input: &Input) -> Self {
        Question::named(input.default_objective().name())
    }

    /// The question of an objective's name.
    #[must_use]
    pub fn named(objective: &str) -> Self {
        let objective = objective.to_owned();
        Question { objective, misere: false, min: false, acceptance: None, solver: None }
    }

    /// The objective, asked of an arena.
    ///
    /// # Errors
    /// There is none such.
    pub fn objective(&self, arena: &Arena) -> Result<Objective, Error> {
        let acceptance = self.acceptance.as_deref().filter(|text| !text.trim().is_empty());
        let (objective, misere, min) = (&*self.objective, self.misere, self.min);
        Asked { objective, misere, min, acceptance }.of(arena)
    }
}

impl From<&Objective> for Question {
    fn from(objective: &Objective) -> Self {
        let acceptance = match objective {
            Objective::Muller(acceptance)
            | Objective::Rabin(acceptance)
            | Objective::Streett(acceptance) => acceptance.as_ref().map(ToString::to_string),
            _ => None,
        };
        Question {
            misere: objective.convention() == Some(Convention::Misere),
            min: *objective == Objective::Parity(Extremum::Min),
            acceptance,
            ..Question::named(objective.name())
        }
    }
}

/// Finds an answer, and checks it unless that would take long.
///
/// # Errors
/// As for [`solve`](solve()).
pub fn find(arena: &Arena, question: &Question, options: &Options<'_>) -> Result<Found, Error> {
    let begin = Instant::now();
    let objective = question.objective(arena)?;
    let solver = question.solver.as_deref().filter(|&name| name != "auto");
    let options = Options { solver, ..*options };
    let solved = solve(arena, &objective, &options)?;
    let spent = begin.elapsed();
    Found::new(arena, question.clone(), solved, spent, &options)
}

impl Found {
    /// An answer that took so long, checked unless that would take long.
    ///
    /// # Errors
    /// It does not hold; the check was stopped.
    pub fn new(
        arena: &Arena,
        question: Question,
        solved: Solved,
        spent: Duration,
        options: &Options<'_>,
    ) -> Result<Self, Error> {
        let seconds = spent.as_secs_f64();
        let mut verified = arena.graph.vertex_count() + arena.graph.edge_count() <= CHECKED;
        if verified {
            let rest = Options { partial: true, ..options.after(spent) };
            match verify(arena, &solved.solution, &rest) {
                Ok(_) => {}
                // What was not checked for lack of time is not wrong.
                Err(Error::Stopped(Stopped::Deadline)) => verified = false,
                Err(error) => return Err(error),
            }
        }
        Ok(Found { question, solved, verified, seconds })
    }
}

/// An answer as a page shows it, without its trace.
#[must_use]
pub fn answer(subject: &Subject<'_>, found: &Found) -> Answer {
    let Subject { arena, start, .. } = *subject;
    let solution = &found.solved.solution;
    let rows = SolutionRows {
        names: &arena.names,
        edges: arena.graph.edge_count() as u64,
        solution,
        start,
    };
    let drawn = DRAWN.holds(arena);
    let mut written = written(&rows, drawn);
    let counts = words::counts(arena, solution, Terms::WinLose);
    let line = |row: &Vec<words::Text>| {
        let texts: Vec<&str> =
            row.iter().map(|text| &*text.text).filter(|text| !text.is_empty()).collect();
        match texts.split_first() {
            Some((first, rest)) if !rest.is_empty() => format!("{first}: {}", rest.join(", ")),
            _ => texts.join(", "),
        }
    };
    let paints = drawn
        .then(|| arena.graph.vertices().map(|vertex| paint(subject, solution, vertex)).collect());
    let moves = rows.move_columns();
    let values = solution.objective.facts().values.iter().chain(&moves);
    Answer {
        question: found.question.clone(),
        wanted: solution.objective.wanted(),
        columns: std::iter::once(&"vertex").chain(values).map(|&name| name.to_owned()).collect(),
        rows: drawn.then(|| listed(&mut written)),
        paints,
        summary: object(written.remove("summary").unwrap_or_default()),
        summary_text: counts.rows.iter().map(line).chain(counts.below).collect(),
        notes: retrograde::notes(arena, &solution.objective)
            .iter()
            .map(ToString::to_string)
            .collect(),
        solver: found.solved.report.solver.to_owned(),
        how: found.solved.report.how.to_string(),
        seconds: found.seconds,
        verified: found.verified,
        unknown: solution.unknown() as u64,
        trace: None,
    }
}

/// Adds how the answer is found, step by step, where that can be told; where there is too much of it, a
/// note says so.
///
/// # Errors
/// It was stopped.
pub fn add_trace(
    answer: &mut Answer,
    subject: &Subject<'_>,
    found: &Found,
    options: &Options<'_>,
) -> Result<(), Error> {
    let objective = &found.solved.solution.objective;
    if !objective.facts().traced {
        return Ok(());
    }
    match watch(subject, objective, options) {
        Ok(trace) => answer.trace = Some(trace),
        Err(error) if error.stopped() == Some(Stopped::Cancelled) => return Err(error),
        Err(error) => answer.notes.push(error.to_string()),
    }
    Ok(())
}

/// The rows of some vertices, as in the whole answer.
#[must_use]
pub fn rows_of(arena: &Arena, solution: &Solution, vertices: &[Vertex]) -> Vec<Row> {
    let names = &arena.names;
    let edges = arena.graph.edge_count() as u64;
    let all = SolutionRows { names, edges, solution, start: None };
    listed(&mut written(&Chosen { all, vertices }, true))
}

/// What the command line writes as JSON.
fn written(rows: &dyn Rows, are_listed: bool) -> Row {
    let mut text = Vec::new();
    // Writing to memory cannot fail, and what we write is JSON.
    let _ = write_json(rows, Terms::WinLose, are_listed, &mut text);
    object(serde_json::from_slice(&text).unwrap_or_default())
}

fn listed(written: &mut Row) -> Vec<Row> {
    match written.remove("rows") {
        Some(Value::Array(rows)) => rows.into_iter().map(object).collect(),
        _ => Vec::new(),
    }
}

fn object(value: Value) -> Row {
    match value {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// Some of the rows of a solution.
struct Chosen<'a> {
    all: SolutionRows<'a>,
    vertices: &'a [Vertex],
}

impl Rows for Chosen<'_> {
    fn objective(&self) -> &Objective {
        self.all.objective()
    }

    fn count(&self) -> u64 {
        self.vertices.len() as u64
    }

    fn edges(&self) -> u64 {
        self.all.edges()
    }

    fn move_columns(&self) -> Vec<&'static str> {
        self.all.move_columns()
    }

    fn bound_columns(&self) -> &'static [&'static str] {
        self.all.bound_columns()
    }

    fn summary(&self, _terms: Terms) -> Summary<'_> {
        Vec::new()
    }

    fn machines(&self) -> Option<(&[Mealy; 2], &Names)> {
        None
    }

    fn each(&self, write: &mut dyn FnMut(FileRow<'_>) -> io::Result<()>) -> io::Result<()> {
        let (names, solution) = (self.all.names, self.all.solution);
        let columns = self.move_columns().len();
        for &vertex in self.vertices {
            let cells: Vec<Cell<'_>> = solution.cells(vertex).collect();
            let to: Vec<Option<Vertex>> = solution.moves(vertex).collect();
            let mut moves: Vec<Option<Label<'_>>> = match names.moves() {
                None => to.iter().map(|to| Some(Label::of(names, (*to)?))).collect(),
                Some(named) => {
                    let chosen: Vec<_> =
                        to.iter().map(|to| named.between(vertex, (*to)?)).collect();
                    let written =
                        chosen.iter().map(|it| Some(Label::from(it.as_ref()?.name.clone())));
                    let reached =
                        chosen.iter().map(|it| Some(Label::from(it.as_ref()?.to.clone())));
                    written.chain(reached).collect()
                }
            };
            moves.truncate(columns);
            let tie = words::look(solution, vertex).class == Class::Tie;
            let (name, claims) = (Label::of(names, vertex), solution.answer.claims());
            let bounds = 0..self.bound_columns().len();
            let bounds: Vec<_> = bounds.map(|column| claims.bound_cell(vertex, column)).collect();
            write(FileRow { name, cells: &cells, moves: &moves, bounds: &bounds, tie })?;
        }
        Ok(())
    }
}

/// How a vertex looks.
#[must_use]
pub fn paint(subject: &Subject<'_>, solution: &Solution, vertex: Vertex) -> Paint {
    let look = words::look(solution, vertex);
    let chosen = words::chosen_edges(subject.arena, solution, vertex);
    Paint {
        class: look.class.into(),
        both: look.both.map(|both| both.map(PaintClass::from)),
        letter: look.letter.to_owned(),
        badge: look.badge,
        words: look.words,
        chosen: chosen.into_iter().map(|edge| subject.edge(edge)).collect(),
    }
}

impl From<Class> for PaintClass {
    fn from(class: Class) -> Self {
        match class {
            Class::Win => PaintClass::Win,
            Class::Lose => PaintClass::Lose,
            Class::Draw => PaintClass::Draw,
            Class::Tie => PaintClass::Tie,
            Class::Zero => PaintClass::Zero,
            Class::One => PaintClass::One,
            Class::Even => PaintClass::Even,
            Class::Left => PaintClass::Left,
            Class::Right => PaintClass::Right,
            Class::First => PaintClass::First,
            Class::Second => PaintClass::Second,
            Class::Mixed => PaintClass::Mixed,
            _ => PaintClass::Open,
        }
    }
}

/// A field as JSON has it: a number where it is one that programs can hold, else text.
pub(crate) fn cell(cell: Cell<'_>) -> Value {
    let text = cell.to_string();
    match cell {
        Cell::Nothing => Value::Null,
        Cell::Outcome(_) | Cell::Class(_) | Cell::Side(_) => json!(text),
        _ => match (text.parse::<u64>(), text.parse::<i64>()) {
            (Ok(number), _) => json!(number),
            (_, Ok(number)) => json!(number),
            _ => json!(text),
        },
    }
}
