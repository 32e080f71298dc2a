//! The check of rows that come in pieces says what the check of a graph in memory says.

use std::io;
use std::ops::Range;

use proptest::prelude::*;
use retrograde_core::{
    Cancel, Column, Control, Convention, Distance, Graph, Outcome, OutcomeGame, OutcomeSolution,
    RowError, RowSource, RowVisit, Stopped, Strategy, Threads, Value, Values, Vertex,
};
use retrograde_verify::{
    Checked, Fault, RowsError, VerifyError, verify_outcome, verify_outcome_rows,
};

/// A graph whose rows come in pieces of at most so many.
struct Pieces<'a>(&'a Graph, usize);

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
                row => row.chunks(self.1).try_for_each(|piece| visit(vertex as Vertex, piece))?,
            }
        }
        Ok(())
    }
}

fn streamed(
    graph: &Graph,
    solution: &OutcomeSolution,
    terminal: Outcome,
    threads: usize,
) -> Result<Checked, Fault> {
    let control = Control::ALONE.on(Threads::new(threads).unwrap());
    let mut asked = 0..;
    let mut next = |vertex: Vertex| {
        assert_eq!(asked.next(), Some(vertex), "moves are asked for in order");
        Ok(solution.strategy.as_ref().unwrap().get(vertex))
    };
    let moves = solution.strategy.is_some().then_some(&mut next as _);
    let pieces = Pieces(graph, 1);
    match verify_outcome_rows(&pieces, &|_| terminal, &solution.values, moves, &control) {
        Ok(checked) => Ok(checked),
        Err(RowsError::Verify(VerifyError::Fault(fault))) => Err(fault),
        Err(other) => panic!("{other}"),
    }
}

fn agree(graph: &Graph, solution: &OutcomeSolution) {
    let verdicts = Column::default();
    for convention in [Convention::Normal, Convention::Misere] {
        let game = OutcomeGame::new(graph, &verdicts, convention).unwrap();
        let expected = verify_outcome(&game, solution);
        assert_eq!(streamed(graph, solution, convention.terminal(), 1), expected);
    }
}

#[test]
fn all_graphs_of_up_to_three_vertices_with_all_values() {
    let mut values = vec![Value::Draw];
    values.extend((0..4).flat_map(|d| [Value::Win(Distance(d)), Value::Lose(Distance(d))]));
    for n in 1..=3_usize {
        for edges in 0..1_u32 << (n * n) {
            let pairs = (0..n * n).filter(|bit| edges >> bit & 1 != 0);
            let pairs = pairs.map(|bit| ((bit / n) as Vertex, (bit % n) as Vertex));
            let graph = Graph::from_edges(n, pairs).unwrap();
            for code in 0..values.len().pow(n as u32) {
                let value =
                    |vertex: usize| values[code / values.len().pow(vertex as u32) % values.len()];
                let values: Values = (0..n).map(value).collect();
                // Each time with another choice of moves, or none.
                let code = code + edges as usize;
                let chosen = |vertex: usize| match code / 5_usize.pow(vertex as u32) % 5 {
                    to if to < n => Some(to as Vertex),
                    _ => None,
                };
                let strategy: Strategy = (0..n).map(chosen).collect();
                agree(
                    &graph,
                    &OutcomeSolution::new(values, (!code.is_multiple_of(3)).then_some(strategy)),
                );
            }
        }
    }
}

/// The lowest fault is named on any number of threads, in graphs of several ranges.
#[test]
fn the_lowest_fault_counts_however_many_threads_look() {
    let vertices = 300_000;
    let graph = Graph::from_edges(vertices, (1..vertices as u32).map(|v| (v, v - 1))).unwrap();
    let right = |v: usize| match v % 2 {
        0 => Value::Lose(Distance(v as u32)),
        _ => Value::Win(Distance(v as u32)),
    };
    for wrong in [vec![], vec![0], vec![299_999], vec![70_000, 250_000], vec![65_536, 65_535]] {
        let values: Values = (0..vertices)
            .map(|v| if wrong.contains(&v) { Value::Draw } else { right(v) })
            .collect();
        let solution = OutcomeSolution::new(values, None);
        let verdicts = Column::default();
        let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
        let expected = verify_outcome(&game, &solution);
        assert_eq!(expected.is_ok(), wrong.is_empty());
        for threads in [1, 2, 4] {
            assert_eq!(streamed(&graph, &solution, Outcome::Lose, threads), expected);
        }
    }
}

#[test]
fn whoever_cannot_read_or_is_stopped_says_so() {
    struct Broken;
    impl RowSource for Broken {
        fn vertex_count(&self) -> usize {
            2
        }
        fn edge_count(&self) -> u64 {
            1
        }
        fn read_rows(&self, _: Range<usize>, visit: RowVisit<'_>) -> Result<(), RowError> {
            visit(0, &[])?;
            Err(io::Error::other("broken").into())
        }
    }
    let values: Values = [Value::Lose(Distance(0)); 2].into_iter().collect();
    let control = Control::ALONE;
    let read = verify_outcome_rows(&Broken, &|_| Outcome::Lose, &values, None, &control);
    assert_eq!(read.unwrap_err().to_string(), "broken");
    let cancel = Cancel::new();
    cancel.cancel();
    let control = Control { cancel: Some(&cancel), ..control };
    let stopped = verify_outcome_rows(&Broken, &|_| Outcome::Lose, &values, None, &control);
    let is_stopped =
        matches!(stopped, Err(RowsError::Verify(VerifyError::Stopped(Stopped::Cancelled))));
    assert!(is_stopped);
}

proptest! {
    #[test]
    fn random_graphs_with_random_claims(
        n in 1..12_usize,
        edges in proptest::collection::vec((0..12_u32, 0..12_u32), 0..40),
        claims in proptest::collection::vec((0..3_u8, 0..5_u32, 0..14_u32), 12),
        with_moves in any::<bool>(),
    ) {
        let n32 = n as u32;
        let graph = Graph::from_edges(n, edges.iter().map(|&(u, v)| (u % n32, v % n32))).unwrap();
        let values: Values = claims[..n].iter().map(|&(outcome, distance, _)| {
            let outcome = [Outcome::Win, Outcome::Lose, Outcome::Draw][usize::from(outcome)];
            Value::new(outcome, Distance(distance))
        }).collect();
        let strategy: Strategy =
            claims[..n].iter().map(|&(_, _, to)| (to < n32).then_some(to)).collect();
        agree(&graph, &OutcomeSolution::new(values, with_moves.then_some(strategy)));
    }
}
