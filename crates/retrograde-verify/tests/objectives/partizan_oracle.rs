//! Partizan outcomes by the definition, round by round.

use retrograde_core::{
    Column, Convention, Distance, Graph, Outcome, PartizanGame, Side, Value, Vertex,
};

/// A game that owns its parts.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) graph: Graph,
    pub(crate) players: Column<Side>,
    pub(crate) verdicts: Column<Outcome>,
    pub(crate) convention: Convention,
}

/// With Left to move and with Right to move.
pub(crate) type Both<T> = [Vec<T>; 2];

impl Game {
    pub(crate) fn new(vertices: usize, edges: &[(Vertex, Vertex, Option<Side>)]) -> Self {
        let mut edges = edges.to_vec();
        edges.sort_by_key(|&(from, to, _)| (from, to));
        let players = edges.iter().enumerate().filter_map(|(at, &(_, _, side))| Some((at, side?)));
        Game {
            graph: Graph::from_edges(vertices, edges.iter().map(|&(from, to, _)| (from, to)))
                .unwrap(),
            players: players.collect(),
            verdicts: Column::default(),
            convention: Convention::Normal,
        }
    }

    pub(crate) fn view(&self) -> PartizanGame<'_> {
        PartizanGame::new(&self.graph, &self.players, &self.verdicts, self.convention).unwrap()
    }

    /// Where a side can move to, read off the columns.
    pub(crate) fn moves(&self, v: Vertex, side: Side) -> Vec<Vertex> {
        let own = |&edge: &usize| self.players.get(edge) != Some(side.opponent());
        self.graph.edge_range(v).filter(own).map(|edge| self.graph.targets()[edge]).collect()
    }

    fn stuck(&self, v: Vertex) -> Outcome {
        self.verdicts.get(v as usize).unwrap_or(self.convention.terminal())
    }

    /// In round k whatever is open is won if a move leads to a loss known before, and lost if all
    /// moves lead to wins known before. What stays open for ever is a draw.
    pub(crate) fn values(&self) -> Both<Value> {
        let mut values = Side::BOTH.map(|side| -> Vec<Value> {
            let at_once = |v| match self.moves(v, side).is_empty() {
                true => Value::new(self.stuck(v), Distance(0)),
                false => Value::Draw,
            };
            self.graph.vertices().map(at_once).collect()
        });
        for round in 1.. {
            let known = values.clone();
            for side in Side::BOTH {
                for v in self.graph.vertices() {
                    let moves = self.moves(v, side);
                    let value = &mut values[side as usize][v as usize];
                    if *value != Value::Draw || moves.is_empty() {
                        continue;
                    }
                    let there = &known[side.opponent() as usize];
                    let mut reached = moves.iter().map(|&to| there[to as usize].outcome());
                    if reached.clone().any(|outcome| outcome == Outcome::Lose) {
                        *value = Value::Win(Distance(round));
                    } else if reached.all(|outcome| outcome == Outcome::Win) {
                        *value = Value::Lose(Distance(round));
                    }
                }
            }
            if values == known {
                break;
            }
        }
        values
    }

    /// Whether `to` is a best move at `v`, said with minima and maxima instead of ranks.
    pub(crate) fn is_best(
        &self,
        values: &Both<Value>,
        v: Vertex,
        side: Side,
        to: Option<Vertex>,
    ) -> bool {
        let moves = self.moves(v, side);
        let Some(to) = to else { return moves.is_empty() };
        if !moves.contains(&to) {
            return false;
        }
        let there = &values[side.opponent() as usize];
        let reached = there[to as usize];
        let same_kind = moves.iter().map(|&to| there[to as usize]);
        let same_kind = same_kind.filter(|value| value.outcome() == reached.outcome());
        let distances = same_kind.filter_map(Value::distance);
        let needed = values[side as usize][v as usize].outcome().for_opponent();
        reached.outcome() == needed
            && match needed {
                Outcome::Lose => reached.distance() == distances.min(),
                Outcome::Win => reached.distance() == distances.max(),
                Outcome::Draw => true,
            }
    }
}
