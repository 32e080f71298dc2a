//! Büchi and co-Büchi games against brute force over strategies and the classical algorithm, and
//! chains on which that takes a round a link.

use crate::regions;

use std::time::Instant;

use proptest::prelude::*;
use regions::chains::{detours, hub, ladder, row, row_from_behind, staircase};
use regions::{Case, Objective, all_cases, bits, brute_force, cases, check_strategy, winners};
use retrograde_core::{Control, Graph, Player, Stopped, Vertex};
use retrograde_solve::Options;
use retrograde_solve::buchi::{Repaired, cobuchi, solve};
use retrograde_verify::{Partial, verify_buchi};

fn solved(case: &Case, of: Objective, options: &Options<'_>) -> Repaired {
    match of {
        Objective::Buchi => solve(&case.game(), options).unwrap(),
        _ => cobuchi(&case.game(), options).unwrap(),
    }
}

fn one_thread() -> Options<'static> {
    Options::with(Control::ALONE)
}

/// All from where `player` can force the play into `set`, staying in `part`, by repeated sweeps. A
/// player without moves in the part is as bad off there as one without moves at all.
fn attractor(case: &Case, part: &[bool], player: Player, set: &[bool]) -> Vec<bool> {
    let mut region = set.to_vec();
    loop {
        let before = region.clone();
        for vertex in (0..part.len()).rev().filter(|&vertex| part[vertex]) {
            let moves = case.graph.successors(vertex as Vertex).iter();
            let mut moves = moves.filter(|&&to| part[to as usize]);
            region[vertex] |= match case.owner(vertex as Vertex) == player {
                true => moves.any(|&to| region[to as usize]),
                false => moves.all(|&to| region[to as usize]),
            };
        }
        if region == before {
            return region;
        }
    }
}

/// The classical algorithm, every round from scratch; also how many rounds took something out.
fn classical(case: &Case, of: Objective) -> (Vec<Player>, u64) {
    let visitor = if of == Objective::Buchi { Player::Zero } else { Player::One };
    let vertices = case.graph.vertex_count();
    let mut part = vec![true; vertices];
    // Where the visitor cannot move is lost before the rounds begin.
    let stuck = |player: Player| -> Vec<bool> {
        let is_stuck = |v| case.graph.is_terminal(v) && case.owner(v) == player;
        case.graph.vertices().map(is_stuck).collect()
    };
    let mut lost = attractor(case, &part, visitor.opponent(), &stuck(visitor));
    let mut rounds = 0;
    loop {
        part.iter_mut().zip(&lost).for_each(|(part, lost)| *part &= !lost);
        let ends = stuck(visitor.opponent());
        let is_goal = |v: usize| part[v] && (case.is_target(v as Vertex) || ends[v]);
        let goals: Vec<bool> = (0..vertices).map(is_goal).collect();
        let visited = attractor(case, &part, visitor, &goals);
        let away: Vec<bool> = (0..vertices).map(|v| part[v] && !visited[v]).collect();
        if !away.contains(&true) {
            let winner = |&inside: &bool| if inside { visitor } else { visitor.opponent() };
            return (part.iter().map(winner).collect(), rounds);
        }
        lost = attractor(case, &part, visitor.opponent(), &away);
        rounds += 1;
    }
}

fn check(case: &Case) {
    for of in [Objective::Buchi, Objective::Cobuchi] {
        let result = solved(case, of, &one_thread());
        check_strategy(case, of, &result.solution);
        let (expected, rounds) = classical(case, of);
        assert_eq!(winners(&result.solution), expected, "{of:?} {case:?}");
        assert_eq!(result.work.rounds, rounds, "{of:?} {case:?}");
    }
}

#[test]
fn all_small_arenas_have_the_winners_of_the_definition() {
    for case in (0..=3).flat_map(all_cases) {
        for of in [Objective::Buchi, Objective::Cobuchi] {
            let result = solved(&case, of, &one_thread());
            check_strategy(&case, of, &result.solution);
            assert_eq!(winners(&result.solution), brute_force(&case, of), "{of:?} {case:?}");
        }
    }
}

/// Random games with moves to near vertices only, which take many rounds.
fn long_cases(vertices: usize) -> impl Strategy<Value = Case> {
    (2..=vertices, 1..=6u32).prop_flat_map(|(n, reach)| {
        let edges = proptest::collection::vec((0..n as u32, 0..=2 * reach), n..=3 * n);
        let owners = proptest::collection::vec(0..3u8, n);
        let targets = proptest::collection::vec(0..4u8, n);
        (edges, owners, targets).prop_map(move |(edges, owners, targets)| {
            let last = n as u32 - 1;
            let near = |(from, by): (u32, u32)| (from, (from + by).saturating_sub(reach).min(last));
            // A way on from everywhere, so that few vertices are lost at once.
            let on = (0..n as u32).map(|v| (v, if v % 3 == 0 { v } else { v - 1 }));
            Case {
                graph: Graph::from_edges(n, edges.into_iter().map(near).chain(on)).unwrap(),
                ones: bits(n, |vertex| owners[vertex] == 0),
                targets: bits(n, |vertex| targets[vertex] == 0),
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn arenas_of_six_have_the_winners_of_the_definition(case in cases(6, 2)) {
        for of in [Objective::Buchi, Objective::Cobuchi] {
            let result = solved(&case, of, &one_thread());
            check_strategy(&case, of, &result.solution);
            prop_assert_eq!(winners(&result.solution), brute_force(&case, of));
        }
    }

    #[test]
    fn random_arenas_agree_with_the_classical_algorithm(case in cases(80, 3)) {
        check(&case);
    }

    #[test]
    fn long_arenas_agree_with_the_classical_algorithm(case in long_cases(120)) {
        check(&case);
    }
}

/// Every shape of chain of that many links, by name.
fn chains(links: u32) -> [(&'static str, Case); 7] {
    [
        ("staircase", staircase(links)),
        ("row", row(links, false)),
        ("row both ways", row(links, true)),
        ("row from behind", row_from_behind(links)),
        ("hub", hub(links)),
        ("ladder", ladder(links)),
        ("detours", detours(links)),
    ]
}

#[test]
fn chains_agree_with_the_classical_algorithm() {
    for links in 1..=25 {
        for (name, case) in chains(links) {
            check(&case);
            let rounds = classical(&case, Objective::Buchi).1;
            assert!(rounds >= u64::from(links), "{name} takes a round a link");
        }
    }
}

/// The number of vertices put in doubt is in proportion to the chain, not to its square. With the
/// number of links in `RETROGRADE_CHAIN`, also a way to take the time.
#[test]
fn long_chains_take_little_more_than_a_walk_along_them() {
    let links = std::env::var("RETROGRADE_CHAIN").ok().and_then(|links| links.parse().ok());
    let links = links.unwrap_or(20_000);
    for (name, case) in chains(links) {
        let start = Instant::now();
        let result = solved(&case, Objective::Buchi, &one_thread());
        let (vertices, edges) = (case.graph.vertex_count(), case.graph.edge_count());
        let (time, work) = (start.elapsed(), result.work);
        println!("{name}: {vertices} vertices, {edges} edges, {time:?}, {work:?}");
        assert!(work.rounds >= u64::from(links), "{name}");
        assert!(work.doubts <= 2 * vertices as u64, "{name}: {} doubts", work.doubts);
        check_strategy(&case, Objective::Buchi, &result.solution);
    }
}

/// Vertex 0 loses the way to its target 1 to a trap, and is left with a move to 3, where player 1 can
/// go back to 0 or to one of many vertices with targets of their own: so many that a search from 3
/// for what it depends on comes to 0 only late.
#[test]
fn a_move_to_what_depends_on_the_vertex_does_not_justify_it() {
    const MANY: u32 = 30;
    let mut edges = vec![(0, 1), (1, 2), (2, 2), (0, 3)];
    for own in (4..4 + 2 * MANY).step_by(2) {
        edges.extend([(3, own), (own, own + 1), (own + 1, own + 1)]);
    }
    edges.push((3, 0));
    let vertices = 4 + 2 * MANY as usize;
    let case = Case {
        graph: Graph::from_edges(vertices, edges).unwrap(),
        ones: bits(vertices, |vertex| vertex == 1 || vertex == 3),
        targets: bits(vertices, |vertex| vertex % 2 == 1 && vertex != 3),
    };
    check(&case);
    let solution = solved(&case, Objective::Buchi, &one_thread()).solution;
    assert_eq!(solution.winners.count(Player::One), 4);
}

/// At a deadline, what was taken out is proven and the rest is open. How much that is depends on the
/// machine, so the deadline moves out until there is some of both.
#[test]
fn a_deadline_leaves_what_is_proven() {
    let case = staircase(300_000);
    let start = Instant::now();
    let whole = solved(&case, Objective::Buchi, &one_thread()).solution;
    let taken = start.elapsed();
    let is_partial = |part: u32| {
        let deadline = Some(Instant::now() + taken * part / 100);
        let options = Options::with(Control { deadline, ..Control::ALONE });
        let Repaired { solution: some, report, .. } = solved(&case, Objective::Buchi, &options);
        let is_complete = some.winners.is_complete();
        assert_eq!(report.stopped, (!is_complete).then_some(Stopped::Deadline));
        verify_buchi(&case.game(), &some, Partial::Allowed).unwrap();
        let (moves, all) = (some.strategy.unwrap(), whole.strategy.as_ref().unwrap());
        for vertex in case.graph.vertices() {
            match some.winners.get(vertex) {
                Some(winner) => {
                    assert_eq!(whole.winners.get(vertex), Some(winner));
                    assert_eq!(moves.get(vertex), all.get(vertex));
                }
                None => assert_eq!(moves.get(vertex), None),
            }
        }
        !is_complete && some.winners.count(Player::One) > 0
    };
    assert!((0..400).any(is_partial));
}
