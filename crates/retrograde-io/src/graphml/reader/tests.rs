//! Elements read in a hurry are those read one by one.

use proptest::prelude::*;
use retrograde_core::{Allowance, Threads};

use super::*;
use crate::statements::hurry;

fn read(
    text: &str,
    control: &Control<'_>,
    patience: impl Fn() -> Patience,
) -> Result<Arena, ReadError> {
    let builder = ArenaBuilder::new().with_memory_limit(control.room());
    parse_with(&mut text.as_bytes(), builder, control, [patience(), patience()])
}

fn compare(text: &str) {
    hurry::compare(text, |text, patience| read(text, &Control::ALONE, patience));
}

const NAMES: [&str; 9] = ["0", "1", "2", "30", "a", "é b", "/&gt;&#60;", "4567", "123456789"];

const KEYS: &str = "<key id=\"w\" attr.name=\"weight\"/><key id=\"p\" attr.name=\"player\"/>\
    <key id=\"o\" attr.name=\"owner\"/><key id=\"v\" attr.name=\"wieght\"/>";

fn node() -> impl Strategy<Value = String> {
    let forms = vec![
        "<node id=\"?\"/>",
        "<node id=\"?\"/>",
        "<node id=\"?\" />",
        "<node id=\"?\"></node>",
        "<node id=\"?\">\n</node>",
        "<node  id=\"?\"><data key=\"o\">1</data></node>",
        "<!-- a <node/> --><node id='?'/>",
        "<node id=\"?\"><data key=\"o\"> 0 </data></node>\r\n",
    ];
    prop::sample::select(forms).prop_map(str::to_owned)
}

fn edge() -> impl Strategy<Value = String> {
    let known = || prop::sample::select(&NAMES[..]);
    let any = prop::sample::select(vec![
        "01",
        "5",
        "-1",
        "b",
        "x\" y=\"",
        "&amp;",
        "&amp",
        "<",
        ">",
        "\\",
        "\t1",
        " 1",
        "",
        "\u{fffe}",
        "99999999999999999999",
    ]);
    let form = prop::sample::select(vec![
        "<edge source=\"A\" target=\"B\"/>",
        "<edge source=\"A\" target=\"B\"/>",
        "<edge source=\"A\" target=\"B\"/>",
        "<edge source=\"A\" target=\"B\"/>",
        "<edge source=\"A\" target=\"B\" />",
        "<edge source=\"A\" target=\"B\"> \n </edge>",
        "<edge source=\"A\" target=\"B\"><data key=\"w\">-12</data></edge>",
        "<edge source=\"A\" target=\"B\">\n <data key=\"w\">3</data>\n</edge>",
        "<edge source=\"A\" target=\"B\"><data key=\"w\">3.0</data></edge>",
        "<edge source=\"A\" target=\"B\"><data key=\"w\">3</data><data key=\"w\">3</data></edge>",
        "<edge source=\"A\" target=\"B\"><data key=\"v\">3</data></edge>",
        "<edge source=\"A\" target=\"B\"><data key=\"p\">left</data></edge>",
        "<edge target=\"A\" source=\"B\" directed=\"true\"/>",
    ]);
    let edge = |(form, from, to): (&str, &str, &str)| form.replace('A', from).replace('B', to);
    let plain = (form.clone(), known(), known()).prop_map(edge);
    let odd = (form, known(), any).prop_map(edge);
    let others = vec!["<edge/>", "<port/>", "<desc>x</desc>", "x", "</node>", "<edge source=\"1\""];
    let other = prop::sample::select(others).prop_map(str::to_owned);
    prop_oneof![60 => plain, 1 => odd, 1 => other]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn in_a_hurry_as_one_by_one(
        nodes in prop::collection::vec(node(), NAMES.len()),
        twice in prop::bool::weighted(0.1),
        edges in prop::collection::vec(edge(), 0..24),
        separator in prop_oneof![4 => Just("\n    "), 4 => Just(""), 1 => Just("\r\n\t"), 1 => Just(" . ")],
        end in prop_oneof![9 => Just("</graph>\n</graphml>"), 1 => Just("</graph>"), 1 => Just("")],
        order in 0..10u8,
        default in prop::bool::weighted(0.1),
    ) {
        let names = NAMES.iter().enumerate().map(|(at, name)| if twice && at == 7 { "1" } else { name });
        let nodes: Vec<_> =
            nodes.iter().zip(names).map(|(node, name)| node.replace('?', name)).collect();
        let default = match default {
            true => "<key id=\"d\" for=\"node\" attr.name=\"target\"><default>true</default></key>",
            false => "",
        };
        let (first, last) = match order {
            0 => (edges, nodes),
            1 => (edges.iter().zip(nodes.iter()).map(|(edge, node)| format!("{edge}{node}")).collect(), nodes),
            2 => (nodes[..5].to_vec(), edges.into_iter().chain(nodes[5..].to_vec()).collect()),
            _ => (nodes, edges),
        };
        let all = [first, last].concat().join(separator);
        compare(&format!(
            "<graphml>{KEYS}{default}<graph edgedefault=\"directed\">{separator}{all}{separator}{end}"
        ));
    }
}

#[test]
fn what_comes_after_an_empty_graph_is_not_in_it() {
    compare(
        "<graphml><graph edgedefault=\"directed\"/><node id=\"1\"/><node id=\"2\"/><node id=\"3\"/></graphml>",
    );
}

#[test]
fn memory_ends_at_the_same_place() {
    let nodes: String = (0..2000).map(|n| format!("<node id=\"é{n}\"/>\n")).collect();
    let edge = |n: u32| format!("<edge source=\"é{}\" target=\"é{}\"/>\n", n % 2000, n % 77);
    let edges: String = (0..20_000).map(edge).collect();
    let text = format!("<graphml><graph edgedefault=\"directed\">{nodes}{edges}</graph></graphml>");
    for memory in [20_000, 50_000, 150_000, 200_000] {
        let control = Control { memory: Some(Allowance::from_now(memory)), ..Control::ALONE };
        let plainly = read(&text, &control, Patience::never).unwrap_err();
        for threads in [1, 2] {
            let patience = || Patience::new(Threads::new(threads).unwrap());
            let hurried = read(&text, &control, patience).unwrap_err();
            assert_eq!(plainly.to_string(), hurried.to_string());
        }
    }
}
