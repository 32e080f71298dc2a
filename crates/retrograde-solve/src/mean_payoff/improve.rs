//! Improving moves until neither player can.
//!
//! Player 1 answers player 0's moves as well as can be, improving wherever a move leads to a cycle
//! of a smaller mean, or to one of the same mean by a cheaper way. Then player 0 improves all moves
//! at once, looking some moves ahead, and so on. Means never fall from one answer to the next, and where they stay the same
//! biases never fall, so that no moves come up twice. When player 0 finds nothing to improve, the
//! means are the values and the biases prove it.
//!
//! With the players changed over it is the same.
//!
//! As a rule rounds are few, but there are games where each mends a single vertex: a limit to the
//! work is for the caller to set.

use retrograde_core::{Player, Vertex};

use super::ahead::Looking;
use super::policy::{Halt, Policy, SOON};
use crate::energy::cost::Number;
use crate::energy::order::Order;
use crate::stop::Stop;

impl<T: Number> Policy<'_, T> {
    /// Changes a player's moves wherever that pays. Returns whether it did anywhere.
    pub(super) fn improve(&mut self, player: Player, stop: &Stop<'_>) -> Result<bool, Halt> {
        let list = self.doubts.lists[usize::from(player == Player::One)].replace(Vec::new());
        let mut has_changed = false;
        if let Some(list) = list {
            for (place, &vertex) in list.iter().enumerate() {
                if let Some(&later) = list.get(place + 4 * SOON) {
                    self.board.moves.prefetch_start(later);
                }
                if let Some(&later) = list.get(place + 2 * SOON) {
                    self.board.moves.prefetch_row(later);
                }
                if let Some(&soon) = list.get(place + SOON) {
                    self.board.moves.prefetch_ends(soon, &self.spots);
                }
                self.doubts.marked.clear(vertex as usize);
                has_changed |= self.improve_at(vertex, player, stop)?;
            }
        } else {
            for vertex in self.board.vertices() {
                self.board.moves.prefetch_ahead(vertex, &self.spots);
                if self.board.owner(vertex) == player {
                    has_changed |= self.improve_at(vertex, player, stop)?;
                }
            }
        }
        Ok(has_changed)
    }

    fn improve_at(
        &mut self,
        vertex: Vertex,
        player: Player,
        stop: &Stop<'_>,
    ) -> Result<bool, Halt> {
        if stop.spend(self.board.moves.degree(vertex)) {
            return Err(Halt::Stopped);
        }
        let here = self.spots[vertex as usize];
        let mut best = (self.cycles[here.cycle as usize].rank, here.bias);
        let mut better = None;
        for ((to, weight), place) in self.board.moves.row(vertex).zip(0..) {
            let there = self.spots[to as usize];
            let cycle = &self.cycles[there.cycle as usize];
            let offer = (cycle.rank, cycle.excess(weight) + there.bias);
            let is_better = match player {
                Player::Zero => offer > best,
                Player::One => offer < best,
            };
            if is_better {
                best = offer;
                better = Some(place);
            }
        }
        if let Some(place) = better {
            self.switch(vertex, place);
        }
        Ok(better.is_some())
    }

    /// Improves a player's moves for as long as that is possible, the other player's being fixed, and looks
    /// ahead where much changes. `order` says which way moves lead.
    pub(super) fn answer(
        &mut self,
        player: Player,
        order: Order,
        stop: &Stop<'_>,
        tell: &dyn Fn(),
    ) -> Result<(), Halt> {
        let mut looks = 0..LOOKS_PER_ANSWER;
        loop {
            let evaluated = self.evaluate(stop)?;
            tell();
            let is_much = evaluated > self.board.len() / MUCH;
            if is_much && looks.next().is_some() && self.look_ahead_alone(player, order, stop)? {
                continue;
            }
            if !self.improve(player, stop)? {
                return Ok(());
            }
        }
    }

    /// Improves both players' moves until they are optimal: those of `player` against the opponent's
    /// best answers. `proof` says what is proven on the way.
    pub(super) fn perfect(
        &mut self,
        player: Player,
        looking: Looking,
        proof: &mut Proof,
        stop: &Stop<'_>,
        tell: &dyn Fn(),
    ) -> Result<(), Halt> {
        let size = (self.board.len() + self.board.edge_count()).max(1) as u64;
        let mut looks = 0..LOOKS;
        let mut has_looked = false;
        loop {
            let before = stop.steps_left();
            self.answer(player.opponent(), looking.order, stop, tell)?;
            *proof = Proof::Now;
            let since = self.since_anchor(player, stop)?;
            self.anchor(stop)?;
            *proof = Proof::Anchored;
            let sweeps = SWEEPS_PER_ANSWER * (before - stop.steps_left()) / size;
            let sweeps = sweeps.min(MOST_SWEEPS) as usize;
            // A look ahead that raised no mean may have led in a circle. To improve each move by itself, as
            // comes next, never does.
            let is_worth_it = since.has_risen || !has_looked;
            has_looked = is_worth_it
                && looks.next().is_some()
                && self.look_ahead(player, looking, (sweeps, since.has_fallen), stop)?;
            if has_looked || self.improve(player, stop)? {
                continue;
            }
            // So far only those were asked who had reason to doubt their moves: ask everyone.
            self.doubts.raise_all();
            if !self.improve(player.opponent(), stop)? && !self.improve(player, stop)? {
                return Ok(());
            }
        }
    }
}

/// In one answer, so many times much is looked at ahead.
const LOOKS_PER_ANSWER: u32 = 4;

/// One of so many vertices is much.
const MUCH: usize = 5;

/// Rounds in which to look ahead. They are enough as a rule, and that the others come to an end is
/// certain.
const LOOKS: u32 = 60;

/// Sweeps for looking ahead that go with an answer of the opponent that took as many steps as one of
/// them: then both take about as long.
const SWEEPS_PER_ANSWER: u64 = 3;

/// The most sweeps for looking ahead once.
const MOST_SWEEPS: u64 = 50;

/// When the opponent's answer to a player's moves was last as good as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// Never.
    Nothing,
    /// It is so now.
    Now,
    /// When the policy was anchored.
    Anchored,
}
