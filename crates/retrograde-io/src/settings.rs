//! What a file says about a vertex or an edge at one place, or by default.

use retrograde_core::{Colors, Outcome, Player, Side, Word};

use crate::error::Place;

/// A value and where it stands; without one, an attribute that is said to have none, which takes back
/// a default.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said<T> {
    pub(crate) value: Option<T>,
    pub(crate) place: Place,
}

/// What one list of attributes says, or the defaults of one scope.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) verdict: Option<Said<Outcome>>,
    pub(crate) owner: Option<Said<Player>>,
    pub(crate) priority: Option<Said<u32>>,
    pub(crate) target: Option<Said<bool>>,
    pub(crate) colors: Option<Said<Colors>>,
    pub(crate) weight: Option<Said<i64>>,
    pub(crate) player: Option<Said<Side>>,
    pub(crate) label: Option<Said<Word>>,
    /// Names that mean nothing here, with their values; what comes later holds.
    pub(crate) remarks: Vec<(Word, Word)>,
}

impl Settings {
    /// Whether they say nothing.
    pub(crate) fn is_empty(&self) -> bool {
        let Settings { verdict, owner, priority, target, colors, weight, player, label, remarks } =
            self;
        let of_vertices = verdict.is_none() && owner.is_none() && priority.is_none();
        let of_edges = weight.is_none() && player.is_none() && label.is_none();
        of_vertices && of_edges && target.is_none() && colors.is_none() && remarks.is_empty()
    }

    /// These settings where they say something, `outer` where they do not.
    pub(crate) fn over(self, outer: &Self) -> Self {
        let mut remarks = self.remarks;
        for &(name, value) in &outer.remarks {
            if !remarks.iter().any(|&(known, _)| known == name) {
                push_remark(&mut remarks, name, value);
            }
        }
        Settings {
            verdict: self.verdict.or(outer.verdict),
            owner: self.owner.or(outer.owner),
            priority: self.priority.or(outer.priority),
            target: self.target.or(outer.target),
            colors: self.colors.or(outer.colors),
            weight: self.weight.or(outer.weight),
            player: self.player.or(outer.player),
            label: self.label.or(outer.label),
            remarks,
        }
    }
}

/// Adds to what one list says. Lists have a handful of names, and each may be about many vertices: one
/// that makes them up is not worth more memory.
pub(crate) fn push_remark(remarks: &mut Vec<(Word, Word)>, name: Word, value: Word) {
    const MOST: usize = 256;
    match remarks.iter().position(|&(known, _)| known == name) {
        Some(place) => remarks[place].1 = value,
        None if remarks.len() < MOST => remarks.push((name, value)),
        None => {}
    }
}
