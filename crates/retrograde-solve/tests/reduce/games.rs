//! Arenas as games of every kind: solved and checked, and by brute force.

use retrograde_core::{
    Arena, Column, Graph, Names, OwnedGraph, ParityGame, PayoffGame, Player, TargetGame, Winners,
};
use retrograde_solve::{Options, buchi, energy, mean_payoff, parity, reachability};
use retrograde_verify::{
    Partial, verify_buchi, verify_cobuchi, verify_parity, verify_reachability, verify_safety,
};

use crate::regions::{self, Objective, bits};
use crate::{parities, payoffs};

/// An arena with owners and with names that are not numbers.
pub(crate) fn owned(graph: &Graph, is_one: impl Fn(usize) -> bool) -> Arena {
    let owner = |vertex| if is_one(vertex) { Player::One } else { Player::Zero };
    Arena {
        names: Names::written(graph.vertex_count(), |v, text| text.push_str(&format!("v{v}"))),
        owners: (0..graph.vertex_count()).map(|vertex| (vertex, owner(vertex))).collect(),
        // Not looked at by any reduction that starts from owners.
        players: (0..graph.edge_count()).map(|edge| (edge, Default::default())).collect(),
        ..Arena::from(graph.clone())
    }
}

pub(crate) fn of_targets(case: &regions::Case) -> Arena {
    let targets = case.targets.ones().map(|vertex| (vertex, true));
    Arena { targets: targets.collect(), ..owned(&case.graph, |v| case.ones.get(v)) }
}

pub(crate) fn of_priorities(case: &parities::Case) -> Arena {
    let priorities = case.priorities.iter().copied().enumerate();
    Arena { priorities: priorities.collect(), ..owned(&case.graph, |v| case.ones[v]) }
}

pub(crate) fn of_weights(case: &payoffs::Case) -> Arena {
    let weights = case.weights.iter().copied().enumerate();
    Arena { weights: weights.collect(), ..owned(&case.graph, |v| case.ones[v]) }
}

fn is_one(arena: &Arena, vertex: usize) -> bool {
    arena.owners.get(vertex).expect("an owner") == Player::One
}

fn ones(arena: &Arena) -> Vec<bool> {
    (0..arena.graph.vertex_count()).map(|vertex| is_one(arena, vertex)).collect()
}

pub(crate) fn target_case(arena: &Arena) -> regions::Case {
    let vertices = arena.graph.vertex_count();
    regions::Case {
        graph: arena.graph.clone(),
        ones: bits(vertices, |vertex| is_one(arena, vertex)),
        targets: bits(vertices, |vertex| arena.targets.get(vertex) == Some(true)),
    }
}

pub(crate) fn parity_case(arena: &Arena) -> parities::Case {
    let priorities = ParityGame::priorities(&arena.graph, &arena.priorities).unwrap();
    parities::Case { graph: arena.graph.clone(), ones: ones(arena), priorities }
}

pub(crate) fn payoff_case(arena: &Arena) -> payoffs::Case {
    let weight = |edge| arena.weights.get(edge).expect("a weight");
    let weights = (0..arena.graph.edge_count()).map(weight).collect();
    payoffs::Case { graph: arena.graph.clone(), ones: ones(arena), weights }
}

/// The winners of a game with targets, solved and checked.
pub(crate) fn target_winners(arena: &Arena, of: Objective) -> Winners {
    let arena_ = OwnedGraph::new(&arena.graph, &arena.owners).unwrap();
    let game = TargetGame::new(arena_, &arena.targets);
    let plain = Options::default();
    let (solution, verify): (_, fn(&_, &_, _) -> _) = match of {
        Objective::Reachability => {
            (reachability::solve(&game, &plain).unwrap().solution, verify_reachability)
        }
        Objective::Safety => (reachability::safety(&game, &plain).unwrap().solution, verify_safety),
        Objective::Buchi => (buchi::solve(&game, &plain).unwrap().solution, verify_buchi),
        Objective::Cobuchi => (buchi::cobuchi(&game, &plain).unwrap().solution, verify_cobuchi),
    };
    verify(&game, &solution, Partial::Refused).unwrap();
    solution.winners
}

/// The winners of a parity game, solved and checked.
pub(crate) fn parity_winners(arena: &Arena) -> Winners {
    let case = parity_case(arena);
    let solution =
        parity::solve(&case.game(), parity::Method::Auto, &Options::default()).unwrap().solution;
    verify_parity(&case.game(), &solution, Partial::Refused).unwrap();
    solution.winners
}

pub(crate) fn energy_winners(arena: &Arena) -> Winners {
    let owned = OwnedGraph::new(&arena.graph, &arena.owners).unwrap();
    let game = PayoffGame::new(owned, &arena.weights).unwrap();
    energy::solve(&game, &Options::default()).unwrap().solution.winners
}

pub(crate) fn mean_payoffs(arena: &Arena) -> retrograde_core::MeanPayoffs {
    let owned = OwnedGraph::new(&arena.graph, &arena.owners).unwrap();
    let game = PayoffGame::new(owned, &arena.weights).unwrap();
    let auto = mean_payoff::Method::Auto;
    mean_payoff::solve(&game, auto, &Options::default()).unwrap().solution.values
}

pub(crate) fn known(winners: &[Player]) -> Winners {
    winners.iter().map(|&winner| Some(winner)).collect()
}

/// The arena says what its objective needs and nothing else, and all names differ.
pub(crate) fn check_arena(arena: &Arena, attributes: &[&str]) {
    let said: Vec<_> = arena.attributes().into_iter().map(|attribute| attribute.name()).collect();
    let optional = |attribute: &&&str| **attribute == "target" || arena.graph.vertex_count() == 0;
    let missing = attributes.iter().filter(|attribute| !said.contains(attribute));
    assert!(missing.into_iter().all(|attribute| optional(&attribute)), "{said:?}");
    assert!(said.iter().all(|attribute| attributes.contains(attribute)), "{said:?}");
    let full = |count: usize| assert_eq!(count, arena.graph.vertex_count());
    full(arena.owners.count());
    if attributes.contains(&"priority") {
        full(arena.priorities.count());
    }
    crate::arenas::assert_names_differ(arena);
}

/// A column with an entry taken away.
pub(crate) fn without<T: Copy + Default>(column: &Column<T>, index: usize) -> Column<T> {
    column.iter().filter(|&(other, _)| other != index).collect()
}
