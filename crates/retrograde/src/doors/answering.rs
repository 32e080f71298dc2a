//! Answering questions about an input: by which engine, and from what.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use retrograde_core::{Answer, Arena, Convention, Objective, OutcomeSolution, Solution};
use retrograde_table::dense::{self, DenseOptions};
use retrograde_table::{BuildOptions, Kind, Position, Rules, SolvedGame, Table, TableError};

use super::opening::{Input, Scope};
use super::solving::{Answered, solve};
use crate::engines::Engine;
use crate::error::Error;
use crate::options::Options;

/// What is wanted of the positions of a game given by rules, each beside those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wanted {
    /// What they are worth.
    Values,
    /// Best moves, too.
    Moves,
    /// All of it as a graph.
    Graph,
}

impl Input {
    /// Refuses questions that a game given by rules has no answer to: Grundy values where the players
    /// have different moves.
    ///
    /// # Errors
    /// It is such a game.
    pub fn check(&self, objective: &Objective) -> Result<(), Error> {
        let listing = self.rules().and_then(Rules::listing);
        let partizan = listing.is_some_and(|listing| !listing.impartial);
        match partizan && *objective == Objective::Grundy {
            true => Err(Error::Partizan { label: self.label().to_owned() }),
            false => Ok(()),
        }
    }

    /// The engine for a question: never [`Engine::Auto`].
    ///
    /// # Errors
    /// The engine asked for cannot do it.
    pub fn engine(
        &self,
        objective: &Objective,
        wanted: Wanted,
        options: &Options<'_>,
    ) -> Result<Engine, Error> {
        self.engine_and_why(objective, wanted, options).map(|(engine, _)| engine)
    }

    /// As [`engine`](Self::engine), with the reason in words that follow "since".
    ///
    /// ```
    /// use retrograde::{Engine, Objective, Options, Wanted, open};
    /// let asked = (&Objective::OUTCOME, Wanted::Values);
    /// let (engine, why) = open("teeko")?.engine_and_why(asked.0, asked.1, &Options::default())?;
    /// assert_eq!((engine, why), (Engine::Dense, "the game is better solved over its index"));
    /// # Ok::<(), retrograde::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn engine_and_why(
        &self,
        objective: &Objective,
        wanted: Wanted,
        options: &Options<'_>,
    ) -> Result<(Engine, &'static str), Error> {
        let Some(rules) = self.rules() else {
            return match options.engine {
                Engine::Auto if self.is_past_memory(objective, wanted, options) => {
                    Ok((Engine::Disk, "the graph does not fit in memory"))
                }
                Engine::Auto => Ok((Engine::Cpu, "a graph is solved as it is")),
                Engine::Explored | Engine::Dense => Err(Error::EngineForGraph),
                engine => engine.check(objective).map(|()| (engine, "it was asked for")),
            };
        };
        let has_index = rules.slots().is_some();
        let over_index = *objective == Objective::Outcome(Convention::Normal)
            && wanted != Wanted::Graph
            && options.solver.is_none()
            && !options.acyclic;
        let better = rules.listing().is_some_and(|listing| listing.dense);
        match options.engine {
            Engine::Dense if !has_index => Err(Error::NoIndex),
            Engine::Dense if !over_index => Err(Error::NotOverIndex),
            Engine::Auto | Engine::Cpu => Ok(match (has_index, over_index) {
                (false, _) => (Engine::Explored, "the game has no index"),
                (_, false) => (Engine::Explored, "what is asked needs a graph"),
                _ if better => (Engine::Dense, "the game is better solved over its index"),
                _ if rules.start().is_none() => (Engine::Dense, "the game has no start"),
                _ => (Engine::Explored, "the game has a start to explore it from"),
            }),
            Engine::Disk | Engine::Cluster if !has_index => Err(Error::NoIndex),
            Engine::Disk | Engine::Cluster if !over_index => Err(Error::NotOverIndex),
            engine => engine.check(objective).map(|()| (engine, "it was asked for")),
        }
    }

    /// Answers a question about the input, by whichever engine suits it.
    ///
    /// ```
    /// use retrograde::{Answered, Objective, Options, Wanted, open};
    /// let mut quixo = open("quixo:3")?;
    /// let answered = quixo.solve(&Objective::OUTCOME, Wanted::Moves, &Options::default())?;
    /// let Answered::Game(game) = answered else { panic!("quixo is solved over its index") };
    /// let start = game.rules().start().unwrap();
    /// assert_eq!(game.worth(&start)?.unwrap().to_string(), "win in 7");
    /// # Ok::<(), retrograde::Error>(())
    /// ```
    ///
    /// The edges of a graph that is solved on disk are never in memory, unless they are wanted.
    ///
    /// # Errors
    /// As for [`solve`](crate::solve()), [`arena`](Self::arena), [`solve_stored`](Self::solve_stored) and
    /// [`engine`](Self::engine).
    pub fn solve(
        &mut self,
        objective: &Objective,
        wanted: Wanted,
        options: &Options<'_>,
    ) -> Result<Answered, Error> {
        match self.engine(objective, wanted, options)? {
            Engine::Dense => return Ok(Answered::Game(self.solve_index(options)?)),
            Engine::Disk if self.rules().is_some() => {
                return Ok(Answered::Game(self.solve_tiers(options)?));
            }
            #[cfg(feature = "cluster")]
            Engine::Cluster if self.rules().is_some() => {
                return Ok(Answered::Game(self.solve_workers(options)?));
            }
            Engine::Disk if wanted != Wanted::Graph => {
                let solved = self.solve_stored(objective, options)?;
                return Ok(Answered::Stored(Box::new(solved)));
            }
            _ => {}
        }
        self.check(objective)?;
        let begin = Instant::now();
        let arena = self.arena(options).map_err(|error| error.about(objective))?;
        let solved = solve(&arena, objective, &options.after(begin.elapsed()))
            .map_err(|error| error.of(self.label()))?;
        let start = self.start(&arena);
        Ok(Answered::Graph { arena, solved: Box::new(solved), start })
    }

    /// The game with what its positions are worth, explored from a position or over the index.
    ///
    /// # Errors
    /// It is no game given by rules, or as for [`solve`](Self::solve).
    pub fn solve_game(
        &mut self,
        from: &Position,
        options: &Options<'_>,
    ) -> Result<SolvedGame, Error> {
        let engine = self.engine(&Objective::OUTCOME, Wanted::Moves, options)?;
        let rules = self.rules().cloned().ok_or(Error::EngineForGraph)?;
        match engine {
            Engine::Dense => return self.solve_index(options),
            Engine::Disk => return self.solve_tiers(options),
            #[cfg(feature = "cluster")]
            Engine::Cluster => return self.solve_workers(options),
            _ => {}
        }
        let begin = Instant::now();
        let arena = self.arena_of(Scope::From(std::slice::from_ref(from)), options)?;
        let values_only = Options { values_only: true, ..options.after(begin.elapsed()) };
        let solved = solve(&arena, &Objective::OUTCOME, &values_only)
            .map_err(|error| error.of(self.label()))?;
        Ok(solved_game(rules, arena, solved.solution))
    }

    /// Solves a game given by rules over its index.
    ///
    /// # Errors
    /// It has none, or that does not fit in memory; the work was stopped.
    pub fn solve_index(&self, options: &Options<'_>) -> Result<SolvedGame, Error> {
        let rules = self.indexed(options)?;
        let dense = DenseOptions { control: options.control(0), ..DenseOptions::default() };
        Ok(rules.solve(&dense)?)
    }

    /// Solves a game given by rules over its index and keeps the answer in a folder: with all slots in
    /// memory if there is room for them, and otherwise tier by tier, with the tiers that are done on
    /// disk. A build that was stopped goes on from its last checkpoint.
    ///
    /// # Errors
    /// It has no index, or one that tier by tier does not fit in memory either; the work was stopped;
    /// something about the folder.
    pub fn build(
        &self,
        folder: &Path,
        build: &BuildOptions<'_>,
        options: &Options<'_>,
    ) -> Result<SolvedGame, Error> {
        let rules = self.rules().filter(|rules| rules.slots().is_some()).ok_or(Error::NoIndex)?;
        let build = BuildOptions { control: options.control(0), ..*build };
        Ok(rules.build(self.label(), folder, &build)?)
    }

    /// Opens a finished table of this game, which answers without solving.
    ///
    /// # Errors
    /// There is none, it is of another game, it has no distances and moves are wanted, or what is asked
    /// is not in tables.
    pub fn table(
        &self,
        folder: &Path,
        objective: &Objective,
        wanted: Wanted,
        options: &Options<'_>,
    ) -> Result<SolvedGame, Error> {
        let none = || Error::NoTable { label: self.label().to_owned() };
        let rules = self.rules().ok_or_else(none)?;
        let dense = Options { engine: Engine::Dense, ..*options };
        match self.engine(objective, wanted, &dense) {
            Err(Error::NoIndex) => return Err(none()),
            Err(Error::NotOverIndex) => return Err(Error::NotInTable),
            other => other?,
        };
        let (opened, folder) = (rules.open_table(folder), folder.to_owned());
        let outcomes = |table: &Table| table.kind() == Kind::Outcome;
        match opened {
            // The table knows what game it is of; that has to be the one that is asked about.
            Err(TableError::OtherIndex { spec, .. }) => {
                Err(Error::OtherTable { folder, spec, asked: self.label().to_owned() })
            }
            Err(error) => Err(error.into()),
            Ok(game) if wanted != Wanted::Values && game.table().is_some_and(outcomes) => {
                Err(Error::NoDistances { folder })
            }
            Ok(game) => Ok(game),
        }
    }

    /// The rules, if they have an index that fits in memory.
    fn indexed(&self, options: &Options<'_>) -> Result<&Rules, Error> {
        let rules = self.rules().ok_or(Error::NoIndex)?;
        let slots = rules.slots().ok_or(Error::NoIndex)?;
        let needed = dense::estimate(slots);
        match options.room(0) {
            Some(room) if needed > room => {
                let label = self.label().to_owned();
                let tiers = rules.plan().ok().map(|plan| plan.by_tiers(Kind::Distance).least);
                let tiers = tiers.filter(|&needed| needed <= room);
                Err(Error::IndexMemory { label, slots, needed, room, tiers })
            }
            _ => Ok(rules),
        }
    }
}

/// A game given by rules with the outcomes of its graph.
///
/// # Panics
/// If the solution is not one of outcomes.
#[must_use]
pub fn solved_game(rules: Rules, arena: Arena, solution: Solution) -> SolvedGame {
    solved_game_on(rules, Arc::new(arena), solution)
}

pub(super) fn solved_game_on(rules: Rules, arena: Arc<Arena>, solution: Solution) -> SolvedGame {
    let Answer::Outcome(OutcomeSolution { values, ties, .. }) = solution.answer else {
        panic!("games given by rules are played for outcomes")
    };
    SolvedGame::explored(rules, arena, values, ties)
}
