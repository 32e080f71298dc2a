//! Büchi and co-Büchi games that are stopped and go on from a checkpoint, with other numbers of workers.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograde_cluster::{
    Answer, Checkpoints, Cluster, ClusterError, Options, Rows, Rule, attractor, each, merge, visits,
};
use retrograde_core::{
    Cancel, Column, Control, Graph, OwnedGraph, Player, Progress, RegionSolution, Stopped,
    Strategy, TargetGame, Vertex,
};
use retrograde_verify::{Partial, verify_buchi, verify_cobuchi};

const PLAYERS: [Player; 2] = [Player::Zero, Player::One];

/// A graph with its owners and targets.
type Said = (Graph, Column<Player>, Column<bool>);

/// Parts in a row: from the target of each the other player can leave to the part before, which turns out to
/// be of no use. As many rounds of taking out as there are parts, and a way of some length in each.
fn parts(parts: u32, path: u32) -> Said {
    let (each, nowhere) = (path + 1, parts * (path + 1));
    let mut edges = vec![(nowhere, nowhere)];
    for first in (0..parts).map(|part| part * each) {
        edges.extend((first..first + path).flat_map(|from| [(from, from + 1), (from, from)]));
        let before = if first == 0 { nowhere } else { first - each };
        edges.extend([(first + path, first), (first + path, before)]);
    }
    let count = nowhere as usize + 1;
    let is_target = |vertex: usize| vertex % each as usize == path as usize;
    let owners = (0..count).map(|vertex| (vertex, PLAYERS[usize::from(is_target(vertex))]));
    let targets = (0..count).map(|vertex| (vertex, is_target(vertex)));
    (Graph::from_edges(count, edges).unwrap(), owners.collect(), targets.collect())
}

/// A way of that length to a target that is seen again and again, and one to nowhere.
fn ways(length: u32) -> Said {
    let way = |first: u32| (first + 1..first + length).map(|from| (from, from - 1));
    let ends = [(0, 0), (length, length)];
    let graph = Graph::from_edges(2 * length as usize, way(0).chain(way(length)).chain(ends));
    let owners = (0..2 * length as usize).map(|vertex| (vertex, PLAYERS[vertex % 2])).collect();
    (graph.unwrap(), owners, [(0, true)].into_iter().collect())
}

fn random(seed: u64) -> Said {
    let graph = retrograde_games::generate::random(600, 2.0, 0.02, seed).unwrap();
    let owners = (0..600).map(|vertex| (vertex, PLAYERS[vertex * 7 % 3 % 2])).collect();
    (graph, owners, (0..600).step_by(9).map(|vertex| (vertex, true)).collect())
}

fn kept(folder: &Path, workers: usize, rounds: u64) -> Options {
    let checkpoints = Checkpoints { rounds: Some(rounds), ..Checkpoints::new(folder) };
    let cluster = Cluster::threads(workers).unwrap();
    Options { cluster, checkpoints: Some(checkpoints), ..Options::default() }
}

/// Solves it until so many rounds of messages are done.
fn stopped(
    game: &TargetGame<'_>,
    visitor: Player,
    options: &Options,
    rounds: u64,
) -> Result<Answer, ClusterError> {
    let (cancel, done) = (Cancel::new(), AtomicU64::new(0));
    let count = |progress: Progress| {
        if progress.phase == "solving" && done.fetch_add(1, Relaxed) >= rounds {
            cancel.cancel();
        }
    };
    let control = Control { cancel: Some(&cancel), progress: Some(&count), ..Control::default() };
    visits(game, visitor, options, &control)
}

/// What somebody who goes on writes, by the checker.
fn verify(said: &Said, visitor: Player, options: &Options) {
    let (graph, owners, targets) = said;
    let control = Control::default();
    let told = each(|vertex: Vertex| {
        let at = vertex as usize;
        (owners.get(at).unwrap(), targets.get(at) == Some(true))
    });
    let rule = Rule::Visits { visitor, said: &told };
    let rows = Rows { forward: graph, reverse: None, rule, fingerprint: None };
    let folder = tempfile::tempdir().unwrap();
    let options = Options { answer: Some(folder.path().to_owned()), ..options.clone() };
    assert!(rows.solve(&options, &control).unwrap().resumed.is_some());
    let mut out = Vec::new();
    merge::rows(folder.path(), None, &mut out, &|number| number.to_string(), &control).unwrap();
    let text = String::from_utf8(out).unwrap();
    let game = TargetGame::new(OwnedGraph::new(graph, owners).unwrap(), targets);
    let settings = retrograde_solve::Options::default();
    let solved = match visitor {
        Player::Zero => retrograde_solve::buchi::solve(&game, &settings),
        Player::One => retrograde_solve::buchi::cobuchi(&game, &settings),
    };
    let winners = solved.unwrap().solution.winners;
    let mut strategy = Strategy::empty(graph.vertex_count());
    for (vertex, line) in graph.vertices().zip(text.lines().skip(1)) {
        let [_, winner, to] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert_eq!(winner, winners.get(vertex).unwrap().to_string(), "{line}");
        if let Ok(to) = to.parse() {
            strategy.set(vertex, Some(to));
        }
    }
    let solution = RegionSolution { winners, strategy: Some(strategy) };
    match visitor {
        Player::Zero => verify_buchi(&game, &solution, Partial::Refused).unwrap(),
        Player::One => verify_cobuchi(&game, &solution, Partial::Refused).unwrap(),
    };
}

#[test]
fn whoever_goes_on_finds_the_same() {
    let control = Control::default();
    for (index, said) in [parts(5, 3), ways(12), random(1)].iter().enumerate() {
        let (graph, owners, targets) = said;
        let game = TargetGame::new(OwnedGraph::new(graph, owners).unwrap(), targets);
        for visitor in PLAYERS {
            let alone = Options { cluster: Cluster::threads(1).unwrap(), ..Options::default() };
            let whole = visits(&game, visitor, &alone, &control).unwrap();
            let all = whole.rounds;
            let whole = whole.visited(&control).unwrap().unwrap();
            // Wherever it is stopped, be it while goals are forced or while they are spoiled.
            for rounds in (2..all.saturating_sub(1)).step_by(1 + all as usize / 3) {
                let folder = tempfile::tempdir().unwrap();
                let options = |workers| kept(folder.path(), workers, 1);
                let (first, second) = (1 + rounds as usize % 3, 1 + (rounds as usize + 1) % 3);
                let end = stopped(&game, visitor, &options(first), rounds);
                assert!(matches!(end, Err(ClusterError::Stopped(Stopped::Cancelled))));
                // Once more, a little further.
                let _ = stopped(&game, visitor, &options(second), 3);
                let again = visits(&game, visitor, &options(first), &control).unwrap();
                assert!(again.resumed.is_some(), "{index}, {rounds} of {all}");
                assert!(again.rounds < all, "{index}, {rounds} of {all}: {}", again.rounds);
                let again = again.visited(&control).unwrap().unwrap();
                let where_from = format!("{index}, {visitor}, {rounds} of {all}");
                assert_eq!(again.spoiled, whole.spoiled, "{where_from}");
                assert_eq!(again.begins, whole.begins, "{where_from}");
                for vertex in 0..graph.vertex_count() {
                    let [one, other] = [&again, &whole].map(|found| found.distances.get(vertex));
                    assert_eq!(one, other, "{where_from}");
                }
                if rounds % 3 == 0 {
                    verify(said, visitor, &options(second));
                }
            }
        }
    }
}

#[test]
fn checkpoints_of_other_questions_are_refused() {
    let (graph, owners, targets) = parts(6, 3);
    let game = TargetGame::new(OwnedGraph::new(&graph, &owners).unwrap(), &targets);
    let folder = tempfile::tempdir().unwrap();
    let options = kept(folder.path(), 2, 1);
    assert!(stopped(&game, Player::Zero, &options, 8).is_err());
    let control = Control::default();
    let more: Column<bool> = (0..2).map(|vertex| (vertex, true)).collect();
    let other = TargetGame::new(OwnedGraph::new(&graph, &owners).unwrap(), &more);
    let refused = [
        visits(&game, Player::One, &options, &control),
        visits(&other, Player::Zero, &options, &control),
        attractor(&game, Player::Zero, &options, &control),
    ];
    for refused in refused {
        let error = refused.unwrap_err().to_string();
        assert!(error.contains("of another question"), "{error}");
    }
    assert!(visits(&game, Player::Zero, &options, &control).unwrap().resumed.is_some());
}
