//! Whether a player who keeps to a strategy can be made to go round and round and lose.

use retrograde_core::{Bitmap, OwnedGraph, Pace, Player, Stopped, Strategy, Vertex};

use crate::components::{Components, Moves, next_seen};
use crate::nested::{ClassedMove, belongs, largest_on_cycle};
use crate::trim::{between_ends, trim};

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
    pub(crate) fn lost_cycle(&self, pace: &mut Pace<'_>) -> Result<Option<Vec<Vertex>>, Stopped> {
        let opponent = self.player.opponent();
        // The largest and the smallest of the opponent's classes.
        let mut range: Option<(u32, u32)> = None;
        for vertex in self.region.ones().map(|vertex| vertex as Vertex) {
            pace.steps(1)?;
            let class = self.condition.class(vertex);
            if belongs(class, opponent) && self.condition.decided(vertex).is_none() {
                let (largest, smallest) = range.unwrap_or((class, class));
                range = Some((largest.max(class), smallest.min(class)));
            }
        }
        let Some((largest, smallest)) = range else { return Ok(None) };
        let up_to = self.up_to(largest, pace)?;
        if smallest == largest && !up_to.has_largest(pace)? {
            return Ok(None);
        }
        let mut components = Components::default();
        components.find(&up_to, pace)?;
        let cycle = up_to.cycle(&components, pace)?;
        if cycle.is_some() || smallest == largest {
            return Ok(cycle);
        }
        // Cycles of smaller classes are within the components, where the largest is not.
        let mut moves = Vec::new();
        for from in up_to.inside.ones().map(|vertex| vertex as Vertex) {
            let mut at = 0;
            pace.steps(1 + self.arena.graph().out_degree(from) as usize)?;
            while let Some(to) = up_to.next(from, &mut at) {
                if components.of(from) == components.of(to) {
                    let class = self.condition.class(from).max(self.condition.class(to));
                    moves.push(ClassedMove { from, to, class });
                }
            }
        }
        drop(components);
        let vertices = self.arena.graph().vertex_count();
        let Some(largest) = largest_on_cycle(vertices, moves, opponent, pace)? else {
            return Ok(None);
        };
        let mut components = Components::default();
        let up_to = self.up_to(largest, pace)?;
        components.find(&up_to, pace)?;
        up_to.cycle(&components, pace)
    }

    /// What remains without vertices of larger classes and without some that are on no cycle.
    fn up_to(&self, largest: u32, pace: &mut Pace<'_>) -> Result<UpTo<'_, C>, Stopped> {
        let mut inside = Bitmap::new(self.arena.graph().vertex_count());
        for vertex in self.region.ones() {
            pace.steps(1)?;
            let vertex = vertex as Vertex;
            if self.condition.class(vertex) <= largest && self.condition.decided(vertex).is_none() {
                inside.set(vertex as usize);
            }
        }
        let mut up_to = UpTo { kept: self, largest, inside };
        up_to.inside = between_ends(&up_to, &up_to.inside, pace)?;
        up_to.inside = trim(&up_to, &up_to.inside, pace)?;
        Ok(up_to)
    }
}

/// What remains without the vertices of larger classes and some others.
struct UpTo<'a, C> {
    kept: &'a Kept<'a, C>,
    largest: u32,
    /// A bit for each vertex that remains: most moves are told by it without a trip to memory.
    inside: Bitmap,
}

impl<C: Condition> Moves for UpTo<'_, C> {
    fn vertices(&self) -> usize {
        self.kept.arena.graph().vertex_count()
    }

    fn contains(&self, vertex: Vertex) -> bool {
        self.inside.get(vertex as usize)
    }

    fn next(&self, vertex: Vertex, at: &mut usize) -> Option<Vertex> {
        if self.kept.arena.owner(vertex) == self.kept.player {
            let first = *at == 0;
            *at = 1;
            let to = if first { self.kept.strategy.get(vertex) } else { None };
            return to.filter(|&to| self.contains(to));
        }
        next_seen(self.kept.arena.graph().successors(vertex), at, |to| self.contains(to))
    }

    fn prefetch_offset(&self, vertex: Vertex) {
        match self.kept.arena.owner(vertex) == self.kept.player {
            true => self.kept.strategy.prefetch(vertex),
            false => self.kept.arena.graph().prefetch_offset(vertex),
        }
    }

    fn prefetch(&self, vertex: Vertex) {
        if self.kept.arena.owner(vertex) != self.kept.player {
            self.kept.arena.graph().prefetch_row(vertex, 1);
        }
    }
}

impl<C: Condition> UpTo<'_, C> {
    /// Whether a vertex of the largest class remains.
    fn has_largest(&self, pace: &mut Pace<'_>) -> Result<bool, Stopped> {
        for vertex in self.inside.ones().map(|vertex| vertex as Vertex) {
            pace.steps(1)?;
            if self.kept.condition.class(vertex) == self.largest {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// A shortest cycle through the lowest vertex of the largest class that is on a cycle.
    fn cycle(
        &self,
        components: &Components,
        pace: &mut Pace<'_>,
    ) -> Result<Option<Vec<Vertex>>, Stopped> {
        let graph = self.kept.arena.graph();
        let Some(start) = self.lowest_on_cycle(components, pace)? else { return Ok(None) };
        // Breadth first, until a move leads back to the start.
        let mut from: Vec<Option<Vertex>> = vec![None; graph.vertex_count()];
        let mut queue = vec![start];
        let mut head = 0;
        while let Some(&vertex) = queue.get(head) {
            head += 1;
            pace.steps(1 + graph.out_degree(vertex) as usize)?;
            let mut at = 0;
            while let Some(to) = self.next(vertex, &mut at) {
                if to == start {
                    let mut cycle = vec![vertex];
                    let mut last = vertex;
                    while let Some(before) = from[last as usize] {
                        pace.steps(1)?;
                        cycle.push(before);
                        last = before;
                    }
                    cycle.reverse();
                    return Ok(Some(cycle));
                }
                if from[to as usize].is_none() {
                    from[to as usize] = Some(vertex);
                    queue.push(to);
                }
            }
        }
        Ok(None)
    }

    /// The lowest vertex of the largest class that is on a cycle.
    fn lowest_on_cycle(
        &self,
        components: &Components,
        pace: &mut Pace<'_>,
    ) -> Result<Option<Vertex>, Stopped> {
        for vertex in self.inside.ones().map(|vertex| vertex as Vertex) {
            pace.steps(1)?;
            if self.kept.condition.class(vertex) == self.largest {
                pace.steps(self.kept.arena.graph().out_degree(vertex) as usize)?;
                if components.on_cycle(self, vertex) {
                    return Ok(Some(vertex));
                }
            }
        }
        Ok(None)
    }
}
