//! The program `retrograde`.

use std::process::ExitCode;

fn main() -> ExitCode {
    retrograde_cli::Program::new().run()
}
