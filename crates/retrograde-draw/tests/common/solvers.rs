//! Solvers that are too simple to be wrong, for graphs small enough to be drawn.

use retrograde_core::{
    Arena, ArenaBuilder, AsymmetricSolution, Distance, Grundy, GrundyValues, Outcome,
    OutcomeSolution, Outcomes, PartizanSolution, Side, Strategies, Strategy, Value, Vertex,
};

/// Round by round: in round `d` exactly the positions of distance `d` become known.
pub(crate) fn solve_outcomes(arena: &Arena) -> OutcomeSolution {
    let graph = &arena.graph;
    let mut known: Vec<Option<Value>> = vec![None; graph.vertex_count()];
    for vertex in graph.vertices().filter(|&vertex| graph.is_terminal(vertex)) {
        let verdict = arena.verdicts.get(vertex as usize).unwrap_or(Outcome::Lose);
        known[vertex as usize] = Some(Value::new(verdict, Distance(0)));
    }
    for round in 1..=graph.vertex_count() as u32 {
        let before = known.clone();
        let outcome = |to: &Vertex| before[*to as usize].map(Value::outcome);
        for vertex in graph.vertices().filter(|&v| before[v as usize].is_none()) {
            let moves = graph.successors(vertex);
            if moves.iter().any(|to| outcome(to) == Some(Outcome::Lose)) {
                known[vertex as usize] = Some(Value::Win(Distance(round)));
            } else if moves.iter().all(|to| outcome(to) == Some(Outcome::Win)) {
                known[vertex as usize] = Some(Value::Lose(Distance(round)));
            }
        }
        if known == before {
            break;
        }
    }
    let values = known.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect();
    OutcomeSolution::new(values, None)
}

/// The outcome solver on the graph of pairs of a position and the side to move.
pub(crate) fn solve_partizan(arena: &Arena) -> PartizanSolution {
    let mut builder = ArenaBuilder::new();
    let graph = &arena.graph;
    for vertex in graph.vertices() {
        for side in Side::BOTH {
            builder.vertex(&format!("{vertex} {side}")).unwrap();
        }
    }
    let pair = |vertex: Vertex, side: Side| vertex * 2 + u32::from(side == Side::Right);
    for from in graph.vertices() {
        for edge in graph.edge_range(from) {
            for side in Side::BOTH {
                if arena.players.get(edge).is_none_or(|player| player == side) {
                    let to = pair(graph.targets()[edge], side.opponent());
                    builder.edge(pair(from, side), to).unwrap();
                }
            }
        }
        if let Some(verdict) = arena.verdicts.get(from as usize) {
            for side in Side::BOTH {
                builder.set_verdict(pair(from, side), verdict).unwrap();
            }
        }
    }
    let doubled = solve_outcomes(&builder.finish().unwrap());
    let [left_first, right_first] = Side::BOTH.map(|side| {
        let values = graph.vertices().map(|vertex| doubled.values.get(pair(vertex, side)));
        OutcomeSolution::new(values.collect(), None)
    });
    PartizanSolution { left_first, right_first }
}

/// The labels of the asymmetric game, revised until nothing changes, and for each player the first
/// move to the best label. Good enough to be drawn: that a strategy achieves its value is not seen
/// to here.
pub(crate) fn solve_asymmetric(arena: &Arena) -> AsymmetricSolution {
    let graph = &arena.graph;
    let vertices = graph.vertex_count();
    let mut labels = [vec![Outcome::Lose; vertices], vec![Outcome::Win; vertices]];
    let value = |labels: &[Vec<Outcome>; 2], player: usize, to: Vertex| {
        labels[1 - player][to as usize].for_opponent()
    };
    for _ in 0..=4 * vertices {
        let before = labels.clone();
        for vertex in graph.vertices() {
            for (player, terminal) in [(0, Outcome::Draw), (1, Outcome::Lose)] {
                let moves = graph.successors(vertex).iter();
                labels[player][vertex as usize] =
                    moves.map(|&to| value(&before, player, to)).max().unwrap_or(terminal);
            }
        }
        if labels == before {
            break;
        }
    }
    let [first, second] = [0, 1].map(|player| -> Strategy {
        let best = |vertex: Vertex| {
            let moves = graph.successors(vertex).iter().copied();
            moves.rev().max_by_key(|&to| value(&labels, player, to))
        };
        graph.vertices().map(best).collect()
    });
    let [zero, one] = labels.map(|outcomes| outcomes.into_iter().collect::<Outcomes>());
    let strategies = Some(Strategies { first, second });
    AsymmetricSolution { first: zero, second: one, strategies }
}

/// Value by value, from the definition of Smith: a position has value `m` if `m` is the least that
/// no option of known value has and every other option can be answered by a move to `m`.
pub(crate) fn solve_grundy(arena: &Arena) -> GrundyValues {
    let graph = &arena.graph;
    let mut known: Vec<Option<u32>> = vec![None; graph.vertex_count()];
    for value in 0..=graph.vertex_count() as u32 {
        loop {
            let has_option = |at: Vertex, wanted: u32| {
                graph.successors(at).iter().any(|&to| known[to as usize] == Some(wanted))
            };
            let fits = |&vertex: &Vertex| {
                known[vertex as usize].is_none()
                    && (0..value).all(|below| has_option(vertex, below))
                    && !has_option(vertex, value)
                    && graph
                        .successors(vertex)
                        .iter()
                        .all(|&to| known[to as usize].is_some() || has_option(to, value))
            };
            let Some(vertex) = graph.vertices().find(fits) else { break };
            known[vertex as usize] = Some(value);
        }
    }
    let mut values = GrundyValues::default();
    for vertex in graph.vertices() {
        match known[vertex as usize] {
            Some(value) => values.push(Grundy::Finite(value)),
            None => {
                let moves = graph.successors(vertex).iter();
                let mut options: Vec<u32> = moves.filter_map(|&to| known[to as usize]).collect();
                options.sort_unstable();
                options.dedup();
                values.push(Grundy::Loopy(&options));
            }
        }
    }
    values
}
