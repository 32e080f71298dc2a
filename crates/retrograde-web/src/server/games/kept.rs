//! Solved games, kept for a while.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use retrograde::table::SolvedGame;

/// Solved games by how they were asked for, the last used last.
#[derive(Debug)]
pub(crate) struct Games {
    /// Bytes that they may take.
    budget: u64,
    kept: Mutex<VecDeque<(String, Arc<SolvedGame>)>>,
}

impl Games {
    pub(crate) fn new(budget: u64) -> Self {
        Games { budget, kept: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Arc<SolvedGame>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes that all of them take.
    pub(crate) fn bytes(&self) -> u64 {
        self.lock().iter().map(|(_, game)| bytes(game)).sum()
    }

    /// A game that was solved.
    #[allow(dead_code, reason = "the boards of games are on their way")]
    pub(crate) fn get(&self, about: &str) -> Option<Arc<SolvedGame>> {
        let mut kept = self.lock();
        let place = kept.iter().position(|(known, _)| known == about)?;
        let found = kept.remove(place)?;
        kept.push_back(found);
        kept.back().map(|(_, game)| game.clone())
    }

    /// Keeps a game, at the expense of those that nobody has asked about for the longest time.
    #[allow(dead_code, reason = "the boards of games are on their way")]
    pub(crate) fn keep(&self, about: &str, game: SolvedGame) -> Arc<SolvedGame> {
        let game = Arc::new(game);
        let mut kept = self.lock();
        kept.retain(|(known, _)| known != about);
        kept.push_back((about.to_owned(), game.clone()));
        while kept.len() > 1 && kept.iter().map(|(_, game)| bytes(game)).sum::<u64>() > self.budget
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
