//! Solving games on a graphics card, with the answers of `retrograde-solve`.
//!
//! The driver and NVRTC are loaded when [`Card::first`] asks for them, so that a program with this crate
//! runs where there is no card, and says so. The kernels are one text in CUDA C (`src/kernels`), which
//! tests compile for a processor that plays a card.
//!
//! | step | kernels | what moves, in bytes an edge |
//! | --- | --- | --- |
//! | [turning around](turned) | `split.cu` | 4 to count, 4 + 8 to deal; with more than 512 buckets 4 and 16 more; 12 + 4 to put rows in order |
//! | [labelling](outcome) | `wave.cu` | 4 + a sector of 32 or two for each edge into a decided vertex |
//!
//! ```no_run
//! use retrograde_core::{Column, Control, Convention, Graph, OutcomeGame};
//! use retrograde_gpu::{Card, outcome};
//! let card = Card::first()?;
//! let graph = Graph::from_edges(3, [(0, 1), (1, 2), (0, 2)])?;
//! let verdicts = Column::default();
//! let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
//! let values = outcome::solve(&card, &game, &Control::default())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod card;
pub mod device;
mod error;
pub mod outcome;
mod random;
mod rows;
pub mod targets;
pub mod turned;
mod wave;

pub use card::Card;
pub use error::GpuError;
pub use random::Random;
pub use rows::{Rows, Shape};
