//! The backward wave on the card: a round for each distance, from what is decided to what that decides.

use std::fmt;
use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use retrograde_core::{Bitmap, Control, Distances, Player, Progress};

use crate::device::{Arguments, Buffer, Device, DeviceError, Launch};
use crate::error::GpuError;
use crate::rows::{Rows, Shape};
use crate::turned::{Cut, Turned};

/// Rows longer than this are shared by all blocks, as the kernels have it.
const HEAVY: u32 = 1 << 14;

/// Edges that a thread looks at at a time, as the kernels have it.
const PASSES: u32 = 8;

/// Threads of a block that follows the wave.
const THREADS: u32 = 256;

/// Threads of the block that follows it alone, where little is decided in a round.
const ALONE: u32 = 512;

/// As many vertices decided in a round are little.
const FEW: u64 = 2048;

/// Rounds that one block follows before somebody looks whether to stop.
const ROUNDS: u32 = 4096;

/// What the kernels of `wave.cu` work on, as they have it.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
struct Parts {
    begins: u64,
    rows: u64,
    before: u64,
    shift: u32,
    vertices: u32,
    left: u64,
    values: u64,
    queue: u64,
    state: u64,
    heavy: u64,
    owners: u64,
    player: u32,
    padding: u32,
}

/// What decides the predecessors of vertices in the queue.
#[derive(Clone, Copy)]
enum Rule {
    OneMove = 0,
    AllMoves = 1,
    ByOwner = 2,
}

/// What is followed backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wants {
    /// Who wins and who loses, both from the player to move's point of view.
    Outcomes,
    /// From where the player can force the play into a set.
    Attractor,
}

/// Bytes of the card that it takes to upload a graph, turn it around and follow `waves` over it, at
/// most.
pub(crate) fn estimate(vertices: u64, edges: u64, shared: u32, waves: u64) -> u64 {
    let cut = Cut::new(vertices.min(u64::from(u32::MAX)) as u32, edges, shared);
    let graph = Rows::bytes(vertices, edges);
    let (turning, kept) = cut.bytes(edges);
    // While edges are dealt for the second time, the targets of the graph are given back.
    let turning = graph - 4 * edges + turning.max(12 * edges);
    let following = graph - 4 * edges + kept + waves * (13 * vertices + vertices / 4 + (1 << 16));
    turning.max(following).max(graph + 8 * edges)
}

/// A wave over a graph that was turned around, where it stands, and what it has reached.
pub(crate) struct Wave<'a, 'd> {
    device: &'d dyn Device,
    shape: &'a Shape<'d>,
    parts: Parts,
    state: Buffer<'d, u64>,
    values: Buffer<'d, u32>,
    has_heavy: bool,
    /// How many of the first and the second kind have been followed.
    pub(crate) front: u64,
    pub(crate) back: u64,
    /// The distance of those that are followed next.
    pub(crate) distance: u32,
    /// What its parts point to.
    _held: [Buffer<'d, u32>; 3],
}

impl<'a, 'd> Wave<'a, 'd> {
    /// A wave that has not begun. Where there are owners, a bit each where player 1 moves, it is for
    /// attractors of `player`.
    pub(crate) fn new(
        device: &'d dyn Device,
        shape: &'a Shape<'d>,
        turned: &Turned<'d>,
        owners: Option<(&Buffer<'d, u32>, Player)>,
    ) -> Result<Self, GpuError> {
        let vertices = u64::from(shape.vertices);
        let counters = if shape.build.wide_counters { vertices } else { vertices.div_ceil(4) };
        let left = Buffer::<u32>::new(device, counters)?;
        let values = Buffer::<u32>::new(device, vertices)?;
        let queue = Buffer::<u32>::new(device, vertices)?;
        let state = Buffer::<u64>::zeros(device, 8)?;
        let heavy = Buffer::<u32>::new(device, shape.edges / u64::from(HEAVY) + 1)?;
        let parts = Parts {
            begins: turned.begins.address(),
            rows: turned.rows.address(),
            before: turned.before.address(),
            shift: turned.shift,
            vertices: shape.vertices,
            left: left.address(),
            values: values.address(),
            queue: queue.address(),
            state: state.address(),
            heavy: heavy.address(),
            owners: owners.map_or(0, |(bits, _)| bits.address()),
            player: owners.map_or(0, |(_, player)| u32::from(player == Player::One)),
            padding: 0,
        };
        let has_heavy = turned.longest > HEAVY;
        let (front, back, distance) = (0, 0, 0);
        let _held = [left, queue, heavy];
        Ok(Wave { device, shape, parts, state, values, has_heavy, front, back, distance, _held })
    }

    /// Counts the moves of all vertices, and begins where there are none; `verdicts` says otherwise
    /// where it has 1 (won), 2 (lost) or 3 (drawn).
    pub(crate) fn begin_outcome(
        &mut self,
        verdicts: Option<&Buffer<'_, u8>>,
        misere: bool,
    ) -> Result<(), DeviceError> {
        self.reset()?;
        let arguments = Arguments::default()
            .and(self.parts)
            .and(self.shape.offsets())
            .and(verdicts.map_or(0, Buffer::address))
            .and(u32::from(misere));
        self.over_vertices("begin_outcome", 32 + 2 * 4 * THREADS * PASSES, arguments)
    }

    /// Counts the moves of all vertices, and begins at those of a set; whatever `removed` has reached is
    /// left alone.
    pub(crate) fn begin_attractor(
        &mut self,
        set: Option<&Buffer<'_, u32>>,
        removed: Option<&Wave<'_, '_>>,
    ) -> Result<(), DeviceError> {
        self.reset()?;
        let arguments = Arguments::default()
            .and(self.parts)
            .and(self.shape.offsets())
            .and(set.map_or(0, Buffer::address))
            .and(removed.map_or(0, |other| other.values.address()));
        self.over_vertices("begin_attractor", 16 + 4 * THREADS * PASSES, arguments)
    }

    /// Goes on from whatever neither this nor the other wave has reached.
    pub(crate) fn add_rest(&mut self, other: &Wave<'_, '_>) -> Result<(), DeviceError> {
        let arguments = Arguments::default()
            .and(self.parts)
            .and(other.values.address())
            .and(self.distance << 2 | 1);
        self.over_vertices("add_rest", 16 + 4 * THREADS * PASSES, arguments)
    }

    /// How many of the first and the second kind are reached.
    pub(crate) fn reached(&self) -> Result<[u64; 2], DeviceError> {
        let [front, back, ..] = self.state()?;
        Ok([front, back])
    }

    /// Follows the wave until it decides nothing more.
    pub(crate) fn follow(&mut self, wants: Wants, control: &Control<'_>) -> Result<(), GpuError> {
        loop {
            control.check()?;
            let [front_end, back_end] = self.reached()?;
            let vertices = u64::from(self.shape.vertices);
            control.tell(Progress::new("solving on the card", front_end + back_end, vertices));
            if (front_end, back_end) == (self.front, self.back) {
                return Ok(());
            }
            if front_end - self.front + (back_end - self.back) <= FEW {
                self.alone(wants)?;
                let [_, _, _, front, back, distance, ..] = self.state()?;
                if distance as u32 > self.distance {
                    (self.front, self.back, self.distance) = (front, back, distance as u32);
                    continue;
                }
            }
            let value = (self.distance + 1) << 2;
            match wants {
                Wants::Outcomes => {
                    self.round(self.front..front_end, 0, Rule::OneMove, 1, value | 1)?;
                    self.round(self.back..back_end, 1, Rule::AllMoves, 0, value | 2)?;
                }
                Wants::Attractor => {
                    self.round(self.front..front_end, 0, Rule::ByOwner, 0, value | 1)?;
                }
            }
            (self.front, self.back, self.distance) = (front_end, back_end, self.distance + 1);
        }
    }

    /// Copies from the card what was reached, of the first kind and of the second, and at which
    /// distance.
    pub(crate) fn read(&self) -> Result<(Bitmap, Bitmap, Distances), GpuError> {
        let device = self.device;
        let vertices = self.values.len();
        let words = vertices.div_ceil(32);
        let wide = self.distance > u32::from(u8::MAX);
        let first = Buffer::<u32>::zeros(device, words + words % 2)?;
        let second = Buffer::<u32>::zeros(device, words + words % 2)?;
        let distances = Buffer::<u8>::new(device, vertices * if wide { 4 } else { 1 })?;
        let arguments = Arguments::default()
            .and(self.values.address())
            .and(vertices as u32)
            .and(u32::from(wide))
            .and(first.address())
            .and(second.address())
            .and(distances.address());
        self.start("tell_values", words.div_ceil(u64::from(THREADS)), THREADS, 0, arguments)?;
        let distances = if wide {
            let mut wide = vec![0_u32; vertices as usize];
            device.read(distances.address(), bytemuck::cast_slice_mut(&mut wide))?;
            Distances::Wide(wide)
        } else {
            Distances::Narrow(distances.to_vec()?)
        };
        Ok((bitmap(&first, vertices)?, bitmap(&second, vertices)?, distances))
    }

    fn reset(&mut self) -> Result<(), DeviceError> {
        (self.front, self.back, self.distance) = (0, 0, 0);
        self.device.clear(self.state.address(), 64)
    }

    fn state(&self) -> Result<[u64; 8], DeviceError> {
        let mut state = [0; 8];
        self.state.read(0, &mut state)?;
        Ok(state)
    }

    fn over_vertices(
        &self,
        kernel: &'static str,
        shared: u32,
        arguments: Arguments,
    ) -> Result<(), DeviceError> {
        let blocks = u64::from(self.shape.vertices).div_ceil(u64::from(THREADS * PASSES));
        self.start(kernel, blocks, THREADS, shared, arguments)
    }

    fn start(
        &self,
        kernel: &'static str,
        blocks: u64,
        threads: u32,
        shared: u32,
        arguments: Arguments,
    ) -> Result<(), DeviceError> {
        let blocks = blocks.min(u64::from(self.device.processors()) * 8) as u32;
        let launch = Launch { build: self.shape.build, kernel, blocks, threads, shared };
        // SAFETY: `new` has made every buffer for the vertices and edges of this graph; the queue has
        // room for every vertex once, and each is decided once; bits and verdicts that are handed in
        // are those of this graph.
        unsafe { self.device.start(&launch, &arguments) }
    }

    fn round(
        &self,
        queue: Range<u64>,
        kind: u32,
        rule: Rule,
        finds: u32,
        value: u32,
    ) -> Result<(), DeviceError> {
        if queue.is_empty() {
            return Ok(());
        }
        let arguments = Arguments::default()
            .and(self.parts)
            .and(queue.start)
            .and(queue.end)
            .and(kind)
            .and(rule as u32)
            .and(finds)
            .and(value);
        let blocks = (queue.end - queue.start).div_ceil(u64::from(THREADS));
        self.start("spread_round", blocks, THREADS, spreading(THREADS), arguments)?;
        if self.has_heavy {
            let arguments =
                Arguments::default().and(self.parts).and(rule as u32).and(finds).and(value);
            let shared = 16 + 4 * THREADS * PASSES;
            self.start("spread_heavy", u64::MAX, THREADS, shared, arguments)?;
            self.device.clear(self.state.address() + 16, 8)?;
        }
        Ok(())
    }

    fn alone(&self, wants: Wants) -> Result<(), DeviceError> {
        let arguments = Arguments::default()
            .and(self.parts)
            .and(self.front)
            .and(self.back)
            .and(self.distance)
            .and(ROUNDS)
            .and(FEW as u32)
            .and(u32::from(wants == Wants::Attractor));
        self.start("spread_alone", 1, ALONE, spreading(ALONE), arguments)
    }
}

impl fmt::Debug for Wave<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wave { front, back, distance, .. } = self;
        write!(f, "Wave {{ front: {front}, back: {back}, distance: {distance} }}")
    }
}

/// Memory that a block needs to follow the wave.
fn spreading(threads: u32) -> u32 {
    8 * (threads + 2) + 8 + 4 * (2 + PASSES) * threads
}

/// A bit for each vertex, on the card.
pub(crate) fn upload<'d>(
    device: &'d dyn Device,
    bits: &Bitmap,
) -> Result<Buffer<'d, u32>, DeviceError> {
    Buffer::of(device, bytemuck::cast_slice::<u64, u32>(bits.words()))
}

fn bitmap(bits: &Buffer<'_, u32>, len: u64) -> Result<Bitmap, DeviceError> {
    let mut map = Bitmap::new(len as usize);
    let halves: &mut [u32] = bytemuck::cast_slice_mut(map.words_mut());
    bits.read(0, &mut halves[..bits.len() as usize])?;
    Ok(map)
}
