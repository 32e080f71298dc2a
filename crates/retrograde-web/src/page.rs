//! The page, and the page to give away.

use retrograde::{Arena, Options};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answering::{Found, Subject, answer};
use crate::api::{Answer, Explanation, Graph};
use crate::graphs::{self, DRAWN};
use crate::refusal::Refusal;
use crate::telling::explain;

/// The page as the server shows it: one file that needs nothing else.
pub const PAGE: &str = include_str!("../page/index.html");

/// Where what is given goes: the page finds nothing there when a server shows it.
const PLACE: &str = r#"<script type="application/json" id="given">"#;

/// Vertices up to which every one is explained.
const EXPLAINED: usize = 200;

/// What a page that is given away holds: all that it would ask a server for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Given {
    /// The version of the program that wrote it.
    pub version: String,
    /// What it is called.
    pub title: String,
    /// The graph with places to draw it at.
    pub graph: Graph,
    /// The answer, with its trace where there is one.
    pub answer: Answer,
    /// Why each vertex is worth what it is, in the order of the vertices; empty where they are many.
    pub explanations: Vec<Explanation>,
}

/// Puts together what a page that is given away holds.
///
/// # Errors
/// The graph is too large to be drawn; the work was stopped.
pub fn give(
    title: &str,
    arena: &Arena,
    start: Option<u32>,
    found: &Found,
    options: &Options<'_>,
) -> Result<Given, Refusal> {
    if !DRAWN.holds(arena) {
        return Err(too_large(arena));
    }
    let control = options.control(arena.heap_bytes());
    let mut graph = graphs::whole(arena, &control)?;
    graph.start = start;
    let subject = Subject { arena, edges: None, start };
    let solution = &found.solved.solution;
    let mut explanations = Vec::new();
    if arena.graph.vertex_count() <= EXPLAINED && solution.is_complete() {
        for vertex in arena.graph.vertices() {
            explanations.push(explain(arena, solution, vertex, None, false, options)?);
        }
    }
    Ok(Given {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: title.to_owned(),
        graph,
        answer: answer(&subject, found),
        explanations,
    })
}

impl Given {
    /// The same, drawn as somebody has drawn the same graph.
    pub(crate) fn keep_places(&mut self, drawn: &Graph) {
        for (vertex, drawn) in self.graph.vertices.iter_mut().zip(&drawn.vertices) {
            if let (Some(x), Some(y)) = (drawn.x, drawn.y) {
                (vertex.x, vertex.y) = (Some(x), Some(y));
            }
        }
    }
}

/// There is no picture of so many vertices.
fn too_large(arena: &Arena) -> Refusal {
    let (vertices, edges) = (arena.graph.vertex_count(), arena.graph.edge_count());
    let (max_vertices, max_edges) = (DRAWN.vertices, DRAWN.edges);
    retrograde::draw::DrawError::TooLarge { vertices, edges, max_vertices, max_edges }.into()
}

/// The page with what is given in its place: one file that opens without a server.
///
/// ```
/// use retrograde::{Arena, Options};
/// use retrograde_web::answering::find;
/// use retrograde_web::api::Question;
/// use retrograde_web::page::{give, given_away};
///
/// let arena = Arena::sketch().edges([("</script>", "b")]).arena().unwrap();
/// let found = find(&arena, &Question::named("outcome"), &Options::default())?;
/// let page = given_away(&give("An end", &arena, None, &found, &Options::default())?);
/// assert!(page.contains(r"\u003c/script>"), "names cannot end the data");
/// # Ok::<(), retrograde_web::Refusal>(())
/// ```
#[must_use]
pub fn given_away(given: &Given) -> String {
    // What is made of numbers and texts can be written; and `<` would be read by the browser.
    let data = serde_json::to_string(given).unwrap_or_default().replace('<', "\\u003c");
    match PAGE.split_once(PLACE) {
        Some((before, after)) => {
            let after = after.find("</script").map_or(after, |end| &after[end..]);
            [before, PLACE, &data, after].concat()
        }
        None => [PAGE, PLACE, &data, "</script>"].concat(),
    }
}
