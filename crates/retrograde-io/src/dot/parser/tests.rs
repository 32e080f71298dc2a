//! Statements read in a hurry are those read one by one.

use proptest::prelude::*;
use retrograde_core::{Allowance, Threads};

use super::*;

fn read(text: &str, control: &Control<'_>, patience: Patience) -> Result<Arena, ReadError> {
    let builder = ArenaBuilder::new().with_memory_limit(control.room());
    parse_with(&mut text.as_bytes(), builder, control, patience)
}

fn compare(text: &str, memory: u64) {
    let control = Control { memory: Some(Allowance::from_now(memory)), ..Control::ALONE };
    let plainly = read(text, &control, Patience::never());
    for (threads, size) in [(1, 5), (1, 30), (2, 12), (2, 64), (3, 200)] {
        let threads = Threads::new(threads).unwrap();
        let hurried = read(text, &control, Patience::endless(threads, size));
        match (&plainly, &hurried) {
            (Ok(plainly), Ok(hurried)) => assert_eq!(plainly, hurried, "{size}: {text}"),
            (Err(plainly), Err(hurried)) => {
                assert_eq!(plainly.to_string(), hurried.to_string(), "{size}: {text}");
            }
            _ => panic!("{size}: {plainly:?} and {hurried:?} of {text}"),
        }
    }
}

fn name() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "0",
        "1",
        "2",
        "30",
        "4567",
        "123456789",
        "007",
        "a",
        "b_1",
        "é",
        "\"q r\"",
        "\"5\"",
        "\"\"",
        "node",
        "-3",
        "1.5",
        "\"x\\\"y\"",
        "<h>",
        "a:p",
        "\"a;b\"",
        "99999999999999999999",
    ])
}

fn statement() -> impl Strategy<Value = String> {
    let plain = prop::sample::select(vec!["0", "1", "2", "17", "a", "b", "\"c d\""]);
    prop_oneof![
        30 => (plain.clone(), plain.clone()).prop_map(|(a, b)| format!("{a} -> {b};\n")),
        5 => (plain.clone(), plain.clone()).prop_map(|(a, b)| format!("  {a}->{b} [weight=-7];\n")),
        5 => plain.prop_map(|a| format!("{a};\n")),
        1 => (name(), name()).prop_map(|(a, b)| format!("{a} -> {b};\r\n")),
        1 => name().prop_map(|a| format!("{a};")),
        1 => prop::sample::select(vec![
            "", "\n", "/* ; */", "// ;\n", "# ;\n", "a -> b -> c;\n", "a -> b\n", "node [x=1];\n",
            "a [owner=1];\n", "subgraph s { a; b -> 1; }\n", "{1 -> 2;}; 3;\n", "x=y;\n", ";;\n", "->",
            "a -> b [weight=2, player=left];\n", "a -> b [weight=99999999999999999999];\n", "edge [weight=2]\n", "a -- b;", "\"",
        ]).prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn in_a_hurry_as_one_by_one(
        strict in prop::bool::weighted(0.1),
        statements in prop::collection::vec(statement(), 0..30),
        end in prop_oneof![8 => Just("}"), 1 => Just(""), 1 => Just("} x")],
    ) {
        let strict = if strict { "strict " } else { "" };
        compare(&format!("{strict}digraph {{{}{end}", statements.concat()), u64::MAX);
    }
}

#[test]
fn memory_ends_at_the_same_place() {
    let edges: String = (0..40_000).map(|n| format!("  {n} -> é{};\n", n * 7 % 5000)).collect();
    for memory in [10_000, 100_000, 300_000, 500_000, 1_000_000] {
        let control = Control { memory: Some(Allowance::from_now(memory)), ..Control::ALONE };
        let text = format!("digraph {{\n{edges}}}\n");
        let plainly = read(&text, &control, Patience::never()).unwrap_err();
        assert!(plainly.place.is_some(), "{plainly}");
        for threads in [1, 2] {
            let patience = Patience::new(Threads::new(threads).unwrap());
            let hurried = read(&text, &control, patience).unwrap_err();
            assert_eq!(plainly.to_string(), hurried.to_string());
        }
    }
}
