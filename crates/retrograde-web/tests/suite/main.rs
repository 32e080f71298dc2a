//! The server answers, in one program.

#[path = "../common/mod.rs"]
mod common;

mod endpoints;
mod games;
mod page;
