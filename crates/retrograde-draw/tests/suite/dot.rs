//! Solved graphs for Graphviz.

use crate::common;

use common::owned::line;
use common::{graphviz, named, numbered, solve};
use retrograde_core::{Arena, ArenaBuilder, Outcome, Player};
use retrograde_draw::{DotOptions, dot};

fn write(arena: &Arena) -> String {
    graphviz(arena, &solve(arena))
}

#[test]
fn outcomes_distances_and_best_moves_are_written() {
    let text = write(&named("a>b b>a a>t d>d"));
    assert!(text.starts_with("digraph {\n") && text.ends_with("}\n"));
    let a = line(&text, r#""a" ["#);
    assert!(a.contains(r#"label="a\nwin 1""#) && a.contains("outcome=win, shape=ellipse"));
    assert!(a.contains("distance=1") && !a.contains("peripheries"));
    assert!(line(&text, r#""t" ["#).contains("peripheries=2"));
    let d = line(&text, r#""d" ["#);
    assert!(d.contains(r#"label="d\ndraw""#) && !d.contains("distance") && d.contains("dashed"));
    assert_eq!(line(&text, r#""a" -> "b""#), r#"  "a" -> "b";"#);
    assert!(line(&text, r#""a" -> "t""#).contains("penwidth=2.8"));
    assert!(line(&text, r#""d" -> "d""#).contains("penwidth=2.8"));
}

#[test]
fn vertices_come_first_in_input_order_and_every_edge_follows() {
    let text = write(&numbered(3, [(2, 0), (2, 0), (0, 0)]));
    let statements: Vec<&str> =
        text.lines().filter_map(|line| line.trim_start().split([' ', ';']).next()).collect();
    assert_eq!(statements[3..], [r#""0""#, r#""1""#, r#""2""#, r#""0""#, r#""2""#, r#""2""#, "}"]);
    assert_eq!(text.matches(" -> ").count(), 3);
}

#[test]
fn what_the_input_said_is_kept() {
    let mut builder = ArenaBuilder::new();
    let [a, b, c] = ["a", "say \"b\"\nplease", "c"].map(|name| builder.vertex(name).unwrap());
    builder.weighted_edge(a, b, -7).unwrap();
    builder.weighted_edge(a, c, 4).unwrap();
    builder.set_verdict(b, Outcome::Draw).unwrap();
    builder.set_owner(a, Player::One).unwrap();
    builder.set_priority(a, 12).unwrap();
    builder.set_target(c, true).unwrap();
    let text = write(&builder.finish().unwrap());
    assert!(line(&text, r#""a" ["#).ends_with(", owner=1, priority=12];"));
    assert!(text.contains("\"say \\\"b\\\"\nplease\" [label=\"say \\\"b\\\"\\nplease\\ndraw\""));
    assert!(text.contains("verdict=draw") && text.matches("verdict").count() == 1);
    assert!(line(&text, r#""c" ["#).ends_with(", target=true];"));
    assert!(text.contains("\nplease\" [weight=-7];"));
    assert!(line(&text, r#""a" -> "c""#).ends_with(", weight=4];"));
}

#[test]
fn a_name_that_dot_cannot_hold_is_an_error_that_quotes_it() {
    let mut builder = ArenaBuilder::new();
    builder.vertex("ends with \\").unwrap();
    let arena = builder.finish().unwrap();
    let error =
        dot(&arena, &solve(&arena), &DotOptions::default(), &mut Vec::new(), &Default::default())
            .unwrap_err();
    assert!(error.to_string().contains(r#""ends with \\""#), "{error}");
}
