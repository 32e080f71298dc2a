//! Arenas that have all that any objective needs, and questions put to them.

use retrograde_core::{
    Acceptance, Answer, Arena, Attribute, Convention, Graph, Objective, Player, Posed, Question,
    Side, Solution,
};
use retrograde_verify::{
    Partial, verify_asymmetric, verify_buchi, verify_cobuchi, verify_emerson_lei, verify_energy,
    verify_grundy, verify_mean_payoff, verify_outcome, verify_parity, verify_partizan,
    verify_reachability, verify_safety,
};

/// A generator of numbers that look random (the constants are D. E. Knuth's, for MMIX).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, below: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(below)) as u32
    }
}

/// A graph in which every vertex has from one to `degree` moves to anywhere.
pub(crate) fn random_graph(vertices: u32, degree: u32, seed: u64) -> Graph {
    let mut dice = Dice(seed);
    let mut edges = Vec::new();
    for from in 0..vertices {
        for _ in 0..=dice.roll(degree) {
            edges.push((from, dice.roll(vertices)));
        }
    }
    Graph::from_edges(vertices as usize, edges).unwrap()
}

/// The graph with owners, priorities, targets, colours, weights and players.
pub(crate) fn dressed(graph: Graph, priorities: u32, seed: u64) -> Arena {
    let mut dice = Dice(seed);
    let mut arena = Arena::from(graph);
    for vertex in 0..arena.graph.vertex_count() {
        let owner = if dice.roll(2) == 0 { Player::Zero } else { Player::One };
        arena.owners.set(vertex, owner);
        arena.priorities.set(vertex, dice.roll(priorities));
        if dice.roll(9) == 0 {
            arena.targets.set(vertex, true);
        }
        arena.colors.set(vertex, 1 << dice.roll(4));
    }
    for edge in 0..arena.graph.edge_count() {
        arena.weights.set(edge, i64::from(dice.roll(201)) - 100);
        if dice.roll(5) == 0 {
            arena.players.set(edge, if dice.roll(2) == 0 { Side::Left } else { Side::Right });
        }
    }
    arena
}

/// One objective of each kind, with a condition on colours where that is what it takes.
pub(crate) fn objectives() -> impl Iterator<Item = Objective> {
    Objective::ALL.into_iter().map(|objective| match objective {
        Objective::Muller(None) => {
            let condition: Acceptance = "Inf(0)&Fin(1) | Inf(2)&Inf(3)".parse().unwrap();
            Objective::Muller(Some(condition))
        }
        objective => objective,
    })
}

/// Checks an answer with the checker; what is left open is no fault.
pub(crate) fn verify(question: &Question<'_>, solution: &Solution) {
    let open = Partial::Allowed;
    let checked = match (&question.posed, &solution.answer) {
        (Posed::Outcome(game), Answer::Outcome(answer)) => verify_outcome(game, answer),
        (Posed::Graph(graph), Answer::Asymmetric(answer)) => verify_asymmetric(graph, answer),
        (Posed::Graph(graph), Answer::Grundy(values)) => verify_grundy(graph, values),
        (Posed::Partizan(game), Answer::Partizan(answer)) => verify_partizan(game, answer),
        (Posed::Targets(game), Answer::Regions(answer)) => match question.objective {
            Objective::Reachability => verify_reachability(game, answer, open),
            Objective::Safety => verify_safety(game, answer, open),
            Objective::Buchi => verify_buchi(game, answer, open),
            _ => verify_cobuchi(game, answer, open),
        },
        (Posed::Parity(game), Answer::Regions(answer)) => verify_parity(game, answer, open),
        (Posed::Payoff(game), Answer::Energy(answer)) => verify_energy(game, answer, open),
        (Posed::Payoff(game), Answer::MeanPayoff(answer)) => verify_mean_payoff(game, answer, open),
        (Posed::Colors(game), Answer::Machines(answer)) => verify_emerson_lei(game, answer, open),
        _ => panic!("an answer to another question"),
    };
    if let Err(fault) = checked {
        panic!("{}: {fault}", question.objective);
    }
    assert_eq!(question.objective.convention().is_some(), {
        let facts = question.objective.facts();
        facts.looks_at(Attribute::Verdict)
    });
    assert_ne!(question.objective.convention(), Some(Convention::Misere));
}
