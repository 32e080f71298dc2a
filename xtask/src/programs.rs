//! The programs that tests are built into, run some at a time. By itself cargo runs one after the other,
//! and many of them wait: for processes, for signals, for their longest test.

use std::collections::VecDeque;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::step::{Failed, cargo, run_aside, run_quietly, target};

/// What this program is called with by cargo in place of running a test program.
pub(crate) const NOTE: &str = "note-test-program";

/// A test program.
struct Program {
    path: PathBuf,
    /// Where it runs.
    folder: PathBuf,
}

impl Program {
    /// Its crate, and its name without what tells one build from another.
    fn name(&self) -> String {
        let file = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let name = file.rsplit_once('-').map_or(&*file, |(name, _)| name).to_owned();
        let package = self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == package.replace('-', "_") { package } else { format!("{package}, {name}") }
    }
}

/// Takes note of a test program and of the folder that cargo would run it in.
pub(crate) fn note(list: &str, program: &str) -> Result<(), Failed> {
    let failed = |error: std::io::Error| Failed(format!("cannot write {list}: {error}"));
    let folder = std::env::current_dir().map_err(failed)?;
    let mut file = OpenOptions::new().append(true).create(true).open(list).map_err(failed)?;
    writeln!(file, "{program}\t{}", folder.display()).map_err(failed)
}

/// All of them, built already.
fn all(features: &[&str]) -> Result<Vec<Program>, Failed> {
    let failed = |error: std::io::Error| Failed(format!("cannot list the test programs: {error}"));
    let list = target().join("test-programs");
    if list.exists() {
        fs::remove_file(&list).map_err(failed)?;
    }
    // Building the tests may have put another one in the place of the one that runs.
    let this = target().join("debug").join(format!("xtask{}", std::env::consts::EXE_SUFFIX));
    let runner = format!("target.'cfg(all())'.runner = [{this:?}, {NOTE:?}, {list:?}]");
    let mut command = cargo(&["test", "--config", &runner]);
    command.args(features).args(["--lib", "--bins", "--tests"]);
    run_quietly("listing the test programs", &mut command)?;
    let text = fs::read_to_string(&list).map_err(failed)?;
    let program = |line: &str| {
        let (path, folder) = line.split_once('\t')?;
        Some(Program { path: path.into(), folder: folder.into() })
    };
    Ok(text.lines().filter_map(program).collect())
}

/// Runs all test programs and the examples in the documentation, as many at a time as there are cores.
/// Those that fail do not keep the others from being run.
pub(crate) fn run(features: &[&str], seed: &str) -> Result<(), Failed> {
    let programs = all(features)?;
    let mut work: VecDeque<(String, Command)> = VecDeque::new();
    let mut examples = cargo(&["test", "--doc"]);
    examples.args(features);
    work.push_back(("examples in the documentation".to_owned(), examples));
    for program in programs {
        let mut command = Command::new(&program.path);
        command.current_dir(&program.folder).env("PROPTEST_RNG_SEED", seed);
        work.push_back((program.name(), command));
    }
    let (work, failed) = (Mutex::new(work), Mutex::new(Vec::new()));
    let next = || work.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let lanes = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(|| {
                while let Some((name, mut command)) = next() {
                    if let Err(Failed(why)) = run_aside(&name, &mut command) {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(why);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    if failed.is_empty() { Ok(()) } else { Err(Failed(failed.join("; "))) }
}
