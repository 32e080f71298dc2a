//! A parity game as the algorithms want it, and the way to stop them.

use std::cell::Cell;
use std::time::Instant;

use retrograde_core::{Graph, OwnedGraph, ParityGame, Player, Threads, Vertex};

/// A parity game in which every vertex has a move, with its edges turned around as well.
pub(crate) struct Game<'a> {
    pub(crate) arena: OwnedGraph<'a>,
    /// The largest one that comes up infinitely often decides; even is player 0's.
    pub(crate) priorities: Vec<u32>,
    /// The graph with every edge turned around.
    pub(crate) back: Graph,
}

impl<'a> Game<'a> {
    /// Every vertex of `game` must have a move.
    pub(crate) fn new(game: ParityGame<'a>, threads: Threads) -> Self {
        let back = game.arena.graph().transpose(threads);
        debug_assert!(back.vertices().all(|vertex| !game.arena.graph().is_terminal(vertex)));
        Game { arena: game.arena, priorities: game.priorities, back }
    }

    pub(crate) fn graph(&self) -> &'a Graph {
        self.arena.graph()
    }

    pub(crate) fn owner(&self, vertex: Vertex) -> Player {
        self.arena.owner(vertex)
    }

    pub(crate) fn priority(&self, vertex: Vertex) -> u32 {
        self.priorities[vertex as usize]
    }
}

/// Whom a priority is good for.
pub(crate) fn player_of(priority: u32) -> Player {
    if priority.is_multiple_of(2) { Player::Zero } else { Player::One }
}

/// Tells an algorithm when to give up: past a point in time, or after a number of steps.
pub(crate) struct Stop {
    deadline: Option<Instant>,
    steps_left: Cell<u64>,
    until_clock: Cell<u32>,
    stopped: Cell<bool>,
}

/// Steps between two looks at the clock.
const CLOCK_EVERY: u32 = 1 << 12;

impl Stop {
    /// Never, unless there is a deadline.
    pub(crate) fn at(deadline: Option<Instant>) -> Self {
        Stop::after(u64::MAX, deadline)
    }

    /// After `steps` steps, or at the deadline if that comes first.
    pub(crate) fn after(steps: u64, deadline: Option<Instant>) -> Self {
        Stop {
            deadline,
            steps_left: Cell::new(steps),
            until_clock: Cell::new(1),
            stopped: Cell::new(false),
        }
    }

    /// The point in time, if there is one.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Whether it is past that.
    pub(crate) fn is_past(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// To be called about once for every edge looked at, or with a number of them; `true` means
    /// stop now.
    #[inline]
    pub(crate) fn spend(&self, steps: u32) -> bool {
        let left = self.steps_left.get().saturating_sub(u64::from(steps));
        self.steps_left.set(left);
        let clock = self.until_clock.get().saturating_sub(steps.max(1));
        self.until_clock.set(clock);
        if left == 0 {
            self.stopped.set(true);
        } else if clock == 0 {
            self.until_clock.set(CLOCK_EVERY);
            if self.is_past() {
                self.stopped.set(true);
            }
        }
        self.stopped.get()
    }
}
