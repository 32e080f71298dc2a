//! `retrograde table build`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use retrograde::Threads;
use retrograde::table::{BuildOptions, BuildProgress, Kind, dense};

use crate::builtin;
use crate::failure::Failure;
use crate::input::InputArguments;
use crate::notes::Unit;
use crate::output::OutputArguments;
use crate::solver::{parse_threads, parse_time};
use crate::table::grouped;

/// Solve a game over its index and keep the answer in a folder
#[derive(Args, Debug)]
pub(crate) struct Build {
    #[command(flatten)]
    input: InputArguments,

    /// The folder to keep the table in
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// Keep outcomes without distances: a smaller table
    #[arg(long)]
    outcome_only: bool,

    /// How many threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<Threads>,

    /// How often to write down how far the work has come
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_time)]
    checkpoint: Duration,

    /// Stop after this time with a checkpoint and exit status 2; the same command goes on from there
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,
}

impl Build {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let rules = builtin::demand(&self.input, "table build")?;
        let Build { input, output, outcome_only, threads, checkpoint, timeout } = self;
        if output.as_os_str().is_empty() {
            return Err(Failure::message("-o is empty: name the folder to keep the table in"));
        }
        let Some(slots) = rules.slots() else {
            return Err(Failure::message(format!(
                "{} has no index, so there can be no table of it: 'retrograde solve {}' explores it",
                input.label(),
                input.label()
            )));
        };
        input.check_memory_for(&format!("{} slots", grouped(slots)), dense::estimate(slots))?;
        let notes = input.notes();
        let begin = Instant::now();
        let solving = notes.dense_bar(&rules);
        let writing = notes.bar("writing", slots, Unit::Slots);
        let progress = |progress: BuildProgress| match progress {
            BuildProgress::Resumed(at) => notes.say(format!(
                "going on from a checkpoint with {} of {} slots settled",
                grouped(at.settled),
                grouped(at.total)
            )),
            BuildProgress::Solving(at) | BuildProgress::Kept(at) => solving.set_dense(at),
            BuildProgress::Writing { done, .. } => {
                solving.finish();
                writing.set(done);
            }
            _ => {}
        };
        let options = BuildOptions {
            kind: if *outcome_only { Kind::Outcome } else { Kind::Distance },
            threads: threads.unwrap_or_default(),
            memory: input.allowed().unwrap_or(u64::MAX),
            every: *checkpoint,
            progress: Some(&progress),
            deadline: timeout.map(|timeout| begin + timeout),
            ..BuildOptions::default()
        };
        let table = rules.build(&input.label(), output, &options);
        solving.finish();
        writing.finish();
        let table = table?;
        notes.took("built", begin);
        let bytes = table.file_size();
        OutputArguments::default().write(|out| {
            writeln!(
                out,
                "{}: {} slots in {} bytes, {:.4} a slot",
                output.display(),
                grouped(table.slots()),
                grouped(bytes),
                bytes as f64 / table.slots().max(1) as f64
            )
        })
    }
}
