//! What a graph is like, without solving it.

use retrograde_core::{Arena, Attribute, Control, Graph, Objective, Stopped, Vertex};
use retrograde_io::RggFile;
use retrograde_solve::plays::{self, LongestPlays};
use retrograde_solve::scc;

use super::answering::Wanted;
use super::opening::Input;
use super::solving::{Estimate, check_room};
use super::storing::rows_in_memory;
use crate::engines::{Engine, Needs, needs};
use crate::error::Error;
use crate::options::Options;

/// The vertex of that name.
///
/// # Errors
/// There is none; the error names some that there are.
pub fn find_vertex(arena: &Arena, name: &str) -> Result<Vertex, Error> {
    const SHOWN: usize = 5;
    arena.vertex(name).ok_or_else(|| {
        let names = arena.graph.vertices().map(|v| arena.names.printable(v).into_owned());
        let mut few: Vec<_> = names.take(SHOWN).collect();
        if arena.graph.vertex_count() > SHOWN {
            few.push("…".to_owned());
        }
        Error::NoVertex { name: name.to_owned(), few }
    })
}

/// The figures that describe a graph.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How many vertices there are.
    pub vertices: usize,
    /// How many edges.
    pub edges: usize,
    /// Vertices without a move.
    pub terminals: usize,
    /// Edges from a vertex to itself.
    pub self_loops: usize,
    /// Strongly connected components, where they were counted.
    pub components: Option<Components>,
    /// Whether there is no cycle.
    pub acyclic: bool,
    /// How long plays can be.
    pub plays: LongestPlays,
    /// Vertices that no move leads to.
    pub starts: Vec<Vertex>,
    /// What is said about vertices, edges or the graph.
    pub attributes: Vec<Attribute>,
    /// What it is as a transition system, where edges have labels.
    pub system: Option<System>,
    /// Bytes that the graph takes.
    pub graph_bytes: u64,
    /// Bytes there are; `None` where nobody knows.
    pub room: Option<u64>,
}

/// How many strongly connected components there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Components {
    /// How many.
    pub count: usize,
    /// Vertices of the largest of them.
    pub largest: usize,
}

/// Whether to count strongly connected components, which takes longer than solving a large graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CountComponents {
    /// Where that takes no time: in a graph of up to a million vertices and edges.
    #[default]
    IfQuick,
    /// Whatever the size.
    Always,
}

impl CountComponents {
    /// Vertices and edges of which components are counted in a fraction of a second.
    const QUICK: usize = 1_000_000;

    fn wanted(self, graph: &Graph) -> bool {
        self == CountComponents::Always
            || graph.vertex_count() + graph.edge_count() <= CountComponents::QUICK
    }
}

/// What a graph is like as a transition system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    /// How many different actions there are.
    pub actions: usize,
    /// Those that most transitions have, with how many do.
    pub most: Vec<(String, u64)>,
}

impl System {
    /// Actions that are named.
    const NAMED: usize = 8;

    fn of(arena: &Arena, control: &Control<'_>) -> Result<Option<Self>, Stopped> {
        if arena.labels.is_empty() {
            return Ok(None);
        }
        let mut counts = vec![0_u64; arena.labels.len()];
        let mut pace = control.pace();
        for (_, word) in arena.labels.of_edges().iter() {
            pace.steps(1)?;
            counts[word as usize] += 1;
        }
        let mut words: Vec<u32> = (0..counts.len() as u32).collect();
        words.sort_by_key(|&word| std::cmp::Reverse(counts[word as usize]));
        let named = words.iter().take(System::NAMED);
        let most = named.map(|&word| (arena.labels.text(word).into_owned(), counts[word as usize]));
        Ok(Some(System { actions: counts.len(), most: most.collect() }))
    }
}

/// What the head of a file of rows tells of a graph, where the rest does not fit in memory.
#[derive(Clone, Debug)]
pub struct Outline {
    /// How many vertices there are.
    pub vertices: u64,
    /// How many edges.
    pub edges: u64,
    /// What is said about vertices, edges or the graph.
    pub attributes: Vec<Attribute>,
    /// What solving takes in memory.
    pub estimate: Estimate,
    /// What each engine would need.
    pub needs: Vec<Needs>,
}

impl Input {
    /// What is known of a graph without its rows; `None` where it is not a file of rows, which says so
    /// itself.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn outline(
        &self,
        objective: &Objective,
        options: &Options<'_>,
    ) -> Result<Option<Outline>, Error> {
        let Some(path) = self.rows_file() else { return Ok(None) };
        let file = RggFile::open(path)?;
        let (vertices, edges) = (file.vertex_count() as u64, file.edge_count());
        // The file itself is mapped, where there are addresses for it.
        let (solver, room) = (rows_in_memory(&file), options.room(0));
        let estimate = Estimate { graph: 0, solver, tables: 0, room };
        let needs = needs(vertices, edges, &estimate, objective, options);
        let attributes = Attribute::ALL.into_iter().filter(|&attribute| file.has(attribute));
        let attributes = attributes.collect();
        Ok(Some(Outline { vertices, edges, attributes, estimate, needs }))
    }

    /// Whether a game given by rules is looked at by its index rather than explored: it is solved in that
    /// way, or exploring it would take long.
    ///
    /// # Errors
    /// The engine asked for cannot do it.
    pub fn is_looked_at_by_index(&self, options: &Options<'_>) -> Result<bool, Error> {
        /// Slots of an index; exploring so many positions takes a second or two.
        const EXPLORED_AT_ONCE: u64 = 1 << 22;
        let engine = self.engine(&Objective::OUTCOME, Wanted::Values, options)?;
        let Some(rules) = self.rules() else { return Ok(false) };
        let free = matches!(options.engine, Engine::Auto | Engine::Cpu | Engine::Gpu);
        let is_large = rules.slots().is_some_and(|slots| slots > EXPLORED_AT_ONCE);
        Ok(matches!(engine, Engine::Dense | Engine::Disk | Engine::Cluster) || free && is_large)
    }
}

impl Shape {
    /// Looks at a graph, in about the time that it takes to solve it for outcomes.
    ///
    /// # Errors
    /// Not enough memory; the work was stopped.
    ///
    /// ```
    /// use retrograde::{Arena, CountComponents, Options, Shape};
    /// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("b", "c")]).arena()?;
    /// let shape = Shape::of(&arena, CountComponents::Always, &Options::default())?;
    /// assert_eq!((shape.components.unwrap().count, shape.acyclic), (2, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(arena: &Arena, count: CountComponents, options: &Options<'_>) -> Result<Self, Error> {
        let graph = &arena.graph;
        // The transposed graph and counters for the lengths of plays, the starts; or the components.
        let backwards = (graph.vertex_count() as u64 + graph.edge_count() as u64) * 4;
        check_room(arena, graph.vertex_count() as u64 * 28 + backwards, options)?;
        let control = options.control(arena.heap_bytes());
        let components = match count.wanted(graph) {
            true => {
                let found = scc::components(graph, &control)?;
                let largest = found.sizes().iter().copied().max().unwrap_or(0) as usize;
                Some(Components { count: found.count(), largest })
            }
            false => None,
        };
        let plays = plays::longest(graph, &control)?;
        let loops =
            |vertex: Vertex| graph.successors(vertex).iter().filter(|&&to| to == vertex).count();
        Ok(Shape {
            vertices: graph.vertex_count(),
            edges: graph.edge_count(),
            terminals: graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).count(),
            self_loops: graph.vertices().map(loops).sum(),
            components,
            acyclic: plays.is_progressively_bounded(),
            plays,
            starts: plays::starts(graph, &control)?,
            attributes: arena.attributes(),
            system: System::of(arena, &control)?,
            graph_bytes: graph.heap_bytes(),
            room: options.room(0),
        })
    }
}
