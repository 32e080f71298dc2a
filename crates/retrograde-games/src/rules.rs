//! The games of the catalogue, one file per set of rules.
//!
//! The games stand here; what their positions and moves are made of is in their modules.

mod bounds;
pub mod breakthrough;
#[cfg(feature = "chess")]
pub mod chess;
pub mod chomp;
pub mod connect;
mod connect_index;
mod connect_slots;
pub mod cops;
pub mod dawsons_kayles;
pub mod dobutsu_shogi;
pub mod five_field_kono;
pub mod fox_and_hounds;
mod grid;
mod heaps;
pub mod hexapawn;
pub mod kayles;
pub mod l_game;
mod list_index;
pub mod men;
pub mod mnk;
pub mod mu_torere;
pub mod nim;
pub mod octal;
pub mod othello;
pub mod pawns;
mod placement;
pub mod pong_hau_ki;
pub mod quixo;
pub mod slides;
pub mod subtraction;
pub mod teeko;
pub mod three_mens_morris;
mod turns;
pub mod wythoff;

pub use breakthrough::Breakthrough;
#[cfg(feature = "chess")]
pub use chess::Chess;
pub use chomp::Chomp;
pub use connect::Connect;
pub use cops::Cops;
pub use dawsons_kayles::DawsonsKayles;
pub use dobutsu_shogi::DobutsuShogi;
pub use five_field_kono::FiveFieldKono;
pub use fox_and_hounds::FoxAndHounds;
pub use heaps::HeapSet;
pub use hexapawn::Hexapawn;
pub use kayles::Kayles;
pub use l_game::LGame;
pub use mnk::Mnk;
pub use mu_torere::MuTorere;
pub use nim::Nim;
pub use octal::Octal;
pub use othello::Othello;
pub use pong_hau_ki::PongHauKi;
pub use quixo::Quixo;
pub use subtraction::Subtraction;
pub use teeko::Teeko;
pub use three_mens_morris::ThreeMensMorris;
pub use wythoff::Wythoff;
