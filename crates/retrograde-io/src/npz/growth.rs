//! Lists that grow with the data as it arrives, whatever was announced.

use retrograde_core::Offsets;

use crate::budget::Budget;
use crate::error::ReadError;
use crate::npz::elements::Number;

/// Makes room for `more` elements as they arrive: twice as much as before, but not more than the
/// `announced` number will need.
pub(crate) fn grow<T>(
    list: &mut Vec<T>,
    more: usize,
    announced: u64,
    budget: &mut Budget,
) -> Result<(), ReadError> {
    let old = list.capacity();
    if list.len() + more <= old {
        return Ok(());
    }
    let left = usize::try_from(announced).unwrap_or(usize::MAX) - list.len();
    let extra = more.max(old).min(left).max(more);
    let bytes = |count: usize| (count * size_of::<T>()) as u64;
    // Both lists exist while the old one is copied.
    budget.check(bytes(list.len() + extra))?;
    budget.charge(bytes(list.len() + extra - old))?;
    list.reserve_exact(extra);
    Ok(())
}

/// Row offsets under construction: narrow until one is too large for that.
#[derive(Default)]
pub(crate) struct OffsetRows {
    narrow: Vec<u32>,
    wide: Option<Vec<u64>>,
    before: u64,
    count: u64,
}

impl OffsetRows {
    pub(crate) fn grow(
        &mut self,
        more: usize,
        announced: u64,
        budget: &mut Budget,
    ) -> Result<(), ReadError> {
        match &mut self.wide {
            Some(wide) => grow(wide, more, announced, budget),
            None => grow(&mut self.narrow, more, announced, budget),
        }
    }

    /// Adds the next offset, which must be at least the one before.
    pub(crate) fn push(&mut self, number: Number) -> Result<(), String> {
        let (at, before) = (self.count, self.before);
        let Number::Whole(offset @ 0..) = number else {
            return Err(format!("says {number} at {at}: offsets are whole numbers from 0"));
        };
        let offset = offset.unsigned_abs();
        if at == 0 && offset != 0 {
            return Err(format!("starts with {offset}: offsets start with 0"));
        }
        if offset < before {
            return Err(format!("says {offset} at {at}, after {before}: offsets never fall"));
        }
        match (&mut self.wide, u32::try_from(offset)) {
            (Some(wide), _) => wide.push(offset),
            (None, Ok(offset)) => self.narrow.push(offset),
            (None, Err(_)) => {
                let mut wide: Vec<u64> = self.narrow.iter().map(|&offset| offset.into()).collect();
                wide.push(offset);
                self.narrow = Vec::new();
                self.wide = Some(wide);
            }
        }
        self.before = offset;
        self.count += 1;
        Ok(())
    }

    pub(crate) fn finish(self) -> Offsets {
        match self.wide {
            Some(wide) => Offsets::Wide(wide.into()),
            None => Offsets::Narrow(self.narrow.into()),
        }
    }
}
