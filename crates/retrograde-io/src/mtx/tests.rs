//! Tests of the Matrix Market reader and writer.

use proptest::prelude::*;
use retrograde_core::{Allowance, Arena, Control, GraphError};

use super::*;
use crate::cases::cases;
use crate::testing::{arenas, read_both_ways};
use crate::{Format, read_arena, write_arena};

const BANNER: &str = "%%MatrixMarket matrix coordinate";

/// A row that has entries: its number, then column and value of each.
type MatrixRow = (u32, Vec<(u32, Option<i64>)>);

fn rows_of(arena: &Arena) -> Vec<MatrixRow> {
    arena
        .graph
        .vertices()
        .filter(|&vertex| !arena.graph.is_terminal(vertex))
        .map(|vertex| {
            let row = arena.graph.edge_range(vertex);
            let entry = |edge| (arena.graph.targets()[edge] + 1, arena.weights.get(edge));
            (vertex + 1, row.map(entry).collect())
        })
        .collect()
}

#[test]
fn patterns_give_bare_graphs_with_the_files_own_numbers() {
    let text = format!("{BANNER} pattern general\n% made by hand\n\n4 4 3\n3 1\n1 2\r\n3\t3");
    let arena = read_both_ways(text.as_bytes(), Format::Mtx).unwrap();
    assert_eq!(rows_of(&arena), [(1, vec![(2, None)]), (3, vec![(1, None), (3, None)])]);
    assert_eq!(arena.graph.vertex_count(), 4);
    assert_eq!((arena.names.get(0), arena.names.get(3)), ("1".into(), "4".into()));
}

#[test]
fn values_become_weights_in_the_order_of_the_file() {
    let text =
        "%%matrixmarket MATRIX Coordinate Real General\n2 2 4\n2 1 1e2\n1 2 -3.0\n2 2 0\n2 1 7\n";
    let arena = read_both_ways(text.as_bytes(), Format::Mtx).unwrap();
    let rows = [(1, vec![(2, Some(-3))]), (2, vec![(1, Some(100)), (2, Some(0)), (1, Some(7))])];
    assert_eq!(rows_of(&arena), rows);
}

#[test]
fn symmetric_files_are_expanded_with_the_diagonal_once() {
    let text = format!("{BANNER} integer symmetric\n3 3 3\n1 1 5\n2 1 6\n3 2 -7\n");
    let arena = read_both_ways(text.as_bytes(), Format::Mtx).unwrap();
    let rows = [
        (1, vec![(1, Some(5)), (2, Some(6))]),
        (2, vec![(1, Some(6)), (3, Some(-7))]),
        (3, vec![(2, Some(-7))]),
    ];
    assert_eq!(rows_of(&arena), rows);
    let text = format!("{BANNER} integer skew-symmetric\n2 2 1\n2 1 6\n");
    let arena = read_both_ways(text.as_bytes(), Format::Mtx).unwrap();
    assert_eq!(rows_of(&arena), [(1, vec![(2, Some(-6))]), (2, vec![(1, Some(6))])]);
}

#[test]
fn malformed_matrices_say_where_and_why() {
    for (text, message) in cases(include_str!("../../tests/faults/mtx.txt")) {
        let error = read_both_ways(text.as_bytes(), Format::Mtx).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}

#[test]
fn the_memory_limit_is_checked_before_memory_is_taken() {
    let control = Control { memory: Some(Allowance::from_now(1 << 20)), ..Control::ALONE };
    let text = format!("{BANNER} pattern general\n4294967295 4294967295 0\n");
    let error = read_arena(text.as_bytes(), Format::Mtx, &control).unwrap_err();
    assert_eq!(error.place, Some(Place::new(2, 1)));
    assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })));
    let mut text = format!("{BANNER} integer general\n3 3 200000\n");
    text.push_str(&"1 2 3\n".repeat(200_000));
    let error = read_arena(text.as_bytes(), Format::Mtx, &control).unwrap_err();
    assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })));
}

proptest! {
    #[test]
    fn matrices_come_back_as_they_went(arena in arenas("[a-z0-9]{1,3}".boxed())) {
        let mut text = Vec::new();
        let written = write_arena(&arena, Format::Mtx, &mut text);
        let weights = arena.weights.count();
        prop_assert_eq!(written.is_ok(), weights == 0 || weights == arena.graph.edge_count());
        prop_assume!(written.is_ok());
        let again = read_both_ways(&text, Format::Mtx).unwrap();
        prop_assert_eq!(&arena.graph, &again.graph);
        prop_assert_eq!(&again.weights, &arena.weights);
        let named = again.graph.vertices().all(|v| again.names.number(v) == Some(u64::from(v) + 1));
        prop_assert!(named);
        let mut second = Vec::new();
        write_arena(&again, Format::Mtx, &mut second).unwrap();
        prop_assert_eq!(text, second);
    }

    #[test]
    fn no_entries_make_the_reader_panic(text in proptest::collection::vec(
        prop_oneof![Just(b'1'), Just(b' '), Just(b'\n'), Just(b'-'), Just(b'.'), any::<u8>()], 0..60)
    ) {
        let mut file = format!("{BANNER} real symmetric\n11 11 ").into_bytes();
        file.extend(text);
        let _ = read_both_ways(&file, Format::Mtx);
    }
}
