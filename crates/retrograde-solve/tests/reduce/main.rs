//! Every reduction against brute force on both sides, and with the solvers of both sides.

#[path = "../construct/arenas.rs"]
#[allow(dead_code, reason = "the constructions need more of it")]
mod arenas;
#[path = "../common/mod.rs"]
mod common;
#[path = "../emerson_lei/naive.rs"]
mod naive;
#[path = "../parity/support.rs"]
mod parities;
#[path = "../payoff_common/mod.rs"]
mod payoffs;
#[path = "../regions/mod.rs"]
mod regions;

mod chains;
mod colors;
mod games;
mod outcomes;
mod priorities;
mod targets;
mod thresholds;
