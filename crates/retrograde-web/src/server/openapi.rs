//! The description of the API for programs, made of its types.

use utoipa::OpenApi;

use super::{games, routes};

/// The description as it is in the repository.
pub(super) const WRITTEN: &str = include_str!("../../openapi.json");

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Retrograde",
        description = "What the explorer asks its server. Requests are JSON and come from this machine."
    ),
    paths(
        routes::about,
        routes::all_presets,
        routes::health,
        routes::open,
        routes::export,
        routes::layout,
        routes::solve,
        routes::explain,
        routes::line,
        routes::overview,
        routes::neighbourhood,
        routes::job,
        routes::stop_job,
    ),
    components(schemas(crate::page::Given))
)]
struct Description;

/// The description of the API for programs, as `openapi.json` has it.
#[must_use]
pub fn openapi() -> String {
    let mut all = Description::openapi();
    all.merge(games::openapi());
    // A description is JSON, and so it can be written.
    all.to_pretty_json().unwrap_or_default() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_in_the_repository_is_that_of_the_types() {
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
            std::fs::write(file, openapi()).unwrap();
        } else {
            assert!(
                openapi() == WRITTEN,
                "openapi.json is old: with UPDATE_OPENAPI=1 this test writes it anew"
            );
        }
    }
}
