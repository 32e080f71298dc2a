//! What a person sees: the `console` blocks of the README and of `tests/cmd/*.md`, run for real.
//!
//! A block holds commands after `$ `, each followed by `? STATUS` if that is not 0 and by what it
//! prints, standard output first. A line `...` stands for any lines, `[..]` for any text within
//! one. The commands of a document share an empty folder with `examples/` in it.
//! `UPDATE_TRANSCRIPTS=1` writes what was printed into the documents.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command of a document and what it should print, with the lines it stands on.
struct Entry {
    command: String,
    expected: String,
    lines: std::ops::Range<usize>,
}

fn entries(document: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut inside = false;
    for (number, line) in document.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            let lines = number + 1..number + 1;
            entries.push(Entry { command: command.to_owned(), expected: String::new(), lines });
        } else if inside {
            let entry = entries.last_mut().expect("a block starts with a command");
            entry.expected.push_str(line);
            entry.expected.push('\n');
            entry.lines.end = number + 1;
        }
    }
    entries
}

fn run(command: &str, folder: &Path) -> String {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_retrograde"));
    let path = format!("{}:{}", binary.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .env_remove("CLICOLOR_FORCE")
        .current_dir(folder)
        .output()
        .unwrap();
    let mut text = match output.status.code() {
        Some(0) => String::new(),
        code => format!("? {}\n", code.map_or("signal".to_owned(), |code| code.to_string())),
    };
    text.push_str(&String::from_utf8(output.stdout).unwrap());
    text.push_str(&String::from_utf8(output.stderr).unwrap());
    text
}

/// Whether the lines are the expected ones, `...` and `[..]` standing for anything.
fn matches(expected: &[&str], printed: &[&str]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        Some((line, rest)) => printed
            .split_first()
            .is_some_and(|(first, others)| line_matches(line, first) && matches(rest, others)),
    }
}

fn line_matches(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("[..]");
    let Some(mut rest) = parts.next().and_then(|start| line.strip_prefix(start)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Copies a folder with those in it, so that commands may write where they run.
fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn check(document: &Path) -> Vec<String> {
    let text = fs::read_to_string(document).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let examples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    copy_folder(&examples, &folder.path().join("examples"));
    let mut faults = Vec::new();
    let mut updated: Vec<String> = text.lines().map(str::to_owned).collect();
    for entry in entries(&text) {
        let printed = run(&entry.command, folder.path());
        let (wanted, got) = (entry.expected.trim_end(), printed.trim_end());
        if !matches(&wanted.lines().collect::<Vec<_>>(), &got.lines().collect::<Vec<_>>()) {
            faults.push(format!(
                "{}:{}: $ {}\n--- expected\n{wanted}\n--- printed\n{got}\n",
                document.display(),
                entry.lines.start,
                entry.command
            ));
            updated[entry.lines.start..entry.lines.end].fill(String::from("\0"));
            updated[entry.lines.start - 1] = format!("$ {}\n{got}\n", entry.command);
        }
    }
    if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() && !faults.is_empty() {
        let lines: Vec<String> = updated.into_iter().filter(|line| line != "\0").collect();
        fs::write(document, lines.join("\n") + "\n").unwrap();
    }
    faults
}

#[test]
fn transcripts_are_true() {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut documents: Vec<PathBuf> = fs::read_dir(here.join("tests/cmd"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    documents.push(here.join("../../README.md"));
    documents.sort();
    assert!(documents.len() >= 2, "there are documents to check");
    let faults: Vec<String> = documents.iter().flat_map(|document| check(document)).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
