//! Attractors: from where a player can force the play into a set, in how many moves, and how.
//!
//! The player needs one move into what is attracted already, the opponent must have no other. So a
//! vertex of the player joins with its first such move and a vertex of the opponent with its last,
//! which a counter of moves not yet attracted tells. Vertices join level by level, hence the level
//! of a vertex, its rank, is the number of moves to the set when the player hurries and the opponent
//! delays.

use retrograde_core::{Bitmap, Graph, OwnedGraph, Pace, Player, Stopped, Vertex};

/// A vertex that has just been attracted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Joined {
    pub(crate) vertex: Vertex,
    /// How many moves it is away from the set under best play.
    pub(crate) rank: u32,
    /// The attracting move, at a vertex of the player that is not in the set itself.
    pub(crate) to: Option<Vertex>,
}

/// Computes attractors, one after the other in the same space.
///
/// # Complexity
/// An attractor takes time in proportion to the moves that enter it: nothing is done for the rest of
/// the arena. 4 bytes a vertex, and 8 for each vertex attracted or looked at.
///
/// Source: R. McNaughton, *Infinite games played on finite graphs* (1993); the counters are those of
/// W. F. Dowling and J. H. Gallier, *Linear-time algorithms for testing the satisfiability of
/// propositional Horn formulae* (1984).
pub(crate) struct Attractor<'a> {
    arena: &'a OwnedGraph<'a>,
    /// The graph with every edge turned around.
    back: &'a Graph,
    /// Moves of an opponent's vertex that are not attracted; 0 where none was looked at yet.
    left: Vec<u32>,
    /// Opponent's vertices whose count is not 0.
    counted: Vec<Vertex>,
    /// The attracted vertices, by rank.
    members: Vec<Vertex>,
}

impl<'a> Attractor<'a> {
    /// For attractors in `arena`, where `back` is its graph with every edge turned around.
    pub(crate) fn new(arena: &'a OwnedGraph<'a>, back: &'a Graph) -> Self {
        let left = vec![0; back.vertex_count()];
        Attractor { arena, back, left, counted: Vec::new(), members: Vec::new() }
    }

    /// Adds to `region` everything from where `player` can force the play into `set`; tells of each
    /// vertex as it joins, by rising rank.
    ///
    /// What is in `region` beforehand is not attracted to and not looked at again, and no vertex of
    /// `set` that is there joins. An opponent's vertex without moves joins only as one of the set.
    ///
    /// # Errors
    /// It was stopped. What has joined by then is attracted all the same.
    pub(crate) fn attract(
        &mut self,
        player: Player,
        set: impl IntoIterator<Item = Vertex>,
        region: &mut Bitmap,
        pace: &mut Pace<'_>,
        mut joined: impl FnMut(Joined),
    ) -> Result<(), Stopped> {
        let (arena, back) = (self.arena, self.back);
        self.members.clear();
        for vertex in set {
            pace.steps(1)?;
            if !region.get(vertex as usize) {
                region.set(vertex as usize);
                self.members.push(vertex);
                joined(Joined { vertex, rank: 0, to: None });
            }
        }
        let (mut next, mut rank) = (0, 0);
        while next < self.members.len() {
            rank += 1;
            let level = next..self.members.len();
            next = level.end;
            for index in level {
                let to = self.members[index];
                pace.steps(1 + back.successors(to).len())?;
                for &vertex in back.successors(to) {
                    if region.get(vertex as usize) {
                        continue;
                    }
                    let is_own = arena.owner(vertex) == player;
                    if is_own || self.is_last(vertex) {
                        region.set(vertex as usize);
                        self.members.push(vertex);
                        joined(Joined { vertex, rank, to: is_own.then_some(to) });
                    }
                }
            }
        }
        for vertex in self.counted.drain(..) {
            self.left[vertex as usize] = 0;
        }
        Ok(())
    }

    /// Takes one move off the count of an opponent's vertex; whether that was the last.
    #[inline]
    fn is_last(&mut self, vertex: Vertex) -> bool {
        let left = &mut self.left[vertex as usize];
        if *left == 0 {
            *left = self.arena.graph().out_degree(vertex);
            self.counted.push(vertex);
        }
        *left -= 1;
        *left == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_core::{Control, Threads};

    /// A generator of numbers that look random (the constants are D. E. Knuth's, for MMIX).
    fn random(state: &mut u64, below: u64) -> u64 {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % below
    }

    /// Ranks by looking at every vertex again until nothing changes.
    fn naive(arena: &OwnedGraph<'_>, player: Player, set: &[Vertex]) -> Vec<Option<u32>> {
        let graph = arena.graph();
        let mut ranks = vec![None; graph.vertex_count()];
        set.iter().for_each(|&v| ranks[v as usize] = Some(0));
        loop {
            let before = ranks.clone();
            for vertex in graph.vertices().filter(|v| !set.contains(v)) {
                let mut known = graph.successors(vertex).iter().map(|&to| before[to as usize]);
                let best = match arena.owner(vertex) == player {
                    true => known.flatten().min(),
                    false => {
                        known.try_fold(None, |most, rank| Some(most.max(Some(rank?)))).flatten()
                    }
                };
                ranks[vertex as usize] = best.map(|rank| rank + 1);
            }
            if ranks == before {
                return ranks;
            }
        }
    }

    #[test]
    fn random_arenas_have_the_ranks_of_the_definition() {
        let mut state = 7;
        for case in 0..3000 {
            let vertices = 1 + random(&mut state, 9) as u32;
            let edge_count = random(&mut state, u64::from(vertices) * 3);
            let mut vertex = || random(&mut state, u64::from(vertices)) as Vertex;
            let edges: Vec<_> = (0..edge_count).map(|_| (vertex(), vertex())).collect();
            let graph = Graph::from_edges(vertices as usize, edges).unwrap();
            let mut bits = || {
                let mut bits = Bitmap::new(vertices as usize);
                bits.words_mut()[0] = random(&mut state, 1 << vertices);
                bits
            };
            let (ones, set) = (bits(), bits());
            let arena = OwnedGraph::from_bitmap(&graph, ones);
            let back = graph.transpose(Threads::ONE);
            let set: Vec<Vertex> = set.ones().map(|vertex| vertex as Vertex).collect();
            // The same space for all of them, so that what one leaves behind would show.
            let mut attractor = Attractor::new(&arena, &back);
            for player in [Player::Zero, Player::One, Player::Zero] {
                let mut ranks = vec![None; vertices as usize];
                let mut region = Bitmap::new(vertices as usize);
                let note = |joined: Joined| {
                    let Joined { vertex, rank, to } = joined;
                    assert_eq!(to.is_some(), rank > 0 && arena.owner(vertex) == player);
                    assert!(ranks[vertex as usize].replace((rank, to)).is_none());
                };
                let (pace, from) = (&mut Control::ALONE.pace(), set.iter().copied());
                attractor.attract(player, from, &mut region, pace, note).unwrap();
                assert_eq!(attractor.members.len(), region.count_ones());
                let expected = naive(&arena, player, &set);
                let found: Vec<_> = ranks.iter().map(|rank| rank.map(|(rank, _)| rank)).collect();
                assert_eq!(found, expected, "case {case}");
                for (vertex, rank) in ranks.iter().enumerate() {
                    if let Some((rank, Some(to))) = rank {
                        assert!(graph.successors(vertex as Vertex).contains(to));
                        assert_eq!(expected[*to as usize], Some(rank - 1));
                    }
                }
            }
        }
    }
}
