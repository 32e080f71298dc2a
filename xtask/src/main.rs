//! Developer commands: `cargo xtask test|bench|fuzz|docs`.

mod bench;
mod fuzz;
mod python;
mod step;
mod test;

use std::process::ExitCode;

use step::{Failed, cargo, run};

const HELP: &str = "\
Developer commands of Retrograde

  cargo xtask test            everything CI runs: format, lints, docs, tests, a short fuzz;
                              the Python package and chess against python-chess, in .venv
  cargo xtask bench [--quick] speed and memory beside a textbook baseline, reading rates
  cargo xtask fuzz [SECONDS]  fuzz every reader, SECONDS each (default 10)
  cargo xtask docs            build the documentation and say where it is
";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test"] => test::all(),
        ["bench", rest @ ..] => bench::all(rest),
        ["fuzz"] => fuzz::all(fuzz::DEFAULT_SECONDS),
        ["fuzz", seconds] => match seconds.parse() {
            Ok(seconds) => fuzz::all(seconds),
            Err(_) => Err(Failed(format!("'{seconds}' is not a number of seconds"))),
        },
        ["docs"] => docs(),
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
