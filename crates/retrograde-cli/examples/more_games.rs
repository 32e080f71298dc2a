//! The program `retrograde` with a game of one's own beside the built-in ones.
//!
//! `cargo run -p retrograde-cli --example more_games -- play track:9`

#[path = "../../retrograde/examples/own_game/track.rs"]
mod track;

fn main() -> std::process::ExitCode {
    retrograde_cli::Program::new().with_game::<track::Track>().run()
}
