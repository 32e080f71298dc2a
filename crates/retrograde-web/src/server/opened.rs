//! What was opened, kept for a while under names that nobody guesses.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use retrograde::table::Rules;
use retrograde::{Arena, Options, Vertex};

use crate::answering::{Found, Subject, find};
use crate::api::Question;
use crate::refusal::Refusal;

/// Answers that are kept beside one game.
const ANSWERS: usize = 4;

/// Something that was opened.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) question: Question,
    /// Whether it stays as long as the server does.
    pinned: bool,
    pub(crate) origin: Origin,
    answers: Mutex<VecDeque<Arc<Found>>>,
    /// When somebody last asked about it.
    used: Mutex<Instant>,
}

/// Where the graph comes from.
#[derive(Debug)]
pub(crate) enum Origin {
    /// It was read.
    Graph(Arc<Arena>),
    /// It is explored when somebody asks.
    Game { rules: Rules, explored: Mutex<Option<Explored>> },
}

/// The graph of a game, and where it begins.
pub(crate) type Explored = (Arc<Arena>, Option<Vertex>);

impl Kept {
    pub(crate) fn new(name: String, question: Question, origin: Origin, pinned: bool) -> Self {
        let (answers, used) = (Mutex::default(), Mutex::new(Instant::now()));
        Kept { id: secret(), name, question, pinned, origin, answers, used }
    }

    fn used(&self) -> MutexGuard<'_, Instant> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The graph, and where a game begins in it.
    pub(crate) fn explored(&self, options: &Options<'_>) -> Result<Explored, Refusal> {
        match &self.origin {
            Origin::Graph(arena) => Ok((arena.clone(), None)),
            Origin::Game { rules, explored } => {
                // Nobody waits at the lock while somebody else explores.
                let lock = || explored.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(known) = &*lock() {
                    return Ok(known.clone());
                }
                let mut input = retrograde::Input::game(&self.name, rules.clone());
                let arena = Arc::new(input.arena(options)?);
                let start = input.start(&arena);
                Ok(lock().get_or_insert((arena, start)).clone())
            }
        }
    }

    /// The graph, if it is there already.
    pub(crate) fn known(&self) -> Option<Arc<Arena>> {
        match &self.origin {
            Origin::Graph(arena) => Some(arena.clone()),
            Origin::Game { explored, .. } => {
                let explored = explored.lock().unwrap_or_else(PoisonError::into_inner);
                explored.as_ref().map(|(arena, _)| arena.clone())
            }
        }
    }

    /// The answer to a question, found once.
    pub(crate) fn answer(
        &self,
        arena: &Arena,
        question: &Question,
        options: &Options<'_>,
    ) -> Result<Arc<Found>, Refusal> {
        let lock = || self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().iter().find(|found| found.question == *question) {
            return Ok(known.clone());
        }
        let found = Arc::new(find(arena, question, options)?);
        // What was stopped too early is looked for again when somebody asks again.
        if found.solved.solution.is_complete() {
            let mut answers = lock();
            answers.truncate(ANSWERS - 1);
            answers.push_front(found.clone());
        }
        Ok(found)
    }

    fn bytes(&self) -> u64 {
        /// What an answer says of a vertex, about.
        const ANSWER: u64 = 16;
        let Some(arena) = self.known() else { return 0 };
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner).len() as u64;
        arena.heap_bytes() + answers * ANSWER * arena.graph.vertex_count() as u64
    }
}

/// All that was opened, the last used last.
#[derive(Debug)]
pub(crate) struct Store {
    /// Bytes that it may take.
    budget: u64,
    kept: Mutex<VecDeque<Arc<Kept>>>,
}

impl Store {
    pub(crate) fn new(budget: u64) -> Self {
        Store { budget, kept: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<Kept>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that all of it takes.
    pub(crate) fn bytes(&self) -> u64 {
        self.lock().iter().map(|kept| kept.bytes()).sum()
    }

    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }

    /// Those that stay, in the order in which they came.
    pub(crate) fn pinned(&self) -> Vec<Arc<Kept>> {
        self.lock().iter().filter(|kept| kept.pinned).cloned().collect()
    }

    /// Keeps something, at the expense of what nobody has asked about for the longest time.
    pub(crate) fn keep(&self, new: Kept) -> Arc<Kept> {
        let new = Arc::new(new);
        self.lock().push_back(new.clone());
        self.trim();
        new
    }

    /// Lets go of what there is no room for. The last one stays in any case: it has just been read.
    pub(crate) fn trim(&self) {
        let mut kept = self.lock();
        let mut bytes: u64 = kept.iter().map(|kept| kept.bytes()).sum();
        while bytes > self.budget {
            let last = kept.len().saturating_sub(1);
            let Some(oldest) = kept.iter().take(last).position(|kept| !kept.pinned) else { break };
            if let Some(gone) = kept.remove(oldest) {
                bytes = bytes.saturating_sub(gone.bytes());
            }
        }
    }

    /// Lets go of what nobody has asked about for so long.
    pub(crate) fn sweep(&self, idle: Duration) {
        self.lock().retain(|kept| kept.pinned || kept.used().elapsed() < idle);
    }

    /// What is kept under an id.
    pub(crate) fn get(&self, id: &str) -> Result<Arc<Kept>, Refusal> {
        let mut kept = self.lock();
        let place = kept.iter().position(|kept| same(&kept.id, id)).ok_or_else(|| {
            let error = "what was opened is not kept any more";
            Refusal::new(Refusal::GONE, error).with_remedy("Open it again.")
        })?;
        let found = kept[place].clone();
        *found.used() = Instant::now();
        if !found.pinned
            && let Some(used) = kept.remove(place)
        {
            kept.push_back(used);
        }
        Ok(found)
    }
}

/// Whether two are the same, in a time that does not tell how much of them is.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len()
        && one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
}

/// A name that nobody guesses.
pub(crate) fn secret() -> String {
    let mut bytes = [0; 16];
    if getrandom::fill(&mut bytes).is_err() {
        // What keeps others from guessing how tables are hashed will have to do.
        for half in bytes.chunks_mut(8) {
            half.copy_from_slice(&RandomState::new().build_hasher().finish().to_le_bytes());
        }
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A game that is asked about, whether it was sent along or opened.
pub(crate) struct Game {
    arena: Arc<Arena>,
    edges: Option<Vec<u32>>,
    start: Option<Vertex>,
    kept: Option<Arc<Kept>>,
}

impl Game {
    pub(crate) fn sent(sent: crate::graphs::Sent) -> Self {
        let arena = Arc::new(sent.arena);
        Game { arena, edges: Some(sent.edges), start: None, kept: None }
    }

    pub(crate) fn opened(kept: Arc<Kept>, options: &Options<'_>) -> Result<Self, Refusal> {
        let (arena, start) = kept.explored(options)?;
        Ok(Game { arena, edges: None, start, kept: Some(kept) })
    }

    pub(crate) fn arena(&self) -> &Arena {
        &self.arena
    }

    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject { arena: &self.arena, edges: self.edges.as_deref(), start: self.start }
    }

    pub(crate) fn answer(
        &self,
        question: &Question,
        options: &Options<'_>,
    ) -> Result<Arc<Found>, Refusal> {
        match &self.kept {
            Some(kept) => kept.answer(&self.arena, question, options),
            None => Ok(Arc::new(find(&self.arena, question, options)?)),
        }
    }
}
