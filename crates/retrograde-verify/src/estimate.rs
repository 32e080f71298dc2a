//! How much memory a check takes.

use retrograde_core::{Names, Objective, Posed, Question};

/// The bytes that reading a solution and checking it take beside the arena: the game that the
/// question has made of it, the claims with their moves, and after that either an index of the names
/// or what the check itself holds, whichever is more.
///
/// It is an upper figure but for what depends on the solution: machines with more than one memory
/// state, which take about 84 bytes for each pair of a vertex and a state and 4 for each move between
/// pairs, and sets of loopy Grundy values that no graph has. Checks look at what they hold while they
/// run, and stop where the control allows no more.
///
/// ```
/// use retrograde_core::{Arena, Graph, Objective, Question};
/// let arena = Arena::from(Graph::from_edges(1000, (1..1000).map(|v| (v - 1, v)))?);
/// let question = Question::new(&arena, &Objective::OUTCOME)?;
/// assert_eq!(retrograde_verify::estimate(&question), 10_384);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn estimate(question: &Question<'_>) -> u64 {
    let graph = question.graph();
    let (v, e) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    // The edges turned around, and where their rows begin, twice while they are made.
    let turned = 4 * e + 2 * graph.offsets().bytes_per_row() * (v + 1);
    let bits = v.div_ceil(64) * 8;
    let moves = 4 * v;
    let regions = 2 * bits + moves;
    // Marks, two stacks of vertices and the path of the search for components; the regions of both
    // players are searched at once, each with marks of its own and two bits a vertex.
    let components = 32 * v + 4 * bits;
    let (held, work) = match &question.posed {
        // Wide distances and ties; keys.
        Posed::Outcome(_) => (2 * bits + 4 * v + moves + bits, 2 * v),
        // With strategies, a path; without, the claims that are not founded yet.
        Posed::Graph(_) if question.objective == Objective::Asymmetric => {
            (4 * bits + 2 * moves, (turned + 2 * bits + 16 * v).max(8 * v + 2 * bits))
        }
        // Values and the order of their rows, and for each loopy vertex at most a set of its own;
        // then the vertices by value, what is open, and how far each row has been read.
        Posed::Graph(_) => (8 * v + 4 * e + 26 * v, turned + 16 * v),
        // With distances there are moves to hold, without there are claims to be founded.
        Posed::Partizan(game) => {
            let by_side = if game.is_impartial() { turned } else { 2 * turned };
            (4 * bits, (by_side + 2 * bits + 16 * v).max(2 * (4 * v + moves)))
        }
        // A lost cycle takes a way back for each vertex, and a queue.
        Posed::Targets(_) => (2 * bits + regions, components + 12 * v),
        // Classes; then moves within components, by where they start, and new names for their ends.
        Posed::Parity(_) => (bits + 4 * v + regions, 4 * v + 28 * e + components + 32 * v),
        // Credits may be wide. What is left of 160 is for the components and the search for
        // potentials, which takes numbers of 8 or of 16 bytes.
        Posed::Payoff(game) => {
            let claims = match question.objective {
                Objective::Energy => regions + 16 * v,
                _ => 40 * v + moves,
            };
            let largest = game.weights.iter().map(|weight| weight.unsigned_abs()).max();
            let most = u128::from(largest.unwrap_or(0)) + 1;
            let fits = most.saturating_mul(u128::from(v).pow(2)) <= i64::MAX as u128;
            let search = if fits { 21 * e + 130 * v } else { 37 * e + 150 * v };
            (bits + 8 * e + claims, search)
        }
        // Without machines a part of the game for each colour that may have to stay away, inside
        // each other; with machines their steps, and the components of the pairs that come up.
        Posed::Colors(game) => {
            let parts = u64::from(game.acceptance.colors().len()) + 1;
            let anew = turned + bits + 29 * v + 8 * v * parts;
            (bits + 8 * v + regions, anew.max(84 * v + 4 * e))
        }
        _ => (0, 0),
    };
    held + work.max(index(&question.arena.names) + bits)
}

/// What finding vertices by their names takes.
fn index(names: &Names) -> u64 {
    let len = names.len() as u64;
    match names.is_empty() || names.is_sequence() {
        true => 0,
        // A table by number, if none is far above the others.
        false if names.number(0).is_some() => 32 * len + 4096,
        // A hash table with a tag beside each number, at worst just grown.
        false => 12 * len,
    }
}
