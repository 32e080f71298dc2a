//! What a worker keeps for each of its vertices: two bytes, or four where those are too few.

use retrograde_core::{Distance, Value};

/// What is known of a vertex, in two or four bytes. The two upper bits tell what kind it is.
///
/// | upper bits | the others |
/// | --- | --- |
/// | 00 | nothing: no position; otherwise won, in one move less |
/// | 01 | lost, in one move less |
/// | 10 | nothing: drawn; otherwise open, with so many moves that are not refuted |
/// | 11 | nothing: tied; one: tied, and those before it do not know yet |
///
/// What is final in two bytes is what tables of positions keep for a slot.
pub(crate) trait Cell: Copy + Default + Eq + Send + Sync + 'static {
    /// The largest number beside the kind: of open moves, and one more than any distance.
    const MOST: u32;

    /// The kind and the number beside it.
    fn parts(self) -> (Kind, u32);

    /// The number must be at most [`MOST`](Self::MOST).
    fn new(kind: Kind, number: u32) -> Self;

    /// With one move less, if it is to be lowered: it is open.
    fn less(self, lowered: bool) -> Self;

    /// The same in four bytes.
    fn wide(self) -> u32;

    /// Whether it is open.
    fn is_open(self) -> bool;

    fn write(cells: &[Self], bytes: &mut Vec<u8>);

    /// Cells from whole bytes.
    fn read(bytes: &[u8], cells: &mut Vec<Self>);
}

/// What kind of thing is known of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Won,
    Lost,
    Open,
    Tied,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Won, Kind::Lost, Kind::Open, Kind::Tied];
}

macro_rules! impl_cell {
    ($integer:ty) => {
        impl Cell for $integer {
            const MOST: u32 = (<$integer>::MAX >> 2) as u32;

            #[inline(always)]
            fn parts(self) -> (Kind, u32) {
                let kind = Kind::ALL[(self >> (<$integer>::BITS - 2)) as usize];
                (kind, (self as u32) & Self::MOST)
            }

            #[inline(always)]
            fn new(kind: Kind, number: u32) -> Self {
                debug_assert!(number <= Self::MOST);
                (kind as $integer) << (<$integer>::BITS - 2) | number as $integer
            }

            #[inline(always)]
            fn less(self, lowered: bool) -> Self {
                self.wrapping_sub(<$integer>::from(lowered))
            }

            #[inline(always)]
            fn wide(self) -> u32 {
                let kind = (self >> (<$integer>::BITS - 2)) as u32;
                kind << 30 | (self as u32) & Self::MOST
            }

            #[inline(always)]
            fn is_open(self) -> bool {
                const DRAWN: $integer = 2 << (<$integer>::BITS - 2);
                const TIED: $integer = 3 << (<$integer>::BITS - 2);
                self.wrapping_sub(DRAWN + 1) < TIED - DRAWN - 1
            }

            fn write(cells: &[Self], bytes: &mut Vec<u8>) {
                bytes.reserve(size_of_val(cells));
                bytes.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
            }

            fn read(bytes: &[u8], cells: &mut Vec<Self>) {
                let (whole, _) = bytes.as_chunks();
                cells.extend(whole.iter().map(|&bytes| <$integer>::from_le_bytes(bytes)));
            }
        }
    };
}

impl_cell!(u16);
impl_cell!(u32);

/// What is known of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// There is no position.
    Hole,
    /// Won or lost in so many moves, or drawn.
    Value(Value),
    /// Drawn, and with best play the game comes to an end: only told where somebody looked.
    Tie,
    /// Nothing yet, where somebody stopped.
    Open,
}

impl Known {
    pub(crate) fn of<C: Cell>(cell: C) -> Self {
        match cell.parts() {
            (Kind::Won, 0) => Known::Hole,
            (Kind::Won, number) => Known::Value(Value::Win(Distance(number - 1))),
            (Kind::Lost, number) => Known::Value(Value::Lose(Distance(number.saturating_sub(1)))),
            (Kind::Open, 0) => Known::Value(Value::Draw),
            (Kind::Open, _) => Known::Open,
            (Kind::Tied, _) => Known::Tie,
        }
    }

    /// The two bytes that tables keep for a slot; `None` for what is open, and for a distance that is too
    /// long for them.
    ///
    /// ```
    /// use retrograde_cluster::Known;
    /// use retrograde_core::{Distance, Value};
    /// assert_eq!(Known::Value(Value::Lose(Distance(2))).pack(), Some(0x4003));
    /// ```
    #[must_use]
    pub fn pack(self) -> Option<u16> {
        let decided = |kind, distance: Distance| {
            (distance.0 < u16::MOST).then(|| <u16 as Cell>::new(kind, distance.0 + 1))
        };
        match self {
            Known::Hole => Some(0),
            Known::Value(Value::Win(distance)) => decided(Kind::Won, distance),
            Known::Value(Value::Lose(distance)) => decided(Kind::Lost, distance),
            Known::Value(Value::Draw) => Some(<u16 as Cell>::new(Kind::Open, 0)),
            Known::Tie => Some(<u16 as Cell>::new(Kind::Tied, 0)),
            Known::Open => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_what_they_are_made_of() {
        for kind in Kind::ALL {
            for number in [0, 1, 2, 77, u16::MOST] {
                assert_eq!(u16::new(kind, number).parts(), (kind, number));
                assert_eq!(u32::new(kind, number).parts(), (kind, number));
            }
            assert_eq!(u32::new(kind, u32::MOST).parts(), (kind, u32::MOST));
        }
        for code in 0..=u16::MAX {
            let (kind, number) = code.parts();
            assert_eq!(u16::new(kind, number), code);
            assert_eq!(code.is_open(), kind == Kind::Open && number > 0);
            assert_eq!(code.wide().parts(), (kind, number));
            assert_eq!(code.wide().wide(), code.wide());
            if code.is_open() {
                assert_eq!(code.less(true).parts(), (Kind::Open, number - 1));
            }
            assert_eq!(code.less(false), code);
        }
    }

    #[test]
    fn cells_survive_being_bytes() {
        let cells: Vec<u16> = (0..=u16::MAX).collect();
        let (mut bytes, mut back) = (Vec::new(), Vec::new());
        u16::write(&cells, &mut bytes);
        u16::read(&bytes, &mut back);
        assert_eq!(cells, back);
    }
}
