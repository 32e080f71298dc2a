//! Grundy values that are known beforehand: from the literature, and of heaps of Nim.

use std::collections::HashMap;

use retrograde_core::Graph;
use retrograde_solve::grundy::Method;

use super::solve;

/// A graph from what can be moved to, beginning with `starts`, and the vertex of each position.
fn explore<P: Clone + Eq + std::hash::Hash>(
    starts: Vec<P>,
    moves: impl Fn(&P) -> Vec<P>,
) -> (Graph, HashMap<P, u32>) {
    let mut vertices = HashMap::new();
    let mut positions = Vec::new();
    let mut edges = Vec::new();
    for start in starts {
        vertices.entry(start.clone()).or_insert_with(|| {
            positions.push(start);
            positions.len() as u32 - 1
        });
    }
    let mut next = 0;
    while let Some(position) = positions.get(next).cloned() {
        for option in moves(&position) {
            let to = *vertices.entry(option.clone()).or_insert_with(|| {
                positions.push(option);
                positions.len() as u32 - 1
            });
            edges.push((next as u32, to));
        }
        next += 1;
    }
    (Graph::from_edges(positions.len(), edges).unwrap(), vertices)
}

/// The rows of pins left standing, in ascending order: a ball takes one pin or two neighbours.
fn kayles(rows: &[u32]) -> Vec<Vec<u32>> {
    let mut options = Vec::new();
    for (index, &row) in rows.iter().enumerate() {
        for taken in 1..=2.min(row) {
            for left in 0..=row - taken {
                let mut option = rows.to_vec();
                option.swap_remove(index);
                option.extend([left, row - taken - left].into_iter().filter(|&part| part > 0));
                option.sort_unstable();
                options.push(option);
            }
        }
    }
    options
}

/// Any number from one heap, or the same from both.
fn wythoff(&(a, b): &(u32, u32)) -> Vec<(u32, u32)> {
    let first = (0..a).map(|less| (less, b));
    let second = (0..b).map(|less| (a, less));
    let both = (1..=a.min(b)).map(|taken| (a - taken, b - taken));
    first.chain(second).chain(both).collect()
}

/// The sources are named in the file.
#[test]
fn values_from_the_literature() {
    let rows = |pins: u32| if pins == 0 { vec![] } else { vec![pins] };
    let (kayles_graph, kayles_at) = explore((0..=12).map(rows).collect(), |rows| kayles(rows));
    let (wythoff_graph, wythoff_at) = explore(vec![(10, 10)], wythoff);
    let (taking, taking_at) =
        explore((0..=20).collect(), |&n: &u32| (1..=3.min(n)).map(|taken| n - taken).collect());
    let mut checked = 0;
    for method in [Method::Auto, Method::Acyclic, Method::Loopy] {
        let [kayles, wythoff, taking] = [&kayles_graph, &wythoff_graph, &taking]
            .map(|graph| solve(graph, method).unwrap().values);
        for line in include_str!("../data/grundy.csv").lines().skip(1) {
            let fields: Vec<&str> = line.split(',').collect();
            let numbers: Vec<u32> =
                fields[1].split(' ').map(|number| number.parse().unwrap()).collect();
            let found = match fields[0] {
                "kayles" => kayles.finite(kayles_at[&rows(numbers[0])]),
                "wythoff" => wythoff.finite(wythoff_at[&(numbers[0], numbers[1])]),
                "subtraction-1-2-3" => taking.finite(taking_at[&numbers[0]]),
                other => panic!("{other} is not known"),
            };
            assert_eq!(found.unwrap().to_string(), fields[2], "{line}");
            checked += 1;
        }
    }
    assert_eq!(checked, 3 * (13 + 21 + 60));
}

/// Every vertex moves to all below it: heaps of Nim, with values far past 64. Parallel moves and a
/// renumbering change nothing, and a stage costs nothing for the many vertices settled long before.
#[test]
fn large_values() {
    const N: u32 = 700;
    const SETTLED: u32 = 300_000;
    let number = |heap: u32| (heap * 271 + 5) % N;
    for method in [Method::Acyclic, Method::Loopy] {
        for scattered in [false, true] {
            let name = |heap| if scattered { number(heap) } else { heap };
            let moves = (0..N).flat_map(|heap| {
                let double = (heap % 97 == 0 && heap > 0).then_some(heap / 2);
                (0..heap).chain(double).map(move |smaller| (name(heap), name(smaller)))
            });
            let graph = Graph::from_edges((N + SETTLED) as usize, moves).unwrap();
            let solved = solve(&graph, method).unwrap();
            assert!((0..N).all(|heap| solved.values.finite(name(heap)) == Some(heap)));
            assert_eq!(solved.values.largest(), Some((name(N - 1), N - 1)));
        }
    }
}
