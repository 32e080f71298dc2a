//! Specs of games: a game, or an error that says how to write one, in bounded time and memory.

use std::sync::LazyLock;

use crate::reader::Petersen;
use retrograde_table::Catalogue;

static GAMES: LazyLock<Catalogue> = LazyLock::new(Catalogue::builtin);

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Ok(spec) = std::str::from_utf8(bytes) else { return };
    let rules = match GAMES.open(spec, &Petersen) {
        Ok(rules) => rules,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert!(rules.listing().is_some_and(|listing| !listing.name.is_empty()));
    let Some(start) = rules.start() else { return };
    let shown = rules.show(&start);
    assert_eq!(rules.parse(&shown).as_ref(), Ok(&start), "{shown}");
    if let Some(slots) = rules.slots() {
        assert!(rules.rank(&start).is_some_and(|slot| slot < slots), "{shown}");
    }
    let _ = rules.choices(&start);
}
