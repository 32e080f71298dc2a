//! Games given by rules: their boards, what positions are worth, and tables of them.

mod kept;
mod tables;

use std::sync::Arc;

use axum::Router;
use utoipa::OpenApi;

use super::state::State;

pub(crate) use kept::Games;
pub(crate) use tables::Tables;

/// What is asked about games.
pub(crate) fn routes() -> Router<Arc<State>> {
    Router::new()
}

#[derive(OpenApi)]
#[openapi(paths())]
struct Description;

/// The description of what is asked about games.
pub(crate) fn openapi() -> utoipa::openapi::OpenApi {
    Description::openapi()
}
