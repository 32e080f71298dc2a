//! What pictures of the objectives beyond outcomes say.

use crate::common;

use common::check::check;
use common::legend::{check_legend, legend};
use common::{Solved, graphviz, named, partizan, solution, whole};
use proptest::prelude::*;
use retrograde_core::{
    Arena, ArenaBuilder, AsymmetricSolution, Distance, Grundy, GrundyValues, Outcome,
    OutcomeSolution, PartizanOutcomes, PartizanSolution, Side, Strategies, Value, Vertex,
};
use retrograde_draw::{Part, SvgOptions, Terms, svg};
use roxmltree::Document;

/// The texts in the node whose title starts with `name`, and that title.
fn node(picture: &str, name: &str) -> (Vec<String>, String) {
    let document = Document::parse(picture).unwrap();
    for node in document.descendants() {
        let title = node.first_element_child().and_then(|child| child.text()).unwrap_or("");
        let is_node = node.attribute("class").is_some_and(|class| class.starts_with("node "));
        if is_node && title.starts_with(&format!("{name}: ")) {
            let texts = node.children().filter(|child| child.has_tag_name("text"));
            let texts = texts.map(|text| text.text().unwrap().to_owned()).collect();
            return (texts, title.to_owned());
        }
    }
    panic!("{name} is not in {picture}");
}

#[test]
fn asymmetric_nodes_hold_both_values_and_moves_say_whose_they_are() {
    let arena = named("a>b a>t b>a b>t");
    let solution = solution(AsymmetricSolution {
        first: [Outcome::Win, Outcome::Draw, Outcome::Win].into_iter().collect(),
        second: [Outcome::Lose, Outcome::Lose, Outcome::Draw].into_iter().collect(),
        strategies: Some(Strategies {
            first: [Some(1), None, Some(1)].into_iter().collect(),
            second: [Some(2), None, Some(1)].into_iter().collect(),
        }),
    });
    // The vertices are a, b, t in the order of the text.
    assert_eq!(arena.names.get(1), "b");
    let picture = whole(&arena, &solution);
    let (texts, title) = node(&picture, "a");
    assert_eq!(texts, ["a", "win", "lose"]);
    assert_eq!(title, "a: win with player 0 to move, lose with player 1 to move");
    for class in ["node win lose", "node draw lose", "node win draw"] {
        assert!(picture.contains(&format!(r#"class="{class}""#)), "{class}");
    }
    assert_eq!(
        legend(&picture),
        [
            "For the player to move (left: player 0, right: player 1):",
            "draw (1 | 1)",
            "lose (0 | 2)",
            "no moves",
            "other move",
            "player 0's move",
            "player 1's move",
            "win (2 | 0)",
        ]
    );
    let text = graphviz(&arena, &solution);
    assert!(text.contains("first=win, second=lose, shape=box"));
    assert!(text.contains(r##""a" -> "b" [penwidth=2.8, color="#5a36b5"];"##));
    assert!(text.contains(r##""a" -> "t" [penwidth=2.8, color="#b3173c", style=dashed];"##));
    assert!(text.contains("\\lbold: player 0's move\\lbold and dashed: player 1's move\\l"));
    assert!(!text.contains("double: "));
}

#[test]
fn without_strategies_no_move_is_marked() {
    let arena = named("a>b b>a a>t");
    let mut asymmetric = Solved::new(&arena).asymmetric;
    asymmetric.strategies = None;
    let solution = solution(asymmetric);
    let picture = whole(&arena, &solution);
    assert!(!legend(&picture).iter().any(|text| text.ends_with("'s move")));
    assert_eq!(picture.matches(r#"class="move""#).count(), 3);
    check_legend(&picture, &arena, &solution, Terms::WinLose);
}

#[test]
fn grundy_values_are_written_and_moves_to_zero_marked() {
    let arena = named("a>b a>t b>t l>l l>a l>t m>m");
    let solution = solution(Solved::new(&arena).grundy);
    let picture = whole(&arena, &solution);
    let texts = ["a", "b", "t", "l", "m"].map(|name| node(&picture, name).0[1].clone());
    assert_eq!(texts, ["2", "1", "0", "inf{0,2}", "inf{}"]);
    assert_eq!(node(&picture, "l").1, "l: Grundy value inf{0,2}, win");
    assert_eq!(
        legend(&picture),
        [
            "Grundy value below the name; for the player to move:",
            "draw (1)",
            "inf{…}: loopy, with the finite values it can move to",
            "lose (1)",
            "no moves",
            "other move",
            "win (3)",
            "winning move",
        ]
    );
    let text = graphviz(&arena, &solution);
    assert!(text.contains(r#"label="l\ninf{0,2}", grundy="inf{0,2}", outcome=win"#));
    assert!(text.contains(r#""l" -> "t" [penwidth=2.8"#) && text.contains("\"l\" -> \"a\";"));
    assert!(text.contains("\\lwhite and dashed: draw (1)\\l"));
}

#[test]
fn long_loopy_values_are_shortened_in_the_node_only() {
    let arena = named("a>a");
    let options: Vec<u32> = (0..40).collect();
    let mut values = GrundyValues::default();
    values.push(Grundy::Loopy(&options));
    let solution = solution(values);
    let picture = whole(&arena, &solution);
    let (texts, title) = node(&picture, "a");
    assert_eq!(texts[1], "inf{0,1,2,3,4,…}");
    assert!(title.contains("38,39}, win"));
    assert!(graphviz(&arena, &solution).contains("38,39}\""));
}

#[test]
fn partizan_nodes_hold_both_values_and_the_class_and_lines_their_side() {
    let arena = partizan("a>L>b a>R>c b>c c>d b>L>d b>L>d b>R>a b>L>a");
    let solved = Solved::new(&arena).partizan;
    let class = solved.class(0).as_str();
    let solution = solution(solved);
    let picture = whole(&arena, &solution);
    let (texts, title) = node(&picture, "a");
    assert_eq!(texts.len(), 4);
    assert_eq!((texts[0].as_str(), texts[3].as_str()), ("a", class));
    assert!(title.starts_with(&format!("a: {class}, ")) && title.ends_with(" with Right to move"));
    // One line for the two of Left, none of its own for moves that both sides have.
    assert!(picture.contains(">L ×2<") && picture.contains(">×2<"));
    check(&picture, &arena);
    check_legend(&picture, &arena, &solution, Terms::WinLose);
    let text = graphviz(&arena, &solution);
    assert_eq!(text.matches("player=left").count(), 4);
    assert_eq!(text.matches("player=right").count(), 2);
    assert_eq!(text.matches(r#"label=" L ""#).count(), 4);
    assert!(
        text.contains(&format!(
            "right_first={}, class={class}",
            texts[2].split(' ').next().unwrap()
        ))
    );
}

#[test]
fn a_move_of_the_other_side_is_nobodys_best() {
    // Right would win at once by the move that only Left has.
    let arena = partizan("a>L>t");
    let values = |a| [a, Value::Lose(Distance(0))].into_iter().collect();
    let side = |strategy| OutcomeSolution::new(values(Value::Win(Distance(1))), strategy);
    let moves = [Some(1), None].into_iter().collect();
    let solved = PartizanSolution { left_first: side(None), right_first: side(Some(moves)) };
    let picture = whole(&arena, &solution(solved));
    assert!(legend(&picture).contains(&"Left's best move".to_owned()));
    assert!(!picture.contains("Right's best") && !picture.contains("best move of both"));
}

#[test]
fn partizan_outcomes_without_distances_have_no_numbers_and_no_marks() {
    let arena = partizan("a>L>b a>R>c b>c c>d");
    let solved = Solved::new(&arena).partizan;
    let numbered = graphviz(&arena, &solution(solved.clone()));
    let solution = solution(PartizanOutcomes::from(solved));
    let picture = whole(&arena, &solution);
    let (texts, title) = node(&picture, "d");
    assert_eq!(texts, ["d", "lose", "lose", "P"]);
    assert_eq!(title, "d: P, lose with Left to move, lose with Right to move, no moves");
    assert!(!picture.contains("moves to the end") && !picture.contains("best move"));
    check(&picture, &arena);
    check_legend(&picture, &arena, &solution, Terms::WinLose);
    // Other programs are told the same.
    let told = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.split_once("left_first="));
        lines.map(|(_, rest)| rest.split_once(", shape").unwrap().0.to_owned()).collect()
    };
    assert_eq!(told(&graphviz(&arena, &solution)), told(&numbered));
}

#[test]
fn parts_count_hidden_moves_beside_two_values() {
    let arena = named("a>b b>c b>d c>d");
    let solved = Solved::new(&arena);
    let mut options = SvgOptions::default();
    options.part = Part::From { vertex: 0, moves: 1 };
    for (kind, solution) in solved.kinds() {
        let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
        let (texts, title) = node(&picture, "b");
        assert!(texts.last().unwrap().ends_with("(+2)"), "{kind}: {texts:?}");
        assert!(title.ends_with(", 2 moves not shown"));
        assert!(legend(&picture).contains(&"(+n): n moves not shown".to_owned()));
        assert!(!legend(&picture).contains(&"no moves".to_owned()));
    }
}

#[test]
fn graphviz_tables_hold_names_of_any_kind() {
    let mut builder = ArenaBuilder::new();
    builder.vertex("<b>&\n\"x\"").unwrap();
    builder.vertex("").unwrap();
    let arena = builder.finish().unwrap();
    let text = graphviz(&arena, &solution(Solved::new(&arena).asymmetric));
    assert!(text.contains(">&lt;b&gt;&amp;<BR/>&quot;x&quot;</TD>"), "{text}");
    let tables = text.lines().filter(|line| line.contains("[label=<<TABLE")).count();
    assert_eq!(tables, 2);
}

/// A value for every vertex that need not make sense: a picture shows what it is given.
fn made_up(arena: &Arena, numbers: &[u32]) -> Solved {
    let number = |at: usize| numbers[at % numbers.len()] as usize + at / numbers.len();
    let outcome = |at| [Outcome::Win, Outcome::Lose, Outcome::Draw][number(at) % 3];
    let vertices = arena.graph.vertex_count();
    let value = |at| Value::new(outcome(at), Distance(number(at) as u32 % 5));
    let step = |shift: usize| {
        move |vertex: usize| -> Option<Vertex> {
            let moves = arena.graph.successors(vertex as Vertex);
            (!moves.is_empty()).then(|| moves[number(vertex + shift) % moves.len()])
        }
    };
    let outcomes = |shift: usize| {
        let values = (0..vertices).map(|vertex| value(vertex + shift)).collect();
        let named = number(shift) % 2 == 0;
        OutcomeSolution::new(values, named.then(|| (0..vertices).map(step(shift)).collect()))
    };
    let mut grundy = GrundyValues::default();
    for vertex in 0..vertices {
        let first = number(vertex) as u32 % 4;
        match number(vertex + 1) % 4 {
            0 => grundy.push(Grundy::Finite(first)),
            1 => grundy.push(Grundy::Finite(first * 1_000_000)),
            2 => grundy.push(Grundy::Loopy(&[])),
            _ => grundy.push(Grundy::Loopy(&(first..first + 9).collect::<Vec<_>>())),
        }
    }
    Solved {
        outcome: outcomes(0),
        asymmetric: AsymmetricSolution {
            first: (0..vertices).map(outcome).collect(),
            second: (0..vertices).map(|vertex| outcome(vertex + 3)).collect(),
            strategies: (number(7) % 4 > 0).then(|| Strategies {
                first: (0..vertices).map(step(1)).collect(),
                second: (0..vertices).map(step(2)).collect(),
            }),
        },
        grundy,
        partizan: PartizanSolution { left_first: outcomes(4), right_first: outcomes(5) },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn any_labels_of_random_graphs_are_drawn_cleanly_and_explained(
        vertices in 0usize..30,
        edges in prop::collection::vec((0usize..1000, 0usize..1000, 0..3), 0..70),
        numbers in prop::collection::vec(0u32..1000, 40),
        terms in prop::sample::select(vec![Terms::WinLose, Terms::Pn]),
    ) {
        let mut builder = ArenaBuilder::new();
        for vertex in 0..vertices {
            builder.vertex(&format!("{vertex}{}", "-".repeat(vertex * 7 % 13))).unwrap();
        }
        let edges = if vertices == 0 { Vec::new() } else { edges };
        let end = |number: usize| (number % vertices) as Vertex;
        for (from, to, player) in edges {
            builder.edge(end(from), end(to)).unwrap();
            match player {
                0 => builder.set_last_player(Side::Left),
                1 => builder.set_last_player(Side::Right),
                _ => {}
            }
        }
        let arena = builder.finish().unwrap();
        let mut options = SvgOptions::default();
        options.terms = terms;
        for (kind, solution) in made_up(&arena, &numbers).kinds() {
            let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
            check(&picture, &arena);
            check_legend(&picture, &arena, &solution, terms);
            let text = graphviz(&arena, &solution);
            let nodes = text.lines().filter(|line| line.contains("\" [label=")).count();
            let moves = text.lines().filter(|line| line.contains("\" -> \"")).count();
            prop_assert_eq!((nodes, moves), (vertices, arena.graph.edge_count()), "{}", kind);
            let opened = text.matches('<').count();
            let arrows = text.matches("->").count();
            prop_assert_eq!(opened, text.matches('>').count() - arrows, "brackets match");
        }
    }
}
