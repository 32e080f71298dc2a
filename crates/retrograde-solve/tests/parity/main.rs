//! Parity games against brute force over positional strategies, the methods against each other, and
//! games that are deep or hard.

#[path = "../common/mod.rs"]
mod common;
mod deep;
mod random;
mod small;
mod support;

use retrograde_core::RegionSolution;
use retrograde_solve::Options;
use retrograde_solve::parity::{Method, solve};
use support::Case;

const METHODS: [Method; 10] = [
    Method::Auto,
    Method::Zielonka,
    Method::Promotion,
    Method::Tangle,
    Method::RecursiveTangle,
    Method::OneSidedTangle,
    Method::Fixpoint,
    Method::QuasiPolynomial,
    Method::StrategyImprovement,
    Method::ProgressMeasures,
];

fn solved(case: &Case, method: Method) -> RegionSolution {
    solve(&case.game(), method, &Options::default()).unwrap().solution
}
