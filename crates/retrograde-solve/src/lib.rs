//! Solvers for two-player games on graphs, one file per algorithm.
//!
//! Every solver takes a game from `retrograde-core`, prints nothing, reads no file, and returns
//! values that `retrograde-verify` can check. [`registry`] names them all, and is the one door to
//! them: [`registry::solve`] answers any [`Question`](retrograde_core::Question). The modules have
//! the same solvers with the types of their games.
//!
//! ```
//! use retrograde_core::{Column, Convention, Graph, OutcomeGame, Outcome};
//! use retrograde_solve::{Options, outcome::{self, Method}};
//!
//! // a → b, b → a, a → t: from a one escapes into t, where the opponent cannot move.
//! let graph = Graph::from_edges(3, [(0, 1), (1, 0), (0, 2)])?;
//! let verdicts = Column::default();
//! let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
//! let solved = outcome::solve(&game, Method::Auto, &Options::default())?;
//! assert_eq!(solved.solution.values.outcome(0), Outcome::Win);
//! assert_eq!(solved.solution.values.outcome(1), Outcome::Lose);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod asymmetric;
mod attractor;
pub mod bisimulation;
pub mod buchi;
pub mod construct;
pub mod cycle;
mod degrees;
pub mod emerson_lei;
pub mod energy;
mod error;
pub mod explain;
pub mod grundy;
pub mod line;
pub mod mean_payoff;
mod options;
mod order;
pub mod outcome;
pub mod parity;
pub mod partizan;
pub mod plays;
pub mod reachability;
pub mod reduce;
pub mod registry;
mod report;
pub mod scc;
mod sort;
mod stop;
pub mod sum;
pub mod trace;
mod wave;

pub use error::SolveError;
pub use options::Options;
pub use report::{Report, Solved};
