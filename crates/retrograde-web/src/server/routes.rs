//! What is asked, and who answers it.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State as With};
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use retrograde::io::Format;
use retrograde::{Opening, Options};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::guard::policy;
use super::state::State;
use super::{games, openapi, presets};
use crate::answering::{add_trace, answer};
#[cfg(test)]
use crate::api::{
    About, Explanation, Exported, JobStatus, Line, Neighbourhood, Opened, Overview, Preset, Problem,
};
use crate::api::{
    Answer, Encoding, ExplainRequest, ExportRequest, LayoutRequest, LineRequest,
    NeighbourhoodRequest, OpenRequest, OverviewRequest, Places, SolveRequest,
};
use crate::page::PAGE;
use crate::refusal::Refusal;
use crate::{graphs, parts, telling};

/// All that can be asked.
pub(super) fn routes() -> Router<Arc<State>> {
    Router::new()
        .route("/", get(page))
        .route("/api/about", get(about))
        .route("/api/presets", get(all_presets))
        .route("/api/health", get(health))
        .route("/api/openapi.json", get(description))
        .route("/api/open", post(open))
        .route("/api/export", post(export))
        .route("/api/layout", post(layout))
        .route("/api/solve", post(solve))
        .route("/api/explain", post(explain))
        .route("/api/line", post(line))
        .route("/api/overview", post(overview))
        .route("/api/neighbourhood", post(neighbourhood))
        .route("/api/jobs/{id}", get(job).delete(stop_job))
        .merge(games::routes())
        .fallback(nothing)
        .method_not_allowed_fallback(not_so)
}

/// A refusal as an answer.
pub(super) fn refused(refusal: Refusal) -> Response<Body> {
    let status = StatusCode::from_u16(refusal.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, Json(refusal.problem)).into_response();
    if let Some(seconds) = refusal.retry_after {
        response.headers_mut().insert(RETRY_AFTER, seconds.into());
    }
    response
}

/// Reads a request, answers it when its turn comes, and writes the answer down: all that takes time on
/// threads of its own.
pub(super) async fn answered<Q: DeserializeOwned, A: Serialize>(
    state: Arc<State>,
    request: Request,
    work: impl FnOnce(&State, Q, &Options<'_>) -> Result<A, Refusal> + Send + 'static,
) -> Response<Body> {
    let most = state.allowed.request;
    answered_up_to(most, state, request, work).await
}

async fn answered_up_to<Q: DeserializeOwned, A: Serialize>(
    most: usize,
    state: Arc<State>,
    request: Request,
    work: impl FnOnce(&State, Q, &Options<'_>) -> Result<A, Refusal> + Send + 'static,
) -> Response<Body> {
    let body = match state.bodies.read(request, most).await {
        Ok(body) => body,
        Err(refusal) => return refused(refusal),
    };
    let shared = state.clone();
    let written = state.queue.run(move |cancel| {
        let question: Q = read(&body)?;
        drop(body);
        write(&work(&shared, question, &shared.options(cancel))?)
    });
    told(written.await)
}

/// As [`answered`], where nothing has to be read and the answer is known in a moment.
pub(super) async fn worked<A: Serialize>(
    state: Arc<State>,
    work: impl FnOnce(&State, &Options<'_>) -> Result<A, Refusal> + Send + 'static,
) -> Response<Body> {
    let shared = state.clone();
    let written = state.moments.run(move |cancel| write(&work(&shared, &shared.options(cancel))?));
    told(written.await)
}

fn told(written: Result<Vec<u8>, Refusal>) -> Response<Body> {
    match written {
        Ok(text) => json(text.into()),
        Err(refusal) => refused(refusal),
    }
}

fn write<A: Serialize>(answer: &A) -> Result<Vec<u8>, Refusal> {
    serde_json::to_vec(answer).map_err(|error| Refusal::new(Refusal::OUR_FAULT, error.to_string()))
}

fn read<Q: DeserializeOwned>(body: &Bytes) -> Result<Q, Refusal> {
    serde_json::from_slice(body).map_err(|error| {
        let place = format!("{}:{}", error.line(), error.column());
        Refusal::new(Refusal::MALFORMED, format!("the request cannot be read: {error}")).at(place)
    })
}

fn json(text: Bytes) -> Response<Body> {
    with_type("application/json", text)
}

fn with_type(kind: &'static str, text: impl Into<Body>) -> Response<Body> {
    let mut response = Response::new(text.into());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

async fn nothing() -> Response<Body> {
    refused(Refusal::new(Refusal::MISSING, "there is nothing of that name"))
}

async fn not_so(request: Request) -> Response<Body> {
    let error = format!("{} does not go here", request.method());
    let mut response = refused(Refusal::new(405, error));
    let allowed =
        if request.uri().path().starts_with("/api/jobs/") { "GET, DELETE" } else { "GET, POST" };
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    response
}

async fn page() -> Response<Body> {
    static POLICY: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let mut response = with_type("text/html; charset=utf-8", PAGE);
    if let Ok(policy) = HeaderValue::from_str(POLICY.get_or_init(policy)) {
        response.headers_mut().insert("content-security-policy", policy);
    }
    response
}

async fn description() -> Response<Body> {
    json(Bytes::from_static(openapi::WRITTEN.as_bytes()))
}

/// How the server is doing.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct Health {
    /// Answers that are worked on.
    running: usize,
    /// Answers that wait for their turn.
    waiting: usize,
    /// Jobs that go on.
    jobs: usize,
    /// Connections.
    connections: usize,
    /// Graphs and games that are kept.
    opened: usize,
    /// Bytes that those take.
    kept_bytes: u64,
    /// Bytes that the whole process takes, where the system says so.
    resident_bytes: Option<u64>,
}

/// How the server is doing
#[cfg_attr(test, utoipa::path(get, path = "/api/health", responses((status = 200, body = Health))))]
pub(super) async fn health(With(state): With<Arc<State>>) -> Response<Body> {
    let health = Health {
        running: state.queue.running(),
        waiting: state.queue.waiting(),
        jobs: state.jobs.running(),
        connections: state.connections.load(Relaxed),
        opened: state.opened.len(),
        kept_bytes: state.opened.bytes() + state.games.bytes(),
        resident_bytes: retrograde::memory::resident(),
    };
    Json(health).into_response()
}

/// What there is: objectives, formats, limits, what was opened from the beginning
#[cfg_attr(test, utoipa::path(get, path = "/api/about", responses((status = 200, body = About))))]
pub(super) async fn about(With(state): With<Arc<State>>) -> Response<Body> {
    worked(state, |state, options| state.about(options)).await
}

/// Graphs to begin with
#[cfg_attr(test, utoipa::path(get, path = "/api/presets", responses((status = 200, body = Vec<Preset>))))]
pub(super) async fn all_presets(With(state): With<Arc<State>>) -> Response<Body> {
    worked(state, |_, options| presets::all(options)).await
}

/// Opens a file of any format that is read
#[cfg_attr(test, utoipa::path(post, path = "/api/open", request_body = OpenRequest, responses(
    (status = 200, body = Opened), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn open(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    let most = state.allowed.file;
    answered_up_to(most, state, request, |state, asked: OpenRequest, options| {
        let bytes = match asked.encoding {
            Encoding::Text => asked.content.into_bytes(),
            Encoding::Base64 => {
                let decoder = base64::engine::general_purpose::STANDARD;
                let decoded = decoder.decode(&asked.content);
                decoded.map_err(|error| {
                    Refusal::new(Refusal::MALFORMED, format!("the content is not base64: {error}"))
                })?
            }
        };
        let named = |name: &str| {
            Format::from_name(name).ok_or_else(|| {
                let names = Format::ALL.map(Format::name).join(", ");
                let error = format!("there is no format '{}'", name.escape_debug());
                Refusal::new(Refusal::UNANSWERABLE, error)
                    .with_remedy(format!("Choose one of {names}."))
            })
        };
        let format = asked.format.as_deref().map(named).transpose()?;
        let format = format.or_else(|| Format::from_path(asked.name.as_ref()));
        let opening = Opening { format, options: *options, ..Opening::default() };
        state.open(opening.stream(std::io::Cursor::new(bytes), &asked.name), &asked.name, options)
    })
    .await
}

/// Writes a graph in a format of files, or as a picture
#[cfg_attr(test, utoipa::path(post, path = "/api/export", request_body = ExportRequest, responses(
    (status = 200, body = Exported), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn export(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |state, asked: ExportRequest, options| {
        crate::exporting::export(&asked, state.allowed.graph, options)
    })
    .await
}

/// Places to draw a graph at
#[cfg_attr(test, utoipa::path(post, path = "/api/layout", request_body = LayoutRequest, responses(
    (status = 200, body = Places), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn layout(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |_, LayoutRequest { mut graph }: LayoutRequest, options| {
        graphs::arena(&graph, graphs::DRAWN)?;
        graphs::place(&mut graph, &options.control(0))?;
        let [x, y] = [|it: &crate::api::Vertex| it.x, |it: &crate::api::Vertex| it.y]
            .map(|of| graph.vertices.iter().map(|vertex| of(vertex).unwrap_or_default()).collect());
        Ok(Places { x, y })
    })
    .await
}

/// Answers a question about every vertex
#[cfg_attr(test, utoipa::path(post, path = "/api/solve", request_body = SolveRequest, responses(
    (status = 200, body = Answer), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn solve(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |state, asked: SolveRequest, options| {
        let game = state.game(asked.subject, options)?;
        let found = game.answer(&asked.question, options)?;
        let mut answer = answer(&game.subject(), &found);
        if asked.trace {
            add_trace(&mut answer, &game.subject(), &found, options)?;
        }
        Ok::<Answer, Refusal>(answer)
    })
    .await
}

/// Says why a vertex is worth what it is
#[cfg_attr(test, utoipa::path(post, path = "/api/explain", request_body = ExplainRequest, responses(
    (status = 200, body = Explanation), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn explain(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |state, asked: ExplainRequest, options| {
        let game = state.game(asked.subject, options)?;
        let found = game.answer(&asked.question, options)?;
        let (arena, vertex) = (game.arena(), asked.vertex.of(game.arena())?);
        Ok(telling::explain(arena, &found.solved.solution, vertex, asked.side, asked.all, options)?)
    })
    .await
}

/// Plays best play by both
#[cfg_attr(test, utoipa::path(post, path = "/api/line", request_body = LineRequest, responses(
    (status = 200, body = Line), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn line(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |state, asked: LineRequest, options| {
        let game = state.game(asked.subject, options)?;
        let found = game.answer(&asked.question, options)?;
        let (arena, vertex) = (game.arena(), asked.vertex.of(game.arena())?);
        Ok(telling::line(arena, &found.solved.solution, vertex, asked.side, asked.limit, options)?)
    })
    .await
}

/// Puts a graph of any size into blocks
#[cfg_attr(test, utoipa::path(post, path = "/api/overview", request_body = OverviewRequest, responses(
    (status = 200, body = Overview), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn overview(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |state, asked: OverviewRequest, options| {
        let game = state.game(asked.subject, options)?;
        let found = game.answer(&asked.question, options)?;
        Ok(parts::survey(game.arena(), &found.solved.solution, options)?)
    })
    .await
}

/// Shows what is around a vertex
#[cfg_attr(test, utoipa::path(post, path = "/api/neighbourhood", request_body = NeighbourhoodRequest, responses(
    (status = 200, body = Neighbourhood), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn neighbourhood(
    With(state): With<Arc<State>>,
    request: Request,
) -> Response<Body> {
    answered(state, request, |state, asked: NeighbourhoodRequest, options| {
        let game = state.game(asked.subject, options)?;
        let found = game.answer(&asked.question, options)?;
        let (arena, vertex) = (game.arena(), asked.vertex.of(game.arena())?);
        let solution = &found.solved.solution;
        Ok(parts::around(arena, solution, vertex, asked.radius, asked.limit, options)?)
    })
    .await
}

/// Says where a job stands
#[cfg_attr(test, utoipa::path(get, path = "/api/jobs/{id}", params(("id" = String, Path)), responses(
    (status = 200, body = JobStatus), (status = "4XX", body = Problem)
)))]
pub(super) async fn job(With(state): With<Arc<State>>, Path(id): Path<String>) -> Response<Body> {
    match state.jobs.status(&id) {
        Ok(status) => Json(status).into_response(),
        Err(refusal) => refused(refusal),
    }
}

/// Ends a job
#[cfg_attr(test, utoipa::path(delete, path = "/api/jobs/{id}", params(("id" = String, Path)), responses(
    (status = 204), (status = "4XX", body = Problem)
)))]
pub(super) async fn stop_job(
    With(state): With<Arc<State>>,
    Path(id): Path<String>,
) -> Response<Body> {
    match state.jobs.stop(&id) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(refusal) => refused(refusal),
    }
}
