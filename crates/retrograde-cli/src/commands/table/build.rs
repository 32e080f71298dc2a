//! `retrograde table build`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use retrograde::table::{BuildOptions, Kind, Manner};
use retrograde::words::grouped;
use retrograde::{Options, Threads, quote};

use crate::Program;
use crate::failure::Failure;
use crate::game_options::tell_index;
use crate::input::{GameArguments, demand_rules};
use crate::interrupt;
use crate::output::OutputArguments;
use crate::solver::{parse_threads, parse_time};

/// Solve a game over its index and keep the answer in a folder
#[derive(Args, Debug)]
pub(crate) struct Build {
    #[command(flatten)]
    input: GameArguments,

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

    /// Stop after this time with a checkpoint and exit status 3; the same command goes on from there
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,
}

impl Build {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let input = self.input.open(program)?;
        let rules = demand_rules(&input, "table build")?;
        let (label, folder) = (input.label(), &self.output);
        if folder.as_os_str().is_empty() {
            return Err(Failure::message("-o is empty: name the folder to keep the table in"));
        }
        if rules.slots().is_none() {
            return Err(Failure::message(format!(
                "{label} has no index, so there can be no table of it: 'retrograde solve {label}' \
                 explores it"
            )));
        }
        let watch = self.input.notes().watch();
        let options = Options {
            threads: self.threads.unwrap_or_default(),
            timeout: self.timeout,
            ..self.input.common.options(&watch)
        };
        let build = BuildOptions {
            kind: if self.outcome_only { Kind::Outcome } else { Kind::Distance },
            every: self.checkpoint,
            // Whoever waits at a terminal would rather wait a little than lose work.
            grace: Duration::from_secs(1),
            ..BuildOptions::default()
        };
        tell_index(self.input.notes(), rules, &options);
        self.input.notes().detail(|| {
            let plan = rules.plan().ok();
            match plan.map(|plan| plan.manner(build.kind, options.control(0).room())) {
                Some(Ok(Manner::ByTiers)) => {
                    "slots: those of the tier at hand and of the tiers it \
                     leads to in memory, all that are done on disk"
                        .to_owned()
                }
                _ => "slots: all in memory".to_owned(),
            }
        });
        interrupt::building(Some(folder));
        let game = input.build(folder, &build, &options)?;
        watch.done();
        let Some(table) = game.table() else { unreachable!("what is built is a table") };
        let bytes = table.file_size();
        OutputArguments::default().write(|out| {
            writeln!(
                out,
                "{}: {} slots in {} bytes, {:.4} a slot",
                quote::shown(&folder.display().to_string()),
                grouped(table.slots()),
                grouped(bytes),
                bytes as f64 / table.slots().max(1) as f64
            )
        })
    }
}
