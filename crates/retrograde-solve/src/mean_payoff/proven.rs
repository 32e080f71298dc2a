//! What is proven of the values before they are known: bounds, and the moves that prove them.
//!
//! A proof gives every vertex a bound, and one player moves that keep it: play never comes to a worse
//! bound, and no cycle among the vertices of a bound is worse. Of two proofs the better bound at each
//! vertex, with the move that goes with it, is a proof again: play from a vertex where the first one
//! is as good as the second stays with the first for as long as the bound stays the same, and from
//! any other it stays with the second.

use retrograde_core::{
    Bitmap, MeanBounds, MeanPayoffs, PayoffGame, Player, Ratio, Stopped, Vertex,
};

use crate::stop::Stop;

pub(super) struct Proven<'g> {
    ones: &'g Bitmap,
    pub(super) bounds: MeanBounds,
    /// For each vertex the place, in its row, of its owner's move: player 0's moves prove the lower
    /// bounds, player 1's the upper ones.
    pub(super) places: Vec<u32>,
    /// How many classes of lower bounds were noted.
    pub(super) lows: u64,
    better: Vec<Vertex>,
}

impl<'g> Proven<'g> {
    /// No mean is below all weights or above all, whatever the moves.
    pub(super) fn new(game: &'g PayoffGame<'_>, places: Vec<u32>) -> Self {
        let vertices = || game.arena.graph().vertices();
        let everywhere = |weight: Option<i64>| {
            let mut bounds = MeanPayoffs::unknown(places.len());
            bounds.settle(vertices(), weight.unwrap_or(0).into());
            bounds
        };
        let at_least = everywhere(game.weights.iter().copied().min());
        let at_most = everywhere(game.weights.iter().copied().max());
        let bounds = MeanBounds { at_least, at_most };
        let ones = game.arena.ones();
        Proven { ones, bounds, places, lows: 0, better: Vec::new() }
    }

    /// Takes note of one class of a proof: at these vertices `player` is sure of `bound`, where the
    /// player's moves have these places. What all classes of the proof have is proven once the last
    /// one is noted.
    pub(super) fn note(
        &mut self,
        player: Player,
        bound: Ratio,
        vertices: impl Iterator<Item = (Vertex, u32)>,
    ) {
        let Proven { ones, bounds, places, lows, better } = self;
        let (bounds, is_one) = match player {
            Player::Zero => (&mut bounds.at_least, false),
            Player::One => (&mut bounds.at_most, true),
        };
        *lows += u64::from(!is_one);
        for (vertex, place) in vertices {
            let is_better = bounds.get(vertex).is_none_or(|old| match player {
                Player::Zero => bound > old,
                Player::One => bound < old,
            });
            if is_better {
                better.push(vertex);
                if ones.get(vertex as usize) == is_one {
                    places[vertex as usize] = place;
                }
            }
        }
        if !better.is_empty() {
            bounds.settle(better.drain(..), bound);
        }
    }

    /// The lowest of the lower bounds, and the highest of the upper ones; `None` without vertices.
    pub(super) fn range(&self, stop: &Stop<'_>) -> Result<Option<(Ratio, Ratio)>, Stopped> {
        let mut range = None;
        for (low, high) in self.bounds.at_least.iter().zip(self.bounds.at_most.iter()) {
            if stop.spend(1) {
                stop.check()?;
            }
            let (Some(low), Some(high)) = (low, high) else { continue };
            let (lowest, highest) = range.unwrap_or((low, high));
            range = Some((low.min(lowest), high.max(highest)));
        }
        Ok(range)
    }

    /// The values, where the bounds leave no choice, and the bounds if that is not everywhere.
    pub(super) fn values(self) -> (MeanPayoffs, Option<MeanBounds>, Vec<u32>) {
        let MeanBounds { at_least, at_most } = &self.bounds;
        let mut values = at_least.clone();
        values.retain(|vertex| at_least.get(vertex) == at_most.get(vertex));
        let bounds = (!values.is_complete()).then_some(self.bounds);
        (values, bounds, self.places)
    }
}
