//! The acceptance of a graph in the formats that hold it: what it means, and what is refused.

use retrograde_core::{Arena, Control};
use retrograde_io::{Format, ReadError, read_arena, write_arena};

fn read(format: Format, text: &str) -> Result<Arena, ReadError> {
    read_arena(text.as_bytes(), format, &Control::ALONE)
}

fn acceptance(format: Format, text: &str) -> Option<String> {
    let arena = read(format, text).unwrap_or_else(|error| panic!("{error} in {text}"));
    arena.acceptance.map(|acceptance| acceptance.to_string())
}

fn written(format: Format, arena: &Arena) -> String {
    let mut text = Vec::new();
    write_arena(arena, format, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn dot_has_it_as_an_attribute_of_the_graph() {
    for (text, expected) in [
        ("digraph { acceptance=\"Inf(0)&Fin(1)\"; a }", Some("Inf(0)&Fin(1)")),
        (
            "digraph { graph [label=x, acceptance = \"Inf(0) &\" + \"Fin(1)\"] a }",
            Some("Inf(0)&Fin(1)"),
        ),
        ("digraph { a; {b} acceptance=t }", Some("t")),
        ("digraph { acceptance=t graph [acceptance=\"(t)\"] a }", Some("t")),
        ("digraph { acceptance=\"\" a }", None),
        (
            "digraph { Acceptance=x; a [acceptance=x]; node [acceptance=y]; a -> a [acceptance=z] }",
            None,
        ),
    ] {
        assert_eq!(acceptance(Format::Dot, text).as_deref(), expected, "{text}");
    }
}

#[test]
fn json_has_it_under_graph() {
    let file =
        |graph: &str| format!(r#"{{"graph": {graph}, "nodes": [{{"id": 1}}], "edges": []}}"#);
    for (graph, expected) in [
        (r#"{"acceptance": "Inf(0)&Fin(1)"}"#, Some("Inf(0)&Fin(1)")),
        (r#"{"name": {"acceptance": 1}, "acceptance": "t"}"#, Some("t")),
        (r#"{"acceptance": null}"#, None),
        (r#"[["acceptance", "t"]]"#, None),
        ("null", None),
        ("{}", None),
    ] {
        assert_eq!(acceptance(Format::Json, &file(graph)).as_deref(), expected, "{graph}");
    }
    let last = r#"{"edges": [], "nodes": [{"id": 1}], "graph": {"acceptance": "f"}}"#;
    assert_eq!(acceptance(Format::Json, last).as_deref(), Some("f"));
}

#[test]
fn what_is_written() {
    let text = "digraph {\n  acceptance=\"Inf(0)&Fin(1) | Inf(2)\";\n  a;\n  a -> a;\n}\n";
    let arena = read(Format::Dot, text).unwrap();
    assert_eq!(written(Format::Dot, &arena), text);
    let json = written(Format::Json, &arena);
    let line = "\"graph\": {\"acceptance\": \"Inf(0)&Fin(1) | Inf(2)\"},";
    assert!(json.lines().any(|written| written == line), "{json}");
    assert_eq!(read(Format::Json, &json).unwrap(), arena);
}

#[test]
fn what_is_wrong_and_where() {
    let long = format!("digraph {{ acceptance=\"{}\" a }}", "t&".repeat(40_000));
    for (format, text, message) in [
        (
            Format::Dot,
            "digraph { acceptance=\"Inf(0\"; a }",
            "line 1, column 22: acceptance is a formula such as 'Inf(0)&Fin(1)', and this is none: column 6: expected ')', found the end",
        ),
        (
            Format::Dot,
            "digraph { graph [acceptance=buchi] a }",
            "line 1, column 29: acceptance is a formula such as 'Inf(0)&Fin(1)', and this is none: column 1: expected Inf(n), Fin(n), t, f or '(', found 'buchi'",
        ),
        (
            Format::Dot,
            "digraph {\n acceptance=t; acceptance=\"\"; a }",
            "line 2, column 16: the graph has acceptance 't' and now '': keep one of them",
        ),
        (
            Format::Dot,
            "digraph { graph [acceptance=t acceptance=f] a }",
            "line 1, column 31: the graph has acceptance 't' and now 'f': keep one of them",
        ),
        (
            Format::Dot,
            "digraph { subgraph s { acceptance=t; a } }",
            "line 1, column 24: acceptance is about the whole graph: write it outside of the subgraph",
        ),
        (
            Format::Dot,
            "digraph { { graph [acceptance=t] a } }",
            "line 1, column 20: acceptance is about the whole graph: write it outside of the subgraph",
        ),
        (
            Format::Dot,
            &long,
            "line 1, column 22: the value of acceptance is longer than 64 KiB: shorten it",
        ),
        (
            Format::Json,
            "{\"graph\": {\"acceptance\":\n \"Inf(!0)\"}, \"nodes\": [{\"id\": 1}], \"edges\": []}",
            "line 2, column 2: acceptance is a formula such as 'Inf(0)&Fin(1)', and this is none: column 5: '!' before a colour cannot be used: give the vertices without that colour one of their own and name it instead",
        ),
        (
            Format::Json,
            r#"{"graph": {"acceptance": ["t"]}}"#,
            "line 1, column 26: the value of acceptance cannot be a list",
        ),
        (
            Format::Json,
            r#"{"graph": {"acceptance": "t", "acceptance": "t"}}"#,
            "line 1, column 31: 'acceptance' is given twice in one object: keep one of them",
        ),
        (
            Format::Json,
            r#"{"graph": {}, "graph": {}}"#,
            "line 1, column 15: 'graph' is given twice in one object: keep one of them",
        ),
    ] {
        assert_eq!(read(format, text).unwrap_err().to_string(), message, "{text:.80}");
    }
}

#[test]
fn games_of_spot_can_be_kept_in_other_formats() {
    let text = "HOA: v1\nAcceptance: 4 (Fin(0)|Inf(1)) & (Fin(2)|Inf(3))\nspot-state-player: 0 1\n\
        --BODY--\nState: 0 1 {0} 1 {3}\nState: 1 {1 2} 0\n--END--\n";
    let arena = read(Format::Hoa, text).unwrap();
    for format in [Format::Dot, Format::Json] {
        assert!(format.cannot_hold(&arena).is_empty(), "{format}");
        assert_eq!(read(format, &written(format, &arena)).unwrap(), arena, "{format}");
    }
    let lost: Vec<_> =
        Format::Pgsolver.cannot_hold(&arena).iter().map(ToString::to_string).collect();
    assert_eq!(
        lost,
        [
            "the attribute 'colors'",
            "the attribute 'acceptance'",
            "the vertex '0', which has no 'priority': give it one",
        ]
    );
}
