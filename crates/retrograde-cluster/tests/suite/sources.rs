//! Rows, lists of edges and attractors, by several workers, against the solvers of the library.

use std::fmt::Write;
use std::fs;
use std::ops::Range;

use proptest::prelude::*;
use retrograde_cluster::{Cluster, EdgeList, Known, Options, Rows, Rule, each, merge};
use retrograde_core::{
    Bitmap, Column, Control, Convention, Distance, Graph, Outcome, OutcomeGame, OwnedGraph, Player,
    RowError, TargetGame, Threads, Value, Values, Vertex,
};
use retrograde_solve::outcome::Method;
use retrograde_solve::reachability;

fn options(workers: usize) -> Options {
    Options { cluster: Cluster::threads(workers).unwrap(), ..Options::default() }
}

fn expected(graph: &Graph) -> Values {
    let verdicts = Column::default();
    let game = OutcomeGame::new(graph, &verdicts, Convention::Normal).unwrap();
    let options = retrograde_solve::Options { values_only: true, ..Default::default() };
    let solved = retrograde_solve::outcome::solve(&game, Method::Retrograde, &options).unwrap();
    solved.solution.values
}

fn small_graphs() -> impl Strategy<Value = Graph> {
    let edges = prop::collection::vec((any::<u32>(), any::<u32>()), 0..3000);
    (1_u32..1500, edges).prop_map(|(vertices, edges)| {
        let edges = edges.into_iter().map(|(from, to)| (from % vertices, to % vertices));
        Graph::from_edges(vertices as usize, edges).unwrap()
    })
}

fn lost(vertices: Range<usize>, said: &mut Vec<Outcome>) -> Result<(), RowError> {
    each(|_| Outcome::Lose)(vertices, said)
}

const LOST: Rule<'static> = Rule::Outcome(&lost);

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn rows_with_and_without_those_before(graph in small_graphs()) {
        let (back, values) = (graph.transpose(Threads::ONE), expected(&graph));
        for workers in 1..=3 {
            for reverse in [None, Some(&back as &dyn retrograde_core::RowSource)] {
                let rows = Rows { forward: &graph, reverse, rule: LOST, fingerprint: None };
                let answer = rows.solve(&options(workers), &Control::default()).unwrap();
                prop_assert_eq!(&answer.values(&Control::default()).unwrap().unwrap(), &values);
            }
        }
    }

    #[test]
    fn lists_of_edges_have_the_rows_of_the_library(
        edges in prop::collection::vec((any::<u32>(), any::<u32>()), 1..600),
        (numbers, alone) in (1_u32..800, 0_u32..900),
    ) {
        let mut text = format!("# a list\n{alone}\n");
        for (from, to) in edges {
            writeln!(text, "{} {}", from % numbers, to % numbers).unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.txt");
        fs::write(&path, &text).unwrap();
        let arena = retrograde_io::read_file(&path, None, &Control::default()).unwrap();
        let game = OutcomeGame::new(&arena.graph, &arena.verdicts, Convention::Normal).unwrap();
        let settings = retrograde_solve::Options::default();
        let solved = retrograde_solve::outcome::solve(&game, Method::Retrograde, &settings).unwrap();
        let mut expected = "vertex,outcome,distance,move\n".to_owned();
        let moves = solved.solution.strategy.unwrap();
        for vertex in arena.graph.vertices() {
            let value = solved.solution.values.get(vertex);
            let distance = value.distance().map_or(String::new(), |distance| distance.to_string());
            let to = moves.get(vertex).map_or("".into(), |to| arena.names.get(to));
            let name = arena.names.get(vertex);
            writeln!(expected, "{name},{},{distance},{to}", value.outcome()).unwrap();
        }
        for workers in 1..=3 {
            let shares = folder.path().join(format!("shares-{workers}"));
            let options = Options { answer: Some(shares.clone()), ..options(workers) };
            let answer = EdgeList { path: &path, rule: LOST }.solve(&options, &Control::default());
            let answer = answer.unwrap();
            for number in 0..answer.partition().size() {
                let is_hole = answer.get(number) == Some(Known::Hole);
                prop_assert_eq!(is_hole, arena.names.find(&number.to_string()).is_none());
            }
            let mut merged = Vec::new();
            let rows = merge::list(&shares, None, &path, &mut merged, &Control::default()).unwrap();
            prop_assert_eq!(rows, arena.graph.vertex_count() as u64);
            prop_assert_eq!(String::from_utf8(merged).unwrap(), expected.clone());
            // Shares of another list are told.
            let other = folder.path().join("other.txt");
            fs::write(&other, format!("{text}901\n")).unwrap();
            let mut rest = Vec::new();
            prop_assert!(merge::list(&shares, None, &other, &mut rest, &Control::default()).is_err());
        }
    }

    #[test]
    fn attractors(graph in small_graphs(), bits in prop::collection::vec(0..8_u8, 1500)) {
        let (mut ones, mut targets) = (Bitmap::new(graph.vertex_count()), Bitmap::new(graph.vertex_count()));
        for (vertex, bits) in bits.iter().enumerate().take(graph.vertex_count()) {
            if bits & 1 != 0 {
                ones.set(vertex);
            }
            if bits >> 1 == 0 {
                targets.set(vertex);
            }
        }
        let game = TargetGame { arena: OwnedGraph::from_bitmap(&graph, ones), targets };
        let settings = retrograde_solve::Options { values_only: true, ..Default::default() };
        let solved = [
            (Player::Zero, reachability::solve(&game, &settings).unwrap()),
            (Player::One, reachability::safety(&game, &settings).unwrap()),
        ];
        for (hunter, solved) in solved {
            let said = each(|vertex: Vertex| {
                (game.arena.owner(vertex), game.targets.get(vertex as usize))
            });
            let rule = Rule::Attractor { hunter, said: &said };
            let rows = Rows { forward: &graph, reverse: None, rule, fingerprint: None };
            for workers in [1, 2, 3] {
                let answer = rows.solve(&options(workers), &Control::default()).unwrap();
                for vertex in graph.vertices() {
                    let rank = match answer.get(vertex.into()) {
                        Some(Known::Value(Value::Win(Distance(rank)))) => Some(Distance(rank)),
                        Some(Known::Value(Value::Draw)) => None,
                        other => panic!("{other:?}"),
                    };
                    prop_assert_eq!(rank, solved.rank(vertex));
                }
            }
        }
    }
}

#[test]
fn shares_without_rows_do_not_repeat_the_header() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    for far in [100, 181, 3000, 70_000] {
        fs::write(&path, format!("{far}\n70 13\n")).unwrap();
        for workers in 1..=5 {
            let shares = folder.path().join(format!("shares-{far}-{workers}"));
            let options = Options { answer: Some(shares.clone()), ..options(workers) };
            EdgeList { path: &path, rule: LOST }.solve(&options, &Control::default()).unwrap();
            let mut merged = Vec::new();
            merge::list(&shares, None, &path, &mut merged, &Control::default()).unwrap();
            let rows =
                format!("vertex,outcome,distance,move\n{far},lose,0,\n70,win,1,13\n13,lose,0,\n");
            assert_eq!(String::from_utf8(merged).unwrap(), rows, "{workers} workers");
        }
    }
}

#[test]
fn a_name_that_is_no_number_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    fs::write(&path, "0 1\n1 two\n").unwrap();
    for workers in [1, 2, 5] {
        let list = EdgeList { path: &path, rule: LOST };
        let error = list.solve(&options(workers), &Control::default()).unwrap_err().to_string();
        assert!(
            error.ends_with(
                "list.txt: in the line at byte 4, 'two' is not a number below 4294967295: \
             convert the list to a binary graph first"
            ),
            "{error}"
        );
    }
    let missing = folder.path().join("nothing");
    let list = EdgeList { path: &missing, rule: LOST };
    assert!(list.solve(&options(2), &Control::default()).is_err());
    fs::write(&path, "# nothing\n").unwrap();
    let list = EdgeList { path: &path, rule: LOST };
    let error = list.solve(&options(2), &Control::default()).unwrap_err().to_string();
    assert!(error.ends_with("list.txt: there is no vertex in it"), "{error}");
    // What a list would take is known before it is taken.
    fs::write(&path, "0 4294967294\n").unwrap();
    let memory = Some(retrograde_core::Allowance::from_now(1 << 30));
    let control = Control { memory, ..Control::default() };
    let error = EdgeList { path: &path, rule: LOST }.solve(&options(2), &control).unwrap_err();
    assert!(matches!(error, retrograde_cluster::ClusterError::Memory { .. }), "{error}");
}
