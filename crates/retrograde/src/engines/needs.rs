//! What each engine would need for a graph or an index, told before anything is solved.

#[cfg(feature = "cluster")]
use retrograde_cluster::Cluster;
use retrograde_core::Objective;
use retrograde_core::memory::Bytes;
use retrograde_table::{Kind, Plan};

use super::Engine;
use crate::{Estimate, Options};

/// What an engine would need.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Needs {
    /// The engine.
    pub engine: Engine,
    /// Bytes of this machine's memory that [`solve`](crate::solve()) demands before it begins, the graph
    /// included where it has to be there. `None` where the engine does not solve what is asked.
    pub memory: Option<u64>,
    /// Bytes of the place that it has beside memory, a card or a disk; 0 if it has none.
    pub elsewhere: u64,
    /// Why it cannot be used here, or for this; `None` where it can.
    pub obstacle: Option<String>,
}

/// What each engine would need to solve a graph of that size.
///
/// `in_memory` is what the processor takes, as [`estimate`](crate::estimate()) says.
///
/// ```
/// use retrograde::{Arena, Engine, Graph, Objective, Options, estimate, needs};
/// let arena = Arena::from(Graph::from_edges(3, [(0, 1), (1, 2)])?);
/// let options = Options::default();
/// let in_memory = estimate(&arena, &Objective::OUTCOME, &options)?;
/// let told = needs(3, 2, &in_memory, &Objective::OUTCOME, &options);
/// let cpu = told.iter().find(|needs| needs.engine == Engine::Cpu).unwrap();
/// assert_eq!((cpu.memory, &cpu.obstacle), (Some(in_memory.graph + in_memory.solver), &None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn needs(
    vertices: u64,
    edges: u64,
    in_memory: &Estimate,
    objective: &Objective,
    options: &Options<'_>,
) -> Vec<Needs> {
    let one = |engine: Engine| {
        if let Err(error) = engine.check(objective) {
            let obstacle = Some(error.to_string());
            return Needs { engine, memory: None, elsewhere: 0, obstacle };
        }
        let (memory, elsewhere, obstacle) =
            of(engine, (vertices, edges), in_memory, objective, options.threads.get());
        let obstacle = obstacle.or_else(|| too_much(memory, options));
        Needs { engine, memory: Some(memory), elsewhere, obstacle }
    };
    TOLD.map(one).into()
}

/// What each engine would need to solve a game over its index, for the outcomes of all positions.
///
/// ```
/// use retrograde::{Engine, Options, index_needs, open};
/// let plan = open("teeko")?.rules().unwrap().plan()?;
/// let told = index_needs(&plan, &Options::default());
/// let disk = told.iter().find(|needs| needs.engine == Engine::Disk).unwrap();
/// assert!(disk.memory.is_some_and(|bytes| bytes < plan.in_memory));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn index_needs(plan: &Plan, options: &Options<'_>) -> Vec<Needs> {
    let one = |engine: Engine| {
        let needs = |memory, elsewhere| {
            let obstacle = too_much(memory, options);
            Needs { engine, memory: Some(memory), elsewhere, obstacle }
        };
        match engine {
            Engine::Cpu => needs(plan.in_memory, 0),
            // Two bytes a slot at most, before they are packed.
            Engine::Disk => needs(plan.by_tiers(Kind::Distance).least, 2 * plan.slots),
            #[cfg(feature = "cluster")]
            Engine::Cluster => {
                let cluster = Cluster::threads(options.threads.get()).unwrap_or_default();
                let largest = plan.tiers.iter().map(|tier| tier.slots).max().unwrap_or(0);
                let memory = retrograde_cluster::estimate_slots(plan.slots, largest, &cluster);
                needs(memory, 2 * plan.slots)
            }
            #[cfg(feature = "gpu")]
            Engine::Gpu => {
                let why = "it solves graphs: what it needs shows once the game is explored";
                Needs { engine, memory: None, elsewhere: 0, obstacle: Some(why.to_owned()) }
            }
            engine => {
                let obstacle = Some(crate::Error::EngineAbsent { engine }.to_string());
                Needs { engine, memory: None, elsewhere: 0, obstacle }
            }
        }
    };
    TOLD.map(one).into()
}

/// The engines that differ in what they need.
const TOLD: [Engine; 4] = [Engine::Cpu, Engine::Disk, Engine::Gpu, Engine::Cluster];

fn too_much(memory: u64, options: &Options<'_>) -> Option<String> {
    options
        .room(0)
        .filter(|&room| memory > room)
        .map(|room| format!("it takes {} of memory, and there are {}", Bytes(memory), Bytes(room)))
}

fn of(
    engine: Engine,
    (vertices, edges): (u64, u64),
    estimate: &Estimate,
    objective: &Objective,
    threads: usize,
) -> (u64, u64, Option<String>) {
    let absent = || Some(crate::Error::EngineAbsent { engine }.to_string());
    let in_memory = estimate.graph.saturating_add(estimate.solver);
    match engine {
        #[cfg(feature = "gpu")]
        Engine::Gpu => {
            let (bytes, card) = super::gpu::needs(vertices, edges, objective);
            let obstacle = match card {
                Err(reason) => Some(reason),
                Ok((name, free)) if free < bytes => {
                    Some(format!("{name} has {} free, and it takes {}", Bytes(free), Bytes(bytes)))
                }
                Ok(_) => None,
            };
            (in_memory, bytes, obstacle)
        }
        #[cfg(feature = "cluster")]
        Engine::Cluster => {
            let cluster = Cluster::threads(threads).unwrap_or_default();
            let workers = super::cluster::needs(vertices, edges, objective, &cluster);
            (estimate.graph.saturating_add(workers), 0, None)
        }
        Engine::Disk => {
            let (memory, disk) = super::disk::needs(vertices, edges, objective, threads);
            (memory, disk, None)
        }
        Engine::Cpu => (in_memory, 0, None),
        _ => (in_memory, 0, absent()),
    }
}
