//! Positions and moves of every game: the first line is a spec, the second a position, the third a
//! move. What is read is shown and read back, has moves, and has a place in the index.

use std::sync::{LazyLock, OnceLock};

use crate::reader::Petersen;
use retrograde_games::Game;
use retrograde_games::catalogue::{self, Collector, Listed, Listing};

/// Besides the examples of the catalogue.
const MORE: &[&str] = &[
    "tic-tac-toe",
    "mnk:5x4x4",
    "connect:7x6x4",
    "hexapawn:3x3",
    "breakthrough:4x6",
    "othello:6x6",
    "quixo:3",
    "three-mens-morris",
    "three-mens-morris:flying",
    "nim:1,2,3,4",
    "kayles:40",
    "chess:KvK",
    "chess:KPvK",
    "chess:KPvKP",
    "chess:KBNvK",
    "chess:KPPvKP",
    "cops:1:petersen",
    "cops:3:petersen",
];

/// Looks at a position and a move of a game.
type Check = Box<dyn Fn(&str, Option<&str>) + Send + Sync>;

/// All games that are listed.
#[derive(Default)]
struct Games {
    listings: Vec<&'static Listing>,
    make: Vec<fn(&'static str, &str) -> Check>,
}

impl Collector for Games {
    fn add<G: Listed + 'static>(&mut self) {
        self.listings.push(const { &G::LISTING });
        self.make.push(|spec, parameters| {
            let game = G::from_parameters(parameters, &Petersen).expect("a spec of the list");
            Box::new(move |position, chosen| check(&game, spec, position, chosen))
        });
    }
}

static GAMES: LazyLock<Games> = LazyLock::new(|| {
    let mut games = Games::default();
    catalogue::collect(&mut games);
    games
});

/// Specs, and how to check the games they stand for once they were asked for.
static SPECS: LazyLock<Vec<(&str, OnceLock<Check>)>> = LazyLock::new(|| {
    let examples = GAMES.listings.iter().map(|listing| listing.example);
    examples.chain(MORE.iter().copied()).map(|spec| (spec, OnceLock::new())).collect()
});

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut lines = text.splitn(3, '\n');
    let (Some(spec), Some(position)) = (lines.next(), lines.next()) else { return };
    // What is no spec of the list stands for one all the same.
    let other = spec.bytes().map(usize::from).sum::<usize>() % SPECS.len();
    let place = SPECS.iter().position(|(known, _)| *known == spec).unwrap_or(other);
    let (spec, check) = &SPECS[place];
    let check = check.get_or_init(|| {
        let (listing, parameters) =
            catalogue::choose(spec, &GAMES.listings).expect("a spec of the list");
        let mut games = GAMES.listings.iter().zip(&GAMES.make);
        let (_, make) = games.find(|(other, _)| other.name == listing.name).expect("it is listed");
        make(spec, parameters)
    });
    check(position, lines.next());
}

fn check<G: Game>(game: &G, spec: &str, text: &str, chosen: Option<&str>) {
    let position = match game.parse(text) {
        Ok(position) => position,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let shown = game.show(&position);
    assert_eq!(game.parse(&shown).as_ref(), Ok(&position), "{spec}: {text:?}, {shown:?}");
    assert!(!game.board(&position).is_empty(), "{spec}: {shown}");
    let _ = game.mover(&position);
    check_place(game, spec, &position);
    game.unmoves(&position, &mut Vec::new());

    let mut moves = Vec::new();
    if game.verdict(&position).is_none() {
        game.moves(&position, &mut moves);
    }
    for step in &moves {
        let name = game.show_move(&position, step);
        let read = game.parse_move(&position, &name);
        assert_eq!(read.as_ref(), Some(step), "{spec}: {shown}, {name}");
        let next = game.play(&position, step);
        let shown = game.show(&next);
        assert_eq!(game.parse(&shown).as_ref(), Ok(&next), "{spec}: {shown} after {name}");
        check_place(game, spec, &next);
    }
    if let Some(read) = chosen.and_then(|chosen| game.parse_move(&position, chosen)) {
        assert!(moves.contains(&read), "{spec}: {shown}, {chosen:?}");
    }
}

/// The position has a slot, and what symmetry makes of it has the same one.
fn check_place<G: Game>(game: &G, spec: &str, position: &G::Position) {
    let shown = || format!("{spec}: {}", game.show(position));
    let canonical = game.canonical(position);
    if let Some(slots) = game.slots() {
        let slot = game.rank(position);
        assert!(slot < slots, "{}: {slot} of {slots}", shown());
        assert_eq!(game.rank(&canonical), slot, "{}", shown());
        assert_eq!(game.unrank(slot), Some(canonical), "{}", shown());
    }
}
