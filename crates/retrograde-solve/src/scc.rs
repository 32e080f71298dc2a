//! Strongly connected components.

use retrograde_core::{Bitmap, Control, Graph, Pace, Stopped, Vertex, sys};

/// The components of a graph, numbered so that every edge between two components leads from a
/// higher number to a lower one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    component: Vec<u32>,
    count: usize,
}

impl Components {
    /// How many components there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The component of `vertex`.
    #[must_use]
    pub fn of(&self, vertex: Vertex) -> u32 {
        self.component[vertex as usize]
    }

    /// The number of vertices of each component.
    #[must_use]
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.count];
        for &component in &self.component {
            sizes[component as usize] += 1;
        }
        sizes
    }
}

/// Finds the strongly connected components.
///
/// # Complexity
/// O(V + E) time. Beside the result, an eighth of a byte a vertex, 8 bytes a vertex on the current
/// path and 4 a vertex that waits for the rest of its component: 8 bytes a vertex at most.
///
/// Source: R. Tarjan, *Depth-first search and linear graph algorithms* (1972), in the
/// single-array form of D. Pearce, *A space-efficient algorithm for finding strongly connected
/// components* (2016), with its own stacks.
///
/// ```
/// use retrograde_core::{Control, Graph};
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2)])?;
/// let components = retrograde_solve::scc::components(&graph, &Control::default())?;
/// assert_eq!(components.count(), 2);
/// assert_eq!(components.of(0), components.of(1));
/// assert!(components.of(2) < components.of(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was stopped.
pub fn components(graph: &Graph, control: &Control<'_>) -> Result<Components, Stopped> {
    let mut count = 0u32;
    let mut component = search(graph, &mut control.pace(), |_, members, slots| {
        for &member in members {
            slots[member as usize] = u32::MAX - count;
        }
        count += 1;
        Ok(())
    })?;
    for slot in &mut component {
        *slot = u32::MAX - *slot;
    }
    Ok(Components { component, count: count as usize })
}

/// Calls `finish` with the members of each component, after all components that its moves lead to,
/// and hands back the slots, of which every vertex has one.
///
/// `finish` may use the slots of the members as it likes and leaves there what it wants to keep of
/// them. The search tells finished vertices from others by their slots, so that must not be less
/// than `u32::MAX - n`, where `n` is the number of vertices finished before the last member of this
/// component. The numbers that the search itself writes stay below that.
pub(crate) fn search(
    graph: &Graph,
    pace: &mut Pace<'_>,
    mut finish: impl FnMut(&mut Pace<'_>, &[Vertex], &mut [u32]) -> Result<(), Stopped>,
) -> Result<Vec<u32>, Stopped> {
    // 0: not visited. Then the lowest rank known to be in reach. Ranks count the vertices visited
    // and not finished, so that ranks and finished vertices together never pass V.
    let mut slots: Vec<u32> = sys::zeroed(graph.vertex_count());
    let mut is_root = Bitmap::new(graph.vertex_count());
    let mut stacks = Stacks::new(graph.vertex_count());
    let mut open = 0u32;
    for start in graph.vertices() {
        if slots[start as usize] != 0 {
            continue;
        }
        let mut entered = Some(start);
        loop {
            if let Some(vertex) = entered.take() {
                open += 1;
                slots[vertex as usize] = open;
                is_root.set(vertex as usize);
                stacks.enter(vertex);
            }
            let Some((vertex, seen)) = stacks.last() else { break };
            let moves = graph.successors(vertex);
            let mut low = slots[vertex as usize];
            let mut next = seen as usize;
            // Where the path goes on, the cursor stays: on the way back the same move shows how low
            // its target has come.
            while let Some(&to) = moves.get(next) {
                let rank = slots[to as usize];
                if rank == 0 {
                    entered = Some(to);
                    break;
                }
                low = low.min(rank);
                next += 1;
            }
            pace.steps(1 + next - seen as usize)?;
            if low < slots[vertex as usize] {
                slots[vertex as usize] = low;
                is_root.clear(vertex as usize);
            }
            if entered.is_some() {
                stacks.remember(next as u32);
                continue;
            }
            stacks.leave();
            if is_root.get(vertex as usize) {
                let members = stacks.members(|member| slots[member as usize] >= low);
                open -= members.len() as u32;
                finish(pace, members, &mut slots)?;
                stacks.forget_members();
            }
        }
    }
    Ok(slots)
}

/// The path, and the vertices off the path whose component is not complete yet. No vertex is on
/// both, so that they grow towards each other in one array: two places for a vertex on the path,
/// which has a cursor into its moves, and one for another.
struct Stacks {
    array: Vec<u32>,
    path_end: usize,
    open_start: usize,
    members: usize,
}

impl Stacks {
    fn new(vertices: usize) -> Self {
        // Not on huge pages: only the ends in use are ever touched, and only those take memory.
        let array = vec![0; 2 * vertices];
        Stacks { path_end: 0, open_start: array.len(), members: 0, array }
    }

    fn enter(&mut self, vertex: Vertex) {
        self.array[self.path_end] = vertex;
        self.array[self.path_end + 1] = 0;
        self.path_end += 2;
    }

    /// The last vertex of the path and its cursor.
    fn last(&self) -> Option<(Vertex, u32)> {
        let last = self.path_end.checked_sub(2)?;
        Some((self.array[last], self.array[last + 1]))
    }

    /// Sets the cursor of the last vertex of the path.
    fn remember(&mut self, cursor: u32) {
        self.array[self.path_end - 1] = cursor;
    }

    /// Moves the last vertex of the path to the open ones.
    fn leave(&mut self) {
        self.path_end -= 2;
        self.open_start -= 1;
        self.array[self.open_start] = self.array[self.path_end];
    }

    /// The vertices that became open last, as long as they are of the same component as the last.
    fn members(&mut self, mut same: impl FnMut(Vertex) -> bool) -> &[Vertex] {
        let open = &self.array[self.open_start..];
        self.members = open.iter().position(|&vertex| !same(vertex)).unwrap_or(open.len());
        &open[..self.members]
    }

    fn forget_members(&mut self) {
        self.open_start += self.members;
    }
}
