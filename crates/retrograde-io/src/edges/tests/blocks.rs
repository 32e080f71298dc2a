//! Lines in small blocks on several threads are those read one after the other.

use super::*;

fn in_blocks(text: &[u8], threads: usize, size: usize, memory: u64) -> Result<Arena, String> {
    let allowance = Allowance::from_now(memory);
    let builder = ArenaBuilder::new().with_memory_limit(allowance.bytes());
    let mut input = text;
    let mut lines = Lines::of_length(&mut input, b'#', (64, size));
    let read = read_lines(&mut lines, builder, Threads::new(threads).unwrap());
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
