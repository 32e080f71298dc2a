//! The description of the API for programs: a file in the repository, which the tests compare with the
//! types and write anew. So programs are built without what describes types.

/// The description.
pub(super) const WRITTEN: &str = include_str!("../../openapi.json");

#[cfg(test)]
mod tests {
    use utoipa::OpenApi;

    use super::super::{games, routes};
    use super::*;

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
    struct Routes;

    #[derive(OpenApi)]
    #[openapi(paths(
        games::all,
        games::look,
        games::edit,
        games::stats,
        games::line,
        games::explain
    ))]
    struct Games;

    #[test]
    fn the_description_in_the_repository_is_that_of_the_types() {
        let mut all = Routes::openapi();
        all.merge(Games::openapi());
        let text = all.to_pretty_json().unwrap() + "\n";
        if std::env::var_os("UPDATE_OPENAPI").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
            std::fs::write(file, text).unwrap();
        } else {
            assert!(
                text == WRITTEN,
                "openapi.json is old: with UPDATE_OPENAPI=1 this test writes it anew"
            );
        }
    }
}
