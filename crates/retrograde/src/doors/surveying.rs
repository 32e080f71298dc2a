//! A large graph in a few blocks: by strongly connected component and layer.

use retrograde_core::{AnyValue, Arena, Pace, Solution, Stopped, Vertex};
use retrograde_solve::scc::{self, Components};

use super::solving::check_room;
use crate::error::Error;
use crate::options::Options;
use crate::words::{Class, counted};

/// Blocks that fit a screen, and those that say how many are left.
const BLOCKS: usize = 180;

/// Components that get blocks of their own.
const LARGE: usize = 8;

/// Vertices that are named for each block.
const SAMPLE: usize = 5;

/// A graph in blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overview {
    /// The blocks, group by group, layers in ascending order and what has none last.
    pub blocks: Vec<Block>,
    /// How many edges lead from a block to another.
    pub arrows: Vec<(usize, usize, u64)>,
    /// What layers are, in words.
    pub layers: &'static str,
    /// What was put together, in words; empty where every component and layer is a block of its own.
    pub merged: String,
}

/// Vertices of some layers and of one or several components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What its components are, in words.
    pub title: String,
    /// Which group of components it belongs to.
    pub group: usize,
    /// How many vertices it has.
    pub size: u64,
    /// The first and the last layer in it; `None` where its vertices have none.
    pub layers: Option<(u64, u64)>,
    /// How many vertices of each class there are.
    pub counts: Vec<(Class, u64)>,
    /// Whether play can go round in it.
    pub cyclic: bool,
    /// The first of its vertices.
    pub sample: Vec<Vertex>,
}

/// Puts a solved graph of any size into at most 200 blocks: by strongly connected component, the small
/// ones together, and by layer. Layers are distances where the answer has them, and otherwise how many
/// components play can pass through at most.
///
/// ```
/// use retrograde::{Arena, Objective, Options, overview, solve};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("b", "t")]).arena()?;
/// let solution = solve(&arena, &Objective::OUTCOME, &Options::default())?.solution;
/// let overview = overview(&arena, &solution, &Options::default())?;
/// assert_eq!(overview.blocks.len(), 3, "t, and a and b in one component with two distances");
/// assert_eq!(overview.blocks.iter().map(|block| block.size).sum::<u64>(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Not enough memory; the work was stopped.
///
/// # Complexity
/// O(V + E) time and about 24 bytes a vertex.
///
/// # Panics
/// If the solution is not one of this arena.
pub fn overview(
    arena: &Arena,
    solution: &Solution,
    options: &Options<'_>,
) -> Result<Overview, Error> {
    check_room(arena, arena.graph.vertex_count() as u64 * 24, options)?;
    let control = options.control(arena.heap_bytes());
    let components = scc::components(&arena.graph, &control)?;
    let mut pace = control.pace();
    let groups = Groups::new(arena, &components, &mut pace)?;
    let layers = Layers::new(arena, solution, &components, &mut pace)?;
    let survey = Survey { arena, solution, components, groups, layers };
    let plan = survey.plan(&mut pace)?;
    Ok(survey.overview(&plan, &mut pace)?)
}

/// Which components are shown together.
struct Groups {
    /// The group of each component.
    of: Vec<u8>,
    titles: Vec<String>,
    cyclic: Vec<bool>,
    /// How many components are in groups of several.
    together: usize,
}

impl Groups {
    fn new(arena: &Arena, components: &Components, pace: &mut Pace<'_>) -> Result<Self, Stopped> {
        let sizes = components.sizes();
        let mut cyclic: Vec<bool> = sizes.iter().map(|&size| size > 1).collect();
        for vertex in arena.graph.vertices() {
            pace.steps(1 + arena.graph.out_degree(vertex) as usize)?;
            if arena.graph.successors(vertex).contains(&vertex) {
                cyclic[components.of(vertex) as usize] = true;
            }
        }
        let mut large: Vec<usize> = (0..sizes.len()).filter(|&it| cyclic[it]).collect();
        let rest = large.len().saturating_sub(LARGE);
        large.sort_by_key(|&component| std::cmp::Reverse(sizes[component]));
        large.truncate(LARGE);
        let alone = sizes.len() - rest - large.len();
        let mut titles: Vec<String> = large
            .iter()
            .map(|&it| {
                let vertices = counted(sizes[it].into(), "vertex", "vertices");
                format!("a component of {vertices} with cycles")
            })
            .collect();
        let mut kinds = vec![true; titles.len()];
        let [others, on_none] = [large.len(), large.len() + usize::from(rest > 0)];
        if rest > 0 {
            let word = if rest == 1 { "component" } else { "components" };
            titles.push(format!("{} with cycles", counted(rest as u64, word, word)));
            kinds.push(true);
        }
        titles.push("on no cycle".to_owned());
        kinds.push(false);
        let mut of: Vec<u8> =
            cyclic.iter().map(|&it| if it { others } else { on_none } as u8).collect();
        for (group, &component) in large.iter().enumerate() {
            of[component] = group as u8;
        }
        let together = [rest, alone].into_iter().filter(|&count| count > 1).sum();
        Ok(Groups { of, titles, cyclic: kinds, together })
    }
}

/// The layer of each vertex.
enum Layers {
    /// Distances, which the solution has.
    Distances,
    /// How many components play can pass through at most, by component.
    Depths(Vec<u32>),
}

impl Layers {
    fn new(
        arena: &Arena,
        solution: &Solution,
        components: &Components,
        pace: &mut Pace<'_>,
    ) -> Result<Self, Stopped> {
        if solution.objective.facts().values.contains(&"distance") {
            return Ok(Layers::Distances);
        }
        let graph = &arena.graph;
        // The vertices by component: edges lead to components with smaller numbers.
        let mut ends = vec![0u32; components.count() + 1];
        for vertex in graph.vertices() {
            ends[components.of(vertex) as usize + 1] += 1;
        }
        for component in 0..components.count() {
            ends[component + 1] += ends[component];
        }
        let mut order = vec![0 as Vertex; graph.vertex_count()];
        for vertex in graph.vertices() {
            pace.steps(2)?;
            let end = &mut ends[components.of(vertex) as usize];
            order[*end as usize] = vertex;
            *end += 1;
        }
        let mut depths = vec![0u32; components.count()];
        for vertex in order {
            pace.steps(1 + graph.out_degree(vertex) as usize)?;
            let own = components.of(vertex);
            for &to in graph.successors(vertex) {
                let other = components.of(to);
                if other != own {
                    let depth = depths[other as usize] + 1;
                    depths[own as usize] = depths[own as usize].max(depth);
                }
            }
        }
        Ok(Layers::Depths(depths))
    }

    fn of(&self, solution: &Solution, components: &Components, vertex: Vertex) -> Option<u64> {
        match self {
            Layers::Distances => match solution.value(vertex) {
                AnyValue::Outcome(value) => value.distance().map(|distance| distance.0.into()),
                _ => None,
            },
            Layers::Depths(depths) => Some(depths[components.of(vertex) as usize].into()),
        }
    }

    fn words(&self) -> &'static str {
        match self {
            Layers::Distances => "moves to the end under best play",
            Layers::Depths(_) => "components that play can pass through at most",
        }
    }
}

/// Which layers are shown together, and which number a block has.
struct Plan {
    /// How many layers are put together.
    width: u64,
    /// Where the blocks of each group begin, and where all end. The last block of a group is of vertices
    /// without a layer.
    begins: Vec<usize>,
}

impl Plan {
    /// The fewest layers together that leave few enough blocks, given the last layer of each group.
    fn new(last: &[Option<u64>]) -> Self {
        let blocks = |width: u64| {
            let of = |last: &Option<u64>| last.map_or(1, |last| last / width + 2);
            last.iter().map(of).fold(0u64, u64::saturating_add)
        };
        // 1, 2, 5, 10, 20, 50 and so on are what people count by.
        let mut widths = (0..19).flat_map(|power| [1, 2, 5].map(|times| times * 10u64.pow(power)));
        let width = widths.find(|&width| blocks(width) <= BLOCKS as u64).unwrap_or(u64::MAX);
        let mut begins = vec![0];
        for last in last {
            let begin = begins.last().copied().unwrap_or(0);
            begins.push(begin + last.map_or(1, |last| last / width + 2) as usize);
        }
        Plan { width, begins }
    }

    fn block(&self, group: usize, layer: Option<u64>) -> usize {
        match layer {
            Some(layer) => self.begins[group] + (layer / self.width) as usize,
            None => self.begins[group + 1] - 1,
        }
    }

    fn count(&self) -> usize {
        self.begins.last().copied().unwrap_or(0)
    }
}

/// A graph that is looked over.
struct Survey<'a> {
    arena: &'a Arena,
    solution: &'a Solution,
    components: Components,
    groups: Groups,
    layers: Layers,
}

impl Survey<'_> {
    fn group(&self, vertex: Vertex) -> usize {
        self.groups.of[self.components.of(vertex) as usize].into()
    }

    fn layer(&self, vertex: Vertex) -> Option<u64> {
        self.layers.of(self.solution, &self.components, vertex)
    }

    fn plan(&self, pace: &mut Pace<'_>) -> Result<Plan, Stopped> {
        let mut last: Vec<Option<u64>> = vec![None; self.groups.titles.len()];
        for vertex in self.arena.graph.vertices() {
            pace.steps(4)?;
            let last = &mut last[self.group(vertex)];
            *last = (*last).max(self.layer(vertex));
        }
        Ok(Plan::new(&last))
    }

    fn overview(&self, plan: &Plan, pace: &mut Pace<'_>) -> Result<Overview, Stopped> {
        let graph = &self.arena.graph;
        let empty = |group: usize| Block {
            title: self.groups.titles[group].clone(),
            group,
            size: 0,
            layers: None,
            counts: Vec::new(),
            cyclic: self.groups.cyclic[group],
            sample: Vec::new(),
        };
        let sizes = plan.begins.windows(2).map(|pair| pair[1] - pair[0]);
        let mut blocks: Vec<Block> =
            sizes.enumerate().flat_map(|(group, size)| vec![empty(group); size]).collect();
        let number = |vertex| plan.block(self.group(vertex), self.layer(vertex));
        let count = plan.count();
        let mut edges = vec![0u64; count * count];
        for vertex in graph.vertices() {
            pace.steps(8 + 4 * graph.out_degree(vertex) as usize)?;
            let from = number(vertex);
            blocks[from].add(vertex, self.layer(vertex), Class::of(self.solution, vertex));
            for &to in graph.successors(vertex) {
                edges[from * count + number(to)] += 1;
            }
        }
        // Blocks without vertices have no number.
        let kept: Vec<usize> = (0..count).filter(|&block| blocks[block].size > 0).collect();
        let mut arrows = Vec::new();
        for (from, &old) in kept.iter().enumerate() {
            let row = kept.iter().enumerate().map(|(to, &other)| (to, edges[old * count + other]));
            arrows.extend(row.filter(|&(_, edges)| edges > 0).map(|(to, edges)| (from, to, edges)));
        }
        blocks.retain(|block| block.size > 0);
        Ok(Overview { blocks, arrows, layers: self.layers.words(), merged: self.merged(plan) })
    }

    fn merged(&self, plan: &Plan) -> String {
        let layers = (plan.width > 1).then(|| {
            counted(plan.width, "layer is put together", "layers are put together in a block")
        });
        let together = self.groups.together;
        let components = (together > 0).then(|| {
            format!("{} are shown together", counted(together as u64, "component", "components"))
        });
        layers.into_iter().chain(components).collect::<Vec<_>>().join("; ")
    }
}

impl Block {
    fn add(&mut self, vertex: Vertex, layer: Option<u64>, class: Class) {
        self.size += 1;
        self.layers = match (self.layers, layer) {
            (None, None) => None,
            (None, Some(layer)) => Some((layer, layer)),
            (Some((first, last)), layer) => {
                let layer = layer.unwrap_or(first);
                Some((first.min(layer), last.max(layer)))
            }
        };
        match self.counts.iter_mut().find(|(known, _)| *known == class) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((class, 1)),
        }
        if self.sample.len() < SAMPLE {
            self.sample.push(vertex);
        }
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Graph, Objective};

    use super::*;
    use crate::{MemoryLimit, solve};

    /// Asking the system how much memory there is takes longer than a small graph.
    fn plain() -> Options<'static> {
        Options { memory: MemoryLimit::Unlimited, ..Options::default() }
    }

    /// What must hold of every overview.
    fn check(arena: &Arena, objective: &Objective) -> Overview {
        let solution = solve(arena, objective, &plain()).unwrap().solution;
        let overview = overview(arena, &solution, &plain()).unwrap();
        let graph = &arena.graph;
        assert!(overview.blocks.len() <= 200, "{}", overview.blocks.len());
        let vertices: u64 = overview.blocks.iter().map(|block| block.size).sum();
        assert_eq!(vertices, graph.vertex_count() as u64);
        let edges: u64 = overview.arrows.iter().map(|(_, _, edges)| edges).sum();
        assert_eq!(edges, graph.edge_count() as u64);
        for block in &overview.blocks {
            assert_eq!(block.counts.iter().map(|(_, count)| count).sum::<u64>(), block.size);
            assert_eq!(block.sample.len() as u64, block.size.min(SAMPLE as u64));
        }
        overview
    }

    #[test]
    fn all_small_graphs_are_counted_whole() {
        for edges in 0u32..1 << 9 {
            let pairs = (0..9).filter(|bit| edges >> bit & 1 == 1).map(|bit| (bit / 3, bit % 3));
            let arena = Arena::from(Graph::from_edges(3, pairs).unwrap());
            for objective in [Objective::OUTCOME, Objective::Grundy, Objective::Asymmetric] {
                let overview = check(&arena, &objective);
                let acyclic = overview.blocks.iter().all(|block| !block.cyclic);
                assert_eq!(acyclic, check_acyclic(&arena), "{edges:b}");
            }
        }
    }

    fn check_acyclic(arena: &Arena) -> bool {
        let control = plain().control(0);
        retrograde_solve::cycle::find(&arena.graph, &control).unwrap().is_none()
    }

    #[test]
    fn long_chains_and_many_components_fit() {
        let chain = Graph::from_edges(100_000, (1..100_000).map(|v| (v, v - 1))).unwrap();
        let overview = check(&chain.into(), &Objective::OUTCOME);
        assert!(overview.merged.contains("1,000 layers"), "{}", overview.merged);
        let pairs = (0..5000).flat_map(|pair| [(2 * pair, 2 * pair + 1), (2 * pair + 1, 2 * pair)]);
        let overview = check(&Graph::from_edges(10_000, pairs).unwrap().into(), &Objective::Grundy);
        assert_eq!(overview.blocks.len(), LARGE + 1);
        assert_eq!(overview.blocks[LARGE].title, "4,992 components with cycles");
    }
}
