//! Büchi and co-Büchi games, by one, two and three workers, against the solver of the library; and the moves
//! that workers write.

use proptest::prelude::*;
use retrograde_cluster::{Cluster, Options, Rows, Rule, Visited, each, merge, visits};
use retrograde_core::{Column, Control, Graph, OwnedGraph, Player, TargetGame, Vertex};

const PLAYERS: [Player; 2] = [Player::Zero, Player::One];

fn options(workers: usize) -> Options {
    Options { cluster: Cluster::threads(workers).unwrap(), ..Options::default() }
}

/// Compares winners, and sees whether the moves that are written win: the graph that is left when each winner
/// keeps to them is won by the same player everywhere, by the solver of the library.
fn check(graph: &Graph, owners: &Column<Player>, targets: &Column<bool>, workers: &[usize]) {
    compare(graph, owners, targets, workers, true);
}

/// The same; the moves are left out where files would take too long.
fn compare(
    graph: &Graph,
    owners: &Column<Player>,
    targets: &Column<bool>,
    workers: &[usize],
    with_moves: bool,
) {
    let owner = |vertex: Vertex| owners.get(vertex as usize).unwrap();
    let owned = OwnedGraph::new(graph, owners).unwrap();
    let game = TargetGame::new(owned, targets);
    let settings = retrograde_solve::Options::default();
    for visitor in PLAYERS {
        let solve = |game: &TargetGame<'_>| {
            let solved = match visitor {
                Player::Zero => retrograde_solve::buchi::solve(game, &settings),
                Player::One => retrograde_solve::buchi::cobuchi(game, &settings),
            };
            solved.unwrap().solution.winners
        };
        let expected = solve(&game);
        for &workers in workers {
            let answer = visits(&game, visitor, &options(workers), &Control::default()).unwrap();
            let Visited { spoiled, .. } = answer.visited(&Control::default()).unwrap().unwrap();
            let wanted = expected.region(visitor.opponent());
            assert_eq!(&spoiled, wanted, "{workers} workers, {visitor} on {graph:?}");
            if !with_moves {
                continue;
            }
            let folder = tempfile::tempdir().unwrap();
            let said = each(|vertex| (owner(vertex), targets.get(vertex as usize) == Some(true)));
            let rule = Rule::Visits { visitor, said: &said };
            let rows = Rows { forward: graph, reverse: None, rule, fingerprint: None };
            let answer = Some(folder.path().to_owned());
            rows.solve(&Options { answer, ..options(workers) }, &Control::default()).unwrap();
            let (mut out, name) = (Vec::new(), |number: u64| number.to_string());
            merge::rows(folder.path(), None, &mut out, &name, &Control::default()).unwrap();
            let text = String::from_utf8(out).unwrap();
            let mut edges = Vec::new();
            for line in text.lines().skip(1) {
                let [vertex, winner, to] = line.split(',').collect::<Vec<_>>()[..] else {
                    panic!("{line}");
                };
                let vertex: Vertex = vertex.parse().unwrap();
                let won = expected.region(visitor).get(vertex as usize);
                let player = if won { visitor } else { visitor.opponent() };
                assert_eq!(winner, player.to_string(), "{line}");
                let moves = graph.successors(vertex);
                // Whoever wins where they move, and can, has a move; the loser has none.
                let moving = owner(vertex) == player && !moves.is_empty();
                assert_eq!(to.is_empty(), !moving, "{line} of {graph:?}");
                match to.parse() {
                    Ok(to) => edges.push((vertex, to)),
                    Err(_) => edges.extend(moves.iter().map(|&to| (vertex, to))),
                }
                assert!(to.parse().map_or(true, |to| moves.contains(&to)), "{line}");
            }
            let kept = Graph::from_edges(graph.vertex_count(), edges).unwrap();
            let owned = OwnedGraph::new(&kept, owners).unwrap();
            assert_eq!(solve(&TargetGame::new(owned, targets)), expected, "{text}");
        }
    }
}

#[test]
fn all_graphs_of_up_to_two_vertices_and_many_of_three() {
    for vertices in 1..=3_usize {
        for edges in (0_u32..1 << (vertices * vertices)).filter(|e| vertices < 3 || e % 7 == 0) {
            let pairs = (0..vertices * vertices).filter(|bit| edges >> bit & 1 != 0);
            let pairs = pairs.map(|bit| ((bit / vertices) as Vertex, (bit % vertices) as Vertex));
            let graph = Graph::from_edges(vertices, pairs).unwrap();
            for said in (0..1_usize << (2 * vertices)).filter(|n| vertices < 3 || n % 5 == 0) {
                let owners = (0..vertices).map(|v| (v, PLAYERS[said >> v & 1])).collect();
                let targets = (0..vertices).map(|v| (v, said >> (vertices + v) & 1 == 1)).collect();
                let with_moves = (edges as usize + said).is_multiple_of(17);
                compare(&graph, &owners, &targets, &[1 + said % 2], with_moves);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs(
        vertices in 1_u32..400,
        edges in prop::collection::vec((any::<u32>(), any::<u32>()), 0..1200),
        said in prop::collection::vec(0..16_u8, 400),
    ) {
        let edges = edges.into_iter().map(|(from, to)| (from % vertices, to % vertices));
        let graph = Graph::from_edges(vertices as usize, edges).unwrap();
        let said = &said[..vertices as usize];
        let owners =
            said.iter().enumerate().map(|(v, &n)| (v, PLAYERS[usize::from(n % 2)])).collect();
        let targets = said.iter().enumerate().map(|(v, &n)| (v, n < 5)).collect();
        check(&graph, &owners, &targets, &[1, 2, 3]);
    }
}

#[test]
fn many_rounds() {
    // From each target the other player can leave to the part before, which turns out to be of no use.
    let (parts, path) = (40, 3);
    let (each, mut edges) = (path + 1, Vec::new());
    let nowhere = parts * each;
    for part in 0..parts {
        let first = part * each;
        edges.extend(
            (first..first + path).flat_map(|vertex| [(vertex, vertex + 1), (vertex, vertex)]),
        );
        let before = if part == 0 { nowhere } else { first - each };
        edges.extend([(first + path, first), (first + path, before)]);
    }
    edges.push((nowhere, nowhere));
    let count = nowhere as usize + 1;
    let graph = Graph::from_edges(count, edges).unwrap();
    let is_target = |vertex: usize| vertex % each as usize == path as usize;
    let owners = (0..count).map(|v| (v, PLAYERS[usize::from(is_target(v))])).collect();
    let targets = (0..count).map(|v| (v, is_target(v))).collect();
    check(&graph, &owners, &targets, &[1, 2]);
    let owned = OwnedGraph::new(&graph, &owners).unwrap();
    let game = TargetGame::new(owned, &targets);
    let answer = visits(&game, Player::Zero, &options(2), &Control::default()).unwrap();
    let found = answer.visited(&Control::default()).unwrap().unwrap();
    assert_eq!(found.begins.len(), parts as usize + 1);
}
