//! Games given by rules: their boards, what positions are worth, and tables of them.

mod kept;
mod solving;
mod tables;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State as With};
use axum::http::Response;
use axum::routing::{get, post};

use super::routes::{answered, worked};
use super::state::State;
use crate::api::{EditRequest, GameLineRequest, LookRequest, LookState, StatsRequest};
#[cfg(test)]
use crate::api::{Edited, Explanation, GameLine, GameListed, GameStats, Look, Problem};
use crate::games;
use crate::refusal::Refusal;

pub(crate) use kept::Games;
pub(crate) use tables::Tables;

/// What is asked about games.
pub(crate) fn routes() -> Router<Arc<State>> {
    Router::new()
        .route("/api/games", get(all))
        .route("/api/games/look", post(look))
        .route("/api/games/edit", post(edit))
        .route("/api/games/stats", post(stats))
        .route("/api/games/line", post(line))
        .route("/api/games/explain", post(explain))
}

/// The games there are
#[cfg_attr(test, utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameListed>))))]
pub(super) async fn all(With(state): With<Arc<State>>) -> Response<Body> {
    worked(state, |state, _| {
        Ok(state.games.listed(|| games::games(&state.catalogue, &games::OwnGraphs)))
    })
    .await
}

/// Shows a position with what its moves are worth; begins to solve the game where it is not solved
#[cfg_attr(test, utoipa::path(post, path = "/api/games/look", request_body = LookRequest, responses(
    (status = 200, body = Look), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn look(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    let shared = state.clone();
    answered(state, request, move |state, asked: LookRequest, _| {
        let rules = solving::rules(state, &asked.spec)?;
        let position = games::position(&rules, asked.position.as_deref())?;
        let known = match &asked.table {
            Some(id) => {
                let game = solving::table(state, id, &asked.spec)?;
                let words = solving::how(&game);
                solving::Known { game: Some(game), state: LookState::Solved { words } }
            }
            None => solving::know(&shared, &asked.spec, &rules, &position)?,
        };
        games::look(&asked, &rules, &position, known.game.as_deref(), known.state)
    })
    .await
}

/// Finds the position of a board that was set up, or says why there is none
#[cfg_attr(test, utoipa::path(post, path = "/api/games/edit", request_body = EditRequest, responses(
    (status = 200, body = Edited), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn edit(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |state, asked: EditRequest, _| {
        Ok(games::edit(&asked, &solving::rules(state, &asked.spec)?))
    })
    .await
}

/// Tells the figures of a solved game
#[cfg_attr(test, utoipa::path(post, path = "/api/games/stats", request_body = StatsRequest, responses(
    (status = 200, body = GameStats), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn stats(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |state, asked: StatsRequest, options| {
        let game = solving::solved(state, &asked.spec, asked.table.as_deref(), None)?;
        games::stats(&game, options)
    })
    .await
}

/// Plays best play by both from a position of a solved game
#[cfg_attr(test, utoipa::path(post, path = "/api/games/line", operation_id = "line_of_game", request_body = GameLineRequest, responses(
    (status = 200, body = GameLine), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn line(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |state, asked: GameLineRequest, options| {
        let (game, position) = asked_about(state, &asked)?;
        games::line(&game, &position, asked.second, options)
    })
    .await
}

/// Says why a position of a solved game is worth what it is
#[cfg_attr(test, utoipa::path(post, path = "/api/games/explain", operation_id = "explain_game", request_body = GameLineRequest, responses(
    (status = 200, body = Explanation), (status = "4XX", body = Problem), (status = "5XX", body = Problem)
)))]
pub(super) async fn explain(With(state): With<Arc<State>>, request: Request) -> Response<Body> {
    answered(state, request, |state, asked: GameLineRequest, options| {
        let (game, position) = asked_about(state, &asked)?;
        games::explain(&game, &position, options)
    })
    .await
}

/// The solved game and the position that are asked about.
fn asked_about(
    state: &State,
    asked: &GameLineRequest,
) -> Result<(Arc<retrograde::table::SolvedGame>, retrograde::table::Position), Refusal> {
    let rules = solving::rules(state, &asked.spec)?;
    let position = games::position(&rules, Some(&asked.position))?;
    let about = Some((&rules, &position));
    Ok((solving::solved(state, &asked.spec, asked.table.as_deref(), about)?, position))
}
