//! What the tests of several readers share.

use std::io::{self, Read};

use proptest::prelude::*;
use retrograde_core::{Arena, ArenaBuilder, Control};

use crate::{Format, ReadError, ReadFault, read_arena};

/// A stream that gives at most `step` bytes at a time and is interrupted now and then.
pub(crate) struct Trickle<'a> {
    bytes: &'a [u8],
    step: usize,
    calls: usize,
}

impl<'a> Trickle<'a> {
    pub(crate) fn new(bytes: &'a [u8], step: usize) -> Self {
        Trickle { bytes, step, calls: 0 }
    }
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(7) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let step = self.step.min(buffer.len());
        self.bytes.read(&mut buffer[..step])
    }
}

/// Reads the text at once and in small steps, and insists that it makes no difference.
pub(crate) fn read_both_ways(text: &[u8], format: Format) -> Result<Arena, ReadError> {
    let control = Control::ALONE;
    let whole = read_arena(text, format, &control);
    for step in [1, 2, 3, 7] {
        let stepped = read_arena(Trickle::new(text, step), format, &control);
        match (&whole, &stepped) {
            (Ok(whole), Ok(stepped)) => assert_eq!(whole, stepped, "{step} bytes at a time"),
            (Err(whole), Err(stepped)) => assert_eq!(whole.to_string(), stepped.to_string()),
            _ => panic!("{step} bytes at a time: {whole:?} and {stepped:?}"),
        }
    }
    whole
}

/// What an error says, and whether it refutes the solution that was read.
pub(crate) fn with_refutation(error: &ReadError) -> String {
    match &error.fault {
        ReadFault::Solution(fault) if fault.is_refutation() => format!("refuted: {error}"),
        _ => error.to_string(),
    }
}

/// Arenas of up to 12 vertices with the given names; edges have weights, or not, or some do.
pub(crate) fn arenas(names: BoxedStrategy<String>) -> impl Strategy<Value = Arena> {
    let vertices = proptest::collection::hash_set(names, 1..12);
    let edges = proptest::collection::vec(
        (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<Option<i64>>()),
        0..40,
    );
    (vertices, edges, 0..3u8).prop_map(|(names, edges, weights)| {
        let mut builder = ArenaBuilder::new();
        let vertices: Vec<_> = names.iter().map(|name| builder.vertex(name).unwrap()).collect();
        for (from, to, weight) in edges {
            let (from, to) = (vertices[from.index(names.len())], vertices[to.index(names.len())]);
            match (weights, weight) {
                (0, _) | (1, None) => builder.edge(from, to).unwrap(),
                (_, weight) => builder.weighted_edge(from, to, weight.unwrap_or(0)).unwrap(),
            }
        }
        builder.finish().unwrap()
    })
}
