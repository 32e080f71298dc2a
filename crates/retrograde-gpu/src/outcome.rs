//! Win, lose or draw with distances: the backward wave, a round for each distance.

use bytemuck::{Pod, Zeroable};
use retrograde_core::{
    Bitmap, Control, Convention, Distances, Outcome, OutcomeGame, Progress, Values,
};

use crate::device::{Arguments, Buffer, Build, Device, DeviceError, Launch};
use crate::error::GpuError;
use crate::rows::{Rows, Shape};
use crate::turned::{Cut, Turned, turn};

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
#[derive(Clone, Copy, Pod, Zeroable)]
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
}

/// What decides the predecessors of vertices in the queue.
#[derive(Clone, Copy)]
enum Rule {
    OneMove = 0,
    AllMoves = 1,
}

/// Bytes of the card that it takes to solve a graph of that size, at most.
#[must_use]
pub fn estimate(vertices: u64, edges: u64, shared: u32) -> u64 {
    let cut = Cut::new(vertices.min(u64::from(u32::MAX)) as u32, edges, shared);
    let graph = Rows::bytes(vertices, edges);
    let (turning, kept) = cut.bytes(edges);
    // While edges are dealt for the second time, the targets of the graph are given back.
    let turning = graph - 4 * edges + turning.max(12 * edges);
    let following = graph - 4 * edges + kept + 13 * vertices + vertices / 4 + (1 << 16);
    turning.max(following).max(graph + 8 * edges)
}

/// The value of every vertex: what `retrograde_solve::outcome` finds, found on a card.
///
/// # Complexity
/// O(V + E) work in as many rounds as the longest distance; see [`estimate`] for memory.
///
/// # Errors
/// The graph does not fit the card, which is told before anything is allocated; the card failed; it was
/// stopped.
pub fn solve(
    device: &dyn Device,
    game: &OutcomeGame<'_>,
    control: &Control<'_>,
) -> Result<Values, GpuError> {
    let graph = game.graph();
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    if vertices == 0 {
        return Ok(Values::default());
    }
    let (needs, free) = (estimate(vertices, edges, device.shared()), device.free()?);
    if needs > free {
        return Err(GpuError::TooLarge { device: device.name(), vertices, edges, needs, free });
    }
    control.tell(Progress::new("copying to the card", 0, 0));
    let rows = Rows::upload(device, graph, control)?;
    let verdicts = verdicts(game);
    let verdicts = verdicts.map(|codes| Buffer::of(device, &codes)).transpose()?;
    let misere = game.convention() == Convention::Misere;
    let (turned, shape) = turn(device, rows, control)?;
    let solved = label(device, &shape, &turned, verdicts.as_ref(), misere, control)?;
    drop(turned);
    solved.read(device)
}

/// What the rules say at vertices without moves: 1 won, 2 lost, 3 drawn; nothing if they say nothing.
fn verdicts(game: &OutcomeGame<'_>) -> Option<Vec<u8>> {
    let graph = game.graph();
    if !graph.vertices().any(|vertex| game.has_verdict(vertex)) {
        return None;
    }
    let code = |vertex| match game.has_verdict(vertex).then(|| game.terminal_outcome(vertex)) {
        None => 0,
        Some(Outcome::Win) => 1,
        Some(Outcome::Lose) => 2,
        Some(Outcome::Draw) => 3,
    };
    Some(graph.vertices().map(code).collect())
}

/// Values that are still on the card.
#[derive(Debug)]
pub struct Labelled<'d> {
    values: Buffer<'d, u32>,
    build: Build,
    /// How many vertices are lost.
    pub lost: u64,
    /// How many vertices are won.
    pub won: u64,
    /// How many rounds it took.
    pub rounds: u32,
}

/// Labels the vertices of a graph that was turned around.
///
/// # Errors
/// The card failed, or it was stopped.
pub fn label<'d>(
    device: &'d dyn Device,
    shape: &Shape<'d>,
    turned: &Turned<'d>,
    verdicts: Option<&Buffer<'d, u8>>,
    misere: bool,
    control: &Control<'_>,
) -> Result<Labelled<'d>, GpuError> {
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
    };
    let wave = Wave { device, shape, parts, state, has_heavy: turned.longest > HEAVY };
    wave.begin(verdicts, misere)?;
    let (mut front, mut back, mut distance) = (0, 0, 0_u32);
    loop {
        control.check()?;
        let [front_end, back_end, ..] = wave.state()?;
        control.tell(Progress::new("solving on the card", front_end + back_end, vertices));
        if front_end == front && back_end == back {
            return Ok(Labelled {
                values,
                build: shape.build,
                lost: front,
                won: back,
                rounds: distance,
            });
        }
        if front_end - front + (back_end - back) <= FEW {
            wave.alone(front, back, distance)?;
            let [_, _, _, reached_front, reached_back, reached, ..] = wave.state()?;
            if reached as u32 > distance {
                (front, back, distance) = (reached_front, reached_back, reached as u32);
                continue;
            }
        }
        let value = (distance + 1) << 2;
        wave.round(front..front_end, 0, Rule::OneMove, 1, value | 1)?;
        wave.round(back..back_end, 1, Rule::AllMoves, 0, value | 2)?;
        (front, back, distance) = (front_end, back_end, distance + 1);
    }
}

/// The kernels of `wave.cu`, over buffers that are as long as they expect.
struct Wave<'a, 'd> {
    device: &'d dyn Device,
    shape: &'a Shape<'d>,
    parts: Parts,
    state: Buffer<'d, u64>,
    has_heavy: bool,
}

impl Wave<'_, '_> {
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
        // SAFETY: `label` has made every buffer for the vertices and edges of this graph; the queue has
        // room for every vertex once, and each is decided once.
        unsafe { self.device.start(&launch, &arguments) }
    }

    fn state(&self) -> Result<[u64; 8], DeviceError> {
        let mut state = [0; 8];
        self.state.read(0, &mut state)?;
        Ok(state)
    }

    fn begin(&self, verdicts: Option<&Buffer<'_, u8>>, misere: bool) -> Result<(), DeviceError> {
        let arguments = Arguments::default()
            .and(self.parts)
            .and(self.shape.offsets())
            .and(verdicts.map_or(0, Buffer::address))
            .and(u32::from(misere));
        let blocks = u64::from(self.shape.vertices).div_ceil(u64::from(THREADS * PASSES));
        let shared = 32 + 2 * 4 * THREADS * PASSES;
        self.start("begin_outcome", blocks, THREADS, shared, arguments)
    }

    fn round(
        &self,
        queue: std::ops::Range<u64>,
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

    fn alone(&self, front: u64, back: u64, distance: u32) -> Result<(), DeviceError> {
        let arguments = Arguments::default()
            .and(self.parts)
            .and(front)
            .and(back)
            .and(distance)
            .and(ROUNDS)
            .and(FEW as u32);
        self.start("spread_alone", 1, ALONE, spreading(ALONE), arguments)
    }
}

/// Memory that a block needs to follow the wave.
fn spreading(threads: u32) -> u32 {
    8 * (threads + 2) + 8 + 4 * (2 + PASSES) * threads
}

impl Labelled<'_> {
    /// Copies them from the card.
    ///
    /// # Errors
    /// The card failed.
    pub fn read(&self, device: &dyn Device) -> Result<Values, GpuError> {
        let vertices = self.values.len();
        let words = vertices.div_ceil(32);
        let wide = self.rounds > u32::from(u8::MAX);
        let win = Buffer::<u32>::zeros(device, words + words % 2)?;
        let lose = Buffer::<u32>::zeros(device, words + words % 2)?;
        let distances = Buffer::<u8>::new(device, vertices * if wide { 4 } else { 1 })?;
        let arguments = Arguments::default()
            .and(self.values.address())
            .and(vertices as u32)
            .and(u32::from(wide))
            .and(win.address())
            .and(lose.address())
            .and(distances.address());
        let blocks = words.div_ceil(u64::from(THREADS)).min(1 << 16) as u32;
        let launch = Launch {
            build: self.build,
            kernel: "tell_values",
            blocks,
            threads: THREADS,
            shared: 0,
        };
        // SAFETY: there is a bit for each vertex in each map, and a byte or four in the distances.
        unsafe { device.start(&launch, &arguments)? };
        let distances = if wide {
            let mut wide = vec![0_u32; vertices as usize];
            device.read(distances.address(), bytemuck::cast_slice_mut(&mut wide))?;
            Distances::Wide(wide)
        } else {
            Distances::Narrow(distances.to_vec()?)
        };
        Ok(Values::from_parts(bitmap(&win, vertices)?, bitmap(&lose, vertices)?, distances))
    }
}

fn bitmap(bits: &Buffer<'_, u32>, len: u64) -> Result<Bitmap, DeviceError> {
    let mut map = Bitmap::new(len as usize);
    let halves: &mut [u32] = bytemuck::cast_slice_mut(map.words_mut());
    bits.read(0, &mut halves[..bits.len() as usize])?;
    Ok(map)
}
