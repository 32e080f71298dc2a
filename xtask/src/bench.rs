//! `cargo xtask bench`: figures with a baseline measured in the same run.

use crate::step::{Failed, cargo, run};

pub(crate) fn all(arguments: &[&str]) -> Result<(), Failed> {
    for bench in ["outcome", "combinatorial", "infinite", "games", "tiers", "reading", "stopping"] {
        let mut command = cargo(&["bench", "--package", "retrograde", "--bench", bench, "--"]);
        run(bench, command.args(arguments))?;
    }
    let mut command = cargo(&["bench", "--package", "retrograde-disk", "--bench", "disk", "--"]);
    run("disk", command.args(arguments))
}
