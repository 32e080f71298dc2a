//! The kernels, run by a processor that plays a card, find what the solver of the library finds.

mod emulation;

use emulation::Emulated;
use proptest::prelude::*;
use retrograde_core::{
    Column, Control, Convention, Graph, Outcome, OutcomeGame, Value, Values, Vertex,
};
use retrograde_gpu::device::Device;
use retrograde_gpu::{GpuError, Random, outcome};

/// What the textbook finds: counters, predecessors, a queue.
fn textbook(game: &OutcomeGame<'_>) -> Vec<Value> {
    let graph = game.graph();
    let count = graph.vertex_count();
    let mut before = vec![Vec::new(); count];
    for (from, to) in graph.edges() {
        before[to as usize].push(from as usize);
    }
    let mut left: Vec<u32> = graph.vertices().map(|vertex| graph.out_degree(vertex)).collect();
    let mut values: Vec<Option<(Outcome, u32)>> = vec![None; count];
    let mut queue = Vec::new();
    for vertex in graph.vertices().filter(|&vertex| graph.is_terminal(vertex)) {
        let said = game.terminal_outcome(vertex);
        if said != Outcome::Draw {
            values[vertex as usize] = Some((said, 0));
            queue.push(vertex as usize);
        }
    }
    let mut next = 0;
    while let Some(&vertex) = queue.get(next) {
        next += 1;
        let (said, distance) = values[vertex].expect("it is in the queue");
        for &from in &before[vertex] {
            left[from] -= 1;
            if values[from].is_none() && (said == Outcome::Lose || left[from] == 0) {
                let reached = if said == Outcome::Lose { Outcome::Win } else { Outcome::Lose };
                values[from] = Some((reached, distance + 1));
                queue.push(from);
            }
        }
    }
    let value = |value: Option<(Outcome, u32)>| match value {
        Some((Outcome::Win, distance)) => Value::Win(retrograde_core::Distance(distance)),
        Some((Outcome::Lose, distance)) => Value::Lose(retrograde_core::Distance(distance)),
        _ => Value::Draw,
    };
    values.into_iter().map(value).collect()
}

fn listed(values: &Values) -> Vec<Value> {
    (0..values.len()).map(|vertex| values.get(vertex as Vertex)).collect()
}

#[track_caller]
fn check(card: &Emulated, graph: &Graph, verdicts: &Column<Outcome>, convention: Convention) {
    let game = OutcomeGame::new(graph, verdicts, convention).expect("a game");
    let values = outcome::solve(card, &game, &Control::default()).expect("an answer");
    assert_eq!(listed(&values), textbook(&game));
    let estimate =
        outcome::estimate(graph.vertex_count() as u64, graph.edge_count() as u64, card.shared());
    let most = card.most.replace(0);
    assert!(most <= estimate, "{most} bytes were held, and {estimate} were foretold");
}

/// Every graph of three vertices, with and without misère play.
#[test]
fn all_small_graphs() {
    let Some(card) = Emulated::new(100 << 10) else { return };
    for edges in 0..1_u32 << 9 {
        let chosen = (0..9).filter(|edge| edges >> edge & 1 == 1);
        let graph = Graph::from_edges(3, chosen.map(|edge| (edge / 3, edge % 3))).expect("a graph");
        let convention = [Convention::Normal, Convention::Misere][edges as usize % 2];
        check(&card, &graph, &Column::default(), convention);
    }
}

fn games() -> impl Strategy<Value = (Graph, Column<Outcome>, Convention)> {
    let sizes = (1..60_u32).prop_flat_map(|vertices| {
        let edges = prop::collection::vec((0..vertices, 0..vertices), 0..200);
        let verdicts = prop::collection::vec(0..8_u8, vertices as usize);
        (Just(vertices), edges, verdicts, any::<bool>())
    });
    sizes.prop_map(|(vertices, edges, said, misere)| {
        let graph = Graph::from_edges(vertices as usize, edges).expect("a graph");
        let verdict = |vertex: usize| match said[vertex] {
            0 => Some(Outcome::Win),
            1 => Some(Outcome::Lose),
            2 => Some(Outcome::Draw),
            _ => None,
        };
        let mut verdicts = Column::default();
        for vertex in graph.vertices().filter(|&vertex| graph.is_terminal(vertex)) {
            if let Some(outcome) = verdict(vertex as usize) {
                verdicts.set(vertex as usize, outcome);
            }
        }
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        (graph, verdicts, convention)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_games((graph, verdicts, convention) in games()) {
        thread_local!(static CARD: Option<Emulated> = Emulated::new(100 << 10));
        CARD.with(|card| if let Some(card) = card {
            check(card, &graph, &verdicts, convention);
        });
    }
}

/// More than 512 buckets of 256 vertices each, so that edges are dealt out twice.
#[test]
fn many_buckets() {
    let Some(card) = Emulated::new(80 << 10) else { return };
    let count = 300_000_u32;
    let mut state = 7_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    let edges: Vec<_> = (0..2 * count).map(|_| (next() % count, next() % count)).collect();
    let graph = Graph::from_edges(count as usize, edges).expect("a graph");
    check(&card, &graph, &Column::default(), Convention::Normal);
}

/// A row that all blocks share, more moves than a byte counts, and a bucket that does not fit.
#[test]
fn stars_in_and_out() {
    let Some(card) = Emulated::new(100 << 10) else { return };
    let count = 40_000_u32;
    let into = (1..count).map(|from| (from, 0));
    check(
        &card,
        &Graph::from_edges(count as usize, into.clone()).expect("a graph"),
        &Column::default(),
        Convention::Normal,
    );
    let back = (count..count + 300).map(|to| (1, to));
    let graph = Graph::from_edges(count as usize + 301, into.chain(back).chain([(0, count + 300)]))
        .expect("a graph");
    check(&card, &graph, &Column::default(), Convention::Normal);
    check(&card, &graph, &Column::default(), Convention::Misere);
}

/// A path is a round for each vertex, by one block alone; its distances do not fit a byte.
#[test]
fn a_long_path() {
    let Some(card) = Emulated::new(100 << 10) else { return };
    let count = 600_u32;
    let path = (1..count).map(|from| (from, from - 1));
    let graph = Graph::from_edges(count as usize, path).expect("a graph");
    check(&card, &graph, &Column::default(), Convention::Normal);
}

#[test]
fn no_vertices_no_edges_no_room() {
    let Some(mut card) = Emulated::new(100 << 10) else { return };
    check(&card, &Graph::default(), &Column::default(), Convention::Normal);
    check(
        &card,
        &Graph::from_edges(70, []).expect("a graph"),
        &Column::default(),
        Convention::Normal,
    );
    card.free = 1000;
    let graph = Graph::from_edges(70, [(0, 1)]).expect("a graph");
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).expect("a game");
    let refused = outcome::solve(&card, &game, &Control::default());
    let Err(GpuError::TooLarge { needs, free, .. }) = refused else { panic!("{refused:?}") };
    assert!(needs > free);
}

/// Who cancels gets no answer, and all memory is given back.
#[test]
fn it_stops_when_told() {
    let Some(card) = Emulated::new(100 << 10) else { return };
    let graph = Graph::from_edges(3, [(0, 1), (1, 2)]).expect("a graph");
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).expect("a game");
    let cancel = retrograde_core::Cancel::new();
    cancel.cancel();
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    let stopped = outcome::solve(&card, &game, &control);
    assert!(matches!(stopped, Err(GpuError::Stopped(_))), "{stopped:?}");
    assert!(card.holds_nothing());
}

/// Random graphs that are made there are graphs, and solved there as here.
#[test]
fn graphs_made_on_the_card() {
    let Some(card) = Emulated::new(100 << 10) else { return };
    let random = Random { vertices: 3_000, terminals: 0.05, most: 9, seed: 3 };
    let rows = random.make(&card).expect("a graph");
    let graph = rows.download().expect("a graph");
    let degree = graph.edge_count() as f64 / 3_000.0;
    assert!((4.4..5.1).contains(&degree), "{degree}");
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).expect("a game");
    let (turned, shape) =
        retrograde_gpu::turned::turn(&card, rows, &Control::default()).expect("turned");
    let labelled = outcome::label(&card, &shape, &turned, None, false, &Control::default());
    let values = labelled.expect("labels").read().expect("values");
    assert_eq!(listed(&values), textbook(&game));
}
