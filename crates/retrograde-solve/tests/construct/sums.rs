//! Sums against games on tuples, played out without numbering them.

use std::collections::BTreeMap;

use proptest::prelude::*;
use retrograde_core::{
    Arena, Column, Control, Convention, Distance, Graph, Names, Outcome, OutcomeGame, Side, Value,
};
use retrograde_solve::construct::{Product, product};
use retrograde_solve::{Options, outcome};
use retrograde_verify::verify_outcome;

use crate::arenas::{all_graphs, arenas, assert_names_differ, row, values};

type Tuple = Vec<u32>;

fn tuples(games: &[&Arena]) -> Vec<Tuple> {
    games.iter().fold(vec![Vec::new()], |tuples, arena| {
        let longer = |tuple: &Tuple| {
            let tuple = tuple.clone();
            arena.graph.vertices().map(move |v| tuple.iter().copied().chain([v]).collect())
        };
        tuples.iter().flat_map(longer).collect()
    })
}

/// The moves from a tuple with weight and player: one game moves, the others stay.
fn moves(games: &[&Arena], tuple: &Tuple) -> Vec<(Tuple, Option<i64>, Option<Side>)> {
    let mut moves = Vec::new();
    for (game, arena) in games.iter().enumerate() {
        for (to, weight, player) in row(arena, tuple[game], |to| to) {
            let mut next = tuple.clone();
            next[game] = to;
            moves.push((next, weight, player));
        }
    }
    moves
}

/// Who wins from each tuple with each side to move, round by round; absent where nobody does.
fn oracle(games: &[&Arena]) -> BTreeMap<(Tuple, Side), Value> {
    let positions: Vec<(Tuple, Side)> =
        tuples(games).into_iter().flat_map(|t| Side::BOTH.map(|side| (t.clone(), side))).collect();
    let mut known: BTreeMap<(Tuple, Side), Value> = BTreeMap::new();
    for round in 0.. {
        let mut now = known.clone();
        for (tuple, side) in &positions {
            if known.contains_key(&(tuple.clone(), *side)) {
                continue;
            }
            let replies: Vec<Option<Outcome>> = moves(games, tuple)
                .into_iter()
                .filter(|(_, _, player)| player.is_none_or(|player| player == *side))
                .map(|(to, ..)| known.get(&(to, side.opponent())).map(|value| value.outcome()))
                .collect();
            let value = if replies.contains(&Some(Outcome::Lose)) {
                Value::Win(Distance(round))
            } else if replies.iter().all(|&reply| reply == Some(Outcome::Win)) {
                Value::Lose(Distance(round))
            } else {
                continue;
            };
            now.insert((tuple.clone(), *side), value);
        }
        if now.len() == known.len() {
            break;
        }
        known = now;
    }
    known
}

/// The values of a partizan arena in normal play, by solving the graph with the turn written out.
fn partizan_values(arena: &Arena) -> impl Fn(u32, Side) -> Value + use<> {
    let graph = &arena.graph;
    let mut edges = Vec::new();
    for (side, mover) in Side::BOTH.into_iter().enumerate() {
        for vertex in graph.vertices() {
            for (to, _, player) in row(arena, vertex, |to| to) {
                if player.is_none_or(|player| player == mover) {
                    edges.push((2 * vertex + side as u32, 2 * to + 1 - side as u32));
                }
            }
        }
    }
    let turns = Graph::from_edges(2 * graph.vertex_count(), edges).unwrap();
    let verdicts = Column::default();
    let game = OutcomeGame::new(&turns, &verdicts, Convention::Normal).unwrap();
    let solution =
        outcome::solve(&game, outcome::Method::Auto, &Options::default()).unwrap().solution;
    verify_outcome(&game, &solution).unwrap();
    move |vertex, side| solution.values.get(2 * vertex + u32::from(side == Side::Right))
}

fn check(games: &[&Arena]) -> Product {
    let sum = product(games, 1 << 16, &Control::ALONE).unwrap();
    let tuples = tuples(games);
    assert_eq!(sum.arena.graph.vertex_count(), tuples.len());
    let (known, solved) = (oracle(games), partizan_values(&sum.arena));
    for (vertex, tuple) in (0u32..).zip(&tuples) {
        assert_eq!(sum.vertex(tuple), Some(vertex));
        assert_eq!(&sum.positions(vertex), tuple);
        let edges = row(&sum.arena, vertex, |to| to).into_iter();
        let edges: Vec<_> =
            edges.map(|(to, weight, player)| (sum.positions(to), weight, player)).collect();
        assert_eq!(edges, moves(games, tuple));
        let said = games.iter().zip(tuple).any(|(a, &v)| a.verdicts.get(v as usize).is_some());
        let verdict = (edges.is_empty() && said).then_some(Outcome::Lose);
        assert_eq!(sum.arena.verdicts.get(vertex as usize), verdict);
        for side in Side::BOTH {
            let expected = known.get(&(tuple.clone(), side)).copied().unwrap_or_default();
            assert_eq!(solved(vertex, side), expected);
        }
    }
    if games.iter().all(|arena| arena.players.is_empty()) {
        let values = values(&sum.arena, Convention::Normal);
        for vertex in sum.arena.graph.vertices() {
            assert_eq!(values.get(vertex), solved(vertex, Side::Left));
        }
    }
    let kept = ["verdict", "weight", "player"];
    assert!(sum.arena.attributes().iter().all(|it| kept.contains(&it.name())));
    assert_names_differ(&sum.arena);
    sum
}

fn check_commutes(a: &Arena, b: &Arena) {
    let (ab, ba) = (check(&[a, b]), check(&[b, a]));
    let (one, other) = (partizan_values(&ab.arena), partizan_values(&ba.arena));
    for vertex in ab.arena.graph.vertices() {
        let mut turned = ab.positions(vertex);
        turned.reverse();
        let turned = ba.vertex(&turned).unwrap();
        for side in Side::BOTH {
            assert_eq!(one(vertex, side), other(turned, side));
        }
    }
}

fn lose_only(arena: Arena) -> Arena {
    let verdicts = arena.verdicts.iter().map(|(vertex, _)| (vertex, Outcome::Lose)).collect();
    Arena { verdicts, ..arena }
}

#[test]
fn all_pairs_of_graphs_of_two_and_many_of_three() {
    let small: Vec<Arena> = (0..=2).flat_map(all_graphs).collect();
    for a in &small {
        for b in &small {
            check_commutes(a, b);
        }
        for b in all_graphs(3).step_by(5) {
            check(&[a, &b]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_pairs_commute(a in arenas(4, 2), b in arenas(4, 2)) {
        check_commutes(&lose_only(a), &lose_only(b));
    }

    #[test]
    fn random_triples_are_sums_of_sums(a in arenas(3, 2), b in arenas(3, 2), c in arenas(3, 1)) {
        let (a, b, c) = (lose_only(a), lose_only(b), lose_only(c));
        let all = check(&[&a, &b, &c]).arena;
        let two = product(&[&a, &b], 1000, &Control::ALONE).unwrap().arena;
        let in_steps = product(&[&two, &c], 1000, &Control::ALONE).unwrap().arena;
        prop_assert_eq!(&all.graph, &in_steps.graph);
        prop_assert_eq!(&all.weights, &in_steps.weights);
        prop_assert_eq!(&all.players, &in_steps.players);
        prop_assert_eq!(&all.verdicts, &in_steps.verdicts);
    }
}

#[test]
fn nim_is_lost_exactly_where_the_heaps_cancel() {
    let heap = |n: u32| {
        let takes = (0..=n).flat_map(|from| (0..from).map(move |to| (from, to)));
        Arena::from(Graph::from_edges(n as usize + 1, takes).unwrap())
    };
    let sum = product(&[&heap(3), &heap(5), &heap(6)], 2000, &Control::ALONE).unwrap();
    let values = values(&sum.arena, Convention::Normal);
    for vertex in sum.arena.graph.vertices() {
        let nim = sum.positions(vertex).into_iter().fold(0, |a, b| a ^ b);
        let expected = if nim == 0 { Outcome::Lose } else { Outcome::Win };
        assert_eq!(values.outcome(vertex), expected);
    }
}

#[test]
fn names_with_plus_signs_and_backslashes_stay_apart() {
    let named = |words: &'static [&'static str]| {
        let graph = Graph::from_edges(words.len(), []).unwrap();
        let names = Names::written(words.len(), |v, text| text.push_str(words[v as usize]));
        Arena { names, ..Arena::from(graph) }
    };
    let (left, right) = (named(&["a", "a+b", "a\\"]), named(&["c", "b+c", "+c"]));
    let sum = product(&[&left, &right], 9, &Control::ALONE).unwrap().arena;
    assert_names_differ(&sum);
    let names: Vec<_> = (0..9).map(|vertex| sum.names.get(vertex).into_owned()).collect();
    assert_eq!(names[..3], ["a+c", "a+b\\+c", "a+\\+c"]);
    assert_eq!(names[3..6], ["a\\+b+c", "a\\+b+b\\+c", "a\\+b+\\+c"]);
    assert_eq!(names[6], "a\\\\+c");
}

#[test]
fn a_game_without_positions_empties_the_sum() {
    let (none, one) = (Arena::from(Graph::from_edges(0, []).unwrap()), all_graphs(1).next());
    let large = Arena::from(Graph::from_edges(100_000, []).unwrap());
    let sum = product(&[&none, &large, &large, &one.unwrap()], 5, &Control::ALONE).unwrap();
    assert_eq!(sum.arena.graph.vertex_count(), 0);
    assert_eq!(sum.vertex(&[0, 0, 0, 0]), None);
}

#[test]
fn positions_that_do_not_exist() {
    let two = all_graphs(2).next().unwrap();
    let sum = product(&[&two, &two], 4, &Control::ALONE).unwrap();
    assert_eq!(sum.vertex(&[1, 1]), Some(3));
    for positions in [&[0, 2][..], &[2, 0], &[0], &[0, 0, 0], &[]] {
        assert_eq!(sum.vertex(positions), None);
    }
    assert_eq!(product(&[&two], 2, &Control::ALONE).unwrap().arena, two);
}
