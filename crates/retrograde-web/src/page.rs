//! The page, and the page to give away.

use retrograde::draw::{Part, positions};
use retrograde::{Error, Options};
use serde::{Deserialize, Serialize};

use crate::answering::{Found, Subject, add_trace, answer, rows_of};
use crate::api::{Answer, Explanation, Graph, ObjectiveListed};
use crate::telling::explain;
use crate::watching::renumbered;
use crate::{graphs, parts};

/// The page as the server shows it: one file that needs nothing else.
pub const PAGE: &str = include_str!("../page/index.html");

/// The hashes of the scripts in it, one a line, as a policy of what a browser may run names them.
#[cfg(feature = "server")]
pub(crate) const SCRIPTS: &str = include_str!("../page/scripts.txt");

/// Where what is given goes: the page finds nothing there when a server shows it.
const PLACE: &str = r#"<script type="application/json" id="given">"#;

/// Vertices up to which every one is explained.
const EXPLAINED: usize = 200;

/// What a page that is given away holds: all that it would ask a server for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Given {
    /// The version of the program that wrote it.
    pub version: String,
    /// What it is called.
    pub title: String,
    /// What was asked about.
    pub objective: ObjectiveListed,
    /// The graph with places to draw it at.
    pub graph: Graph,
    /// The answer, with its trace where there is one.
    pub answer: Answer,
    /// Why each vertex is worth what it is, in the order of the vertices; empty where they are many.
    pub explanations: Vec<Explanation>,
}

/// Puts together what a page that is given away holds: the positions of a part of the graph.
///
/// # Errors
/// The part is too large to be drawn; the work was stopped.
pub fn give(
    title: &str,
    subject: &Subject<'_>,
    found: &Found,
    shown: Part,
    options: &Options<'_>,
) -> Result<Given, Error> {
    let arena = subject.arena;
    let control = options.control(arena.heap_bytes());
    let vertices = positions(arena, shown, &control)?;
    let part = graphs::part(arena, &vertices, &mut control.pace())?;
    let mut graph = part.graph;
    graphs::place(&mut graph, &control)?;
    let place = |vertex| vertices.iter().position(|&other| other == vertex).map(|at| at as u32);
    graph.start = subject.start.and_then(place);
    let solution = &found.solved.solution;
    let mut explanations = Vec::new();
    if vertices.len() <= EXPLAINED && solution.is_complete() {
        for &vertex in &vertices {
            explanations.push(explain(arena, solution, vertex, None, false, options)?);
        }
    }
    let mut answer = answer(subject, found);
    add_trace(&mut answer, subject, found, options)?;
    answer.trace = answer.trace.and_then(|trace| renumbered(trace, &vertices, &part.edges));
    answer.rows = Some(rows_of(arena, solution, &vertices));
    answer.paints = Some(parts::paints(arena, solution, &vertices, &part.edges));
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let objective = ObjectiveListed::of(&solution.objective);
    Ok(Given { version, title: title.to_owned(), objective, graph, answer, explanations })
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

/// The page with what is given in its place: one file that opens without a server.
///
/// ```
/// use retrograde::draw::Part;
/// use retrograde::{Arena, Options};
/// use retrograde_web::answering::{Subject, find};
/// use retrograde_web::api::Question;
/// use retrograde_web::page::{give, given_away};
///
/// let arena = Arena::sketch().edges([("</script>", "b")]).arena().unwrap();
/// let found = find(&arena, &Question::named("outcome"), &Options::default())?;
/// let subject = Subject { arena: &arena, edges: None, start: None };
/// let given = give("An end", &subject, &found, Part::Whole, &Options::default())?;
/// let page = given_away(&given);
/// assert!(page.contains(r"\u003c/script>"), "names cannot end the data");
/// # Ok::<(), retrograde::Error>(())
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
