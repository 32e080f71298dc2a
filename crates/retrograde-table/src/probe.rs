//! Asking a table.

use retrograde_games::Game;

use crate::{Entry, Table, TableError};

/// A move, the position it leads to, and what that is worth to whoever moves there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<M, P> {
    /// The move.
    pub chosen: M,
    /// The position after it.
    pub position: P,
    /// What that is worth.
    pub entry: Entry,
}

/// Several moves of a game.
pub type Steps<G> = Vec<Step<<G as Game>::Move, <G as Game>::Position>>;

impl Table {
    /// What a slot is worth.
    ///
    /// # Errors
    /// There is no such slot, or its block cannot be read or is damaged.
    #[inline]
    pub fn probe(&self, slot: u64) -> Result<Entry, TableError> {
        if slot >= self.slots() {
            return Err(TableError::NoSlot { slot, slots: self.slots() });
        }
        let block = (slot >> self.header.block_log) as usize;
        let place = (slot & (self.block_slots() - 1)) as usize;
        let symbol = self.with_block(block, |cells| cells.get(place))?;
        Ok(self.header.alphabet.entry(symbol))
    }

    /// What a position is worth.
    ///
    /// The game must be the one that the table was built for, which
    /// [`check_game`](Self::check_game) finds out; only the number of slots is compared here.
    ///
    /// # Errors
    /// The game has another index, or the block cannot be read or is damaged.
    pub fn probe_position<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Entry, TableError> {
        self.check_slots(game)?;
        self.probe(game.rank(position))
    }

    /// What many slots are worth, in the order in which they are given.
    ///
    /// They are looked up in the order in which they lie in the file, so that each block is read
    /// once, however small the cache.
    ///
    /// ```
    /// # use retrograde_games::rules::Quixo;
    /// # use retrograde_table::{BuildOptions, Table};
    /// # let folder = tempfile::tempdir().unwrap();
    /// let game = Quixo::new(3).unwrap();
    /// let table = Table::build(&game, "quixo:3", folder.path(), &BuildOptions::default())?;
    /// let entries = table.probe_many(&[7000, 0, 7000])?;
    /// assert_eq!(entries[0], entries[2]);
    /// assert_eq!(entries[1], table.probe(0)?);
    /// # Ok::<(), retrograde_table::TableError>(())
    /// ```
    ///
    /// # Errors
    /// As [`probe`](Self::probe).
    pub fn probe_many(&self, slots: &[u64]) -> Result<Vec<Entry>, TableError> {
        let mut order: Vec<(u64, usize)> = slots.iter().copied().zip(0..).collect();
        order.sort_unstable();
        let outside = order.partition_point(|&(slot, _)| slot < self.slots());
        if let Some(&(slot, _)) = order.get(outside) {
            return Err(TableError::NoSlot { slot, slots: self.slots() });
        }
        let mut entries = vec![Entry::Hole; slots.len()];
        let log = self.header.block_log;
        for together in order.chunk_by(|(one, _), (other, _)| one >> log == other >> log) {
            self.with_block((together[0].0 >> log) as usize, |cells| {
                for &(slot, place) in together {
                    let symbol = cells.get((slot & (self.block_slots() - 1)) as usize);
                    entries[place] = self.header.alphabet.entry(symbol);
                }
            })?;
        }
        Ok(entries)
    }

    /// Every move at a position and what it leaves to the opponent, the best first; of equally good
    /// ones, in the order of the rules. There are none where the game is over.
    ///
    /// The winner hurries, the loser stalls, and a draw is kept in the way the table says: by
    /// endless play if there is a way, by a tie otherwise.
    ///
    /// # Errors
    /// As [`probe_position`](Self::probe_position).
    pub fn moves<G: Game>(&self, game: &G, position: &G::Position) -> Result<Steps<G>, TableError> {
        let mut moves = Vec::new();
        if game.verdict(position).is_none() {
            game.moves(position, &mut moves);
        }
        let mut steps = Vec::with_capacity(moves.len());
        for chosen in moves {
            let position = game.play(position, &chosen);
            let entry = self.probe_position(game, &position)?;
            steps.push(Step { chosen, position, entry });
        }
        steps.sort_by_key(|step| step.entry.to_leave());
        Ok(steps)
    }

    /// Best play from a position until the game is over, at most `longest` plies: a draw may go on
    /// forever, and without distances a winner can go round in circles.
    ///
    /// # Errors
    /// As [`probe_position`](Self::probe_position).
    pub fn line<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        longest: usize,
    ) -> Result<Steps<G>, TableError> {
        let mut line: Steps<G> = Vec::new();
        while line.len() < longest {
            let here = line.last().map_or(position, |step| &step.position);
            match self.moves(game, here)?.into_iter().next() {
                Some(step) => line.push(step),
                None => break,
            }
        }
        Ok(line)
    }
}
