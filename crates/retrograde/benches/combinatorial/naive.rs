//! The coarsest bisimulation as one first writes it: in rounds, until nothing changes.

use std::collections::HashMap;

use retrograde::Graph;

/// The class of every vertex. Each round gives two vertices the same class if they had the same and
/// lead to the same ones.
pub(crate) fn coarsest(graph: &Graph) -> Vec<u32> {
    let mut class = vec![0u32; graph.vertex_count()];
    let mut count = 1;
    loop {
        let mut numbers: HashMap<(u32, Vec<u32>), u32> = HashMap::new();
        let next: Vec<u32> = graph
            .vertices()
            .map(|vertex| {
                let mut reached: Vec<u32> =
                    graph.successors(vertex).iter().map(|&to| class[to as usize]).collect();
                reached.sort_unstable();
                reached.dedup();
                let fresh = numbers.len() as u32;
                *numbers.entry((class[vertex as usize], reached)).or_insert(fresh)
            })
            .collect();
        class = next;
        if numbers.len() == count {
            return class;
        }
        count = numbers.len();
    }
}
