//! The doors: everything one does with a game, each as one call that knows how.

mod adding;
mod checking;
mod looking;
mod making;
mod opening;
mod solving;
mod telling;

pub use adding::{Summand, sum};
pub use checking::{verify, verify_table};
pub use looking::Shape;
pub use making::{Construction, Made, make, product};
pub use opening::{Input, Opening, Scope, open, solved_game};
pub use solving::{Answered, Estimate, Note, Solved, check_solver, estimate, solve};
pub use telling::{Detail, explain, line};
