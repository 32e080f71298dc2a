//! Reductions: games of one kind as games of another, with the way to read off who wins.
//!
//! | from | to | by | vertices |
//! | --- | --- | --- | --- |
//! | outcome | parity | [`outcome_to_parity`] | two for each |
//! | outcome | reachability | [`outcome_to_reachability`] | two for each |
//! | reachability, safety | safety, reachability | [`exchange_players`] | the same |
//! | Büchi, co-Büchi | co-Büchi, Büchi | [`exchange_players`] | the same |
//! | reachability, safety | parity | [`reachability_to_parity`], [`safety_to_parity`] | the same |
//! | Büchi, co-Büchi | parity | [`buchi_to_parity`], [`cobuchi_to_parity`] | the same |
//! | Emerson–Lei | parity | [`emerson_lei_to_parity`] | one for each leaf of the Zielonka tree |
//! | parity | mean payoff, energy | [`parity_to_payoff`] | the same |
//! | parity | safety | [`parity_to_safety`] | one for each state of counters |
//! | mean payoff at least t | energy | [`mean_payoff_to_energy`] | the same |
//!
//! A reduction gives an arena that can be written to a file and solved by anything that solves its
//! objective. It has the names of the old arena, or such as tell where its vertices come from, and
//! says about vertices and edges only what the new objective looks at. Where vertices stay the same
//! the reduction takes the old arena and uses what it can of it; otherwise it borrows the old one.
//!
//! ```
//! use retrograde_core::{ArenaBuilder, Control, OwnedGraph, ParityGame, Player};
//! use retrograde_solve::{Options, parity, reduce};
//!
//! // Player 1 can go to the target b or stay at a; player 0 wants to be at b again and again.
//! let mut builder = ArenaBuilder::new();
//! let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
//! for (from, to) in [(a, a), (a, b), (b, a)] {
//!     builder.edge(from, to)?;
//! }
//! builder.set_owner(a, Player::One)?;
//! builder.set_owner(b, Player::Zero)?;
//! builder.set_target(b, true)?;
//! let reduced = reduce::buchi_to_parity(builder.finish()?, &Control::default())?;
//!
//! let arena = &reduced.arena;
//! let priorities = ParityGame::priorities(&arena.graph, &arena.priorities)?;
//! assert_eq!(priorities, [1, 2]);
//! let game = ParityGame::max(OwnedGraph::new(&arena.graph, &arena.owners)?, priorities);
//! let solution = parity::solve(&game, parity::Method::Auto, &Options::default())?.solution;
//! assert_eq!(reduced.winners(&solution.winners).count(Player::One), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counters;
mod emerson_lei;
mod error;
mod exchange;
mod levels;
mod outcome;
mod payoff;
mod reduced;
mod targets;
mod threshold;

use retrograde_core::{Arena, OwnedGraph};

pub use counters::parity_to_safety;
pub use emerson_lei::emerson_lei_to_parity;
pub use error::ReduceError;
pub use exchange::exchange_players;
pub use outcome::{OutcomeReduced, outcome_to_parity, outcome_to_reachability};
pub use payoff::parity_to_payoff;
pub use reduced::{Image, Players, Reduced};
pub use targets::{buchi_to_parity, cobuchi_to_parity, reachability_to_parity, safety_to_parity};
pub use threshold::mean_payoff_to_energy;

/// The graph with its owners, of which none is missing.
fn owned(arena: &Arena) -> Result<OwnedGraph<'_>, ReduceError> {
    OwnedGraph::new(&arena.graph, &arena.owners).map_err(|error| ReduceError::of(arena, error))
}

/// What a reduction that keeps the vertices starts from: the arena with nothing but its names and
/// owners.
fn stripped(arena: Arena) -> Arena {
    let Arena { graph, names, owners, .. } = arena;
    Arena { names, owners, ..Arena::from(graph) }
}
