//! What can go wrong on a card.

use retrograde_core::Stopped;
use retrograde_core::memory::Bytes;

use crate::device::{Device, DeviceError};

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no card that can be used.
    #[error("there is no NVIDIA card that can be used: {reason}")]
    NoCard {
        /// What is missing.
        reason: String,
    },
    /// The game is larger than the card.
    #[error(
        "the graph with {vertices} vertices and {edges} edges takes {} on {device}, which has {} free",
        Bytes(*.needs),
        Bytes(*.free)
    )]
    TooLarge {
        /// What the card is called.
        device: String,
        /// How many vertices there are.
        vertices: u64,
        /// How many edges there are.
        edges: u64,
        /// How many bytes would be needed at most.
        needs: u64,
        /// How many are there.
        free: u64,
    },
    /// More than 2^32 moves lead into a few neighbouring vertices.
    #[error(
        "more than 4,294,967,295 moves lead into neighbouring vertices, which a card cannot count"
    )]
    TooManyIntoOne,
    /// The card did not do what it should.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// It was told to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl GpuError {
    /// Refuses a graph that takes more than there is free, before anything is allocated.
    pub(crate) fn check_room(
        device: &dyn Device,
        vertices: u64,
        edges: u64,
        needs: u64,
    ) -> Result<(), GpuError> {
        let free = device.free()?;
        match needs > free {
            true => Err(GpuError::TooLarge { device: device.name(), vertices, edges, needs, free }),
            false => Ok(()),
        }
    }
}
