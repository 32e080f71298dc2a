//! A position that is asked about, in a graph or a game that is solved for outcomes.

use clap::Args;
use retrograde::table::{Position, Rules, SolvedGame};
use retrograde::{Arena, Options, Scope, Solution, Vertex, Wanted};

use crate::Program;
use crate::failure::Failure;
use crate::game_options::{EngineArguments, TableArguments};
use crate::input::{InputArguments, find_start, parse_from, read};
use crate::objective::OutcomeArguments;
use crate::solver::SolverArguments;

#[derive(Args, Debug)]
pub(crate) struct AskedArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,

    /// The position to begin with [default: the start of a built-in game]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    from: Option<String>,

    #[command(flatten)]
    objective: OutcomeArguments,

    #[command(flatten)]
    solver: SolverArguments,

    #[command(flatten)]
    engine: EngineArguments,

    #[command(flatten)]
    table: TableArguments,
}

/// What is asked about, solved.
pub(crate) enum Asked {
    /// A graph, or what can be met of a game from the position, with its rules. Without `--from`, a
    /// graph file has no vertex to begin with.
    Graph {
        arena: Box<Arena>,
        solution: Solution,
        from: Option<Vertex>,
        game: Option<(Rules, Position)>,
    },
    /// A game over its index, or from its table.
    Game(SolvedGame, Position),
}

impl AskedArguments {
    /// Solves what is asked about, unless a table has the answer.
    pub(crate) fn solve(&self, program: &Program) -> Result<Asked, Failure> {
        let objective = self.objective.objective();
        let mut input = self.input.open(program)?;
        let watch = self.input.notes().watch();
        let options = Options {
            engine: self.engine.engine(),
            values_only: true,
            ..self.solver.options(self.input.common.options(&watch))
        };
        retrograde::check_solver(&objective, &options)?;
        let from = self.from.as_deref();
        let game = match input.rules() {
            Some(rules) => Some((rules.clone(), parse_from(rules, from)?)),
            None => None,
        };
        let asked = (&objective, Wanted::Moves);
        let known = self.table.known(&input, asked, &options)?;
        if let (Some(known), Some((_, start))) = (known, &game) {
            return Ok(Asked::Game(known, start.clone()));
        }
        let scope = match &game {
            Some((_, root)) if from.is_some() => Scope::From(std::slice::from_ref(root)),
            _ => Scope::Start,
        };
        let (arena, options) = read(&mut input, scope, &options)?;
        self.objective.check(&arena)?;
        let from = match from {
            Some(name) => Some(find_start(&arena, name)?),
            None => input.start(&arena),
        };
        let solved = self
            .solver
            .solve(&arena, &objective, &options)
            .map_err(|error| error.of(input.label()))?;
        Ok(Asked::Graph { arena: Box::new(arena), solution: solved.solution, from, game })
    }
}
