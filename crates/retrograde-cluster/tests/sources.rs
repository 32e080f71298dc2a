//! Rows, lists of edges and attractors, by several workers, against the solvers of the library.

use std::fmt::Write;
use std::fs;

use proptest::prelude::*;
use retrograde_cluster::{Cluster, EdgeList, Known, Options, Rows, Rule};
use retrograde_core::{
    Bitmap, Column, Control, Convention, Distance, Graph, Outcome, OutcomeGame, OwnedGraph, Player,
    TargetGame, Threads, Value, Values, Vertex,
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

const LOST: Rule<'static> = Rule::Outcome(&|_| Outcome::Lose);

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
    fn lists_of_edges(graph in small_graphs()) {
        let mut text = format!("# a list\n{}\n", graph.vertex_count() - 1);
        for (from, to) in graph.edges() {
            writeln!(text, "{from} {to}").unwrap();
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.txt");
        fs::write(&path, text).unwrap();
        for workers in 1..=3 {
            let list = EdgeList { path: &path, rule: LOST };
            let answer = list.solve(&options(workers), &Control::default()).unwrap();
            prop_assert_eq!(&answer.values(&Control::default()).unwrap().unwrap(), &expected(&graph));
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
            let owner = |vertex: Vertex| game.arena.owner(vertex);
            let target = |vertex: Vertex| game.targets.get(vertex as usize);
            let rule = Rule::Attractor { hunter, owner: &owner, target: &target };
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
    fs::write(&path, "").unwrap();
    let list = EdgeList { path: &path, rule: LOST };
    assert_eq!(
        list.solve(&options(2), &Control::default())
            .unwrap()
            .values(&Control::default())
            .unwrap()
            .unwrap()
            .len(),
        0
    );
}
