//! Workers in threads against the solvers of the library, in one program.

mod games;
mod outcome;
mod shares;
mod sources;
mod visits;
mod visits_kept;
