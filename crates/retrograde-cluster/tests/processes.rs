//! Several processes on this machine: their answer, their death, and going on after it.
//!
//! A process is this very test program, started again for the test `child` alone.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use retrograde_cluster::{
    Answer, Checkpoints, Cluster, ClusterError, Known, Options, outcome_with, visits,
};
use retrograde_core::{
    Column, Control, Convention, Graph, OutcomeGame, OwnedGraph, Player, Progress, TargetGame,
    Value, Vertex,
};
use retrograde_solve::outcome::Method;

/// A path, and a way round in a circle beside it: as many rounds as it is long.
fn long(length: Vertex) -> Graph {
    let path = (1..length - 2).map(|vertex| (vertex, vertex - 1));
    let circle = [(length - 2, length - 1), (length - 1, length - 2), (length - 1, 5)];
    Graph::from_edges(length as usize, path.chain(circle)).unwrap()
}

fn wide(vertices: Vertex) -> Graph {
    let mut state = 11_u64;
    let mut next = |below: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % below
    };
    let mut edges = Vec::new();
    for from in 0..vertices {
        for _ in 0..next(5) {
            edges.push((from, next(vertices)));
        }
    }
    Graph::from_edges(vertices as usize, edges).unwrap()
}

/// Vertices of a part of a Büchi game.
const PART: Vertex = 8;

/// Parts of a Büchi game, each a way to a target. From there the other player can go back to where the way
/// begins or on to the part before, which turns out to be of no use: as many rounds of taking out as parts.
fn parts(parts: Vertex) -> Graph {
    let nowhere = PART * parts;
    let mut edges = vec![(nowhere, nowhere)];
    for first in (0..nowhere).step_by(PART as usize) {
        let last = first + PART - 1;
        edges.extend((first..last).flat_map(|vertex| [(vertex, vertex + 1), (vertex, vertex)]));
        edges.extend([(last, first), (last, first.checked_sub(PART).unwrap_or(nowhere))]);
    }
    Graph::from_edges(nowhere as usize + 1, edges).unwrap()
}

/// Whether a vertex of a Büchi game is a target, and so the other player's.
fn is_target(vertex: usize) -> bool {
    vertex % PART as usize == PART as usize - 1
}

fn graph(name: &str) -> Graph {
    let (kind, size) = name.split_once(':').unwrap();
    let size = size.parse().unwrap();
    match kind {
        "long" => long(size),
        "parts" => parts(size),
        _ => wide(size),
    }
}

/// Calls `with` with the Büchi game on a graph of parts.
fn with_visits<R>(graph: &Graph, with: impl FnOnce(&TargetGame<'_>) -> R) -> R {
    let owner = |vertex| if is_target(vertex) { Player::One } else { Player::Zero };
    let vertices = 0..graph.vertex_count();
    let owners: Column<Player> = vertices.clone().map(|vertex| (vertex, owner(vertex))).collect();
    let targets: Column<bool> = vertices.map(|vertex| (vertex, is_target(vertex))).collect();
    with(&TargetGame::new(OwnedGraph::new(graph, &owners).unwrap(), &targets))
}

/// Solves what the name of a graph stands for: a Büchi game if it has parts.
fn solve(name: &str, options: &Options, control: &Control<'_>) -> Result<Answer, ClusterError> {
    let graph = graph(name);
    if name.starts_with("parts:") {
        return with_visits(&graph, |game| visits(game, Player::Zero, options, control));
    }
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
    outcome_with(&game, options, control)
}

/// What a process is told.
#[derive(Clone)]
struct Job<'a> {
    graph: &'a str,
    workers: usize,
    folder: &'a Path,
    /// Whether checkpoints are kept, every twenty rounds.
    checkpoints: bool,
    /// Whether two minutes are left between them.
    seldom: bool,
    /// Where each process keeps its own, if not all in one folder.
    kept: &'a [&'a str],
    /// Milliseconds between rounds.
    slow: u64,
    patience: u64,
}

impl Job<'_> {
    /// Starts one process of several.
    fn start(&self, process: usize, ports: &[u16]) -> Child {
        self.command(process, ports).spawn().unwrap()
    }

    fn command(&self, process: usize, ports: &[u16]) -> Command {
        let ports: Vec<String> = ports.iter().map(u16::to_string).collect();
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args(["child", "--exact", "--ignored", "--nocapture"])
            .env("CHILD_GRAPH", self.graph)
            .env("CHILD_WORKERS", self.workers.to_string())
            .env("CHILD_PROCESS", process.to_string())
            .env("CHILD_PORTS", ports.join(","))
            .env("CHILD_FOLDER", self.folder)
            .env("CHILD_CHECKPOINTS", u8::from(self.checkpoints).to_string())
            .env("CHILD_SELDOM", u8::from(self.seldom).to_string())
            .env("CHILD_KEPT", self.kept.get(process).unwrap_or(&"checkpoints"))
            .env("CHILD_SLOW", self.slow.to_string())
            .env("CHILD_PATIENCE", self.patience.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn start_all(&self, processes: usize) -> (Vec<Child>, Vec<u16>) {
        let ports = free_ports(processes);
        let children = (0..processes).map(|process| self.start(process, &ports)).collect();
        (children, ports)
    }
}

fn free_ports(count: usize) -> Vec<u16> {
    let listeners: Vec<_> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    listeners.iter().map(|listener| listener.local_addr().unwrap().port()).collect()
}

/// Waits for an end, but not forever.
fn finish(mut child: Child, most: Duration) -> Output {
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > most {
            child.kill().unwrap();
            let output = child.wait_with_output().unwrap();
            panic!("it hangs: {}", String::from_utf8_lossy(&output.stderr));
        }
        thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What processes left in the folder, all of it together.
fn shares(folder: &Path, processes: usize) -> BTreeMap<u64, String> {
    let mut all = BTreeMap::new();
    for process in 0..processes {
        let text = fs::read_to_string(folder.join(format!("share-{process}"))).unwrap();
        for line in text.lines() {
            let (vertex, value) = line.split_once(' ').unwrap();
            assert!(all.insert(vertex.parse().unwrap(), value.to_owned()).is_none());
        }
    }
    all
}

/// What the solvers of the library find; of a Büchi game, who wins.
fn expected(name: &str) -> BTreeMap<u64, String> {
    let graph = graph(name);
    if name.starts_with("parts:") {
        let settings = retrograde_solve::Options::default();
        let solve = |game: &TargetGame<'_>| retrograde_solve::buchi::solve(game, &settings);
        let winners = with_visits(&graph, solve).unwrap().solution.winners;
        let won = winners.region(Player::Zero);
        let outcome = |vertex| if won.get(vertex) { "win" } else { "lose" };
        let vertices = 0..graph.vertex_count();
        return vertices.map(|vertex| (vertex as u64, outcome(vertex).to_owned())).collect();
    }
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
    let options = retrograde_solve::Options { values_only: true, ..Default::default() };
    let solved = retrograde_solve::outcome::solve(&game, Method::Retrograde, &options).unwrap();
    let values = solved.solution.values;
    (0..).zip(values.iter()).map(|(vertex, value)| (vertex, value.to_string())).collect()
}

#[test]
#[ignore = "what other tests here start as processes of their own"]
fn child() {
    let Ok(name) = env::var("CHILD_GRAPH") else { return };
    let number = |key: &str| env::var(key).unwrap().parse::<u64>().unwrap();
    let ports: Vec<u16> =
        env::var("CHILD_PORTS").unwrap().split(',').map(|port| port.parse().unwrap()).collect();
    let process = number("CHILD_PROCESS") as usize;
    let folder = env::var("CHILD_FOLDER").unwrap();
    let folder = Path::new(&folder);
    let kept = env::var("CHILD_KEPT").unwrap();
    let rounds = (number("CHILD_SELDOM") == 0).then_some(20);
    let checkpoints = (number("CHILD_CHECKPOINTS") == 1)
        .then(|| Checkpoints { rounds, ..Checkpoints::new(folder.join(kept)) });
    let slow = Duration::from_millis(number("CHILD_SLOW"));
    let pause = |progress: Progress| {
        if progress.phase == "solving" {
            thread::sleep(slow);
        }
    };
    let options = Options {
        cluster: Cluster::local(number("CHILD_WORKERS") as usize, process, &ports).unwrap(),
        patience: Duration::from_secs(number("CHILD_PATIENCE")),
        checkpoints,
        ..Options::default()
    };
    let after = env::var("CHILD_STOP").ok().and_then(|word| word.parse().ok());
    let deadline = after.map(|after| Instant::now() + Duration::from_millis(after));
    let control = Control { progress: Some(&pause), deadline, ..Control::default() };
    match solve(&name, &options, &control) {
        Ok(answer) => {
            let mut text = String::new();
            for vertex in 0..answer.partition().size() {
                match answer.get(vertex) {
                    None => {}
                    Some(Known::Value(value)) if name.starts_with("parts:") => {
                        text += &format!("{vertex} {}\n", value.outcome());
                    }
                    Some(Known::Value(value)) => text += &format!("{vertex} {value}\n"),
                    Some(Known::Tie) => text += &format!("{vertex} {}\n", Value::Draw),
                    Some(other) => panic!("{other:?}"),
                }
            }
            fs::write(folder.join(format!("share-{process}")), text).unwrap();
            let resumed = answer.resumed.map_or("anew".to_owned(), |number| number.to_string());
            eprintln!("resumed {resumed}, rounds {}", answer.rounds);
        }
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(2);
        }
    }
}

fn job<'a>(graph: &'a str, folder: &'a Path) -> Job<'a> {
    let (checkpoints, seldom) = (false, false);
    Job { graph, workers: 2, folder, checkpoints, seldom, kept: &[], slow: 0, patience: 60 }
}

#[test]
fn processes_find_what_one_finds() {
    for (processes, workers) in [(2, 1), (3, 2)] {
        for name in ["wide:20000", "long:300"] {
            let folder = tempfile::tempdir().unwrap();
            let job = Job { workers, ..job(name, folder.path()) };
            for child in job.start_all(processes).0 {
                let output = finish(child, Duration::from_secs(60));
                assert!(output.status.success(), "{}", said(&output));
            }
            assert_eq!(shares(folder.path(), processes), expected(name));
        }
    }
}

#[test]
fn a_process_that_is_killed_is_missed_and_others_go_on_from_the_checkpoint() {
    kill_and_go_on("long:3000");
}

#[test]
fn others_go_on_with_a_buchi_game_from_the_checkpoint() {
    kill_and_go_on("parts:80");
}

/// Kills one of three processes after some checkpoints, and lets two others go on.
fn kill_and_go_on(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    let whole = solve(name, &Options::default(), &Control::default()).unwrap().rounds;
    let slow = Job { checkpoints: true, slow: 1, ..job(name, folder.path()) };
    let (mut children, _) = slow.start_all(3);
    let begin = Instant::now();
    let third = folder.path().join("checkpoints/checkpoint-0000000002/complete");
    while !third.exists() {
        assert!(begin.elapsed() < Duration::from_secs(60), "no checkpoint");
        thread::sleep(Duration::from_millis(5));
    }
    let mut victim = children.remove(1);
    victim.kill().unwrap();
    victim.wait().unwrap();
    for child in children {
        let output = finish(child, Duration::from_secs(5));
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let errors: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(errors.len(), 1, "{text}");
        assert!(errors[0].contains("process 1 (127.0.0.1:"), "{text}");
        assert!(errors[0].contains("is gone") && errors[0].contains("checkpoint-00"), "{text}");
    }
    // Fewer processes with other numbers of workers go on.
    let job = Job { checkpoints: true, workers: 3, ..job(name, folder.path()) };
    for child in job.start_all(2).0 {
        let output = finish(child, Duration::from_secs(60));
        let text = said(&output);
        assert!(output.status.success(), "{text}");
        assert!(text.contains("resumed ") && !text.contains("anew"), "{text}");
        let rounds: u64 = text.rsplit("rounds ").next().unwrap().trim().parse().unwrap();
        assert!(rounds + 60 <= whole, "it began from the beginning: {text}");
    }
    assert_eq!(shares(folder.path(), 2), expected(name));
    let entries = fs::read_dir(folder.path().join("checkpoints")).unwrap().flatten();
    let left = entries.filter(|entry| entry.path().is_dir()).count();
    assert!(left <= 3, "old checkpoints are still there: {left}");
}

#[test]
fn a_process_that_never_comes_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job { patience: 1, ..job("wide:100", folder.path()) };
    let ports = free_ports(2);
    for process in [0, 1] {
        let output = finish(job.start(process, &ports), Duration::from_secs(10));
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let other = 1 - process;
        assert!(text.contains(&format!("process {other} (127.0.0.1:{})", ports[other])), "{text}");
        assert!(text.contains("could not be reached within 1 s"), "{text}");
    }
}

#[test]
fn a_process_that_says_nothing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job { patience: 1, ..job("wide:100", folder.path()) };
    // The system takes calls for whoever listens, even if nobody answers them.
    let mute = TcpListener::bind("127.0.0.1:0").unwrap();
    let ports = [mute.local_addr().unwrap().port(), free_ports(1)[0]];
    let output = finish(job.start(1, &ports), Duration::from_secs(10));
    let text = said(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains(&format!("process 0 (127.0.0.1:{})", ports[0])), "{text}");
    assert!(text.contains("within 1 s: it took the call and said nothing for "), "{text}");
}

#[test]
fn processes_with_other_work_do_not_go_together() {
    let folder = tempfile::tempdir().unwrap();
    let ports = free_ports(2);
    let one = job("wide:100", folder.path());
    let others = [job("wide:101", folder.path()), Job { workers: 1, ..one.clone() }];
    for other in others {
        let first = one.start(0, &ports);
        let second = other.start(1, &ports);
        for child in [first, second] {
            let output = finish(child, Duration::from_secs(10));
            let text = said(&output);
            assert_eq!(output.status.code(), Some(2), "{text}");
            assert!(text.contains("was started for other work"), "{text}");
        }
    }
}

#[test]
fn processes_agree_about_keeping_checkpoints() {
    let folder = tempfile::tempdir().unwrap();
    let ports = free_ports(2);
    let one = job("wide:100", folder.path());
    let other = Job { checkpoints: true, ..one.clone() };
    let children = [one.start(0, &ports), other.start(1, &ports)];
    let whats = [
        "it keeps checkpoints, and this one does not",
        "it keeps no checkpoints, and this one does",
    ];
    for (process, (child, what)) in children.into_iter().zip(whats).enumerate() {
        let output = finish(child, Duration::from_secs(10));
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        let other = 1 - process;
        let expected = format!(
            "error: process {other} (127.0.0.1:{}) was started for other work: {what}",
            ports[other]
        );
        assert!(text.contains(&expected), "{text}");
    }
    assert!(!folder.path().join("checkpoints").exists());
}

#[test]
fn a_process_that_is_stopped_stops_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job { slow: 3, ..job("long:5000", folder.path()) };
    let ports = free_ports(3);
    let first = job.start(0, &ports);
    let second = job.start(1, &ports);
    let third = job.command(2, &ports).env("CHILD_STOP", "1000").spawn().unwrap();
    let output = finish(third, Duration::from_secs(20));
    assert!(said(&output).contains("error: the time allowed was up"), "{}", said(&output));
    let begin = Instant::now();
    for child in [first, second] {
        let output = finish(child, Duration::from_secs(5));
        let text = said(&output);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains("ended the work: the time allowed was up; there is no"), "{text}");
    }
    assert!(begin.elapsed() < Duration::from_secs(1));
}

#[test]
fn a_process_that_is_stopped_keeps_a_checkpoint_with_the_others() {
    for name in ["long:3000", "parts:80"] {
        let folder = tempfile::tempdir().unwrap();
        let job = Job { checkpoints: true, seldom: true, slow: 3, ..job(name, folder.path()) };
        let ports = free_ports(3);
        let mut children = vec![job.start(0, &ports), job.start(1, &ports)];
        children.push(job.command(2, &ports).env("CHILD_STOP", "1500").spawn().unwrap());
        for (process, child) in children.into_iter().enumerate() {
            let output = finish(child, Duration::from_secs(20));
            let text = said(&output);
            assert_eq!(output.status.code(), Some(2), "{text}");
            let expected = match process {
                2 => "error: the time allowed was up".to_owned(),
                _ => format!(
                    "error: process 2 (127.0.0.1:{}) ended the work: the time allowed was up; the \
                     checkpoint {} is complete",
                    ports[2],
                    folder.path().join("checkpoints/checkpoint-0000000000").display()
                ),
            };
            assert!(text.contains(&expected), "{text}");
        }
        let job = Job { seldom: true, slow: 0, ..job };
        for child in job.start_all(2).0 {
            let output = finish(child, Duration::from_secs(60));
            assert!(said(&output).contains("resumed 0, "), "{}", said(&output));
        }
        assert_eq!(shares(folder.path(), 2), expected(name));
    }
}

#[test]
fn checkpoints_in_folders_of_their_own_are_for_the_same_processes() {
    let folder = tempfile::tempdir().unwrap();
    let kept = &["one", "two", "three"];
    let local = Job { checkpoints: true, kept, ..job("long:3000", folder.path()) };
    let slow = Job { slow: 2, ..local.clone() };
    let ports = free_ports(2);
    let first = slow.start(0, &ports);
    let second = slow.command(1, &ports).env("CHILD_STOP", "1500").spawn().unwrap();
    finish(second, Duration::from_secs(20));
    let text = said(&finish(first, Duration::from_secs(20)));
    assert!(text.contains("the same processes go on from it, each with the folder"), "{text}");
    let there = |name: &str| {
        let entries = fs::read_dir(folder.path().join(name)).unwrap().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.retain(|name| name != "lock");
        names.sort();
        names
    };
    let before = [there("one"), there("two")];
    let refused = |job: &Job<'_>, processes: usize| {
        let texts: Vec<String> = (job.start_all(processes).0.into_iter())
            .map(|child| {
                let output = finish(child, Duration::from_secs(20));
                assert_eq!(output.status.code(), Some(2), "{}", said(&output));
                said(&output)
            })
            .collect();
        for text in &texts {
            assert!(text.contains("start the same processes as before"), "{text}");
            assert!(!text.contains("begins anew"), "{text}");
        }
        let lacks = |text: &String| text.contains(" part-0000") && text.contains("-of-00004");
        assert!(texts.iter().all(lacks), "{texts:?}");
        assert_eq!([there("one"), there("two")], before, "what was there stays");
    };
    refused(&local, 3);
    let swapped = Job { kept: &["two", "one"], ..local.clone() };
    refused(&swapped, 2);
    for child in local.start_all(2).0 {
        let text = said(&finish(child, Duration::from_secs(60)));
        assert!(text.contains("resumed ") && !text.contains("anew"), "{text}");
    }
    assert_eq!(shares(folder.path(), 2), expected("long:3000"));
}

#[cfg(unix)]
#[test]
#[ignore = "waits for as long as a process may be silent"]
fn a_process_that_hangs_is_missed() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job { slow: 3, ..job("long:20000", folder.path()) };
    let (mut children, _) = job.start_all(2);
    thread::sleep(Duration::from_secs(1));
    let victim = children[1].id().to_string();
    assert!(Command::new("kill").args(["-STOP", &victim]).status().unwrap().success());
    let output = finish(children.remove(0), Duration::from_secs(25));
    assert!(said(&output).contains("nothing was heard of it for 15 s"), "{}", said(&output));
    children[0].kill().unwrap();
    children[0].wait().unwrap();
}
