//! One file per subcommand.

mod asked;
pub(crate) mod check;
pub(crate) mod compare;
mod construction;
pub(crate) mod convert;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod info;
pub(crate) mod line;
pub(crate) mod packaging;
pub(crate) mod play;
#[cfg(feature = "serve")]
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod solvers;
pub(crate) mod sum;
pub(crate) mod synth;
pub(crate) mod table;
pub(crate) mod verify;
