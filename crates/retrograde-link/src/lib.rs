//! The workers of a cluster and what passes between them: the one place that knows timely dataflow.
//!
//! A [`Crew`] connects this process to all others and starts its workers, each with a [`Link`] to every
//! other worker. What a worker does with it, round by round, is for `retrograde-cluster` to say.
//!
//! Timely is generic: whoever uses it compiles it. For that to happen once, what is public here takes and
//! gives plain types only. And since a message is thousands of numbers, release builds do not optimise this
//! crate: the numbers of a [`Batch`] are copied together here, and gone through one by one elsewhere.
//!
//! ```
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
//! use std::time::Duration;
//!
//! use retrograde_core::Control;
//! use retrograde_link::{Cluster, Crew, Fate, Link, Tally, Topic};
//!
//! let cluster = Cluster::threads(2)?;
//! let patience = Duration::from_secs(1);
//! let crew = Crew { cluster: &cluster, patience, size: 0, checkpoints: false, fingerprint: 0 };
//! let sum = AtomicU32::new(0);
//! crew.work(&Control::default(), &Arc::new(Fate::default()), &|link: &mut Link<'_>| {
//!     link.send(1 - link.me(), Topic::Vertices, vec![3, 4]);
//!     link.end_round(Tally::default(), &mut |batch| {
//!         sum.fetch_add(batch.words.iter().sum(), Relaxed);
//!         Ok(())
//!     })?;
//!     Ok(())
//! })?;
//! assert_eq!(sum.into_inner(), 14);
//! # Ok::<(), retrograde_link::ClusterError>(())
//! ```
#![forbid(unsafe_code)]

mod batch;
mod channels;
mod cluster;
mod connect;
mod crew;
mod error;
mod link;
mod tally;
mod watch;
mod wire;

pub use batch::{Batch, Topic};
pub use cluster::Cluster;
pub use crew::Crew;
pub use error::{ClusterError, Left};
pub use link::Link;
pub use tally::Tally;
pub use watch::{Fate, Watch};
