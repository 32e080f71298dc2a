//! A machine at work: the pairs of a vertex and a memory state that can come up.

use retrograde_core::{
    Bitmap, EmersonLeiGame, Mealy, MealyStep, OwnedGraph, Pace, Player, Stopped, Vertex, Winners,
};

use super::rule::EmersonLeiRule;
use crate::components::{Moves, next_seen};
use crate::distinct::distinct;
use crate::error::VerifyError;
use crate::fault::Fault;

/// The pairs of a vertex and a memory state that come up when a player keeps to a machine, started
/// at each vertex of the player's region, whatever the opponent does. They are numbered from 0 in the
/// order in which they are found.
///
/// Takes 12 bytes a pair and 4 for each of its moves; on the way, 4 more for each step of the machine
/// and each vertex.
pub(crate) struct Product<'a> {
    steps: &'a [MealyStep],
    /// Which step of the machine is the one for the pair.
    pairs: Vec<u32>,
    /// Where the moves of each pair end.
    ends: Vec<usize>,
    targets: Vec<u32>,
    /// How many of the pairs are the player's to move.
    moves: u64,
}

/// There is never a pair of that number.
const NO_PAIR: u32 = u32::MAX;

impl<'a> Product<'a> {
    /// Lets the machine of `player` play.
    ///
    /// # Errors
    /// The fault of the first pair, as they are found, where the machine has no step, makes no move
    /// or one that is not there, or where the play leaves what the opponent is not said to win.
    ///
    /// # Complexity
    /// O(V + P + M log S) time for P pairs with M moves, and at most S steps a vertex.
    pub(crate) fn explore(
        game: &EmersonLeiGame<'_>,
        winners: &Winners,
        machine: &'a Mealy,
        player: Player,
        pace: &mut Pace<'_>,
    ) -> Result<Self, VerifyError> {
        let steps = machine.steps();
        let mut found = Found::new(machine, player, game.arena.graph().vertex_count(), pace)?;
        for vertex in winners.region(player).ones() {
            pace.steps(1)?;
            found.meet(vertex as Vertex, machine.initial())?;
        }
        let (mut ends, mut targets, mut moves) = (Vec::new(), Vec::new(), 0);
        let lost = winners.region(player.opponent());
        while let Some(&place) = found.pairs.get(ends.len()) {
            let step = steps[place as usize];
            pace.steps(1 + game.arena.graph().out_degree(step.vertex) as usize)?;
            let next = choices(&game.arena, lost, player, &step)?;
            moves += u64::from(step.to.is_some());
            for &to in next {
                targets.push(found.meet(to, step.next)?);
            }
            ends.push(targets.len());
        }
        Ok(Product { steps, pairs: found.pairs, ends, targets, moves })
    }

    /// How many pairs there are.
    pub(crate) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// How many of them are the player's to move.
    pub(crate) fn moves(&self) -> u64 {
        self.moves
    }

    /// How many different memory states come up.
    pub(crate) fn states(&self, pace: &mut Pace<'_>) -> Result<u64, Stopped> {
        let states = (0..self.len() as u32).map(|pair| self.step(pair).memory);
        Ok(distinct(states, u32::cmp, pace)?.len() as u64)
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        (4 * self.pairs.capacity() + 8 * self.ends.capacity() + 4 * self.targets.capacity()) as u64
    }

    /// What the machine does at a pair.
    pub(crate) fn step(&self, pair: u32) -> MealyStep {
        self.steps[self.pairs[pair as usize] as usize]
    }

    /// The pairs that can come right after `pair`.
    pub(crate) fn successors(&self, pair: u32) -> &[u32] {
        let pair = pair as usize;
        let start = if pair == 0 { 0 } else { self.ends[pair - 1] };
        &self.targets[start..self.ends[pair]]
    }
}

/// Where the play can go from a pair: where the machine moves, or anywhere if the opponent does.
fn choices<'g>(
    arena: &OwnedGraph<'g>,
    lost: &Bitmap,
    player: Player,
    step: &MealyStep,
) -> Result<&'g [Vertex], Fault> {
    let &MealyStep { vertex, memory, to, .. } = step;
    let fault = |rule| Fault::at(vertex, rule);
    let all = arena.graph().successors(vertex);
    let is_lost = |&&to: &&Vertex| lost.get(to as usize);
    if arena.owner(vertex) != player {
        if let Some(to) = to {
            return Err(fault(EmersonLeiRule::OpponentMoved { player, memory, to }));
        }
        return match all.iter().find(is_lost) {
            Some(&to) => Err(fault(EmersonLeiRule::Escape { player, memory, to })),
            None => Ok(all),
        };
    }
    if all.is_empty() {
        return Err(fault(EmersonLeiRule::Stuck { player, memory }));
    }
    let Some(to) = to else { return Err(fault(EmersonLeiRule::MoveMissing { player, memory })) };
    let Some(place) = all.iter().position(|&other| other == to) else {
        return Err(fault(EmersonLeiRule::MoveNotAnEdge { player, memory, to }));
    };
    let chosen = &all[place..=place];
    match chosen.iter().find(is_lost) {
        Some(&to) => Err(fault(EmersonLeiRule::MoveLeavesRegion { player, memory, to })),
        None => Ok(chosen),
    }
}

/// The pairs met so far.
struct Found<'a> {
    steps: &'a [MealyStep],
    player: Player,
    /// The steps of vertex `v` are those from `rows[v]` up to `rows[v + 1]`.
    rows: Vec<u32>,
    /// The pair of each step.
    numbers: Vec<u32>,
    pairs: Vec<u32>,
}

impl<'a> Found<'a> {
    fn new(
        machine: &'a Mealy,
        player: Player,
        vertices: usize,
        pace: &mut Pace<'_>,
    ) -> Result<Self, Stopped> {
        let steps = machine.steps();
        let mut rows = vec![0; vertices + 1];
        for step in steps {
            pace.steps(1)?;
            rows[step.vertex as usize + 1] += 1;
        }
        for row in 0..vertices {
            rows[row + 1] += rows[row];
        }
        let numbers = vec![NO_PAIR; steps.len()];
        Ok(Found { steps, player, rows, numbers, pairs: Vec::new() })
    }

    /// The number of the pair, a new one if it was not met before.
    fn meet(&mut self, vertex: Vertex, memory: u32) -> Result<u32, Fault> {
        let start = self.rows[vertex as usize] as usize;
        let row = &self.steps[start..self.rows[vertex as usize + 1] as usize];
        let Ok(place) = row.binary_search_by_key(&memory, |step| step.memory) else {
            let rule = EmersonLeiRule::StepMissing { player: self.player, memory };
            return Err(Fault::at(vertex, rule));
        };
        let number = &mut self.numbers[start + place];
        if *number == NO_PAIR {
            *number = self.pairs.len() as u32;
            self.pairs.push((start + place) as u32);
        }
        Ok(*number)
    }
}

/// Some of the pairs, numbered anew from 0, with the moves between them.
pub(crate) struct Within<'a> {
    product: &'a Product<'a>,
    members: &'a [u32],
    /// The new number of each pair.
    labels: &'a [u32],
}

/// Gives new numbers to some of the pairs after others, in the same memory.
pub(crate) struct PairLabels {
    given: Vec<u32>,
}

impl PairLabels {
    pub(crate) fn new(pairs: usize) -> Self {
        PairLabels { given: vec![NO_PAIR; pairs] }
    }

    /// Calls `look` with the moves among `members`.
    pub(crate) fn within(
        &mut self,
        product: &Product<'_>,
        members: &[u32],
        pace: &mut Pace<'_>,
        look: impl FnOnce(&Within<'_>, &mut Pace<'_>) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        for (label, &pair) in (0..).zip(members) {
            pace.steps(1)?;
            self.given[pair as usize] = label;
        }
        look(&Within { product, members, labels: &self.given }, pace)?;
        for &pair in members {
            pace.steps(1)?;
            self.given[pair as usize] = NO_PAIR;
        }
        Ok(())
    }
}

impl Moves for Within<'_> {
    fn vertices(&self) -> usize {
        self.members.len()
    }

    fn contains(&self, _pair: Vertex) -> bool {
        true
    }

    fn next(&self, pair: Vertex, at: &mut usize) -> Option<Vertex> {
        let row = self.product.successors(self.members[pair as usize]);
        let label = |to: u32| self.labels[to as usize];
        next_seen(row, at, |to| label(to) != NO_PAIR).map(label)
    }
}
