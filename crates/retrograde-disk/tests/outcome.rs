//! Outcomes of graphs on disk against the solver in memory and the naive oracle.

mod common;

use common::{check, file, in_memory, on, oracle, random, random_graph};
use proptest::prelude::*;
use retrograde_core::{
    Allowance, Arena, Cancel, Column, Control, Convention, Distance, Graph, Names, Outcome,
    OutcomeSolution, Solution, Stopped, Terms, Value, Vertex,
};
use retrograde_core::{Objective, Threads};
use retrograde_disk::{DiskError, FileRows, Found, Options, estimate, outcome, ties};
use retrograde_io::{SolutionRows, write_csv, write_json};

#[test]
fn all_graphs_of_up_to_three_vertices_with_all_verdicts() {
    for n in 1..=3_usize {
        for edges in 0..1_u32 << (n * n) {
            let pairs = (0..n * n).filter(|bit| edges >> bit & 1 != 0);
            let pairs = pairs.map(|bit| ((bit / n) as Vertex, (bit % n) as Vertex));
            let graph = Graph::from_edges(n, pairs).unwrap();
            let terminals: Vec<usize> = (0..n).filter(|&v| graph.is_terminal(v as u32)).collect();
            for code in 0..4_usize.pow(terminals.len() as u32) {
                let verdict = |place: usize| code / 4_usize.pow(place as u32) % 4;
                let outcomes = [None, Some(Outcome::Win), Some(Outcome::Lose), Some(Outcome::Draw)];
                let verdicts: Column<Outcome> = terminals
                    .iter()
                    .enumerate()
                    .filter_map(|(place, &vertex)| Some((vertex, outcomes[verdict(place)]?)))
                    .collect();
                let arena = Arena { verdicts, ..Arena::from(graph.clone()) };
                let file = file(&arena);
                for convention in [Convention::Normal, Convention::Misere] {
                    let expected = oracle(&graph, &arena.verdicts, convention);
                    assert_eq!(outcome(&file, convention, &on(1)).unwrap(), expected);
                }
                assert_same_rows(&arena);
            }
        }
    }
}

/// The files that are written are those of the solver in memory, letter for letter.
fn assert_same_rows(arena: &Arena) {
    let mut solution = in_memory(arena, Convention::Normal);
    if arena.verdicts.iter().any(|(_, verdict)| verdict == Outcome::Draw) {
        let values = &solution.values;
        let control = Control::ALONE;
        let ties = retrograde_solve::outcome::ties(&arena.graph, values, &control).unwrap();
        let moves =
            retrograde_solve::outcome::best_moves(&arena.graph, values, Some(&ties), &control);
        solution = OutcomeSolution { strategy: Some(moves.unwrap()), ties: Some(ties), ..solution };
    }
    let solution = Solution::new(Objective::OUTCOME, solution);
    let edges = arena.graph.edge_count() as u64;
    let expected = SolutionRows { names: &arena.names, edges, solution: &solution, start: None };
    let (file, options) = (file(arena), on(1));
    let values = outcome(&file, Convention::Normal, &options).unwrap();
    let ties = ties(&file, &values, &options).unwrap();
    let found = OutcomeSolution { values, strategy: None, ties };
    let found = Solution::new(Objective::OUTCOME, found);
    let rows = FileRows::new(&file, &arena.names, &found, &Found::Values, &options.control);
    let mut texts = [(); 4].map(|()| Vec::new());
    write_csv(&expected, Terms::WinLose, &mut texts[0]).unwrap();
    write_csv(&rows, Terms::WinLose, &mut texts[1]).unwrap();
    write_json(&expected, Terms::WinLose, true, &mut texts[2]).unwrap();
    write_json(&rows, Terms::WinLose, true, &mut texts[3]).unwrap();
    assert_eq!(String::from_utf8_lossy(&texts[0]), String::from_utf8_lossy(&texts[1]));
    assert_eq!(String::from_utf8_lossy(&texts[2]), String::from_utf8_lossy(&texts[3]));
}

fn with_verdicts(graph: Graph, state: &mut u64) -> Arena {
    let outcomes = [Outcome::Win, Outcome::Lose, Outcome::Draw];
    let terminals = graph.vertices().filter(|&vertex| graph.is_terminal(vertex));
    let verdicts = terminals
        .filter_map(|vertex| Some((vertex as usize, *outcomes.get(random(state, 5) as usize)?)))
        .collect();
    Arena { verdicts, ..Arena::from(graph) }
}

#[test]
fn large_levels_and_small_ones_on_any_number_of_threads() {
    let mut state = 17;
    // From mostly drawn to mostly decided; the last has levels in lists and in bitmaps.
    for (vertices, terminals, most) in [(3000, 100, 9), (30_000, 20, 3), (200_000, 20, 4)] {
        let graph = random_graph(vertices, terminals, most, &mut state);
        let values = check(&Arena::from(graph.clone()), &[1, 2, 4]);
        assert!(values.count(Outcome::Win) > 0 && values.count(Outcome::Lose) > 0);
        let arena = with_verdicts(graph, &mut state);
        check(&arena, &[1, 3]);
        assert_same_rows(&arena);
    }
}

#[test]
fn a_long_path_and_a_long_way_to_win() {
    let path = Graph::from_edges(1_000_000, (0..999_999).map(|v| (v, v + 1))).unwrap();
    let values = check(&Arena::from(path), &[1]);
    assert_eq!(values.get(0), Value::Win(Distance(999_999)));
    // Numbered at random, so that no two rows lie side by side; longer than a byte can count.
    let mut numbers: Vec<Vertex> = (0..5000).collect();
    let mut state = 5;
    for place in (1..numbers.len()).rev() {
        numbers.swap(place, random(&mut state, place as u64 + 1) as usize);
    }
    let edges = numbers.windows(2).flat_map(|pair| [(pair[0], pair[1]), (pair[0], pair[0])]);
    check(&Arena::from(Graph::from_edges(5000, edges).unwrap()), &[1, 2]);
    let edges = numbers.windows(2).map(|pair| (pair[0], pair[1]));
    check(&Arena::from(Graph::from_edges(5000, edges).unwrap()), &[1, 2]);
}

#[test]
fn vertices_with_more_moves_than_a_byte_counts() {
    let mut state = 23;
    for degree in [255, 256, 257, 70_000_u32] {
        // 0 leads to `degree` vertices that are all won, by one move to a lost one; some of them late.
        let mut edges: Vec<(Vertex, Vertex)> = (1..=degree).map(|v| (0, v)).collect();
        edges.extend((1..=degree).map(|v| (v, degree + 1)));
        let last = degree + 1;
        let star = Graph::from_edges(degree as usize + 2, edges.clone()).unwrap();
        let values = check(&Arena::from(star), &[1, 4]);
        assert_eq!(values.get(0), Value::Lose(Distance(2)));
        // A path behind one of them makes it late, past what a byte holds, while the count is high.
        edges.retain(|&edge| edge != (7, last));
        edges.push((7, last + 1));
        edges.extend((1..600).map(|v| (last + v, last + v + 1)));
        let late = Graph::from_edges(degree as usize + 602, edges).unwrap();
        check(&Arena::from(late), &[1, 4]);
        // And at random, with many such.
        let vertices = 3000;
        let mut edges = Vec::new();
        for from in 0..vertices {
            let count = [0, 1, 3, degree.min(600)][random(&mut state, 4) as usize];
            edges.extend((0..count).map(|_| (from, random(&mut state, 300) as Vertex)));
        }
        check(&Arena::from(Graph::from_edges(3000, edges).unwrap()), &[1, 2, 4]);
    }
}

#[test]
fn what_does_not_fit_is_refused_before_anything_is_taken() {
    let path = Graph::from_edges(100_000, (0..99_999).map(|v| (v, v + 1))).unwrap();
    let file = file(&Arena::from(path));
    let within = |bytes| {
        let memory = Some(Allowance::from_now(bytes));
        outcome(&file, Convention::Normal, &Options::with(Control { memory, ..Control::ALONE }))
    };
    let needed = estimate(&file, &on(1));
    let error = within(needed.least - 1).unwrap_err();
    assert!(matches!(error, DiskError::NoRoom { .. }), "{error}");
    // Distances pass 255, which shows only then.
    assert!(matches!(within(needed.most - 1).unwrap_err(), DiskError::NoRoom { .. }));
    assert_eq!(within(needed.most).unwrap().get(0), Value::Win(Distance(99_999)));
}

#[test]
fn it_stops_in_the_middle_of_a_level() {
    use std::time::{Duration, Instant};
    let mut state = 3;
    let graph = random_graph(300_000, 20, 4, &mut state);
    let file = file(&Arena::from(graph));
    for threads in [1, 3] {
        for millis in [0, 3, 10, 30] {
            let cancel = Cancel::new();
            let threads = Threads::new(threads).unwrap();
            let control = Control { cancel: Some(&cancel), threads, ..Control::ALONE };
            std::thread::scope(|scope| {
                let told = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(millis));
                    cancel.cancel();
                    Instant::now()
                });
                let options = Options::with(control);
                let error =
                    (0..1000).find_map(|_| outcome(&file, Convention::Normal, &options).err());
                let late = Instant::now().saturating_duration_since(told.join().unwrap());
                assert!(matches!(error, Some(DiskError::Stopped(Stopped::Cancelled))), "{error:?}");
                assert!(late < Duration::from_millis(600), "{late:?}");
            });
        }
    }
}

#[test]
fn a_verdict_on_a_vertex_with_moves_is_refused() {
    let mut bytes = Vec::new();
    let arena = Arena::from(Graph::from_edges(2, [(0, 1)]).unwrap());
    // No arena of ours has one, so the file is made by hand of one whose verdict is on the other vertex.
    let arena = Arena { verdicts: [(1, Outcome::Win)].into_iter().collect(), ..arena };
    retrograde_io::write_rgg(&arena, &mut bytes, &Control::ALONE).unwrap();
    let wrong = Arena { verdicts: [(0, Outcome::Win)].into_iter().collect(), ..arena };
    let mut bytes = Vec::new();
    retrograde_io::write_rgg(&wrong, &mut bytes, &Control::ALONE).unwrap();
    let file = retrograde_io::RggFile::from_bytes(bytes).unwrap();
    let error = outcome(&file, Convention::Normal, &on(1)).unwrap_err();
    assert!(matches!(error, DiskError::Graph(_)), "{error}");
}

#[test]
fn a_file_that_is_damaged_is_an_error_and_not_an_answer() {
    let mut state = 9;
    let arena = Arena::from(random_graph(50_000, 20, 4, &mut state));
    let mut bytes = Vec::new();
    retrograde_io::write_rgg(&arena, &mut bytes, &Control::ALONE).unwrap();
    let right = outcome(&file(&arena), Convention::Normal, &on(1)).unwrap();
    let mut noticed = 0;
    for _ in 0..60 {
        let mut damaged = bytes.clone();
        let place = random(&mut state, bytes.len() as u64) as usize;
        damaged[place] ^= 1 << random(&mut state, 8);
        let Ok(file) = retrograde_io::RggFile::from_bytes(damaged) else { continue };
        match outcome(&file, Convention::Normal, &on(2)) {
            Ok(values) => assert_eq!(values, right, "what is damaged was not looked at"),
            Err(DiskError::Read { .. }) => noticed += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(noticed > 10, "{noticed}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_games(
        n in 1..40_usize,
        edges in proptest::collection::vec((0..40_u32, 0..40_u32), 0..160),
        verdicts in proptest::collection::vec(proptest::option::of(0..3_usize), 40),
    ) {
        let n32 = n as u32;
        let graph = Graph::from_edges(n, edges.iter().map(|&(u, v)| (u % n32, v % n32))).unwrap();
        let outcomes = [Outcome::Win, Outcome::Lose, Outcome::Draw];
        let verdicts = (0..n).zip(verdicts)
            .filter(|&(vertex, _)| graph.is_terminal(vertex as Vertex))
            .filter_map(|(vertex, verdict)| Some((vertex, outcomes[verdict?])))
            .collect();
        let names = Names::numbered(n);
        let arena = Arena { verdicts, names, ..Arena::from(graph) };
        let values = check(&arena, &[1, 2]);
        prop_assert_eq!(values, oracle(&arena.graph, &arena.verdicts, Convention::Normal));
        assert_same_rows(&arena);
    }
}
