//! Parity games as one first writes their solver: Zielonka's recursion straight from the book, with
//! a vector of predecessors for each vertex and a vector of flags for each subgame.
//!
//! Source: W. Zielonka, *Infinite games on finitely coloured graphs* (1998).

use std::time::Instant;

use retrograde::{ParityGame, Player};

/// The game as lists.
pub(crate) struct Textbook {
    owners: Vec<usize>,
    priorities: Vec<u32>,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
    deadline: Instant,
}

impl Textbook {
    pub(crate) fn new(game: &ParityGame<'_>, deadline: Instant) -> Self {
        let graph = game.arena.graph();
        let mut predecessors = vec![Vec::new(); graph.vertex_count()];
        let mut successors = vec![Vec::new(); graph.vertex_count()];
        for vertex in graph.vertices() {
            for &to in graph.successors(vertex) {
                successors[vertex as usize].push(to as usize);
                predecessors[to as usize].push(vertex as usize);
            }
        }
        let owner = |vertex| usize::from(game.arena.owner(vertex) == Player::One);
        let owners = graph.vertices().map(owner).collect();
        let priorities = game.priorities.clone();
        Textbook { owners, priorities, successors, predecessors, deadline }
    }

    /// Who wins where; `None` when the time is over. The recursion is as deep as the game has
    /// priorities.
    pub(crate) fn solve(&self) -> Option<Vec<usize>> {
        let mut winners = vec![2; self.owners.len()];
        let mut whole = vec![true; self.owners.len()];
        for player in [0, 1] {
            let stuck: Vec<usize> = (0..whole.len())
                .filter(|&v| whole[v] && self.owners[v] != player && self.successors[v].is_empty())
                .collect();
            for v in self.attract(&whole, player, stuck) {
                whole[v] = false;
                winners[v] = player;
            }
        }
        for (v, winner) in self.regions(&whole)?.into_iter().enumerate() {
            if whole[v] {
                winners[v] = winner;
            }
        }
        Some(winners)
    }

    fn regions(&self, inside: &[bool]) -> Option<Vec<usize>> {
        if Instant::now() > self.deadline {
            return None;
        }
        let mut winners = vec![2; inside.len()];
        let members = || (0..inside.len()).filter(|&v| inside[v]);
        let Some(top) = members().map(|v| self.priorities[v]).max() else { return Some(winners) };
        let player = top as usize % 2;
        let highest = members().filter(|&v| self.priorities[v] == top).collect();
        let mut rest = inside.to_vec();
        for v in self.attract(inside, player, highest) {
            rest[v] = false;
        }
        let below = self.regions(&rest)?;
        let lost: Vec<usize> = members().filter(|&v| rest[v] && below[v] != player).collect();
        if lost.is_empty() {
            members().for_each(|v| winners[v] = player);
            return Some(winners);
        }
        let mut rest = inside.to_vec();
        for v in self.attract(inside, 1 - player, lost) {
            rest[v] = false;
            winners[v] = 1 - player;
        }
        for (v, winner) in self.regions(&rest)?.into_iter().enumerate() {
            if rest[v] {
                winners[v] = winner;
            }
        }
        Some(winners)
    }

    fn attract(&self, inside: &[bool], player: usize, seeds: Vec<usize>) -> Vec<usize> {
        let mut taken = vec![false; inside.len()];
        seeds.iter().for_each(|&v| taken[v] = true);
        let mut queue = seeds;
        let mut next = 0;
        while next < queue.len() {
            let to = queue[next];
            next += 1;
            for &v in &self.predecessors[to] {
                if inside[v] && !taken[v] {
                    let forced = || self.successors[v].iter().all(|&to| !inside[to] || taken[to]);
                    if self.owners[v] == player || forced() {
                        taken[v] = true;
                        queue.push(v);
                    }
                }
            }
        }
        queue
    }
}
