//! `cargo xtask test`: everything that must pass before a change lands.

use std::process::Command;
use std::time::Instant;

use crate::step::{Failed, cargo, need, run, side_by_side, skip, target};
use crate::{fuzz, page, programs, python};

pub(crate) fn all() -> Result<(), Failed> {
    let start = Instant::now();
    run("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    // Compilers leave a core now and then, and packages mostly wait for a network.
    let ((), (page, python)) = side_by_side(compiled, || {
        let page = page::prepared()?;
        let python = python::interpreter();
        Ok((page, python))
    })?;
    rust()?;
    let browser = || page.as_ref().map_or(Ok(()), page::browser);
    match &python {
        Ok(python) => {
            side_by_side(browser, || {
                python::package(python)?;
                python::chess(python)
            })?;
        }
        Err(why) => {
            browser()?;
            skip("the Python package, and chess against python-chess", why)?;
        }
    }
    println!("\nall steps passed in {:.1} min", start.elapsed().as_secs_f64() / 60.0);
    Ok(())
}

/// Lints, documentation, and everything that is run later.
fn compiled() -> Result<(), Failed> {
    run(
        "lints",
        &mut cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--all-features",
            "--locked",
            "--",
            "-D",
            "warnings",
        ]),
    )?;
    run(
        "documentation",
        cargo(&["doc", "--workspace", "--all-features", "--no-deps", "--locked"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    // Beside the tests also what they do not need: the module of the Python package.
    let everything = ["build", "--workspace", "--all-features", "--locked"];
    let targets = ["--lib", "--bins", "--tests", "--examples"];
    run("building the tests", cargo(&everything).args(targets))?;
    fuzz::check_lock()
}

/// The tests of the crates.
fn rust() -> Result<(), Failed> {
    // They run the kernels of the card on the processor.
    if let Err(why) = need("c++", "g++") {
        skip("the kernels of the card on the processor", &why)?;
    }
    // The same random cases each time, so that what passed passes again; `cargo test` draws others.
    let seed = std::env::var("PROPTEST_RNG_SEED").unwrap_or_else(|_| "1".to_owned());
    programs::run(&["--workspace", "--all-features", "--locked"], &seed)?;
    // Built with the tests.
    let own_game = target().join("debug").join("examples").join("own_game");
    run("the example of one's own game", &mut Command::new(own_game))
}

/// What takes too long for every change: the Python package as its users install it, fuzzing guided by
/// coverage, and known results of large games and endings.
pub(crate) fn slow() -> Result<(), Failed> {
    match python::interpreter() {
        Ok(python) => python::installed(&python)?,
        Err(why) => skip("installing the Python package", &why)?,
    }
    fuzz::all(fuzz::DEFAULT_SECONDS)?;
    let ignored = ["test", "--release", "--workspace", "--all-features", "--locked"];
    run("slow tests", cargo(&ignored).args(["--", "--ignored"]))
}
