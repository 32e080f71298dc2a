//! Emerson–Lei conditions as parity.

use proptest::prelude::*;
use retrograde_core::{Acceptance, Arena, Colors, Control, EmersonLeiGame, Graph, OwnedGraph};
use retrograde_solve::emerson_lei::Limits;
use retrograde_solve::reduce::{ReduceError, emerson_lei_to_parity};

use crate::games::{check_arena, known, owned, parity_case, parity_winners};
use crate::{common, naive};

/// The condition that holds of the sets that have a bit in `code`, over so many colours.
fn condition(colors: u32, code: u64) -> Acceptance {
    let sets: Vec<_> = (0..1 << colors).filter(|set| code >> set & 1 == 1).map(Colors).collect();
    Acceptance::muller(Colors::first(colors), &sets)
}

fn arena(graph: &Graph, ones: u32, colors: &[u64]) -> Arena {
    let colors = colors.iter().copied().enumerate();
    Arena { colors: colors.collect(), ..owned(graph, |vertex| ones >> vertex & 1 == 1) }
}

fn check(arena: &Arena, acceptance: &Acceptance, is_tiny: bool) {
    let game = OwnedGraph::new(&arena.graph, &arena.owners).unwrap();
    let game = EmersonLeiGame::new(game, &arena.colors, acceptance.clone());
    let expected = naive::winners(&game);
    let reduced =
        emerson_lei_to_parity(arena, acceptance, &Limits::default(), &Control::ALONE).unwrap();
    check_arena(&reduced.arena, &["owner", "priority"]);
    let winners = reduced.winners(&parity_winners(&reduced.arena));
    assert_eq!(winners, expected, "{acceptance} {arena:?}");
    if is_tiny {
        let winners = known(&parity_case(&reduced.arena).brute_force());
        assert_eq!(reduced.winners(&winners), expected, "{acceptance} {arena:?}");
    }
    for vertex in arena.graph.vertices() {
        let name = reduced.arena.names.get(reduced.image.get(vertex));
        assert_eq!(name, format!("{}@0", arena.names.get(vertex)));
    }
}

#[test]
fn all_arenas_of_two_vertices_with_all_conditions_over_two_colours() {
    for graph in common::all_graphs(2) {
        for ones in 0..4 {
            for colors in 0..16 {
                let arena = arena(&graph, ones, &[colors & 3, colors >> 2]);
                (0..16).for_each(|code| check(&arena, &condition(2, code), true));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_games_over_three_colours_keep_their_winners(
        case in common::cases(6, 3),
        ones in any::<u32>(),
        colors in prop::collection::vec(0..8u64, 6),
        code in 0..256u64,
    ) {
        let arena = arena(&case.graph, ones, &colors[..case.graph.vertex_count()]);
        check(&arena, &condition(3, code), false);
    }
}

#[test]
fn limits_hold() {
    let graph = Graph::from_edges(2, [(0, 1), (1, 0)]).unwrap();
    let limits = Limits { game: 1, ..Limits::default() };
    let condition = "Inf(0)&Inf(1)".parse().unwrap();
    let error =
        emerson_lei_to_parity(&arena(&graph, 0, &[1, 2]), &condition, &limits, &Control::ALONE);
    assert!(matches!(error, Err(ReduceError::EmersonLei(_))), "{error:?}");
}
