//! Pictures of solved game graphs.
//!
//! [`svg()`] lays a graph of up to a few hundred positions out in ranks and draws it: blue and round
//! for a win of the player to move, orange and square for a loss, dashed for a draw, with the
//! distance in each node, best moves bold, and a legend. [`dot()`] writes a graph of any size for
//! Graphviz, in the same colours. Both draw what they are given and solve nothing.
//!
//! There are pictures of the solutions of all objectives. Where a position has a value for each of
//! two players, as in asymmetric and partizan games, its node holds both side by side, and moves
//! that only one side may make are told apart. Where positions have owners, as in parity games,
//! those of player 0 are round and those of player 1 square, and the colour is that of the winner,
//! or of the player whom the value favours. Of moves that depend on the play so far, the first ones
//! are shown.
//!
//! ```
//! use retrograde_core::{
//!     ArenaBuilder, Distance, Objective, OutcomeSolution, Solution, Value,
//! };
//! use retrograde_draw::{SvgOptions, svg};
//!
//! // a ⇄ b, and a → t: whoever is to move at a wins by going to t.
//! let mut builder = ArenaBuilder::new();
//! let [a, b, t] = ["a", "b", "t"].map(|name| builder.vertex(name).unwrap());
//! for (from, to) in [(a, b), (b, a), (a, t)] {
//!     builder.edge(from, to)?;
//! }
//! let values = [Value::Win(Distance(1)), Value::Lose(Distance(2)), Value::Lose(Distance(0))];
//! let answer = OutcomeSolution::new(values.into_iter().collect(), None);
//! let solution = Solution::new(Objective::OUTCOME, answer);
//!
//! let mut options = SvgOptions::default();
//! options.title = Some("One way out".to_owned());
//! let picture = svg(&builder.finish()?, &solution, &options, &Default::default())?;
//! assert!(picture.contains("One way out"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod dot;
mod error;
mod face;
mod layout;
mod legend;
mod line_label;
mod node;
mod options;
mod paint;
mod palette;
mod places;
mod selection;
mod shapes;
mod shown;
mod svg;
mod text;

pub use dot::dot;
pub use error::DrawError;
pub use options::{Direction, DotOptions, Part, SvgOptions};
pub use places::places;
pub use retrograde_core::Terms;
pub use selection::positions;
pub use svg::{model_svg, svg};
