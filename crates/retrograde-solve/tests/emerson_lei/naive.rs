//! Parity games by Zielonka's recursion as the textbook has it, and Emerson–Lei games by latest
//! appearance records.

use std::collections::HashMap;

use retrograde_core::{
    Bitmap, Color, Colors, EmersonLeiGame, Graph, OwnedGraph, ParityGame, Player, RegionSolution,
    Vertex, Winners,
};

struct Solver<'a> {
    game: &'a ParityGame<'a>,
    moves: Vec<Option<Vertex>>,
}

type Set = Vec<bool>;

impl Solver<'_> {
    /// Adds to `goal` what `player` can force into it within `sub`, with the moves.
    fn attract(&mut self, player: Player, sub: &Set, mut goal: Set) -> Set {
        let graph = self.game.arena.graph();
        loop {
            let mut grew = false;
            for vertex in graph.vertices().filter(|&v| sub[v as usize]) {
                if goal[vertex as usize] {
                    continue;
                }
                let mut inside = graph.successors(vertex).iter().filter(|&&w| sub[w as usize]);
                let into = inside.clone().find(|&&w| goal[w as usize]);
                let is_forced = if self.game.arena.owner(vertex) == player {
                    self.moves[vertex as usize] = into.copied().or(self.moves[vertex as usize]);
                    into.is_some()
                } else {
                    into.is_some() && inside.all(|&w| goal[w as usize])
                };
                goal[vertex as usize] |= is_forced;
                grew |= is_forced;
            }
            if !grew {
                return goal;
            }
        }
    }

    /// What player 0 wins of `sub`, in which every vertex has a move.
    fn zero_wins(&mut self, sub: &Set) -> Set {
        let vertices: Vec<usize> = (0..sub.len()).filter(|&v| sub[v]).collect();
        let Some(top) = vertices.iter().map(|&v| self.game.priorities[v]).max() else {
            return vec![false; sub.len()];
        };
        let player = if top % 2 == 0 { Player::Zero } else { Player::One };
        let tops = (0..sub.len()).map(|v| sub[v] && self.game.priorities[v] == top).collect();
        let attracted = self.attract(player, sub, tops);
        let rest: Set = (0..sub.len()).map(|v| sub[v] && !attracted[v]).collect();
        let zero = self.zero_wins(&rest);
        let opponent: Set =
            (0..sub.len()).map(|v| rest[v] && zero[v] == (player == Player::One)).collect();
        if !opponent.contains(&true) {
            for &v in vertices.iter().filter(|&&v| self.game.priorities[v] == top) {
                let successors = self.game.arena.graph().successors(v as Vertex);
                self.moves[v] = successors.iter().copied().find(|&w| sub[w as usize]);
            }
            return sub.iter().map(|&inside| inside && player == Player::Zero).collect();
        }
        let lost = self.attract(player.opponent(), sub, opponent);
        let rest: Set = (0..sub.len()).map(|v| sub[v] && !lost[v]).collect();
        let zero = self.zero_wins(&rest);
        (0..sub.len()).map(|v| zero[v] || (lost[v] && player == Player::One)).collect()
    }
}

/// Solves a parity game slowly.
pub(crate) fn solve_parity(game: &ParityGame<'_>) -> RegionSolution {
    let graph = game.arena.graph();
    let count = graph.vertex_count();
    let mut solver = Solver { game, moves: vec![None; count] };
    let mut sub = vec![true; count];
    let mut zero = vec![false; count];
    // First what is decided because someone cannot move.
    for player in [Player::Zero, Player::One] {
        let is_stuck = |v: Vertex| graph.is_terminal(v) && game.arena.owner(v) != player;
        let stuck = graph.vertices().map(|v| sub[v as usize] && is_stuck(v)).collect();
        for (v, won) in solver.attract(player, &sub, stuck).into_iter().enumerate() {
            sub[v] &= !won;
            zero[v] |= won && player == Player::Zero;
        }
    }
    for (v, won) in solver.zero_wins(&sub).into_iter().enumerate() {
        zero[v] |= won;
    }
    let winner = |v: Vertex| if zero[v as usize] { Player::Zero } else { Player::One };
    let winners = graph.vertices().map(|v| Some(winner(v))).collect();
    let kept = |v: Vertex| solver.moves[v as usize].filter(|_| winner(v) == game.arena.owner(v));
    let strategy = Some(graph.vertices().map(kept).collect());
    RegionSolution { winners, strategy }
}

/// The winners of an Emerson–Lei game. A record lists all colours, those seen last first; seeing
/// colours moves them to the front. In the long run, the longest front part of the record that a
/// seen colour comes from consists of the colours that come up infinitely often.
pub(crate) fn winners(game: &EmersonLeiGame<'_>) -> Winners {
    let first: Vec<u32> = game.acceptance.colors().iter().map(Color::number).collect();
    let mut numbers: HashMap<(Vertex, Vec<u32>), Vertex> = HashMap::new();
    let mut states = Vec::new();
    for vertex in game.arena.graph().vertices() {
        numbers.insert((vertex, first.clone()), vertex);
        states.push((vertex, first.clone()));
    }
    let (mut edges, mut priorities) = (Vec::new(), Vec::new());
    let mut done = 0;
    while done < states.len() {
        let (vertex, record) = states[done].clone();
        let is_seen = |color: &u32| game.colors[vertex as usize].0 >> color & 1 == 1;
        let hit = record.iter().rposition(is_seen).map_or(0, |place| place + 1);
        let front = Colors(record[..hit].iter().map(|color| 1 << color).sum());
        priorities.push(2 * hit as u32 + u32::from(!game.acceptance.accepts(front)));
        let (seen, others): (Vec<u32>, Vec<u32>) = record.iter().partition(|&color| is_seen(color));
        let next = [seen, others].concat();
        for &to in game.arena.graph().successors(vertex) {
            let state = (to, next.clone());
            let number = *numbers.entry(state.clone()).or_insert_with(|| {
                states.push(state);
                states.len() as Vertex - 1
            });
            edges.push((done as Vertex, number));
        }
        done += 1;
    }
    let graph = Graph::from_edges(states.len(), edges).unwrap();
    let mut ones = Bitmap::new(states.len());
    for (number, (vertex, _)) in states.iter().enumerate() {
        if game.arena.owner(*vertex) == Player::One {
            ones.set(number);
        }
    }
    let parity = ParityGame::max(OwnedGraph::from_bitmap(&graph, ones), priorities);
    let solved = solve_parity(&parity).winners;
    game.arena.graph().vertices().map(|vertex| solved.get(vertex)).collect()
}
