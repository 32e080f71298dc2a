//! Whether the largest class on some cycle is one of a given parity, for all classes at once.

use retrograde_core::{Pace, Player, Stopped, Vertex};

use crate::components::{Components, Moves, next_seen};

/// Moves that are gone through at a time: few enough that nobody waits for it.
const BATCH: usize = 1 << 12;

/// A move within one component, with the larger of the classes at its two ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClassedMove {
    pub(crate) from: Vertex,
    pub(crate) to: Vertex,
    pub(crate) class: u32,
}

/// Whether plays whose largest class is `class` go to `player`: the even ones are player 0's.
pub(crate) fn belongs(class: u32, player: Player) -> bool {
    class % 2 == u32::from(player.number())
}

/// A class of `player` that is the largest on some cycle of `moves`, if there is one.
///
/// Looking at one class after another, each time for the components among the moves of no larger
/// class, would take a pass for each. Instead the range of classes is cut in the middle. Cycles with
/// classes in the lower half only stay within the components that the lower moves make; all others
/// stay cycles when each of these components is shrunk to a vertex. So every move is needed in one
/// of the halves at most. A move of the upper half within a component of the lower closes a cycle on
/// which it is the largest.
///
/// The idea of cutting in the middle and shrinking is from R. E. Tarjan, *A hierarchical clustering
/// algorithm using strong components* (1982), and its use for parity conditions from V. King,
/// O. Kupferman and M. Y. Vardi, *On the complexity of parity word automata* (2001).
///
/// # Complexity
/// O((V + E) log d) time for d classes, at most `4 E + 50 V` bytes besides the moves themselves,
/// where V and E count the vertices and moves given.
pub(crate) fn largest_on_cycle(
    vertices: usize,
    mut moves: Vec<ClassedMove>,
    player: Player,
    pace: &mut Pace<'_>,
) -> Result<Option<u32>, Stopped> {
    let high = largest(&moves, pace)?;
    let mut labels = ComponentLabels { given: vec![NO_LABEL; vertices], used: Vec::new() };
    let vertices = labels.compact(&mut moves, |vertex| vertex, pace)?;
    let mut pieces = vec![Piece { start: 0, end: moves.len(), vertices, low: 0, high }];
    let mut rows = PlainRows::default();
    let mut components = Components::default();
    while let Some(piece) = pieces.pop() {
        let Piece { start, low, mut high, .. } = piece;
        let here = &mut moves[start..piece.end];
        // No move is of a larger class than `high`, but perhaps all are of a smaller.
        high = high.min(largest(here, pace)?);
        if low > high || (low == high && !belongs(low, player)) {
            continue;
        }
        let middle = low + (high - low) / 2;
        rows.fill(piece.vertices, here, middle, pace)?;
        components.find(&rows, pace)?;
        // Moves of the lower half first, then those of the upper, then those that are done with.
        let (mut lower, mut upper) = (0, 0);
        for place in 0..here.len() {
            if place % BATCH == 0 {
                pace.steps(BATCH.min(here.len()))?;
            }
            let step = here[place];
            let within = components.of(step.from) == components.of(step.to);
            if within && (step.class > middle || low == middle) {
                // No cycle has moves of classes below `low` only, so that here it has one of `low`.
                let class = step.class.max(low);
                if belongs(class, player) {
                    return Ok(Some(class));
                }
            } else if within {
                here.swap(place, upper);
                here.swap(upper, lower);
                lower += 1;
                upper += 1;
            } else {
                here.swap(place, upper);
                upper += 1;
            }
        }
        if lower > 0 {
            let vertices = labels.compact(&mut here[..lower], |vertex| vertex, pace)?;
            let end = start + lower;
            pieces.push(Piece { start, end, vertices, low, high: middle });
        }
        if middle < high && lower < upper {
            let shrunk = |vertex| components.of(vertex);
            let vertices = labels.compact(&mut here[lower..upper], shrunk, pace)?;
            let (start, end) = (start + lower, start + upper);
            pieces.push(Piece { start, end, vertices, low: middle + 1, high });
        }
    }
    Ok(None)
}

/// The largest class of the moves, 0 if there are none.
fn largest(moves: &[ClassedMove], pace: &mut Pace<'_>) -> Result<u32, Stopped> {
    moves.chunks(BATCH).try_fold(0, |largest, batch| {
        pace.steps(batch.len())?;
        Ok(batch.iter().map(|step| step.class).fold(largest, u32::max))
    })
}

/// Some of the moves, between vertices below `vertices`. None of their cycles has classes below
/// `low` only.
struct Piece {
    start: usize,
    end: usize,
    vertices: usize,
    low: u32,
    high: u32,
}

/// New numbers for vertices, so that those without moves take no time.
struct ComponentLabels {
    given: Vec<Vertex>,
    used: Vec<Vertex>,
}

/// There is never a vertex of that number.
const NO_LABEL: Vertex = Vertex::MAX;

impl ComponentLabels {
    /// Gives the ends of the moves, as `old` calls them, new numbers from 0, and says how many.
    fn compact(
        &mut self,
        moves: &mut [ClassedMove],
        old: impl Fn(Vertex) -> Vertex,
        pace: &mut Pace<'_>,
    ) -> Result<usize, Stopped> {
        for batch in moves.chunks_mut(BATCH) {
            pace.steps(batch.len())?;
            for end in batch.iter_mut().flat_map(|step| [&mut step.from, &mut step.to]) {
                let vertex = old(*end);
                let label = &mut self.given[vertex as usize];
                if *label == NO_LABEL {
                    *label = self.used.len() as Vertex;
                    self.used.push(vertex);
                }
                *end = *label;
            }
        }
        let count = self.used.len();
        for batch in self.used.chunks(BATCH) {
            pace.steps(batch.len())?;
            batch.iter().for_each(|&vertex| self.given[vertex as usize] = NO_LABEL);
        }
        self.used.clear();
        Ok(count)
    }
}

/// The moves of a piece, up to some class, by where they start.
#[derive(Default)]
struct PlainRows {
    /// Row `v` is `ends[starts[v]..starts[v + 1]]`.
    starts: Vec<usize>,
    ends: Vec<Vertex>,
}

impl PlainRows {
    fn fill(
        &mut self,
        vertices: usize,
        moves: &[ClassedMove],
        largest: u32,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        self.starts.clear();
        self.starts.resize(vertices + 1, 0);
        for batch in moves.chunks(BATCH) {
            pace.steps(batch.len())?;
            for step in batch.iter().filter(|step| step.class <= largest) {
                self.starts[step.from as usize] += 1;
            }
        }
        let mut total = 0;
        for start in &mut self.starts {
            total += *start;
            *start = total;
        }
        self.ends.clear();
        self.ends.resize(total, 0);
        // Each row is filled from its end, where its start stands until it is full.
        for batch in moves.chunks(BATCH) {
            pace.steps(batch.len())?;
            for step in batch.iter().filter(|step| step.class <= largest) {
                let place = &mut self.starts[step.from as usize];
                *place -= 1;
                self.ends[*place] = step.to;
            }
        }
        Ok(())
    }
}

impl Moves for PlainRows {
    fn vertices(&self) -> usize {
        self.starts.len() - 1
    }

    fn contains(&self, _vertex: Vertex) -> bool {
        true
    }

    fn next(&self, vertex: Vertex, at: &mut usize) -> Option<Vertex> {
        let row = self.starts[vertex as usize]..self.starts[vertex as usize + 1];
        next_seen(&self.ends[row], at, |_| true)
    }
}
