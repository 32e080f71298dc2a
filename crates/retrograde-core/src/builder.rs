//! Building an arena piece by piece, as a reader meets the pieces.

use std::fmt::Debug;

use crate::acceptance::Colors;
use crate::arena::Arena;
use crate::column::Column;
use crate::error::GraphError;
use crate::graph::{Graph, Vertex};
use crate::interner::Interner;
use crate::known::Known;
use crate::labels::{Labels, Remarks, Word};
use crate::names::Names;
use crate::once::{check_once, set_last_once, set_once};
use crate::slots::Key;
use crate::sys;
use crate::threads::Threads;
use crate::value::{Outcome, Player, Side};

/// Takes edges off the hands of an [`ArenaBuilder`], so that they need not be in memory.
pub trait EdgeStore: Debug + Send {
    /// Takes edges in the order in which they came, after those that it has taken before.
    ///
    /// # Errors
    /// [`GraphError::NotKept`] if it cannot.
    fn take(&mut self, edges: &EdgeBatch<'_>) -> Result<(), GraphError>;

    /// Takes the names of the vertices after those whose names it has taken before. It finds out which of
    /// them are the same: the vertices of a name that comes again in other such names are one.
    ///
    /// # Errors
    /// [`GraphError::NotKept`] if it cannot.
    fn take_names(&mut self, names: Names) -> Result<(), GraphError> {
        let why = format!("nobody takes the names of {} vertices", names.len());
        Err(GraphError::NotKept { why })
    }
}

/// Some edges with their attributes, by their place in the two lists.
#[derive(Clone, Copy, Debug)]
pub struct EdgeBatch<'a> {
    /// Where they leave.
    pub sources: &'a [Vertex],
    /// Where they lead.
    pub ends: &'a [Vertex],
    /// What they weigh.
    pub weights: &'a Column<i64>,
    /// Who alone may move along them.
    pub players: &'a Column<Side>,
}

/// Collects vertices by name, edges and attributes in any order.
///
/// Memory grows with what was really added, never with a number that was merely announced, and
/// stops at [`with_memory_limit`](Self::with_memory_limit).
///
/// ```
/// use retrograde_core::{ArenaBuilder, Outcome};
/// let mut builder = ArenaBuilder::new();
/// let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
/// builder.edge(a, b)?;
/// builder.set_verdict(b, Outcome::Draw)?;
/// let arena = builder.finish()?;
/// assert_eq!(arena.names.get(1), "b");
/// assert_eq!(arena.graph.successors(0), [1]);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Debug)]
pub struct ArenaBuilder {
    names: Interner,
    sources: Vec<Vertex>,
    ends: Vec<Vertex>,
    /// What is written on edges, and which edge has which, in the order in which they came.
    labels: Interner,
    labelled: Column<Word>,
    /// Names and values of what is said of vertices beside the attributes, and what is.
    words: Interner,
    remarks: Vec<(Vertex, Word, Word)>,
    /// The attributes; edges are in the order in which they came.
    said: Arena,
    memory_limit: u64,
    threads: Threads,
    /// Where edges go, if they do not stay here, and how many have gone there.
    store: Option<Box<dyn EdgeStore>>,
    stored: usize,
    /// Past how many bytes names go there, too, if they do, and how many vertices' names have gone.
    most_names: Option<u64>,
    forgotten: usize,
}

impl Default for ArenaBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ArenaBuilder {
    /// An empty builder that may use all the memory there is.
    #[must_use]
    pub fn new() -> Self {
        ArenaBuilder {
            names: Interner::default(),
            sources: Vec::new(),
            ends: Vec::new(),
            labels: Interner::default(),
            labelled: Column::default(),
            words: Interner::default(),
            remarks: Vec::new(),
            said: Arena::default(),
            memory_limit: u64::MAX,
            threads: Threads::ONE,
            store: None,
            stored: 0,
            most_names: None,
            forgotten: 0,
        }
    }

    /// Hands edges over as they come, some at a time: they take no memory here. What is
    /// [finished](Self::finish) then has names and attributes of vertices, and a graph without edges, and
    /// whether verdicts are on vertices without moves is for whoever has the edges to say.
    #[must_use]
    pub fn with_store(mut self, store: Box<dyn EdgeStore>) -> Self {
        self.store = Some(store);
        self
    }

    /// Hands names over whenever they take about so many bytes, to a store that takes them, and forgets them:
    /// a name that comes again is then that of a new vertex, until the store finds out. For those who
    /// add nothing but vertices and edges, and do not ask which are new. What is
    /// [finished](Self::finish) has no names once some are handed over: the store has all.
    #[must_use]
    pub fn forgetting_names(mut self, past: u64) -> Self {
        self.most_names = self.store.is_some().then_some(past);
        self.names = self.names.emptied().within(past / 3);
        self
    }

    /// Whether edges are handed over as they come.
    #[must_use]
    pub fn has_store(&self) -> bool {
        self.store.is_some()
    }

    /// Makes the builder fail with [`GraphError::OutOfMemory`] rather than hold more than `bytes`.
    #[must_use]
    pub fn with_memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self.names.limit_addresses(bytes);
        self
    }

    /// Lets [`finish`](Self::finish) work on so many threads; the arena is the same for any number.
    #[must_use]
    pub fn on(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// How many vertices there are so far.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.forgotten + self.names.len()
    }

    /// How many edges there are so far.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.stored + self.ends.len()
    }

    /// The vertex called `name`; a new one if the name is new.
    ///
    /// # Errors
    /// More vertices than `u32`, or than the memory limit allows.
    pub fn vertex(&mut self, name: &str) -> Result<Vertex, GraphError> {
        let vertex = self.names.intern(name)?;
        self.check_vertex_growth(vertex)?;
        if self.most_names.is_some() { self.unforgotten(vertex) } else { Ok(vertex) }
    }

    /// The vertex called by the decimal digits of `number`; the fast way in for numeric files.
    ///
    /// # Errors
    /// More vertices than `u32`, or than the memory limit allows.
    #[inline]
    pub fn numbered_vertex(&mut self, number: u64) -> Result<Vertex, GraphError> {
        let vertex = self.names.intern_number(number)?;
        self.check_vertex_growth(vertex)?;
        if self.most_names.is_some() { self.unforgotten(vertex) } else { Ok(vertex) }
    }

    /// The vertex that is so many after those whose names are forgotten; forgets more of them if there are
    /// too many.
    fn unforgotten(&mut self, place: Vertex) -> Result<Vertex, GraphError> {
        let vertex = self.forgotten as u64 + u64::from(place);
        let allowed = self.most_names.unwrap_or(u64::MAX);
        if vertex >= u64::from(u32::MAX) {
            // Most of these are not vertices in the end, but all have numbers until then.
            return Err(GraphError::OutOfMemory { needed: allowed.saturating_mul(2), allowed });
        }
        // A list that grows takes three times what it had.
        if place as usize + 1 == self.names.len() && self.names.heap_bytes() > allowed / 3 {
            self.forget()?;
        }
        Ok(vertex as Vertex)
    }

    #[cold]
    fn forget(&mut self) -> Result<(), GraphError> {
        let emptied = self.names.emptied();
        let names = std::mem::replace(&mut self.names, emptied);
        self.forgotten += names.len();
        self.store.as_mut().map_or(Ok(()), |store| store.take_names(names.finish()))
    }

    /// Asks the processor for what [`numbered_vertex`](Self::numbered_vertex) will look at, for a
    /// number that comes up soon.
    #[doc(hidden)]
    #[inline]
    pub fn prefetch_numbered(&self, number: u64) {
        self.names.prefetch_number(number);
    }

    /// The key of a name, by which [`keyed_vertex`](Self::keyed_vertex) finds it: the processor is asked for
    /// what it will look at, which saves a trip to memory for each name where keys are made some time before.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn key(&self, name: &str) -> Key {
        self.names.key(name)
    }

    /// As [`vertex`](Self::vertex), for a name whose [key](Self::key) is at hand.
    ///
    /// # Errors
    /// More vertices than `u32`, or than the memory limit allows.
    #[doc(hidden)]
    #[inline]
    pub fn keyed_vertex(&mut self, key: Key, name: &str) -> Result<Vertex, GraphError> {
        let vertex = self.names.intern_keyed(key, name)?;
        self.check_vertex_growth(vertex)?;
        if self.most_names.is_some() { self.unforgotten(vertex) } else { Ok(vertex) }
    }

    /// The vertices handed out by now, for others to look at; none if names are
    /// [forgotten](Self::forgetting_names).
    #[must_use]
    pub fn known(&self) -> Known {
        if self.most_names.is_some() { Known::default() } else { self.names.known() }
    }

    /// Adds moves between vertices that were handed out, as many as there is room for without asking for
    /// memory, and says how many.
    #[doc(hidden)]
    pub fn edges_that_fit(&mut self, edges: &[(Vertex, Vertex)]) -> usize {
        let room = (self.ends.capacity() - self.ends.len()).min(edges.len());
        let edges = &edges[..room.min(self.sources.capacity() - self.sources.len())];
        self.sources.extend(edges.iter().map(|&(from, _)| from));
        self.ends.extend(edges.iter().map(|&(_, to)| to));
        edges.len()
    }

    /// Says what each of the last moves weighs.
    ///
    /// # Panics
    /// If there are fewer moves.
    #[doc(hidden)]
    pub fn set_last_weights(&mut self, weights: &[i64]) {
        self.said.weights.extend(self.ends.len() - weights.len(), weights);
    }

    /// The name of a vertex that was handed out before.
    #[must_use]
    pub fn name(&self, vertex: Vertex) -> String {
        match (vertex as usize).checked_sub(self.forgotten) {
            Some(place) => self.names.name(place as Vertex),
            None => vertex.to_string(),
        }
    }

    /// Adds a move.
    ///
    /// # Errors
    /// A vertex that was never handed out, or more memory than allowed.
    #[inline]
    pub fn edge(&mut self, from: Vertex, to: Vertex) -> Result<(), GraphError> {
        let vertices = self.vertex_count();
        if from.max(to) as usize >= vertices {
            let vertex = u64::from(from.max(to));
            return Err(GraphError::VertexOutOfRange { vertex, vertices: vertices as u64 });
        }
        self.early_edge(from, to)
    }

    /// Adds a move between vertices that may come later; those that never do are an error when the arena is
    /// finished, or of whoever takes the edges.
    ///
    /// # Errors
    /// More memory than allowed.
    ///
    /// ```
    /// use retrograde_core::ArenaBuilder;
    /// let mut builder = ArenaBuilder::new();
    /// builder.early_edge(0, 1)?;
    /// builder.vertex("a")?;
    /// assert!(builder.finish().is_err());
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    #[inline]
    pub fn early_edge(&mut self, from: Vertex, to: Vertex) -> Result<(), GraphError> {
        if self.ends.len() == self.ends.capacity() {
            self.make_room()?;
        }
        self.sources.push(from);
        self.ends.push(to);
        Ok(())
    }

    /// Says what the move added last weighs.
    ///
    /// # Panics
    /// If no move was added yet.
    pub fn set_last_weight(&mut self, weight: i64) {
        self.said.weights.set(self.ends.len() - 1, weight);
    }

    /// Hands edges over, or makes sure that there is memory for as many again.
    #[cold]
    fn make_room(&mut self) -> Result<(), GraphError> {
        const AT_ONCE: usize = 1 << 16;
        if self.store.is_none() {
            // Both arrays are about to double, with the old halves alive while they are copied;
            // grouping them by source at the end takes one array more.
            self.check_memory(self.ends.len() as u64 * 16 + 64)?;
            sys::grow(&mut self.sources);
            sys::grow(&mut self.ends);
            return Ok(());
        }
        self.hand_over()?;
        self.sources.reserve_exact(AT_ONCE);
        self.ends.reserve_exact(AT_ONCE);
        Ok(())
    }

    fn hand_over(&mut self) -> Result<(), GraphError> {
        let Some(store) = &mut self.store else { return Ok(()) };
        let Arena { weights, players, .. } = &self.said;
        store.take(&EdgeBatch { sources: &self.sources, ends: &self.ends, weights, players })?;
        self.stored += self.ends.len();
        self.sources.clear();
        self.ends.clear();
        (self.said.weights, self.said.players) = (Column::default(), Column::default());
        self.labelled = Column::default();
        Ok(())
    }

    /// Says that this many moves follow, so that more than memory allows are refused at once.
    ///
    /// # Errors
    /// [`GraphError::OutOfMemory`].
    pub fn expect_edges(&self, edges: u64) -> Result<(), GraphError> {
        let room = (self.ends.capacity() - self.ends.len()) as u64;
        match edges.saturating_sub(room) {
            0 => Ok(()),
            _ if self.store.is_some() => Ok(()),
            // Each takes two arrays now and a third when they are grouped by source.
            more => self.check_memory(more.saturating_mul(12)),
        }
    }

    /// Adds a move with a weight.
    ///
    /// # Errors
    /// As for [`edge`](Self::edge).
    pub fn weighted_edge(
        &mut self,
        from: Vertex,
        to: Vertex,
        weight: i64,
    ) -> Result<(), GraphError> {
        self.edge(from, to)?;
        self.set_last_weight(weight);
        Ok(())
    }

    /// Says that only `player` may make the move added last.
    ///
    /// # Panics
    /// If no move was added yet.
    pub fn set_last_player(&mut self, player: Side) {
        self.said.players.set(self.ends.len() - 1, player);
    }

    /// The number of a text that edges may have for a label.
    ///
    /// # Errors
    /// More texts than `u32`, or than the memory limit allows.
    pub fn label(&mut self, text: &str) -> Result<Word, GraphError> {
        let word = self.labels.intern(text)?;
        self.check_vertex_growth(word)?;
        Ok(word)
    }

    /// The text of a label.
    #[must_use]
    pub fn label_text(&self, word: Word) -> String {
        self.labels.name(word)
    }

    /// Writes a label on the move added last.
    ///
    /// # Panics
    /// If no move was added yet.
    #[inline]
    pub fn set_last_label(&mut self, word: Word) {
        self.labelled.set(self.ends.len() - 1, word);
    }

    /// Writes a label on each of the last moves.
    ///
    /// # Panics
    /// If there are fewer moves.
    #[doc(hidden)]
    pub fn set_last_labels(&mut self, words: &[Word]) {
        self.labelled.extend(self.ends.len() - words.len(), words);
    }

    /// The number of a name or a value of a [remark](Self::remark).
    ///
    /// # Errors
    /// More words than `u32`, or than the memory limit allows.
    pub fn word(&mut self, text: &str) -> Result<Word, GraphError> {
        let word = self.words.intern(text)?;
        self.check_vertex_growth(word)?;
        Ok(word)
    }

    /// Says something of a vertex under a name that means nothing here. Said again, it takes the place
    /// of what was said before.
    ///
    /// # Errors
    /// More memory than allowed.
    pub fn remark(&mut self, vertex: Vertex, name: Word, value: Word) -> Result<(), GraphError> {
        if self.remarks.len() == self.remarks.capacity() {
            self.check_memory(self.remarks.len() as u64 * 24 + 64)?;
        }
        self.remarks.push((vertex, name, value));
        Ok(())
    }

    /// Says where a transition system begins.
    pub fn set_start(&mut self, vertex: Vertex) {
        self.said.start = Some(vertex);
    }

    /// Says what the move added last weighs, once.
    pub(crate) fn weigh_last(&mut self, weight: i64) -> Result<(), GraphError> {
        let edge = (self.sources.as_slice(), self.ends.as_slice());
        set_last_once(&mut self.said.weights, &self.names, "weight", edge, weight)
    }

    /// Says who alone may make the move added last, once.
    pub(crate) fn reserve_last(&mut self, player: Side) -> Result<(), GraphError> {
        let edge = (self.sources.as_slice(), self.ends.as_slice());
        set_last_once(&mut self.said.players, &self.names, "player", edge, player)
    }

    /// Says what the outcome is at a vertex without moves.
    ///
    /// # Errors
    /// [`GraphError::Contradiction`] if it was said to be something else.
    pub fn set_verdict(&mut self, vertex: Vertex, verdict: Outcome) -> Result<(), GraphError> {
        set_once(&mut self.said.verdicts, &self.names, "verdict", vertex, verdict)
    }

    /// Says who moves at a vertex.
    ///
    /// # Errors
    /// [`GraphError::Contradiction`] if it was said to be the other player.
    pub fn set_owner(&mut self, vertex: Vertex, owner: Player) -> Result<(), GraphError> {
        set_once(&mut self.said.owners, &self.names, "owner", vertex, owner)
    }

    /// Remembers that something was said under a name that means nothing here.
    pub fn pass_over(&mut self, name: &str) {
        self.said.unread.pass_over(name);
    }

    /// Gives a vertex its priority.
    ///
    /// # Errors
    /// [`GraphError::Contradiction`] if it has another.
    pub fn set_priority(&mut self, vertex: Vertex, priority: u32) -> Result<(), GraphError> {
        set_once(&mut self.said.priorities, &self.names, "priority", vertex, priority)
    }

    /// Says whether a vertex is a target.
    ///
    /// # Errors
    /// [`GraphError::Contradiction`] if the opposite was said before.
    pub fn set_target(&mut self, vertex: Vertex, target: bool) -> Result<(), GraphError> {
        set_once(&mut self.said.targets, &self.names, "target", vertex, target)
    }

    /// Gives a vertex its colours. To have none is the same as to be given none.
    ///
    /// # Errors
    /// [`GraphError::Contradiction`] if it has others.
    ///
    /// ```
    /// use retrograde_core::{ArenaBuilder, Colors};
    /// let mut builder = ArenaBuilder::new();
    /// let a = builder.vertex("a")?;
    /// builder.set_colors(a, Colors(0b101))?;
    /// assert_eq!(builder.set_colors(a, Colors(0b1)).unwrap_err().to_string(),
    ///     "vertex 'a' has colors=0,2 and now colors=0: keep one of them");
    /// assert_eq!(builder.finish()?.colors.get(0), Some(0b101));
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    pub fn set_colors(
        &mut self,
        vertex: Vertex,
        colors: impl Into<Colors>,
    ) -> Result<(), GraphError> {
        let colors = colors.into();
        let before = self.said.colors.get(vertex as usize).map(Colors);
        let is_new = check_once(before, &self.names, "colors", vertex, colors)?;
        if is_new && !colors.is_empty() {
            self.said.colors.set(vertex as usize, colors.0);
        }
        Ok(())
    }

    /// The finished arena.
    ///
    /// # Errors
    /// A verdict on a vertex that has moves; edges that nobody takes.
    pub fn finish(mut self) -> Result<Arena, GraphError> {
        let (words, remarks) = (std::mem::take(&mut self.words), std::mem::take(&mut self.remarks));
        self.said.remarks = Remarks::new(words.finish(), remarks);
        if self.store.is_some() {
            self.hand_over()?;
            if self.forgotten > 0 {
                self.forget()?;
            }
            self.said.labels = Labels::new(self.labels.finish(), Column::default());
            let graph = Graph::from_edges(self.names.len(), [])?;
            return Arena::from_graph(graph, self.names.finish(), self.said);
        }
        // Counting the edges of each vertex on several threads takes as many counts.
        let counts = (self.names.len() as u64 * 4).saturating_mul(self.threads.get() as u64);
        let fits = self.check_memory(counts.saturating_add(self.ends.len() as u64 * 4)).is_ok();
        let threads = if fits { self.threads } else { Threads::ONE };
        self.said.labels = Labels::new(self.labels.finish(), self.labelled);
        Arena::grouped(self.names.finish(), (self.sources, self.ends), self.said, threads)
    }

    /// Looks at the limit each time the number of vertices passes a power of two.
    #[inline]
    fn check_vertex_growth(&mut self, vertex: Vertex) -> Result<(), GraphError> {
        if vertex >= 1024 && vertex.is_power_of_two() { self.check_memory(0) } else { Ok(()) }
    }

    #[cold]
    fn check_memory(&self, more: u64) -> Result<(), GraphError> {
        let held = self.names.heap_bytes()
            + (self.sources.capacity() + self.ends.capacity()) as u64 * 4
            + self.labels.heap_bytes()
            + self.labelled.heap_bytes()
            + self.words.heap_bytes()
            + (self.remarks.capacity() * size_of::<(Vertex, Word, Word)>()) as u64
            + self.said.heap_bytes();
        let needed = held.saturating_add(more);
        if needed > self.memory_limit {
            return Err(GraphError::OutOfMemory { needed, allowed: self.memory_limit });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_and_players_follow_their_edges_when_edges_are_sorted() {
        let mut builder = ArenaBuilder::new();
        let (a, b) = (builder.vertex("a").unwrap(), builder.vertex("b").unwrap());
        builder.weighted_edge(b, a, 7).unwrap();
        builder.set_last_player(Side::Right);
        builder.edge(a, b).unwrap();
        builder.set_last_player(Side::Left);
        builder.weighted_edge(a, a, -3).unwrap();
        let arena = builder.finish().unwrap();
        assert_eq!(arena.graph.targets(), [1, 0, 0]);
        assert_eq!(arena.weights.iter().collect::<Vec<_>>(), [(1, -3), (2, 7)]);
        let players: Vec<_> = arena.players.iter().collect();
        assert_eq!(players, [(0, Side::Left), (2, Side::Right)]);
    }

    #[test]
    fn attributes_may_be_repeated_but_not_contradicted() {
        let mut builder = ArenaBuilder::new();
        let a = builder.vertex("a").unwrap();
        builder.set_verdict(a, Outcome::Win).unwrap();
        builder.set_verdict(a, Outcome::Win).unwrap();
        let error = builder.set_verdict(a, Outcome::Lose).unwrap_err();
        assert_eq!(
            error.to_string(),
            "vertex 'a' has verdict=win and now verdict=lose: keep one of them"
        );
    }

    #[test]
    fn a_verdict_needs_a_vertex_without_moves() {
        let mut builder = ArenaBuilder::new();
        let a = builder.vertex("a").unwrap();
        builder.set_verdict(a, Outcome::Win).unwrap();
        builder.edge(a, a).unwrap();
        assert!(matches!(builder.finish(), Err(GraphError::VerdictOnMoves { vertex: 0, .. })));
    }

    #[test]
    fn lists_that_do_not_fit_the_graph_are_refused() {
        let made = |names: usize, sources: &[Vertex], ends: &[Vertex], said: Arena| {
            let error =
                Arena::from_edges(Names::numbered(names), sources.to_vec(), ends.to_vec(), said);
            error.unwrap_err().to_string()
        };
        let (plain, edge) = (Arena::default, [(1, Side::Left)].into_iter());
        let weights = Arena { weights: vec![1, 2].into(), ..plain() };
        let players = Arena { players: edge.collect(), ..plain() };
        let owners = Arena { owners: vec![Player::Zero; 3].into(), ..plain() };
        assert_eq!(made(2, &[0], &[], plain()), "there are 0 ends where 1 are wanted");
        assert_eq!(made(2, &[0], &[1], weights), "there are 2 weights where 1 are wanted");
        assert_eq!(made(2, &[0], &[1], players), "there are 2 players where 1 are wanted");
        assert_eq!(made(2, &[0], &[1], owners), "there are 3 owners where 2 are wanted");
        assert_eq!(made(1, &[0], &[1], plain()), "vertex 1 does not exist: the graph has 1");
        let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
        let error = Arena::from_graph(graph, Names::numbered(3), plain()).unwrap_err();
        assert_eq!(error.to_string(), "there are 3 names where 2 are wanted");
    }

    #[test]
    fn the_memory_limit_stops_growth() {
        let mut builder = ArenaBuilder::new().with_memory_limit(1 << 20);
        let a = builder.vertex("a").unwrap();
        let stopped = (0..10_000_000).find_map(|_| builder.edge(a, a).err());
        assert!(matches!(stopped, Some(GraphError::OutOfMemory { .. })));
    }
}
