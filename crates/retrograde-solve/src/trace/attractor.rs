//! The attractor: from where a player can force the way into a set. All algorithms for games with
//! owners are made of it.

use std::collections::VecDeque;

use retrograde_core::{Bitmap, Graph, OwnedGraph, Player, Vertex};

use super::event::{Entry, What};
use super::recorder::{Draft, Halt, Recorder};
use super::words::{Words, words};

/// The lines that go with [`Attraction::run`], to stand below an algorithm's own.
pub(super) const LINES: [&str; 4] = [
    "to find from where a player can force the way into a set:",
    "    take the vertices v of the game in turn that have a move into the set:",
    "        if v is the player's: the move forces it; v joins the set",
    "        otherwise count the move off; if v has no other left, v joins the set",
];
const OWN: usize = 2;
const OTHER: usize = 3;

/// A game in which attractors are found, and how it is turned around.
pub(super) struct Ground<'a> {
    pub(super) arena: &'a OwnedGraph<'a>,
    back: Graph,
    /// Where the lines of the attractor begin among those of the algorithm.
    line: usize,
}

/// What is written where a vertex joins.
#[derive(Clone, Copy)]
pub(super) enum Joining {
    /// The player wins there, so many moves away.
    Ranked,
    /// The player wins there.
    Winner,
    /// It belongs to the set of this name.
    Set(&'static str),
}

/// From where `player` can force the way into a set, within a part of the graph.
pub(super) struct Attraction<'g> {
    pub(super) player: Player,
    pub(super) within: &'g Bitmap,
    pub(super) joining: Joining,
}

impl<'a> Ground<'a> {
    pub(super) fn new(
        arena: &'a OwnedGraph<'a>,
        line: usize,
        recorder: &Recorder<'_>,
    ) -> Result<Self, Halt> {
        Ok(Ground { arena, back: arena.graph().transposed(recorder.control)?, line })
    }

    /// All vertices.
    pub(super) fn all(&self) -> Bitmap {
        Bitmap::new(self.arena.graph().vertex_count()).complement()
    }

    /// The dead ends of a player within a part of the graph.
    pub(super) fn dead_ends(&self, player: Player, within: &Bitmap) -> Vec<Vertex> {
        let is_stuck = |&vertex: &Vertex| {
            self.arena.graph().is_terminal(vertex) && self.arena.owner(vertex) == player
        };
        members(within).filter(is_stuck).collect()
    }

    /// Settles from where a player can be forced into a dead end, with events at `line` to begin
    /// with. In what is left every vertex has a move.
    pub(super) fn settle_dead_ends(
        &self,
        recorder: &mut Recorder<'_>,
        line: usize,
    ) -> Result<Bitmap, Halt> {
        let mut rest = self.all();
        for player in [Player::Zero, Player::One] {
            let seeds = self.dead_ends(player.opponent(), &rest);
            if !seeds.is_empty() {
                let words = words!(
                    "Player {} must move and cannot at {}: player {} wins there.",
                    player.opponent(),
                    &seeds,
                    player
                );
                let attraction = Attraction { player, within: &rest, joining: Joining::Winner };
                let won = attraction.run(self, recorder, &seeds, (line, words))?;
                rest = without(&rest, &won);
            }
        }
        Ok(rest)
    }
}

/// What is in one set and not in the other.
pub(super) fn without(set: &Bitmap, other: &Bitmap) -> Bitmap {
    let mut rest = set.clone();
    rest.words_mut().iter_mut().zip(other.words()).for_each(|(word, &gone)| *word &= !gone);
    rest
}

/// The vertices of a set.
pub(super) fn members(set: &Bitmap) -> impl Iterator<Item = Vertex> + '_ {
    set.ones().map(|vertex| vertex as Vertex)
}

impl Attraction<'_> {
    /// Attracts to `seeds`: an event for the set itself at the line and with the words given, then one
    /// for every move that is looked at. Says what was attracted, seeds included.
    pub(super) fn run(
        &self,
        ground: &Ground<'_>,
        recorder: &mut Recorder<'_>,
        seeds: &[Vertex],
        (line, words): (usize, Words),
    ) -> Result<Bitmap, Halt> {
        let (graph, player) = (ground.arena.graph(), self.player);
        let mut attracted = Bitmap::new(graph.vertex_count());
        let mut left = vec![0u64; graph.vertex_count()];
        let mut ranks = vec![0u64; graph.vertex_count()];
        seeds.iter().for_each(|&seed| attracted.set(seed as usize));
        let mut draft = recorder.event(line, words);
        for &seed in seeds {
            draft = self.join(draft.look(seed), seed, 0);
        }
        for vertex in graph.vertices() {
            let inside = |to: &&Vertex| self.within.get(**to as usize);
            left[vertex as usize] = graph.successors(vertex).iter().filter(inside).count() as u64;
            let counts = self.within.get(vertex as usize)
                && ground.arena.owner(vertex) != player
                && !attracted.get(vertex as usize);
            let count = counts.then(|| Entry::Number(left[vertex as usize]));
            draft = draft.set(vertex, What::Counter, count);
        }
        draft.done()?;
        let mut queue: VecDeque<Vertex> = seeds.iter().copied().collect();
        while let Some(to) = queue.pop_front() {
            for &from in ground.back.successors(to) {
                recorder.steps(1)?;
                if attracted.get(from as usize) || !self.within.get(from as usize) {
                    continue;
                }
                left[from as usize] -= 1;
                let (rest, rank) = (left[from as usize], ranks[to as usize] + 1);
                let own = ground.arena.owner(from) == player;
                let words = match (own, rest) {
                    (true, _) => words!(
                        "{} joins: player {} moves there, and can go to {}.",
                        from,
                        player,
                        to
                    ),
                    (false, 0) => words!(
                        "{} joins: player {} must move there, and the last way out led to {}.",
                        from,
                        player.opponent(),
                        to
                    ),
                    (false, 1) => words!(
                        "From {} the move to {} leads into the set; 1 other is left.",
                        from,
                        to
                    ),
                    (false, rest) => {
                        words!(
                            "From {} the move to {} leads into the set; {} others are left.",
                            from,
                            to,
                            rest
                        )
                    }
                };
                let line = ground.line + if own { OWN } else { OTHER };
                let mut draft = recorder.event(line, words).look(from).edge(from, to);
                if own || rest == 0 {
                    attracted.set(from as usize);
                    ranks[from as usize] = rank;
                    queue.push_back(from);
                    draft = self.join(draft.set(from, What::Counter, None), from, rank);
                } else {
                    draft = draft.set(from, What::Counter, Entry::Number(rest));
                }
                draft.done()?;
            }
        }
        Ok(attracted)
    }

    fn join<'r, 'b>(&self, draft: Draft<'r, 'b>, vertex: Vertex, rank: u64) -> Draft<'r, 'b> {
        match self.joining {
            Joining::Ranked => draft.set(vertex, What::Label, Entry::Winner(self.player)).set(
                vertex,
                What::Rank,
                Entry::Number(rank),
            ),
            Joining::Winner => draft.set(vertex, What::Label, Entry::Winner(self.player)),
            Joining::Set(name) => draft.set(vertex, What::Mark, Entry::Word(name)),
        }
    }
}

/// Lines with the players put in: `{0}` for one, `{1}` for the other.
pub(super) fn lines(own: &[&str], player: Player) -> Vec<String> {
    let [one, other] = [player, player.opponent()].map(|player| format!("player {player}"));
    let named = |line: &&str| line.replace("{0}", &one).replace("{1}", &other);
    own.iter().chain(&LINES).map(named).collect()
}
