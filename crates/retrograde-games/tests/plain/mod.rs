//! Solvers in their plainest form, straight from the definitions, that count what they do.

use retrograde_core::{Arena, Graph, Player, Vertex};

/// An arena with an owner and a priority at every vertex.
pub(crate) struct Game<'a> {
    graph: &'a Graph,
    owners: Vec<Player>,
    priorities: Vec<u32>,
}

/// What lifting measures comes to.
pub(crate) struct Lifts {
    pub(crate) winners: Vec<Player>,
    pub(crate) count: u64,
}

fn good_for(priority: u32) -> Player {
    if priority.is_multiple_of(2) { Player::Zero } else { Player::One }
}

impl<'a> Game<'a> {
    pub(crate) fn new(arena: &'a Arena) -> Self {
        Game {
            graph: &arena.graph,
            owners: arena.owners.iter().map(|(_, owner)| owner).collect(),
            priorities: arena.priorities.iter().map(|(_, priority)| priority).collect(),
        }
    }

    /// The vertices of `within` from which `player` can bring the play into `set`.
    fn attractor(&self, player: Player, set: &[bool], within: &[bool]) -> Vec<bool> {
        let mut attracted = set.to_vec();
        loop {
            let found = self.graph.vertices().find(|&v| {
                let mut moves = self.graph.successors(v).iter().filter(|&&to| within[to as usize]);
                within[v as usize]
                    && !attracted[v as usize]
                    && if self.owners[v as usize] == player {
                        moves.any(|&to| attracted[to as usize])
                    } else {
                        moves.all(|&to| attracted[to as usize])
                    }
            });
            match found {
                Some(vertex) => attracted[vertex as usize] = true,
                None => return attracted,
            }
        }
    }

    /// Winners by the recursive algorithm, and how often it is called on something.
    pub(crate) fn zielonka(&self) -> (Vec<Player>, u64) {
        let mut winners = vec![Player::Zero; self.owners.len()];
        let mut calls = 0;
        self.recurse(vec![true; self.owners.len()], &mut winners, &mut calls);
        (winners, calls)
    }

    fn recurse(&self, within: Vec<bool>, winners: &mut [Player], calls: &mut u64) {
        let vertices = || (0..within.len()).filter(|&v| within[v]);
        let Some(top) = vertices().map(|v| self.priorities[v]).max() else { return };
        *calls += 1;
        let player = good_for(top);
        let tops: Vec<bool> =
            (0..within.len()).map(|v| within[v] && self.priorities[v] == top).collect();
        let attracted = self.attractor(player, &tops, &within);
        self.recurse(minus(&within, &attracted), winners, calls);
        let lost: Vec<bool> =
            (0..within.len()).map(|v| within[v] && !attracted[v] && winners[v] != player).collect();
        if !lost.contains(&true) {
            vertices().for_each(|v| winners[v] = player);
            return;
        }
        let lost = self.attractor(player.opponent(), &lost, &within);
        (0..within.len()).filter(|&v| lost[v]).for_each(|v| winners[v] = player.opponent());
        self.recurse(minus(&within, &lost), winners, calls);
    }

    /// Winners by small progress measures for player 0, lifted by one vertex after the other as
    /// long as anything changes.
    pub(crate) fn progress_measures(&self) -> Lifts {
        let mut odd: Vec<u32> =
            self.priorities.iter().copied().filter(|priority| priority % 2 == 1).collect();
        odd.sort_unstable_by(|a, b| b.cmp(a));
        odd.dedup();
        let bounds: Vec<u32> = odd
            .iter()
            .map(|&p| self.priorities.iter().filter(|&&priority| priority == p).count() as u32)
            .collect();
        // A measure is the number of visits for each odd priority, the largest first; none is top.
        let mut measures = vec![Some(vec![0; odd.len()]); self.owners.len()];
        let mut count = 0;
        loop {
            let before = count;
            for vertex in self.graph.vertices() {
                let priority = self.priorities[vertex as usize];
                let options =
                    self.graph.successors(vertex).iter().map(|&to| {
                        progress(measures[to as usize].as_ref(), priority, &odd, &bounds)
                    });
                // Top comes after every other measure.
                let key = |measure: &Option<Vec<u32>>| (measure.is_none(), measure.clone());
                let lifted = match self.owners[vertex as usize] {
                    Player::Zero => options.min_by_key(key),
                    Player::One => options.max_by_key(key),
                };
                let lifted = lifted.expect("a move everywhere");
                if key(&lifted) > key(&measures[vertex as usize]) {
                    measures[vertex as usize] = lifted;
                    count += 1;
                }
            }
            if count == before {
                break;
            }
        }
        let winner = |measure: &Option<Vec<u32>>| match measure {
            Some(_) => Player::Zero,
            None => Player::One,
        };
        Lifts { winners: measures.iter().map(winner).collect(), count }
    }

    /// How many strategies of player 0 the improvement of Vöge and Jurdziński passes, from the one
    /// that takes every first move, if all best switches are made at once.
    ///
    /// Only for arenas with one vertex of each priority up to 127 in which both players' best plays
    /// end in a loop at `sink`: the value of a play is then the set of priorities on the way there.
    pub(crate) fn improvements(&self, sink: Vertex) -> u64 {
        let mut strategy: Vec<Vertex> =
            self.graph.vertices().map(|v| self.graph.successors(v)[0]).collect();
        for passed in 1.. {
            let values = self.answer(&strategy, sink);
            let mut improved = false;
            for v in self.graph.vertices().filter(|&v| self.owners[v as usize] == Player::Zero) {
                for &to in self.graph.successors(v) {
                    let now = values[strategy[v as usize] as usize];
                    if better(values[to as usize], now) {
                        strategy[v as usize] = to;
                        improved = true;
                    }
                }
            }
            if !improved {
                return passed;
            }
        }
        unreachable!("strategies are finitely many")
    }

    /// What each vertex is worth if player 1 answers `strategy` as well as possible.
    fn answer(&self, strategy: &[Vertex], sink: Vertex) -> Vec<u128> {
        let mut values: Vec<Option<u128>> = vec![None; strategy.len()];
        values[sink as usize] = Some(0);
        loop {
            let mut changed = false;
            for v in self.graph.vertices().filter(|&v| v != sink) {
                let moves = match self.owners[v as usize] {
                    Player::Zero => &strategy[v as usize..=v as usize],
                    Player::One => self.graph.successors(v),
                };
                let here = 1u128 << self.priorities[v as usize];
                let known = moves.iter().filter_map(|&to| values[to as usize]);
                let least =
                    known.map(|value| value | here).reduce(|a, b| if better(a, b) { b } else { a });
                if least.is_some() && least != values[v as usize] {
                    values[v as usize] = least;
                    changed = true;
                }
            }
            if !changed {
                return values.into_iter().map(|v| v.expect("all plays end in the sink")).collect();
            }
        }
    }

    /// How many plays from `vertex` there are until they come back to a vertex.
    pub(crate) fn plays(&self, vertex: Vertex) -> u64 {
        self.plays_beyond(vertex, &mut vec![false; self.owners.len()])
    }

    fn plays_beyond(&self, vertex: Vertex, seen: &mut [bool]) -> u64 {
        if seen[vertex as usize] {
            return 1;
        }
        seen[vertex as usize] = true;
        let moves = self.graph.successors(vertex);
        let plays = moves.iter().map(|&to| self.plays_beyond(to, seen)).sum();
        seen[vertex as usize] = false;
        plays
    }
}

/// The least measure that a vertex of `priority` may have before one with `next`.
fn progress(
    next: Option<&Vec<u32>>,
    priority: u32,
    odd: &[u32],
    bounds: &[u32],
) -> Option<Vec<u32>> {
    let mut measure = next?.clone();
    let kept = odd.iter().take_while(|&&p| p >= priority).count();
    measure[kept..].fill(0);
    if priority.is_multiple_of(2) {
        return Some(measure);
    }
    for place in (0..kept).rev() {
        if measure[place] < bounds[place] {
            measure[place] += 1;
            return Some(measure);
        }
        measure[place] = 0;
    }
    None
}

/// Whether player 0 prefers one set of priorities to another: the largest that is in only one of
/// them decides.
fn better(one: u128, other: u128) -> bool {
    match (one ^ other).checked_ilog2() {
        None => false,
        Some(top) => (one >> top & 1 == 1) == (good_for(top) == Player::Zero),
    }
}

fn minus(set: &[bool], other: &[bool]) -> Vec<bool> {
    set.iter().zip(other).map(|(&a, &b)| a && !b).collect()
}

/// Winners of a Büchi arena by repeated attractors, and how many rounds took something away.
pub(crate) fn buchi_rounds(arena: &Arena) -> (Vec<Player>, u64) {
    let game = Game::new(arena);
    let mut within = vec![true; game.owners.len()];
    let mut rounds = 0;
    loop {
        let targets: Vec<bool> =
            (0..within.len()).map(|v| within[v] && arena.targets.get(v) == Some(true)).collect();
        let avoided = minus(&within, &game.attractor(Player::Zero, &targets, &within));
        if !avoided.contains(&true) {
            let winner = |&won: &bool| if won { Player::Zero } else { Player::One };
            return (within.iter().map(winner).collect(), rounds);
        }
        within = minus(&within, &game.attractor(Player::One, &avoided, &within));
        rounds += 1;
    }
}
