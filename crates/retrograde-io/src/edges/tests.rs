//! Tests of the edge list reader and writer.

mod blocks;
mod commas;

use proptest::prelude::*;
use retrograde_core::{Allowance, Arena, Control, GraphError, Threads};

use super::*;
use crate::testing::{arenas, read_both_ways};
use crate::{Format, read_arena, write_arena};

fn edges_of(arena: &Arena) -> Vec<String> {
    let name = |vertex| arena.names.get(vertex).into_owned();
    let mut result = Vec::new();
    for from in arena.graph.vertices() {
        for edge in arena.graph.edge_range(from) {
            let to = arena.graph.targets()[edge];
            let weight = arena.weights.get(edge).map_or(String::new(), |w| format!(" {w}"));
            result.push(format!("{}→{}{weight}", name(from), name(to)));
        }
    }
    result
}

fn names_of(arena: &Arena) -> Vec<String> {
    arena.graph.vertices().map(|vertex| arena.names.get(vertex).into_owned()).collect()
}

#[test]
fn what_is_understood() {
    for (text, names, edges) in [
        ("a b\nb a\na t\n", "a b t", "a→b|a→t|b→a"),
        ("1 2\n2 3\n1 3", "1 2 3", "1→2|1→3|2→3"),
        ("10 20 -5\r\n20 10 +7\r\n10 10 0\r\n", "10 20", "10→20 -5|10→10 0|20→10 7"),
        (
            "\u{feff}x\ty\t3\n\n \t \n# only a comment\nz # declared\ny z# tight",
            "x y z",
            "x→y 3|y→z",
        ),
        ("7 07\n007 7\n", "7 07 007", "7→07|007→7"),
        ("1 x\n2 1\nx 2\n", "1 x 2", "1→x|x→2|2→1"),
        ("lonely", "lonely", ""),
        ("é 日本\n", "é 日本", "é→日本"),
        (
            "18446744073709551615 18446744073709551616\n12345678901234567890 1\n",
            "18446744073709551615 18446744073709551616 12345678901234567890 1",
            "18446744073709551615→18446744073709551616|12345678901234567890→1",
        ),
        (
            "1 2 9223372036854775807\n1 2 -9223372036854775808",
            "1 2",
            "1→2 9223372036854775807|1→2 -9223372036854775808",
        ),
        ("1 2 5\n1 2\n1 2 6\n2 1 -0\n", "1 2", "1→2 5|1→2|1→2 6|2→1 0"),
        ("a b \r\n", "a b", "a→b"),
        ("5 6 # to be continued\n5 6 7 # weighted\n", "5 6", "5→6|5→6 7"),
    ] {
        let arena = read_both_ways(text.as_bytes(), Format::Edges).unwrap();
        assert_eq!(names_of(&arena).join(" "), names, "{text:?}");
        assert_eq!(edges_of(&arena).join("|"), edges, "{text:?}");
    }
}

#[test]
fn malformed_lists_say_where_and_why() {
    let long = "n".repeat(NAME_LIMIT + 1);
    let many_digits = "1".repeat(60);
    let table: &[(&[u8], &str)] = &[
        (b"", "the file is empty: a graph has at least one vertex"),
        (b"# nothing\n\n  \n#", "the file is empty: a graph has at least one vertex"),
        (
            b"a b\nb c d\n",
            "line 2, column 5: the weight 'd' is not a whole number of at most 64 bits",
        ),
        (
            b"1 2\n1 2 3.5\n",
            "line 2, column 5: the weight '3.5' is not a whole number of at most 64 bits",
        ),
        (
            b"1 2 9223372036854775808",
            "line 1, column 5: the weight '9223372036854775808' is not a whole number of at most 64 bits",
        ),
        (
            b"1 2\n\n1\t2 3 4\n",
            "line 3, column 7: '4' is one word too many: a line is 'from to' or 'from to weight'; names hold no blanks",
        ),
        (
            "é b 1 weiß\n".as_bytes(),
            "line 1, column 7: 'weiß' is one word too many: a line is 'from to' or 'from to weight'; names hold no blanks",
        ),
        (
            b"a b\ncaf\xe9 b\n",
            "line 2, column 1: the name 'caf\\xe9' is not UTF-8: save the file as UTF-8",
        ),
        (
            b"a b\nc \x00d\n",
            "line 2, column 3: a NUL byte: this is not a text file, or it is UTF-16; save it as UTF-8",
        ),
        (
            b"0 1\n1 2\x00\n",
            "line 2, column 4: a NUL byte: this is not a text file, or it is UTF-16; save it as UTF-8",
        ),
        (
            b"a b\nx\x1b[0m y\n",
            "line 2, column 2: the control character '\\u{1b}' cannot be part of a name",
        ),
        (b"\xff\xfea\x00\n\x00", "line 1, column 1: the file is UTF-16 text: save it as UTF-8"),
        (
            b"1 2 \xff",
            "line 1, column 5: the weight '\\xff' is not a whole number of at most 64 bits",
        ),
    ];
    for (text, message) in table {
        let error = read_both_ways(text, Format::Edges).unwrap_err();
        assert_eq!(error.to_string(), *message, "{:?}", String::from_utf8_lossy(text));
    }
    let error = read_both_ways(format!("a\na {long}").as_bytes(), Format::Edges).unwrap_err();
    let shown = "n".repeat(40);
    assert_eq!(
        error.to_string(),
        format!("line 2, column 3: the name '{shown}…' is longer than 64 KiB")
    );
    let error = read_both_ways(format!("1 2 {many_digits}").as_bytes(), Format::Edges).unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 5: the weight '1111"), "{error}");
}

#[test]
fn the_line_of_a_fault_is_right_after_many_plain_lines() {
    for count in [1u64, 511, 512, 513, 1024, 100_000] {
        let mut text: String = (0..count).map(|n| format!("{n} {}\n", n / 2)).collect();
        text.push_str("1 2 x\n");
        let error = read_arena(text.as_bytes(), Format::Edges, &Control::ALONE).unwrap_err();
        assert_eq!(error.place, Some(Place::new(count + 1, 5)));
    }
}

#[test]
fn the_memory_limit_is_kept_and_says_the_line() {
    let text: String = (0..200_000).map(|n| format!("{n} {}\n", n + 1)).collect();
    let control = Control { memory: Some(Allowance::from_now(1 << 20)), ..Control::ALONE };
    let error = read_arena(text.as_bytes(), Format::Edges, &control).unwrap_err();
    assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{error}");
    let line = error.place.unwrap().line;
    assert!((10_000..100_000).contains(&line), "{line}");
}

#[test]
fn a_comment_of_megabytes_costs_no_memory_and_hides_nothing() {
    let mut text = b"a b # ".to_vec();
    text.resize(5_000_000, b'x');
    text.extend_from_slice(b"\nb c\n");
    let arena = read_arena(&text[..], Format::Edges, &Control::ALONE).unwrap();
    assert_eq!(edges_of(&arena), ["a→b", "b→c"]);
}

#[test]
fn names_are_declared_only_where_order_needs_it() {
    let mut text = Vec::new();
    let arena = read_both_ways(b"a\nb\nc\nd\na b\nb d\nd c\n", Format::Edges).unwrap();
    write_arena(&arena, Format::Edges, &mut text).unwrap();
    assert_eq!(String::from_utf8(text).unwrap(), "a b\nc\nb d\nd c\n");
}

#[test]
fn names_that_cannot_be_written_are_refused_before_anything_is() {
    for name in ["", "a b", "#", "a#b", "tab\t", "nul\0", "\u{7f}", "a\nb"] {
        assert!(!writable_name(name), "{name:?}");
        let mut builder = ArenaBuilder::new();
        builder.vertex("fine").unwrap();
        builder.vertex(name).unwrap();
        let mut text = Vec::new();
        let error = write_arena(&builder.finish().unwrap(), Format::Edges, &mut text).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
        assert!(text.is_empty());
    }
    assert!(writable_name("日本") && writable_name("a\u{a0}b") && writable_name("\"quoted\""));
}

proptest! {
    #[test]
    fn lists_come_back_as_they_went(
        arena in prop_oneof![
            arenas("[a-z0-9é日]{1,3}".boxed()),
            arenas("[0-9]{1,2}".boxed()),
            arenas("[\u{feff}a]{1,2}".boxed()),
            arenas("[1-9][0-9]{0,21}".boxed()),
            arenas("[a,{}]{1,3}".boxed()),
            arenas("[1-2],[1-2]".boxed()),
        ]
    ) {
        let mut text = Vec::new();
        write_arena(&arena, Format::Edges, &mut text).unwrap();
        let again = read_both_ways(&text, Format::Edges).unwrap();
        prop_assert_eq!(arena, again);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(text in proptest::collection::vec(
        prop_oneof![Just(b'1'), Just(b' '), Just(b','), Just(b'{'), Just(b'\n'), Just(b'-'), Just(b'#'), any::<u8>()], 0..60)
    ) {
        let _ = read_both_ways(&text, Format::Edges);
    }
}

#[test]
fn another_thread_makes_the_same_graph_and_finds_the_same_faults() {
    use std::fmt::Write;
    let mut good = String::new();
    for line in 0..70_000_u64 {
        let (from, to) = (line * line % 7919, line * 31 % 104_729);
        let _ = match line / 1000 % 7 {
            0 => writeln!(good, "{from} {to} {}", line as i64 - 9),
            1 => writeln!(good, "v{from} \t w{to} # so"),
            2 => writeln!(good, "alone{from}\nv{from} {to} -7"),
            _ => writeln!(good, "{from} {to}"),
        };
    }
    assert!(good.len() > 2 * crate::lines::LONGEST_LINE);
    let mut seen = Vec::new();
    for end in ["", "a b 1.5\n", "a b 3 d\n", "a \u{1}\n", "1 2 x\na b 3 d\n"] {
        let text = format!("{good}{end}1 2\n");
        for memory in [u64::MAX, 4 << 20, 2 << 20, 300_000, 20_000] {
            let read = |threads| {
                let memory = Some(Allowance::from_now(memory));
                let control = Control { memory, threads, ..Control::ALONE };
                read_arena(text.as_bytes(), Format::Edges, &control)
            };
            match (read(Threads::ONE), read(Threads::new(2).unwrap())) {
                (Ok(one), Ok(two)) => {
                    assert_eq!((&one.graph, &one.names), (&two.graph, &two.names));
                    assert_eq!(one.weights, two.weights);
                    seen.push(String::new());
                }
                (one, two) => {
                    let [one, two] = [one, two].map(|result| result.unwrap_err().to_string());
                    assert_eq!(one, two);
                    seen.push(one);
                }
            }
        }
    }
    assert!(seen[0].is_empty() && seen[5].contains("1.5") && seen[10].contains("too many"));
    assert!(seen[4].contains("memory"), "{}", seen[4]);
}
