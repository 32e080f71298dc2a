//! The algorithm as one reads it in a book, one event at a time.
//!
//! For teaching and animation, and the version to read first: a queue of settled vertices, a count
//! of moves left for each open one. [`solve`](super::solve) must always agree with it.

use std::collections::VecDeque;

use retrograde_core::{Distance, Graph, Outcome, OutcomeGame, Threads, Value, Values, Vertex};

/// One step of retrograde analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A vertex without moves is won or lost from the start.
    Seeded {
        /// The vertex.
        vertex: Vertex,
        /// [`Outcome::Win`] or [`Outcome::Lose`].
        outcome: Outcome,
    },
    /// A move of an open vertex turned out to lead to a position won for the opponent.
    Decremented {
        /// The vertex that has one move less to hope for.
        vertex: Vertex,
        /// Where the move leads.
        to: Vertex,
        /// How many moves are left.
        left: u32,
    },
    /// A vertex is won or lost for good.
    Settled {
        /// The vertex.
        vertex: Vertex,
        /// Its value.
        value: Value,
        /// The successor that decided it: the lost one moved to, or the last one refuted.
        because: Vertex,
    },
    /// The wave never forced this vertex: a draw.
    LeftAsDraw {
        /// The vertex.
        vertex: Vertex,
    },
}

/// Iterator over the events; made by [`Trace::new`].
///
/// ```
/// use retrograde_core::{Column, Convention, Graph, Outcome, OutcomeGame};
/// use retrograde_solve::outcome::trace::{Event, Trace};
/// let graph = Graph::from_edges(2, [(0, 1)])?;
/// let verdicts = Column::default();
/// let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
/// let first = Trace::new(&game).next();
/// assert_eq!(first, Some(Event::Seeded { vertex: 1, outcome: Outcome::Lose }));
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Debug)]
pub struct Trace<'a> {
    game: OutcomeGame<'a>,
    back: Graph,
    values: Vec<Option<Value>>,
    moves_left: Vec<u32>,
    queue: VecDeque<Vertex>,
    step: Step,
}

/// Where the iteration stands.
#[derive(Debug)]
enum Step {
    /// Looking for vertices without moves, from this one on.
    Seeding(Vertex),
    /// Telling the predecessors of the vertex at the head of the queue, from this one on.
    Telling(usize),
    /// A count came down to zero; the vertex is settled next, then `Telling` goes on.
    Settling { vertex: Vertex, because: Vertex, telling: usize },
    /// Going through what is left, from this vertex on.
    Leaving(Vertex),
}

impl<'a> Trace<'a> {
    /// Prepares the analysis: turns the edges around and counts moves.
    #[must_use]
    pub fn new(game: &OutcomeGame<'a>) -> Self {
        let graph = game.graph();
        Trace {
            game: *game,
            back: graph.transpose(Threads::ONE),
            values: vec![None; graph.vertex_count()],
            moves_left: graph.vertices().map(|vertex| graph.out_degree(vertex)).collect(),
            queue: VecDeque::new(),
            step: Step::Seeding(0),
        }
    }

    fn settle(&mut self, vertex: Vertex, value: Value) {
        self.values[vertex as usize] = Some(value);
        self.queue.push_back(vertex);
    }

    fn seed(&mut self, from: Vertex) -> Option<Event> {
        let graph = self.game.graph();
        let undecided = |vertex: &Vertex| {
            graph.is_terminal(*vertex) && self.game.terminal_outcome(*vertex) != Outcome::Draw
        };
        let Some(vertex) = (from..graph.vertex_count() as Vertex).find(undecided) else {
            self.step = Step::Telling(0);
            return None;
        };
        let outcome = self.game.terminal_outcome(vertex);
        self.settle(vertex, Value::new(outcome, Distance(0)));
        self.step = Step::Seeding(vertex + 1);
        Some(Event::Seeded { vertex, outcome })
    }

    fn tell(&mut self, index: usize) -> Option<Event> {
        let Some(&settled) = self.queue.front() else {
            self.step = Step::Leaving(0);
            return None;
        };
        let Some(&vertex) = self.back.successors(settled).get(index) else {
            self.queue.pop_front();
            self.step = Step::Telling(0);
            return None;
        };
        self.step = Step::Telling(index + 1);
        if self.values[vertex as usize].is_some() {
            return None;
        }
        match self.values[settled as usize] {
            Some(Value::Lose(distance)) => {
                let value = Value::Win(Distance(distance.0 + 1));
                self.settle(vertex, value);
                Some(Event::Settled { vertex, value, because: settled })
            }
            _ => {
                self.moves_left[vertex as usize] -= 1;
                let left = self.moves_left[vertex as usize];
                if left == 0 {
                    self.step = Step::Settling { vertex, because: settled, telling: index + 1 };
                }
                Some(Event::Decremented { vertex, to: settled, left })
            }
        }
    }

    fn leave(&mut self, from: Vertex) -> Option<Event> {
        let vertex = (from..self.values.len() as Vertex)
            .find(|&vertex| self.values[vertex as usize].is_none())?;
        self.step = Step::Leaving(vertex + 1);
        Some(Event::LeftAsDraw { vertex })
    }
}

impl Iterator for Trace<'_> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        loop {
            let event = match self.step {
                Step::Seeding(from) => self.seed(from),
                Step::Telling(index) => self.tell(index),
                Step::Settling { vertex, because, telling } => {
                    // The last successor to be refuted is the slowest: the queue is in order.
                    let distance = self.values[because as usize].and_then(Value::distance);
                    let value = Value::Lose(Distance(distance.map_or(0, |d| d.0) + 1));
                    self.settle(vertex, value);
                    self.step = Step::Telling(telling);
                    Some(Event::Settled { vertex, value, because })
                }
                Step::Leaving(from) => {
                    let event = self.leave(from);
                    if event.is_none() {
                        self.step = Step::Leaving(self.values.len() as Vertex);
                        return None;
                    }
                    event
                }
            };
            if event.is_some() {
                return event;
            }
        }
    }
}

/// The values that a whole trace of a graph of `vertices` vertices arrives at.
#[must_use]
pub fn replay(vertices: usize, events: impl IntoIterator<Item = Event>) -> Values {
    let mut values = vec![Value::Draw; vertices];
    for event in events {
        match event {
            Event::Seeded { vertex, outcome } => {
                values[vertex as usize] = Value::new(outcome, Distance(0));
            }
            Event::Settled { vertex, value, .. } => values[vertex as usize] = value,
            Event::Decremented { .. } | Event::LeftAsDraw { .. } => {}
        }
    }
    values.into_iter().collect()
}
