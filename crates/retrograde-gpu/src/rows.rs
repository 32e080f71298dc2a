//! A graph in the memory of the card, as rows of successors.

use retrograde_core::{Control, Graph, Offsets};

use crate::device::{Buffer, Build, Device};
use crate::error::GpuError;

/// How many numbers are copied at a time, so that one can stop in between.
const PIECE: usize = 1 << 24;

/// Where rows begin, in numbers as wide as they must be.
#[derive(Debug)]
pub(crate) enum Begins<'d> {
    Narrow(Buffer<'d, u32>),
    Wide(Buffer<'d, u64>),
}

/// A graph on the card. Every target is the number of a vertex.
#[derive(Debug)]
pub struct Rows<'d> {
    pub(crate) shape: Shape<'d>,
    pub(crate) targets: Buffer<'d, u32>,
}

/// What is left of a graph without its targets: how many moves each vertex has.
#[derive(Debug)]
pub struct Shape<'d> {
    /// How many vertices there are.
    pub vertices: u32,
    /// How many edges there are.
    pub edges: u64,
    /// How kernels for it are compiled.
    pub build: Build,
    pub(crate) begins: Begins<'d>,
}

impl Shape<'_> {
    /// Where the offsets of its rows are.
    pub(crate) fn offsets(&self) -> u64 {
        match &self.begins {
            Begins::Narrow(offsets) => offsets.address(),
            Begins::Wide(offsets) => offsets.address(),
        }
    }
}

impl<'d> Rows<'d> {
    /// Copies a graph to the card.
    ///
    /// # Errors
    /// It was stopped, or the card failed.
    pub fn upload(
        device: &'d dyn Device,
        graph: &Graph,
        control: &Control<'_>,
    ) -> Result<Self, GpuError> {
        let mut widest = 0;
        graph.for_each_out_degree(0..graph.vertex_count(), |_, degree| widest = degree.max(widest));
        let begins = match graph.offsets() {
            Offsets::Narrow(offsets) => Begins::Narrow(copy(device, offsets, control)?),
            Offsets::Wide(offsets) => Begins::Wide(copy(device, offsets, control)?),
        };
        let build = Build {
            wide_offsets: matches!(begins, Begins::Wide(_)),
            wide_counters: widest > u32::from(u8::MAX),
        };
        let targets = copy(device, graph.targets(), control)?;
        let (vertices, edges) = (graph.vertex_count() as u32, graph.edge_count() as u64);
        Ok(Rows { shape: Shape { vertices, edges, build, begins }, targets })
    }

    /// How many edges there are.
    #[must_use]
    pub fn edges(&self) -> u64 {
        self.shape.edges
    }

    /// Copies the graph from the card.
    ///
    /// # Errors
    /// The card failed.
    ///
    /// # Panics
    /// If what is on the card is no graph.
    pub fn download(&self) -> Result<Graph, GpuError> {
        let offsets = match &self.shape.begins {
            Begins::Narrow(offsets) => Offsets::Narrow(offsets.to_vec()?.into()),
            Begins::Wide(offsets) => Offsets::Wide(offsets.to_vec()?.into()),
        };
        let graph = Graph::from_parts(offsets, self.targets.to_vec()?);
        Ok(graph.expect("what is on the card is a graph"))
    }

    /// Bytes that a graph takes on the card.
    #[must_use]
    pub fn bytes(vertices: u64, edges: u64) -> u64 {
        let offset = if edges > u64::from(u32::MAX) { 8 } else { 4 };
        offset * (vertices + 1) + 4 * edges
    }
}

fn copy<'d, T: bytemuck::NoUninit>(
    device: &'d dyn Device,
    numbers: &[T],
    control: &Control<'_>,
) -> Result<Buffer<'d, T>, GpuError> {
    let mut buffer = Buffer::new(device, numbers.len() as u64)?;
    for (place, piece) in numbers.chunks(PIECE).enumerate() {
        control.check()?;
        buffer.write((place * PIECE) as u64, piece)?;
    }
    Ok(buffer)
}
