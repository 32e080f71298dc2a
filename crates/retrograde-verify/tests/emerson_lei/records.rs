//! A solver for small Emerson–Lei games by latest appearance records: the memory is the order in
//! which the colours were last seen. (Y. Gurevich and L. Harrington, *Trees, automata, and games*,
//! 1982.)

use retrograde_core::{Colors, MealyStep, Player, Vertex};

use crate::oracle::{Claims, Game, Steps};

/// A vertex of the game with the colours in the order of their last appearance, and what it counts.
#[derive(Clone, Debug)]
struct Copy {
    vertex: Vertex,
    record: Vec<u32>,
    /// The record after the vertex.
    next: Vec<u32>,
    owner: Player,
    /// Player 0 wants the largest that comes up infinitely often to be even.
    priority: usize,
    to: Vec<usize>,
}

impl Game {
    /// The winners, and a machine for each player.
    pub(crate) fn solve(&self) -> (Claims, [Steps; 2]) {
        let copies = self.copies();
        let all: Vec<usize> = (0..copies.len()).collect();
        let mut winners = vec![Player::Zero; copies.len()];
        let mut moves = vec![None; copies.len()];
        zielonka(&copies, &all, &mut winners, &mut moves);
        // The first copies are those with the first record, in the order of the vertices.
        let n = self.owners.len();
        let mut records: Vec<&Vec<u32>> = Vec::new();
        for copy in &copies {
            if !records.contains(&&copy.record) {
                records.push(&copy.record);
            }
            if !records.contains(&&copy.next) {
                records.push(&copy.next);
            }
        }
        let memory = |record: &Vec<u32>| records.iter().position(|&r| r == record).unwrap() as u32;
        let machine = |player: Player| -> Steps {
            let won = (0..copies.len()).filter(|&c| winners[c] == player);
            let step = |c: usize| {
                let copy = &copies[c];
                let mine = copy.owner == player;
                let stuck = self.graph.successors(copy.vertex).is_empty();
                MealyStep {
                    vertex: copy.vertex,
                    memory: memory(&copy.record),
                    to: if mine && !stuck {
                        moves[c].map(|to: usize| copies[to].vertex)
                    } else {
                        None
                    },
                    next: memory(&copy.next),
                }
            };
            won.map(step).collect()
        };
        let claims = winners[..n].iter().copied().map(Some).collect();
        (claims, [machine(Player::Zero), machine(Player::One)])
    }

    fn copies(&self) -> Vec<Copy> {
        let named: Vec<u32> = self.acceptance.colors().iter().map(|color| color.number()).collect();
        let copy = |vertex: Vertex, record: &Vec<u32>| {
            let seen = self.colors[vertex as usize];
            let has = |color: &&u32| seen.0 >> **color & 1 == 1;
            let next: Vec<u32> = record
                .iter()
                .filter(has)
                .chain(record.iter().filter(|c| !has(c)))
                .copied()
                .collect();
            let depth = record.iter().rposition(|color| has(&color)).map_or(0, |place| place + 1);
            let up_to = Colors(record[..depth].iter().fold(0, |all, color| all | 1 << color));
            let owner = self.owners[vertex as usize];
            let is_stuck = self.graph.is_terminal(vertex);
            let winner = if is_stuck { owner.opponent() } else { self.winner_of(up_to) };
            let priority = 2 * depth + usize::from(winner == Player::One);
            Copy { vertex, record: record.clone(), next, owner, priority, to: Vec::new() }
        };
        let mut copies: Vec<Copy> = self.graph.vertices().map(|v| copy(v, &named)).collect();
        let mut done = 0;
        while done < copies.len() {
            let (vertex, record) = (copies[done].vertex, copies[done].next.clone());
            if self.graph.is_terminal(vertex) {
                // Whoever is stuck stays there and loses.
                copies[done].to.push(done);
            }
            for &to in self.graph.successors(vertex) {
                let same = |copy: &Copy| copy.vertex == to && copy.record == record;
                let place = copies.iter().position(same).unwrap_or_else(|| {
                    copies.push(copy(to, &record));
                    copies.len() - 1
                });
                copies[done].to.push(place);
            }
            done += 1;
        }
        copies
    }
}

/// Parity games by the recursion as anyone would write it down.
fn zielonka(
    copies: &[Copy],
    inside: &[usize],
    winners: &mut [Player],
    moves: &mut [Option<usize>],
) {
    let Some(top) = inside.iter().map(|&c| copies[c].priority).max() else { return };
    let player = if top % 2 == 0 { Player::Zero } else { Player::One };
    let tops: Vec<usize> = inside.iter().copied().filter(|&c| copies[c].priority == top).collect();
    let near = attractor(copies, inside, player, &tops, moves);
    let rest: Vec<usize> = inside.iter().copied().filter(|c| !near.contains(c)).collect();
    zielonka(copies, &rest, winners, moves);
    let lost: Vec<usize> = rest.iter().copied().filter(|&c| winners[c] != player).collect();
    if lost.is_empty() {
        for &c in &near {
            winners[c] = player;
        }
        for &c in &tops {
            moves[c] = copies[c].to.iter().copied().find(|to| inside.contains(to));
        }
        return;
    }
    let saved: Vec<Option<usize>> = lost.iter().map(|&c| moves[c]).collect();
    let far = attractor(copies, inside, player.opponent(), &lost, moves);
    for (&c, to) in lost.iter().zip(saved) {
        moves[c] = to;
    }
    for &c in &far {
        winners[c] = player.opponent();
    }
    let rest: Vec<usize> = inside.iter().copied().filter(|c| !far.contains(c)).collect();
    zielonka(copies, &rest, winners, moves);
}

fn attractor(
    copies: &[Copy],
    inside: &[usize],
    player: Player,
    to: &[usize],
    moves: &mut [Option<usize>],
) -> Vec<usize> {
    let mut near = to.to_vec();
    loop {
        let before = near.len();
        for &c in inside {
            if near.contains(&c) {
                continue;
            }
            let mut next = copies[c].to.iter().filter(|to| inside.contains(to));
            if copies[c].owner == player {
                if let Some(&to) = next.find(|to| near.contains(to)) {
                    moves[c] = Some(to);
                    near.push(c);
                }
            } else if next.all(|to| near.contains(to)) {
                near.push(c);
            }
        }
        if near.len() == before {
            return near;
        }
    }
}
