//! The page of the explorer: its types, its own tests, whether the built one is new enough, and the
//! program itself in a browser.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::step::{Failed, cargo, need, root, run, run_aside, run_quietly, skip, target};

/// The page, and the program in a browser.
pub(crate) fn all() -> Result<(), Failed> {
    match prepared()? {
        Some(ready) => browser(&ready),
        None => Ok(()),
    }
}

/// Node, the packages of the page and Chromium are there, and the page that is committed is what it should be.
pub(crate) struct Ready(());

/// What needs Node alone; nothing where something is missing, which is said.
pub(crate) fn prepared() -> Result<Option<Ready>, Failed> {
    let node = need("node", "nodejs").and_then(|()| need("npm", "npm"));
    if let Err(why) = node {
        return skip("the page, its types and tests, and the browser", &why).map(|()| None);
    }
    run_quietly(
        "packages for the page",
        &mut npm(&["ci", "--no-audit", "--no-fund", "--prefer-offline"]),
    )?;
    run_aside("types of the page", &mut npm(&["run", "--silent", "check"]))?;
    run_aside("lints of the page", &mut npm(&["run", "--silent", "lint"]))?;
    run_aside("tests of the page", &mut npm(&["run", "--silent", "test"]))?;
    built_page()?;
    match need("chromium", "chromium") {
        Ok(()) => Ok(Some(Ready(()))),
        Err(why) => skip("the explorer in a browser", &why).map(|()| None),
    }
}

/// Builds the page anew: the one that is committed must be the same to the byte.
fn built_page() -> Result<(), Failed> {
    let folder = target().join("page");
    run_quietly(
        "building the page",
        npm(&["run", "--silent", "build", "--", "--emptyOutDir", "--outDir"]).arg(&folder),
    )?;
    let read = |path: PathBuf| {
        fs::read(&path).map_err(|error| Failed(format!("cannot read {}: {error}", path.display())))
    };
    for name in ["index.html", "scripts.txt"] {
        let built = read(folder.join(name))?;
        let committed = read(root().join("crates/retrograde-web/page").join(name))?;
        if built != committed {
            return Err(Failed(
                "crates/retrograde-web/page is older than web: 'npm run build' in web, and commit it"
                    .to_owned(),
            ));
        }
    }
    Ok(())
}

/// The program as people use it, in Chromium. Pictures go to `target/browser`.
pub(crate) fn browser(_: &Ready) -> Result<(), Failed> {
    // The program that the tests have built, so that nothing is built twice.
    let build = ["test", "--workspace", "--all-features", "--locked", "--no-run", "--quiet"];
    run("building the program", &mut cargo(&build))?;
    let program = target().join("debug").join("retrograde");
    run_aside(
        "the explorer in a browser",
        npm(&["run", "--silent", "e2e"])
            .env("RETROGRADE", program)
            .env("ARTEFACTS", target().join("browser")),
    )
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(arguments).current_dir(root().join("web"));
    command
}
