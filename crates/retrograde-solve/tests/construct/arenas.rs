//! Arenas with attributes everywhere, and what the tests ask about arenas.

use proptest::prelude::*;
use retrograde_core::{
    Arena, Column, Convention, Graph, Names, Outcome, OutcomeGame, Player, Side, Values, Vertex,
};
use retrograde_solve::{Options, outcome};
use retrograde_verify::verify_outcome;

use crate::common::cases;

pub(crate) const CONVENTIONS: [Convention; 2] = [Convention::Normal, Convention::Misere];

/// All that is said about a vertex.
pub(crate) type Said = (Option<Outcome>, Option<Player>, Option<u32>, Option<bool>);

/// A move with all that is said about it.
pub(crate) type Edge = (Vertex, Option<i64>, Option<Side>);

pub(crate) fn said(arena: &Arena, vertex: Vertex) -> Said {
    let index = vertex as usize;
    let (verdict, owner) = (arena.verdicts.get(index), arena.owners.get(index));
    (verdict, owner, arena.priorities.get(index), arena.targets.get(index))
}

/// The moves of `vertex`, in order, each led through `image`.
pub(crate) fn row(arena: &Arena, vertex: Vertex, image: impl Fn(Vertex) -> Vertex) -> Vec<Edge> {
    let graph = &arena.graph;
    let edge = |place| {
        let to = image(graph.targets()[place]);
        (to, arena.weights.get(place), arena.players.get(place))
    };
    graph.edge_range(vertex).map(edge).collect()
}

/// The values of the outcome solver, checked by the verifier.
pub(crate) fn values(arena: &Arena, convention: Convention) -> Values {
    let game = OutcomeGame::new(&arena.graph, &arena.verdicts, convention).unwrap();
    let solution =
        outcome::solve(&game, outcome::Method::Auto, &Options::default()).unwrap().solution;
    verify_outcome(&game, &solution).unwrap();
    solution.values
}

/// Each vertex of `arena` has the value of its image in `other`, under both conventions.
pub(crate) fn assert_values_pull_back(
    arena: &Arena,
    other: &Arena,
    image: impl Fn(Vertex) -> Vertex,
) {
    for convention in CONVENTIONS {
        let (here, there) = (values(arena, convention), values(other, convention));
        for vertex in arena.graph.vertices() {
            assert_eq!(here.get(vertex), there.get(image(vertex)), "{arena:?} {other:?}");
        }
    }
}

pub(crate) fn assert_names_differ(arena: &Arena) {
    let index = arena.names.index();
    assert_eq!(arena.names.len(), arena.graph.vertex_count());
    for vertex in arena.graph.vertices() {
        assert_eq!(index.find(&arena.names.get(vertex)), Some(vertex), "{:?}", arena.names);
    }
}

/// What `from` can reach in any number of moves, itself included.
pub(crate) fn reach(graph: &Graph, from: Vertex) -> Vec<bool> {
    let mut reached = vec![false; graph.vertex_count()];
    reached[from as usize] = true;
    for _ in graph.vertices() {
        for (from, to) in graph.edges() {
            reached[to as usize] |= reached[from as usize];
        }
    }
    reached
}

/// All graphs of `n` vertices, bare.
pub(crate) fn all_graphs(n: usize) -> impl Iterator<Item = Arena> {
    (0..1u32 << (n * n)).map(move |edges| {
        let bits = (0..n * n).filter(|bit| edges >> bit & 1 != 0);
        let pairs = bits.map(|bit| ((bit / n) as u32, (bit % n) as u32));
        Arena::from(Graph::from_edges(n, pairs).unwrap())
    })
}

/// The arena with every choice of verdicts, or none, on its terminals.
pub(crate) fn with_all_verdicts(arena: &Arena) -> impl Iterator<Item = Arena> {
    const CHOICES: [Option<Outcome>; 4] =
        [None, Some(Outcome::Win), Some(Outcome::Lose), Some(Outcome::Draw)];
    let graph = &arena.graph;
    let terminals: Vec<Vertex> = graph.vertices().filter(|&v| graph.is_terminal(v)).collect();
    (0..4usize.pow(terminals.len() as u32)).map(move |code| {
        let choice = |place: usize| CHOICES[code / 4usize.pow(place as u32) % 4];
        let verdicts = terminals.iter().enumerate();
        let verdicts = verdicts.filter_map(|(place, &v)| Some((v as usize, choice(place)?)));
        Arena { verdicts: verdicts.collect(), ..arena.clone() }
    })
}

/// Random arenas of up to `vertices` vertices. Few different values, so that things coincide.
pub(crate) fn arenas(vertices: usize, per_vertex: usize) -> impl Strategy<Value = Arena> {
    cases(vertices, per_vertex)
        .prop_flat_map(|case| {
            let (v, e) = (case.graph.vertex_count(), case.graph.edge_count());
            let vertices = (column(v, 0..2u32), column(v, 0..3u32), column(v, 0..2u32));
            let edges = (column(e, -1..2i64), column(e, 0..2u32));
            (Just(case), vertices, edges, name_lists(v))
        })
        .prop_map(|(case, (owners, priorities, targets), (weights, players), names)| Arena {
            graph: case.graph,
            names,
            verdicts: case.verdicts,
            owners: map(&owners, |n| [Player::Zero, Player::One][n as usize]),
            priorities,
            targets: map(&targets, |n| n == 1),
            colors: Column::default(),
            weights,
            players: map(&players, |n| [Side::Left, Side::Right][n as usize]),
            acceptance: None,
            ..Arena::default()
        })
}

/// Half of the time an empty column.
fn column<T: Copy + Default + std::fmt::Debug>(
    len: usize,
    values: impl Strategy<Value = T>,
) -> impl Strategy<Value = Column<T>> {
    let entries = proptest::collection::vec(proptest::option::of(values), len);
    (any::<bool>(), entries).prop_map(|(empty, entries)| {
        let entries = entries.into_iter().enumerate().filter(|_| !empty);
        entries.filter_map(|(index, value)| Some((index, value?))).collect()
    })
}

fn map<T: Copy + Default, U: Copy + Default>(column: &Column<T>, to: impl Fn(T) -> U) -> Column<U> {
    column.iter().map(|(index, value)| (index, to(value))).collect()
}

/// Different names, many of which look like what the constructions make.
fn name_lists(count: usize) -> impl Strategy<Value = Names> {
    let words = proptest::collection::hash_set("[a+\\\\/#0-2]{0,4}", count);
    (any::<bool>(), words).prop_map(move |(numbered, words)| {
        let words: Vec<String> = words.into_iter().collect();
        if numbered {
            return Names::numbered(count);
        }
        Names::written(count, |vertex, text| text.push_str(&words[vertex as usize]))
    })
}
