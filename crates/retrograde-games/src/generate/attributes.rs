//! Writing an arena vertex by vertex: the rows of its graph and what its vertices carry.

use retrograde_core::memory::Bytes;
use retrograde_core::{Arena, Column, Player, Vertex};

use super::error::GenerateError;
use super::rows::Rows;
use super::size::Size;

/// What the vertices and edges of a generated arena carry besides the moves.
///
/// ```
/// use retrograde_games::generate::Recipe;
/// let recipe: Recipe = "random-parity 1000".parse()?;
/// let attributes = recipe.size()?.attributes;
/// assert!(attributes.owners && attributes.priorities && !attributes.weights);
/// # Ok::<(), retrograde_games::generate::GenerateError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attributes {
    /// Every vertex has an owner.
    pub owners: bool,
    /// Every vertex has a priority.
    pub priorities: bool,
    /// Every vertex says whether it is a target.
    pub targets: bool,
    /// Every edge has a weight.
    pub weights: bool,
}

impl Attributes {
    pub(super) const NONE: Self =
        Attributes { owners: false, priorities: false, targets: false, weights: false };
    pub(super) const PARITY: Self = Attributes { owners: true, priorities: true, ..Self::NONE };
    pub(super) const BUCHI: Self = Attributes { targets: true, ..Self::PARITY };
    pub(super) const PAYOFF: Self = Attributes { owners: true, weights: true, ..Self::NONE };

    /// The memory they take.
    pub(super) fn bytes(self, vertices: u64, edges: u64) -> u64 {
        let column = |present: bool, entries: u64, width: u64| {
            // One bit an entry says that it is there, in whole words; and the shortest vectors have
            // room for more than was asked for.
            let bits = entries.div_ceil(64).max(4) * 8;
            if present { entries.max(8).saturating_mul(width).saturating_add(bits) } else { 0 }
        };
        column(self.owners, vertices, size_of::<Player>() as u64)
            .saturating_add(column(self.priorities, vertices, 4))
            .saturating_add(column(self.targets, vertices, 1))
            .saturating_add(column(self.weights, edges, 8))
    }
}

/// Player 0 for even numbers, player 1 for odd ones.
pub(super) fn player(number: u64) -> Player {
    if number.is_multiple_of(2) { Player::Zero } else { Player::One }
}

/// A column under construction whose entries are given one after the other.
pub(super) struct FilledColumn<T> {
    column: Column<T>,
    next: usize,
}

impl<T: Copy + Default> FilledColumn<T> {
    /// Room for exactly `entries` values, or for none.
    pub(super) fn new(present: bool, entries: u64) -> Self {
        let mut column = Column::default();
        if let (true, Some(last)) = (present, entries.checked_sub(1)) {
            // A column grows to its last entry at once, and by doubling if it is filled in order.
            column.set(last as usize, T::default());
        }
        FilledColumn { column, next: 0 }
    }

    pub(super) fn push(&mut self, value: T) {
        self.column.set(self.next, value);
        self.next += 1;
    }

    pub(super) fn finish(self) -> Column<T> {
        self.column
    }
}

/// An arena of owners and priorities under construction, and of targets where it has them.
pub(super) struct ParityRows {
    rows: Rows,
    owners: FilledColumn<Player>,
    priorities: FilledColumn<u32>,
    targets: FilledColumn<bool>,
    has_targets: bool,
}

impl ParityRows {
    /// Room for an arena of exactly `size`, if it takes no more than `allowed`.
    pub(super) fn new(size: Size, allowed: Bytes) -> Result<Self, GenerateError> {
        let Attributes { owners, priorities, targets, .. } = size.attributes;
        Ok(ParityRows {
            rows: Rows::new(size, allowed)?,
            owners: FilledColumn::new(owners, size.vertices),
            priorities: FilledColumn::new(priorities, size.vertices),
            targets: FilledColumn::new(targets, size.vertices),
            has_targets: targets,
        })
    }

    /// The next vertex.
    #[inline]
    pub(super) fn push(
        &mut self,
        owner: Player,
        priority: u32,
        moves: impl IntoIterator<Item = Vertex>,
    ) {
        self.rows.push(moves);
        self.owners.push(owner);
        self.priorities.push(priority);
        if self.has_targets {
            // A Büchi arena as a parity arena: 2 at the targets, 1 everywhere else.
            self.targets.push(priority == 2);
        }
    }

    pub(super) fn finish(self) -> Arena {
        Arena {
            owners: self.owners.finish(),
            priorities: self.priorities.finish(),
            targets: self.targets.finish(),
            ..Arena::from(self.rows.finish())
        }
    }
}
