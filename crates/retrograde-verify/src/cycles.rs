//! Whether a player who keeps to a strategy can be made to go round and round and lose.

use retrograde_core::{Bitmap, OwnedGraph, Player, Strategy, Vertex};

use crate::components::{Components, Moves};
use crate::nested::{ClassedMove, belongs, largest_on_cycle};

/// What decides plays that never end.
pub(crate) trait Condition {
    /// What is won by whom: a play goes to player 0 if the largest class that comes up again and
    /// again is even, to player 1 if it is odd.
    fn class(&self, vertex: Vertex) -> u32;

    /// Who wins as soon as a play is at `vertex`, if that decides it.
    fn decided(&self, vertex: Vertex) -> Option<Player>;
}

/// The part of a game that a player has to show to be won: the vertices of a region, the moves of
/// the strategy where the player moves, and all moves where the opponent does.
pub(crate) struct Kept<'a, C> {
    pub(crate) arena: &'a OwnedGraph<'a>,
    pub(crate) region: &'a Bitmap,
    pub(crate) strategy: &'a Strategy,
    pub(crate) player: Player,
    pub(crate) condition: &'a C,
}

impl<C: Condition> Kept<'_, C> {
    /// A cycle whose largest class is the opponent's, from the lowest vertex of such a class on such
    /// a cycle.
    ///
    /// # Complexity
    /// O(V + E) time and at most `28 V` bytes if the opponent has one class, and O((V + E) log d)
    /// and up to `28 E + 50 V` bytes for d classes. Where there is a cycle, `12 V` bytes more.
    pub(crate) fn lost_cycle(&self) -> Option<Vec<Vertex>> {
        let opponent = self.player.opponent();
        let opposing = || {
            let vertices = self.arena.graph().vertices();
            let classes =
                vertices.filter(|&vertex| self.plays(vertex)).map(|v| self.condition.class(v));
            classes.filter(|&class| belongs(class, opponent))
        };
        let largest = opposing().max()?;
        let mut components = Components::default();
        let up_to = UpTo { kept: self, largest };
        components.find(&up_to);
        let cycle = up_to.cycle(&components);
        if cycle.is_some() || opposing().all(|class| class == largest) {
            return cycle;
        }
        // Cycles of smaller classes are within the components, where the largest is not.
        let mut moves = Vec::new();
        for from in self.arena.graph().vertices().filter(|&from| up_to.contains(from)) {
            let mut at = 0;
            while let Some(to) = up_to.next(from, &mut at) {
                if components.of(from) == components.of(to) {
                    let class = self.condition.class(from).max(self.condition.class(to));
                    moves.push(ClassedMove { from, to, class });
                }
            }
        }
        drop(components);
        let largest = largest_on_cycle(self.arena.graph().vertex_count(), moves, opponent)?;
        let mut components = Components::default();
        let up_to = UpTo { kept: self, largest };
        components.find(&up_to);
        up_to.cycle(&components)
    }

    /// Whether the play goes on at `vertex`.
    fn plays(&self, vertex: Vertex) -> bool {
        self.region.get(vertex as usize) && self.condition.decided(vertex).is_none()
    }
}

/// What remains without the vertices of larger classes.
struct UpTo<'a, C> {
    kept: &'a Kept<'a, C>,
    largest: u32,
}

impl<C: Condition> Moves for UpTo<'_, C> {
    fn vertices(&self) -> usize {
        self.kept.arena.graph().vertex_count()
    }

    fn contains(&self, vertex: Vertex) -> bool {
        self.kept.plays(vertex) && self.kept.condition.class(vertex) <= self.largest
    }

    fn next(&self, vertex: Vertex, at: &mut usize) -> Option<Vertex> {
        if self.kept.arena.owner(vertex) == self.kept.player {
            let first = *at == 0;
            *at = 1;
            let to = if first { self.kept.strategy.get(vertex) } else { None };
            return to.filter(|&to| self.contains(to));
        }
        let rest = self.kept.arena.graph().successors(vertex).get(*at..)?;
        let skipped = rest.iter().position(|&to| self.contains(to))?;
        *at += skipped + 1;
        Some(rest[skipped])
    }
}

impl<C: Condition> UpTo<'_, C> {
    /// A shortest cycle through the lowest vertex of the largest class that is on a cycle.
    fn cycle(&self, components: &Components) -> Option<Vec<Vertex>> {
        let graph = self.kept.arena.graph();
        let start = graph.vertices().find(|&vertex| {
            self.contains(vertex)
                && self.kept.condition.class(vertex) == self.largest
                && components.on_cycle(self, vertex)
        })?;
        // Breadth first, until a move leads back to the start.
        let mut from: Vec<Option<Vertex>> = vec![None; graph.vertex_count()];
        let mut queue = vec![start];
        let mut head = 0;
        while let Some(&vertex) = queue.get(head) {
            head += 1;
            let mut at = 0;
            while let Some(to) = self.next(vertex, &mut at) {
                if to == start {
                    let mut cycle = vec![vertex];
                    let mut last = vertex;
                    while let Some(before) = from[last as usize] {
                        cycle.push(before);
                        last = before;
                    }
                    cycle.reverse();
                    return Some(cycle);
                }
                if from[to as usize].is_none() {
                    from[to as usize] = Some(vertex);
                    queue.push(to);
                }
            }
        }
        None
    }
}
