//! `cargo xtask bench`: figures with a baseline measured in the same run.

use crate::step::{Failed, cargo, run};

pub(crate) fn all(arguments: &[&str]) -> Result<(), Failed> {
    for bench in [
        "outcome",
        "combinatorial",
        "infinite",
        "portfolio",
        "games",
        "tiers",
        "reading",
        "stopping",
        "verify",
        "scaling",
    ] {
        let mut command = cargo(&["bench", "--package", "retrograde", "--bench", bench, "--"]);
        run(bench, command.args(arguments))?;
    }
    for (package, bench) in [
        ("retrograde-logic", "check"),
        ("retrograde-disk", "disk"),
        ("retrograde-cluster", "cluster"),
        ("retrograde-gpu", "card"),
    ] {
        let mut command = cargo(&["bench", "--package", package, "--bench", bench, "--"]);
        run(bench, command.args(arguments))?;
    }
    Ok(())
}
