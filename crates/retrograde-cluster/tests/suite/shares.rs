//! Shares of an answer in files, put together, against the solutions of the library; and what happens to
//! shares and checkpoints that are not whole.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use retrograde_cluster::{
    Checkpoints, Cluster, ClusterError, EdgeList, Options, Rows, Rule, each, merge, outcome_with,
};
use retrograde_core::{
    Allowance, Bitmap, Cancel, Column, Control, Convention, Graph, Outcome, OutcomeGame,
    OwnedGraph, Player, Progress, Stopped, TargetGame, Vertex,
};
use retrograde_solve::outcome::Method;

fn graph(vertices: Vertex, most: u32) -> Graph {
    let mut state = 5_u64;
    let mut next = |below: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % below
    };
    let mut edges = Vec::new();
    for from in 0..vertices {
        for _ in 0..next(most) {
            edges.push((from, next(vertices)));
        }
    }
    Graph::from_edges(vertices as usize, edges).unwrap()
}

fn path_of(length: Vertex) -> Graph {
    Graph::from_edges(length as usize, (1..length).map(|vertex| (vertex, vertex - 1))).unwrap()
}

fn options(workers: usize, answer: Option<PathBuf>) -> Options {
    Options { cluster: Cluster::threads(workers).unwrap(), answer, ..Options::default() }
}

fn merged(folder: &Path) -> Result<String, ClusterError> {
    let mut all = Vec::new();
    merge::rows(folder, None, &mut all, &|number| format!("v{number}"), &Control::default())?;
    Ok(String::from_utf8(all).unwrap())
}

#[test]
fn rows_with_best_moves_are_those_of_the_library() {
    let graph = graph(3000, 4);
    let mut verdicts = Column::default();
    for vertex in graph.vertices().filter(|&vertex| graph.is_terminal(vertex) && vertex % 3 == 0) {
        verdicts.set(vertex as usize, if vertex % 2 == 0 { Outcome::Draw } else { Outcome::Win });
    }
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
    let settings = retrograde_solve::Options::default();
    let solved = retrograde_solve::outcome::solve(&game, Method::Retrograde, &settings).unwrap();
    let values = solved.solution.values;
    let ties = retrograde_solve::outcome::ties(&graph, &values, &Control::default()).unwrap();
    let mut expected = "vertex,outcome,distance,move\n".to_owned();
    for vertex in graph.vertices() {
        let value = values.get(vertex);
        let distance = value.distance().map_or(String::new(), |distance| distance.to_string());
        let best = retrograde_solve::outcome::best_move(&graph, &values, Some(&ties), vertex);
        let best = best.map_or(String::new(), |to| format!("v{to}"));
        expected += &format!("v{vertex},{},{distance},{best}\n", value.outcome());
    }
    for workers in [1, 2, 3] {
        let folder = tempfile::tempdir().unwrap();
        let settings = options(workers, Some(folder.path().to_owned()));
        let answer = outcome_with(&game, &settings, &Control::default()).unwrap();
        assert_eq!(answer.ties(&Control::default()).unwrap().unwrap(), ties);
        // Each with a file that says what it is of.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2 * workers);
        assert_eq!(merged(folder.path()).unwrap(), expected);
        // A share that is missing, or short, is told.
        for number in 0..workers {
            let share = folder.path().join(format!("part-{number:05}-of-{workers:05}.csv"));
            let fails = |what: &str| {
                let mut out = Vec::new();
                let name = |number: u64| number.to_string();
                let error = merge::rows(folder.path(), None, &mut out, &name, &Control::default());
                let error = error.unwrap_err().to_string();
                assert_eq!(error, format!("{}: {what}", share.display()));
                out.len()
            };
            let text = fs::read_to_string(&share).unwrap();
            let half = text.len() / 2;
            fs::write(&share, &text[..half]).unwrap();
            let short = format!("this share has {half} bytes, and {} were written", text.len());
            assert_eq!(fails(&short), 0);
            fs::write(&share, text.replacen("win", "los", 1)).unwrap();
            fails("this share is not as it was written");
            fs::remove_file(&share).unwrap();
            // Where there is none left, nobody knows which it should be.
            if workers > 1 {
                assert_eq!(fails("this share is missing"), 0);
            }
            fs::write(&share, &text).unwrap();
        }
    }
}

#[test]
fn names_that_speak_of_more_shares_than_there_are_take_no_memory() {
    for workers in ["50000000", "99999999999", "18446744073709551615"] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(format!("part-00000-of-{workers}.csv")), "").unwrap();
        let error = merged(folder.path()).unwrap_err().to_string();
        let missing = folder.path().join(format!("part-00001-of-{workers}.csv"));
        assert_eq!(error, format!("{}: this share is missing", missing.display()));
    }
    // What is not written as shares are is none.
    for name in
        ["part-0-of-1.csv", "part-00000-of-99999999999999999999.csv", "part-+0000-of-00001.csv"]
    {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), "").unwrap();
        let error = merged(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with(": there are no shares of an answer"), "{error}");
    }
}

#[test]
fn shares_of_another_graph_or_of_another_question_are_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let (graph, other) = (graph(500, 4), graph(500, 3));
    let (lost, won) = (each(|_| Outcome::Lose), each(|_| Outcome::Win));
    let rows = |graph, terminal| {
        let rule = Rule::Outcome(terminal);
        Rows { forward: graph, reverse: None, rule, fingerprint: None }
    };
    let answer = folder.path().to_owned();
    rows(&graph, &lost).solve(&options(2, Some(answer)), &Control::default()).unwrap();
    let merge = |rows: &Rows<'_>| {
        let wanted = rows.identity(&Control::default()).unwrap();
        let (mut out, name) = (Vec::new(), |number: u64| number.to_string());
        let done = merge::rows(folder.path(), Some(wanted), &mut out, &name, &Control::default());
        done.map_err(|error| (error.to_string(), out.len()))
    };
    assert_eq!(merge(&rows(&graph, &lost)), Ok(500));
    for others in [rows(&other, &lost), rows(&graph, &won)] {
        let (error, written) = merge(&others).unwrap_err();
        assert!(error.ends_with("is of another input or of another question"), "{error}");
        assert_eq!(written, 0, "rows were written before that was noticed");
    }
    // One of another answer among them is noticed, whatever is wanted.
    let second = tempfile::tempdir().unwrap();
    let answer = second.path().to_owned();
    rows(&other, &lost).solve(&options(2, Some(answer)), &Control::default()).unwrap();
    for extension in ["csv", "about"] {
        let name = format!("part-00001-of-00002.{extension}");
        fs::copy(second.path().join(&name), folder.path().join(&name)).unwrap();
    }
    let error = merged(folder.path()).unwrap_err().to_string();
    assert!(error.contains("part-00001-of-00002.csv: this share is of another"), "{error}");
}

#[test]
fn two_do_not_keep_checkpoints_in_one_folder_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (graph, verdicts) = (path_of(400), Column::default());
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
    let refused = std::sync::Mutex::new(None);
    let second = |progress: Progress| {
        let mut refused = refused.lock().unwrap();
        if progress.phase == "solving" && refused.is_none() {
            let other = outcome_with(&game, &kept(folder.path(), 2), &Control::default());
            *refused = Some(other.map(drop).unwrap_err().to_string());
        }
    };
    let control = Control { progress: Some(&second), ..Control::default() };
    outcome_with(&game, &kept(folder.path(), 2), &control).unwrap();
    let refused = refused.into_inner().unwrap().unwrap();
    assert!(refused.starts_with("others are at work and keep their checkpoints in "), "{refused}");
    outcome_with(&game, &kept(folder.path(), 2), &Control::default()).unwrap();
}

#[test]
fn processes_of_one_machine_share_its_memory() {
    let graph = graph(3000, 4);
    let lost = each(|_| Outcome::Lose);
    let rule = Rule::Outcome(&lost);
    let rows = Rows { forward: &graph, reverse: None, rule, fingerprint: None };
    let cluster = Cluster::local(1, 0, &[1, 2, 3]).unwrap();
    let one = retrograde_cluster::estimate(3000, graph.edge_count() as u64, &cluster, false);
    // Enough for one of them, and for two.
    let control =
        Control { memory: Some(Allowance::from_now(2 * one + one / 2)), ..Control::default() };
    let error = rows.solve(&Options { cluster, ..Options::default() }, &control).unwrap_err();
    let ClusterError::Memory { processes, needed, .. } = error else { panic!("{error}") };
    assert_eq!((processes, needed), (3, 3 * one));
}

#[test]
fn rows_of_attractors_are_a_strategy() {
    let graph = graph(2000, 3);
    let (mut ones, mut targets) = (Bitmap::new(2000), Bitmap::new(2000));
    (0..2000).filter(|vertex| vertex % 3 == 0).for_each(|vertex| ones.set(vertex));
    (0..2000).filter(|vertex| vertex % 97 == 0).for_each(|vertex| targets.set(vertex));
    let game = TargetGame { arena: OwnedGraph::from_bitmap(&graph, ones), targets };
    for hunter in [Player::Zero, Player::One] {
        let folder = tempfile::tempdir().unwrap();
        let owner = |vertex: Vertex| game.arena.owner(vertex);
        let said = each(|vertex| (owner(vertex), game.targets.get(vertex as usize)));
        let rule = Rule::Attractor { hunter, said: &said };
        let rows = Rows { forward: &graph, reverse: None, rule, fingerprint: None };
        let settings = options(2, Some(folder.path().to_owned()));
        let answer = rows.solve(&settings, &Control::default()).unwrap();
        let (winners, ranks) = answer.regions(hunter, &Control::default()).unwrap().unwrap();
        for (vertex, line) in graph.vertices().zip(merged(folder.path()).unwrap().lines().skip(1)) {
            let cells: Vec<&str> = line.split(',').collect();
            let winner = winners.get(vertex).unwrap();
            assert_eq!(cells[1], winner.to_string());
            let to: Option<Vertex> = cells[2].strip_prefix('v').map(|to| to.parse().unwrap());
            let rank = ranks.get(vertex as usize);
            let wants = match owner(vertex) == winner {
                true => winner != hunter || rank > 0,
                false => false,
            };
            assert_eq!(to.is_some(), wants && !graph.is_terminal(vertex), "{line}");
            if let Some(to) = to {
                assert!(graph.successors(vertex).contains(&to) && winners.get(to) == Some(winner));
                assert!(winner != hunter || ranks.get(to as usize) + 1 == rank);
            }
        }
    }
}

/// Solves a path until it has done so many rounds, with a checkpoint every ten and in the end.
fn interrupted(game: &OutcomeGame<'_>, folder: &Path, rounds: u64) {
    let cancel = Cancel::new();
    let done = AtomicU64::new(0);
    let count = |progress: Progress| {
        if progress.phase == "solving" && done.fetch_add(1, Relaxed) > rounds {
            cancel.cancel();
        }
    };
    let control = Control { cancel: Some(&cancel), progress: Some(&count), ..Control::default() };
    let stopped = outcome_with(game, &kept(folder, 2), &control);
    assert!(matches!(stopped, Err(ClusterError::Stopped(Stopped::Cancelled))));
}

fn kept(folder: &Path, workers: usize) -> Options {
    let checkpoints = Checkpoints { rounds: Some(10), ..Checkpoints::new(folder) };
    Options { checkpoints: Some(checkpoints), ..options(workers, None) }
}

#[test]
fn a_spoilt_checkpoint_is_not_used_but_the_one_before_is() {
    let graph = path_of(400);
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
    let whole = outcome_with(&game, &options(2, None), &Control::default()).unwrap();
    let values = whole.values(&Control::default()).unwrap().unwrap();
    let spoil: [&dyn Fn(&Path); 5] = [
        &|part| fs::write(part, b"").unwrap(),
        &|part| fs::remove_file(part).unwrap(),
        &|part| {
            let bytes = fs::read(part).unwrap();
            fs::write(part, &bytes[..bytes.len() - 1]).unwrap();
        },
        &|part| {
            let mut bytes = fs::read(part).unwrap();
            let middle = bytes.len() / 2;
            bytes[middle] ^= 1;
            fs::write(part, bytes).unwrap();
        },
        &|part| fs::remove_file(part.with_file_name("complete")).unwrap(),
    ];
    for spoil in spoil {
        let folder = tempfile::tempdir().unwrap();
        interrupted(&game, folder.path(), 95);
        // Every ten rounds, and where it was stopped.
        let last = folder.path().join("checkpoint-0000000009");
        assert!(last.join("complete").exists());
        spoil(&last.join("part-00001-of-00002"));
        for workers in [2, 3] {
            let answer = outcome_with(&game, &kept(folder.path(), workers), &Control::default());
            let answer = answer.unwrap();
            if workers == 2 {
                assert_eq!(answer.resumed, Some(8));
            }
            assert!(answer.resumed.is_some());
            assert_eq!(answer.values(&Control::default()).unwrap().unwrap(), values);
        }
    }
}

#[test]
fn checkpoints_of_other_work_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let verdicts = Column::default();
    let graph = path_of(200);
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
    interrupted(&game, folder.path(), 50);
    let misere = OutcomeGame::new(&graph, &verdicts, Convention::Misere).unwrap();
    let longer = path_of(201);
    let longer = OutcomeGame::new(&longer, &verdicts, Convention::Normal).unwrap();
    let list = folder.path().join("list.txt");
    fs::write(&list, "0 1\n1 2\n2 3\n3 4\n4 5\n").unwrap();
    let other = folder.path().join("other");
    let solve = |terminal: Outcome, stop: u64| {
        let (cancel, done) = (Cancel::new(), AtomicU64::new(0));
        let count = |progress: Progress| {
            if progress.phase == "solving" && done.fetch_add(1, Relaxed) >= stop {
                cancel.cancel();
            }
        };
        let control =
            Control { cancel: Some(&cancel), progress: Some(&count), ..Control::default() };
        let checkpoints = Checkpoints { rounds: Some(1), ..Checkpoints::new(&other) };
        let options = Options { checkpoints: Some(checkpoints), ..options(2, None) };
        let said = each(|_| terminal);
        EdgeList { path: &list, rule: Rule::Outcome(&said) }.solve(&options, &control)
    };
    assert!(matches!(solve(Outcome::Lose, 3), Err(ClusterError::Stopped(_))));
    let error = solve(Outcome::Win, 99).unwrap_err().to_string();
    assert!(error.contains("of another question"), "{error}");
    assert!(solve(Outcome::Lose, 99).unwrap().resumed.is_some());
    for game in [misere, longer] {
        let error = outcome_with(&game, &kept(folder.path(), 2), &Control::default()).unwrap_err();
        assert!(error.to_string().contains("of another question"), "{error}");
    }
}

#[test]
fn a_cluster_stops_soon_when_it_is_told() {
    let graph = graph(400_000, 6);
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
    let begin = Instant::now();
    outcome_with(&game, &options(2, None), &Control::default()).unwrap();
    let whole = begin.elapsed();
    for part in 1..8 {
        let deadline = Instant::now() + whole * part / 10;
        let control = Control { deadline: Some(deadline), ..Control::default() };
        let stopped = outcome_with(&game, &options(2, None), &control);
        let late = Instant::now().saturating_duration_since(deadline);
        match stopped {
            Err(ClusterError::Stopped(Stopped::Deadline)) => {
                assert!(late < Duration::from_millis(500), "{late:?}");
            }
            Ok(_) => {}
            Err(error) => panic!("{error}"),
        }
    }
}
