//! networkx node-link data: what it means, what is refused and where, and that nothing is lost.

use crate::arenas;
use crate::cases;

use proptest::prelude::*;
use retrograde_core::{Allowance, Arena, Control, GraphError, Outcome, Player, Side};
use retrograde_io::{Format, ReadError, ReadFault, read_arena, write_arena};

fn read(text: impl AsRef<[u8]>) -> Result<Arena, ReadError> {
    read_arena(text.as_ref(), Format::Json, &Control::ALONE)
}

fn names(arena: &Arena) -> Vec<String> {
    arena.graph.vertices().map(|v| arena.names.get(v).into_owned()).collect()
}

fn write(arena: &Arena) -> String {
    let mut text = Vec::new();
    write_arena(arena, Format::Json, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The arena that `tests/data/README.md` describes, with integers for names or without.
fn check_fixture(arena: &Arena, expected_names: &[&str]) {
    assert_eq!(names(arena), expected_names);
    let edges: Vec<_> = arena.graph.edges().collect();
    assert_eq!(edges, [(0, 1), (0, 2), (1, 0), (1, 3)]);
    assert_eq!(arena.verdicts.iter().collect::<Vec<_>>(), [(2, Outcome::Lose), (3, Outcome::Draw)]);
    assert_eq!(arena.owners.iter().collect::<Vec<_>>(), [(0, Player::Zero), (1, Player::One)]);
    assert_eq!(arena.priorities.iter().collect::<Vec<_>>(), [(1, 7)]);
    assert_eq!(arena.targets.iter().collect::<Vec<_>>(), [(2, true), (3, false)]);
    assert_eq!(arena.weights.iter().collect::<Vec<_>>(), [(0, -3), (2, 5)]);
    assert!(arena.players.is_empty());
}

#[test]
fn files_of_networkx() {
    let words = ["a", "b ü", "c\"", ""];
    check_fixture(&read(include_bytes!("../data/nx-digraph-edges.json")).unwrap(), &words);
    check_fixture(&read(include_bytes!("../data/nx-digraph-links.json")).unwrap(), &words);
    let numbers = ["0", "-1", "2.5", "100000000000000000000"];
    check_fixture(&read(include_bytes!("../data/nx-numbers.json")).unwrap(), &numbers);
    let multi = read(include_bytes!("../data/nx-multidigraph.json")).unwrap();
    assert_eq!(multi.graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 1), (1, 1)]);
    assert_eq!(multi.weights.iter().collect::<Vec<_>>(), [(1, 2)]);
    let partizan = read(include_bytes!("../data/nx-players.json")).unwrap();
    assert_eq!(partizan.graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 1), (0, 1), (1, 0)]);
    let players: Vec<_> = partizan.players.iter().collect();
    assert_eq!(players, [(0, Side::Left), (1, Side::Right), (3, Side::Right)]);
    assert_eq!(partizan.weights.iter().collect::<Vec<_>>(), [(3, 4)]);
    let undirected = read(include_bytes!("../data/nx-graph.json")).unwrap_err();
    assert_eq!(
        undirected.to_string(),
        "line 1, column 14: the graph is undirected, and moves need a direction: make it an nx.DiGraph (for moves both ways, G.to_directed())"
    );
}

#[test]
fn edges_may_come_first() {
    let nodes = r#""nodes": [{"id": "c"}, {"id": "a"}, {"id": 7}, {"id": "b", "verdict": "win"}]"#;
    let edges = r#""edges": [{"source": "a", "target": "b", "weight": 4}, {"player": "left", "source": 7, "target": "a"},
        {"target": "7", "source": "c"}, {"source": "a", "target": "a", "player": "right"}]"#;
    let after = read(format!("{{{nodes}, {edges}}}")).unwrap();
    assert_eq!(names(&after), ["c", "a", "7", "b"]);
    assert_eq!(after.graph.edges().collect::<Vec<_>>(), [(0, 2), (1, 3), (1, 1), (2, 1)]);
    assert_eq!(after.weights.iter().collect::<Vec<_>>(), [(1, 4)]);
    assert_eq!(after.players.iter().collect::<Vec<_>>(), [(2, Side::Right), (3, Side::Left)]);
    assert_eq!(read(format!("{{{edges}, {nodes}}}")).unwrap(), after);
    assert_eq!(read(format!("\u{feff} {{{edges}, {nodes}}}\n")).unwrap(), after);
}

#[test]
fn ids_are_called_by_their_text() {
    let text = r#"{"nodes": [{"id": 123456789012345678901234567890}, {"id": 123456789012345678901234567891},
        {"id": 1e+16}, {"id": -0}, {"id": "\u00e9\ud83c\udfb2\n\/"}, {"id": 1.50}], "edges": []}"#;
    let expected = [
        "123456789012345678901234567890",
        "123456789012345678901234567891",
        "1e+16",
        "-0",
        "é🎲\n/",
        "1.50",
    ];
    assert_eq!(names(&read(text).unwrap()), expected);
}

#[test]
fn values_as_people_write_them() {
    let arena = read(
        r#"{"multigraph": true, "graph": {"name": ["x", {"nodes": 1}]}, "directed": true, "nodes": [
        {"id": 0, "owner": "1", "target": "true", "priority": "12", "colors": "2,0", "colour": [[], {}]},
        {"owner": 0, "target": false, "id": 1, "priority": 3, "verdict": null, "colors": []},
        {"id": 2, "target": "False", "owner": null, "colors": [63, 1, 1], "id ": 3, "player": "both"}],
        "links": [{"source": 0, "target": 1, "key": 0, "weight": 3.0, "player": null},
        {"source": 0, "target": 1, "key": 1, "weight": "4", "player": "right"}, {"source": 0, "target": "1", "weight": null},
        {"source": 1, "target": 1, "weight": -2e3}]}"#,
    )
    .unwrap();
    assert_eq!(arena.owners.iter().collect::<Vec<_>>(), [(0, Player::One), (1, Player::Zero)]);
    assert_eq!(arena.targets.iter().collect::<Vec<_>>(), [(0, true), (1, false), (2, false)]);
    assert_eq!(arena.priorities.iter().collect::<Vec<_>>(), [(0, 12), (1, 3)]);
    assert_eq!(arena.colors.iter().collect::<Vec<_>>(), [(0, 0b101), (2, 1 << 63 | 2)]);
    assert_eq!(arena.weights.iter().collect::<Vec<_>>(), [(0, 3), (1, 4), (3, -2000)]);
    assert_eq!(arena.players.iter().collect::<Vec<_>>(), [(1, Side::Right)]);
    assert!(arena.verdicts.is_empty());
}

#[test]
fn what_is_wrong_and_where() {
    for (text, expected) in cases::cases(include_str!("../faults/json.txt")) {
        let message = read(&text).map_or_else(|error| error.to_string(), |_| "read".to_owned());
        assert_eq!(message, expected, "{text}");
    }
}

#[test]
fn files_with_nothing_or_not_in_utf8() {
    for text in ["", " \n\t", "\u{feff}"] {
        assert!(matches!(read(text).unwrap_err().fault, ReadFault::Empty), "{text}");
    }
    let latin1 = read(b"{\"nodes\": [{\"id\": \"caf\xe9\"}]}").unwrap_err();
    assert_eq!(
        latin1.to_string(),
        "line 1, column 19: this is not UTF-8 text: save the file as UTF-8"
    );
}

#[test]
fn long_names_are_refused_and_other_long_text_is_not() {
    let document = |id: &str, label: &str| {
        format!(
            r#"{{"{label}": [], "nodes": [{{"label": "{label}", "id": "{id}"}}], "edges": []}}"#
        )
    };
    let fits = "x".repeat(64 << 10);
    assert_eq!(names(&read(document(&fits, &"é".repeat(70_000))).unwrap()), [fits.as_str()]);
    let error = read(document(&format!("{fits}y"), "")).unwrap_err().to_string();
    assert!(error.ends_with("…' is longer than 64 KiB: shorten it"), "{error}");
}

#[test]
fn deep_nesting_is_no_recursion() {
    let deep = 100_000;
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":[", "]}]")] {
        let value = format!("{}1{}", open.repeat(deep), close.repeat(deep));
        let text =
            format!(r#"{{"graph": {value}, "nodes": [{{"id": 1, "x": {value}}}], "edges": []}}"#);
        assert_eq!(read(text).unwrap().graph.vertex_count(), 1);
        let error = read(format!("{{\"graph\": {}", open.repeat(deep))).unwrap_err().to_string();
        assert!(error.ends_with("found the end of the file"), "{error}");
    }
}

#[test]
fn the_memory_limit_stops_growth() {
    let edge = r#"{"source": 1, "target": 1}"#;
    let edges = format!(r#""edges": [{}]"#, vec![edge; 100_000].join(","));
    let nodes = r#""nodes": [{"id": 1}]"#;
    let deep = format!("\"x\": {}", "[".repeat(1_000_000));
    let control = Control { memory: Some(Allowance::from_now(500_000)), ..Control::ALONE };
    for text in
        [format!("{{{edges}, {nodes}}}"), format!("{{{nodes}, {edges}}}"), format!("{{{deep}")]
    {
        let error = read_arena(text.as_bytes(), Format::Json, &control).unwrap_err();
        assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{error}");
    }
}

#[test]
fn what_is_written() {
    let words = read(
        r#"{"nodes": [{"id": "a\n", "verdict": "win", "owner": 0, "priority": 2, "target": true, "colors": [3, 1]}, {"id": 1}],
        "edges": [{"source": 1, "target": "a\n", "weight": 3}, {"source": 1, "target": 1, "player": "left"}]}"#,
    )
    .unwrap();
    assert_eq!(
        write(&words),
        r#"{
"directed": true,
"multigraph": false,
"graph": {},
"nodes": [
{"id": "a\n", "verdict": "win", "owner": 0, "priority": 2, "target": true, "colors": [1, 3]},
{"id": "1"}
],
"edges": [
{"source": "1", "target": "a\n", "weight": 3},
{"source": "1", "target": "1", "player": "left"}
]
}
"#
    );
    let parallel = read(
        r#"{"nodes": [{"id": 5}, {"id": 6}], "edges": [{"source": 5, "target": 6},
        {"source": 5, "target": 5}, {"source": 5, "target": 6, "player": "right", "weight": 1}, {"source": 6, "target": 5}]}"#,
    )
    .unwrap();
    assert_eq!(
        write(&parallel),
        r#"{
"directed": true,
"multigraph": true,
"graph": {},
"nodes": [
{"id": 5},
{"id": 6}
],
"edges": [
{"source": 5, "target": 6, "key": 0},
{"source": 5, "target": 5, "key": 0},
{"source": 5, "target": 6, "weight": 1, "player": "right", "key": 1},
{"source": 6, "target": 5, "key": 0}
]
}
"#
    );
}

proptest! {
    #[test]
    fn arenas_survive(arena in arenas::arena()) {
        let text = write(&arena);
        serde_json::from_str::<serde_json::Value>(&text).unwrap();
        let back = read(&text);
        prop_assert_eq!(back.as_ref().ok(), Some(&arena), "{:?} {}", back, text);
    }

    #[test]
    fn any_bytes_end_in_a_graph_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = read(bytes);
    }

    #[test]
    fn any_tokens_end_in_a_graph_or_an_error(
        words in prop::collection::vec(prop::sample::select(&[
            "{", "}", "[", "]", ",", ":", "\"nodes\":[", "\"edges\":[", "\"links\":", "{\"id\":",
            "\"source\":", "\"target\":", "\"weight\":", "\"player\":", "\"left\"", "1", "2.5", "true", "null", "\"a\"", "\"",
            "\\", "\\u00e9", "-", " ", "\n",
        ][..]), 0..40),
    ) {
        let _ = read(format!("{{{}", words.concat()));
    }

    #[test]
    fn damaged_files_end_in_a_graph_or_an_error(
        arena in arenas::arena(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut text = write(&arena).into_bytes();
        for (at, byte) in damage {
            let at = at.index(text.len());
            text[at] = byte;
        }
        let _ = read(&text);
        let _ = read(&text[..cut.index(text.len())]);
    }
}
