//! Emerson–Lei games against latest appearance records, and their machines against all plays.

mod naive;
mod product;
mod trees;

use proptest::prelude::*;
use retrograde_core::{
    Acceptance, Bitmap, Colors, Column, Control, EmersonLeiGame, Graph, MealySolution, OwnedGraph,
    Pair, Player,
};
use retrograde_solve::construct::Size;
use retrograde_solve::emerson_lei::{self, EmersonLeiError, Limits, Reduction, reduce};
use retrograde_verify::{Partial, verify_emerson_lei};

/// An arena with colours, kept together so that proptest can print it.
#[derive(Clone, Debug)]
struct Case {
    graph: Graph,
    ones: u32,
    colors: Vec<u64>,
}

impl Case {
    fn game(&self, acceptance: &Acceptance) -> EmersonLeiGame<'_> {
        let mut ones = Bitmap::new(self.graph.vertex_count());
        let is_one = |&vertex: &usize| vertex < 32 && self.ones >> vertex & 1 == 1;
        (0..self.graph.vertex_count()).filter(is_one).for_each(|vertex| ones.set(vertex));
        let colors: Column<u64> = self.colors.iter().copied().enumerate().collect();
        let arena = OwnedGraph::from_bitmap(&self.graph, ones);
        EmersonLeiGame::new(arena, &colors, acceptance.clone())
    }
}

/// The condition that holds of the sets that have a bit in `code`, over so many colours.
fn condition(colors: u32, code: u64) -> Acceptance {
    let sets: Vec<_> = (0..1 << colors).filter(|set| code >> set & 1 == 1).map(Colors).collect();
    Acceptance::muller(Colors::first(colors), &sets)
}

fn solve(game: &EmersonLeiGame<'_>) -> MealySolution {
    let reduction = reduce(game, &Limits::default(), &Control::ALONE).unwrap();
    check_map(game, &reduction);
    reduction.lift(&naive::solve_parity(&reduction.parity_game()), &Control::ALONE).unwrap()
}

/// Each copy has the owner and, copy by copy, the moves of the vertex it comes from.
fn check_map(game: &EmersonLeiGame<'_>, reduction: &Reduction) {
    let parity = reduction.parity_game();
    let graph = parity.arena.graph();
    for copy in graph.vertices() {
        let (vertex, leaf) = reduction.origin(copy);
        assert_eq!(reduction.origins()[copy as usize], vertex);
        assert_eq!(parity.arena.owner(copy), game.arena.owner(vertex));
        let step = reduction.tree().step(leaf, game.colors[vertex as usize]);
        assert_eq!(parity.priorities[copy as usize], step.priority);
        let moves = graph.successors(copy).iter().map(|&to| reduction.origin(to));
        let expected = game.arena.graph().successors(vertex).iter().map(|&to| (to, step.leaf));
        assert!(moves.eq(expected));
    }
    for vertex in game.arena.graph().vertices() {
        assert_eq!(reduction.origin(reduction.start(vertex)), (vertex, 0));
    }
}

/// Both machines win wherever their player is said to win, which proves the winners right.
fn check(case: &Case, acceptance: &Acceptance) -> Result<(), String> {
    let game = case.game(acceptance);
    let solution = solve(&game);
    for player in [Player::Zero, Player::One] {
        let machine = solution.machine(player).ok_or("no machine")?;
        let region = solution.winners.region(player);
        product::check(&game, region, machine).map_err(|fault| format!("{player}: {fault}"))?;
    }
    if !solution.winners.is_complete() {
        return Err("a vertex without a winner".to_owned());
    }
    verify_emerson_lei(&game, &solution, Partial::Refused).map_err(|fault| fault.to_string())?;
    let whole = emerson_lei::solve(&game, &Limits::default(), &Default::default()).unwrap();
    verify_emerson_lei(&game, &whole.solution, Partial::Refused)
        .map_err(|fault| fault.to_string())?;
    assert_eq!(whole.solution.winners, solution.winners);
    Ok(())
}

fn graphs(vertices: u32) -> impl Iterator<Item = Graph> {
    let pairs = vertices * vertices;
    (0..1_u32 << pairs).map(move |code| {
        let chosen = (0..pairs).filter(|pair| code >> pair & 1 == 1);
        let edges: Vec<_> = chosen.map(|pair| (pair / vertices, pair % vertices)).collect();
        Graph::from_edges(vertices as usize, edges).unwrap()
    })
}

#[test]
fn all_arenas_of_two_vertices_with_all_conditions_over_two_colours() {
    for graph in graphs(2) {
        for ones in 0..4 {
            for colors in 0..16 {
                let colors = vec![colors & 3, colors >> 2];
                let case = Case { graph: graph.clone(), ones, colors };
                for code in 0..16 {
                    let acceptance = condition(2, code);
                    check(&case, &acceptance)
                        .unwrap_or_else(|fault| panic!("{fault}: {case:?} {acceptance}"));
                    let game = case.game(&acceptance);
                    assert_eq!(solve(&game).winners, naive::winners(&game), "{case:?}");
                }
            }
        }
    }
}

#[test]
fn all_conditions_over_three_colours_on_a_triangle_that_sees_them_all() {
    let edges = (0..9).map(|pair| (pair / 3, pair % 3)).filter(|(from, to)| from != to);
    let graph = Graph::from_edges(3, edges).unwrap();
    for ones in 0..8 {
        let case = Case { graph: graph.clone(), ones, colors: vec![0b001, 0b010, 0b100] };
        for code in 0..256 {
            let acceptance = condition(3, code);
            check(&case, &acceptance)
                .unwrap_or_else(|fault| panic!("{fault}: {ones} {acceptance}"));
        }
    }
}

fn cases() -> impl Strategy<Value = Case> {
    (1..7_usize).prop_flat_map(|vertices| {
        let ends = 0..vertices as u32;
        let edges = prop::collection::vec((ends.clone(), ends), 0..3 * vertices);
        let set =
            prop_oneof![2 => Just(0), 3 => (0..4_u32).prop_map(|color| 1 << color), 2 => 0..16_u64];
        (Just(vertices), edges, any::<u32>(), prop::collection::vec(set, vertices)).prop_map(
            |(vertices, edges, ones, colors)| Case {
                graph: Graph::from_edges(vertices, edges).unwrap(),
                ones,
                colors,
            },
        )
    })
}

/// Formulas as people write them, over five colours, one of which no vertex has.
fn formulas() -> impl Strategy<Value = Acceptance> {
    let term = prop_oneof![
        10 => (any::<bool>(), 0..5).prop_map(|(inf, color)| {
            format!("{}({color})", if inf { "Inf" } else { "Fin" })
        }),
        1 => Just("t".to_owned()),
        1 => Just("f".to_owned()),
    ];
    let formula = term.prop_recursive(3, 12, 3, |part| {
        (prop::collection::vec(part, 2..4), any::<bool>())
            .prop_map(|(parts, and)| format!("({})", parts.join(if and { "&" } else { " | " })))
    });
    formula.prop_map(|text| text.parse().unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn machines_win_any_condition_over_four_colours(case in cases(), code in any::<u16>()) {
        let acceptance = condition(4, code.into());
        prop_assert_eq!(check(&case, &acceptance), Ok(()));
    }

    #[test]
    fn formulas_have_the_winners_of_latest_appearance_records(
        case in cases(),
        acceptance in formulas(),
    ) {
        prop_assert_eq!(check(&case, &acceptance), Ok(()));
        let game = case.game(&acceptance);
        prop_assert_eq!(solve(&game).winners, naive::winners(&game));
    }
}

#[test]
fn a_checker_that_believes_everything_is_found_out() {
    // From the middle to either end, and both have to be seen again and again.
    let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 0), (2, 0)]).unwrap();
    let case = Case { graph, ones: 0, colors: vec![0, 0b01, 0b10] };
    let game = case.game(&"Inf(0)&Inf(1)".parse().unwrap());
    let solution = solve(&game);
    let machine = solution.machine(Player::Zero).unwrap();
    let everywhere = solution.winners.region(Player::Zero);
    assert_eq!((everywhere.count_ones(), machine.state_count()), (3, 2));
    product::check(&game, everywhere, machine).unwrap();
    let mut faults = 0;
    for index in 0..machine.steps().len() {
        for change in 0..4 {
            let mut steps = machine.steps().to_vec();
            match change {
                0 => steps[index].to = None,
                1 => steps[index].to = Some(steps[index].vertex),
                2 => steps[index].next = 1 - steps[index].next,
                _ => drop(steps.remove(index)),
            }
            let changed =
                retrograde_core::Mealy::new(Player::Zero, 3, 2, machine.initial(), steps).unwrap();
            faults += u32::from(product::check(&game, everywhere, &changed).is_err());
        }
    }
    // To remember something else is harmless at most vertices; anything else never is.
    assert!(faults as usize > 3 * machine.steps().len(), "{faults}");
    let one = solution.machine(Player::One).unwrap();
    assert_eq!((one.steps().len(), one.state_count()), (0, 1));
}

#[test]
fn what_is_too_large_is_refused_with_its_size() {
    let graph = Graph::from_edges(100, (0..100).map(|v| (v, (v + 1) % 100))).unwrap();
    let colors: Vec<_> = (0..100).map(|vertex| 1 << (vertex % 20)).collect();
    let case = Case { graph, ones: 0, colors };
    let streett = case.game(&Acceptance::streett(&Pair::numbered(10)));
    match reduce(&streett, &Limits::default(), &Control::ALONE).unwrap_err() {
        EmersonLeiError::TreeTooLarge { nodes: Size::Exactly(nodes), limit } => {
            assert_eq!(nodes, trees::streett_nodes(10));
            assert_eq!(limit, Limits::default().tree);
        }
        other => panic!("{other}"),
    }
    let each = case.game(&Acceptance::generalized_buchi(Colors::first(20)));
    // 195 of the 2,000 copies come up.
    let limits = Limits { game: 194, ..Limits::default() };
    let error = reduce(&each, &limits, &Control::ALONE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the parity game, with up to 20 copies of each vertex, has more than 194 vertices or edges, of 2,000 and 2,000 that could come up: use fewer colours"
    );
    check_map(&each, &reduce(&each, &Limits { game: 195, ..limits }, &Control::ALONE).unwrap());
}

#[test]
fn many_copies_that_never_come_up_take_no_room() {
    let vertices = 20_000;
    let graph = Graph::from_edges(vertices, (0..vertices as u32).map(|v| (v, (v + 1) % 20_000)));
    let colors: Vec<_> = (0..vertices).map(|v| if v < 16 { 1 << v } else { 0 }).collect();
    let case = Case { graph: graph.unwrap(), ones: 0, colors };
    let game = case.game(&Acceptance::streett(&Pair::numbered(8)));
    let limits = Limits::in_room(1 << 28);
    let solved = emerson_lei::solve(&game, &limits, &Default::default()).unwrap();
    assert!(vertices as u64 * solved.leaves as u64 > 1 << 28);
    assert!(solved.vertices < 50 * vertices);
    assert_eq!(solved.solution.winners.count(Player::Zero), vertices);
    let error = reduce(&game, &Limits { game: 100, ..limits }, &Control::ALONE).unwrap_err();
    assert!(matches!(error, EmersonLeiError::GameTooLarge { limit: 100, .. }), "{error}");
}

#[test]
fn thousands_of_copies_are_told_apart() {
    let vertices = 500;
    let edges =
        (0..vertices).flat_map(|v| [(v, (v * 7 + 1) % vertices), (v, (v * 3 + 2) % vertices)]);
    let graph = Graph::from_edges(vertices as usize, edges).unwrap();
    let colors = (0..u64::from(vertices)).map(|v| 1 << (v * 5 % 11) & 0x3f).collect();
    let case = Case { graph, ones: 0x5a5a_5a5a, colors };
    let acceptance = Acceptance::rabin(&Pair::numbered(3));
    let game = case.game(&acceptance);
    let reduction = reduce(&game, &Limits::default(), &Control::ALONE).unwrap();
    assert!(reduction.origins().len() > 1000);
    check_map(&game, &reduction);
}

#[test]
fn solutions_without_moves_or_without_strategies() {
    let graph = Graph::from_edges(2, [(0, 1), (1, 0)]).unwrap();
    let case = Case { graph, ones: 0, colors: vec![1, 0] };
    let game = case.game(&Acceptance::buchi());
    let reduction = reduce(&game, &Limits::default(), &Control::ALONE).unwrap();
    let mut solution = naive::solve_parity(&reduction.parity_game());
    for wrong in [None, Some(0)] {
        solution.strategy.as_mut().unwrap().set(0, wrong);
        let expected = EmersonLeiError::NoMove { player: Player::Zero, vertex: 0 };
        assert_eq!(reduction.lift(&solution, &Control::ALONE).unwrap_err(), expected);
    }
    solution.strategy = None;
    let lifted = reduction.lift(&solution, &Control::ALONE).unwrap();
    assert!(lifted.machines.is_none() && lifted.winners.count(Player::Zero) == 2);
}
