//! Elements read in a hurry are those read one by one.

use proptest::prelude::*;
use retrograde_core::{Allowance, Threads};

use super::*;
use crate::statements::hurry;

fn read(text: &str, control: &Control<'_>, patience: Patience) -> Result<Arena, ReadError> {
    let builder = ArenaBuilder::new().with_memory_limit(control.room());
    parse_with(&mut text.as_bytes(), builder, control, patience)
}

fn compare(text: &str) {
    hurry::compare(text, |text, patience| read(text, &Control::ALONE, patience()));
}

const NAMES: [&str; 9] = ["0", "1", "2", "30", "\"a\"", "\"é b\"", "\"},{\"", "4567", "123456789"];

fn node() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => Just("{\"id\": ?}".to_owned()),
        1 => Just("{ \"id\" :?, \"owner\": 1}".to_owned()),
        1 => Just("\n{\"owner\": 0, \"id\": ?}".to_owned()),
    ]
}

fn edge() -> impl Strategy<Value = String> {
    let known = || prop::sample::select(&NAMES[..]);
    let any = prop::sample::select(vec![
        "\"1\"",
        "5",
        "-1",
        "1.0",
        "\"\\u0061\"",
        "null",
        "01",
        "[]",
        "\"x",
        "99999999999999999999",
    ]);
    let form = prop::sample::select(vec![
        "{\"source\": A, \"target\": B}",
        "{\"source\": A, \"target\": B}",
        "{\"source\": A, \"target\": B}",
        "\n  {\"source\":A,\"target\":B,\"weight\":-12}",
        "{\"source\": A, \"target\": B, \"weight\": 3, \"key\": 0}",
        "{\"source\": A, \"target\": B, \"key\": 1}",
        "{\"target\": A, \"source\": B}",
        "{\"source\": A, \"target\": B, \"wieght\": 1}",
        "{\"source\": A, \"target\": B }",
    ]);
    let edge = |(form, from, to): (&str, &str, &str)| form.replace('A', from).replace('B', to);
    let plain = (form.clone(), known(), known()).prop_map(edge);
    let odd = (form, known(), any).prop_map(edge);
    prop_oneof![40 => plain, 1 => odd, 1 => Just("{}".to_owned()), 1 => Just("7".to_owned())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn in_a_hurry_as_one_by_one(
        nodes in prop::collection::vec(node(), NAMES.len()),
        twice in prop::bool::weighted(0.1),
        edges in prop::collection::vec(edge(), 0..24),
        separator in prop_oneof![4 => Just(",\n"), 4 => Just(", "), 1 => Just(","), 1 => Just(" ,")],
        end in prop_oneof![9 => Just("]"), 1 => Just(",]"), 1 => Just(", "), 1 => Just("")],
        nodes_last in prop::bool::weighted(0.1),
    ) {
        let names = NAMES.iter().enumerate().map(|(at, name)| if twice && at == 7 { "1" } else { name });
        let nodes: Vec<_> =
            nodes.iter().zip(names).map(|(node, name)| node.replace('?', name)).collect();
        let nodes = format!("\"nodes\": [{}]", nodes.join(separator));
        let edges = format!("\"edges\": [{}{end}", edges.join(separator));
        compare(&match nodes_last {
            false => format!("{{{nodes},\n{edges}}}"),
            true => format!("{{{edges},\n{nodes}}}"),
        });
    }
}

#[test]
fn memory_ends_at_the_same_place() {
    let nodes: Vec<_> = (0..2000).map(|n| format!("{{\"id\": \"é{n}\"}}")).collect();
    let edge = |n: u32| format!("{{\"source\": \"é{}\", \"target\": \"é{}\"}}", n % 2000, n % 77);
    let edges: Vec<_> = (0..20_000).map(edge).collect();
    for separator in [",\n", ", "] {
        let (nodes, edges) = (nodes.join(separator), edges.join(separator));
        let text = format!("{{\"nodes\": [{nodes}], \"edges\": [{edges}]}}");
        for memory in [20_000, 50_000, 150_000, 200_000] {
            let control = Control { memory: Some(Allowance::from_now(memory)), ..Control::ALONE };
            let plainly = read(&text, &control, Patience::never()).unwrap_err();
            for threads in [1, 2] {
                let patience = Patience::new(Threads::new(threads).unwrap());
                let hurried = read(&text, &control, patience).unwrap_err();
                assert_eq!(plainly.to_string(), hurried.to_string());
            }
        }
    }
}
