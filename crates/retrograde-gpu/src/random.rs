//! Random graphs that are made on the card and never leave it, for benchmarks.

use crate::device::{Arguments, Buffer, Build, Device, Launch};
use crate::error::GpuError;
use crate::rows::{Begins, Rows, Shape};

/// Threads of a block, each for one vertex.
const THREADS: u32 = 256;

/// A random graph: a share of the vertices has no moves, the others have from one to `most`.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    /// How many vertices there are.
    pub vertices: u32,
    /// The share of vertices without moves.
    pub terminals: f64,
    /// The most moves that a vertex has, 255 at most.
    pub most: u8,
    /// Another number gives another graph.
    pub seed: u64,
}

impl Random {
    /// Makes it.
    ///
    /// # Errors
    /// The card failed, or has too little memory.
    pub fn make(self, device: &dyn Device) -> Result<Rows<'_>, GpuError> {
        let blocks = self.vertices.div_ceil(THREADS);
        let terminals = (self.terminals * f64::from(u32::MAX)) as u32;
        let arguments = || {
            Arguments::default()
                .and(self.seed)
                .and(self.vertices)
                .and(terminals)
                .and(u32::from(self.most))
        };
        let launch = |build, kernel, words: u32| Launch {
            build,
            kernel,
            blocks,
            threads: THREADS,
            shared: 4 * THREADS * words,
        };
        let totals = Buffer::<u64>::new(device, u64::from(blocks))?;
        let sums = launch(Build::default(), "random_sums", 1);
        // SAFETY: there is a total for each block.
        unsafe { device.start(&sums, &arguments().and(totals.address()))? };
        let mut begins = totals.to_vec()?;
        let mut edges = 0;
        for begin in &mut begins {
            edges += std::mem::replace(begin, edges);
        }
        let totals = Buffer::of(device, &begins)?;
        let build = Build { wide_offsets: edges > u64::from(u32::MAX), ..Build::default() };
        let rows = u64::from(self.vertices) + 1;
        let begins = if build.wide_offsets {
            Begins::Wide(Buffer::new(device, rows)?)
        } else {
            Begins::Narrow(Buffer::new(device, rows)?)
        };
        let shape = Shape { vertices: self.vertices, edges, build, begins };
        let made = Rows { shape, targets: Buffer::new(device, edges)? };
        let rest =
            arguments().and(totals.address()).and(made.shape.offsets()).and(made.targets.address());
        // SAFETY: there is an offset for each vertex and one more, and as many targets as were counted.
        unsafe { device.start(&launch(build, "random_rows", 2), &rest)? };
        Ok(made)
    }
}
