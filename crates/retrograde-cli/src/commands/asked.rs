//! A position that is asked about, in a graph or a game that is solved.

use std::io;

use clap::{Args, ValueEnum};
use retrograde::table::{Position, SolvedGame};
use retrograde::{
    Arena, Cell, Engine, Fields, Objective, Options, Scope, Solution, Terms, Turn, Vertex, View,
    Wanted,
};
use serde_json::{Map, Number, Value, json};

use crate::Program;
use crate::failure::Failure;
use crate::game_options::{EngineArguments, TableArguments};
use crate::input::{InputArguments, find_start, parse_from, read};
use crate::objective::ObjectiveArguments;
use crate::solver::SolverArguments;

#[derive(Args, Debug)]
pub(crate) struct AskedArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,

    /// The position to begin with [default: the start of a built-in game]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    from: Option<String>,

    #[command(flatten)]
    objective: ObjectiveArguments,

    /// Who moves first (asymmetric, partizan): left and right are the same as first and second
    #[arg(long, value_enum)]
    side: Option<Side>,

    #[command(flatten)]
    solver: SolverArguments,

    #[command(flatten)]
    engine: EngineArguments,

    #[command(flatten)]
    table: TableArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// Player 0, or Left
    #[value(aliases = ["left", "0"])]
    First,
    /// Player 1, or Right
    #[value(aliases = ["right", "1"])]
    Second,
}

/// What is asked about, solved.
pub(crate) enum Asked {
    /// A graph, or what can be met of a game from the position. Without `--from`, a graph file has no
    /// vertex to begin with.
    Graph { arena: Box<Arena>, solution: Box<Solution>, from: Option<Vertex> },
    /// A game over its index, or from its table.
    Game(Box<SolvedGame>, Position),
}

impl AskedArguments {
    /// What `--from` says.
    pub(crate) fn from(&self) -> Option<&str> {
        self.from.as_deref()
    }

    /// Solves what is asked about, unless a table has the answer.
    pub(crate) fn solve(&self, program: &Program) -> Result<Asked, Failure> {
        let mut input = self.input.open(program)?;
        let objective = self.objective.of(&input)?;
        if self.side.is_some() && objective.facts().view != View::EitherMover {
            return Err(Failure::message(format!(
                "--side says who moves first: it goes with --objective asymmetric or partizan, not \
                 with {objective}"
            )));
        }
        if input.rules().is_none() && self.engine.engine() == Engine::Disk {
            return Err(Failure::message(
                "a line and its reasons are read off a graph in memory: leave out --engine disk, with                  which 'solve' writes a move for each position",
            ));
        }
        let watch = self.input.notes().watch();
        let options = Options {
            engine: self.engine.engine(),
            // Best moves for outcomes are read off the values where they are wanted.
            values_only: objective.is_like(&Objective::OUTCOME),
            ..self.solver.options(self.input.common.options(&watch))
        };
        retrograde::check_solver(&objective, &options)?;
        let from = self.from.as_deref();
        let root = match input.rules() {
            Some(rules) => Some(parse_from(rules, from)?),
            None => None,
        };
        let asked = (&objective, Wanted::Moves);
        let known = self.table.known(&input, asked, &options)?;
        if let (Some(known), Some(root)) = (known, &root) {
            watch.done();
            return Ok(Asked::Game(Box::new(known), root.clone()));
        }
        input.check(&objective)?;
        let scope = match &root {
            Some(root) if from.is_some() => Scope::From(std::slice::from_ref(root)),
            _ => Scope::Start,
        };
        let (arena, options) = read(&mut input, scope, &objective, &options)?;
        let objective = self.objective.posed(objective, &arena)?;
        self.input.notes().tell(&retrograde::notes(&arena, &objective));
        let from = match from {
            Some(name) => Some(find_start(&arena, name)?),
            None => input.start(&arena),
        };
        let solved = self
            .solver
            .solve(&arena, &objective, &options)
            .map_err(|error| error.of(input.label()))?;
        watch.done_unless(solved.solution.unknown() > 0);
        Ok(Asked::Graph { arena: Box::new(arena), solution: Box::new(solved.solution), from })
    }

    /// Who moves first, if somebody said so.
    pub(crate) fn turn(&self) -> Option<Turn> {
        self.side.map(|side| match side {
            Side::First => Turn::First,
            Side::Second => Turn::Second,
        })
    }

    /// Says that nothing is known of the position, which is an answer that is not whole.
    pub(crate) fn incomplete(&self) -> Failure {
        self.input.notes().insist("stopped before anything was known there: give it more time");
        Failure::Incomplete
    }
}

/// A field as JSON has it: a number where it is one that programs can hold, else text.
pub(crate) fn json_cell(cell: Cell<'_>, terms: Terms) -> Value {
    match cell {
        Cell::Nothing => Value::Null,
        Cell::Outcome(_) | Cell::Class(_) | Cell::Side(_) => json!(cell.text(terms)),
        number => json_number(number.text(terms)),
    }
}

/// A whole number, or as text what is none or too large for one.
pub(crate) fn json_number(digits: String) -> Value {
    let negative = || digits.parse::<i64>().map(Number::from);
    let number = digits.parse::<u64>().map(Number::from).or_else(|_| negative());
    number.map_or_else(|_| json!(digits), Value::Number)
}

/// The fields of a position, each under its key.
pub(crate) fn json_fields(object: &mut Map<String, Value>, fields: &Fields<'_>, terms: Terms) {
    for &(key, cell) in fields {
        object.insert(key.to_owned(), json_cell(cell, terms));
    }
}

/// Writes one object on lines of its own.
pub(crate) fn write_object(out: &mut dyn io::Write, object: &Value) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, object)?;
    writeln!(out)
}
