//! Developer commands: `cargo xtask test|page|bench|fuzz|docs`.

mod bench;
mod fuzz;
mod page;
mod programs;
mod python;
mod step;
mod test;

use std::process::ExitCode;

use step::{Failed, cargo, run};

const HELP: &str = "\
Developer commands of Retrograde

  cargo xtask test            everything CI runs: format, lints, docs, tests; the page,
                              and the explorer in a browser; the Python package; chess
                              against python-chess
  cargo xtask page            of these, what is about the page and the browser
  cargo xtask test --all      and then the Python package as users install it, fuzzing,
                              and the known results that take hours, in release
  cargo xtask bench [--quick] speed and memory beside a textbook baseline, reading
                              rates
  cargo xtask fuzz [SECONDS]  fuzz every reader, guided by coverage, SECONDS each
                              (default 10)
  cargo xtask docs            build the documentation and say where it is

What 'test' needs and takes:
  Rust 1.95 or later with rustfmt and clippy, a C compiler (for zstd), a network the
  first time (crates; from PyPI, into .venv, chess and what the Python package and its
  tests need; from the npm registry, into web/node_modules, what the page is built with).
  For the kernels of the card a C++ compiler, for Python python3 with venv, for the page Node 20.19
  or later with npm, for the browser Chromium: on Debian, as root, it installs g++,
  python3-venv, nodejs, npm and chromium by apt-get; elsewhere it says loudly what did
  not run, which is a failure where CI=true.
  Nothing is written outside the checkout but what apt-get and the caches of cargo and
  npm hold: target/ (pictures of the page in target/browser), fuzz/target/, fuzz/corpus/,
  fuzz/artifacts/, web/node_modules/ and .venv/, more than 10 GB in all.
  Each step says how long it took.
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => test::all(),
        ["test", "--all"] => test::all().and_then(|()| test::slow()),
        ["page"] => page::all(),
        ["bench", rest @ ..] => bench::all(rest),
        ["fuzz"] => fuzz::all(fuzz::DEFAULT_SECONDS),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::all(seconds),
            Err(_) => Err(Failed(format!("'{seconds}' is not a number of seconds"))),
        },
        ["docs"] => docs(),
        [programs::NOTE, list, program, ..] => programs::note(list, program),
        ["--help" | "-h" | "help"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed(why)) => {
            eprintln!("\nxtask: {why}");
            ExitCode::FAILURE
        }
    }
}

fn docs() -> Result<(), Failed> {
    run("documentation", &mut cargo(&["doc", "--workspace", "--no-deps"]))?;
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    println!("open {target}/doc/retrograde/index.html");
    Ok(())
}
