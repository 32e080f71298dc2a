//! Emerson–Lei games, by way of the Zielonka tree of their condition and a parity game.
//!
//! [`solve`] does it all. Step by step, [`reduce`] makes the parity game; any parity solver solves
//! it; [`Reduction::lift`] turns the answer into winners and strategies with memory for the game it
//! came from.
//!
//! ```
//! use retrograde_core::{
//!     Bitmap, Column, Control, EmersonLeiGame, Graph, OwnedGraph, RegionSolution, Winners,
//! };
//! use retrograde_solve::emerson_lei::{Limits, reduce};
//!
//! // Player 0 moves from the middle to either end and has to see both again and again.
//! let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 0), (2, 0)])?;
//! let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(3));
//! let colors: Column<u64> = [(1, 0b01), (2, 0b10)].into_iter().collect();
//! let game = EmersonLeiGame::new(arena, &colors, "Inf(0)&Inf(1)".parse()?);
//! let control = Control::default();
//! let reduction = reduce(&game, &Limits::default(), &control)?;
//! assert_eq!(reduction.tree().leaf_count(), 2);
//!
//! // The winners of the parity game, as a solver finds them; here player 0 wins everywhere.
//! let parity = reduction.parity_game();
//! let winners = Winners::of_one(Bitmap::new(parity.priorities.len()));
//! let solution = reduction.lift(&RegionSolution { winners, strategy: None }, &control)?;
//! assert_eq!(solution.winners.count(retrograde_core::Player::Zero), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod labels;
mod machine;
pub(crate) mod pairs;
mod reduction;
mod solve;
mod subsets;
mod tree;

pub use error::EmersonLeiError;
pub use reduction::{Limits, Reduction, reduce};
pub use solve::{Unfolded, estimate, solve};
pub use tree::{Step, ZielonkaTree};
