//! Lines in small blocks on several threads are those read one after the other.

use super::*;

fn in_blocks(text: &[u8], threads: usize, size: usize, memory: u64) -> Result<Arena, String> {
    let allowance = Allowance::from_now(memory);
    let builder = ArenaBuilder::new().with_memory_limit(allowance.bytes());
    let mut input = text;
    let mut lines = Lines::of_length(&mut input, b'#', (64, size));
    let read = read_lines(&mut lines, builder, (Threads::new(threads).unwrap(), allowance.bytes()));
    read.map_err(|error| error.to_string())
}

fn compare(text: &[u8], memory: u64) {
    // Which lines are too long depends on the blocks.
    for (threads, size) in [(2, 70), (2, 128), (3, 100), (4, 1000)] {
        let one = in_blocks(text, 1, size, memory);
        let other = in_blocks(text, threads, size, memory);
        assert_eq!(one, other, "{threads} threads: {:?}", String::from_utf8_lossy(text));
    }
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => (0..40_u64).prop_map(|n| n.to_string()),
        2 => (0..3_u64).prop_map(|n| (n * 700_000).to_string()),
        3 => "[a-c]{1,2}",
        1 => "[a-b]{11,13}",
        1 => Just("007".to_owned()),
    ]
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        20 => (name(), name()).prop_map(|(from, to)| format!("{from} {to}\n")),
        8 => (name(), name(), -5..5).prop_map(|(from, to, weight)| format!("{from} {to} {weight}\n")),
        2 => name().prop_map(|name| format!("{name}\n")),
        1 => Just("# a comment\n\n".to_owned()),
        1 => Just(format!("a b # {}\r\n", "long ".repeat(30))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_the_threads_and_the_blocks(
        lines in prop::collection::vec(line(), 1..120),
        fault in prop::option::of((0..120_usize, prop::sample::select(vec![
            "a b 1.5\n", "1 2 3 4\n", "a \u{1}\n", "1 2 x", "{", "a b {'weight': 1, 'weight': 2}\n",
            "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn\n",
        ]))),
        memory in prop_oneof![Just(u64::MAX), 200..20_000_u64],
    ) {
        let mut lines = lines;
        if let Some((at, fault)) = fault {
            lines.insert(at.min(lines.len()), fault.to_owned());
        }
        compare(lines.concat().as_bytes(), memory);
    }
}

/// A name that is mostly new.
fn new_name() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => (0..1_000_000_u64).prop_map(|n| n.to_string()),
        2 => (0..30_u64).prop_map(|n| n.to_string()),
        1 => any::<u64>().prop_map(|n| n.to_string()),
    ]
}

/// Lines of one kind, most of whose names are new, and sometimes one of another kind among them.
fn new_lines() -> impl Strategy<Value = String> {
    let line = (new_name(), new_name(), -9..9_i64, 0..40_u8);
    let lines = prop::collection::vec(line, 1..300);
    (lines, any::<bool>(), any::<bool>(), prop::option::of((0..300_usize, line_of_any_kind())))
        .prop_map(|(lines, is_words, is_weighted, other)| {
            let sign = if is_words { "v" } else { "" };
            let write = |(from, to, weight, end): &(String, String, i64, u8)| {
                let end = match end {
                    0 => "\r\n".to_owned(),
                    1 => "\n# a comment\n".to_owned(),
                    2 if is_words => format!(" # so\n{sign}{weight}\n"),
                    _ => "\n".to_owned(),
                };
                match is_weighted {
                    true => format!("{sign}{from} {sign}{to} {weight}{end}"),
                    false => format!("{sign}{from} {sign}{to}{end}"),
                }
            };
            let mut lines: Vec<_> = lines.iter().map(write).collect();
            if let Some((at, other)) = other {
                lines.insert(at.min(lines.len()), other);
            }
            lines.concat()
        })
}

fn line_of_any_kind() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => line(),
        2 => Just("a-name-that-is-no-short-one b\n".to_owned()),
        1 => Just("1 2 3 4\n".to_owned()),
        1 => Just("1 \u{1}\n".to_owned()),
        1 => Just("1 2 99999999999999999999\n".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_the_threads_where_most_names_are_new(
        text in new_lines(),
        memory in prop_oneof![3 => Just(u64::MAX), 1 => 200..300_000_u64],
    ) {
        compare(text.as_bytes(), memory);
    }
}

#[test]
fn many_new_names_are_numbered_and_memory_ends_at_the_same_line() {
    let write = |sign: &str, weight: fn(u64) -> String| -> String {
        let line = |n: u64| {
            let (from, to) = (n * n * 7919 % 300_007, n * 104_729 % 500_009);
            format!("{sign}{from} {sign}{to}{}\n", weight(n))
        };
        (0..40_000).map(line).collect()
    };
    let (none, some) = (|_| String::new(), |n: u64| format!(" {}", n % 77));
    for text in [write("", none), write("", some), write("v", none), write("v", some)] {
        for memory in [u64::MAX, 1 << 30, 24 << 20, 18 << 20, 1 << 24, 1 << 21, 300_000] {
            let one = in_blocks(text.as_bytes(), 1, 4096, memory);
            for threads in [2, 3, 8] {
                assert_eq!(one, in_blocks(text.as_bytes(), threads, 4096, memory));
            }
        }
    }
}

#[test]
fn many_vertices_are_found_and_memory_ends_at_the_same_line() {
    let numbers: String = (0..60_000_u64)
        .map(|n| match n / 2000 % 3 {
            0 => format!("{} {}\n", n * n % 5003, n * 7 % 3001),
            1 => format!("{} {} {}\n", n * 31 % 5003, n % 3001, n),
            _ => format!("{} {}\n", n % 9000, 2_000_000 + n % 77),
        })
        .collect();
    let words: String =
        (0..40_000_u64).map(|n| format!("v{} a_long_name_{}\n", n * n % 5003, n % 3001)).collect();
    for text in [&numbers, &words, &format!("{numbers}{words}{numbers}")] {
        for memory in [u64::MAX, 3_000_000, 1_000_000, 400_000, 100_000] {
            let one = in_blocks(text.as_bytes(), 1, 4096, memory);
            for threads in [2, 3] {
                assert_eq!(one, in_blocks(text.as_bytes(), threads, 4096, memory));
            }
        }
    }
}
