//! What every reader promises, whatever bytes it is given: an arena or an error, in bounded memory,
//! and an arena that its own writer writes and the reader reads back.

use retrograde_core::{Allowance, Arena, Control, Graph, Names};
use retrograde_games::ParseError;
use retrograde_games::catalogue::Files;
use retrograde_io::{Format, Loss, ReadFault, read_arena, write_arena};

/// Far less than the fuzzer allows, so that a reader that does not count its memory is found out.
pub(crate) const MEMORY_LIMIT: u64 = 64 << 20;

/// How the targets read.
pub(crate) fn control() -> Control<'static> {
    Control { memory: Some(Allowance::from_now(MEMORY_LIMIT)), ..Control::ALONE }
}

/// Reads `bytes` and, if that gives an arena, sends it through every format that can hold it.
pub(crate) fn check_reader(format: Format, bytes: &[u8]) {
    match read_arena(bytes, format, &control()) {
        Ok(arena) => check_arena(format, &arena),
        Err(error) => {
            assert!(!matches!(error.fault, ReadFault::Io(_)), "a slice cannot fail: {error}");
            assert!(!error.to_string().is_empty());
        }
    }
}

/// Checks an arena that a reader of `format` made.
pub(crate) fn check_arena(format: Format, arena: &Arena) {
    assert!(arena.graph.vertex_count() > 0, "an empty graph is an error");
    assert_eq!(arena.graph.vertex_count(), arena.names.len());
    let edges = arena.graph.edge_count();
    assert!(arena.weights.iter().all(|(edge, _)| edge < edges), "a weight without its edge");
    assert!(arena.players.iter().all(|(edge, _)| edge < edges), "a player without its edge");
    for lost in format.cannot_hold(arena) {
        // An id between angle brackets may hold what no quoted id of DOT can.
        let in_brackets =
            format == Format::Dot && matches!(lost, Loss::Name { .. } | Loss::Word { .. });
        assert!(
            in_brackets || lost == Loss::ReadOnly,
            "{format} cannot hold what it was read from: {lost}"
        );
    }
    for other in Format::ALL {
        if arena.graph.vertex_count() < 1000 && other.cannot_hold(arena).is_empty() {
            check_round_trip(other, arena);
        }
    }
}

/// Writes the arena and reads it back.
fn check_round_trip(format: Format, arena: &Arena) {
    let mut text = Vec::new();
    write_arena(arena, format, &mut text).expect("a vector takes everything");
    // What is said in words of one's own is left out where there is no place for it.
    let mut arena = arena.clone();
    if !matches!(format, Format::Dot | Format::Json | Format::Graphml) {
        arena.remarks = Default::default();
    }
    match read_arena(&text[..], format, &control()) {
        Ok(again) => assert!(arena == again, "{format}: {arena:?} came back as {again:?}"),
        Err(error) => panic!("{format}: {error} in {:?}", String::from_utf8_lossy(&text)),
    }
}

/// Every file holds the Petersen graph: games that are played on graphs need no disk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Petersen;

impl Files for Petersen {
    fn graph(&self, _: &str) -> Result<(Graph, Names), ParseError> {
        let edges = (0..5).flat_map(|v| [(v, (v + 1) % 5), (v, v + 5), (v + 5, (v + 2) % 5 + 5)]);
        let graph = Graph::from_edges(10, edges);
        let graph = graph.map_err(|error| ParseError::new(error.to_string()))?;
        Ok((graph, Names::numbered(10)))
    }
}
