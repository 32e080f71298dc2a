//! Tests of the Matrix Market reader and writer.

use proptest::prelude::*;
use retrograde_core::{Allowance, Arena, Control, GraphError};

use super::*;
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
    let empty = "the file is empty: a graph has at least one vertex";
    let table = [
        ("", empty),
        ("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n", empty),
        (
            "3 3 1\n1 1\n",
            "line 1, column 1: a Matrix Market file begins with '%%MatrixMarket matrix coordinate pattern general' or the like",
        ),
        (
            "%%MatrixMarket matrix array real general\n2 2\n",
            "line 1, column 23: 'array': a dense matrix is no graph file; write it as 'coordinate'",
        ),
        (
            "%%MatrixMarket matrix coordinate complex general\n",
            "line 1, column 34: 'complex': weights are whole numbers, not complex ones; use 'pattern'",
        ),
        (
            "%%MatrixMarket matrix coordinate real Hermitian\n",
            "line 1, column 39: 'Hermitian': only complex matrices are hermitian; use 'symmetric'",
        ),
        (
            "%%MatrixMarket vector coordinate real general\n",
            "line 1, column 16: 'vector' where 'matrix' is expected",
        ),
        (
            "%%MatrixMarket matrix coordinate real\n",
            "line 1, column 38: the first line ends where 'general' or 'symmetric' or 'skew-symmetric' is expected",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern skew-symmetric\n",
            "line 1, column 1: a 'pattern' matrix has no values to negate: it is 'general' or 'symmetric'",
        ),
        (
            "%%MatrixMarket matrix coordinate real general twice\n",
            "line 1, column 47: 'twice' is one word too many in the first line",
        ),
        (
            "%%MatrixMarket matrix coordinate real general\n% only this\n",
            "line 3: the file ends before the line of sizes: 'rows columns entries'",
        ),
        (
            "%%MatrixMarket matrix coordinate real general\n3 4 0\n",
            "line 2, column 3: the matrix has 3 rows and 4 columns: the matrix of a graph is square",
        ),
        (
            "%%MatrixMarket matrix coordinate real general\n3 3\n",
            "line 2, column 4: the line of sizes is 'rows columns entries': the number of entries is missing",
        ),
        (
            "%%MatrixMarket matrix coordinate real general\n3 3 -1\n",
            "line 2, column 5: the number of entries '-1' is not a whole number of at most 64 bits",
        ),
        (
            "%%MatrixMarket matrix coordinate real general\n99999999999999999999 3 1\n",
            "line 2, column 1: the number of rows '99999999999999999999' is not a whole number of at most 64 bits",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 1 1\n",
            "line 2, column 7: '1' is one word too many: the line of sizes is 'rows columns entries'",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n 4294967296 4294967296 0\n",
            "line 2, column 2: more than 4294967295 vertices: split the graph",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n4000000000 4000000000 1\n1 4000000000",
            "line 2, column 1: 4000000000 rows in a file of 85 bytes: nearly all of them would be empty; number the vertices without gaps",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n",
            "line 4: the file ends after 1 of the 2 entries it announces: it was cut short, or the count is wrong",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 18446744073709551615\n1 2\n",
            "line 4: the file ends after 1 of the 18446744073709551615 entries it announces: it was cut short, or the count is wrong",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2\n\n 2 3\n",
            "line 5, column 2: an entry too many: the line of sizes says 1; correct the count there or remove the rest",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n0 2\n",
            "line 3, column 1: the row is 0: rows and columns are counted from 1 to 3",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 4\n",
            "line 3, column 3: the column '4' is out of range: it is 1 to 3",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 -1\n",
            "line 3, column 3: the column '-1' is not a number from 1 to 3",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1\n",
            "line 3, column 2: the entry has no column",
        ),
        (
            "%%MatrixMarket matrix coordinate pattern general\n3 3 1\n1 2 3\n",
            "line 3, column 5: '3' is one word too many: an entry of a 'pattern' matrix is 'row column'",
        ),
        (
            "%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 2 \n",
            "line 3, column 4: the entry has no value: a matrix of field 'integer' has one in each line; for a graph without weights say 'pattern'",
        ),
        (
            "%%MatrixMarket matrix coordinate integer general\n3 3 1\n1 2 1.0\n",
            "line 3, column 5: the value '1.0' is not a whole number of at most 64 bits",
        ),
        (
            "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 2.0\n1 3 0.5\n",
            "line 4, column 5: the value '0.5' is not a whole number of at most 64 bits, as weights are: scale the values, or say 'pattern' and leave them out",
        ),
        (
            "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 1\n2 2 1\n",
            "line 3, column 1: a 'skew-symmetric' matrix has nothing on its diagonal: remove the entry",
        ),
        (
            "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 1\n2 1 -9223372036854775808\n",
            "line 3, column 1: the value -9223372036854775808 has no negative of 64 bits for the other side of the diagonal",
        ),
    ];
    for (text, message) in table {
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
