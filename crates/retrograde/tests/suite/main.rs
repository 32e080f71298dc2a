//! The doors: what one asks of the library as a whole, in one program.

#[path = "../common/mod.rs"]
mod common;

mod choosing;
mod doors;
mod engines;
mod infinite;
mod known_answers;
mod moves;
mod narrow;
mod sections;
mod telling;
