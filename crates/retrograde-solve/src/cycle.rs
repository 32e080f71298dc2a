//! Finding a cycle.

use retrograde_core::{Bitmap, Control, Graph, Stopped, Vertex};

/// How a bounded search for a cycle ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// The vertices of a cycle in order, each once; the last has a move to the first.
    Found(Vec<Vertex>),
    /// There is no cycle.
    None,
    /// The steps ran out before either was certain.
    GaveUp,
}

/// The vertices of some cycle in order, each once, or `None` if the graph has no cycle.
///
/// ```
/// use retrograde_core::{Control, Graph};
/// let graph = Graph::from_edges(3, [(0, 1), (1, 2), (2, 1)])?;
/// assert_eq!(retrograde_solve::cycle::find(&graph, &Control::default())?, Some(vec![1, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was stopped.
pub fn find(graph: &Graph, control: &Control<'_>) -> Result<Option<Vec<Vertex>>, Stopped> {
    Ok(match search(graph, None, control)? {
        Search::Found(cycle) => Some(cycle),
        Search::None | Search::GaveUp => None,
    })
}

/// Depth-first search for a cycle that looks at no more than `steps` moves, if that is limited.
///
/// # Complexity
/// O(min(V + E, V + `steps`)) time; 16 bytes per vertex on the current path, a quarter byte per
/// vertex.
///
/// # Errors
/// It was stopped.
pub fn search(
    graph: &Graph,
    steps: Option<usize>,
    control: &Control<'_>,
) -> Result<Search, Stopped> {
    let mut pace = control.pace();
    let vertices = graph.vertex_count();
    let (mut seen, mut on_path) = (Bitmap::new(vertices), Bitmap::new(vertices));
    let mut path: Vec<(Vertex, usize)> = Vec::new();
    let mut steps_left = steps.unwrap_or(usize::MAX);
    for root in graph.vertices() {
        if seen.get(root as usize) {
            continue;
        }
        seen.set(root as usize);
        on_path.set(root as usize);
        path.push((root, 0));
        while let Some((vertex, next)) = path.last_mut() {
            pace.steps(1)?;
            let Some(&to) = graph.successors(*vertex).get(*next) else {
                on_path.clear(*vertex as usize);
                path.pop();
                continue;
            };
            if steps_left == 0 {
                return Ok(Search::GaveUp);
            }
            steps_left -= 1;
            *next += 1;
            if on_path.get(to as usize) {
                let start = path.iter().position(|&(vertex, _)| vertex == to);
                let start = start.expect("a vertex on the path is on the path");
                let cycle = path[start..].iter().map(|&(vertex, _)| vertex).collect();
                return Ok(Search::Found(cycle));
            }
            if !seen.get(to as usize) {
                seen.set(to as usize);
                on_path.set(to as usize);
                path.push((to, 0));
            }
        }
    }
    Ok(Search::None)
}
