//! Outcomes by the definition, round by round, for the checker to be compared with.

use retrograde_core::{
    Column, Convention, Distance, Graph, Outcome, OutcomeGame, Value, Values, Vertex,
};

/// A game that owns its parts.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) graph: Graph,
    pub(crate) verdicts: Column<Outcome>,
    pub(crate) convention: Convention,
}

impl Game {
    pub(crate) fn new(graph: Graph, verdicts: Column<Outcome>, convention: Convention) -> Self {
        Game { graph, verdicts, convention }
    }

    pub(crate) fn normal(vertices: usize, edges: &[(Vertex, Vertex)]) -> Self {
        let graph = Graph::from_edges(vertices, edges.iter().copied()).unwrap();
        Game::new(graph, Column::default(), Convention::Normal)
    }

    pub(crate) fn view(&self) -> OutcomeGame<'_> {
        OutcomeGame::new(&self.graph, &self.verdicts, self.convention).unwrap()
    }

    /// In round k every vertex still open is won if a move leads to a vertex lost in an earlier
    /// round, and lost if all moves lead to vertices won in earlier rounds. What stays open for
    /// ever is a draw.
    pub(crate) fn values(&self) -> Vec<Value> {
        let view = self.view();
        let mut values: Vec<Value> = self
            .graph
            .vertices()
            .map(|v| match self.graph.is_terminal(v) {
                true => Value::new(view.terminal_outcome(v), Distance(0)),
                false => Value::Draw,
            })
            .collect();
        for round in 1.. {
            let mut decided = Vec::new();
            for v in self.graph.vertices() {
                if values[v as usize] != Value::Draw || self.graph.is_terminal(v) {
                    continue;
                }
                let mut reached =
                    self.graph.successors(v).iter().map(|&to| values[to as usize].outcome());
                if reached.clone().any(|outcome| outcome == Outcome::Lose) {
                    decided.push((v, Value::Win(Distance(round))));
                } else if reached.all(|outcome| outcome == Outcome::Win) {
                    decided.push((v, Value::Lose(Distance(round))));
                }
            }
            if decided.is_empty() {
                break;
            }
            for (v, value) in decided {
                values[v as usize] = value;
            }
        }
        values
    }

    /// Whether `to` is a best move at `v`, said with minima and maxima instead of ranks.
    pub(crate) fn is_best(&self, values: &[Value], v: Vertex, to: Option<Vertex>) -> bool {
        let successors = self.graph.successors(v);
        let Some(to) = to else { return successors.is_empty() };
        if !successors.contains(&to) {
            return false;
        }
        let there = values[to as usize];
        let same_kind = successors
            .iter()
            .map(|&s| values[s as usize])
            .filter(|s| s.outcome() == there.outcome());
        let distances = same_kind.filter_map(Value::distance);
        match values[v as usize].outcome() {
            Outcome::Win => there.outcome() == Outcome::Lose && there.distance() == distances.min(),
            Outcome::Lose => there.outcome() == Outcome::Win && there.distance() == distances.max(),
            Outcome::Draw => there == Value::Draw,
        }
    }
}

pub(crate) fn win(distance: u32) -> Value {
    Value::Win(Distance(distance))
}

pub(crate) fn lose(distance: u32) -> Value {
    Value::Lose(Distance(distance))
}

pub(crate) fn values(values: &[Value]) -> Values {
    values.iter().copied().collect()
}
