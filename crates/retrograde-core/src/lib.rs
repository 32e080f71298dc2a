//! The language every Retrograde crate speaks.
//!
//! A game is an [`Arena`]: a finite directed graph whose vertices are positions and whose edges are
//! moves, with what people say about them (verdicts, owners, priorities, targets, colours, weights,
//! players, names). A [`Sketch`] draws one by hand. What can be asked is an [`Objective`]; put to an
//! arena that has all it needs it is a [`Question`], and what a solver says to that is a
//! [`Solution`], a proof that the checker goes through. This crate reads no file and solves nothing.
//!
//! ```
//! use retrograde_core::{Arena, Objective, Player, Question, RegionSolution, Solution};
//!
//! // Player 0 wants the largest priority that comes up forever to be even.
//! let arena = Arena::sketch()
//!     .vertex("a").owner(0).priority(2).to("a").to("b")
//!     .vertex("b").owner(1).priority(1).to("b")
//!     .arena()?;
//! let question = Question::new(&arena, &Objective::PARITY)?;
//!
//! // What a solver answers: player 0 wins at a by staying there.
//! let winners = [Some(Player::Zero), Some(Player::One)].into_iter().collect();
//! let moves = [Some(0), None].into_iter().collect();
//! let answer = RegionSolution { winners, strategy: Some(moves) };
//! let solution = Solution::new(question.objective, answer);
//! assert_eq!(solution.value(0).to_string(), "won by player 0");
//! assert_eq!(solution.best_move(0), Some(0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Inside, vertices are numbers: [`Graph`] keeps moves in compressed sparse rows, [`Column`]s keep
//! attributes, and games such as [`ParityGame`] are made from an arena by their `of`. Whoever works
//! long listens to a [`Control`].
#![deny(unsafe_code)]

mod acceptance;
mod arena;
mod assembled;
mod asymmetric;
mod attribute;
mod automaton;
mod bitmap;
mod builder;
mod cell;
mod circuit;
mod column;
mod control;
mod count;
mod distances;
mod error;
mod graph;
mod grouping;
mod grundy;
mod interner;
mod known;
mod labels;
mod machine;
mod mealy;
mod mean_payoff;
pub mod memory;
mod names;
mod objective;
mod offsets;
mod once;
mod outcome_game;
mod outcome_solution;
mod outcomes;
mod owned;
mod partizan;
mod payoff;
mod question;
pub mod quote;
mod ratio;
mod regions;
mod row_source;
mod sketch;
mod slots;
mod solution;
mod strategy;
#[doc(hidden)]
pub mod sys;
mod terms;
mod threads;
mod transpose;
mod value;
mod values;

pub use acceptance::{
    Acceptance, AcceptanceError, Color, Colors, ColorsError, EmersonLeiGame, Join, Pair,
    SpellingError, Term,
};
pub use arena::Arena;
pub use asymmetric::{AsymmetricSolution, Strategies};
pub use attribute::{Attribute, Unread};
pub use automaton::{
    Automaton, AutomatonError, Guards, Label, LabelNode, Proposition, RunCondition, Transition,
};
pub use bitmap::Bitmap;
pub use builder::{ArenaBuilder, EdgeBatch, EdgeStore};
pub use cell::{Cell, Fact, Summary};
pub use circuit::{Circuit, CircuitError, Latch, Literal, Output};
pub use column::Column;
pub use control::{Allowance, Cancel, Control, Pace, Progress, Stopped, Tier};
pub use count::{counted, grouped};
pub use distances::Distances;
pub use error::GraphError;
pub use graph::{Graph, Vertex};
pub use grundy::{Grundy, GrundyValues};
pub use known::Known;
pub use labels::{Labels, Remarks, Word};
pub use machine::{Machine, MachineState, Sum};
pub use mealy::{Mealy, MealyError, MealySolution, MealyStep};
pub use mean_payoff::{MeanBounds, MeanPayoffSolution};
pub use names::{NameIndex, NamedMove, NamedMoves, Names, Naming};
pub use objective::{Extremum, Facts, Objective, View};
pub use offsets::Offsets;
pub use outcome_game::{Convention, OutcomeGame};
pub use outcome_solution::OutcomeSolution;
pub use outcomes::Outcomes;
pub use owned::{OwnedGraph, ParityGame, PayoffGame, TargetGame};
pub use partizan::{PartizanClass, PartizanGame, PartizanOutcomes, PartizanSolution};
pub use payoff::{Credits, EnergySolution, MeanPayoffs};
pub use question::{Posed, Question, QuestionError};
pub use ratio::Ratio;
pub use regions::{RegionSolution, Winners};
pub use row_source::{RowError, RowSource, RowVisit};
pub use sketch::Sketch;
#[doc(hidden)]
pub use slots::Key;
pub use solution::{Answer, AnyValue, Claims, Solution};
pub use strategy::{Part, Strategy};
pub use sys::Numbers;
pub use terms::Terms;
pub use threads::Threads;
pub use value::{Distance, Outcome, Player, Side, Value};
pub use values::Values;
