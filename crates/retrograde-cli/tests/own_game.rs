//! A program with a game of one's own linked in: it goes wherever a built-in game does.

#[path = "../../retrograde/examples/own_game/track.rs"]
mod track;

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use retrograde_cli::Program;

fn run(arguments: &[&str], folder: &Path) -> u8 {
    let program = Program::new().with_game::<track::Track>();
    let arguments = arguments.iter().map(|word| match word.strip_prefix("@") {
        Some(name) => folder.join(name).into_os_string(),
        None => OsString::from(word),
    });
    program.run_with([OsString::from("retrograde")].into_iter().chain(arguments))
}

#[test]
fn tables_of_ones_own_game_are_built_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(run(&["table", "build", "track:9", "-o", "@table", "--quiet"], folder), 0);
    assert_eq!(run(&["table", "probe", "@table", "1/0", "0/1", "-o", "@probed.csv"], folder), 0);
    assert_eq!(
        read("probed.csv"),
        "position,outcome,distance,move,to\n1/0,win,1,move 1,0/1\n0/1,lose,0,,\n"
    );
    // The same line, solved and from the table.
    assert_eq!(run(&["line", "track:9", "-o", "@solved.csv"], folder), 0);
    assert_eq!(run(&["line", "track:9", "--table", "@table", "-o", "@stored.csv"], folder), 0);
    assert_eq!(read("solved.csv"), read("stored.csv"));
    assert_eq!(run(&["table", "verify", "@table"], folder), 0);
    // The built-in games are still there, and another game's table is not taken for this one's.
    assert_eq!(run(&["solve", "nim:1,2", "-o", "@nim.csv"], folder), 0);
    assert_eq!(run(&["line", "nim:1,2", "--table", "@table"], folder), 2);
}

#[test]
fn a_program_without_the_game_says_what_it_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table").into_os_string();
    let build = ["retrograde", "table", "build", "track:5", "-q", "-o"].map(OsString::from);
    let with = Program::new().with_game::<track::Track>();
    assert_eq!(with.run_with(build.into_iter().chain([table.clone()])), 0);
    let probe = ["retrograde", "table", "probe"].map(OsString::from);
    assert_eq!(Program::new().run_with(probe.into_iter().chain([table])), 2);
}
