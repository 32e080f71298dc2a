//! An independent checker: proves or refutes a solution without trusting who made it.
//!
//! The values of a solved game, with their distances, are a proof of themselves: a few local rules,
//! looked at once for every vertex and its moves, hold for the true values and for no others. The
//! checker shares no code with the solvers, so that a mistake would have to be made twice, in two
//! different ways, to go unseen.
//!
//! ```
//! use retrograde_core::{Column, Convention, Distance, Graph, OutcomeGame, OutcomeSolution, Value};
//! use retrograde_verify::verify_outcome;
//!
//! // 0 → 1 → 2: whoever is at 2 cannot move and loses.
//! let graph = Graph::from_edges(3, [(0, 1), (1, 2)])?;
//! let verdicts = Column::default();
//! let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
//!
//! let (win, lose) = (|d| Value::Win(Distance(d)), |d| Value::Lose(Distance(d)));
//! let right = [lose(2), win(1), lose(0)].into_iter().collect();
//! let checked = verify_outcome(&game, &OutcomeSolution { values: right, strategy: None }).unwrap();
//! assert_eq!((checked.vertices, checked.edges), (3, 2));
//!
//! let wrong = [lose(4), win(1), lose(0)].into_iter().collect();
//! let fault = verify_outcome(&game, &OutcomeSolution { values: wrong, strategy: None }).unwrap_err();
//! assert_eq!(
//!     fault.to_string(),
//!     "vertex 0 is given as lose in 4, but its slowest move leads to vertex 1, win in 1: \
//!      the loss comes after exactly one move more than that"
//! );
//! # Ok::<(), retrograde_core::GraphError>(())
//! ```
#![forbid(unsafe_code)]

mod fault;
mod outcome;

pub use fault::{Fault, Rule};
pub use outcome::{Checked, verify_outcome};
