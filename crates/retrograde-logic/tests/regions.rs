//! Winning regions are fixpoints: the formulas in `examples/logic` say what the solvers find.

use proptest::collection::vec;
use proptest::prelude::*;
use retrograde_core::{Arena, Control, Objective, Outcome, Player, Question, Solution};
use retrograde_logic::check::{Formula, Options, check};
use retrograde_solve::registry;

fn formula(name: &str) -> Formula {
    let path = format!("{}/../../examples/logic/{name}.mcf", env!("CARGO_MANIFEST_DIR"));
    Formula::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn satisfying(model: &Arena, name: &str) -> Vec<bool> {
    let (formula, asked) = (formula(name), Options { all: true, ..Options::default() });
    let checked = check(model, &formula, &asked, &Control::ALONE).unwrap();
    checked.answers().map(|(_, holds)| holds).collect()
}

fn solve(model: &Arena, objective: &Objective) -> Solution {
    let question = Question::new(model, objective).unwrap();
    let solution = registry::solve(&question, &Default::default()).unwrap().solution;
    retrograde_verify::verify(&question, &solution, &Default::default()).unwrap();
    solution
}

fn agrees(model: &Arena) {
    let outcomes = solve(model, &Objective::OUTCOME);
    for (name, outcome) in [("win", Outcome::Win), ("lose", Outcome::Lose), ("draw", Outcome::Draw)]
    {
        let expected: Vec<bool> = model
            .graph
            .vertices()
            .map(|vertex| outcomes.cells(vertex).next().unwrap().outcome() == Some(outcome))
            .collect();
        assert_eq!(satisfying(model, name), expected, "{name} of {model:?}");
    }
    for (name, objective) in [
        ("attractor", Objective::Reachability),
        ("buchi", Objective::Buchi),
        ("parity", Objective::PARITY),
    ] {
        let solution = solve(model, &objective);
        let winners = solution.winners().unwrap();
        let expected: Vec<bool> =
            winners.iter().map(|winner| winner == Some(Player::Zero)).collect();
        assert_eq!(satisfying(model, name), expected, "{name} of {model:?}");
    }
}

fn game(count: usize, edges: &[(usize, usize)], said: &[(i32, u32, bool)]) -> Arena {
    let mut sketch = Arena::sketch();
    for (vertex, &(owner, priority, target)) in said.iter().enumerate().take(count) {
        sketch.vertex(vertex).owner(owner).priority(priority);
        if target {
            sketch.target();
        }
    }
    for &(from, to) in edges {
        sketch.edge(from % count, to % count);
    }
    sketch.arena().unwrap()
}

#[test]
fn on_all_graphs_of_three_vertices() {
    for bits in 0..1_usize << 9 {
        let edges: Vec<_> =
            (0..9).filter(|bit| bits >> bit & 1 == 1).map(|bit| (bit / 3, bit % 3)).collect();
        let said = |vertex: usize| {
            let mixed = bits / 3 + 5 * vertex;
            ((mixed % 2) as i32, (mixed / 2 % 4) as u32, mixed.is_multiple_of(3))
        };
        agrees(&game(3, &edges, &[said(0), said(1), said(2)]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn on_random_graphs(
        count in 1..9_usize,
        edges in vec((0..9_usize, 0..9_usize), 0..24),
        said in vec((0..2_i32, 0..4_u32, any::<bool>()), 9),
    ) {
        agrees(&game(count, &edges, &said));
    }
}
