//! Games by their specs, for tests that do something with each as the type that it is.

use retrograde_games::catalogue::{self, Collector, Files, Listed, Listing};
use retrograde_games::{Game, ParseError};

/// Something to be done with a game, whichever it is.
pub(crate) trait Work {
    type Output;

    fn on<G: Game>(self, game: &G) -> Self::Output;
}

/// All games there are.
pub(crate) fn listings() -> Vec<&'static Listing> {
    struct Listings(Vec<&'static Listing>);
    impl Collector for Listings {
        fn add<G: Listed + 'static>(&mut self) {
            self.0.push(const { &G::LISTING });
        }
    }
    let mut listings = Listings(Vec::new());
    catalogue::collect(&mut listings);
    listings.0
}

/// Does something with the game of a spec.
pub(crate) fn with<W: Work>(
    spec: &str,
    files: &dyn Files,
    work: W,
) -> Result<W::Output, ParseError> {
    struct Search<'a, W: Work> {
        name: &'static str,
        parameters: &'a str,
        files: &'a dyn Files,
        work: Option<W>,
        done: Option<Result<W::Output, ParseError>>,
    }
    impl<W: Work> Collector for Search<'_, W> {
        fn add<G: Listed + 'static>(&mut self) {
            if G::LISTING.name == self.name {
                let game = G::from_parameters(self.parameters, self.files);
                let work = self.work.take().expect("no two games have the same name");
                self.done = Some(game.map(|game| work.on(&game)));
            }
        }
    }
    let (listing, parameters) = catalogue::choose(spec, &listings())?;
    let mut search = Search { name: listing.name, parameters, files, work: Some(work), done: None };
    catalogue::collect(&mut search);
    search.done.expect("it was listed")
}

/// Whether a spec is one.
#[allow(dead_code, reason = "not all tests ask for no more")]
pub(crate) fn read(spec: &str, files: &dyn Files) -> Result<(), ParseError> {
    struct Nothing;
    impl Work for Nothing {
        type Output = ();
        fn on<G: Game>(self, _: &G) {}
    }
    with(spec, files, Nothing)
}
