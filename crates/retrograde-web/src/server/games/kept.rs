//! Solved games, kept for a while.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use retrograde::table::SolvedGame;

use crate::api::GameListed;

/// Solved games by how they were asked for, with the last time, the last used last.
#[derive(Debug)]
pub(crate) struct Games {
    /// Bytes that they may take.
    budget: u64,
    kept: Mutex<VecDeque<(String, Arc<SolvedGame>, Instant)>>,
    /// Why the last ones that could not be solved were not.
    failed: Mutex<VecDeque<(String, String)>>,
    listed: OnceLock<Vec<GameListed>>,
}

/// Failures that are remembered.
const FAILURES: usize = 100;

impl Games {
    pub(crate) fn new(budget: u64) -> Self {
        Games { budget, kept: Mutex::default(), failed: Mutex::default(), listed: OnceLock::new() }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Arc<SolvedGame>, Instant)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that all of them take.
    pub(crate) fn bytes(&self) -> u64 {
        self.lock().iter().map(|(_, game, _)| bytes(game)).sum()
    }

    /// Lets go of those that nobody has asked about for so long.
    pub(crate) fn sweep(&self, idle: Duration) {
        self.lock().retain(|(.., used)| used.elapsed() < idle);
    }

    /// A game that was solved.
    pub(crate) fn get(&self, about: &str) -> Option<Arc<SolvedGame>> {
        let mut kept = self.lock();
        let place = kept.iter().position(|(known, ..)| known == about)?;
        let (about, game, _) = kept.remove(place)?;
        kept.push_back((about, game.clone(), Instant::now()));
        Some(game)
    }

    /// Why a game was not solved, if somebody has tried.
    pub(crate) fn failure(&self, about: &str) -> Option<String> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.iter().find(|(known, _)| known == about).map(|(_, words)| words.clone())
    }

    /// Remembers why a game was not solved.
    pub(crate) fn fail(&self, about: &str, words: String) {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        failed.retain(|(known, _)| known != about);
        failed.push_back((about.to_owned(), words));
        if failed.len() > FAILURES {
            failed.pop_front();
        }
    }

    /// The games there are, made once.
    pub(crate) fn listed(&self, make: impl FnOnce() -> Vec<GameListed>) -> Vec<GameListed> {
        self.listed.get_or_init(make).clone()
    }

    /// Keeps a game, at the expense of those that nobody has asked about for the longest time.
    pub(crate) fn keep(&self, about: &str, game: SolvedGame) -> Arc<SolvedGame> {
        let game = Arc::new(game);
        let mut kept = self.lock();
        kept.retain(|(known, ..)| known != about);
        kept.push_back((about.to_owned(), game.clone(), Instant::now()));
        while kept.len() > 1
            && kept.iter().map(|(_, game, _)| bytes(game)).sum::<u64>() > self.budget
        {
            kept.pop_front();
        }
        game
    }
}

/// Bytes that a solved game takes, about.
fn bytes(game: &SolvedGame) -> u64 {
    let explored =
        game.arena().map_or(0, |arena| arena.heap_bytes() + arena.graph.vertex_count() as u64 * 8);
    let dense = game.dense().map_or(0, |_| game.slots() * 2);
    explored + dense
}
