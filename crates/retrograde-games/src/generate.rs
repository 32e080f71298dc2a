//! Generators of game graphs and arenas: random ones and the worst cases of solvers.
//!
//! There is a function for each family, and a registry for programs that let people choose:
//! [`Family`] lists the families with their parameters, [`Recipe`] is a family with its parameters
//! filled in, reads and prints as one line, and tells the size of the arena before it is built.
//!
//! The families for outcomes are bare graphs. Those for infinite plays have owners, and priorities,
//! targets or weights, and a move at every vertex; most come from papers that show an algorithm to
//! be slow, in the form that the largest priority decides.
//!
//! Every generator takes time linear in vertices and edges and no memory besides the finished arena,
//! which it refuses to build, with the figure, where it would not fit. A [`Recipe`] is built under a
//! [`Control`](retrograde_core::Control), which can stop it; the functions take what memory is free.
//!
//! A recipe makes the same arena, edge for edge, on every platform and in every version: the random
//! numbers come from a generator of our own that is never changed, and no step of the arithmetic
//! depends on a system's mathematical library.
//!
//! ```
//! use retrograde_core::{Attribute, Control};
//! use retrograde_games::generate::{Family, Recipe};
//!
//! let recipe: Recipe = "grid width=30 height=20".parse()?;
//! assert_eq!(recipe.size().edges, 29 * 20 + 30 * 19);
//! let arena = recipe.build(&Control::default())?;
//! assert_eq!(arena.graph.successors(0), [1, 30]);
//! let parity: Recipe = "recursive-ladder 10".parse()?;
//! assert_eq!(parity.size().attributes, [Attribute::Owner, Attribute::Priority]);
//!
//! for family in Family::ALL {
//!     println!("{:<14} {}", family.name(), family.description());
//! }
//! # Ok::<(), retrograde_games::generate::GenerateError>(())
//! ```

mod buchi;
mod counters;
mod draft;
mod error;
mod family;
mod friedmann;
mod jurdzinski;
mod ladders;
mod parameter;
mod random;
mod random_arenas;
mod recipe;
mod regular;
mod rng;
mod size;
mod table;
mod two_counters;

pub use buchi::buchi_chain;
pub use counters::{core_counter, delayed_counter, distractions, gazda_counter, region_counter};
pub use error::GenerateError;
pub use family::Family;
pub use friedmann::friedmann_counter;
pub use jurdzinski::jurdzinski_grid;
pub use ladders::{clique, model_checker_ladder, recursive_ladder};
pub use parameter::{Parameter, ParameterKind};
pub use random::{dag, layered, random};
pub use random_arenas::{random_parity, random_payoff};
pub use recipe::Recipe;
pub use regular::{chain, complete_dag, cycle, grid, inward_star, star};
pub use rng::Rng;
pub use size::Size;
pub use two_counters::two_counters;
