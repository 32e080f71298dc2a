//! Tables on disk: what they say, what they survive, and what they notice.

mod content;
mod damage;
mod export;
mod faults;
mod game;
mod places;
mod quixo;
mod survive;
