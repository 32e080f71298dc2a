//! The games that specs can name.

use retrograde_games::ParseError;
use retrograde_games::catalogue::{self, Collector, Files, Listed, Listing};

use crate::Rules;

/// The games that specs can name: those that come with the library, and one's own.
///
/// ```
/// use retrograde_games::catalogue::NoFiles;
/// use retrograde_games::rules::Nim;
/// use retrograde_table::Catalogue;
/// let rules = Catalogue::builtin().open("tic-tac-toe", &NoFiles)?;
/// assert_eq!(rules.listing().unwrap().name, "mnk");
///
/// let few = Catalogue::empty().with::<Nim>();
/// assert!(few.open("nim:3,4,5", &NoFiles).is_ok());
/// assert_eq!(
///     few.open("nym:3", &NoFiles).unwrap_err().to_string(),
///     "there is no game 'nym'; did you mean nim?"
/// );
/// # Ok::<(), retrograde_games::ParseError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    listings: Vec<&'static Listing>,
    /// How the game of each listing is made from its parameters.
    make: Vec<Make>,
}

/// Makes the rules of a game from its parameters.
type Make = fn(&str, &dyn Files) -> Result<Rules, ParseError>;

impl Catalogue {
    /// No games at all.
    #[must_use]
    pub fn empty() -> Self {
        Catalogue::default()
    }

    /// The games that come with the library.
    #[must_use]
    pub fn builtin() -> Self {
        let mut games = Catalogue::empty();
        catalogue::collect(&mut games);
        games
    }

    /// The same with one more game. It takes the place of one of the same name.
    #[must_use]
    pub fn with<G: Listed + 'static>(mut self) -> Self {
        self.add::<G>();
        self
    }

    /// What is said about each game, in the order in which they were added.
    pub fn entries(&self) -> impl Iterator<Item = &'static Listing> + '_ {
        self.listings.iter().copied()
    }

    /// The rules of the game that a spec asks for.
    ///
    /// # Errors
    /// No game of that name, or parameters that do not fit. Nothing at all behind a colon is one that
    /// does not.
    pub fn open(&self, spec: &str, files: &dyn Files) -> Result<Rules, ParseError> {
        let (listing, parameters) = catalogue::choose(spec, &self.listings)?;
        let mut games = self.listings.iter().zip(&self.make);
        let game = games.find(|(other, _)| other.name == listing.name);
        game.expect("what is chosen is listed").1(parameters, files)
    }
}

impl Collector for Catalogue {
    fn add<G: Listed + 'static>(&mut self) {
        let listing: &'static Listing = const { &G::LISTING };
        match self.listings.iter().position(|other| other.name == listing.name) {
            Some(place) => {
                self.listings[place] = listing;
                self.make[place] = Rules::listed::<G>;
            }
            None => {
                self.listings.push(listing);
                self.make.push(Rules::listed::<G>);
            }
        }
    }
}
