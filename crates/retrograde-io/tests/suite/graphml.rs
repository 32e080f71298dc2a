//! GraphML: what it means, what is refused and where, and that nothing is lost.

use crate::arenas;

use std::io::{self, Read};

use proptest::prelude::*;
use retrograde_core::{Allowance, Arena, Control, GraphError, Outcome, Player};
use retrograde_io::{Format, ReadError, ReadFault, read_arena, write_arena};

fn read(text: impl AsRef<[u8]>) -> Result<Arena, ReadError> {
    read_arena(text.as_ref(), Format::Graphml, &Control::ALONE)
}

fn write(arena: &Arena) -> String {
    let mut text = Vec::new();
    write_arena(arena, Format::Graphml, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn message(text: impl AsRef<[u8]>) -> String {
    read(text).map_or_else(|error| error.to_string(), |_| "read".to_owned())
}

fn names(arena: &Arena) -> Vec<String> {
    arena.graph.vertices().map(|v| arena.names.get(v).into_owned()).collect()
}

fn from_dot(text: &str) -> Arena {
    read_arena(text.as_bytes(), Format::Dot, &Control::ALONE).unwrap()
}

#[test]
fn files_of_networkx() {
    let arena = read(include_bytes!("../data/nx-digraph.graphml")).unwrap();
    assert_eq!(names(&arena), ["a", "b ü", "c\"<", ""]);
    assert_eq!(arena.graph.edges().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 0), (1, 3)]);
    assert_eq!(arena.verdicts.iter().collect::<Vec<_>>(), [(2, Outcome::Lose), (3, Outcome::Draw)]);
    assert_eq!(arena.owners.iter().collect::<Vec<_>>(), [(0, Player::Zero), (1, Player::One)]);
    assert_eq!(arena.priorities.iter().collect::<Vec<_>>(), [(1, 7)]);
    assert_eq!(arena.targets.iter().collect::<Vec<_>>(), [(2, true), (3, false)]);
    assert_eq!(arena.colors.iter().collect::<Vec<_>>(), [(0, 0b101)]);
    assert_eq!(arena.weights.iter().collect::<Vec<_>>(), [(0, -3), (2, 5)]);
    assert_eq!(arena.acceptance, Some("Inf(0)&Fin(1)".parse().unwrap()));
    let multi = read(include_bytes!("../data/nx-multidigraph.graphml")).unwrap();
    assert_eq!(multi, from_dot("digraph { x; y; x->y; x->y [weight=2, player=left]; y->y }"));
    assert_eq!(
        message(include_bytes!("../data/nx-graph.graphml")),
        "line 3, column 3: the graph is undirected, and moves need a direction: write edgedefault=\"directed\" (for moves both ways, both edges)"
    );
}

#[test]
fn files_of_other_programs() {
    let igraph = read(include_bytes!("../data/igraph.graphml")).unwrap();
    assert_eq!(
        igraph,
        from_dot(
            "digraph { n0 [owner=0, name=x]; n1 [owner=1, name=y]; n2 [owner=0, name=z]; n0->n1 [weight=2]; n1->n2 [weight=-7] }"
        )
    );
    let yed = read(include_bytes!("../data/yed.graphml")).unwrap();
    assert_eq!(yed, from_dot("digraph { n0 [owner=0]; n1 [owner=1]; n0->n1 [weight=-7] }"));
}

#[test]
fn what_is_written() {
    let arena = from_dot(
        r#"digraph { acceptance="Inf(0)&Fin(1)"; "a&<b>" [owner=0, colors="0,2"]; 7 [verdict=draw, target=true, priority=3]; "a&<b>" -> 7 [weight=-2, player=left]; "a&<b>" -> 7 }"#,
    );
    let text = write(&arena);
    let (_, body) = text.split_once("graphml.xsd\">\n").unwrap();
    assert_eq!(
        body,
        r#"  <key id="verdict" for="node" attr.name="verdict" attr.type="string"/>
  <key id="owner" for="node" attr.name="owner" attr.type="int"/>
  <key id="priority" for="node" attr.name="priority" attr.type="long"/>
  <key id="target" for="node" attr.name="target" attr.type="boolean"/>
  <key id="colors" for="node" attr.name="colors" attr.type="string"/>
  <key id="weight" for="edge" attr.name="weight" attr.type="long"/>
  <key id="player" for="edge" attr.name="player" attr.type="string"/>
  <key id="acceptance" for="graph" attr.name="acceptance" attr.type="string"/>
  <graph edgedefault="directed">
    <data key="acceptance">Inf(0)&amp;Fin(1)</data>
    <node id="a&amp;&lt;b&gt;"><data key="owner">0</data><data key="colors">0,2</data></node>
    <node id="7"><data key="verdict">draw</data><data key="priority">3</data><data key="target">true</data></node>
    <edge source="a&amp;&lt;b&gt;" target="7"><data key="weight">-2</data><data key="player">left</data></edge>
    <edge source="a&amp;&lt;b&gt;" target="7"/>
  </graph>
</graphml>
"#
    );
    assert_eq!(read(text).unwrap(), arena);
}

/// A graph with these keys before it and this inside it.
fn graphml(keys: &str, inside: &str) -> String {
    format!("<graphml>{keys}\n<graph edgedefault='directed'>\n{inside}\n</graph></graphml>")
}

const KEYS: &str = "<key id='o' for='node' attr.name='owner'/><key id='v' attr.name='verdict'/><key id='w' for='edge' attr.name='weight'/><key id='a' for='graph' attr.name='acceptance'/><key id='x' attr.name='label'/>";

#[test]
fn what_is_understood() {
    for (keys, inside, expected) in [
        ("", "<node id='a'/>", "digraph { a }"),
        ("", "<node id='&#233;&#xe9;&amp;&lt;&gt;&quot;&apos;'/>", r#"digraph { "éé&<>\"'" }"#),
        ("", "<node id='a\tb\r\nc&#10;d'/>", "digraph { \"a b c\nd\" }"),
        ("", "<edge source='b' target='a'/><node id='a'/><node id='b'/>", "digraph { b -> a }"),
        (
            "",
            "<node id='a'/><node id='b'/><edge target='b' source='a' directed='true' id='e'/>",
            "digraph { a -> b }",
        ),
        (
            KEYS,
            "<node id='a'><data key='o'> \n 1 <!-- one --> </data><data key='x'><b>?</b></data></node>",
            "digraph { a [owner=1] }",
        ),
        (
            KEYS,
            "<node id='a'><desc>&lt;</desc><data key='o'/><data key='v'>&#119;in</data></node>",
            "digraph { a [verdict=win] }",
        ),
        (
            KEYS,
            "<data key='a'>Inf(0)<![CDATA[&]]>Fin(1)</data><node id='a'/>",
            "digraph { acceptance=\"Inf(0)&Fin(1)\" a }",
        ),
        (
            "<key id='o' for='node' attr.name='owner'><desc/><default> 1 </default></key><key id='w' for='all' attr.name='weight'><default>7</default></key>",
            "<node id='a'/><node id='b'><data key='o'>0</data></node><node id='c'><data key='o'></data></node><edge source='a' target='b'/><edge source='b' target='c'><data key='w'>3.0</data></edge>",
            "digraph { a [owner=1] b [owner=0] c a -> b [weight=7] b -> c [weight=3] }",
        ),
        (
            "<key id='o' for='edge' attr.name='owner'><default>1</default></key>",
            "<node id='a'/>",
            "digraph { a }",
        ),
        (
            "<key id='a' for='graph' attr.name='acceptance'><default>Inf(0)</default></key>",
            "<node id='a'/>",
            "digraph { acceptance=\"Inf(0)\" a }",
        ),
        (
            "<key id='a' for='graph' attr.name='acceptance'><default>Inf(0)</default></key>",
            "<data key='a'>Fin(0)</data><node id='a'/>",
            "digraph { acceptance=\"Fin(0)\" a }",
        ),
        (
            "<y:x><graph/></y:x><desc>text</desc>",
            "<y:node/><locator/><node id='a'/>",
            "digraph { a }",
        ),
    ] {
        let text = graphml(keys, inside);
        assert_eq!(
            read(&text).map_err(|error| error.to_string()),
            Ok(from_dot(expected)),
            "{text}"
        );
    }
    let prefixed = "\u{feff}<?xml version='1.1'?><!DOCTYPE g:graphml SYSTEM 'graphml.dtd'>\n<?style?><g:graphml xmlns:g='g'><g:graph edgedefault='directed'><node/><g:node id='a'/></g:graph></g:graphml>\n<!-- end -->\n";
    assert_eq!(read(prefixed).unwrap(), from_dot("digraph { a }"));
}

#[test]
fn what_is_wrong_inside_a_graph() {
    for (inside, expected) in [
        ("", "2, column 1: the graph has no nodes: a graph has at least one"),
        ("x", "3, column 1: unexpected text 'x': expected a tag"),
        ("<node/>", "3, column 1: the node has no id: every node needs one"),
        (
            "<node id='a'/>\n <node id='a'/>",
            "4, column 2: the node 'a' is there twice: keep one of them",
        ),
        ("<node id='a' id='b'/>", "3, column 1: 'id' is given twice in one tag: keep one of them"),
        (
            "<node id=a/>",
            "3, column 1: a value in this tag has no quotes: write it as name=\"value\"",
        ),
        (
            "<node id/>",
            "3, column 1: something in this tag is no attribute: write each as name=\"value\"",
        ),
        (
            "<node id='&b;'/>",
            "3, column 1: the entity '&b;' is none of the five that XML has: write the character itself",
        ),
        ("<node id='a&b'/>", "3, column 1: a '&' that begins no entity: write it as '&amp;'"),
        ("<node id='&#7;'/>", "3, column 1: '\\u{7}' holds a character that XML has no place for"),
        ("<node id='\u{1}'/>", "3, column 1: '\\u{1}' holds a character that XML has no place for"),
        (
            "<node id='a'/><edge source='a' target='a'><data key='x'>\u{2}</data></edge>",
            "3, column 57: '\\u{2}' holds a character that XML has no place for",
        ),
        (
            "<node id='a'><graph edgedefault='directed'/></node>",
            "3, column 14: a graph inside a graph is not read: move its nodes and edges to the outer one",
        ),
        (
            "<node id='a'/><edge source='a' target='a'><graph/></edge>",
            "3, column 43: a graph inside a graph is not read: move its nodes and edges to the outer one",
        ),
        (
            "<node id='a'><port name='p'/></node>",
            "3, column 14: ports are not read: remove them, or make a node of each",
        ),
        (
            "<node id='a'/><edge source='a' target='a' sourceport='p'/>",
            "3, column 15: ports are not read: remove them, or make a node of each",
        ),
        (
            "<hyperedge/>",
            "3, column 1: a hyperedge is no move, which leads from one node to one other: write edges",
        ),
        (
            "<node id='a'/><edge target='a'/>",
            "3, column 15: the edge has no source: every edge needs one",
        ),
        (
            "<node id='a'/><edge source='a'/>",
            "3, column 15: the edge has no target: every edge needs one",
        ),
        (
            "<node id='a'/>\n<edge source='a' target='b'/><edge source='b' target='c'/>",
            "4, column 1: the edge names 'b', which is no node: add <node id=…> for it",
        ),
        (
            "<node id='a'/><edge source='a' target='a' directed='false'/>",
            "3, column 15: the graph is undirected, and moves need a direction: write directed=\"true\" (for moves both ways, both edges)",
        ),
        (
            "<node id='a'><data>1</data></node>",
            "3, column 14: the data has no key: name one of those declared",
        ),
        (
            "<node id='a'><data key='z'>1</data></node>",
            "3, column 14: no key 'z' is declared before the graph: add <key id='z' …>",
        ),
        (
            "<node id='é'><data key='o'>\n  2 </data></node>",
            "4, column 3: owner is 0 or 1, not '2'",
        ),
        ("<node id='a'><data key='o'>&lt;</data></node>", "3, column 28: owner is 0 or 1, not '<'"),
        (
            "<node id='a'><data key='o'>&nbsp;</data></node>",
            "3, column 28: the entity '&nbsp;' is none of the five that XML has: write the character itself",
        ),
        (
            "<node id='a'><data key='x'>&#0;</data></node>",
            "3, column 28: '&#0;' is no character's number",
        ),
        (
            "<node id='a'><data key='x'>&#xffff;</data></node>",
            "3, column 28: '&#xffff;' is a character that XML has no place for",
        ),
        (
            "<node id='a'><data key='x'>a & b</data></node>",
            "3, column 30: a '&' that begins no entity: write it as '&amp;'",
        ),
        (
            "<node id='a'><data key='o'><b/></data></node>",
            "3, column 28: the value of owner cannot be '<b>': write plain text",
        ),
        (
            "<node id='a'><data key='o'>1</data><data key='o'>1</data></node>",
            "3, column 50: owner is given twice: keep one of them",
        ),
        (
            "<node id='a'/><edge source='a' target='a'><data key='w'>2.5</data></edge>",
            "3, column 57: weights are whole numbers, and '2.5' has a fraction: multiply all weights by a common factor",
        ),
        (
            "<node id='a'><data key='v'>win</data></node><edge source='a' target='a'/>",
            "3, column 28: vertex 'a' has a verdict and moves: a verdict is for positions without moves; remove one or the other",
        ),
        (
            "<data key='a'>Inf(</data><node id='a'/>",
            "3, column 15: acceptance is a formula such as 'Inf(0)&Fin(1)', and this is none: column 5: expected the number of a colour, found the end",
        ),
        (
            "<data key='a'>t</data><data key='a'>t</data><node id='a'/>",
            "3, column 37: acceptance is given twice: keep one of them",
        ),
        ("<node id='a'></nod>", "3, column 14: expected '</node>', found '</nod>'"),
        ("<!ELEMENT>", "3, column 1: '<!' begins neither a comment nor a CDATA section"),
    ] {
        let text = graphml(KEYS, inside);
        let found = message(&text);
        let found = found.strip_prefix("line ").unwrap_or(&found);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn what_is_wrong_around_a_graph() {
    let graph = "<graph edgedefault='directed'><node id='a'/></graph>";
    for (text, expected) in [
        ("", "the file is empty: a graph has at least one vertex".to_owned()),
        (" \n<!-- nothing -->", "the file is empty: a graph has at least one vertex".to_owned()),
        ("a b\n", "line 1, column 1: unexpected text 'a b': expected a tag".to_owned()),
        ("<html/>", "line 1, column 1: expected '<graphml>', found '<html>': is this a GraphML file?".to_owned()),
        ("<xgraphml/>", "line 1, column 1: expected '<graphml>', found '<xgraphml>': is this a GraphML file?".to_owned()),
        ("</graphml>", "line 1, column 1: '</graphml>' closes nothing: remove it".to_owned()),
        ("<graphml/>", "line 1, column 11: the file has no graph: add <graph edgedefault=\"directed\">".to_owned()),
        ("<graphml><graph/></graphml>", "line 1, column 10: the graph does not say edgedefault: write edgedefault=\"directed\"".to_owned()),
        ("<graphml><graph edgedefault='up'/></graphml>", "line 1, column 10: edgedefault is 'directed' or 'undirected', not 'up'".to_owned()),
        ("<graphml><key/></graphml>", "line 1, column 10: the key has no id: every key needs one".to_owned()),
        ("<graphml><key id='a'/><key id='a'/></graphml>", "line 1, column 23: the key 'a' is declared twice: keep one of them".to_owned()),
        ("<graphml><key id='a' for='node' attr.name='owner'><default>2</default></key></graphml>", "line 1, column 60: owner is 0 or 1, not '2'".to_owned()),
        (&format!("<graphml>{graph}{graph}</graphml>"), "line 1, column 62: a second graph starts here: a file holds one graph, so split the file".to_owned()),
        (&format!("<graphml>{graph}<key id='a'/></graphml>"), "line 1, column 62: a key after the graph: move it before the graph".to_owned()),
        (&format!("<graphml>{graph}</graphml><x/>"), "line 1, column 72: unexpected '<x>' after the end".to_owned()),
        (&format!("<graphml>{graph}</graphml> x"), "line 1, column 73: unexpected text 'x': expected a tag".to_owned()),
        ("<?xml version='1.0' encoding='ISO-8859-1'?><graphml/>", "line 1, column 1: the file's encoding is 'ISO-8859-1': save it as UTF-8".to_owned()),
        ("<!DOCTYPE graphml [<!ENTITY a 'b'>]><graphml/>", "line 1, column 1: the document type has declarations of its own, which are not read: remove it, and write out the entities it declares".to_owned()),
        ("<graphml><!-- ", "line 1, column 10: the comment that starts here never ends: add '-->'".to_owned()),
        ("<graphml><![CDATA[ ", "line 1, column 10: the CDATA section that starts here never ends: add ']]>'".to_owned()),
        ("<graphml", "line 1, column 1: the tag that starts here never ends: add '>'".to_owned()),
        ("<graphml x='", "line 1, column 1: a value in the tag that starts here never ends: add \"'\"".to_owned()),
        ("<graphml>\n <graph edgedefault='directed'>", "line 2, column 2: the element that opens here never closes: the file is cut short, or an end tag is missing".to_owned()),
        ("<graphml>&", "line 1, column 10: a '&' that begins no entity: write it as '&amp;'".to_owned()),
        ("<?xml", "line 1, column 1: the instruction that starts here never ends: add '?>'".to_owned()),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
    assert_eq!(
        message(b"\xff\xfe<\0"),
        "line 1, column 1: the file is UTF-16 text: save it as UTF-8"
    );
    assert_eq!(
        message(b"<graphml><desc>caf\xe9</desc></graphml>"),
        "line 1, column 16: this is not UTF-8 text: save the file as UTF-8"
    );
}

#[test]
fn every_cut_is_noticed() {
    for whole in [include_str!("../data/nx-digraph.graphml"), include_str!("../data/yed.graphml")] {
        let whole = whole.trim_end();
        for (length, _) in whole.char_indices() {
            assert!(read(&whole[..length]).is_err(), "{}", &whole[..length]);
        }
    }
}

/// The same text many times, which need not be in memory.
struct Repeated<'a>(&'a [u8], usize);

impl Read for Repeated<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1 == 0 || buffer.len() < self.0.len() {
            return Ok(0);
        }
        self.1 -= 1;
        buffer[..self.0.len()].copy_from_slice(self.0);
        Ok(self.0.len())
    }
}

fn read_repeated(before: &str, text: &str, times: usize, memory: u64) -> ReadError {
    let again = text.repeat(32_000 / text.len());
    let input = before.as_bytes().chain(Repeated(again.as_bytes(), times * text.len() / 32_000));
    let control = Control { memory: Some(Allowance::from_now(memory)), ..Control::ALONE };
    read_arena(input, Format::Graphml, &control).unwrap_err()
}

#[test]
fn hostile_files_take_no_more_memory_than_they_may() {
    let deep = read_repeated("<graphml>", "<a>", 10_000_000, 1 << 20);
    assert!(matches!(deep.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{deep}");
    for before in
        ["<graphml>", "<graphml><!--", "<graphml x='", "<graphml><![CDATA[", "<!DOCTYPE x '"]
    {
        let long = read_repeated(before, "xxxxxxxx", 5_000_000, 1 << 30);
        assert!(
            long.to_string().ends_with("is longer than 16 MiB: shorten it"),
            "{before}: {long}"
        );
        let short = read_repeated(before, "xxxxxxxx", 5_000_000, 1 << 20);
        assert!(matches!(short.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{short}");
    }
    let edges = "<graphml><graph edgedefault='directed'>".to_owned()
        + &(0..200_000).map(|n| format!("<edge source='{n}' target='x{n}'/>")).collect::<String>();
    let control = Control { memory: Some(Allowance::from_now(4 << 20)), ..Control::ALONE };
    let error = read_arena(edges.as_bytes(), Format::Graphml, &control).unwrap_err();
    assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{error}");
}

#[test]
fn many_attributes_in_one_tag_take_no_longer_than_they_must() {
    let many: String = (0..400_000).map(|n| format!(" a{n}='1'")).collect();
    let text = graphml("", &format!("<node id='a'{many}/>"));
    assert_eq!(read(text).unwrap(), from_dot("digraph { a }"));
}

#[test]
fn what_is_said_in_words_of_ones_own_is_xml() {
    for (name, value) in [("\u{3}", "x"), ("colour", "\u{3}")] {
        let key = format!("<key id='n' for='node' attr.name='{name}'/>");
        let text = graphml(&key, &format!("<node id='a'><data key='n'>{value}</data></node>"));
        let error = read(text).unwrap_err().to_string();
        assert!(error.ends_with("'\\u{3}' holds a character that XML has no place for"), "{error}");
    }
}

#[test]
fn names_may_be_of_the_length_that_others_take() {
    let name = "&amp;".repeat(64 << 10);
    let arena = read(graphml("", &format!("<node id='{name}'/>"))).unwrap();
    assert_eq!(read(write(&arena)).unwrap(), arena);
    let error = message(graphml("", &format!("<node id='{name}x'/>")));
    let shown = "&".repeat(40);
    assert_eq!(error, format!("line 3, column 1: '{shown}…' is longer than 64 KiB: shorten it"));
}

#[test]
fn names_that_xml_cannot_hold_are_refused_before_anything_is_written() {
    let arena = read_arena(
        &br#"{"nodes": [{"id": "a\u0007"}], "edges": []}"#[..],
        Format::Json,
        &Control::ALONE,
    )
    .unwrap();
    let mut text = Vec::new();
    let error = write_arena(&arena, Format::Graphml, &mut text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "GraphML cannot hold the name 'a\\u{7}' (no control characters but tabs and line ends, as XML has no place for them, and at most 64 KiB): write another format, such as json"
    );
    assert!(text.is_empty());
}

/// Hands out few bytes at a time.
struct Drops<'a>(&'a [u8], usize);

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.1.min(self.0.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.0[..count]);
        self.0 = &self.0[count..];
        Ok(count)
    }
}

fn read_both_ways(text: &str) -> Result<Arena, String> {
    let whole = read(text).map_err(|error| error.to_string());
    for step in [1, 3] {
        let stepped = read_arena(Drops(text.as_bytes(), step), Format::Graphml, &Control::ALONE);
        assert_eq!(stepped.map_err(|error| error.to_string()), whole, "{text}");
    }
    whole
}

proptest! {
    #[test]
    fn arenas_survive_where_their_names_do(arena in arenas::arena()) {
        prop_assume!(Format::Graphml.cannot_hold(&arena).is_empty());
        prop_assert_eq!(read_both_ways(&write(&arena)), Ok(arena));
    }

    #[test]
    fn other_formats_say_the_same(arena in arenas::arena()) {
        prop_assume!(Format::Graphml.cannot_hold(&arena).is_empty());
        for other in [Format::Json, Format::Dot] {
            prop_assume!(other.cannot_hold(&arena).is_empty());
            let mut text = Vec::new();
            write_arena(&arena, other, &mut text).unwrap();
            let again = read_arena(&text[..], other, &Control::ALONE).unwrap();
            prop_assert_eq!(write(&again), write(&arena));
        }
    }

    #[test]
    fn any_bytes_end_in_a_graph_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = read(bytes);
    }

    #[test]
    fn any_tokens_end_in_a_graph_or_an_error(
        words in prop::collection::vec(prop::sample::select(&[
            "<graphml>", "</graphml>", "<graph edgedefault='directed'>", "</graph>", "<node id='a'>",
            "</node>", "<node id='b'/>", "<edge source='a' target='b'/>", "<data key='o'>", "</data>",
            "<key id='o' for='node' attr.name='owner'>", "</key>", "<default>", "</default>", "0", "1",
            "&amp;", "&#48;", "&x;", "&", "<", ">", "'", "\"", "<!--", "-->", "<![CDATA[", "]]>",
            "<?", "?>", " ", "\n", "é",
        ][..]), 0..30),
        inside in any::<bool>(),
    ) {
        let words = words.concat();
        let text = if inside { graphml(KEYS, &words) } else { words };
        if let Ok(arena) = read_both_ways(&text) {
            prop_assert_eq!(read(write(&arena)).unwrap(), arena);
        }
    }
}
