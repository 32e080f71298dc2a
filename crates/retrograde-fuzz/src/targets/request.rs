//! Questions as pages send them: an answer that the checker accepts, or a refusal that says why.

use std::time::Duration;

use crate::reader::MEMORY_LIMIT;
use retrograde::{Control, Error, MemoryLimit, Options, Threads};
use retrograde_web::Refusal;
use retrograde_web::answering::{Subject as Asked, add_trace, answer, find};
use retrograde_web::api::{SolveRequest, Subject};
use retrograde_web::graphs::{Size, arena, place, whole};

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Ok(request) = serde_json::from_slice::<SolveRequest>(bytes) else { return };
    let Subject::Graph(mut graph) = request.subject else { return };
    let sent = match arena(&graph, Size { vertices: 40, edges: 120 }) {
        Ok(sent) => sent,
        Err(refusal) => return assert!(!refusal.problem.error.is_empty()),
    };
    // Each edge is the one that was sent.
    for (edge, &place) in sent.edges.iter().enumerate() {
        assert_eq!(sent.arena.graph.targets()[edge], graph.edges[place as usize].to);
        assert_eq!(sent.arena.weights.get(edge), graph.edges[place as usize].weight);
    }
    let again = whole(&sent.arena, &Control::ALONE).expect("nobody stops it");
    let back = arena(&again, Size { vertices: 40, edges: 120 }).expect("it was one before");
    assert_eq!(back.arena, sent.arena);
    place(&mut graph, &Control::ALONE).expect("nobody stops it");

    let options = Options {
        threads: Threads::ONE,
        memory: MemoryLimit::Bytes(MEMORY_LIMIT),
        timeout: Some(Duration::from_millis(200)),
        ..Options::default()
    };
    let found = match find(&sent.arena, &request.question, &options) {
        Ok(found) => found,
        Err(error) => {
            assert!(!matches!(error, Error::Fault { .. }), "{error}");
            return assert!(!Refusal::from(error).problem.error.is_empty());
        }
    };
    let subject = Asked { arena: &sent.arena, edges: Some(&sent.edges), start: None };
    let mut shown = answer(&subject, &found);
    assert_eq!(shown.rows.as_ref().map(Vec::len), Some(graph.vertices.len()));
    let paints = shown.paints.as_ref().expect("it is small enough to be drawn");
    for (vertex, paint) in paints.iter().enumerate() {
        assert!(
            paint.chosen.iter().all(|&edge| graph.edges[edge as usize].from as usize == vertex)
        );
    }
    if request.trace {
        let _ = add_trace(&mut shown, &subject, &found, &options);
    }
}
