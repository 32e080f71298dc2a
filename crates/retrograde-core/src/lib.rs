//! The language every Retrograde crate speaks.
//!
//! A game is a finite directed graph: vertices are positions, edges are moves. This crate holds
//! the graph ([`Graph`], compressed sparse rows), what people say about its vertices and edges
//! ([`Arena`]: verdicts, owners, priorities, targets, colours, weights, players, names), and the values a solver
//! hands back ([`Value`], [`Strategy`], [`OutcomeSolution`]). It reads no file and solves nothing.
//!
//! ```
//! use retrograde_core::{Graph, Outcome};
//!
//! // 0 → 1 → 2, and 2 has no moves.
//! let graph = Graph::from_edges(3, [(0, 1), (1, 2)])?;
//! assert_eq!(graph.successors(0), [1]);
//! assert!(graph.is_terminal(2));
//! assert_eq!(Outcome::Win.for_opponent(), Outcome::Lose);
//! # Ok::<(), retrograde_core::GraphError>(())
//! ```
#![deny(unsafe_code)]

mod acceptance;
mod arena;
mod asymmetric;
mod bitmap;
mod builder;
mod column;
mod distances;
mod error;
mod graph;
mod grundy;
mod interner;
mod mealy;
pub mod memory;
mod names;
mod offsets;
mod outcome_game;
mod outcomes;
mod owned;
mod partizan;
mod payoff;
mod ratio;
mod regions;
mod solution;
#[doc(hidden)]
pub mod sys;
mod terms;
mod threads;
mod transpose;
mod value;

pub use acceptance::{
    Acceptance, AcceptanceError, Color, Colors, ColorsError, EmersonLeiGame, Join, Pair,
    SpellingError, Term,
};
pub use arena::Arena;
pub use asymmetric::{AsymmetricSolution, Strategies};
pub use bitmap::Bitmap;
pub use builder::ArenaBuilder;
pub use column::Column;
pub use distances::Distances;
pub use error::GraphError;
pub use graph::{Graph, Vertex};
pub use grundy::{Grundy, GrundyValues};
pub use mealy::{Mealy, MealyError, MealySolution, MealyStep};
pub use names::{NameIndex, Names, Naming};
pub use offsets::Offsets;
pub use outcome_game::{Convention, OutcomeGame};
pub use outcomes::Outcomes;
pub use owned::{OwnedGraph, ParityGame, PayoffGame, TargetGame};
pub use partizan::{PartizanClass, PartizanGame, PartizanSolution};
pub use payoff::{Credits, EnergySolution, MeanPayoffSolution, MeanPayoffs};
pub use ratio::Ratio;
pub use regions::{RegionSolution, Winners};
pub use solution::{OutcomeSolution, Strategy, Values};
pub use terms::Terms;
pub use threads::Threads;
pub use value::{Distance, Outcome, Player, Side, Value};
