//! What the solver keeps for a slot in two bytes while it works.

use crate::Worth;

/// A slot at work. What is final is written as [`Worth::pack`] writes it, and what is open takes the
/// numbers that mean no slot.
///
/// | bytes | meaning |
/// | --- | --- |
/// | `0` | a hole, or not looked at yet |
/// | `1` to `0x3fff` | won; lowered if a shorter way turns up before its wave |
/// | `0x4001` to `0x7fff` | lost |
/// | `0x8000` | drawn |
/// | `0x8001` to `0x9fff` | open, with so many replies in the tier not yet refuted |
/// | `0xa000`, `0xa001` | open but never lost: a move to a tie, or to an endless draw |
/// | `0xbfff` | open, and nobody has counted |
/// | `0xc000`, `0xc001` | tied; tied, and those before it do not know yet |
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Code(pub(super) u16);

impl Code {
    pub(super) const HOLE: Code = Code(0);
    pub(super) const WON_IN_ONE: Code = Code(2);
    pub(super) const DRAW: Code = Code(0x8000);
    pub(super) const SAFE: Code = Code(0xa000);
    pub(super) const SAFE_ENDLESS: Code = Code(0xa001);
    pub(super) const UNCOUNTED: Code = Code(0xbfff);
    pub(super) const TIE: Code = Code(0xc000);
    pub(super) const FRESH_TIE: Code = Code(0xc001);

    /// The most replies that can be counted.
    pub(super) const MOST: usize = 0x1fff;

    /// A win in `distance` moves; `None` if that is more than can be written.
    #[inline(always)]
    pub(super) fn win(distance: u32) -> Option<Code> {
        (distance <= Worth::LONGEST.0).then_some(Code(distance as u16 + 1))
    }

    /// A loss in `distance` moves; `None` if that is more than can be written.
    #[inline(always)]
    pub(super) fn lose(distance: u32) -> Option<Code> {
        (distance <= Worth::LONGEST.0).then_some(Code(0x4000 | (distance as u16 + 1)))
    }

    /// Open with so many replies, of which there is at least one; `None` if they are too many.
    #[inline(always)]
    pub(super) fn open(replies: usize) -> Option<Code> {
        (replies <= Code::MOST).then_some(Code(0x8000 | replies as u16))
    }

    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        (0x8001..0xc000).contains(&self.0)
    }

    /// Whether the replies are counted, so that one may be taken away.
    #[inline(always)]
    pub(super) fn is_counted(self) -> bool {
        (0x8001..0xa000).contains(&self.0)
    }

    /// Open, drawn or tied: what is left when wins and losses are gone.
    #[inline(always)]
    pub(super) fn is_drawn(self) -> bool {
        self.0 & 0x8000 != 0
    }

    #[inline(always)]
    pub(super) fn win_distance(self) -> Option<u32> {
        (1..0x4000).contains(&self.0).then(|| u32::from(self.0) - 1)
    }

    #[inline(always)]
    pub(super) fn lose_distance(self) -> Option<u32> {
        (0x4001..0x8000).contains(&self.0).then(|| u32::from(self.0 & 0x3fff) - 1)
    }

    /// The distance of a win or a loss.
    #[inline(always)]
    pub(super) fn distance(self) -> Option<u32> {
        (self.0 < 0x8000 && self.0 & 0x3fff != 0).then(|| u32::from(self.0 & 0x3fff) - 1)
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::Distance;

    use super::*;

    #[test]
    fn final_codes_are_packed_slots_and_open_ones_are_none() {
        for bytes in 0..=u16::MAX {
            let code = Code(bytes);
            match Worth::unpack(bytes) {
                Some(Worth::Win(distance)) => {
                    assert_eq!(code.win_distance().map(Distance), distance);
                }
                Some(Worth::Lose(distance)) => {
                    assert_eq!(code.lose_distance().map(Distance), distance);
                }
                Some(Worth::Draw) => assert!(code == Code::DRAW && !code.is_open()),
                Some(Worth::Tie) => assert!(code == Code::TIE && !code.is_open()),
                Some(Worth::Hole) => assert!(code == Code::HOLE && !code.is_drawn()),
                None => assert_eq!(code.distance(), None),
            }
            if let Some(distance) = code.distance() {
                let (win, lose) = (Code::win(distance).unwrap(), Code::lose(distance).unwrap());
                assert!(code == win || code == lose);
            }
            assert!(!code.is_open() || (Worth::unpack(bytes).is_none() && code.is_drawn()));
            assert!(!code.is_counted() || code.is_open());
        }
        assert!(Code::win(1) == Some(Code::WON_IN_ONE));
        assert!(Code::win(Worth::LONGEST.0 + 1).is_none());
        assert!(Code::lose(Worth::LONGEST.0 + 1).is_none());
        assert!(Code::open(Code::MOST).unwrap().is_counted());
        assert!(Code::open(Code::MOST + 1).is_none());
    }
}
