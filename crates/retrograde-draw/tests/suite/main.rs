//! Pictures, in one program.

#[path = "../common/mod.rs"]
mod common;

mod dot;
mod gallery;
mod objectives;
mod owned;
mod payoffs;
mod pictures;
