//! The tangles of a region: its strongly connected parts that no move leads out of except upwards.

use retrograde_core::{Player, Vertex};

use super::field::{Field, Hold};
use super::game::Game;
use super::tangle_set::Tangle;
use crate::stop::Stop;

/// In place of the rank of a vertex whose component is complete.
const DONE: u32 = u32::MAX;
/// In place of the rank of a vertex of the component that is being looked at.
const MEMBER: u32 = u32::MAX - 1;

/// Space for the search, used again and again: it costs no more than the region it is in.
pub(super) struct Bottoms {
    /// The lowest rank known to be in reach, 0 for what is not visited; all zeros between searches.
    ranks: Vec<u32>,
    /// The current path, with how many moves of each vertex have been followed.
    path: Vec<(Vertex, u32)>,
    /// Vertices off the path whose component is not complete.
    open: Vec<Vertex>,
}

impl Bottoms {
    pub(super) fn new(vertices: usize) -> Self {
        Bottoms { ranks: vec![0; vertices], path: vec![], open: vec![] }
    }

    /// Adds to `tangles` those among the vertices of `region` that are held by `hold`, with the
    /// moves of `player` as they are chosen and all moves of the opponent. `None` if stopped.
    ///
    /// # Complexity
    /// O(edges from the vertices) time.
    ///
    /// Source: R. Tarjan, *Depth-first search and linear graph algorithms* (1972), in the form of D.
    /// Pearce, *A space-efficient algorithm for finding strongly connected components* (2016).
    pub(super) fn find(
        &mut self,
        game: &Game<'_>,
        field: &Field,
        (player, hold): (Player, Hold),
        region: &[Vertex],
        tangles: &mut Vec<Tangle>,
        stop: &Stop<'_>,
    ) -> Option<()> {
        let mut visited = 0;
        let view = View { game, field, player, hold };
        let found = region
            .iter()
            .filter(|&&vertex| field.hold(vertex) == hold)
            .try_for_each(|&start| self.search(&view, start, &mut visited, tangles, stop));
        for &vertex in region {
            self.ranks[vertex as usize] = 0;
        }
        self.path.clear();
        self.open.clear();
        found
    }

    /// Completes all components that can be reached from `start`.
    fn search(
        &mut self,
        view: &View<'_>,
        start: Vertex,
        visited: &mut u32,
        tangles: &mut Vec<Tangle>,
        stop: &Stop<'_>,
    ) -> Option<()> {
        let mut entered = (self.ranks[start as usize] == 0).then_some(start);
        loop {
            if let Some(vertex) = entered.take() {
                *visited += 1;
                self.ranks[vertex as usize] = *visited;
                self.path.push((vertex, 0));
            }
            let Some(&mut (vertex, ref mut seen)) = self.path.last_mut() else { return Some(()) };
            let own = view.chosen(vertex);
            let row = view.row(vertex, &own);
            let before = *seen;
            while let Some(&to) = row.get(*seen as usize) {
                if view.is_inside(to) && self.ranks[to as usize] == 0 {
                    entered = Some(to);
                    break;
                }
                *seen += 1;
            }
            if stop.spend(1 + *seen - before) {
                return None;
            }
            if entered.is_some() {
                continue;
            }
            self.path.pop();
            let inside = row.iter().filter(|&&to| view.is_inside(to));
            let low = inside.map(|&to| self.ranks[to as usize]).filter(|&rank| rank < MEMBER).min();
            let rank = self.ranks[vertex as usize];
            match low {
                Some(low) if low < rank => {
                    self.ranks[vertex as usize] = low;
                    self.open.push(vertex);
                }
                _ => self.complete(view, vertex, rank, tangles, stop)?,
            }
        }
    }

    /// Takes the component of `root`, of this rank, off the stack; it is a tangle if it has a cycle
    /// and no move leads to another component.
    fn complete(
        &mut self,
        view: &View<'_>,
        root: Vertex,
        rank: u32,
        tangles: &mut Vec<Tangle>,
        stop: &Stop<'_>,
    ) -> Option<()> {
        let above = self.open.iter().rev().take_while(|&&other| self.ranks[other as usize] >= rank);
        let first = self.open.len() - above.count();
        self.open.push(root);
        let members = &self.open[first..];
        for &member in members {
            self.ranks[member as usize] = MEMBER;
        }
        let (mut stays, mut goes_round, mut escapes) = (true, false, vec![]);
        for &member in members {
            let own = view.chosen(member);
            let row = view.row(member, &own);
            if stop.spend(row.len() as u32 + 1) {
                return None;
            }
            for &to in row {
                if !view.is_inside(to) {
                    escapes.push(to);
                } else if self.ranks[to as usize] == MEMBER {
                    goes_round = true;
                } else {
                    stays = false;
                }
            }
            if !stays {
                break;
            }
        }
        if stays && goes_round {
            // What is settled is no way out: the opponent would have been attracted by it.
            escapes.retain(|&to| view.field.hold(to).level() != 0);
            escapes.sort_unstable();
            escapes.dedup();
            let moves = members.iter().map(|&member| (member, view.chosen(member))).collect();
            tangles.push(Tangle::new(view.player, moves, escapes));
        }
        for member in self.open.drain(first..) {
            self.ranks[member as usize] = DONE;
        }
        Some(())
    }
}

/// A region with one move of its player each, and all of the opponent's.
struct View<'a> {
    game: &'a Game<'a>,
    field: &'a Field,
    player: Player,
    hold: Hold,
}

impl<'a> View<'a> {
    fn is_inside(&self, vertex: Vertex) -> bool {
        self.field.hold(vertex) == self.hold
    }

    /// The player's move, where it is the player's.
    fn chosen(&self, vertex: Vertex) -> Option<Vertex> {
        self.field.chosen(vertex).filter(|_| self.game.owner(vertex) == self.player)
    }

    fn row<'b>(&self, vertex: Vertex, own: &'b Option<Vertex>) -> &'b [Vertex]
    where
        'a: 'b,
    {
        let row = self.game.graph().successors(vertex);
        own.as_ref().map_or(row, std::slice::from_ref)
    }
}
