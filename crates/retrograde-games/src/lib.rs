//! Where game graphs come from when nobody has drawn them.
//!
//! [`Game`] is how rules are written down, [`explore`](explore()) makes a graph of them, and
//! [`catalogue`] names the games that are there. [`combinatorics`] numbers positions and [`kit`] tests
//! a game's methods against each other. [`generate`] makes random and worst-case graphs and
//! arenas, the same ones for the same seed on every machine.
//!
//! ```
//! use retrograde_games::generate;
//! let graph = generate::random(1000, 5.0, 0.1, 42)?;
//! assert_eq!(graph.vertices().filter(|&v| graph.is_terminal(v)).count(), 100);
//! # Ok::<(), generate::GenerateError>(())
//! ```
#![forbid(unsafe_code)]

mod by_positions;
pub mod catalogue;
pub mod combinatorics;
mod explore;
mod game;
pub mod generate;
pub mod kit;
mod on_graph;
pub mod picture;
mod rows;
pub mod rules;
mod slot_moves;

pub use by_positions::ByPositions;
pub use explore::{Batches, ExploreError, ExploreOptions, Explored, explore};
pub use game::{Game, ParseError, Part, Section};
pub use on_graph::OnGraph;
pub use rows::Rows;
pub use slot_moves::{Gifts, Look, SlotMoves, Told};
