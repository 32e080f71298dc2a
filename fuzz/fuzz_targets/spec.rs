//! Specs of games: a game, or an error that says how to write one, in bounded time and memory.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retrograde_fuzz::Petersen;
use retrograde_games::Game;
use retrograde_games::catalogue::{AnyGame, Visitor};

fuzz_target!(|spec: &str| {
    match AnyGame::from_spec(spec, &Petersen) {
        Ok(game) => {
            assert!(!game.entry().name.is_empty());
            game.visit(Start);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

/// Looks at the start of a game.
struct Start;

impl Visitor for Start {
    type Output = ();

    fn visit<G: Game + Clone + 'static>(self, game: &G) {
        assert!(game.at_least() > 0);
        let Some(start) = game.start() else { return };
        let shown = game.show(&start);
        assert_eq!(game.parse(&shown).as_ref(), Ok(&start), "{shown}");
        if let Some(slots) = game.slots() {
            assert!(game.rank(&start) < slots, "{shown}");
        }
        if game.verdict(&start).is_none() {
            game.moves(&start, &mut Vec::new());
        }
    }
}
