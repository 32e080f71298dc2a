//! What a person sees at a terminal: lines that fit, colours when they are wanted, and nothing that a
//! file says to the terminal itself.
#![cfg(target_os = "linux")]

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use common::{at_terminal, retrograde};
use unicode_width::UnicodeWidthStr;

fn examples() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn output(command: &mut Command) -> Output {
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Without colours and what moves the cursor.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\u{1b}' => {
                let _ = characters.by_ref().skip(1).find(char::is_ascii_alphabetic);
            }
            '\r' => {}
            other => plain.push(other),
        }
    }
    plain
}

fn check_width(what: &str, text: &str, columns: usize) {
    for line in plain(text).lines() {
        assert!(line.width() <= columns, "{what}: {} columns: {line}", line.width());
    }
}

/// The program's commands, those of its commands too.
fn commands() -> Vec<Vec<String>> {
    let (mut all, mut waiting) = (Vec::new(), vec![Vec::new()]);
    while let Some(command) = waiting.pop() {
        let words: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let help = text(&output(&mut retrograde(&words)).stdout);
        let list = help.lines().skip_while(|line| !matches!(*line, "Commands:" | "Families:"));
        let list = list.skip(1).take_while(|line| !line.is_empty());
        let named = list.filter(|line| !line.starts_with("   "));
        for name in named.filter_map(|line| line.split_whitespace().next()) {
            if name != "help" {
                waiting.push([&command[..], &[name.to_owned()]].concat());
            }
        }
        all.push(command);
    }
    all
}

#[test]
fn help_fits_a_terminal_of_80_columns_and_one_of_60() {
    let commands = commands();
    assert!(commands.len() > 30, "{commands:?}");
    for command in commands {
        for option in ["-h", "--help"] {
            let words: Vec<&str> = command.iter().map(String::as_str).chain([option]).collect();
            check_width(&words.join(" "), &text(&output(&mut retrograde(&words)).stdout), 80);
            for columns in [60, 80] {
                let seen = at_terminal(retrograde(&words), columns);
                assert!(seen.contains("Usage:"), "{words:?}: {seen}");
                // What the usage is cannot be broken.
                let seen: Vec<&str> =
                    seen.lines().filter(|line| !line.contains("Usage:")).collect();
                check_width(&words.join(" "), &seen.join("\n"), columns.into());
            }
        }
    }
}

#[test]
fn answers_fit_a_terminal_of_80_columns() {
    let games = text(&output(&mut retrograde(&["games"])).stdout);
    let mut lines = vec!["games".to_owned(), "solvers".to_owned()];
    lines.extend(games.lines().filter_map(|line| {
        let name = line.split_whitespace().next().filter(|_| line.starts_with("  "))?;
        (name != "game").then(|| format!("games {name}"))
    }));
    assert!(lines.len() > 20, "{games}");
    for (file, objective) in [
        ("triangle-with-tail.txt", "outcome"),
        ("triangle-with-tail.txt", "asymmetric"),
        ("triangle-with-tail.txt", "grundy"),
        ("infinite/choice.pg", "parity"),
        ("infinite/courier.dot", "energy"),
        ("infinite/courier.dot", "mean-payoff"),
        ("infinite/patrol.dot", "muller --acceptance Inf(0)&Inf(1)|Fin(0)&Fin(1)&Inf(2)|Inf(3)"),
    ] {
        lines.push(format!("info {file}"));
        lines.push(format!("solve {file} --objective {objective}"));
    }
    lines.extend(
        [
            "info quixo:5",
            "info teeko",
            "solve tic-tac-toe",
            "solve chess:KQvK",
            "sum nim:3,4@3,4 ../examples/triangle-with-tail.txt@c",
            "sum nim:3,4 triangle-with-tail.txt@c",
        ]
        .map(Into::into),
    );
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let mut command = retrograde(&words);
        command.current_dir(examples());
        let seen = at_terminal(command, 80);
        assert!(!seen.contains("error:") && seen.lines().count() > 3, "{line}: {seen}");
        check_width(&line, &seen, 80);
    }
}

#[test]
fn figures_and_answers_of_a_table_suit_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let at = |arguments: &[&str]| {
        let mut command = retrograde(arguments);
        command.current_dir(folder.path());
        command
    };
    output(&mut at(&["table", "build", "chess:KPvK", "-o", "kpk", "-q"]));
    let seen = at_terminal(at(&["table", "stats", "kpk"]), 80);
    assert!(seen.contains("  9. Kf3\n  10. Kg5  "), "{seen}");
    check_width("table stats", &seen, 80);

    let bad = ["\u{1b}[31mred", "\u{202e}8/8"];
    let probe =
        at(&["table", "probe", "kpk", bad[0], bad[1], "--format", "csv", "--color", "never"]);
    let seen = at_terminal(probe, 80);
    assert!(seen.contains("\n\\u{1b}[31mred,,,,\n\\u{202e}8/8,,,,\n"), "{seen:?}");
    assert!(!bad.iter().any(|text| seen.contains(text)), "{seen:?}");
    let probe = ["table", "probe", "kpk", bad[0], bad[1], "--format", "csv"];
    let written = text(&output(&mut at(&probe)).stdout);
    assert!(bad.iter().all(|text| written.contains(text)), "{written:?}");
}

#[test]
fn what_does_not_go_to_a_terminal_is_not_cut() {
    let folder = tempfile::tempdir().unwrap();
    let name = "long".repeat(50);
    fs::write(folder.path().join("long.txt"), format!("{name} b\n")).unwrap();
    let solve = || {
        let mut command = retrograde(&["solve", "long.txt"]);
        command.current_dir(folder.path());
        command
    };
    assert!(text(&output(&mut solve()).stdout).contains(&name));
    let seen = at_terminal(solve(), 80);
    assert!(seen.contains('…') && !seen.contains(&name), "{seen}");
    check_width("long names", &seen, 80);
}

#[test]
fn colours_are_used_when_they_are_wanted() {
    let solve = |more: &[&str]| {
        let mut command = retrograde(&[&["solve", "escape.txt"][..], more].concat());
        command.current_dir(examples());
        command
    };
    let at = |command: Command| at_terminal(command, 80).contains('\u{1b}');
    let piped = |mut command: Command| output(&mut command).stdout.contains(&0x1b);
    let no_color = |mut command: Command| {
        command.env("NO_COLOR", "1");
        command
    };
    assert!(at(solve(&[])) && !piped(solve(&[])));
    assert!(!at(no_color(solve(&[]))));
    assert!(!at(solve(&["--color", "never"])) && piped(solve(&["--color=always"])));
    assert!(piped(no_color(solve(&["--color", "always"]))));
    // Data and help follow the same rule, and so do errors about the arguments.
    assert!(!piped(solve(&["--color", "always", "--format", "csv"])));
    assert!(at(retrograde(&["solve", "--bogus"])));
    assert!(!at(retrograde(&["--color", "never", "solve", "--bogus"])));
}

/// A graph whose names do what they can to a terminal.
const HOSTILE: [&str; 6] = [
    "\u{1b}[31mred\u{1b}]0;title\u{7}",
    "a\u{202e}b",
    "two\nlines",
    "将棋",
    "e\u{301}",
    "\u{9b}2J",
];

fn hostile(folder: &Path) {
    let edges: Vec<String> =
        HOSTILE.windows(2).map(|pair| format!("\"{}\" -> \"{}\";\n", pair[0], pair[1])).collect();
    let loops = format!("\"{}\" -> \"{}\"; \"{}\" [owner=3]", HOSTILE[1], HOSTILE[0], HOSTILE[2]);
    fs::write(folder.join("bad.dot"), format!("digraph {{ {} {loops} }}", edges.concat())).unwrap();
    fs::write(folder.join("game.dot"), format!("digraph {{ {} }}", edges.concat())).unwrap();
    fs::write(folder.join("evil\u{1b}[2J\u{202e}.txt"), "a b\n").unwrap();
}

#[test]
fn what_a_file_says_never_reaches_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    hostile(folder);
    let solve = ["solve", "game.dot", "--format", "csv", "-o", "good.csv"];
    assert!(output(retrograde(&solve).current_dir(folder)).status.success());
    let good = fs::read_to_string(folder.join("good.csv")).unwrap();
    fs::write(folder.join("wrong.csv"), good.replace("lose", "draw")).unwrap();
    let sum = format!("game.dot@{}", HOSTILE[0]);
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for arguments in [
        &["solve", "game.dot"][..],
        &["solve", "game.dot", "--objective", "grundy"],
        &["solve", "game.dot", "--objective", "parity"],
        &["solve", "bad.dot"],
        &["solve", "evil\u{1b}[2J\u{202e}.txt"],
        &["solve", "none\u{1b}[2J\u{202e}.txt"],
        &["solve", "none\u{1b}[2J"],
        &["solve", "game.dot", "-o", "no\u{1b}[2J/a.csv"],
        &["solve", "game.dot", "--acyclic"],
        &["line", "game.dot"],
        &["line", "game.dot", "--from", HOSTILE[1]],
        &["line", "game.dot", "--from", "no\u{1b}[2J"],
        &["explain", "game.dot", "--from", HOSTILE[1]],
        &["info", "game.dot"],
        &["info", "evil\u{1b}[2J\u{202e}.txt"],
        &["sum", &sum],
        &["verify", "game.dot", "wrong.csv"],
        &["convert", "game.dot", "-o", "a.xyz\u{1b}[2J"],
        &["convert", "game.dot", "-o", "a.txt"],
        &["convert", "game.dot", "--to", "condensation", "-o", "b.dot"],
        &["games", "ni\u{1b}[2Jm"],
        &["table", "probe", "no\u{1b}[2J"],
    ] {
        let ran = output(retrograde(arguments).current_dir(folder).stdin(Stdio::null()));
        let said = text(&ran.stdout) + &text(&ran.stderr);
        let hidden = |c: char| c != '\n' && retrograde::quote::is_hidden(c);
        assert!(!said.contains(hidden), "{arguments:?}: {said:?}");
        seen.extend(HOSTILE.into_iter().filter(|name| said.contains(*name)));
        assert!(!said.is_empty() || ran.status.success(), "{arguments:?}");
    }
    // What can be seen is shown as it is, and data has every name as it is.
    assert!(seen.contains("将棋") && seen.contains("e\u{301}"));
    assert!(HOSTILE.iter().all(|name| good.contains(name)), "{good:?}");
}

#[test]
fn names_of_any_width_line_up() {
    let folder = tempfile::tempdir().unwrap();
    hostile(folder.path());
    let solve = output(retrograde(&["solve", "game.dot"]).current_dir(folder.path()));
    let solved = text(&solve.stdout);
    let column = |line: &str, word: &str| line.find(word).map(|place| line[..place].width());
    let table: Vec<&str> = solved.lines().skip_while(|line| !line.contains("vertex")).collect();
    let place = column(table[0], "outcome").unwrap();
    for line in &table[1..] {
        let found = column(line, " win ").or(column(line, " lose ")).map(|column| column + 1);
        assert_eq!(found, Some(place), "{solved}");
    }
}

#[test]
fn completions_and_the_manual_are_whole() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&output(&mut retrograde(&["completions", shell])).stdout);
        assert!(script.contains("retrograde") && script.contains("max-memory"), "{shell}");
        if shell == "bash" {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("retrograde.bash");
            fs::write(&path, script).unwrap();
            // Where there is no bash, nobody needs it.
            if let Ok(checked) = Command::new("bash").arg("-n").arg(&path).status() {
                assert!(checked.success());
            }
        }
    }
    let all = text(&output(&mut retrograde(&["man"])).stdout);
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    assert!(output(retrograde(&["man", "-o"]).arg(&pages)).status.success());
    let names: Vec<String> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(names.len(), commands().len());
    for name in ["retrograde.1", "retrograde-solve.1", "retrograde-table-build.1"] {
        let page = fs::read_to_string(pages.join(name)).unwrap();
        assert!(page.contains(".SH SYNOPSIS") && all.contains(&page), "{name}");
    }
}

#[test]
fn told_to_say_more_it_says_what_it_chose() {
    let solve = |more: &[&str]| {
        let mut command = retrograde(&[&["solve"][..], more].concat());
        output(command.current_dir(examples()))
    };
    let said = text(&solve(&["escape.txt", "-v"]).stderr);
    for word in
        ["memory: ", "threads: ", "solver: retrograde, chosen (where the graph has a cycle)"]
    {
        assert!(said.contains(word), "{word}: {said}");
    }
    let said = text(&solve(&["quixo:3", "--verbose"]).stderr);
    for word in ["engine: dense, since", "memory: ", "solved in "] {
        assert!(said.contains(word), "{word}: {said}");
    }
    let plain = solve(&["escape.txt"]);
    assert!(plain.stderr.is_empty() && plain.stdout == solve(&["escape.txt", "-v"]).stdout);
    assert_eq!(solve(&["escape.txt", "-v", "-q"]).status.code(), Some(2));
    assert!(output(retrograde(&["-q", "solvers"]).stdin(Stdio::null())).status.success());
}
