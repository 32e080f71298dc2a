//! The explorer of Retrograde: a local server, its API and the page that it shows.
//!
//! Everything behind it is a door of the crate `retrograde`: this one translates between requests and
//! calls. [`api`] has the types of what is said over the wire, [`graphs`] turns graphs as pages draw them
//! into arenas and back, [`answering`], [`telling`], [`watching`] and [`parts`] put answers into the form
//! that pages show, [`games`] does the same for boards, and
//! [`page`] holds the page itself and writes it to be given away.
//!
//! ```
//! use retrograde::{Arena, Options};
//! use retrograde_web::answering::{Subject, answer, find};
//! use retrograde_web::api::Question;
//!
//! let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena().unwrap();
//! let found = find(&arena, &Question::named("outcome"), &Options::default())?;
//! let subject = Subject { arena: &arena, edges: None, start: None };
//! let answer = answer(&subject, &found);
//! assert_eq!(answer.rows.unwrap()[1]["outcome"], "lose");
//! assert_eq!(answer.paints.unwrap()[0].letter, "W");
//! # Ok::<(), retrograde::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod answering;
pub mod api;
pub mod exporting;
pub mod games;
pub mod graphs;
mod listing;
pub mod page;
pub mod parts;
mod refusal;
#[cfg(feature = "server")]
pub mod server;
pub mod telling;
pub mod watching;

pub use refusal::Refusal;
