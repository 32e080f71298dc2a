//! An independent checker: proves or refutes a solution without trusting who made it.
//!
//! The values of a solved game, with their distances, are a proof of themselves: a few local rules,
//! looked at once for every vertex and its moves, hold for the true values and for no others. Where
//! a solution has no distances, an order in which its claims can be established one from the other
//! takes their place, and is found in linear time. Winning regions of games with two owners are
//! proved by the winners' moves: against these, no play that never ends is lost. Payoffs are proved
//! by moves and by potentials, which bound what any cycle comes to. The checker shares no code with
//! the solvers, so that a mistake would have to be made twice, in two different ways, to
//! go unseen.
//!
//! [`verify`] takes any question with any solution, and can be stopped; [`estimate`] says beforehand
//! what that takes. Whoever has a game of a certain kind at hand finds what is checked, and why it is
//! enough, here:
//!
//! | solution | checked by |
//! | --- | --- |
//! | win, lose, draw with distances | [`verify_outcome`]; where moves do not fit memory, [`verify_outcome_rows`] |
//! | the asymmetric game, with or without strategies | [`verify_asymmetric`] |
//! | Grundy values, finite and loopy | [`verify_grundy`] |
//! | partizan games with distances | [`verify_partizan`] |
//! | partizan games without | [`verify_partizan_outcomes`] |
//! | winning regions and strategies | [`verify_reachability`], [`verify_safety`], [`verify_buchi`], [`verify_cobuchi`], [`verify_parity`]; of games with targets whose moves do not fit memory, [`verify_target_rows`] |
//! | Emerson–Lei games with a machine for each player | [`verify_emerson_lei`] |
//! | winners of Emerson–Lei games and first moves | [`verify_emerson_lei_winners`] |
//! | least credits of energy games | [`verify_energy`] |
//! | values of mean-payoff games | [`verify_mean_payoff`] |
//! | circuits for specifications, of either side | [`verify_circuit`] |
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
//! let checked = verify_outcome(&game, &OutcomeSolution::new(right, None)).unwrap();
//! assert_eq!((checked.vertices, checked.edges), (3, 2));
//!
//! let wrong = [lose(4), win(1), lose(0)].into_iter().collect();
//! let fault = verify_outcome(&game, &OutcomeSolution::new(wrong, None)).unwrap_err();
//! assert_eq!(
//!     fault.to_string(),
//!     "vertex 0 is given as lose in 4, but its slowest move leads to vertex 1, win in 1: \
//!      the loss comes after exactly one move more than that"
//! );
//! # Ok::<(), retrograde_core::GraphError>(())
//! ```
#![forbid(unsafe_code)]

mod acyclic;
mod asymmetric;
mod asymmetric_pass;
mod bounds;
mod checked;
mod circuit;
mod components;
mod cycles;
mod describe;
mod distinct;
mod emerson_lei;
mod energy;
mod error;
mod estimate;
mod fault;
mod fixed;
mod founded;
mod grundy;
mod grundy_pass;
mod grundy_rule;
mod keys;
mod least;
mod mean_payoff;
mod nested;
mod outcome;
mod parity;
mod partizan;
mod parts;
mod payoff_rule;
mod peeling;
mod potential;
mod predecessors;
mod ranked;
mod region_rule;
mod regions;
mod returning;
mod revert;
mod rows;
mod shape;
mod streamed;
mod streamed_regions;
mod targets;
mod trim;
mod unranked;
mod value_classes;
mod verify;

pub use asymmetric::verify_asymmetric;
pub use checked::{Checked, Tally};
pub use circuit::{
    CheckedCircuit, CircuitError, Role, Run, RunStep, verify_circuit, verify_circuit_of,
};
pub use emerson_lei::{EmersonLeiRule, verify_emerson_lei, verify_emerson_lei_winners};
pub use energy::verify_energy;
pub use error::VerifyError;
pub use estimate::estimate;
pub use fault::{Fault, Rule, Turn};
pub use grundy::verify_grundy;
pub use grundy_rule::GrundyRule;
pub use mean_payoff::verify_mean_payoff;
pub use outcome::verify_outcome;
pub use parity::verify_parity;
pub use partizan::{verify_partizan, verify_partizan_outcomes};
pub use payoff_rule::PayoffRule;
pub use region_rule::{RegionRule, Round};
pub use regions::Partial;
pub use streamed::{NextMove, RowsError, verify_outcome_rows};
pub use streamed_regions::{TargetRows, verify_target_rows};
pub use targets::{Goal, verify_buchi, verify_cobuchi, verify_reachability, verify_safety};
pub use unranked::UnrankedRule;
pub use verify::{Options, verify};
