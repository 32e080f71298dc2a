//! Solving together with other processes, each of which has a share of the game and of the answer.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde_cluster::{Cluster, EdgeList, Indexed, Rows, Rule, each, merge};
use retrograde_core::{Attribute, Objective, Outcome, Player, QuestionError, RowError, counted};
use retrograde_io::{Format, RggFile, Source};
use retrograde_table::{BuildOptions, Rules, SolvedGame};

use super::answering::Wanted;
use super::opening::Input;
use super::storing::scratch_folder;
use super::streaming::check_owners;
use crate::engines::cluster::{failed, kept};
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
            let (forward, reverse) = (file.forward(), file.reverse());
            let fingerprint = Some(file.fingerprint());
            if !matches!(objective, Objective::Outcome(_)) {
                check_owners(&file, control)?;
            }
            with_rule(&file, objective, |rule| {
                let rows = Rows { forward: &forward, reverse: Some(&reverse), rule, fingerprint };
                rows.solve(&told, control)
            })
        } else if let Some(path) = self.list_file() {
            // Most lists whose names are no numbers are known by their first line.
            let rule = Rule::Outcome(&|_, _| Ok(()));
            let first = EdgeList { path, rule }.first(control).map_err(failed)?;
            let Objective::Outcome(convention) = objective else {
                let name = first.map(|vertex| vertex.to_string()).unwrap_or_default();
                let (vertex, attribute) = (0, Attribute::Owner);
                return Err(QuestionError::Missing { attribute, vertex, name }.into());
            };
            let terminal = each(|_| convention.terminal());
            EdgeList { path, rule: Rule::Outcome(&terminal) }.solve(&told, control)
        } else if let Some(moves) = self.rules().and_then(Rules::slot_moves) {
            self.engine(
                objective,
                Wanted::Values,
                &Options { engine: Engine::Cluster, ..*options },
            )?;
            let rules = self.rules().ok_or(Error::NoIndex)?;
            let (slots, tiers) = (rules.slots().ok_or(Error::NoIndex)?, rules.tier_ranges());
            Indexed { name: self.label(), slots, tiers, moves: &*moves }.solve(&told, control)
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
    /// A share is missing or not as it should be; a file failed; the work was stopped.
    pub fn merge_shares(
        &self,
        objective: &Objective,
        folder: &Path,
        out: &mut dyn Write,
        options: &Options<'_>,
    ) -> Result<u64, Error> {
        let control = &options.control(0);
        if let Some(list) = self.list_file() {
            let mut lines = Lines { out, header: Vec::new(), wanted: objective.facts().header() };
            return merge::list(folder, list, &mut lines, control).map_err(failed);
        }
        let path = self.rows_file().ok_or_else(|| self.not_shared())?;
        let names = RggFile::open(path)?.names(control)?;
        let mut lines = Lines { out, header: Vec::new(), wanted: objective.facts().header() };
        let known = |vertex: &u32| (*vertex as usize) < names.len();
        let name = |vertex: u64| match u32::try_from(vertex).ok().filter(known) {
            Some(vertex) => csv_field(&names.get(vertex)),
            None => String::new(),
        };
        let rows = merge::rows(folder, &mut lines, &name, control).map_err(failed)?;
        match rows == names.len() as u64 {
            true => Ok(rows),
            false => {
                let (label, vertices) = (self.label(), names.len());
                let rows = counted(rows, "vertex", "vertices");
                let reason = format!(
                    "the shares in {} have {rows}, and {label} has {vertices}: they are of \
                     another game",
                    folder.display()
                );
                Err(Error::EngineFailed { engine: Engine::Cluster, reason })
            }
        }
    }

    /// Its path, if it is a list of edges.
    fn list_file(&self) -> Option<&Path> {
        self.path().filter(|_| self.format() == Some(Format::Edges))
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
        let mut trouble = None;
        let gathered = rules.gather(self.label(), table, &build, &mut |take| {
            let slots = merge::slots(folder, take, &control);
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

/// Lines on their way out, the first of which must be the header of what was asked.
struct Lines<'a> {
    out: &'a mut dyn Write,
    header: Vec<u8>,
    wanted: String,
}

impl Write for Lines<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.header.contains(&b'\n') {
            self.header.extend(bytes);
            let mut lines = self.header.split(|&byte| byte == b'\n');
            let first = lines.next().unwrap_or_default();
            if lines.next().is_some() && first != self.wanted.as_bytes() {
                let text =
                    format!("the shares are not of this question: {} is wanted", self.wanted);
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
        }
        self.out.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
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
            let hunter = wants_targets(objective);
            with(Rule::Attractor {
                hunter,
                said: &|vertices, said| {
                    let (first, begin) = (vertices.start, said.len());
                    let place = |vertex: u32| begin + (vertex as usize - first);
                    said.resize(begin + vertices.len(), (Player::Zero, false));
                    file.owners(vertices.clone(), |vertex, owner| said[place(vertex)].0 = owner)?;
                    file.targets(vertices, |vertex| said[place(vertex)].1 = true)?;
                    Ok(())
                },
            })
        }
    }
}
