//! What everything that reads what others wrote promises, for any bytes: an answer that can be checked, or
//! an error that says what is wrong, in bounded time and memory, and never a panic.
//!
//! [`TARGETS`] are given seeds and mutations of them by the tests of this crate, and whatever a fuzzer
//! guided by coverage comes up with by `cargo xtask fuzz` (the program in `fuzz/`).
#![forbid(unsafe_code)]

mod reader;
mod targets;

pub use targets::{TARGETS, Target};
