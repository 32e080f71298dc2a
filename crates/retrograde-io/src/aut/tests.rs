use proptest::prelude::*;
use retrograde_core::{Allowance, Arena, ArenaBuilder, Control, Threads};

use super::reader::read_lines;
use super::{read, write};
use crate::lines::Lines;

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

/// Reads a text in blocks of about so many bytes.
fn in_blocks(text: &str, threads: usize, size: usize, memory: u64) -> Result<Arena, String> {
    let threads = Threads::new(threads).unwrap();
    let memory = Some(Allowance::from_now(memory));
    let control = Control { threads, memory, ..Control::ALONE };
    let mut input = text.as_bytes();
    let mut lines = Lines::of_length(&mut input, 0xff, (4096, size));
    let builder = ArenaBuilder::new().with_memory_limit(control.room());
    read_lines(&mut lines, builder, &control).map_err(|error| error.to_string())
}

#[test]
fn any_number_of_threads_reads_the_same_lines() {
    let mut text = "des (1, 3000, 500)\n".to_owned();
    for n in 0..3000_u32 {
        let (from, to, label) = (n * n % 491, n * 31 % 499, n / 7 % 40);
        let blank = if n % 100 == 7 { " \r\n" } else { "" };
        text.push_str(&format!("{blank}({from}, \"é{label}\", {to})\n"));
    }
    let good = text.clone();
    let faults =
        ["", "(1, a, 2)\n", "(0, \"a, 1)\n", "\n\n(0, b, 500)\n", "(0, \"a\" 1)\n(2, a, 3)\n"];
    for (at, fault) in faults.iter().flat_map(|fault| [(100, fault), (2500, fault), (3001, fault)])
    {
        let mut wrong: Vec<_> = good.split_inclusive('\n').collect();
        wrong.insert(at, fault);
        let text = wrong.concat();
        for memory in [1 << 30, 40_000, 10_000] {
            let one = in_blocks(&text, 1, 4200, memory);
            for (threads, size) in [(1, 5000), (2, 4200), (3, 4500), (2, 60_000)] {
                assert_eq!(one, in_blocks(&text, threads, size, memory), "{fault:?} at {at}");
            }
            assert!(one.is_ok() == (fault.is_empty() && memory == 1 << 30), "{one:?}");
        }
    }
    let long = good.replacen("é3", &"x".repeat(9000), 1);
    assert_eq!(in_blocks(&long, 1, 4200, 1 << 30), in_blocks(&long, 2, 4200, 1 << 30));
}
