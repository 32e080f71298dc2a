//! What is known of a binary graph that does not fit in memory.

use std::io::{self, Write};

use retrograde::memory::Bytes;
use retrograde::words::grouped;
use retrograde::{Objective, Outline};
use serde_json::json;

use super::{engines_json, joined, write_engines};
use crate::failure::Failure;
use crate::output::ShownArguments;
use crate::style;

pub(super) fn show(
    shown: &ShownArguments,
    label: &str,
    objective: &Objective,
    outline: &Outline,
) -> Result<(), Failure> {
    shown.show(
        |out| write_text(out, label, objective, outline),
        |out| write_json(out, objective, outline),
    )
}

fn write_text(
    out: &mut dyn Write,
    label: &str,
    objective: &Objective,
    outline: &Outline,
) -> io::Result<()> {
    let mut lines =
        vec![("vertices", grouped(outline.vertices)), ("edges", grouped(outline.edges))];
    if !outline.attributes.is_empty() {
        lines.push(("attributes", joined(&outline.attributes)));
    }
    let (needed, name) = (Bytes(outline.estimate.solver), objective.name());
    let mut memory = format!("about {needed} to solve it for {name} without a disk");
    if let Some(room) = outline.estimate.room {
        memory.push_str(&format!("; {} available", Bytes(room)));
    }
    lines.push(("memory", memory));
    style::write_line(out, "", label)?;
    for (what, text) in lines {
        style::write_line(out, &format!("  {what:<11} "), &text)?;
    }
    writeln!(out)?;
    write_engines(out, &outline.needs)?;
    writeln!(out)?;
    let rest = "There is no room to look at the rest of it: whether it has cycles, how long plays are and which \
                solvers apply.";
    style::write_line(out, "", rest)
}

fn write_json(out: &mut dyn Write, objective: &Objective, outline: &Outline) -> io::Result<()> {
    let object = json!({
        "vertices": outline.vertices,
        "edges": outline.edges,
        "attributes": outline.attributes.iter().map(|attribute| attribute.name()).collect::<Vec<_>>(),
        "memory": {
            "graph": outline.estimate.graph,
            "objective": objective.name(),
            "solver": outline.estimate.solver,
            "available": outline.estimate.room,
        },
        "engines": engines_json(&outline.needs),
    });
    writeln!(out, "{}", serde_json::to_string_pretty(&object)?)
}
