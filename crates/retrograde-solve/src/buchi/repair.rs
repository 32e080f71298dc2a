//! The rounds: what is justified, and what is taken out.

mod lost;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use retrograde_core::{
    Bitmap, Control, Graph, OwnedGraph, Pace, Player, Progress, Stopped, Strategy, TargetGame,
    Vertex, sys,
};

use super::order::{GAP, Order};
use crate::degrees::for_each_degree;

/// What may be spent on avoiding doubts: so much for each edge at the start, and for each move walked
/// on account of a doubt.
const CREDIT: u64 = 8;

/// Vertices settled between two reports of progress.
const REPORT_EVERY: usize = 1 << 18;

/// What justifies a vertex.
pub(super) enum Support<'a> {
    /// One move, or nothing: a goal needs nothing, and a lost vertex has nothing.
    One(Option<Vertex>),
    /// All moves of a vertex of the spoiler.
    All(&'a [Vertex]),
}

impl Support<'_> {
    /// The vertices one by one.
    #[inline]
    pub(super) fn get(&self, place: usize) -> Option<Vertex> {
        match self {
            Support::One(to) => to.filter(|_| place == 0),
            Support::All(row) => row.get(place).copied(),
        }
    }
}

/// A Büchi game from the visitor's side, at work.
pub(super) struct Repair<'a> {
    arena: &'a OwnedGraph<'a>,
    pub(super) graph: &'a Graph,
    pub(super) back: &'a Graph,
    visitor: Player,
    /// Targets, and vertices where the spoiler cannot move. They need no justification.
    goals: Bitmap,
    /// What has not been taken out. No move of the spoiler leads out of it.
    inside: Bitmap,
    /// What is justified, all of it inside; also vertices that have lost their move and wait in
    /// `lost` for another.
    justified: Bitmap,
    /// The justifying moves of the visitor; the winning moves of the spoiler outside.
    moves: Strategy,
    /// For a vertex of the visitor, moves that stay inside; for one of the spoiler, moves to vertices
    /// that are not justified.
    counts: Vec<u32>,
    /// Where in its row a vertex of the visitor last found its move.
    cursors: Vec<u32>,
    /// Larger than the labels of what a vertex is justified by.
    pub(super) order: Order,
    /// Vertices of the visitor whose justifying move is gone, first come first served: so doubts
    /// spread no farther than the way out of them is long.
    lost: VecDeque<Vertex>,
    /// Vertices that were in doubt in this round, each once.
    doubtful: Vec<Vertex>,
    /// Those of them that were justified again before all doubts were raised. That is done only once
    /// a round for a vertex, to have a bound on the cost.
    retried: Bitmap,
    /// What is being taken out or justified, first come first served.
    queue: Vec<Vertex>,
    credit: u64,
    control: Control<'a>,
    pub(super) pace: Pace<'a>,
    taken_out: usize,
    rounds: u64,
    doubts: u64,
}

impl<'a> Repair<'a> {
    pub(super) fn new(
        game: &'a TargetGame<'a>,
        back: &'a Graph,
        visitor: Player,
        control: &Control<'a>,
    ) -> Result<Self, Stopped> {
        let (arena, graph) = (&game.arena, game.arena.graph());
        let vertices = graph.vertex_count();
        let mut goals = game.targets.clone();
        let mut counts: Vec<u32> = sys::zeroed(vertices);
        let mut pace = control.pace();
        for_each_degree(graph, &mut pace, |vertex, degree| {
            counts[vertex as usize] = degree;
            if degree == 0 && arena.owner(vertex) != visitor {
                goals.set(vertex as usize);
            }
        })?;
        Ok(Repair {
            arena,
            graph,
            back,
            visitor,
            goals,
            inside: Bitmap::new(vertices).complement(),
            justified: Bitmap::new(vertices),
            moves: Strategy::empty(vertices),
            counts,
            cursors: sys::zeroed(vertices),
            order: Order::new(vertices),
            lost: VecDeque::new(),
            doubtful: Vec::new(),
            retried: Bitmap::new(vertices),
            queue: Vec::new(),
            credit: CREDIT * (graph.edge_count() as u64 + 1),
            control: *control,
            pace,
            taken_out: 0,
            rounds: 0,
            doubts: 0,
        })
    }

    /// Takes out all that the spoiler wins. Where it is stopped, what is not inside any more is won
    /// all the same, by the moves there.
    pub(super) fn run(&mut self) -> Result<(), Stopped> {
        let is_stuck = |&vertex: &Vertex| {
            self.graph.is_terminal(vertex) && self.arena.owner(vertex) == self.visitor
        };
        self.queue.extend(self.graph.vertices().filter(is_stuck));
        self.take_out()?;
        self.doubtful.extend(self.inside.ones().map(|vertex| vertex as Vertex));
        let mut report_at = REPORT_EVERY;
        loop {
            self.justify()?;
            #[cfg(test)]
            self.assert_sound();
            self.collect_unjustified()?;
            if self.queue.is_empty() {
                return Ok(());
            }
            self.take_out()?;
            self.rounds += 1;
            if self.taken_out >= report_at {
                let (settled, total) = (self.taken_out as u64, self.inside.len() as u64);
                self.control.tell(Progress::new("taking out", settled, total));
                report_at = self.taken_out + REPORT_EVERY;
            }
            self.repair()?;
        }
    }

    /// How many rounds took something out.
    pub(super) fn rounds(&self) -> u64 {
        self.rounds
    }

    /// How many times a vertex was put in doubt.
    pub(super) fn doubts(&self) -> u64 {
        self.doubts
    }

    /// What was not taken out, and the moves of both players.
    pub(super) fn finish(self) -> (Bitmap, Strategy) {
        let Repair { arena, graph, goals, inside, mut moves, visitor, .. } = self;
        for goal in goals.ones().filter(|&goal| inside.get(goal)) {
            let goal = goal as Vertex;
            if arena.owner(goal) == visitor {
                let stay = |to: &&Vertex| inside.get(**to as usize);
                moves.set(goal, graph.successors(goal).iter().find(stay).copied());
            }
        }
        (inside, moves)
    }

    fn is_visitors(&self, vertex: Vertex) -> bool {
        self.arena.owner(vertex) == self.visitor
    }

    /// Moves what could not be justified to the queue, each vertex of the spoiler with its move.
    fn collect_unjustified(&mut self) -> Result<(), Stopped> {
        debug_assert!(self.queue.is_empty());
        let mut doubtful = std::mem::take(&mut self.doubtful);
        for vertex in doubtful.drain(..) {
            self.pace.steps(1 + self.graph.successors(vertex).len())?;
            self.retried.clear(vertex as usize);
            if self.justified.get(vertex as usize) {
                continue;
            }
            self.queue.push(vertex);
            if !self.is_visitors(vertex) {
                let is_kept = |to: &&Vertex| !self.justified.get(**to as usize);
                let to = self.graph.successors(vertex).iter().find(is_kept).copied();
                self.moves.set(vertex, to);
            }
        }
        self.doubtful = doubtful;
        Ok(())
    }

    /// Takes out what is in the queue and everything from where the spoiler can force the play there.
    /// Vertices that lose their justifying move but stay inside are lost.
    fn take_out(&mut self) -> Result<(), Stopped> {
        for &vertex in &self.queue {
            self.inside.clear(vertex as usize);
        }
        let mut next = 0;
        while let Some(&out) = self.queue.get(next) {
            next += 1;
            self.pace.steps(1 + self.back.successors(out).len())?;
            self.justified.clear(out as usize);
            for &vertex in self.back.successors(out) {
                if !self.inside.get(vertex as usize) {
                    continue;
                }
                if self.arena.owner(vertex) != self.visitor {
                    self.moves.set(vertex, Some(out));
                } else {
                    self.counts[vertex as usize] -= 1;
                    let was_justifying = self.moves.get(vertex) == Some(out);
                    if was_justifying {
                        self.moves.set(vertex, None);
                    }
                    if self.counts[vertex as usize] > 0 {
                        if was_justifying {
                            self.lost.push_back(vertex);
                        }
                        continue;
                    }
                    self.moves.set(vertex, None);
                }
                self.inside.clear(vertex as usize);
                self.queue.push(vertex);
            }
        }
        self.taken_out += self.queue.len();
        self.queue.clear();
        Ok(())
    }

    /// Takes so much off the credit, if it is there.
    #[inline]
    pub(super) fn spend(&mut self, cost: u64) -> bool {
        let left = self.credit.checked_sub(cost);
        self.credit = left.unwrap_or(self.credit);
        left.is_some()
    }

    /// What a justified vertex is justified by.
    #[inline]
    pub(super) fn support(&self, vertex: Vertex) -> Support<'a> {
        if self.goals.get(vertex as usize) {
            Support::One(None)
        } else if self.is_visitors(vertex) {
            Support::One(self.moves.get(vertex))
        } else {
            Support::All(self.graph.successors(vertex))
        }
    }

    /// Whether `vertex` is one of the spoiler that must stay above all of its moves, or one of the
    /// visitor that is justified by the move to `by`.
    #[inline]
    pub(super) fn depends(&self, vertex: Vertex, by: Vertex) -> bool {
        match self.is_visitors(vertex) {
            true => self.moves.get(vertex) == Some(by),
            false => self.inside.get(vertex as usize) && !self.goals.get(vertex as usize),
        }
    }

    fn settle(&mut self, vertex: Vertex, place: usize) {
        self.cursors[vertex as usize] = place as u32;
        self.moves.set(vertex, Some(self.graph.successors(vertex)[place]));
    }

    /// Justifies all that is doubtful and can be.
    fn justify(&mut self) -> Result<(), Stopped> {
        debug_assert!(self.queue.is_empty());
        for index in 0..self.doubtful.len() {
            let vertex = self.doubtful[index];
            self.pace.steps(1 + self.graph.successors(vertex).len())?;
            if self.justified.get(vertex as usize) {
                continue;
            }
            // Nothing is justified yet in this loop, so that the counts stay as they are.
            let is_ready = if self.goals.get(vertex as usize) {
                true
            } else if self.is_visitors(vertex) {
                self.find_any_move(vertex)
            } else {
                self.counts[vertex as usize] == 0
            };
            if is_ready {
                self.queue.push(vertex);
            }
        }
        self.spread(false)
    }

    /// Justifies what is in the queue and all that follows from it, but for vertices retried already
    /// if it is only `a_try`.
    fn spread(&mut self, a_try: bool) -> Result<(), Stopped> {
        let mut next = 0;
        while let Some(&found) = self.queue.get(next) {
            next += 1;
            self.pace.steps(1 + self.back.successors(found).len())?;
            self.justified.set(found as usize);
            if let Some(to) = self.moves.get(found) {
                self.order.set(found, self.order.label(to) + GAP);
            }
            let above = self.order.label(found) + GAP;
            for &vertex in self.back.successors(found) {
                if !self.inside.get(vertex as usize) {
                    continue;
                }
                let is_goal = self.goals.get(vertex as usize);
                let is_ready = if self.arena.owner(vertex) == self.visitor {
                    !self.justified.get(vertex as usize) && self.moves.get(vertex).is_none()
                } else {
                    self.counts[vertex as usize] -= 1;
                    if !is_goal {
                        self.order.raise(vertex, above);
                    }
                    self.counts[vertex as usize] == 0
                };
                if !is_ready || is_goal || (a_try && self.retried.get(vertex as usize)) {
                    continue;
                }
                if a_try {
                    self.retried.set(vertex as usize);
                }
                if self.is_visitors(vertex) {
                    self.moves.set(vertex, Some(found));
                }
                self.queue.push(vertex);
            }
        }
        self.queue.clear();
        Ok(())
    }

    /// Takes the first move to a justified vertex, if there is one.
    fn find_any_move(&mut self, vertex: Vertex) -> bool {
        let row = self.graph.successors(vertex);
        let first = self.cursors[vertex as usize] as usize;
        let is_good = |&place: &usize| self.justified.get(row[place] as usize);
        let place = (first..row.len()).chain(0..first).find(is_good);
        if let Some(place) = place {
            self.settle(vertex, place);
        }
        place.is_some()
    }
}
