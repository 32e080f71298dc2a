//! What pictures of games with two owners say.

use crate::common;

use common::check::check;
use common::legend::legend;
use common::owned::{OwnedAnswers, line, owned, texts, with_owners};
use common::owned_legend::check_owned_legend;
use common::{Solved, graphviz, named, solution, whole};
use proptest::prelude::*;
use retrograde_core::{
    Arena, ArenaBuilder, Credits, EnergySolution, Mealy, MealySolution, MealyStep,
    MeanPayoffSolution, MeanPayoffs, Objective, Player, RegionSolution, Solution,
    Strategy as Moves, Vertex, Winners,
};
use retrograde_draw::{Direction, DotOptions, DrawError, Part, SvgOptions, dot, svg};

const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

fn regions<const N: usize>(
    objective: Objective,
    winners: [Option<Player>; N],
    moves: [Option<Vertex>; N],
) -> Solution {
    let winners = winners.into_iter().collect();
    let strategy = Some(moves.into_iter().collect());
    Solution::new(objective, RegionSolution { winners, strategy })
}

#[test]
fn colour_is_the_winners_shape_the_owners_and_a_double_border_a_target() {
    let mut arena = owned("a>b b>c c>b a>d d>a", "bd");
    arena.targets.set(1, true);
    arena.targets.set(2, false);
    let solution = regions(Objective::Safety, [ZERO, ZERO, ONE, None], [Some(1), None, None, None]);
    let picture = whole(&arena, &solution);
    assert_eq!(texts(&picture, "node for-0 owner-0"), ["a", "0 wins"]);
    assert_eq!(texts(&picture, "node for-0 owner-1"), ["b", "0 wins"]);
    assert_eq!(texts(&picture, "node for-1 owner-0"), ["c", "1 wins"]);
    assert_eq!(texts(&picture, "node unknown owner-1"), ["d", "?"]);
    for title in ["b: player 0 wins, owner 1, target<", "d: winner unknown, owner 1<"] {
        assert!(picture.contains(title), "{title}");
    }
    assert_eq!(
        legend(&picture),
        [
            "Who wins:",
            "other move",
            "player 0 moves",
            "player 0 wins (2)",
            "player 1 moves",
            "player 1 wins (1)",
            "target",
            "unknown (1)",
            "winning move",
        ]
    );
    check_owned_legend(&picture, &arena, &solution);

    let text = graphviz(&arena, &solution);
    let a = line(&text, r#""a" ["#);
    assert!(a.contains(r##"label="a\n0 wins", winner=0, shape=ellipse, style="filled""##), "{a}");
    assert!(a.contains(r##"fillcolor="#1d6cab""##) && !a.contains("peripheries"));
    let b = line(&text, r#""b" ["#);
    assert!(b.contains("shape=box") && b.contains("peripheries=2, owner=1, target=true"), "{b}");
    assert!(
        line(&text, r#""c" ["#)
            .contains(r##"winner=1, shape=ellipse, style="filled", fillcolor="#ffc98a""##)
    );
    assert!(
        line(&text, r#""d" ["#).contains(r#"winner=unknown, shape=box, style="filled,dashed""#)
    );
    assert!(line(&text, r#""a" -> "b""#).contains(r##"[penwidth=2.8, color="#1d6cab"]"##));
    assert!(
        text.contains("\\lround: player 0 moves\\lsquare: player 1 moves\\lbold: winning move")
    );
    assert!(text.contains("\\lblue: player 0 wins (2)\\l"));
    assert!(text.contains("\\ldouble border: target\\l"));
}

#[test]
fn priorities_stand_below_the_name_and_a_double_border_means_no_moves() {
    let mut arena = owned("a>b b>a b>t", "b");
    for (vertex, priority) in [(0, 4_000_000_000), (1, 7), (2, 0)] {
        arena.priorities.set(vertex, priority);
    }
    arena.targets.set(0, true);
    let solution = regions(Objective::PARITY, [ONE, ONE, ONE], [None, Some(2), None]);
    let picture = whole(&arena, &solution);
    assert_eq!(texts(&picture, "node for-1 owner-0"), ["a", "4000000000", "t", "0"]);
    assert!(picture.contains("b: player 1 wins, owner 1, priority 7<"));
    assert!(picture.contains("t: player 1 wins, owner 0, priority 0, no moves<"));
    assert_eq!(picture.matches(r#"class="ring""#).count(), 2, "t and the legend");
    check_owned_legend(&picture, &arena, &solution);
    assert!(line(&graphviz(&arena, &solution), r#""b" ["#).contains(r"b\n7"));
}

#[test]
fn colours_stand_in_braces_and_the_first_moves_of_machines_are_marked() {
    let mut arena = owned("a>b a>c b>a c>a d>d", "d");
    arena.colors.set(1, 0b101);
    arena.colors.set(2, 0b10);
    let step = |vertex, memory, to: Vertex, next| MealyStep { vertex, memory, to: Some(to), next };
    let zero = vec![
        step(0, 0, 2, 1),
        step(0, 1, 1, 0),
        step(1, 0, 0, 0),
        step(2, 0, 0, 0),
        step(2, 1, 0, 1),
    ];
    let one = vec![step(3, 1, 3, 1)];
    let machines = [
        Mealy::new(Player::Zero, 4, 2, 0, zero).unwrap(),
        Mealy::new(Player::One, 4, 2, 1, one).unwrap(),
    ];
    let winners: Winners = [ZERO, ZERO, ZERO, ONE].into_iter().collect();
    let solution = solution(MealySolution::new(winners, Some(machines)));
    let picture = whole(&arena, &solution);
    assert_eq!(texts(&picture, "node for-0 owner-0"), ["a", "{}", "b", "{0,2}", "c", "{1}"]);
    assert!(picture.contains("b: player 0 wins, owner 0, colours {0,2}<"));
    assert!(legend(&picture).contains(&"winner's first move".to_owned()));
    check_owned_legend(&picture, &arena, &solution);
    let text = graphviz(&arena, &solution);
    assert!(line(&text, r#""a" -> "c""#).contains("penwidth"));
    assert!(!line(&text, r#""a" -> "b""#).contains("penwidth"));
    assert!(line(&text, r#""d" -> "d""#).contains(r##"color="#d96b00""##));
    assert!(line(&text, r#""b" ["#).ends_with(r#", colors="0,2"];"#));
}

#[test]
fn only_what_matters_to_the_objective_is_drawn() {
    let full = with_owners(named("a>b b>c c>a c>d b>b e>a e>e d>e d>c a>e"));
    let answers = OwnedAnswers::made_up(&full, &[7, 1, 3, 2, 11, 6, 3]);
    type Strip = fn(&mut Arena);
    let strips: [(Strip, &[&str]); 4] = [
        (|arena| arena.targets = Default::default(), &["targets"]),
        (|arena| arena.priorities = Default::default(), &["parity"]),
        (|arena| arena.colors = Default::default(), &["emerson-lei"]),
        (|arena| arena.weights = Default::default(), &["energy", "mean-payoff"]),
    ];
    for (strip, matters) in strips {
        let mut bare = full.clone();
        strip(&mut bare);
        for (kind, solution) in answers.kinds() {
            let same = whole(&full, &solution) == whole(&bare, &solution);
            assert_eq!(same, !matters.contains(&kind), "{kind}, {matters:?}");
        }
    }
}

#[test]
fn parts_count_hidden_moves() {
    let arena = with_owners(named("a>b b>c b>d c>d"));
    let answers = OwnedAnswers::made_up(&arena, &[1, 2, 3]);
    let mut options = SvgOptions::default();
    options.part = Part::From { vertex: 0, moves: 1 };
    for (kind, solution) in answers.kinds() {
        let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
        assert!(picture.contains(" (+2)</text>"), "{kind}");
        assert!(picture.contains(", 2 moves not shown</title>"), "{kind}");
        assert!(legend(&picture).contains(&"(+n): n moves not shown".to_owned()));
    }
}

#[test]
fn a_position_without_an_owner_is_refused_by_name() {
    let mut arena = named("a>b b>a");
    arena.owners.set(0, Player::One);
    let answers = {
        let owned = with_owners(arena.clone());
        OwnedAnswers::made_up(&owned, &[1, 2])
    };
    for (kind, solution) in answers.kinds() {
        let error =
            svg(&arena, &solution, &SvgOptions::default(), &Default::default()).unwrap_err();
        assert_eq!(error, DrawError::NoOwner { name: "b".to_owned() }, "{kind}");
        assert!(error.to_string().contains("'b'") && error.to_string().contains("owner=0"));
        let error =
            dot(&arena, &solution, &DotOptions::default(), &mut Vec::new(), &Default::default())
                .unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    }
}

#[test]
fn a_part_of_any_answer_to_another_game_is_refused() {
    let arena = with_owners(named("a>b b>c c>a"));
    let short = |length: usize| -> Winners { vec![ZERO; length].into_iter().collect() };
    let credits = |length: usize| -> Credits { vec![None; length].into_iter().collect() };
    let machine = |vertices| Mealy::new(Player::Zero, vertices, 1, 0, Vec::new()).unwrap();
    let mealy = |winners, machines, moves: Option<usize>| MealySolution {
        winners: short(winners),
        machines,
        moves: moves.map(Moves::empty),
    };
    let region = |winners, moves| RegionSolution {
        winners: short(winners),
        strategy: Some(Moves::empty(moves)),
    };
    let energy = |winners, of_credits, moves| EnergySolution {
        winners: short(winners),
        credits: credits(of_credits),
        strategy: Some(Moves::empty(moves)),
    };
    let mean = |values, moves| MeanPayoffSolution {
        values: MeanPayoffs::unknown(values),
        strategy: Some(Moves::empty(moves)),
        bounds: None,
    };
    let wrong_regions = [region(2, 3), region(3, 2)];
    let wrong_mealy = [
        mealy(2, None, None),
        mealy(3, Some([machine(3), machine(2)]), None),
        mealy(3, None, Some(2)),
    ];
    let wrong_energy = [energy(2, 3, 3), energy(3, 2, 3), energy(3, 3, 2)];
    let wrong_mean = [mean(2, 3), mean(3, 2)];
    let of = |objective: Objective| {
        wrong_regions.clone().map(move |answer| Solution::new(objective.clone(), answer))
    };
    let wrong = (of(Objective::Reachability).into_iter())
        .chain(of(Objective::PARITY))
        .chain(wrong_mealy.map(solution))
        .chain(wrong_energy.map(solution))
        .chain(wrong_mean.map(solution));
    for solution in wrong {
        let refused = DrawError::SolutionMismatch { vertices: 3, solved: 2 };
        assert_eq!(
            svg(&arena, &solution, &SvgOptions::default(), &Default::default()),
            Err(refused),
            "{solution:?}"
        );
    }
}

#[test]
fn an_answer_to_another_objective_is_refused() {
    let arena = with_owners(named("a>b b>a"));
    let answers: Vec<Solution> = (Solved::new(&arena).kinds().into_iter())
        .chain(OwnedAnswers::made_up(&arena, &[1, 2]).kinds())
        .map(|(_, solution)| solution)
        .collect();
    for objective in Objective::ALL {
        let mut drawn = 0;
        for solution in &answers {
            let claimed = Solution::new(objective.clone(), solution.answer.clone());
            match svg(&arena, &claimed, &SvgOptions::default(), &Default::default()) {
                Ok(_) => drawn += 1,
                Err(error) => {
                    assert_eq!(error, DrawError::NoAnswer { objective: objective.name() });
                    assert!(!objective.is_like(&solution.objective), "{objective}");
                }
            }
        }
        assert!((1..=3).contains(&drawn), "{objective}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_answers_to_random_games_are_drawn_cleanly_and_explained(
        vertices in 0usize..25,
        edges in prop::collection::vec((0usize..1000, 0usize..1000, -40i64..40), 0..60),
        numbers in prop::collection::vec(0u32..1000, 40),
        direction in prop::sample::select(vec![Direction::Auto, Direction::Down, Direction::Right]),
    ) {
        let mut builder = ArenaBuilder::new();
        for vertex in 0..vertices {
            builder.vertex(&format!("{vertex}{}", "-".repeat(vertex * 7 % 13))).unwrap();
        }
        let edges = if vertices == 0 { Vec::new() } else { edges };
        let end = |number: usize| (number % vertices) as Vertex;
        for (from, to, power) in edges {
            // Labels of all widths.
            let weight = power.signum() * (1 << power.unsigned_abs().min(40));
            builder.edge(end(from), end(to)).unwrap();
            builder.weighted_edge(end(from), end(to), weight).unwrap();
        }
        let mut arena = with_owners(builder.finish().unwrap());
        for (vertex, number) in numbers.iter().enumerate().take(vertices) {
            let owner = if number % 2 == 0 { Player::Zero } else { Player::One };
            arena.owners.set(vertex, owner);
        }
        let mut options = SvgOptions::default();
        options.direction = direction;
        for (kind, solution) in OwnedAnswers::made_up(&arena, &numbers).kinds() {
            let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
            check(&picture, &arena);
            check_owned_legend(&picture, &arena, &solution);
            let text = graphviz(&arena, &solution);
            let lines = || text.lines().filter(|line| line.starts_with("  \""));
            let moves = lines().filter(|line| line.contains("\" -> \"")).count();
            let counts = (lines().count() - moves, moves);
            prop_assert_eq!(counts, (vertices, arena.graph.edge_count()), "{}", kind);
        }
    }
}
