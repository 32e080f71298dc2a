//! Synthesis against naive games over single valuations, and circuits against naive products.

mod naive;
mod small;
mod specifications;
mod wide;
