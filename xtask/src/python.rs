//! What is written in Python and lives in `.venv`: checks by programs that are not ours, and the tests
//! of our own package.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Failed, need, root, run, run_aside, run_quietly, target};

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
    run_quietly(
        "packages for the tests of the Python package",
        Command::new(&python).args(["-c", REQUIRED]).current_dir(root().join("python")),
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
        run_aside(
            &format!("solving {ending}"),
            Command::new(&writer)
                .args([ending, &POSITIONS.to_string(), &seed.to_string()])
                .stdout(file),
        )?;
        run_aside(
            &format!("{ending} against python-chess"),
            Command::new(python).arg(tests().join("chess_lookahead.py")).arg(&path),
        )?;
    }
    Ok(())
}

/// The Python package with the module that was built beside the tests: its tests, the examples in its
/// documentation, and its types. Built on its own it would be all of our crates once more, with other
/// features of the same dependencies.
pub(crate) fn package(python: &Path) -> Result<(), Failed> {
    let built = target().join("debug").join("lib_retrograde.so");
    let module = root().join("python/src/retrograde/_retrograde.abi3.so");
    fs::copy(&built, &module).map_err(|error| {
        Failed(format!("cannot copy {} to {}: {error}", built.display(), module.display()))
    })?;
    let module = |name: &str, arguments: &[&str]| {
        let folder = root().join("python");
        let mut command = Command::new(python);
        command.args(["-m", name]).args(arguments).env("PYTHONPATH", folder.join("src"));
        command.current_dir(folder);
        command
    };
    run_aside(
        "tests of the Python package",
        &mut module("pytest", &["--quiet", "tests", "--doctest-modules", "--pyargs", "retrograde"]),
    )?;
    run_aside("types of the Python package", &mut module("mypy", &[]))?;
    let native = ["retrograde._retrograde"];
    run_aside("types of its native half", &mut module("mypy.stubtest", &native))
}

/// Installs what the package needs, and what its tests need besides.
const REQUIRED: &str = "
import subprocess, sys
try:
    import tomllib
except ImportError:
    from pip._vendor import tomli as tomllib
with open('pyproject.toml', 'rb') as file:
    project = tomllib.load(file)['project']
packages = project['dependencies'] + project['optional-dependencies']['test']
install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
sys.exit(subprocess.call([sys.executable, *install, *packages]))
";

/// The Python package, installed as its users do, and asked something.
pub(crate) fn installed(python: &Path) -> Result<(), Failed> {
    run_quietly(
        "installing the Python package",
        Command::new(python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(["--force-reinstall", "--no-deps", "./python"])
            .current_dir(root()),
    )?;
    run(
        "the Python package as it is installed",
        Command::new(python)
            .args(["-I", "-c", "import retrograde; print('version', retrograde.__version__)"])
            .current_dir(root()),
    )
}

fn tests() -> PathBuf {
    root().join("crates/retrograde/tests/python")
}
