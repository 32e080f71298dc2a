//! Graphviz DOT: what it means, what is refused and where, and that nothing is lost on the way.

use crate::arenas;
use crate::cases;

use proptest::prelude::*;
use retrograde_core::{Allowance, Arena, Control, GraphError, Outcome, Player};
use retrograde_io::{Format, ReadError, ReadFault, read_arena, write_arena};

fn read(text: impl AsRef<[u8]>) -> Result<Arena, ReadError> {
    read_arena(text.as_ref(), Format::Dot, &Control::ALONE)
}

fn limited(text: &str, memory_limit: u64) -> Result<Arena, ReadError> {
    let control = Control { memory: Some(Allowance::from_now(memory_limit)), ..Control::ALONE };
    read_arena(text.as_bytes(), Format::Dot, &control)
}

/// The graph as `a->b`, `a->b=weight` or `a->b/player`, in order, and vertices without moves by
/// their name alone.
fn edges(text: &str) -> String {
    let arena = read(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let mut words = Vec::new();
    for from in arena.graph.vertices() {
        let name = arena.names.get(from);
        if arena.graph.is_terminal(from) {
            words.push(name.into_owned());
            continue;
        }
        for edge in arena.graph.edge_range(from) {
            let to = arena.names.get(arena.graph.targets()[edge]);
            let weight = arena.weights.get(edge).map_or(String::new(), |w| format!("={w}"));
            let player = arena.players.get(edge).map_or(String::new(), |p| format!("/{p}"));
            words.push(format!("{name}->{to}{weight}{player}"));
        }
    }
    words.join(" ")
}

/// The owners as `a=0`, in order; `a=` where there is none.
fn owners(text: &str) -> String {
    let arena = read(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    let owner = |v: u32| arena.owners.get(v as usize).map_or(String::new(), |o| o.to_string());
    let words = arena.graph.vertices().map(|v| format!("{}={}", arena.names.get(v), owner(v)));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn statements() {
    for (text, expected) in [
        ("digraph{a}", "a"),
        ("digraph g { a -> b -> c; c -> a }", "a->b b->c c->a"),
        ("DiGraph \"the name\" { a->b ;; a->b; }", "a->b a->b b"),
        ("strict digraph { a->b; a->b; a->a a->a }", "a->b a->a b"),
        ("digraph { b; a; a->b }", "b a->b"),
        ("digraph { {a b} -> {c d} }", "a->c a->d b->c b->d c d"),
        ("digraph { {b a} -> c }", "b->c a->c c"),
        ("digraph { c a {a c c b a} -> d }", "c->d a->d b->d d"),
        (
            "digraph { x -> subgraph s { a; b -> c } -> y [weight=2] }",
            "x->a=2 x->b=2 x->c=2 a->y=2 b->c b->y=2 c->y=2 y",
        ),
        ("digraph { {} -> a; a -> {} }", "a"),
        ("digraph { {{a} {{b}}} -> c }", "a->c b->c c"),
        ("digraph { subgraph s {a} subgraph s {b} -> c }", "a->c b->c c"),
        (
            "digraph { subgraph s {subgraph t {a}} subgraph t {b} subgraph s {subgraph t {c}} -> d }",
            "a->d b c->d d",
        ),
        (
            "digraph { subgraph s {a subgraph t {b {c subgraph u {d}}}} -> e }",
            "a->e b->e c->e d->e e",
        ),
        (
            "digraph { subgraph s {} -> a -> subgraph s {b} -> {subgraph s {c}} }",
            "a->b b->a b->c c",
        ),
        ("digraph { a, b -> c, d }", "a->c a->d b->c b->d c d"),
        ("digraph { a:p:n -> b:\"q\":_ }", "a->b b"),
        ("digraph { rankdir=LR; label = \"x\" + \"y\"; graph [size=\"1,2\"]; a }", "a"),
        ("digraph { a -> b [weight=1, color=red; label=\"x\" style=bold][weight=1] }", "a->b=1 b"),
        (
            "digraph { edge [weight=3]; a -> b; a -> c [weight=-4]; a -> d [weight=\"\"] }",
            "a->b=3 a->c=-4 a->d b c d",
        ),
        ("digraph { {edge [weight=3]; a -> b} a -> b }", "a->b=3 a->b b"),
        ("digraph { a -> b [weight=3.0]; b -> a [weight=\"-12\"] }", "a->b=3 b->a=-12"),
        (
            "strict digraph { edge [weight=1]; a->b; edge [weight=2]; a->b; a->c }",
            "a->b=1 a->c=2 b c",
        ),
        ("strict digraph { edge [weight=1]; a->b; a->b [weight=5]; a->b [weight=5] }", "a->b=5 b"),
        ("strict digraph { a->b [weight=5]; a->b }", "a->b=5 b"),
        ("digraph { a [weight=1.5]; a -> b [verdict=maybe] }", "a->b b"),
    ] {
        assert_eq!(edges(text), expected, "{text}");
    }
}

#[test]
fn names_and_comments() {
    for (text, expected) in [
        ("\u{feff}digraph { a }", "a"),
        ("# cpp\n// c++\n/* c ** */ digraph /**/ { a # end\n -> // x\n b /* y\n*/ }", "a->b b"),
        ("digraph { 1 -> -2 -> .5 -> -0.5 -> 7. }", "1->-2 -2->.5 .5->-0.5 -0.5->7. 7."),
        ("digraph { 1 1.0 01 \"1\" }", "1 1.0 01"),
        ("digraph { \"a\\\"b\" }", "a\"b"),
        ("digraph { \"a\\nb\\\\\" }", "a\\nb\\\\"),
        ("digraph { \"a\\\nb\\\r\nc\" }", "abc"),
        ("digraph { \"a\" + \"b\" /* joined */ + \n \"c\" }", "abc"),
        ("digraph { \"node\" -> \"\" }", "node-> "),
        ("digraph { <a<b>c> -> a }", "<a<b>c>->a a"),
        ("digraph { \u{e4}\u{65e5}_1 }", "ä日_1"),
        ("digraph { nodes strictly }", "nodes strictly"),
        ("digraph { a[label=<<b>x</b>>, shape=box] }", "a"),
        ("digraph\t{\x0ba\x0c\r\n}", "a"),
    ] {
        assert_eq!(edges(text), expected, "{text}");
    }
}

/// As `gvpr 'N{print($.name, "=", $.owner)}'` of Graphviz 2.43 answers.
#[test]
fn defaults_are_for_what_comes_after_them_in_their_scope() {
    for (text, expected) in [
        ("digraph { a; node [owner=0]; b; node [owner=1]; c }", "a= b=0 c=1"),
        ("digraph { node [owner=0]; {node [owner=1]; a} b {c} }", "a=1 b=0 c=0"),
        ("digraph { a; {node [owner=1]; a b} b }", "a= b=1"),
        ("digraph { node [owner=0]; a; a [owner=1]; b [owner=1] }", "a=1 b=1"),
        ("digraph { node [owner=0]; a [owner=\"\"]; node [owner=\"\"]; b }", "a= b="),
        ("digraph { node [owner=1]; a -> b -> {c d} }", "a=1 b=1 c=1 d=1"),
        (
            "digraph { a; node [owner=0]; b; subgraph s { node [owner=1]; c; a; b } subgraph s { d } e [owner=1] subgraph s {f} -> x }",
            "a= b=0 c=1 d=1 e=1 f=1 x=0",
        ),
        (
            "digraph { subgraph s {node [owner=1]} node [owner=0]; subgraph s {a {b}} subgraph t {c} }",
            "a=1 b=1 c=0",
        ),
        ("digraph { edge [owner=1]; graph [owner=1]; owner=1; a }", "a="),
        ("digraph { a, b [owner=1]; a [owner=1] }", "a=1 b=1"),
    ] {
        assert_eq!(owners(text), expected, "{text}");
    }
}

/// As `gvpr 'E{print($.tail.name, "->", $.head.name, "/", $.player)}'` of Graphviz 2.43 answers.
#[test]
fn players_of_edges() {
    for (text, expected) in [
        ("digraph { a -> b [player=left]; a -> b [player=\"right\"] }", "a->b/left a->b/right b"),
        ("digraph { a -> b -> c [player=right]; c -> a }", "a->b/right b->c/right c->a"),
        ("digraph { a -> {b c} -> d [player=left] }", "a->b/left a->c/left b->d/left c->d/left d"),
        ("digraph { a -> b [weight=-2, player=left][player=left] }", "a->b=-2/left b"),
        (
            "digraph { a->b; edge [player=left]; a->c; a->d [player=right]; a->e [player=\"\"] }",
            "a->b a->c/left a->d/right a->e b c d e",
        ),
        (
            "digraph { edge [player=left, weight=1]; a->b; edge [player=\"\"]; a->c; edge [player=right]; a->d }",
            "a->b=1/left a->c=1 a->d=1/right b c d",
        ),
        (
            "digraph { edge [player=left]; {edge [player=right]; a->b {b->c}} c->d {d->a} }",
            "a->b/right b->c/right c->d/left d->a/left",
        ),
        (
            "digraph { edge [player=left]; edge [weight=1]; a->b; {edge [weight=2]; b->c} }",
            "a->b=1/left b->c=2/left c",
        ),
        (
            "digraph { subgraph s {edge [weight=1]} edge [player=right]; subgraph s {a->b} }",
            "a->b=1/right b",
        ),
        (
            "digraph { subgraph s {edge [player=right]} a->b; subgraph s {b->c} subgraph t {c->a} }",
            "a->b b->c/right c->a",
        ),
        (
            "digraph { x -> subgraph s { edge [player=left]; a -> b } [player=right] }",
            "x->a/right x->b/right a->b/left b",
        ),
        ("strict digraph { a->b [player=left]; a->b; a->b [player=left] }", "a->b/left b"),
        ("strict digraph { a->b; a->b [player=right] }", "a->b/right b"),
        ("strict digraph { edge [player=left]; a->b; a->b [player=right] }", "a->b/right b"),
        ("strict digraph { edge [player=left]; a->b [player=\"\"]; a->c }", "a->b a->c/left b c"),
        (
            "strict digraph { a->b; edge [player=left]; a->b; a->c; edge [player=right]; a->c }",
            "a->b a->c/left b c",
        ),
        (
            "strict digraph { a->b [weight=1]; a->b [player=right]; b->a [player=left]; b->a [weight=2] }",
            "a->b=1/right b->a=2/left",
        ),
        (
            "digraph { player=both; graph [player=both]; node [player=1]; a [player=up]; {b} [player=2]; a->b }",
            "a->b b",
        ),
    ] {
        assert_eq!(edges(text), expected, "{text}");
    }
}

#[test]
fn every_attribute() {
    let arena = read(
        "digraph { a [verdict=win, owner=0]; b [verdict=\"lose\"][priority=4294967295]
           c [verdict=draw target=true]; d [owner=1, target=False, target=false, URL=x]
           e [target=_blank, colors=\"2, 0,2\"]; node [colors=63]; f; g [colors=\"\"]; h [colors=7] }",
    )
    .unwrap();
    let verdicts = [(0, Outcome::Win), (1, Outcome::Lose), (2, Outcome::Draw)];
    assert_eq!(arena.verdicts.iter().collect::<Vec<_>>(), verdicts);
    assert_eq!(arena.owners.iter().collect::<Vec<_>>(), [(0, Player::Zero), (3, Player::One)]);
    assert_eq!(arena.priorities.iter().collect::<Vec<_>>(), [(1, u32::MAX)]);
    assert_eq!(arena.targets.iter().collect::<Vec<_>>(), [(2, true), (3, false)]);
    assert_eq!(arena.colors.iter().collect::<Vec<_>>(), [(4, 0b101), (5, 1 << 63), (7, 1 << 7)]);
}

#[test]
fn what_is_wrong_and_where() {
    for (text, expected) in cases::cases(include_str!("../faults/dot.txt")) {
        let message = read(&text).map_or_else(|error| error.to_string(), |_| "read".to_owned());
        assert_eq!(message, expected, "{text}");
    }
}

#[test]
fn files_with_nothing_or_not_in_utf8() {
    for text in ["", "  \n", "// nothing\n", "\u{feff}"] {
        assert!(matches!(read(text).unwrap_err().fault, ReadFault::Empty), "{text}");
    }
    let latin1 = read(b"digraph {\n caf\xe9 }").unwrap_err();
    assert_eq!(
        latin1.to_string(),
        "line 2, column 2: this is not UTF-8 text: save the file as UTF-8"
    );
    let utf16 = read(b"\xff\xfed\0i\0").unwrap_err();
    assert_eq!(utf16.to_string(), "line 1, column 1: the file is UTF-16 text: save it as UTF-8");
}

#[test]
fn long_names_are_refused_and_other_long_text_is_not() {
    let fits = "x".repeat(64 << 10);
    assert_eq!(edges(&format!("digraph {{ {fits} }}")), fits);
    let error = read(format!("digraph {{ \"{fits}y\" }}")).unwrap_err().to_string();
    let start = "x".repeat(40);
    assert_eq!(
        error,
        format!("line 1, column 11: the name '{start}…' is longer than 64 KiB: shorten it")
    );
    let label = "é".repeat(100_000);
    assert_eq!(
        edges(&format!("digraph {{ a [label=\"{label}\", x=<{label}>] // {label}\n }}")),
        "a"
    );
    let error = read(format!("digraph {{ a [priority={}1] }}", "0".repeat(64 << 10))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 23: the value of priority is longer than 64 KiB: shorten it"
    );
    let error = read(format!("digraph {{ a -> b [player=left{fits}] }}")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 26: the value of player is longer than 64 KiB: shorten it"
    );
}

#[test]
fn deep_nesting_is_no_recursion() {
    let deep = 100_000;
    let (open, close) = ("{".repeat(deep), "}".repeat(deep));
    assert_eq!(edges(&format!("digraph {{ {open} a {close} }}")), "a");
    assert_eq!(edges(&format!("digraph {{ {open} a {close} -> b }}")), "a->b b");
    let named = "subgraph s { ".repeat(deep);
    assert_eq!(edges(&format!("digraph {{ {named} a {close} -> b }}")), "a->b b");
    let busy: String = (0..deep).map(|level| format!("{{ v{level} ")).collect();
    assert_eq!(read(format!("digraph {{ {busy} {close} }}")).unwrap().graph.vertex_count(), deep);
    let error = read(format!("digraph {{ {open}")).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 100010: the brace that opens here never closes: add '}'");
    let html = format!("digraph {{ a [label={}{}] }}", "<".repeat(deep), ">".repeat(deep));
    assert_eq!(edges(&html), "a");
}

#[test]
fn products_of_subgraphs_stop_at_the_memory_limit() {
    let many = |letter| (0..1000).map(|n| format!("{letter}{n} ")).collect::<String>();
    let text = format!("digraph {{ {{ {} }} -> {{ {} }} }}", many('a'), many('b'));
    assert_eq!(read(&text).unwrap().graph.edge_count(), 1_000_000);
    let strict = text.replace("digraph", "strict digraph");
    assert_eq!(read(&strict).unwrap().graph.edge_count(), 1_000_000);
    let nested = format!("digraph {{ {} }}", "{ a ".repeat(100_000));
    for text in [text, strict, nested] {
        let error = limited(&text, 1 << 20).unwrap_err();
        assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{error}");
    }
}

/// A column reaches up to its last value: one value on the last of many edges takes as much memory
/// as one on each.
#[test]
fn attributes_of_strict_edges_stop_at_the_memory_limit() {
    let many: String = (0..500).map(|n| format!("v{n} ")).collect();
    let edges = format!("strict digraph {{ {{ {many} }} -> {{ {many} }}");
    let limit = 250_000 * 56 + 100_000;
    for last in ["v0 -> last", "v0 -> last [color=red]"] {
        let text = format!("{edges}; {last} }}");
        assert_eq!(limited(&text, limit).unwrap().graph.edge_count(), 250_001);
    }
    for last in ["v0 -> last [weight=1]", "edge [player=left]; v0 -> last"] {
        let error = limited(&format!("{edges}; {last} }}"), limit).unwrap_err();
        assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{error}");
    }
}

#[test]
fn what_is_written() {
    let arena = read(
        "digraph { \"a b\" [verdict=win, owner=1]; node -> 7 -> 7 [weight=-3]; 7 [priority=5, target=true, colors=\"3,1\"]
           7 -> \"node\" [player=left]; 7 -> \"node\" [player=right, weight=2] }"
            .replace("node ->", "\"node\" ->"),
    )
    .unwrap();
    let mut text = Vec::new();
    write_arena(&arena, Format::Dot, &mut text).unwrap();
    assert_eq!(
        String::from_utf8(text).unwrap(),
        "digraph {
  \"a b\" [verdict=win, owner=1];
  \"node\";
  7 [priority=5, target=true, colors=\"1,3\"];
  \"node\" -> 7 [weight=-3];
  7 -> 7 [weight=-3];
  7 -> \"node\" [player=left];
  7 -> \"node\" [weight=2, player=right];
}
"
    );
}

/// Whether a backslash would escape what comes after it in quotes.
fn is_beyond_dot(name: &str) -> bool {
    let doubled = name.replace("\\\\", "");
    doubled.ends_with('\\') || ["\\\"", "\\\n", "\\\r\n"].iter().any(|pair| doubled.contains(pair))
}

proptest! {
    #[test]
    fn arenas_survive(arena in arenas::arena()) {
        let mut text = Vec::new();
        let written = write_arena(&arena, Format::Dot, &mut text);
        if arena.graph.vertices().any(|v| is_beyond_dot(&arena.names.get(v))) {
            prop_assert_eq!(written.unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
            prop_assert!(text.is_empty());
        } else {
            written.unwrap();
            let back = read(&text);
            prop_assert_eq!(back.as_ref().ok(), Some(&arena), "{:?} {}", back, String::from_utf8_lossy(&text));
        }
    }

    #[test]
    fn any_bytes_end_in_a_graph_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = read(bytes);
    }

    #[test]
    fn any_tokens_end_in_a_graph_or_an_error(
        words in prop::collection::vec(prop::sample::select(&[
            "digraph ", "strict ", "{", "}", "[", "]", "->", "--", ";", ",", ":", "=", "a ", "b ",
            "node ", "edge ", "subgraph ", "\"", "<", ">", "1", "-", "+", "/*", "*/", "#", "\n",
            "owner=1 ", "verdict=win ", "weight=2 ", "player=left ", "player=", "\\", "ä",
        ][..]), 0..40),
    ) {
        let _ = read(format!("digraph {{ {}", words.concat()));
    }

    #[test]
    fn damaged_files_end_in_a_graph_or_an_error(
        arena in arenas::arena(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut text = Vec::new();
        if write_arena(&arena, Format::Dot, &mut text).is_ok() {
            for (at, byte) in damage {
                let at = at.index(text.len());
                text[at] = byte;
            }
            let _ = read(&text);
            let _ = read(&text[..cut.index(text.len())]);
        }
    }
}
