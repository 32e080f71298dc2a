//! The doors: everything one does with a game, each as one call that knows how.

mod adding;
mod answering;
mod around;
mod asking;
mod checking;
mod comparing;
mod looking;
mod making;
mod noting;
mod opening;
mod playing;
mod reasoning;
#[cfg(feature = "cluster")]
mod sharing;
mod solving;
mod storing;
mod streaming;
mod surveying;
mod synthesising;
mod telling;
mod watching;

pub use adding::{Summand, sum};
pub use answering::{Wanted, solved_game};
pub use around::{Neighbourhood, neighbourhood};
pub use asking::Asked;
pub use checking::{verify, verify_table};
pub use comparing::compare;
pub use looking::{Components, CountComponents, Outline, Shape, System, find_vertex};
pub use making::{Construction, Made, make, product};
pub use noting::{Note, notes};
pub use opening::{Input, Opening, Scope, open};
pub use playing::played;
pub use reasoning::{EvidenceFormat, FORMULA_GAME, check, pose, state, verify_formula};
#[cfg(feature = "cluster")]
pub use sharing::{Shared, Sharing};
pub use solving::{Answered, Estimate, Solved, check_solver, estimate, solve};
pub use storing::{StoredGraph, StoredSolved};
pub use streaming::verify_stored;
pub use surveying::{Block, Overview, overview};
pub use synthesising::{
    machine, read_circuit, read_specification, synthesise, verify_circuit, verify_circuit_of,
};
pub use telling::{
    Detail, Explained, ExplainedMove, Explanation, Fields, Told, ToldMove, ToldStep, explain,
    explain_game, line, line_game,
};
pub use watching::{Trace, TraceEvent, trace};
