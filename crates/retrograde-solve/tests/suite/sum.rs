//! Sums against the explicit product graph, and winning play followed to its end.

use crate::common;

use common::cases;
use proptest::prelude::*;
use retrograde_core::{Column, Control, Convention, Graph, Grundy, Outcome, OutcomeGame, Vertex};
use retrograde_solve::grundy::{self, Counted, Method};
use retrograde_solve::sum::{self, Component, ComponentError, Sum, Total};
use retrograde_solve::{Options, cycle, outcome};

/// Asking the system how many threads there are would take longer than a small graph does.
const ONE_THREAD: Options<'static> = Options { control: Control::ALONE, values_only: false };

fn solve(graph: &Graph, method: Method) -> Counted {
    grundy::solve(graph, method, &ONE_THREAD).unwrap()
}

/// The same with larger counters, as a larger graph around this one would have given it.
fn later(solved: &Counted) -> Counted {
    let counters = solved.counters.as_ref().unwrap().iter();
    let counters = counters.map(|counter| counter.map(|counter| counter + 1000)).collect();
    Counted { counters: Some(counters), ..solved.clone() }
}

/// Every graph of `n` vertices by number.
fn graph(n: u32, number: u32) -> Graph {
    let pairs = (0..n * n).filter(|bit| number >> bit & 1 != 0);
    Graph::from_edges(n as usize, pairs.map(|bit| (bit / n, bit % n))).unwrap()
}

/// All positions of several graphs side by side, numbered as digits, the first graph the lowest.
struct Product<'a> {
    games: &'a [(&'a Graph, &'a Counted)],
}

impl Product<'_> {
    fn len(&self) -> usize {
        self.games.iter().map(|(graph, _)| graph.vertex_count()).product()
    }

    fn digits(&self, mut number: usize) -> Vec<Vertex> {
        let mut digits = Vec::new();
        for (graph, _) in self.games {
            digits.push((number % graph.vertex_count()) as Vertex);
            number /= graph.vertex_count();
        }
        digits
    }

    fn number(&self, digits: &[Vertex]) -> Vertex {
        let mut number = 0;
        for ((graph, _), &digit) in self.games.iter().zip(digits).rev() {
            number = number * graph.vertex_count() + digit as usize;
        }
        number as Vertex
    }

    fn after(&self, digits: &[Vertex], component: usize, to: Vertex) -> Vertex {
        let mut digits = digits.to_vec();
        digits[component] = to;
        self.number(&digits)
    }

    fn graph(&self) -> Graph {
        let mut edges = Vec::new();
        for from in 0..self.len() {
            let digits = self.digits(from);
            for (component, (graph, _)) in self.games.iter().enumerate() {
                for &to in graph.successors(digits[component]) {
                    edges.push((from as Vertex, self.after(&digits, component, to)));
                }
            }
        }
        Graph::from_edges(self.len(), edges).unwrap()
    }

    fn sum(&self, digits: &[Vertex]) -> Sum {
        let components: Vec<Component<'_>> = self
            .games
            .iter()
            .zip(digits)
            .map(|((graph, solved), &vertex)| Component::new(graph, solved, vertex).unwrap())
            .collect();
        sum::solve(&components)
    }
}

/// The sum of every choice of positions has the outcome and the value that the product graph gives,
/// its move keeps that outcome, and winning play comes to an end whatever the replies.
fn check(games: &[(&Graph, &Counted)]) {
    let product = Product { games };
    let graph = product.graph();
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
    let expected =
        outcome::solve(&game, outcome::Method::Auto, &ONE_THREAD).unwrap().solution.values;
    let values = solve(&graph, Method::Loopy).values;
    // Each winner's one move, and all of the loser's.
    let mut played = Vec::new();
    for from in graph.vertices() {
        let digits = product.digits(from as usize);
        let sum = product.sum(&digits);
        assert_eq!(sum.outcome, expected.outcome(from), "{games:?} at {digits:?}");
        assert_eq!(sum.value.as_grundy(), values.get(from), "{games:?} at {digits:?}");
        let to = sum.best.map(|best| {
            let (moves, _) = games[best.component];
            assert!(moves.successors(digits[best.component]).contains(&best.to));
            product.after(&digits, best.component, best.to)
        });
        match sum.outcome {
            Outcome::Win => {
                let to = to.unwrap();
                assert_eq!(expected.outcome(to), Outcome::Lose, "{games:?} at {digits:?}");
                played.push((from, to));
            }
            Outcome::Draw => assert_eq!(expected.outcome(to.unwrap()), Outcome::Draw),
            Outcome::Lose => {
                assert_eq!(to, None);
                played.extend(graph.successors(from).iter().map(|&to| (from, to)));
            }
        }
    }
    let played = Graph::from_edges(graph.vertex_count(), played).unwrap();
    assert_eq!(
        cycle::find(&played, &Control::ALONE).unwrap(),
        None,
        "{games:?}: winning play goes in circles"
    );
}

#[test]
fn all_pairs_of_graphs_of_up_to_two_vertices() {
    let graphs: Vec<Graph> = (0..2)
        .map(|number| graph(1, number))
        .chain((0..16).map(|number| graph(2, number)))
        .collect();
    let solved: Vec<Counted> = graphs.iter().map(|graph| solve(graph, Method::Auto)).collect();
    let games: Vec<_> = graphs.iter().zip(&solved).collect();
    for &first in &games {
        check(&[first]);
        for &second in &games {
            check(&[first, second]);
        }
    }
}

#[test]
fn pairs_of_graphs_of_three_vertices() {
    let games: Vec<_> = (0..512)
        .map(|number| {
            let graph = graph(3, number);
            // Counters of both kinds meet.
            let method = if number % 2 == 0 { Method::Auto } else { Method::Loopy };
            let solved = solve(&graph, method);
            let solved = if number % 3 == 0 { later(&solved) } else { solved };
            (graph, solved)
        })
        .collect();
    let game = |number: usize| (&games[number % 512].0, &games[number % 512].1);
    for number in 0..512 {
        for step in (0..512).step_by(9) {
            check(&[game(number), game(number * 5 + step)]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn random_pairs(first in cases(9, 3), second in cases(9, 3)) {
        let solved = [&first, &second].map(|case| solve(&case.graph, Method::Auto));
        check(&[(&first.graph, &solved[0]), (&second.graph, &solved[1])]);
        check(&[(&first.graph, &later(&solved[0])), (&second.graph, &solved[1])]);
    }

    #[test]
    fn random_triples(first in cases(5, 3), second in cases(5, 3), third in cases(5, 3)) {
        let solved = [&first, &second, &third].map(|case| solve(&case.graph, Method::Auto));
        check(&[
            (&first.graph, &solved[0]),
            (&second.graph, &solved[1]),
            (&third.graph, &solved[2]),
        ]);
    }
}

/// 0 is lost and so is 2, since the opponent answers 2 → 3 by 3 → 0; but 3 → 2 is a winning move,
/// too, and whoever always takes that one never gets anywhere.
#[test]
fn a_winning_move_makes_progress() {
    let graph = Graph::from_edges(4, [(2, 3), (3, 2), (3, 0)]).unwrap();
    let solved = solve(&graph, Method::Auto);
    assert_eq!(solved.values.get(2), Grundy::Finite(0));
    let sum = sum::solve(&[Component::new(&graph, &solved, 3).unwrap()]);
    assert_eq!(sum.best.map(|best| best.to), Some(0));
    check(&[(&graph, &solved), (&graph, &solved)]);
}

#[test]
fn three_loopy_components_are_drawn_by_any_move() {
    let graph = Graph::from_edges(2, [(0, 0), (0, 1)]).unwrap();
    let solved = solve(&graph, Method::Auto);
    let here = Component::new(&graph, &solved, 0).unwrap();
    let sum = sum::solve(&[here; 3]);
    assert_eq!((sum.outcome, &sum.value), (Outcome::Draw, &Total::Loopy(vec![])));
    assert_eq!(sum.best, Some(sum::Move { component: 0, to: 0 }));
    assert_eq!(sum.value.to_string(), "inf{}");
    check(&[(&graph, &solved); 3]);
}

#[test]
fn the_sum_of_nothing_is_lost() {
    let sum = sum::solve(&[]);
    assert_eq!((sum.outcome, sum.value, sum.best), (Outcome::Lose, Total::Finite(0), None));
}

#[test]
fn components_that_cannot_be_added_say_why() {
    let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
    let larger = Graph::from_edges(3, [(0, 1)]).unwrap();
    let solved = solve(&graph, Method::Auto);
    let error = |result: Result<Component<'_>, ComponentError>| result.unwrap_err();
    assert_eq!(
        error(Component::new(&graph, &solved, 7)),
        ComponentError::NoSuchVertex { vertex: 7, vertices: 2 }
    );
    assert_eq!(
        error(Component::new(&larger, &solved, 0)).to_string(),
        "there are 2 values for 3 vertices: solve the graph they are used with"
    );
    let bare = Counted { counters: None, ..solved.clone() };
    assert_eq!(
        error(Component::new(&graph, &bare, 0)).to_string(),
        "the values came without counters: solve without 'values_only'"
    );
}
