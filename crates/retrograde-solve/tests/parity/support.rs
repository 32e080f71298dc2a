//! Parity games, a brute-force oracle over positional strategies, and a naive check of strategies.
#![allow(dead_code, reason = "not every user of this file needs all of it")]

use proptest::prelude::*;
use retrograde_core::{Bitmap, Graph, OwnedGraph, ParityGame, Player, RegionSolution, Vertex};

/// A parity game that owns its graph.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) graph: Graph,
    pub(crate) ones: Vec<bool>,
    pub(crate) priorities: Vec<u32>,
}

impl Case {
    pub(crate) fn game(&self) -> ParityGame<'_> {
        let mut ones = Bitmap::new(self.ones.len());
        (0..self.ones.len()).filter(|&vertex| self.ones[vertex]).for_each(|v| ones.set(v));
        ParityGame::max(OwnedGraph::from_bitmap(&self.graph, ones), self.priorities.clone())
    }

    fn owner(&self, vertex: usize) -> Player {
        if self.ones[vertex] { Player::One } else { Player::Zero }
    }

    fn rows(&self) -> Vec<Vec<usize>> {
        let row = |vertex| self.graph.successors(vertex).iter().map(|&to| to as usize).collect();
        self.graph.vertices().map(row).collect()
    }

    /// From where `player` wins if the rows have only the moves that `player` wants to use: from
    /// where the opponent reaches neither a vertex of `player` without moves nor a cycle whose
    /// largest priority is the opponent's.
    fn won_with(&self, rows: &[Vec<usize>], player: Player) -> Vec<bool> {
        let vertices = rows.len();
        let reach = |from: usize, most: u32| {
            let mut reached = vec![false; vertices];
            let mut stack = vec![from];
            while let Some(vertex) = stack.pop() {
                for &to in &rows[vertex] {
                    if self.priorities[to] <= most && !reached[to] {
                        reached[to] = true;
                        stack.push(to);
                    }
                }
            }
            reached
        };
        let bad: Vec<bool> = (0..vertices)
            .map(|vertex| {
                let priority = self.priorities[vertex];
                let stuck = rows[vertex].is_empty() && self.owner(vertex) == player;
                let hostile = priority.is_multiple_of(2) != (player == Player::Zero);
                stuck || hostile && reach(vertex, priority)[vertex]
            })
            .collect();
        let safe = |vertex: usize| {
            let reached = reach(vertex, u32::MAX);
            !bad[vertex] && (0..vertices).all(|other| !(reached[other] && bad[other]))
        };
        (0..vertices).map(safe).collect()
    }

    /// Who wins, by trying all positional strategies of player 0.
    pub(crate) fn brute_force(&self) -> Vec<Player> {
        let all = self.rows();
        let mut winners = vec![Player::One; all.len()];
        let mut choice = vec![0; all.len()];
        loop {
            let mut rows = all.clone();
            for (vertex, row) in rows.iter_mut().enumerate() {
                if !self.ones[vertex] && !row.is_empty() {
                    *row = vec![row[choice[vertex]]];
                }
            }
            for (vertex, won) in self.won_with(&rows, Player::Zero).into_iter().enumerate() {
                if won {
                    winners[vertex] = Player::Zero;
                }
            }
            let next = (0..all.len()).find(|&vertex| {
                let last = self.ones[vertex] || choice[vertex] + 1 >= all[vertex].len();
                choice[vertex] = if last { 0 } else { choice[vertex] + 1 };
                !last
            });
            if next.is_none() {
                return winners;
            }
        }
    }

    /// Whether the moves win from all vertices for which a winner is named.
    pub(crate) fn check(&self, solution: &RegionSolution) -> Result<(), String> {
        let strategy = solution.strategy.as_ref().ok_or("no strategy")?;
        for player in [Player::Zero, Player::One] {
            let mut rows = self.rows();
            for (vertex, row) in rows.iter_mut().enumerate() {
                if self.owner(vertex) != player {
                    continue;
                }
                let chosen = strategy.get(vertex as Vertex).map(|to| to as usize);
                let wins = solution.winners.get(vertex as Vertex) == Some(player);
                match chosen {
                    Some(to) if wins && row.contains(&to) => *row = vec![to],
                    None if !wins => {}
                    _ => return Err(format!("move {chosen:?} at {vertex}")),
                }
            }
            let won = self.won_with(&rows, player);
            for vertex in solution.winners.region(player).ones() {
                if !won[vertex] {
                    return Err(format!("player {player} does not win from {vertex}"));
                }
            }
        }
        Ok(())
    }
}

/// Random games of `vertices` vertices with up to `degree` moves each and priorities up to `most`;
/// without dead ends if `total`.
pub(crate) fn games(
    vertices: std::ops::RangeInclusive<usize>,
    degree: usize,
    most: u32,
    total: bool,
) -> impl Strategy<Value = Case> {
    (vertices, 1..=degree, 0..=most)
        .prop_flat_map(move |(n, degree, most)| {
            let targets = proptest::collection::vec(0..n as u32, usize::from(total)..=degree);
            let vertex = (targets, any::<bool>(), 0..=most);
            proptest::collection::vec(vertex, n)
        })
        .prop_map(|rows| {
            let edges = (0..).zip(&rows).flat_map(|(v, row)| row.0.iter().map(move |&to| (v, to)));
            Case {
                graph: Graph::from_edges(rows.len(), edges).unwrap(),
                ones: rows.iter().map(|row| row.1).collect(),
                priorities: rows.iter().map(|row| row.2).collect(),
            }
        })
}

/// Random games in which the players take turns and have two moves each: few vertices are attracted
/// at once, so that algorithms have to find out more.
pub(crate) fn alternating(pairs: usize, most: u32) -> impl Strategy<Value = Case> {
    let vertex = move || ([0..pairs as u32, 0..pairs as u32], 0..=most);
    proptest::collection::vec((vertex(), vertex()), pairs).prop_map(move |rows| {
        let rows: Vec<_> = rows.iter().flat_map(|(even, odd)| [even, odd]).collect();
        let other = |from: u32, to: u32| (from, to * 2 + 1 - from % 2);
        let edges = (0..).zip(&rows).flat_map(|(v, row)| row.0.iter().map(move |&to| other(v, to)));
        Case {
            graph: Graph::from_edges(rows.len(), edges).unwrap(),
            ones: (0..rows.len()).map(|vertex| vertex % 2 == 1).collect(),
            priorities: rows.iter().map(|row| row.1).collect(),
        }
    })
}
