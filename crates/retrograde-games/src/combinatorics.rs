//! Numbers for arrangements, so that a game's index is put together rather than worked out by hand.
//!
//! Each kind of arrangement numbers its members from 0 without gaps and finds them again by their
//! numbers: [`Subsets`] of squares as bit sets, [`Multisets`] as sorted lists, [`Placements`] of
//! several kinds of pieces on one board. [`Product`] makes one number of several independent ones,
//! [`Union`] puts ranges of numbers behind each other, which is what a game's
//! [tiers](crate::Game::tiers) are. All are made by functions that give `None` rather than count past
//! what 64 bits hold.
//!
//! ```
//! use retrograde_games::combinatorics::{Product, Subsets};
//!
//! // Two white and three black stones, on boards of their own, and whose turn it is.
//! let (white, black) = (Subsets::new(9, 2).unwrap(), Subsets::new(9, 3).unwrap());
//! let index = Product::new([white.count(), black.count(), 2]).unwrap();
//! assert_eq!(index.count(), 36 * 84 * 2);
//! let slot = index.join([white.rank(0b11), black.rank(0b1_0000_0011), 1]);
//! let [w, b, turn] = index.split(slot);
//! assert_eq!((white.unrank(w), black.unrank(b), turn), (0b11, 0b1_0000_0011, 1));
//! ```

mod compose;
mod multisets;
mod placements;
mod subsets;

pub use compose::{Product, Union};
pub use multisets::Multisets;
pub use placements::Placements;
pub use subsets::{Subsets, binomial};
pub(crate) use subsets::{choose, rank_among, unrank_among};
