//! Random arenas with every attribute and names that are hard to write down.

use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use retrograde_core::{Acceptance, Arena, ArenaBuilder, Color, Outcome, Player, Side};

/// Names: words of the languages, numbers that are not quite, and text with what needs escaping.
fn name() -> impl Strategy<Value = String> {
    const WORDS: &[&str] = &[
        "",
        "node",
        "Edge",
        "STRICT",
        "graph",
        "digraph",
        "subgraph",
        "true",
        "null",
        "0",
        "1",
        "12",
        "007",
        "-5",
        "1.5",
        ".5",
        "5.",
        "1e5",
        "18446744073709551615",
        "18446744073709551616",
        "a b",
        "<b>",
        "\u{feff}",
        "ä",
        "日本",
        "é_1",
        "a-b",
        "a->b",
        "//",
        "/*",
        "#",
        "\"",
        "\\\\",
        "\\\"",
        "\\n",
        "a\\",
        "\n",
        "\r\n",
        "\t",
        "\u{0}",
        "\u{2028}",
        "🎲",
    ];
    prop_oneof![
        prop::sample::select(WORDS).prop_map(str::to_owned),
        "[a-z]{1,3}",
        "[0-9]{1,4}",
        "[\\\\\"\n\r a<>{}+;]{0,6}",
        ".{0,6}",
    ]
}

/// Names that are all numbers, as files have them most often.
fn number() -> impl Strategy<Value = String> {
    (0..200_u64).prop_map(|number| number.to_string())
}

fn outcome() -> impl Strategy<Value = Outcome> {
    prop::sample::select(&[Outcome::Win, Outcome::Lose, Outcome::Draw][..])
}

fn owner() -> impl Strategy<Value = Player> {
    prop::sample::select(&[Player::Zero, Player::One][..])
}

fn player() -> impl Strategy<Value = Side> {
    prop::sample::select(&Side::BOTH[..])
}

fn acceptance() -> impl Strategy<Value = Acceptance> {
    let color = (0..Color::COUNT).prop_map(|number| Color::new(number).unwrap());
    let leaf = prop_oneof![
        Just(Acceptance::all([])),
        Just(Acceptance::any([])),
        color.clone().prop_map(Acceptance::inf),
        color.prop_map(Acceptance::fin),
    ];
    leaf.prop_recursive(4, 16, 4, |part| {
        (any::<bool>(), vec(part, 0..4)).prop_map(|(and, parts)| match and {
            true => Acceptance::all(parts),
            false => Acceptance::any(parts),
        })
    })
}

/// Any arena of at most nine vertices, without labels and remarks.
#[allow(dead_code, reason = "not all tests that have these arenas want them without words")]
pub(crate) fn arena() -> impl Strategy<Value = Arena> {
    worded().prop_map(|arena| Arena {
        labels: Default::default(),
        remarks: Default::default(),
        ..arena
    })
}

/// Any arena of at most nine vertices.
pub(crate) fn worded() -> impl Strategy<Value = Arena> {
    let names = prop_oneof![btree_set(name(), 1..9), btree_set(number(), 1..9)];
    names.prop_map(Vec::from_iter).prop_shuffle().prop_flat_map(|names| {
        let count = names.len();
        let ends = (0..count as u32, 0..count as u32);
        let edge = (ends, option::of(any::<i64>()), option::of(player()), option::of(name()));
        let attributes = (
            option::of(outcome()),
            option::of(owner()),
            option::of(any::<u32>()),
            option::of(any::<bool>()),
            option::of(prop_oneof![any::<u64>(), 0..4_u64]),
            vec(("[a-c]{1,2}|x y|label", name()), 0..3),
        );
        let built = (Just(names), vec(edge, 0..20), vec(attributes, count)).prop_map(build);
        (built, option::of(acceptance()))
            .prop_map(|(arena, acceptance)| Arena { acceptance, ..arena })
    })
}

type Edge = ((u32, u32), Option<i64>, Option<Side>, Option<String>);
type Attributes = (
    Option<Outcome>,
    Option<Player>,
    Option<u32>,
    Option<bool>,
    Option<u64>,
    Vec<(String, String)>,
);

fn build((names, edges, attributes): (Vec<String>, Vec<Edge>, Vec<Attributes>)) -> Arena {
    let mut builder = ArenaBuilder::new();
    for name in &names {
        builder.vertex(name).unwrap();
    }
    for &((from, to), weight, player, ref label) in &edges {
        match weight {
            Some(weight) => builder.weighted_edge(from, to, weight).unwrap(),
            None => builder.edge(from, to).unwrap(),
        }
        if let Some(player) = player {
            builder.set_last_player(player);
        }
        if let Some(label) = label {
            let word = builder.label(label).unwrap();
            builder.set_last_label(word);
        }
    }
    for (vertex, (verdict, owner, priority, target, colors, remarks)) in (0..).zip(attributes) {
        if let Some(verdict) = verdict
            && !edges.iter().any(|&((from, _), ..)| from == vertex)
        {
            builder.set_verdict(vertex, verdict).unwrap();
        }
        if let Some(owner) = owner {
            builder.set_owner(vertex, owner).unwrap();
        }
        if let Some(priority) = priority {
            builder.set_priority(vertex, priority).unwrap();
        }
        if let Some(target) = target {
            builder.set_target(vertex, target).unwrap();
        }
        if let Some(colors) = colors {
            builder.set_colors(vertex, colors).unwrap();
        }
        for (name, value) in remarks {
            let (name, value) = (builder.word(&name).unwrap(), builder.word(&value).unwrap());
            builder.remark(vertex, name, value).unwrap();
        }
    }
    builder.finish().unwrap()
}
