//! The constructions against their definitions, spelled out naively, and the values they promise to
//! keep, solved on both sides and checked.

#[path = "../common/mod.rs"]
mod common;

mod arenas;
mod components;
mod copies;
mod errors;
mod quotients;
mod sums;
mod trees;
