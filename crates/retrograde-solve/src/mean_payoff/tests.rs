//! Games that are not solved to the end: whatever was proven by then holds, and is proven.

use retrograde_core::{Cancel, Column, OwnedGraph, Player, Ratio, Vertex};
use retrograde_verify::{Partial, verify_mean_payoff};

use super::*;

#[test]
fn only_very_large_games_of_very_large_weights_are_refused() {
    assert_eq!(most_vertices(&[]), energy::MOST_VERTICES);
    assert_eq!(most_vertices(&[1 << 36, -5]), energy::MOST_VERTICES);
    assert!((1 << 20..1 << 21).contains(&most_vertices(&[i64::MIN])));
}

/// Numbers that look like chance and are the same every time.
struct Draws(u64);

impl Draws {
    fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % below
    }
}

struct Case {
    graph: Graph,
    owners: Column<Player>,
    weights: Column<i64>,
}

impl Case {
    fn drawn(draws: &mut Draws, most: u64, largest: u64) -> Self {
        let n = 1 + draws.below(most);
        let mut edges = Vec::new();
        for v in 0..n {
            for _ in 0..1 + draws.below(3) {
                edges.push((v as Vertex, draws.below(n) as Vertex));
            }
        }
        let graph = Graph::from_edges(n as usize, edges).unwrap();
        let owner = |v| (v, if draws.below(2) == 0 { Player::Zero } else { Player::One });
        let owners = (0..n as usize).map(owner).collect();
        let weight = |edge| (edge, draws.below(2 * largest + 1) as i64 - largest as i64);
        let weights = (0..graph.edge_count()).map(weight).collect();
        Case { graph, owners, weights }
    }

    fn game(&self) -> PayoffGame<'_> {
        let arena = OwnedGraph::new(&self.graph, &self.owners).unwrap();
        PayoffGame::new(arena, &self.weights).unwrap()
    }
}

/// Solves with so many steps for each part of the work.
fn stopped(game: &PayoffGame<'_>, method: Method, steps: [u64; 3]) -> MeanPayoffSolution {
    let options = Options::default();
    let control = &options.control;
    let [improving, valuing, dividing] = steps.map(|steps| Stop::after(steps, control));
    let limits = Limits { improving, valuing, noting: Stop::new(control) };
    let start = Instant::now();
    solve_within(game, method, &options, (&limits, &dividing), start).unwrap().solution
}

/// What a stopped solver says holds and is proven, and nothing else would be.
fn check(game: &PayoffGame<'_>, values: &MeanPayoffs, said: &MeanPayoffSolution) {
    verify_mean_payoff(game, said, Partial::Allowed).unwrap();
    for vertex in game.arena.graph().vertices() {
        let value = values.get(vertex).unwrap();
        let low = said.bound(Player::Zero, vertex).unwrap();
        let high = said.bound(Player::One, vertex).unwrap();
        assert!(low <= value && value <= high, "{low} {value} {high} at {vertex}");
        assert_eq!(said.values.get(vertex).is_some(), low == high, "at {vertex}");
    }
    assert_eq!(said.bounds.is_none(), said.values.is_complete());
}

/// Bounds past the value at a vertex are refused there or where the vertex hangs on others.
fn check_changed(
    game: &PayoffGame<'_>,
    values: &MeanPayoffs,
    said: &MeanPayoffSolution,
    vertex: Vertex,
) {
    let value = values.get(vertex).unwrap();
    let numerator = |more: i128| 2 * value.numerator() + more;
    let past = |more| Ratio::new(numerator(more), 2 * value.denominator()).unwrap();
    let (over, under) = (past(1), past(-1));
    let with = |at_least: Option<Ratio>, at_most: Option<Ratio>| {
        let mut changed = said.clone();
        changed.values.retain(|other| other != vertex);
        let bounds = changed.bounds.as_mut().unwrap();
        at_least.into_iter().for_each(|bound| bounds.at_least.settle([vertex], bound));
        at_most.into_iter().for_each(|bound| bounds.at_most.settle([vertex], bound));
        verify_mean_payoff(game, &changed, Partial::Allowed)
    };
    assert!(with(None, None).is_ok());
    for fault in [with(Some(over), None), with(None, Some(under))].map(Result::unwrap_err) {
        assert!(fault.vertex.is_some(), "{fault}");
    }
}

#[test]
fn bounds_hold_wherever_the_solver_is_stopped() {
    let mut draws = Draws(7);
    let (mut open, mut narrower, mut both) = (0, 0, 0);
    for round in 0..150 {
        let case = Case::drawn(&mut draws, 40, [3, 50, i64::MAX as u64 / 4][round % 3]);
        let game = case.game();
        let values = solve(&game, Method::Auto, &Options::default()).unwrap().solution.values;
        let (least, most) = (game.weights.iter().min(), game.weights.iter().max());
        let [least, most] = [least, most].map(|weight| Ratio::from(*weight.unwrap()));
        for method in [Method::Auto, Method::Split] {
            for _ in 0..12 {
                // Tables are paid for by thousands of entries, however few there are.
                let steps = [(); 3].map(|()| {
                    let most = 1 << (12 + draws.below(6));
                    draws.below(most)
                });
                let said = stopped(&game, method, steps);
                check(&game, &values, &said);
                if said.bounds.is_some() {
                    open += 1;
                    let vertex = draws.below(game.arena.graph().vertex_count() as u64) as Vertex;
                    check_changed(&game, &values, &said, vertex);
                    let (low, high) =
                        (said.bound(Player::Zero, vertex), said.bound(Player::One, vertex));
                    let is_narrower = [low > Some(least), high < Some(most)];
                    narrower += usize::from(is_narrower.contains(&true));
                    both += usize::from(is_narrower == [true, true]);
                }
            }
        }
    }
    assert!(open > 300 && narrower > 150 && both > 50, "{open} {narrower} {both}");
}

#[test]
fn every_step_of_a_game_is_one_to_stop_at() {
    let mut draws = Draws(3);
    for _ in 0..4 {
        let case = Case::drawn(&mut draws, 12, 9);
        let game = case.game();
        let values = solve(&game, Method::Auto, &Options::default()).unwrap().solution.values;
        for steps in (1..60_000).step_by(97).chain(1..300) {
            for limits in [[steps, 1, 1], [steps, 1 << 20, 1], [1, steps, 1], [1, 1, steps]] {
                check(&game, &values, &stopped(&game, Method::Auto, limits));
            }
        }
    }
}

#[test]
fn who_is_cancelled_says_nothing() {
    let case = Case::drawn(&mut Draws(5), 40, 9);
    let cancel = Cancel::new();
    cancel.cancel();
    let options = Options::with(Control { cancel: Some(&cancel), ..Control::default() });
    for method in [Method::Auto, Method::Improvement, Method::Split] {
        assert!(solve(&case.game(), method, &options).is_err(), "{method:?}");
    }
}

/// Two moves from each of many vertices. Looking ahead leads in circles on some of them if nobody takes note
/// of means that fall or stay.
#[test]
fn looking_ahead_comes_to_an_end() {
    const VERTICES: u64 = 10_000;
    let mut most = 0;
    for seed in 0..12 {
        let mut draws = Draws(seed);
        let ends =
            (0..2 * VERTICES).map(|edge| ((edge / 2) as Vertex, draws.below(VERTICES) as Vertex));
        let graph = Graph::from_edges(VERTICES as usize, ends).unwrap();
        let owner = |v| (v, if draws.below(2) == 0 { Player::Zero } else { Player::One });
        let owners = (0..VERTICES as usize).map(owner).collect();
        let weight = |edge| (edge, draws.below(2001) as i64 - 1000);
        let weights = (0..graph.edge_count()).map(weight).collect();
        let case = Case { graph, owners, weights };
        let game = case.game();
        let control = Control::ALONE;
        let [improving, valuing, noting] = [(); 3].map(|()| Stop::after(1 << 40, &control));
        let limits = Limits { improving, valuing, noting };
        let places = split::greedy_places(&game, &control).unwrap();
        let before = limits.improving.steps_left();
        bench::improve(&game, &mut Proven::new(&game, places), &limits, &|| ()).unwrap();
        let spent = (before - limits.improving.steps_left()) / (VERTICES * 3);
        most = most.max(spent);
    }
    assert!(most < 400, "{most} looks at each vertex and edge");
}
