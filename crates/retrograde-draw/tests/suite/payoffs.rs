//! What pictures of energy and mean-payoff games say, and where they say it.

use crate::common;

use common::check::{check, label_overlaps};
use common::legend::legend;
use common::owned::{OwnedAnswers, line, owned, texts, with_owners};
use common::owned_legend::check_owned_legend;
use common::{graphviz, named, solution, whole};
use retrograde_core::{EnergySolution, MeanPayoffSolution, Player, Ratio, Vertex};
use retrograde_draw::{Direction, SvgOptions, svg};

const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

#[test]
fn energy_shows_credits_and_weights() {
    let mut arena = owned("a>b b>a c>a c>c", "c");
    for (edge, weight) in [(0, -3), (1, 3), (3, i64::MIN)] {
        arena.weights.set(edge, weight);
    }
    let solution = solution(EnergySolution {
        winners: [ZERO, ZERO, ONE].into_iter().collect(),
        credits: [Some(3), Some(1 << 90), None].into_iter().collect(),
        strategy: Some([Some(1), Some(0), Some(2)].into_iter().collect()),
    });
    let picture = whole(&arena, &solution);
    assert_eq!(
        texts(&picture, "node for-0 owner-0"),
        ["a", "3", "b", "1237940039285380274899124224"]
    );
    assert_eq!(texts(&picture, "node for-1 owner-1"), ["c", "∞"]);
    assert!(picture.contains("a: player 0 wins with credit 3, owner 0<"));
    assert!(picture.contains("c: player 1 wins against any credit, owner 1<"));
    let mut weights = texts(&picture, "weight");
    weights.sort();
    // An edge without a weight weighs nothing.
    assert_eq!(weights, ["-3", "-9223372036854775808", "0", "3"]);
    check(&picture, &arena);
    check_owned_legend(&picture, &arena, &solution);
    let text = graphviz(&arena, &solution);
    assert!(line(&text, r#""a" ["#).contains(r#"label="a\n3", winner=0, credit=3, shape=ellipse"#));
    assert!(!line(&text, r#""c" ["#).contains("credit"));
    let edge = line(&text, r#""a" -> "b""#);
    assert!(edge.contains(r#"label=" -3 ""#) && edge.ends_with(", weight=-3];"), "{edge}");
    assert!(line(&text, r#""c" -> "a""#).contains(r#"label=" 0 ""#));
}

#[test]
fn mean_payoffs_are_coloured_by_their_sign() {
    let arena = owned("a>b b>c c>d d>a", "bd");
    let solution = solution(MeanPayoffSolution {
        values: [Ratio::new(3, 2), Ratio::new(-1, 3), Ratio::new(0, 1), None].into_iter().collect(),
        strategy: Some([Some(1), Some(2), Some(3), None].into_iter().collect()),
        bounds: None,
    });
    let picture = whole(&arena, &solution);
    assert_eq!(texts(&picture, "node for-0 owner-0"), ["a", "3/2"]);
    assert_eq!(texts(&picture, "node for-1 owner-1"), ["b", "-1/3"]);
    assert_eq!(texts(&picture, "node for-nobody owner-0"), ["c", "0"]);
    assert_eq!(texts(&picture, "node unknown owner-1"), ["d", "?"]);
    for text in ["positive, for player 0 (1)", "negative, for player 1 (1)", "zero (1)"] {
        assert!(legend(&picture).contains(&text.to_owned()), "{text}");
    }
    assert!(picture.contains("b: mean payoff -1/3, owner 1<"));
    check_owned_legend(&picture, &arena, &solution);
    let text = graphviz(&arena, &solution);
    assert!(line(&text, r#""b" ["#).contains(r#"value="-1/3", shape=box"#));
    assert!(line(&text, r#""d" ["#).contains(r#"value="unknown""#));
    assert!(text.contains("\\lwhite: zero (1)\\lgrey and dashed: unknown (1)\\l"));
}

#[test]
fn of_parallel_moves_the_best_for_the_mover_is_marked() {
    let mut arena = owned("a>b a>b a>b b>a b>a a>a a>a", "b");
    let weights = arena.graph.edges().enumerate().map(|(edge, _)| edge as i64 % 3 * 5);
    for (edge, weight) in weights.collect::<Vec<_>>().into_iter().enumerate() {
        arena.weights.set(edge, weight);
    }
    let solution = solution(MeanPayoffSolution {
        values: [Ratio::new(1, 1); 2].into_iter().collect(),
        strategy: Some([Some(1), Some(0)].into_iter().collect()),
        bounds: None,
    });
    let text = graphviz(&arena, &solution);
    let bold = |start: &str| -> Vec<&str> {
        let lines = text.lines().filter(|line| line.trim_start().starts_with(start));
        let bold = lines.filter(|line| line.contains("penwidth"));
        bold.map(|line| line.rsplit_once("weight=").unwrap().1.trim_end_matches("];")).collect()
    };
    let of = |from: Vertex, to: Vertex| -> Vec<i64> {
        let edges = arena.graph.edge_range(from).filter(|&e| arena.graph.targets()[e] == to);
        edges.map(|edge| arena.weights.get(edge).unwrap()).collect()
    };
    assert_eq!(bold(r#""a" -> "b""#), [of(0, 1).iter().max().unwrap().to_string()]);
    assert_eq!(bold(r#""b" -> "a""#), [of(1, 0).iter().min().unwrap().to_string()]);
    assert!(bold(r#""a" -> "a""#).is_empty());
    // A picture has one line for all of them.
    let picture = whole(&arena, &solution);
    assert_eq!(picture.matches(r#"class="move""#).count(), 3);
    let written = texts(&picture, "weight");
    assert!(written.iter().any(|text| text.ends_with(" ×3") && text.contains(" to ")));
    assert_eq!(written.iter().filter(|text| text.contains(", ")).count(), 2);
}

#[test]
fn weights_keep_off_each_other_where_there_is_room() {
    let edges = "a>a a>b b>a b>c c>c c>c c>d d>b d>a b>d c>a e>a e>b e>c e>d d>e";
    let mut arena = with_owners(named(edges));
    for (edge, weight) in [(1, -1_000_000), (2, 123_456), (5, i64::MAX), (9, 77_777)] {
        arena.weights.set(edge, weight);
    }
    let answers = OwnedAnswers::made_up(&arena, &[3, 1, 4, 1, 5, 9, 2, 6]);
    let solution = solution(answers.mean_payoff);
    for direction in [Direction::Auto, Direction::Down, Direction::Right] {
        let mut options = SvgOptions::default();
        options.direction = direction;
        let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
        check(&picture, &arena);
        assert_eq!(label_overlaps(&picture), 0, "{direction:?}");
    }
}

#[test]
fn a_wide_weight_at_a_loop_lies_on_no_other_position() {
    let mut arena = owned("a>a a>a a>a a>b a>c a>d", "");
    for edge in (0..6).filter(|&edge| arena.graph.targets()[edge] == 0) {
        arena.weights.set(edge, if edge == 0 { i64::MIN } else { i64::MAX });
    }
    let solution = solution(OwnedAnswers::made_up(&arena, &[2]).energy);
    for direction in [Direction::Down, Direction::Right] {
        let mut options = SvgOptions::default();
        options.direction = direction;
        let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
        assert!(picture.contains(">-9223372036854775808 to 9223372036854775807 ×3<"));
        check(&picture, &arena);
    }
}
