use proptest::prelude::*;
use retrograde_core::{Arena, Control};

use super::{read, write};

fn parse(text: &str) -> Result<Arena, String> {
    let mut bytes = text.as_bytes();
    read(&mut bytes, retrograde_core::ArenaBuilder::new(), &Control::ALONE)
        .map_err(|error| error.to_string())
}

fn transitions(arena: &Arena) -> Vec<(u32, String, u32)> {
    let mut all = Vec::new();
    for from in arena.graph.vertices() {
        for edge in arena.graph.edge_range(from) {
            let label = arena.labels.text(arena.labels.get(edge).unwrap()).into_owned();
            all.push((from, label, arena.graph.targets()[edge]));
        }
    }
    all
}

#[test]
fn labels_are_quoted_or_not() {
    let text = "des (1, 5, 4)\n(0, \"put(1, 2)\", 1)\n (1,i,0)\r\n(1, get !\"x, y\", 2)\n\
                (1, \"say \"hello\", twice\", 3)\n(1, put(1, 2) , 3)\n\n";
    let arena = parse(text).unwrap();
    assert_eq!(arena.start, Some(1));
    assert_eq!(arena.graph.vertex_count(), 4);
    let expected = [
        (0, "put(1, 2)", 1),
        (1, "i", 0),
        (1, "get !\"x, y\"", 2),
        (1, "say \"hello\", twice", 3),
        (1, "put(1, 2)", 3),
    ];
    assert_eq!(transitions(&arena), expected.map(|(from, label, to)| (from, label.to_owned(), to)));
    assert_eq!(arena.labels.len(), 4);
}

#[test]
fn parallel_transitions_survive_in_any_order_and_come_back() {
    let text = "des (0, 5, 3)\n(2, \"a\", 0)\n(0, \"b\", 1)\n(0, \"a\", 1)\n(0, \"b\", 1)\n(1, \"c\", 1)\n";
    let arena = parse(text).unwrap();
    let mut written = Vec::new();
    write(&arena, &mut written).unwrap();
    let sorted = "des (0, 5, 3)\n(0, \"b\", 1)\n(0, \"a\", 1)\n(0, \"b\", 1)\n(1, \"c\", 1)\n(2, \"a\", 0)\n";
    assert_eq!(String::from_utf8(written).unwrap(), sorted);
    assert_eq!(parse(sorted).unwrap(), arena);
}

#[test]
fn one_state_may_be_all() {
    let arena = parse("des(0,0,1)").unwrap();
    assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (1, 0));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let cases = [
        ("", "the file is empty: a graph has at least one vertex"),
        ("(0, a, 1)", "line 1, column 1: expected 'des (first, transitions, states)', found '(0,'"),
        (
            "des 0",
            "line 1, column 5: expected '(' as in 'des (first, transitions, states)', found '0'",
        ),
        (
            "des (0 1/2 1, 3, 2)",
            "line 1, column 8: found '1' after a state: one state follows another in 'des (first, transitions, states)', and probabilities are not read",
        ),
        (
            "des (2, 0, 2)",
            "line 1, column 12: the first state is 2, and there are 2 states, numbered from 0",
        ),
        (
            "des (0, 2, 2)\n(0, a, 1)\n",
            "line 1: the first line promises 2 transitions, and 1 came: is the file cut off?",
        ),
        (
            "des (0, 0, 2)\n(0, a, 1)\n",
            "line 2, column 1: one more transition than the 0 that the first line promises: correct it, or remove this one",
        ),
        (
            "des (0, 1, 2)\n(0, a, 2)\n",
            "line 2, column 8: there is no state '2': the first line promises 2, numbered from 0",
        ),
        (
            "des (0, 1, 2)\n(0, \"a, 1)\n",
            "line 2, column 5: the label that opens here never closes: add '\"'",
        ),
        (
            "des (0, 1, 2)\n(0, \"a\" 1)\n",
            "line 2, column 5: expected a label and ',' as in '(from, \"label\", to)', found '\"a\"'",
        ),
        (
            "des (0, 2, 2)\n(0, a, 1) (1, b, 0)\n",
            "line 2, column 5: 'a, 1) (1, b' is no label as in '(from, \"label\", to)': put it in quotes, and one transition a line",
        ),
        (
            "des (0, 2, 2)\n(0, \"a\", 1) (1, \"b\", 0)\n",
            "line 2, column 5: two transitions on this line: write one a line",
        ),
        (
            "des (0, 1, 2)\n(0, a, 1)x\n",
            "line 2, column 10: unexpected 'x' after the transition: one a line",
        ),
        (
            "des (0, 1, 4000000000)\n(0, a, 1)\n",
            "line 1: the first line promises 4000000000 states, and there are 1 transitions between them: number the states without gaps",
        ),
    ];
    for (text, message) in cases {
        match parse(text) {
            Ok(arena) => panic!("{text:?} gives {arena:?}"),
            Err(error) => assert_eq!(error, message, "{text:?}"),
        }
    }
}

proptest! {
    #[test]
    fn any_tokens_end_in_a_system_or_an_error(
        words in prop::collection::vec(prop::sample::select(&[
            "des ", "(", ")", ",", "0", "1", "2", "99999999999999999999", "\"", "a", "i", " ", "\r", "\n",
            "des (0, 1, 2)\n", "(0, a, 1)", "(1, \"b(1, 2)\", 0)\n", "ä", "\u{feff}", "%",
        ][..]), 0..30),
    ) {
        let text = words.concat();
        if let Ok(arena) = parse(&text) {
            let mut written = Vec::new();
            write(&arena, &mut written).unwrap();
            let again = parse(std::str::from_utf8(&written).unwrap());
            prop_assert_eq!(again, Ok(arena), "{}", text);
        }
    }
}
