//! A graph turned around on the card: the predecessors of every vertex.
//!
//! Edges are dealt into buckets of neighbouring targets, in one step or two, until the rows of a bucket
//! fit the memory that the threads of a block share; there they are put in order. All large reads and
//! writes go side by side, so that this takes a few times what copying the graph would.

use bytemuck::{NoUninit, Pod, Zeroable};
use retrograde_core::Control;

use crate::device::{Arguments, Buffer, Build, Device, DeviceError, Launch};
use crate::error::GpuError;
use crate::rows::{Rows, Shape};

/// Edges that one thread deals out at a time, as the kernels have it.
const ITEMS: u32 = 16;

/// Buckets that edges are dealt into in one step.
const WAYS: u64 = 512;

/// Threads of a block that deals.
const THREADS: u32 = 512;

/// Threads of a block that puts rows in order.
const GATHERING: u32 = 1024;

/// Part of a list of edges that lies in one bucket of the step before.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Piece {
    begin: u64,
    edges: u32,
    bucket: u32,
}

/// How a graph of some size is cut into buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// A bucket has so many neighbouring vertices, as a power of two.
    shift: u32,
    /// So many buckets make one of the first step, a power of two; one if there is only one step.
    each: u32,
    /// Edges of a bucket that are put in order within shared memory.
    room: u32,
    vertices: u32,
}

impl Cut {
    /// The cut for a device whose blocks share so many bytes.
    #[must_use]
    pub fn new(vertices: u32, edges: u64, shared: u32) -> Self {
        let degree = edges as f64 / f64::from(vertices.max(1));
        let usual = |shift: u32| (degree * 1.15 * f64::from(1_u32 << shift)) as u64 + 256;
        let fixed = |shift: u32| 4 * ((1_u64 << shift) + 1 + u64::from(GATHERING));
        let fits = |shift: &u32| fixed(*shift) + 4 * usual(*shift) <= u64::from(shared);
        let shift = (8..=14).rev().find(fits).unwrap_or(8);
        let left = (u64::from(shared) - fixed(shift).min(u64::from(shared))) / 4;
        let room = usual(shift).min(left) as u32;
        let mut each = 1;
        while (u64::from(vertices) >> shift) / u64::from(each) >= WAYS {
            each *= 2;
        }
        Cut { shift, each, room, vertices }
    }

    fn buckets(self) -> u32 {
        self.vertices.div_ceil(1 << self.shift)
    }

    fn tops(self) -> u32 {
        self.buckets().div_ceil(self.each)
    }

    /// Bytes of the card that turning around takes at most, beside the graph, of which `kept` are held
    /// after that.
    #[must_use]
    pub fn bytes(self, edges: u64) -> (u64, u64) {
        let steps = if self.each > 1 { 2 } else { 1 };
        let buckets = u64::from(self.buckets());
        let rows = 4 * u64::from(self.vertices);
        let pieces = 16 * (edges / u64::from(THREADS * ITEMS) + u64::from(self.tops()) + 1);
        let working = (8 * steps).max(12) * edges + 24 * buckets + rows + pieces + (1 << 16);
        (working, 4 * edges + 8 * buckets + rows)
    }
}

/// The predecessors of every vertex, in buckets.
#[derive(Debug)]
pub struct Turned<'d> {
    /// Where buckets begin.
    pub begins: Buffer<'d, u64>,
    /// Where rows begin within their bucket.
    pub rows: Buffer<'d, u32>,
    /// The predecessors.
    pub before: Buffer<'d, u32>,
    /// A bucket has so many vertices, as a power of two.
    pub shift: u32,
    /// The most predecessors that a vertex has.
    pub longest: u32,
}

/// Turns a graph around. Its targets are given back as soon as they are not needed; its shape stays.
///
/// # Errors
/// It was stopped, the card failed, or more than 2^32 moves lead into one bucket.
pub fn turn<'d>(
    device: &'d dyn Device,
    graph: Rows<'d>,
    control: &Control<'_>,
) -> Result<(Turned<'d>, Shape<'d>), GpuError> {
    let Rows { shape, targets: moves } = graph;
    let (vertices, edges) = (shape.vertices, shape.edges);
    let cut = Cut::new(vertices, edges, device.shared());
    let kernels = Kernels { device, build: shape.build };
    let top_shift = cut.shift + cut.each.trailing_zeros();

    let counts = Buffer::zeros(device, u64::from(cut.tops()))?;
    kernels.count_buckets(&moves, edges, top_shift, cut.tops(), &counts)?;
    let mut begins = sums(&counts)?;
    let cursors = Buffer::of(device, &begins)?;
    control.check()?;
    let (mut targets, mut sources) = (Buffer::new(device, edges)?, Buffer::new(device, edges)?);
    kernels.deal_rows((&shape, &moves), (top_shift, cut.tops()), &cursors, &targets, &sources)?;
    drop(moves);
    control.check()?;

    let mut spare = None;
    if cut.each > 1 {
        let pieces = Buffer::of(device, &pieces(&begins))?;
        let counts = Buffer::zeros(device, u64::from(cut.buckets()))?;
        kernels.count_pieces(&targets, &pieces, cut, &counts)?;
        begins = sums(&counts)?;
        let cursors = Buffer::of(device, &begins)?;
        control.check()?;
        let (dealt, from) = (Buffer::new(device, edges)?, Buffer::new(device, edges)?);
        kernels.deal_pieces((&targets, &sources), &pieces, cut, &cursors, (&dealt, &from))?;
        spare = Some(std::mem::replace(&mut targets, dealt));
        sources = from;
        control.check()?;
    }
    if begins.windows(2).any(|pair| pair[1] - pair[0] > u64::from(u32::MAX)) {
        return Err(GpuError::TooManyIntoOne);
    }
    let begins = Buffer::of(device, &begins)?;
    let rows = Buffer::new(device, u64::from(vertices))?;
    let before = match spare {
        Some(spare) => spare,
        None => Buffer::new(device, edges)?,
    };
    let longest = Buffer::zeros(device, 1)?;
    kernels.gather_rows((&targets, &sources), &begins, cut, &rows, &before, &longest)?;
    let longest = longest.to_vec()?[0];
    Ok((Turned { begins, rows, before, shift: cut.shift, longest }, shape))
}

/// Where each begins if they stand one after the other, and where the last ends.
fn sums(counts: &Buffer<'_, u64>) -> Result<Vec<u64>, DeviceError> {
    let mut begins = counts.to_vec()?;
    let mut running = 0;
    for count in &mut begins {
        running += std::mem::replace(count, running);
    }
    begins.push(running);
    Ok(begins)
}

/// The buckets of the first step, cut so that one block deals each.
fn pieces(begins: &[u64]) -> Vec<Piece> {
    let tile = u64::from(THREADS * ITEMS);
    let mut pieces = Vec::new();
    for (bucket, ends) in begins.windows(2).enumerate() {
        for begin in (ends[0]..ends[1]).step_by(tile as usize) {
            let edges = tile.min(ends[1] - begin) as u32;
            pieces.push(Piece { begin, edges, bucket: bucket as u32 });
        }
    }
    pieces
}

/// Memory that a block needs to deal into so many buckets.
fn dealing(buckets: u32) -> u32 {
    let marks = 8 + 4 * (THREADS + THREADS * (ITEMS + 1));
    marks.max(8 * buckets + 4 * (buckets + 1 + THREADS + 2 * THREADS * ITEMS)) + 16
}

/// The kernels of `split.cu`, each with buffers that are as long as it expects.
struct Kernels<'d> {
    device: &'d dyn Device,
    build: Build,
}

impl Kernels<'_> {
    fn start(
        &self,
        kernel: &'static str,
        blocks: u64,
        threads: u32,
        shared: u32,
        arguments: Arguments,
    ) -> Result<(), DeviceError> {
        if blocks == 0 {
            return Ok(());
        }
        let launch = Launch { build: self.build, kernel, blocks: blocks as u32, threads, shared };
        // SAFETY: whoever calls has made the buffers for this cut of this graph, so that buckets,
        // rows and edges lie within them; targets are below the number of vertices, as `Rows` has them.
        unsafe { self.device.start(&launch, &arguments) }
    }

    fn count_buckets(
        &self,
        targets: &Buffer<'_, u32>,
        edges: u64,
        shift: u32,
        buckets: u32,
        counts: &Buffer<'_, u64>,
    ) -> Result<(), DeviceError> {
        let arguments = Arguments::default()
            .and(targets.address())
            .and(edges)
            .and(shift)
            .and(buckets)
            .and(counts.address());
        let blocks = u64::from(self.device.processors()) * 4;
        self.start("count_buckets", blocks, THREADS, 4 * buckets, arguments)
    }

    fn deal_rows(
        &self,
        (shape, moves): (&Shape<'_>, &Buffer<'_, u32>),
        (shift, buckets): (u32, u32),
        cursors: &Buffer<'_, u64>,
        targets: &Buffer<'_, u32>,
        sources: &Buffer<'_, u32>,
    ) -> Result<(), DeviceError> {
        let arguments = Arguments::default()
            .and(shape.offsets())
            .and(moves.address())
            .and(shape.vertices)
            .and(shape.edges)
            .and(shift)
            .and(buckets)
            .and(cursors.address())
            .and(targets.address())
            .and(sources.address());
        let blocks = shape.edges.div_ceil(u64::from(THREADS * ITEMS));
        self.start("deal_rows", blocks, THREADS, dealing(buckets), arguments)
    }

    fn count_pieces(
        &self,
        targets: &Buffer<'_, u32>,
        pieces: &Buffer<'_, Piece>,
        cut: Cut,
        counts: &Buffer<'_, u64>,
    ) -> Result<(), DeviceError> {
        let arguments = Arguments::default()
            .and(targets.address())
            .and(pieces.address())
            .and(cut.shift)
            .and(cut.buckets())
            .and(cut.each)
            .and(counts.address());
        self.start("count_pieces", pieces.len(), 256, 4 * cut.each, arguments)
    }

    fn deal_pieces(
        &self,
        from: (&Buffer<'_, u32>, &Buffer<'_, u32>),
        pieces: &Buffer<'_, Piece>,
        cut: Cut,
        cursors: &Buffer<'_, u64>,
        to: (&Buffer<'_, u32>, &Buffer<'_, u32>),
    ) -> Result<(), DeviceError> {
        let arguments = Arguments::default()
            .and(from.0.address())
            .and(from.1.address())
            .and(pieces.address())
            .and(cut.shift)
            .and(cut.each)
            .and(cursors.address())
            .and(to.0.address())
            .and(to.1.address());
        self.start("deal_pieces", pieces.len(), THREADS, dealing(cut.each), arguments)
    }

    fn gather_rows(
        &self,
        from: (&Buffer<'_, u32>, &Buffer<'_, u32>),
        begins: &Buffer<'_, u64>,
        cut: Cut,
        rows: &Buffer<'_, u32>,
        before: &Buffer<'_, u32>,
        longest: &Buffer<'_, u32>,
    ) -> Result<(), DeviceError> {
        let arguments = Arguments::default()
            .and(from.0.address())
            .and(from.1.address())
            .and(begins.address())
            .and(cut.shift)
            .and(cut.vertices)
            .and(cut.room)
            .and(rows.address())
            .and(before.address())
            .and(longest.address());
        let shared = 4 * ((1 << cut.shift) + 1 + GATHERING + cut.room);
        self.start("gather_rows", u64::from(cut.buckets()), GATHERING, shared, arguments)
    }
}

// What goes to a kernel by value is plain bytes.
const _: fn() = || {
    fn plain<T: NoUninit>() {}
    plain::<Piece>();
};
