//! Solving together with other processes, each of which has a share of the game and of the answer.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use retrograde_cluster::{Cluster, Indexed, Rows, Rule, merge};
use retrograde_core::{
    Attribute, Bitmap, Column, Objective, Outcome, Player, QuestionError, counted,
};
use retrograde_io::{RggFile, Source};
use retrograde_table::{BuildOptions, Rules, SolvedGame};

use super::answering::Wanted;
use super::opening::Input;
use super::storing::scratch_folder;
use crate::engines::cluster::{failed, kept_in};
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
    /// graph (`.rgg`), or a game with an index and un-moves.
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
            checkpoints: options.checkpoint.map(kept_in),
            answer: Some(sharing.answer.clone()),
        };
        let control = &options.control(0);
        if let Some(path) = self.path() {
            Source::file(path)?;
        }
        let answer = if let Some(path) = self.rows_file() {
            let file = RggFile::open(path)?;
            let said = Said::of(&file, objective, options)?;
            let (forward, reverse) = (file.forward(), file.reverse());
            let fingerprint = Some(file.fingerprint());
            said.rule(objective, |rule| {
                let rows = Rows { forward: &forward, reverse: Some(&reverse), rule, fingerprint };
                rows.solve(&told, control)
            })
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

/// What a file of rows says of its vertices.
struct Said {
    verdicts: Column<Outcome>,
    ones: Bitmap,
    targets: Bitmap,
}

impl Said {
    fn of(file: &RggFile, objective: &Objective, options: &Options<'_>) -> Result<Self, Error> {
        let (vertices, mut owned) = (file.vertex_count(), Bitmap::new(file.vertex_count()));
        let (mut ones, mut targets) = (Bitmap::new(vertices), Bitmap::new(vertices));
        let mut verdicts = Column::default();
        file.verdicts(0..vertices, |vertex, said| verdicts.set(vertex as usize, said))?;
        file.owners(0..vertices, |vertex, owner| {
            owned.set(vertex as usize);
            if owner == Player::One {
                ones.set(vertex as usize);
            }
        })?;
        file.targets(0..vertices, |vertex| targets.set(vertex as usize))?;
        let plain = matches!(objective, Objective::Outcome(_));
        let open = owned.complement();
        if let Some(vertex) = open.ones().next().filter(|_| !plain) {
            let (vertex, attribute) = (vertex as u32, Attribute::Owner);
            let name = file.names(&options.control(0))?.printable(vertex).into_owned();
            return Err(QuestionError::Missing { attribute, vertex, name }.into());
        }
        Ok(Said { verdicts, ones, targets })
    }

    /// Calls `with` with what is asked.
    fn rule<R>(&self, objective: &Objective, with: impl FnOnce(Rule<'_>) -> R) -> R {
        match objective {
            Objective::Outcome(convention) => {
                let terminal = convention.terminal();
                let said = |vertex: u32| self.verdicts.get(vertex as usize).unwrap_or(terminal);
                with(Rule::Outcome(&said))
            }
            objective => {
                let owner = |vertex: u32| match self.ones.get(vertex as usize) {
                    true => Player::One,
                    false => Player::Zero,
                };
                let target = |vertex: u32| self.targets.get(vertex as usize);
                let hunter = wants_targets(objective);
                with(Rule::Attractor { hunter, owner: &owner, target: &target })
            }
        }
    }
}
