//! Solving together with other processes, each of which has a share of the game and of the answer.

use std::io::Write;
use std::path::{Path, PathBuf};

use retrograde_cluster::{Cluster, EdgeList, Indexed, Rows, Rule, Say, each, merge};
use retrograde_core::{Attribute, Control, Objective, Outcome, Player, QuestionError, RowError};
use retrograde_games::SlotMoves;
use retrograde_io::{Format, RggFile, Source};
use retrograde_table::{BuildOptions, Rules, SolvedGame};

use super::answering::Wanted;
use super::opening::Input;
use super::storing::scratch_folder;
use super::streaming::check_owners;
use crate::engines::cluster::{failed, is_visited, kept};
use crate::engines::{Engine, wants_targets};
use crate::error::Error;
use crate::options::Options;

/// Which processes solve a game together, and where their shares of the answer go.
#[derive(Clone, Debug)]
pub struct Sharing {
    /// Which processes there are, and which of them this is.
    pub cluster: Cluster,
    /// The folder for the shares of the answer, which is made if it is not there. Every worker writes a
    /// file of its own.
    pub answer: PathBuf,
    /// How long to wait for the others at the beginning.
    pub patience: std::time::Duration,
}

/// What a process has done of the work of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The checkpoint that the work went on from, if it did.
    pub resumed: Option<u64>,
    /// Rounds of messages since.
    pub rounds: u64,
}

impl Input {
    /// Solves a game together with other processes, each of which reads its own share of the input and
    /// writes its own share of the answer. The input is one that can be read in shares: a binary
    /// graph (`.rgg`), a list of edges whose names are numbers, or a game with an index and un-moves.
    ///
    /// Work that was ended goes on from the last checkpoint that all processes have completed, if there
    /// is a [folder for them](Options::checkpoint), also with another number of processes.
    ///
    /// # Errors
    /// The input cannot be read in shares; processes did not find each other, were started for other
    /// work, or one is gone; a file failed; the work was stopped.
    pub fn solve_share(
        &self,
        objective: &Objective,
        sharing: &Sharing,
        options: &Options<'_>,
    ) -> Result<Shared, Error> {
        Engine::Cluster.check(objective)?;
        if options.acyclic && self.rules().is_none() {
            return Err(Error::CyclesInShares);
        }
        let told = retrograde_cluster::Options {
            cluster: sharing.cluster.clone(),
            patience: sharing.patience,
            checkpoints: kept(options),
            answer: Some(sharing.answer.clone()),
        };
        let control = &options.control(0);
        if let Some(path) = self.path() {
            Source::file(path)?;
        }
        let answer = if let Some(path) = self.rows_file() {
            let file = RggFile::open(path)?;
            if !matches!(objective, Objective::Outcome(_)) {
                check_owners(&file, control)?;
            }
            with_rows(&file, objective, |rows| rows.solve(&told, control))
        } else if let Some(path) = self.list_file() {
            with_list(path, objective, control, |list| list.solve(&told, control))?
        } else if let Some(moves) = self.rules().and_then(Rules::slot_moves) {
            self.engine(
                objective,
                Wanted::Values,
                &Options { engine: Engine::Cluster, ..*options },
            )?;
            self.for_workers(&*moves)?.solve(&told, control)
        } else {
            return Err(self.not_shared());
        };
        let answer = answer.map_err(failed)?;
        Ok(Shared { resumed: answer.resumed, rounds: answer.rounds })
    }

    /// Solves a game given by rules over its index, a worker for each thread, as a table in a
    /// [scratch folder](Options::scratch) that goes when the input does.
    ///
    /// # Errors
    /// As for [`solve_share`](Self::solve_share).
    pub fn solve_workers(&self, options: &Options<'_>) -> Result<SolvedGame, Error> {
        let scratch = scratch_folder(options)?;
        let cluster = Cluster::threads(options.threads.get()).map_err(failed)?;
        let (answer, patience) = (scratch.path().join("answer"), std::time::Duration::ZERO);
        let sharing = Sharing { cluster, answer, patience };
        self.solve_share(&Objective::OUTCOME, &sharing, options)?;
        let game = self.gather_shares(&sharing.answer, &scratch.path().join("table"), options)?;
        // The first one stays; whoever asks twice has the files open by then.
        let _ = self.scratch.set(scratch);
        Ok(game)
    }

    /// Puts the shares of an answer in a folder together, as one table of rows in the order of vertices.
    /// Says how many there are.
    ///
    /// # Errors
    /// A share is missing, not as it should be, or of another input or question; a file failed; the work
    /// was stopped.
    pub fn merge_shares(
        &self,
        objective: &Objective,
        folder: &Path,
        out: &mut dyn Write,
        options: &Options<'_>,
    ) -> Result<u64, Error> {
        Engine::Cluster.check(objective)?;
        let control = &options.control(0);
        if let Some(path) = self.list_file() {
            let wanted = with_list(path, objective, control, |list| list.identity(control))?;
            let wanted = Some(wanted.map_err(failed)?);
            return merge::list(folder, wanted, path, out, control).map_err(failed);
        }
        let path = self.rows_file().ok_or_else(|| self.not_shared())?;
        let file = RggFile::open(path)?;
        let wanted = with_rows(&file, objective, |rows| rows.identity(control)).map_err(failed)?;
        let names = file.names_where_they_fit(control)?;
        let known = |vertex: &u32| (*vertex as usize) < names.len();
        let name = |vertex: u64| match u32::try_from(vertex).ok().filter(known) {
            Some(vertex) => csv_field(&names.get(vertex)),
            None => String::new(),
        };
        merge::rows(folder, Some(wanted), out, &name, control).map_err(failed)
    }

    /// Its path, if it is a list of edges.
    fn list_file(&self) -> Option<&Path> {
        self.path().filter(|_| self.format() == Some(Format::Edges))
    }

    /// The game over its index, for workers.
    fn for_workers<'a>(&'a self, moves: &'a dyn SlotMoves) -> Result<Indexed<'a>, Error> {
        let rules = self.rules().ok_or(Error::NoIndex)?;
        let (slots, tiers) = (rules.slots().ok_or(Error::NoIndex)?, rules.tier_ranges());
        Ok(Indexed { name: self.label(), slots, tiers, moves })
    }

    fn not_shared(&self) -> Error {
        Error::NotShared { label: self.label().to_owned() }
    }

    /// Puts the shares of a game's slots in a folder together, as a table in another.
    ///
    /// # Errors
    /// As for [`merge_shares`](Self::merge_shares); the folder has a table already.
    pub fn gather_shares(
        &self,
        folder: &Path,
        table: &Path,
        options: &Options<'_>,
    ) -> Result<SolvedGame, Error> {
        let rules = self.rules().ok_or(Error::NoIndex)?;
        let control = options.control(0);
        let build = BuildOptions { control, ..BuildOptions::default() };
        let moves = rules.slot_moves().ok_or(Error::NoIndex)?;
        let wanted = Some(self.for_workers(&*moves)?.identity(&control).map_err(failed)?);
        // Where there is nothing to put together no table is begun.
        merge::check_slots(folder, wanted).map_err(failed)?;
        let mut trouble = None;
        let gathered = rules.gather(self.label(), table, &build, &mut |take| {
            let slots = merge::slots(folder, wanted, take, &control);
            slots.map(drop).map_err(|error| {
                let text = error.to_string();
                trouble = Some(error);
                std::io::Error::other(text)
            })
        });
        match trouble {
            Some(error) => Err(failed(error)),
            None => Ok(gathered?),
        }
    }
}

/// A name as a field of CSV.
fn csv_field(name: &str) -> String {
    match name.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.to_owned(),
    }
}

/// Calls `with` with a list of edges and what is asked of it, which has no attributes.
fn with_list<R>(
    path: &Path,
    objective: &Objective,
    control: &Control<'_>,
    with: impl FnOnce(EdgeList<'_>) -> R,
) -> Result<R, Error> {
    // Most lists whose names are no numbers are known by their first line.
    let rule = Rule::Outcome(&|_, _| Ok(()));
    let first = EdgeList { path, rule }.first(control).map_err(failed)?;
    let Objective::Outcome(convention) = objective else {
        let name = first.map(|vertex| vertex.to_string()).unwrap_or_default();
        let (vertex, attribute) = (0, Attribute::Owner);
        return Err(QuestionError::Missing { attribute, vertex, name }.into());
    };
    let terminal = each(|_| convention.terminal());
    Ok(with(EdgeList { path, rule: Rule::Outcome(&terminal) }))
}

/// Calls `with` with the rows of a file and what is asked of them.
fn with_rows<R>(file: &RggFile, objective: &Objective, with: impl FnOnce(Rows<'_>) -> R) -> R {
    let (forward, reverse) = (file.forward(), file.reverse());
    let fingerprint = Some(file.fingerprint());
    with_rule(file, objective, |rule| {
        with(Rows { forward: &forward, reverse: Some(&reverse), rule, fingerprint })
    })
}

/// Calls `with` with what is asked. What the file says of vertices is read when it is asked for: nobody
/// has that of all of them.
fn with_rule<R>(file: &RggFile, objective: &Objective, with: impl FnOnce(Rule<'_>) -> R) -> R {
    match objective {
        Objective::Outcome(convention) => with(Rule::Outcome(&|vertices, said| {
            let (first, begin) = (vertices.start, said.len());
            said.resize(begin + vertices.len(), convention.terminal());
            let mut say = |vertex: u32, outcome: Outcome| {
                said[begin + (vertex as usize - first)] = outcome;
            };
            file.verdicts(vertices, &mut say).map_err(RowError::from)
        })),
        objective => {
            let player = wants_targets(objective);
            let said: Say<'_, (Player, bool)> = &|vertices, said| {
                let (first, begin) = (vertices.start, said.len());
                let place = |vertex: u32| begin + (vertex as usize - first);
                said.resize(begin + vertices.len(), (Player::Zero, false));
                file.owners(vertices.clone(), |vertex, owner| said[place(vertex)].0 = owner)?;
                file.targets(vertices, |vertex| said[place(vertex)].1 = true)?;
                Ok(())
            };
            with(match is_visited(objective) {
                true => Rule::Visits { visitor: player, said },
                false => Rule::Attractor { hunter: player, said },
            })
        }
    }
}
