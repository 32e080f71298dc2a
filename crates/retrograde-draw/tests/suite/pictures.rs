//! What a picture says: outcomes, best moves, counts, parts, refusals.

use crate::common;

use common::check::check;
use common::{
    Solved, gallery, named, noise, numbered, random, solution, solve, solve_outcomes, with_players,
};
use proptest::prelude::*;
use retrograde_core::{
    ArenaBuilder, AsymmetricSolution, OutcomeSolution, PartizanOutcomes, PartizanSolution,
    Strategies, Strategy as Moves, Vertex,
};
use retrograde_draw::{DotOptions, DrawError, Part, SvgOptions, Terms, dot, svg};
use roxmltree::Document;

fn draw(text: &str, options: &SvgOptions) -> String {
    let arena = named(text);
    svg(&arena, &solve(&arena), options, &Default::default()).unwrap()
}

/// The titles of all elements of a class, sorted.
fn titles(picture: &str, class: &str) -> Vec<String> {
    let document = Document::parse(picture).unwrap();
    let mut found: Vec<String> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some(class))
        .flat_map(|node| node.descendants())
        .filter(|node| node.has_tag_name("title"))
        .map(|title| title.text().unwrap_or("").to_owned())
        .collect();
    found.sort();
    found
}

#[test]
fn nodes_say_outcome_and_distance_and_best_moves_are_told_apart() {
    let picture = draw("a>b b>a a>t", &SvgOptions::default());
    assert_eq!(titles(&picture, "node win"), ["a: win in 1"]);
    assert_eq!(titles(&picture, "node lose"), ["b: lose in 2", "t: lose in 0, no moves"]);
    assert_eq!(titles(&picture, "best"), ["a → t", "b → a"]);
    assert_eq!(titles(&picture, "other"), ["a → b"]);
}

#[test]
fn a_move_that_only_the_strategy_names_is_best_too() {
    let arena = named("a>b a>c b>c");
    let moves: [Option<Vertex>; 3] = [Some(1), Some(2), None];
    let strategy = Some(moves.into_iter().collect());
    let solution = solution(OutcomeSolution { strategy, ..solve_outcomes(&arena) });
    let picture = svg(&arena, &solution, &SvgOptions::default(), &Default::default()).unwrap();
    assert_eq!(titles(&picture, "best"), ["a → b", "a → c", "b → c"]);
}

#[test]
fn parallel_moves_are_one_line_with_a_count() {
    let picture = draw("a>b a>b a>b b>b b>b", &SvgOptions::default());
    assert_eq!(picture.matches(r#"class="move""#).count(), 2);
    assert!(picture.contains(">×3<") && picture.contains(">×2<"));
}

#[test]
fn best_moves_of_decided_positions_point_with_the_flow() {
    let picture = {
        let arena = named("a>b>c>d>a d>e b>e");
        let mut options = SvgOptions::default();
        options.direction = retrograde_draw::Direction::Down;
        svg(&arena, &solve(&arena), &options, &Default::default()).unwrap()
    };
    let document = Document::parse(&picture).unwrap();
    for step in document.descendants().filter(|node| node.attribute("class") == Some("move")) {
        if step.parent().and_then(|group| group.attribute("class")) == Some("best") {
            let path = step.children().find(|c| c.attribute("class") == Some("arrow")).unwrap();
            let numbers: Vec<f64> = path
                .attribute("d")
                .unwrap()
                .split(|c: char| c.is_alphabetic() || c == ' ')
                .filter_map(|number| number.parse().ok())
                .collect();
            assert!(numbers[1] > numbers[3], "the tip is below its base");
        }
    }
}

#[test]
fn the_legend_counts_and_explains_only_what_is_there() {
    let picture = draw("a>b b>c c>b", &SvgOptions::default());
    for text in ["win (0)", "lose (0)", "draw (3)", "best move"] {
        assert!(picture.contains(text), "{text}");
    }
    for text in ["other move", "no moves", "moves to the end", "not shown"] {
        assert!(!picture.contains(text), "{text}");
    }
    let mut options = SvgOptions::default();
    options.legend = false;
    assert!(!draw("a>b", &options).contains("For the player"));
}

#[test]
fn names_are_escaped_shortened_and_kept_whole_in_the_title() {
    let long = format!("<&{}>", "x".repeat(60));
    let mut builder = ArenaBuilder::new();
    builder.vertex(&long).unwrap();
    let arena = builder.finish().unwrap();
    let mut options = SvgOptions::default();
    options.title = Some("Tom & \"Jerry\"\u{1}".to_owned());
    let picture = svg(&arena, &solve(&arena), &options, &Default::default()).unwrap();
    let document = Document::parse(&picture).unwrap();
    assert_eq!(titles(&picture, "node lose"), [format!("{long}: lose in 0, no moves")]);
    let node = document.descendants().find(|node| node.attribute("class") == Some("node lose"));
    let label = node.unwrap().descendants().find(|node| node.has_tag_name("text")).unwrap();
    let label = label.text().unwrap();
    assert!(label.starts_with("<&xxx") && label.ends_with('…') && label.chars().count() < 25);
    assert!(picture.contains("Tom &amp; &quot;Jerry&quot;\u{fffd}"));
}

#[test]
fn a_part_shows_what_is_near_and_counts_what_is_not() {
    let arena = numbered(1000, (0..999).flat_map(|v| [(v, v + 1), (v, (v + 2).min(999))]));
    let solution = solve(&arena);
    let mut options = SvgOptions::default();
    options.part = Part::From { vertex: 10, moves: 2 };
    let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
    assert_eq!(picture.matches(r#"class="node "#).count(), 5);
    let edge: Vec<String> = ["node win", "node lose"]
        .iter()
        .flat_map(|class| titles(&picture, class))
        .filter_map(|title| title.split_once(", ").map(|(_, rest)| rest.to_owned()))
        .collect();
    assert_eq!(edge, ["1 move not shown", "2 moves not shown"]);
    assert!(picture.contains("(+1)") && picture.contains("(+2)"));

    options.part = Part::From { vertex: 10, moves: 900 };
    let error = svg(&arena, &solution, &options, &Default::default()).unwrap_err();
    assert!(matches!(error, DrawError::PartTooLarge { moves: 900, max_vertices: 500, .. }));
    assert!(error.to_string().contains("follow fewer moves"));

    options.part = Part::From { vertex: 1000, moves: 1 };
    let error = svg(&arena, &solution, &options, &Default::default()).unwrap_err();
    assert_eq!(error, DrawError::NoSuchVertex { vertex: 1000, vertices: 1000 });
}

#[test]
fn large_graphs_are_refused_with_size_limit_and_remedy() {
    let arena = numbered(501, [(0, 1)]);
    let error = svg(&arena, &solve(&arena), &SvgOptions::default(), &Default::default())
        .unwrap_err()
        .to_string();
    for text in ["501 vertices", "500 vertices", "1 edges", "3,000 edges", "Graphviz"] {
        assert!(error.contains(text), "{error}");
    }
    let mut options = SvgOptions::default();
    options.max_vertices = 501;
    assert!(svg(&arena, &solve(&arena), &options, &Default::default()).is_ok());
}

#[test]
fn a_solution_of_another_graph_is_refused() {
    let arena = numbered(3, [(0, 1)]);
    let short = solve(&numbered(2, [(0, 1)]));
    let refused = DrawError::SolutionMismatch { vertices: 3, solved: 2 };
    assert_eq!(svg(&arena, &short, &SvgOptions::default(), &Default::default()), Err(refused));
    assert!(
        dot(&arena, &short, &DotOptions::default(), &mut Vec::new(), &Default::default()).is_err()
    );
    let strategy = Some(Moves::empty(5));
    let long = solution(OutcomeSolution { strategy, ..solve_outcomes(&arena) });
    let refused = DrawError::SolutionMismatch { vertices: 3, solved: 5 };
    assert_eq!(svg(&arena, &long, &SvgOptions::default(), &Default::default()), Err(refused));
}

#[test]
fn a_part_of_any_solution_of_another_graph_is_refused() {
    let arena = numbered(3, [(0, 1), (1, 2)]);
    let (short, right) = (Solved::new(&numbered(2, [(0, 1)])), Solved::new(&arena));
    let moves =
        |first, second| Strategies { first: Moves::empty(first), second: Moves::empty(second) };
    let asymmetric = |first: &Solved, second: &Solved, strategies| AsymmetricSolution {
        first: first.asymmetric.first.clone(),
        second: second.asymmetric.second.clone(),
        strategies,
    };
    let partizan = |left: &Solved, right: &Solved| PartizanSolution {
        left_first: left.partizan.left_first.clone(),
        right_first: right.partizan.right_first.clone(),
    };
    let mut named = right.partizan.clone();
    named.right_first.strategy = Some(Moves::empty(2));
    let wrong_asymmetric = [
        asymmetric(&short, &right, None),
        asymmetric(&right, &short, None),
        asymmetric(&right, &right, Some(moves(2, 3))),
        asymmetric(&right, &right, Some(moves(3, 2))),
    ];
    let wrong_partizan = [partizan(&short, &right), partizan(&right, &short), named];
    let [whole, short_outcomes] = [&wrong_partizan[2], &short.partizan]
        .map(|solution| PartizanOutcomes::from(solution.clone()));
    let wrong_outcomes = [
        PartizanOutcomes { left_first: short_outcomes.left_first, ..whole.clone() },
        PartizanOutcomes { right_first: short_outcomes.right_first, ..whole },
    ];
    let wrong = [solution(short.grundy)]
        .into_iter()
        .chain(wrong_asymmetric.map(solution))
        .chain(wrong_partizan.map(solution))
        .chain(wrong_outcomes.map(solution));
    for solution in wrong {
        let refused = DrawError::SolutionMismatch { vertices: 3, solved: 2 };
        assert_eq!(
            svg(&arena, &solution, &SvgOptions::default(), &Default::default()),
            Err(refused),
            "{solution:?}"
        );
        let error =
            dot(&arena, &solution, &DotOptions::default(), &mut Vec::new(), &Default::default())
                .unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    }
}

#[test]
fn the_terms_of_combinatorial_games_replace_those_of_the_mover() {
    let mut options = SvgOptions::default();
    options.terms = Terms::Pn;
    let picture = draw("a>b b>a a>t d>d", &options);
    assert_eq!(titles(&picture, "node win"), ["a: N in 1"]);
    assert_eq!(titles(&picture, "node lose"), ["b: P in 2", "t: P in 0, no moves"]);
    assert_eq!(titles(&picture, "node draw"), ["d: draw"]);
    for text in [">N 1<", ">P 2<", ">draw<", "P: the previous player (2)", "draw (1)"] {
        assert!(picture.contains(text), "{text}");
    }
    assert!(!picture.contains(">win") && !picture.contains("player to move"));
}

#[test]
fn players_of_moves_change_no_picture_but_a_partizan_one() {
    let plain = random(12, 30, 6);
    let arena = with_players(plain.clone());
    let solved = Solved::new(&plain);
    for (kind, solution) in solved.kinds() {
        let [with, without] = [&arena, &plain].map(|arena| {
            svg(arena, &solution, &SvgOptions::default(), &Default::default()).unwrap()
        });
        assert_eq!(with == without, !kind.starts_with("partizan"), "{kind}");
    }
}

#[test]
fn the_picture_in_the_documentation_is_what_is_drawn() {
    let (_, arena) = gallery().into_iter().find(|(name, _)| *name == "05-subtraction-21").unwrap();
    let mut options = SvgOptions::default();
    options.title = Some("subtraction-1-2-3.txt".to_owned());
    let picture = svg(&arena, &solve(&arena), &options, &Default::default()).unwrap();
    assert_eq!(picture, include_str!("../../../../docs/subtraction-1-2-3.svg"));
}

#[test]
fn graphs_at_the_limits_are_drawn() {
    let mut below = noise(9);
    let long_moves = (0..2500).map(|_| {
        let (a, b) = (below(500) as Vertex, below(500) as Vertex);
        (a.min(b), a.max(b))
    });
    let chain_with_jumps =
        numbered(500, (1..500).map(|to| (to - 1, to)).chain(long_moves).collect::<Vec<_>>());
    let complete = numbered(77, (0..77).flat_map(|from| (from + 1..77).map(move |to| (from, to))));
    for arena in [chain_with_jumps, complete, random(500, 3000, 4)] {
        let picture =
            svg(&arena, &solve(&arena), &SvgOptions::default(), &Default::default()).unwrap();
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
        Document::parse(&picture).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_graphs_are_drawn_cleanly(
        vertices in 1usize..45,
        edges in prop::collection::vec((0usize..1000, 0usize..1000), 0..110),
        direction in 0..3,
    ) {
        let mut builder = ArenaBuilder::new();
        for vertex in 0..vertices {
            // Widths differ, but no name is so long that it is shortened.
            let name = format!("{vertex}{}", "-".repeat(vertex * 7 % 13));
            builder.vertex(&name).unwrap();
        }
        let end = |number: usize| (number % vertices) as Vertex;
        for (from, to) in edges {
            builder.edge(end(from), end(to)).unwrap();
        }
        let arena = builder.finish().unwrap();
        let mut options = SvgOptions::default();
        options.direction = match direction {
            0 => retrograde_draw::Direction::Auto,
            1 => retrograde_draw::Direction::Down,
            _ => retrograde_draw::Direction::Right,
        };
        check(&svg(&arena, &solve(&arena), &options, &Default::default()).unwrap(), &arena);
    }
}
