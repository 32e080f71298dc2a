//! Games given by rules against what is known of them, in `data/games`.

mod boards;
#[path = "../../../retrograde-games/tests/by_spec/mod.rs"]
mod by_spec;
#[cfg(feature = "chess")]
mod chess;
#[path = "../common/mod.rs"]
mod common;
mod cyclic;
mod dobutsu_shogi;
mod impartial;
mod known;
mod kono;
mod quixo;
mod solved;
mod teeko;
