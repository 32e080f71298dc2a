//! Formulas and specifications become games, and their solutions evidence and circuits.
#![forbid(unsafe_code)]

pub mod check;
pub mod compare;
pub mod synth;
