//! What each engine would need for a graph, told before anything is solved.

#[cfg(feature = "cluster")]
use retrograde_cluster::Cluster;
use retrograde_core::Objective;

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
    let room = options.room(0);
    let engines = [Engine::Cpu, Engine::Disk, Engine::Gpu, Engine::Cluster];
    let one = |engine: Engine| {
        if let Err(error) = engine.check(objective) {
            let obstacle = Some(error.to_string());
            return Needs { engine, memory: None, elsewhere: 0, obstacle };
        }
        let (memory, elsewhere, obstacle) =
            of(engine, (vertices, edges), in_memory, objective, options.threads.get());
        let too_much = room.filter(|&room| memory > room).map(|room| {
            use retrograde_core::memory::Bytes;
            format!("it takes {} of memory, and there are {}", Bytes(memory), Bytes(room))
        });
        Needs { engine, memory: Some(memory), elsewhere, obstacle: obstacle.or(too_much) }
    };
    engines.map(one).into()
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
            use retrograde_core::memory::Bytes;
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
