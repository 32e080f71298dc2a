//! Cycles, components, lines and explanations on graphs small enough to check by brute force.

mod common;

use common::{Case, cases};
use proptest::prelude::*;
use retrograde_core::{Bitmap, Column, Control, Convention, Graph, Names, Outcome, Value};
use retrograde_solve::explain::Explainer;
use retrograde_solve::line::{End, optimal};
use retrograde_solve::{Options, outcome};
use retrograde_solve::{cycle, scc};

/// What `from` can reach in at least one move, by plain search.
fn reachable(graph: &Graph, from: u32) -> Bitmap {
    let mut seen = Bitmap::new(graph.vertex_count());
    let mut stack = vec![from];
    while let Some(vertex) = stack.pop() {
        for &to in graph.successors(vertex) {
            if !seen.get(to as usize) {
                seen.set(to as usize);
                stack.push(to);
            }
        }
    }
    seen
}

proptest! {
    #[test]
    fn components_are_mutual_reachability(case in cases(25, 2)) {
        let graph = &case.graph;
        let components = scc::components(graph, &Control::ALONE).unwrap();
        let reach: Vec<Bitmap> = graph.vertices().map(|vertex| reachable(graph, vertex)).collect();
        for a in graph.vertices() {
            for b in graph.vertices() {
                let mutual = a == b || (reach[a as usize].get(b as usize) && reach[b as usize].get(a as usize));
                prop_assert_eq!(components.of(a) == components.of(b), mutual);
            }
        }
        for (from, to) in graph.edges() {
            prop_assert!(components.of(from) >= components.of(to));
        }
        prop_assert_eq!(components.sizes().iter().sum::<u32>() as usize, graph.vertex_count());
        prop_assert!(components.sizes().iter().all(|&size| size > 0));
    }

    #[test]
    fn a_cycle_is_found_exactly_where_there_is_one(case in cases(25, 2)) {
        let graph = &case.graph;
        let cyclic = graph.vertices().any(|vertex| reachable(graph, vertex).get(vertex as usize));
        match cycle::find(graph, &Control::ALONE).unwrap() {
            None => prop_assert!(!cyclic),
            Some(found) => {
                prop_assert!(cyclic);
                for (index, &vertex) in found.iter().enumerate() {
                    let next = found[(index + 1) % found.len()];
                    prop_assert!(graph.successors(vertex).contains(&next));
                }
            }
        }
    }

    #[test]
    fn a_line_is_as_long_as_its_distance(case in cases(40, 2)) {
        let game = case.game();
        let values = outcome::solve(&game, outcome::Method::Auto, &Options::default()).unwrap().solution.values;
        for vertex in case.graph.vertices() {
            let line = optimal(&case.graph, &values, vertex, None, &Control::ALONE).unwrap();
            for pair in line.steps.windows(2) {
                prop_assert!(case.graph.successors(pair[0]).contains(&pair[1]));
            }
            let last = *line.steps.last().unwrap();
            match values.get(vertex) {
                Value::Draw => {
                    prop_assert!(line.steps.iter().all(|&step| values.get(step) == Value::Draw));
                    match line.end {
                        End::Repeats(back) => {
                            let again = line.steps[back];
                            prop_assert!(case.graph.successors(last).contains(&again));
                        }
                        End::Over => {
                            prop_assert_eq!(game.terminal_outcome(last), Outcome::Draw);
                        }
                        End::Cut => prop_assert!(false, "no limit was given"),
                    }
                }
                decided => {
                    prop_assert_eq!(line.end, End::Over);
                    prop_assert_eq!(line.steps.len() as u32 - 1, decided.distance().unwrap().0);
                }
            }
            let names = Names::numbered(case.graph.vertex_count());
            let text = Explainer::new(&game, &values, &names).in_words(vertex, &Control::ALONE).unwrap();
            let start = format!("{vertex} is a ");
            prop_assert!(text.starts_with(&start));
        }
    }
}

#[test]
fn long_paths_do_not_recurse() {
    const N: u32 = 1_000_000;
    let graph = Graph::from_edges(N as usize, (0..N).map(|v| (v, (v + 1) % N))).unwrap();
    assert_eq!(scc::components(&graph, &Control::ALONE).unwrap().count(), 1);
    assert_eq!(cycle::find(&graph, &Control::ALONE).unwrap().unwrap().len(), N as usize);
}

#[test]
fn an_explanation_names_the_moves_and_the_cycle() {
    // The triangle with a tail: 0 → 1 → 2 → 0, 2 → 3 → 4.
    let graph = Graph::from_edges(5, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)]).unwrap();
    let case = Case { graph, verdicts: Column::default(), convention: Convention::Normal };
    let values = outcome::solve(&case.game(), outcome::Method::Auto, &Options::default())
        .unwrap()
        .solution
        .values;
    let names = Names::numbered(5);
    let game = case.game();
    let explainer = Explainer::new(&game, &values, &names);
    let text = Explainer { depth: 0, moves: 9, ..explainer }.in_words(2, &Control::ALONE).unwrap();
    assert_eq!(
        text,
        "2 is a draw for the player to move: no move wins, and 1 of 2 keep the draw.\n  \
         * to 0  draws\n    to 3  loses: the opponent wins in 1\n\nBest play goes on to 0.\n"
    );
    let text = explainer.in_words(3, &Control::ALONE).unwrap();
    assert_eq!(
        text,
        "3 is a win in 1 for the player to move: the only move leaves the opponent in a lost position.\n  \
         * to 4  wins at once: the opponent has lost\n\n\
         4 is a loss for the player to move: there is no move, and whoever cannot move loses.\n"
    );
}
