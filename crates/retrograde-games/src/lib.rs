//! Where game graphs come from when nobody has drawn them.
//!
//! [`generate`] makes random and worst-case graphs and arenas, the same ones for the same seed on
//! every machine.
//!
//! ```
//! use retrograde_games::generate;
//! let graph = generate::random(1000, 5.0, 0.1, 42)?;
//! assert_eq!(graph.vertices().filter(|&v| graph.is_terminal(v)).count(), 100);
//! # Ok::<(), generate::GenerateError>(())
//! ```
#![forbid(unsafe_code)]

pub mod generate;
