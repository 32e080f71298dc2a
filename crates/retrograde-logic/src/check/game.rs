//! The game of a formula on a model: who doubts it against who defends it.

use hashbrown::HashTable;
use retrograde_core::{
    Arena, Bitmap, Control, Graph, Names, Offsets, OwnedGraph, ParityGame, Player, Stopped, Vertex,
};

use super::CheckError;
use super::ask::{AskId, Asks, Choice, Then};
use super::model::Model;

/// A parity game whose positions are a state and what is asked of it. Player 0 defends the formula and
/// player 1 doubts it; the largest priority decides, and who cannot move has lost.
///
/// Positions are numbered in the order in which they are met from those that are asked about, which come
/// first.
#[derive(Clone, Debug)]
pub struct FormulaGame {
    graph: Graph,
    ones: Bitmap,
    priorities: Vec<u32>,
    states: Vec<Vertex>,
    asks: Vec<AskId>,
    roots: usize,
}

/// The number of a position.
enum Numbers {
    /// One place for each state and ask: one more than the number, or 0.
    Flat(Vec<u32>),
    Hashed(HashTable<u32>),
}

impl FormulaGame {
    /// The positions that can be met from what is asked of the states in `from`.
    pub(crate) fn new(
        model: &Model<'_>,
        asks: &Asks,
        from: impl ExactSizeIterator<Item = Vertex>,
        control: &Control<'_>,
    ) -> Result<Self, CheckError> {
        /// A flat table is worth as many bytes for each state and transition.
        const FLAT: u64 = 48;
        let graph = &model.arena.graph;
        let cells = graph.vertex_count() as u64 * asks.len() as u64;
        let size = (graph.vertex_count() + graph.edge_count()) as u64;
        let flat = cells * 4 <= size * FLAT + (1 << 20);
        let mut builder = Builder {
            numbers: match flat {
                true => Numbers::Flat(retrograde_core::sys::zeroed(cells as usize)),
                false => Numbers::Hashed(HashTable::new()),
            },
            width: asks.len(),
            states: Vec::new(),
            asks: Vec::new(),
            targets: Vec::new(),
        };
        let mut pace = control.pace();
        let roots = from.len();
        for state in from {
            pace.steps(1)?;
            builder.number(state, asks.root)?;
        }
        let mut offsets: Vec<u32> = vec![0];
        let (mut ones, mut priorities) = (Vec::new(), Vec::new());
        let mut next = 0;
        while next < builder.states.len() {
            let (state, ask) = (builder.states[next], builder.asks[next]);
            next += 1;
            let about = asks.get(ask);
            let steps = builder.moves(model, asks, state, ask, about.is_doubter)?;
            pace.steps(4 + steps.looked_at)?;
            // Who has no moves loses: what is decided leaves none to the other.
            ones.push(steps.decided.map_or(about.is_doubter, |holds| holds));
            priorities.push(about.priority);
            let end = u32::try_from(builder.targets.len()).map_err(|_| CheckError::TooLarge)?;
            offsets.push(end);
        }
        let Builder { states, asks, targets, numbers, .. } = builder;
        drop(numbers);
        let mut bits = Bitmap::new(states.len());
        for (vertex, _) in ones.into_iter().enumerate().filter(|&(_, one)| one) {
            bits.set(vertex);
        }
        let offsets = Offsets::Narrow(offsets.into());
        let graph = Graph::from_parts_while(offsets, targets, || !control.is_stopped())
            .expect("rows were ended one after the other");
        let Some(graph) = graph else {
            return Err(control.check().err().unwrap_or(Stopped::Cancelled).into());
        };
        Ok(FormulaGame { graph, ones: bits, priorities, states, asks, roots })
    }

    /// How many positions there are.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.states.len()
    }

    /// Positions and moves.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// How many states were asked about: the first positions are theirs.
    #[must_use]
    pub fn roots(&self) -> usize {
        self.roots
    }

    /// The state of a position.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn state(&self, position: Vertex) -> Vertex {
        self.states[position as usize]
    }

    pub(crate) fn ask(&self, position: Vertex) -> AskId {
        self.asks[position as usize]
    }

    /// Who moves at a position.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn owner(&self, position: Vertex) -> Player {
        if self.ones.get(position as usize) { Player::One } else { Player::Zero }
    }

    /// The priority of a position.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn priority(&self, position: Vertex) -> u32 {
        self.priorities[position as usize]
    }

    /// The game as solvers take it.
    #[must_use]
    pub fn parity(&self) -> ParityGame<'_> {
        let arena = OwnedGraph::from_bitmap(&self.graph, self.ones.clone());
        ParityGame::max(arena, self.priorities.clone())
    }

    /// The game as an arena, for writing, checking and looking at it: positions are called by their
    /// numbers.
    #[must_use]
    pub fn arena(&self) -> Arena {
        let owners: Vec<Player> =
            self.graph.vertices().map(|position| self.owner(position)).collect();
        Arena {
            names: Names::numbered(self.positions()),
            graph: self.graph.clone(),
            owners: owners.into(),
            priorities: self.priorities.clone().into(),
            ..Arena::default()
        }
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        self.graph.heap_bytes() + (self.positions() * 12 + self.positions() / 8) as u64
    }
}

struct Builder {
    numbers: Numbers,
    width: usize,
    states: Vec<Vertex>,
    asks: Vec<AskId>,
    targets: Vec<Vertex>,
}

/// What became of a position.
struct Moves {
    /// Whether the formula holds there, if that is known at once.
    decided: Option<bool>,
    looked_at: usize,
}

impl Builder {
    /// Adds the moves of a position, none where it is decided.
    fn moves(
        &mut self,
        model: &Model<'_>,
        asks: &Asks,
        state: Vertex,
        ask: AskId,
        is_doubter: bool,
    ) -> Result<Moves, CheckError> {
        let begin = self.targets.len();
        let mut looked_at = 0;
        for (choice, _) in asks.choices(ask) {
            match choice {
                // Whoever moves takes what is good for them, and does without what is not.
                Choice::Fact(fact) => {
                    if model.knows(fact, state) != is_doubter {
                        self.targets.truncate(begin);
                        return Ok(Moves { decided: Some(!is_doubter), looked_at });
                    }
                }
                Choice::Here(ask) => {
                    let to = self.number(state, ask)?;
                    self.targets.push(to);
                }
                Choice::Step { actions, then } => {
                    looked_at += model.arena.graph.edge_range(state).len();
                    match then {
                        Then::Ask(ask) => {
                            for (_, to) in model.steps(state, actions) {
                                let to = self.number(to, ask)?;
                                self.targets.push(to);
                            }
                        }
                        Then::Fact(fact) => {
                            let mut steps = model.steps(state, actions);
                            if steps.any(|(_, to)| model.knows(fact, to) != is_doubter) {
                                self.targets.truncate(begin);
                                return Ok(Moves { decided: Some(!is_doubter), looked_at });
                            }
                        }
                    }
                }
            }
        }
        Ok(Moves { decided: None, looked_at })
    }

    /// The number of a position, new or known.
    #[inline]
    fn number(&mut self, state: Vertex, ask: AskId) -> Result<Vertex, CheckError> {
        let next = self.states.len() as u32;
        let found = match &mut self.numbers {
            Numbers::Flat(flat) => {
                let cell = &mut flat[state as usize * self.width + ask as usize];
                match *cell {
                    0 => {
                        *cell = next + 1;
                        next
                    }
                    known => known - 1,
                }
            }
            Numbers::Hashed(table) => {
                let (states, asks) = (&self.states, &self.asks);
                let pair = |position: u32| (states[position as usize], asks[position as usize]);
                let found = table.find(hash(state, ask), |&it| pair(it) == (state, ask)).copied();
                match found {
                    Some(known) => known,
                    None => {
                        table.insert_unique(hash(state, ask), next, |&it| {
                            let (state, ask) = pair(it);
                            hash(state, ask)
                        });
                        next
                    }
                }
            }
        };
        if found == next {
            if next == u32::MAX - 1 {
                return Err(CheckError::TooLarge);
            }
            self.states.push(state);
            self.asks.push(ask);
        }
        Ok(found)
    }
}

fn hash(state: Vertex, ask: AskId) -> u64 {
    let mixed = (u64::from(state) << 32 | u64::from(ask)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
