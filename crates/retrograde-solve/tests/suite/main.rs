//! Solvers against naive ones: what one program can hold. Tests that need a program of their own are beside it.

#[path = "../common/mod.rs"]
mod common;
#[path = "../payoff_common/mod.rs"]
mod payoff_common;
#[path = "../regions/mod.rs"]
mod regions;

mod asymmetric;
mod bisimulation;
mod buchi;
mod components;
mod energy;
mod mean_payoff;
mod outcome;
mod partizan;
mod plays;
mod pullback;
mod reachability;
mod structure;
mod sum;
