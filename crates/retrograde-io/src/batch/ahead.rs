//! Looking names up ahead of their turn, where that pays.

use std::sync::{Mutex, PoisonError};

use retrograde_core::{ArenaBuilder, Known};

use super::Batch;

/// What the threads that read ahead know of the names so far. As long as most names are new there is nothing
/// to be found, and whoever looks takes the table out of the hands of the one who fills it.
pub(crate) struct Ahead(Mutex<Option<Known>>);

impl Ahead {
    pub(crate) fn new() -> Self {
        Ahead(Mutex::new(None))
    }

    /// Looks up the names of a batch, as far as they are known and worth the trouble.
    pub(crate) fn look_up(&self, batch: &mut Batch) {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known {
            batch.look_up(&known);
        }
    }

    /// Goes on with what a builder knows, after so many names of which so many were new.
    pub(crate) fn go_on(&self, builder: &ArenaBuilder, (names, new): (usize, usize)) {
        let pays = new < names / 8;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = pays.then(|| builder.known());
    }
}
