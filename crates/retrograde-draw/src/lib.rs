//! Pictures of solved game graphs.
//!
//! [`svg()`] lays a graph of up to a few hundred positions out in ranks and draws it: blue and round
//! for a win of the player to move, orange and square for a loss, dashed for a draw, with the
//! distance in each node, best moves bold, and a legend. [`dot()`] writes a graph of any size for
//! Graphviz, in the same colours. Both draw what they are given and solve nothing.
//!
//! ```
//! use retrograde_core::{ArenaBuilder, Distance, OutcomeSolution, Value};
//! use retrograde_draw::{SvgOptions, svg};
//!
//! // a ⇄ b, and a → t: whoever is to move at a wins by going to t.
//! let mut builder = ArenaBuilder::new();
//! let [a, b, t] = ["a", "b", "t"].map(|name| builder.vertex(name).unwrap());
//! for (from, to) in [(a, b), (b, a), (a, t)] {
//!     builder.edge(from, to)?;
//! }
//! let values = [Value::Win(Distance(1)), Value::Lose(Distance(2)), Value::Lose(Distance(0))];
//! let solution = OutcomeSolution { values: values.into_iter().collect(), strategy: None };
//!
//! let mut options = SvgOptions::default();
//! options.title = Some("One way out".to_owned());
//! let picture = svg(&builder.finish()?, &solution, &options)?;
//! assert!(picture.contains("One way out"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod best;
mod dot;
mod error;
mod layout;
mod legend;
mod options;
mod palette;
mod selection;
mod shapes;
mod svg;
mod text;

pub use dot::dot;
pub use error::DrawError;
pub use options::{Direction, Part, SvgOptions};
pub use svg::svg;
