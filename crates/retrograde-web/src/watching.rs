//! Traces as pages show them.

use std::collections::HashMap;

use retrograde::solve::trace::{Change, Entry, Region, What};
use retrograde::{Error, Objective, Options, trace};
use serde_json::{Value, json};

use crate::answering::Subject;
use crate::api;

/// Tells step by step how an answer is found.
///
/// # Errors
/// As for [`trace`].
pub fn watch(
    subject: &Subject<'_>,
    objective: &Objective,
    options: &Options<'_>,
) -> Result<api::Trace, Error> {
    let told = trace(subject.arena, objective, options)?;
    let events = told.events.into_iter().map(|event| api::Event {
        line: event.line as u32,
        words: event.words,
        changes: event.changes.iter().map(change).collect(),
        look: Some(event.look)
            .filter(|look| !look.vertices.is_empty() || !look.edges.is_empty())
            .map(|look| api::Looked {
                vertices: look.vertices,
                edges: look.edges.into_iter().map(|edge| subject.edge(edge)).collect(),
            }),
    });
    Ok(api::Trace {
        algorithm: told.algorithm.to_owned(),
        title: told.title.to_owned(),
        source: told.source.to_owned(),
        events: events.collect(),
        lines: told.lines,
        cut: Some(told.cut).filter(|&cut| cut > 0),
    })
}

/// The same trace on a part of the graph: vertices and edges by their places there. `None` where the
/// part leaves some out.
pub(crate) fn renumbered(
    mut trace: api::Trace,
    vertices: &[u32],
    edges: &[usize],
) -> Option<api::Trace> {
    let vertices: HashMap<u32, u32> =
        vertices.iter().zip(0..).map(|(&old, new)| (old, new)).collect();
    let edges: HashMap<u32, u32> =
        edges.iter().zip(0..).map(|(&old, new)| (old as u32, new)).collect();
    let change = |list: &mut Vec<u32>, known: &HashMap<u32, u32>| {
        list.iter_mut().try_for_each(|number| {
            *number = *known.get(number)?;
            Some(())
        })
    };
    for event in &mut trace.events {
        if let Some(look) = &mut event.look {
            change(&mut look.vertices, &vertices)?;
            change(&mut look.edges, &edges)?;
        }
        for it in &mut event.changes {
            match it {
                api::Change::Vertex { vertex, .. } => *vertex = *vertices.get(vertex)?,
                api::Change::Region { before, after } => {
                    change(&mut before.vertices, &vertices)?;
                    change(&mut after.vertices, &vertices)?;
                }
            }
        }
    }
    Some(trace)
}

fn change(change: &Change) -> api::Change {
    match change {
        Change::Vertex { vertex, what, before, after } => api::Change::Vertex {
            vertex: *vertex,
            what: kind(*what),
            before: before.as_ref().map_or(Value::Null, entry),
            after: after.as_ref().map_or(Value::Null, entry),
        },
        Change::Region { before, after } => {
            let [before, after] =
                [before, after].map(|it| it.as_deref().map_or_else(Default::default, region));
            api::Change::Region { before, after }
        }
        // What is new to us changes nothing that pages know of.
        _ => api::Change::Region { before: Default::default(), after: Default::default() },
    }
}

fn region(region: &Region) -> api::Region {
    api::Region { title: region.title.clone(), vertices: region.vertices.clone() }
}

fn kind(what: What) -> api::ChangeKind {
    match what {
        What::Label => api::ChangeKind::Label,
        What::Counter => api::ChangeKind::Counter,
        What::Distance => api::ChangeKind::Distance,
        What::Rank => api::ChangeKind::Rank,
        What::Value => api::ChangeKind::Value,
        What::Mark => api::ChangeKind::Mark,
    }
}

fn entry(entry: &Entry) -> Value {
    match entry {
        Entry::Number(number) => json!(number),
        other => json!(other.to_string()),
    }
}
