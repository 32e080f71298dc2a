//! The doors: everything one does with a game, each as one call that knows how.

mod adding;
mod answering;
mod around;
mod asking;
mod checking;
mod looking;
mod making;
mod noting;
mod opening;
mod playing;
#[cfg(feature = "cluster")]
mod sharing;
mod solving;
mod storing;
mod surveying;
mod telling;
mod watching;

pub use adding::{Summand, sum};
pub use answering::{Wanted, solved_game};
pub use around::{Neighbourhood, neighbourhood};
pub use asking::Asked;
pub use checking::{verify, verify_table};
pub use looking::{Components, CountComponents, Shape, find_vertex};
pub use making::{Construction, Made, make, product};
pub use noting::{Note, notes};
pub use opening::{Input, Opening, Scope, open};
pub use playing::played;
#[cfg(feature = "cluster")]
pub use sharing::{Shared, Sharing};
pub use solving::{Answered, Estimate, Solved, check_solver, estimate, solve};
pub use storing::{StoredGraph, StoredSolved, verify_stored};
pub use surveying::{Block, Overview, overview};
pub use telling::{
    Detail, Explained, ExplainedMove, Explanation, Fields, Told, ToldMove, ToldStep, explain,
    explain_game, line, line_game,
};
pub use watching::{Trace, TraceEvent, trace};
