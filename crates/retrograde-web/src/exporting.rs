//! Graphs as files.

use base64::Engine as _;
use retrograde::draw::{Part, SvgOptions, svg};
use retrograde::io::{Format, write_arena};
use retrograde::{Options, io};

use crate::answering::{Subject, find};
use crate::api::{Encoding, ExportRequest, Exported, Question};
use crate::graphs::{Size, arena};
use crate::page::{give, given_away};
use crate::refusal::Refusal;

/// A graph in a format of files, as a picture, or as a page to give away.
///
/// # Errors
/// There is no such format, it cannot hold the graph, or as for solving and drawing it.
pub fn export(
    asked: &ExportRequest,
    most: Size,
    options: &Options<'_>,
) -> Result<Exported, Refusal> {
    let sent = arena(&asked.graph, most)?;
    let arena = &sent.arena;
    if asked.format == "svg" {
        let outcome = Question::named("outcome");
        let found = find(arena, asked.question.as_ref().unwrap_or(&outcome), options)?;
        let mut picture = SvgOptions::default();
        picture.title = asked.title.clone();
        let control = options.control(arena.heap_bytes());
        let content = svg(arena, &found.solved.solution, &picture, &control)?;
        return Ok(text("svg", content));
    }
    if asked.format == "html" {
        let outcome = Question::named("outcome");
        let found = find(arena, asked.question.as_ref().unwrap_or(&outcome), options)?;
        let title = asked.title.as_deref().unwrap_or("A game");
        let subject = Subject { arena, edges: None, start: asked.graph.start };
        let mut given = give(title, &subject, &found, Part::Whole, options)?;
        // The picture stays as it was drawn.
        given.keep_places(&asked.graph);
        return Ok(text("html", given_away(&given)));
    }
    let format = Format::from_name(&asked.format).filter(|format| format.is_written());
    let Some(format) = format else {
        let written = Format::ALL.into_iter().filter(|format| format.is_written());
        let names: Vec<&str> = written.map(Format::name).chain(["svg", "html"]).collect();
        let error = format!("'{}' is no format that is written", asked.format.escape_debug());
        return Err(Refusal::new(Refusal::UNANSWERABLE, error)
            .with_remedy(format!("Choose one of {}.", names.join(", "))));
    };
    let mut bytes = Vec::new();
    write_arena(arena, format, &mut bytes)
        .map_err(|error: std::io::Error| Refusal::new(Refusal::UNANSWERABLE, error.to_string()))?;
    let notes = format.cannot_hold(arena).iter().map(io::Loss::to_string).collect();
    let extension = format.extensions().first().copied().unwrap_or_default();
    Ok(match String::from_utf8(bytes) {
        Ok(content) => Exported { notes, ..text(extension, content) },
        Err(error) => Exported {
            extension: extension.to_owned(),
            content: base64::engine::general_purpose::STANDARD.encode(error.into_bytes()),
            encoding: Encoding::Base64,
            notes,
        },
    })
}

fn text(extension: &str, content: String) -> Exported {
    let extension = extension.to_owned();
    Exported { extension, content, encoding: Encoding::Text, notes: Vec::new() }
}
