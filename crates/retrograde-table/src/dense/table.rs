//! A solved index.

use retrograde_core::{Control, Distance, Stopped};

use crate::{Counts, Worth};

/// What every slot of an index is worth.
///
/// ```
/// use retrograde_core::Distance;
/// use retrograde_table::Worth;
/// use retrograde_table::dense::DenseTable;
/// let win = Worth::Win(Some(Distance(3)));
/// let table: DenseTable = [win, Worth::Hole, Worth::Tie].into_iter().collect();
/// assert_eq!(table.get(0), win);
/// assert_eq!((table.counts().win, table.counts().tie, table.counts().hole), (1, 1, 1));
/// assert_eq!(table.longest(), Some((0, Distance(3))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DenseTable {
    codes: Vec<u16>,
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
    pub fn get(&self, slot: u64) -> Worth {
        let code = usize::try_from(slot).ok().and_then(|slot| self.codes.get(slot));
        code.and_then(|&code| Worth::unpack(code)).unwrap_or(Worth::Hole)
    }

    /// All slots in order, [packed](Worth::pack).
    #[must_use]
    pub fn packed(&self) -> &[u16] {
        &self.codes
    }

    /// All slots in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Worth> + '_ {
        self.codes.iter().map(|&code| Worth::unpack(code).unwrap_or(Worth::Hole))
    }

    /// How many slots are worth what.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.iter().for_each(|worth| counts.add(worth, 1));
        counts
    }

    /// The first slot from which play takes longest until it is decided, and how long.
    #[must_use]
    pub fn longest(&self) -> Option<(u64, Distance)> {
        let mut longest = None;
        for (slot, worth) in (0..).zip(self.iter()) {
            lengthen(&mut longest, slot, worth);
        }
        longest
    }

    /// How many slots are worth what, and the first of those that are won and of those that are lost
    /// from which play takes longest.
    pub(crate) fn tally(&self, control: &Control<'_>) -> Result<(Counts, [Longest; 2]), Stopped> {
        let (mut counts, [mut win, mut loss]) = (Counts::default(), [None, None]);
        let mut pace = control.pace();
        for (slot, worth) in (0..).zip(self.iter()) {
            pace.steps(1)?;
            counts.add(worth, 1);
            match worth {
                Worth::Win(_) => lengthen(&mut win, slot, worth),
                Worth::Lose(_) => lengthen(&mut loss, slot, worth),
                _ => {}
            }
        }
        Ok((counts, [win, loss]))
    }
}

/// The first slot that has the longest distance, and that distance.
pub(crate) type Longest = Option<(u64, Distance)>;

/// Keeps the longest distance, and the first slot that has it.
fn lengthen(longest: &mut Longest, slot: u64, worth: Worth) {
    if let Some(distance) = worth.distance()
        && longest.is_none_or(|(_, most)| distance > most)
    {
        *longest = Some((slot, distance));
    }
}

impl FromIterator<Worth> for DenseTable {
    /// # Panics
    /// If a distance is missing, or longer than [`Worth::LONGEST`].
    fn from_iter<I: IntoIterator<Item = Worth>>(slots: I) -> Self {
        DenseTable { codes: slots.into_iter().map(Worth::pack).collect() }
    }
}
