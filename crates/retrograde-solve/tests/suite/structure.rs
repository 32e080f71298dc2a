//! Cycles, components, lines and explanations on graphs small enough to check by brute force.

use crate::common;

use common::cases;
use proptest::prelude::*;
use retrograde_core::{
    Answer, Arena, Bitmap, Control, Graph, Objective, Outcome, Question, Value, Vertex,
};
use retrograde_solve::line::{End, Players, Turn, play};
use retrograde_solve::{Options, registry};
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
        let arena = Arena { verdicts: case.verdicts.clone(), ..Arena::from(case.graph.clone()) };
        let question = Question::new(&arena, &Objective::Outcome(case.convention)).unwrap();
        let solution = registry::solve(&question, &Options::default()).unwrap().solution;
        let Answer::Outcome(outcomes) = &solution.answer else { panic!("outcomes") };
        let values = &outcomes.values;
        let players = Players::new(&question, &solution, &Options::default()).unwrap();
        for vertex in case.graph.vertices() {
            let start = players.start(vertex, Turn::First);
            let line = play(&players, start, None, &Control::ALONE).unwrap();
            let steps: Vec<Vertex> = line.steps.iter().map(|step| step.place.vertex).collect();
            for pair in steps.windows(2) {
                prop_assert!(case.graph.successors(pair[0]).contains(&pair[1]));
            }
            let last = *steps.last().unwrap();
            match values.get(vertex) {
                Value::Draw => {
                    prop_assert!(steps.iter().all(|&step| values.get(step) == Value::Draw));
                    match line.end {
                        End::Repeats(back) => {
                            let again = steps[back];
                            prop_assert!(case.graph.successors(last).contains(&again));
                        }
                        End::Over => {
                            prop_assert_eq!(game.terminal_outcome(last), Outcome::Draw);
                        }
                        End::Cut | End::Open => prop_assert!(false, "no limit, and all is known"),
                    }
                }
                decided => {
                    prop_assert_eq!(line.end, End::Over);
                    prop_assert_eq!(steps.len() as u32 - 1, decided.distance().unwrap().0);
                }
            }
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
