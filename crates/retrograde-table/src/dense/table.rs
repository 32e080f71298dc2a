//! A solved index, and the best moves that it knows.

use retrograde_core::Distance;
use retrograde_games::Game;

use crate::{Entry, Slot};

/// What every slot of an index is worth.
///
/// ```
/// use retrograde_core::Distance;
/// use retrograde_table::Slot;
/// use retrograde_table::dense::DenseTable;
/// let table: DenseTable = [Slot::Win(Distance(3)), Slot::Hole, Slot::Tie].into_iter().collect();
/// assert_eq!(table.get(0), Slot::Win(Distance(3)));
/// assert_eq!((table.counts().win, table.counts().tie, table.counts().hole), (1, 1, 1));
/// assert_eq!(table.longest(), Some((0, Distance(3))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseTable {
    codes: Vec<u16>,
}

/// How many slots are worth what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the player to move.
    pub win: u64,
    /// Lost for the player to move.
    pub lose: u64,
    /// Drawn, and play comes to an end.
    pub tie: u64,
    /// Drawn, and play need not end.
    pub draw: u64,
    /// Without a position.
    pub hole: u64,
}

impl DenseTable {
    pub(super) fn new(codes: Vec<u16>) -> Self {
        DenseTable { codes }
    }

    /// How many slots there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.codes.len() as u64
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// What a slot is worth. Past the end, there are only holes.
    #[inline]
    #[must_use]
    pub fn get(&self, slot: u64) -> Slot {
        let code = usize::try_from(slot).ok().and_then(|slot| self.codes.get(slot));
        code.and_then(|&code| Slot::unpack(code)).unwrap_or(Slot::Hole)
    }

    /// All slots in order, [packed](Slot::pack).
    #[must_use]
    pub fn packed(&self) -> &[u16] {
        &self.codes
    }

    /// All slots in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Slot> + '_ {
        self.codes.iter().map(|&code| Slot::unpack(code).unwrap_or(Slot::Hole))
    }

    /// How many slots are worth what.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for slot in self.iter() {
            match slot {
                Slot::Win(_) => counts.win += 1,
                Slot::Lose(_) => counts.lose += 1,
                Slot::Tie => counts.tie += 1,
                Slot::Draw => counts.draw += 1,
                Slot::Hole => counts.hole += 1,
            }
        }
        counts
    }

    /// The first slot from which play takes longest until it is decided, and how long.
    #[must_use]
    pub fn longest(&self) -> Option<(u64, Distance)> {
        let mut longest = None;
        for (index, slot) in (0..).zip(self.iter()) {
            if let Slot::Win(distance) | Slot::Lose(distance) = slot
                && longest.is_none_or(|(_, most)| distance > most)
            {
                longest = Some((index, distance));
            }
        }
        longest
    }
}

impl FromIterator<Slot> for DenseTable {
    /// # Panics
    /// If a distance is longer than [`Slot::LONGEST`].
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> Self {
        DenseTable { codes: slots.into_iter().map(Slot::pack).collect() }
    }
}

/// The best move at a position and what it leaves to the opponent; `None` where the game is over.
///
/// The winner hurries, the loser stalls, and a draw is kept in the way the table says: by endless
/// play if there is a way, by a tie otherwise. Of equally good moves it is the first.
///
/// See [`solve`](super::solve) for an example.
#[must_use]
pub fn best_move<G: Game>(
    game: &G,
    table: &DenseTable,
    position: &G::Position,
) -> Option<(G::Move, Slot)> {
    if game.verdict(position).is_some() {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let left = moves.into_iter().map(|chosen| {
        let slot = table.get(game.rank(&game.play(position, &chosen)));
        (chosen, slot)
    });
    // Of equal ones `min_by_key` takes the first.
    left.min_by_key(|(_, slot)| Entry::from(*slot).to_leave())
}
