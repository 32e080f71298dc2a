//! The words of whole traces of small games, as people read them: see `said.txt`, which
//! `UPDATE_SAID=1` writes anew.

use std::{env, fs};

use retrograde_core::{Arena, Control, Objective, Player, Question};
use retrograde_solve::trace::{Event, Limits, trace};

fn said(arena: &Arena, objective: &Objective) -> String {
    let question = Question::new(arena, objective).unwrap();
    let trace = trace(&question, &Limits::default(), &Control::ALONE).unwrap();
    let name = |vertex| arena.names.printable(vertex);
    let line = |event: &Event| {
        format!("{}\n    {}\n", trace.lines[event.line].trim(), event.words.text(name))
    };
    let events: String = trace.events.iter().map(line).collect();
    format!(
        "# {}: {} ({})\n\n{}\n\n{events}\n",
        objective,
        trace.title,
        trace.source,
        trace.lines.join("\n")
    )
}

#[test]
fn whole_traces_read_well() {
    // A cycle with an escape to t, and c that need not take it.
    let edges = [("a", "b"), ("b", "a"), ("a", "t"), ("c", "c"), ("c", "a")];
    let escape = Arena::sketch().edges(edges).arena().unwrap();
    let heap = Arena::sketch().edges([("2", "1"), ("2", "0"), ("1", "0")]).arena().unwrap();
    let wait = Arena::sketch().edges([("w", "w"), ("w", "1"), ("1", "0")]).arena().unwrap();
    let mut owned = Arena::sketch();
    owned.vertex("a").owner(Player::Zero).target().priority(2).to("b");
    owned.vertex("b").owner(Player::One).priority(0).to("a").to("c");
    owned.vertex("c").owner(Player::One).priority(1).to("c");
    owned.vertex("d").owner(Player::Zero).target().priority(2).to("d").to("a");
    owned.vertex("e").owner(Player::Zero).priority(1);
    let owned = owned.arena().unwrap();
    let questions = [
        (&escape, Objective::OUTCOME),
        (&escape, Objective::Asymmetric),
        (&owned, Objective::Reachability),
        (&owned, Objective::Safety),
        (&owned, Objective::Buchi),
        (&owned, Objective::PARITY),
        (&heap, Objective::Grundy),
        (&wait, Objective::Grundy),
    ];
    let text: String = questions.iter().map(|(arena, objective)| said(arena, objective)).collect();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trace/said.txt");
    if env::var_os("UPDATE_SAID").is_some() {
        fs::write(file, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(file).unwrap());
}
