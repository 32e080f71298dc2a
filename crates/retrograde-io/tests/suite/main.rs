//! Readers and writers through files and texts, in one program.

#[path = "../arenas/mod.rs"]
mod arenas;
#[path = "../../src/cases.rs"]
mod cases;

mod acceptance;
mod dot;
mod files;
mod graphml;
mod json;
mod loss;
mod npz;
mod npz_layouts;
mod rgg;
