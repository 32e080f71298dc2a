//! What the wave keeps for each vertex: the moves it has left while it is open, its distance once
//! it is settled.

/// An integer wide enough for all degrees and for the distances so far.
pub(super) trait Mark: Copy + Default + PartialEq + Send + Sync {
    /// The largest distance it holds.
    const MAX: u32;

    /// A number of moves of at most [`MAX`](Self::MAX).
    fn moves(moves: u32) -> Self;

    /// A distance of at most [`MAX`](Self::MAX).
    fn distance(distance: u32) -> Self;

    /// One move less, where that is so.
    fn less(self, one: bool) -> Self;
}

macro_rules! impl_mark {
    ($integer:ty) => {
        impl Mark for $integer {
            const MAX: u32 = <$integer>::MAX as u32;

            #[inline(always)]
            fn moves(moves: u32) -> Self {
                moves as $integer
            }

            #[inline(always)]
            fn distance(distance: u32) -> Self {
                distance as $integer
            }

            #[inline(always)]
            fn less(self, one: bool) -> Self {
                self.wrapping_sub(<$integer>::from(one))
            }
        }
    };
}

impl_mark!(u8);
impl_mark!(u32);
