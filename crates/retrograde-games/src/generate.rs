//! Generators of game graphs: random ones and the worst cases of solvers.
//!
//! There is a function for each family, and a registry for programs that let people choose:
//! [`Family`] lists the families with their parameters, [`Recipe`] is a family with its parameters
//! filled in, reads and prints as one line, and tells the size of the graph before it is built.
//!
//! Every generator takes time linear in vertices and edges and no memory besides the finished graph,
//! which it refuses to build, with the figure, where it would not fit.
//!
//! A recipe makes the same graph, edge for edge, on every platform and in every version: the random
//! numbers come from a generator of our own that is never changed, and no step of the arithmetic
//! depends on a system's mathematical library.
//!
//! ```
//! use retrograde_games::generate::{Family, Recipe};
//!
//! let recipe: Recipe = "grid width=30 height=20".parse()?;
//! assert_eq!(recipe.size()?.edges, 29 * 20 + 30 * 19);
//! let graph = recipe.build()?;
//! assert_eq!(graph.successors(0), [1, 30]);
//!
//! for family in Family::ALL {
//!     println!("{:<14} {}", family.name(), family.description());
//! }
//! # Ok::<(), retrograde_games::generate::GenerateError>(())
//! ```

mod error;
mod family;
mod limits;
mod random;
mod recipe;
mod regular;
mod rng;
mod rows;
mod size;

pub use error::GenerateError;
pub use family::{Family, Parameter, ParameterKind};
pub use random::{dag, layered, random};
pub use recipe::Recipe;
pub use regular::{chain, complete_dag, cycle, grid, inward_star, star};
pub use rng::Rng;
pub use size::Size;
