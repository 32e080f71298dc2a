//! New games from old ones: each construction takes an arena and gives another, with the way back.
//!
//! | construction | gives | values |
//! | --- | --- | --- |
//! | [`alternating`] | two copies, every move leads to the other copy | the same |
//! | [`unravel`] | the tree of walks from a vertex | the same at the root, if nothing was cut |
//! | [`quotient`] | one vertex for each class of a bisimulation | the same |
//! | [`reachable`] | what play from some vertices can reach | the same |
//! | [`condensation`] | one vertex for each strongly connected component | none |
//! | [`product`] | several games played side by side | those of the sum |
//!
//! Verdicts, owners, priorities and targets of vertices, weights and players of edges go along
//! wherever that makes sense; the documentation of a construction says where it does not.
//!
//! The first three come with a *bounded epimorphism*: a map that takes the moves of each vertex
//! exactly to the moves of its image. Such a map keeps the values of every objective that looks at
//! moves and carried attributes only, so one may solve whichever side is smaller.
//!
//! Source: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007), section 2, for bounded
//! epimorphisms, unravelled trees and alternating graphs.

mod alternating;
pub(crate) mod assemble;
mod condensation;
mod error;
mod partition;
mod product;
mod quotient;
mod reachable;
mod unravel;

use retrograde_core::{Arena, Vertex};

pub use crate::bisimulation::Partition;
pub use alternating::alternating;
pub use condensation::{Condensation, condensation};
pub use error::{ConstructError, Construction, Size};
pub use product::{Product, product};
pub use quotient::{is_bisimulation, quotient};
pub use reachable::reachable;
pub use unravel::{Unravelling, unravel};

/// An arena made from another.
#[derive(Clone, Debug, PartialEq)]
pub struct Derived {
    /// The new arena.
    pub arena: Arena,
    /// For each of its vertices, the vertex it was made from.
    pub origin: Vec<Vertex>,
}
