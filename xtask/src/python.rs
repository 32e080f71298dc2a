//! What is written in Python and lives in `.venv`: checks by programs that are not ours, and the tests
//! of our own package.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Failed, need, root, run, run_quietly, target};

/// Chess endings whose positions are checked, each with a number of its own to choose them by.
const ENDINGS: [(&str, u32); 5] =
    [("KQvK", 1), ("KRvK", 2), ("KPvK", 3), ("KBNvK", 4), ("KQvKR", 5)];

/// How many positions of each.
const POSITIONS: u32 = 10_000;

/// The Python of a virtual environment in which the packages that tests need are installed.
pub(crate) fn interpreter() -> Result<PathBuf, Failed> {
    need("python3", "python3-venv")?;
    let folder = root().join(".venv");
    let python = folder.join("bin").join("python");
    if !python.exists() {
        run_quietly("making .venv", Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    run_quietly(
        "packages for the tests in Python",
        Command::new(&python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .arg("--requirement")
            .arg(tests().join("requirements.txt")),
    )?;
    Ok(python)
}

/// Random positions of chess endings against one-ply look-ahead with the rules of python-chess.
pub(crate) fn chess(python: &Path) -> Result<(), Failed> {
    let folder = target().join("chess-positions");
    fs::create_dir_all(&folder)
        .map_err(|error| Failed(format!("cannot make {}: {error}", folder.display())))?;
    // Built with the tests.
    let writer = target().join("debug").join("examples").join("chess_positions");
    for (ending, seed) in ENDINGS {
        let path = folder.join(format!("{ending}.csv"));
        let file = File::create(&path)
            .map_err(|error| Failed(format!("cannot write {}: {error}", path.display())))?;
        run(
            &format!("solving {ending}"),
            Command::new(&writer)
                .args([ending, &POSITIONS.to_string(), &seed.to_string()])
                .stdout(file),
        )?;
        run(
            &format!("{ending} against python-chess"),
            Command::new(python).arg(tests().join("chess_lookahead.py")).arg(&path),
        )?;
    }
    Ok(())
}

/// The Python package, installed as its users do: its tests, the examples in its documentation, and
/// its types.
pub(crate) fn package(python: &Path) -> Result<(), Failed> {
    run_quietly(
        "installing the Python package",
        Command::new(python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .arg("./python[test]")
            // Optimised as the tests are, with what they have built already.
            .env("MATURIN_PEP517_ARGS", "--profile dev")
            .current_dir(root()),
    )?;
    let module = |name: &str, arguments: &[&str]| {
        let mut command = Command::new(python);
        command.args(["-m", name]).args(arguments).current_dir(root().join("python"));
        command
    };
    run(
        "tests of the Python package",
        &mut module("pytest", &["--quiet", "tests", "--doctest-modules", "--pyargs", "retrograde"]),
    )?;
    run("types of the Python package", &mut module("mypy", &[]))?;
    let native = ["retrograde._retrograde"];
    run("types of its native half", &mut module("mypy.stubtest", &native))
}

fn tests() -> PathBuf {
    root().join("crates/retrograde/tests/python")
}
