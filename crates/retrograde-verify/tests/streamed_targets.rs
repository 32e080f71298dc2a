//! The check of games with targets whose rows come in pieces says what the check in memory says.

use std::ops::Range;

use proptest::prelude::*;
use retrograde_core::{
    Bitmap, Cancel, Control, Graph, OwnedGraph, Player, RegionSolution, RowError, RowSource,
    RowVisit, Stopped, Strategy as Moves, TargetGame, Threads, Vertex, Winners,
};
use retrograde_verify::{
    Checked, Fault, Goal, Partial, RegionRule, Round, RowsError, Rule, TargetRows, VerifyError,
    verify_buchi, verify_cobuchi, verify_reachability, verify_safety, verify_target_rows,
};

const GOALS: [Goal; 4] = [Goal::Reachability, Goal::Safety, Goal::Buchi, Goal::Cobuchi];

/// A graph whose rows come in pieces of one.
struct Pieces<'a>(&'a Graph);

impl RowSource for Pieces<'_> {
    fn vertex_count(&self) -> usize {
        self.0.vertex_count()
    }

    fn edge_count(&self) -> u64 {
        self.0.edge_count() as u64
    }

    fn read_rows(&self, rows: Range<usize>, visit: RowVisit<'_>) -> Result<(), RowError> {
        for vertex in rows {
            match self.0.successors(vertex as Vertex) {
                [] => visit(vertex as Vertex, &[])?,
                row => row.chunks(1).try_for_each(|piece| visit(vertex as Vertex, piece))?,
            }
        }
        Ok(())
    }
}

fn streamed(
    game: &TargetGame<'_>,
    goal: Goal,
    solution: &RegionSolution,
    partial: Partial,
) -> Result<Checked, Fault> {
    let graph = game.arena.graph();
    let back = graph.transpose(Threads::ONE);
    let mut ones = Bitmap::new(graph.vertex_count());
    let is_one = |vertex: &Vertex| game.arena.owner(*vertex) == Player::One;
    graph.vertices().filter(is_one).for_each(|vertex| ones.set(vertex as usize));
    let (forward, reverse) = (&Pieces(graph), &Pieces(&back));
    let rows = TargetRows { forward, reverse, ones: &ones, targets: &game.targets, goal };
    match verify_target_rows(&rows, solution, partial, &Control::ALONE) {
        Ok(checked) => Ok(checked),
        Err(RowsError::Verify(VerifyError::Fault(fault))) => Err(fault),
        Err(other) => panic!("{other}"),
    }
}

/// Whether there is a way back to a vertex with the moves of the strategy, within its region, that is lost.
fn is_lost_round(
    game: &TargetGame<'_>,
    solution: &RegionSolution,
    start: Vertex,
    round: Round,
) -> bool {
    let winner = solution.winners.get(start);
    let strategy = solution.strategy.as_ref().unwrap();
    let is_target = |vertex: Vertex| game.targets.get(vertex as usize);
    let fits = |vertex: Vertex| round != Round::WithoutTarget || !is_target(vertex);
    let mut seen = vec![false; game.arena.graph().vertex_count()];
    let mut todo = vec![start];
    while let Some(vertex) = todo.pop() {
        for &to in game.arena.graph().successors(vertex) {
            let kept = Some(game.arena.owner(vertex)) != winner || strategy.get(vertex) == Some(to);
            if kept && fits(to) && solution.winners.get(to) == winner && !seen[to as usize] {
                seen[to as usize] = true;
                todo.push(to);
            }
        }
    }
    seen[start as usize] && fits(start) && (round == Round::WithoutTarget || is_target(start))
}

/// How often solutions held, and how often not.
fn agree(game: &TargetGame<'_>, solution: &RegionSolution, counts: &mut [u64; 2]) {
    for goal in GOALS {
        for partial in [Partial::Refused, Partial::Allowed] {
            let expected = match goal {
                Goal::Reachability => verify_reachability(game, solution, partial),
                Goal::Safety => verify_safety(game, solution, partial),
                Goal::Buchi => verify_buchi(game, solution, partial),
                Goal::Cobuchi => verify_cobuchi(game, solution, partial),
            };
            let found = streamed(game, goal, solution, partial);
            counts[usize::from(found.is_err())] += 1;
            match (&found, &expected) {
                (
                    Err(Fault { vertex: Some(vertex), rule: Rule::Region(rule), .. }),
                    Err(Fault { rule: Rule::Region(RegionRule::RoundLost { .. }), .. }),
                ) => match rule {
                    RegionRule::RoundLost { winner, round, .. } => {
                        assert_eq!(solution.winners.get(*vertex), Some(*winner));
                        assert!(
                            is_lost_round(game, solution, *vertex, *round),
                            "{goal:?} {found:?}"
                        );
                    }
                    other => panic!("{other:?} instead of {expected:?}"),
                },
                _ => assert_eq!(found, expected, "{goal:?}"),
            }
        }
    }
}

/// Numbers that look random (the constants are D. E. Knuth's, for MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Moves that may win where a player is said to, but for one now and then.
    fn moves(&mut self, arena: &OwnedGraph<'_>, winners: &Winners) -> Moves {
        let graph = arena.graph();
        let chosen = |vertex: Vertex| {
            let winner = winners.get(vertex);
            let same = |&&to: &&Vertex| winners.get(to) == winner;
            let row: Vec<Vertex> = graph.successors(vertex).iter().filter(same).copied().collect();
            match (self.below(24), winner == Some(arena.owner(vertex)) && !row.is_empty()) {
                (0, _) => Some(self.below(graph.vertex_count()) as Vertex),
                (1, _) | (_, false) => None,
                _ => Some(row[self.below(row.len())]),
            }
        };
        graph.vertices().map(chosen).collect()
    }
}

fn bits(count: usize, code: usize) -> Bitmap {
    let mut map = Bitmap::new(count);
    (0..count).filter(|bit| code >> bit & 1 != 0).for_each(|bit| map.set(bit));
    map
}

#[test]
fn all_graphs_of_up_to_three_vertices_with_all_owners_targets_and_winners() {
    let (mut random, mut counts) = (Random(1), [0; 2]);
    for n in 1..=3_usize {
        for edges in 0..1_usize << (n * n) {
            let pairs = (0..n * n).filter(|bit| edges >> bit & 1 != 0);
            let pairs = pairs.map(|bit| ((bit / n) as Vertex, (bit % n) as Vertex));
            let graph = Graph::from_edges(n, pairs).unwrap();
            for code in 0..1_usize << (3 * n) {
                let (ones, targets, won) = (code, code >> n, code >> (2 * n));
                let arena = OwnedGraph::from_bitmap(&graph, bits(n, ones));
                let game = TargetGame { arena, targets: bits(n, targets) };
                // One in a hundred is said nothing about.
                let winner = |vertex: usize| match (random.below(100), won >> vertex & 1) {
                    (0, _) => None,
                    (_, 0) => Some(Player::Zero),
                    _ => Some(Player::One),
                };
                let winners: Winners = (0..n).map(winner).collect();
                let strategy = Some(random.moves(&game.arena, &winners));
                agree(&game, &RegionSolution { winners, strategy }, &mut counts);
            }
        }
    }
    assert!(counts[0] > 10_000 && counts[1] > 10_000, "{counts:?}");
}

#[test]
fn whoever_has_no_moves_or_is_stopped_is_told() {
    let graph = Graph::from_edges(2, [(0, 1), (1, 0), (1, 0)]).unwrap();
    let game =
        TargetGame { arena: OwnedGraph::from_bitmap(&graph, bits(2, 0)), targets: bits(2, 2) };
    let winners: Winners = [Some(Player::Zero); 2].into_iter().collect();
    let without = RegionSolution { winners: winners.clone(), strategy: None };
    let fault = streamed(&game, Goal::Buchi, &without, Partial::Refused).unwrap_err();
    assert_eq!(fault.rule, Rule::Region(RegionRule::StrategyMissing));
    let strategy = Some([Some(1), Some(0)].into_iter().collect());
    let solution = RegionSolution { winners, strategy };
    assert!(streamed(&game, Goal::Buchi, &solution, Partial::Refused).is_ok());
    let cancel = Cancel::new();
    cancel.cancel();
    let control = Control { cancel: Some(&cancel), ..Control::ALONE };
    let (ones, back) = (bits(2, 0), graph.transpose(Threads::ONE));
    let (targets, goal) = (&game.targets, Goal::Buchi);
    let rows = TargetRows { forward: &graph, reverse: &back, ones: &ones, targets, goal };
    let stopped = verify_target_rows(&rows, &solution, Partial::Refused, &control);
    let is_stopped =
        matches!(stopped, Err(RowsError::Verify(VerifyError::Stopped(Stopped::Cancelled))));
    assert!(is_stopped);
}

/// Moves turned around that are those of another graph help nobody to a proof, nor to a fault that is none.
#[test]
fn whoever_turned_moves_around_need_not_be_trusted() {
    let (mut random, mut counts) = (Random(3), [0; 3]);
    let graph = |code: usize| {
        let pairs = (0..9).filter(move |bit| code >> bit & 1 != 0);
        Graph::from_edges(3, pairs.map(|bit| ((bit / 3) as Vertex, (bit % 3) as Vertex))).unwrap()
    };
    for _ in 0..200_000 {
        let (edges, other) = (random.below(512), random.below(512));
        let (graph, back) = (graph(edges), graph(other));
        let (ones, targets) = (bits(3, random.below(8)), bits(3, random.below(8)));
        let won = random.below(8);
        let player = |vertex: u32| if won >> vertex & 1 == 0 { Player::Zero } else { Player::One };
        let winners: Winners = (0..3).map(|vertex| Some(player(vertex))).collect();
        let game = TargetGame { arena: OwnedGraph::from_bitmap(&graph, ones.clone()), targets };
        let strategy = Some(random.moves(&game.arena, &winners));
        let solution = RegionSolution { winners, strategy };
        let goal = GOALS[random.below(4)];
        let (forward, reverse) = (&Pieces(&graph), &Pieces(&back));
        let rows = TargetRows { forward, reverse, ones: &ones, targets: &game.targets, goal };
        let found = verify_target_rows(&rows, &solution, Partial::Refused, &Control::ALONE);
        let expected = streamed(&game, goal, &solution, Partial::Refused);
        match found {
            Ok(checked) => assert_eq!(Ok(checked), expected),
            Err(RowsError::Verify(_)) => assert!(expected.is_err()),
            Err(_) => counts[2] += 1,
        }
        counts[usize::from(expected.is_err())] += 1;
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

proptest! {
    #[test]
    fn random_graphs_with_random_claims(
        n in 1..10_usize,
        edges in proptest::collection::vec((0..10_u32, 0..10_u32), 0..25),
        codes in (any::<usize>(), any::<usize>(), any::<u64>()),
    ) {
        let n32 = n as u32;
        let graph = Graph::from_edges(n, edges.iter().map(|&(u, v)| (u % n32, v % n32))).unwrap();
        let arena = OwnedGraph::from_bitmap(&graph, bits(n, codes.0));
        let game = TargetGame { arena, targets: bits(n, codes.0 >> n) };
        let (mut random, mut counts) = (Random(codes.2), [0; 2]);
        // All won by one player, or as it comes.
        for won in [0, usize::MAX, codes.1] {
            let player = |vertex| if won >> vertex & 1 == 0 { Player::Zero } else { Player::One };
            let winners: Winners = (0..n).map(|vertex| Some(player(vertex))).collect();
            let strategy = Some(random.moves(&game.arena, &winners));
            agree(&game, &RegionSolution { winners, strategy }, &mut counts);
        }
    }
}
