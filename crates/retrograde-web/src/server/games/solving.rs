//! Solving games on the spot, where that can be done, and tables of those where it cannot.

use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use retrograde::memory::Bytes;
use retrograde::table::{Position, Rules, SolvedGame, dense};
use retrograde::words::grouped;
use retrograde::{Engine, Input, Options};

use super::super::opened::Origin;
use super::super::queue;
use super::super::state::State;
use crate::api::{LookState, TableListed};
use crate::games::OwnGraphs;
use crate::refusal::Refusal;

/// Slots of an index that are solved while somebody waits; more take minutes.
const MOST_SLOTS: u64 = 100_000_000;

/// Slots up to which a game is solved over its index even if it is explored by default, so that
/// positions that play does not meet are known, too.
const FEW_SLOTS: u64 = 5_000_000;

/// The longest spec that is looked at.
const LONGEST_SPEC: usize = 500;

/// How long to wait for a job that may be done in a moment.
const MOMENT: Duration = Duration::from_millis(250);

/// How many times as long as an answer a job may take.
const PATIENCE: u32 = 6;

/// What is known of a game, if anything is, and how it stands with it.
pub(super) struct Known {
    pub(super) game: Option<Arc<SolvedGame>>,
    pub(super) state: LookState,
}

/// The rules that a spec asks for.
pub(super) fn rules(state: &State, spec: &str) -> Result<Rules, Refusal> {
    if spec.len() > LONGEST_SPEC {
        return Err(Refusal::new(Refusal::UNANSWERABLE, "that is no game: its name is too long"));
    }
    if let Some(game) = state.games.get(spec) {
        return Ok(game.rules().clone());
    }
    // What was named on the command line may be played on a file that nobody else may open.
    for kept in state.opened.pinned().iter().filter(|kept| kept.name == spec) {
        if let Origin::Game { rules, .. } = &kept.origin {
            return Ok(rules.clone());
        }
    }
    let rules = state.catalogue.open(spec, &OwnGraphs);
    rules.map_err(|error| Refusal::new(Refusal::UNANSWERABLE, error.to_string()))
}

/// The table that somebody asks about.
pub(super) fn table(state: &State, id: &str, spec: &str) -> Result<Arc<SolvedGame>, Refusal> {
    let missing = || Refusal::new(Refusal::MISSING, "there is no such table");
    let folder = state.tables.folder(id).ok_or_else(missing)?;
    let about = format!("table {id}");
    let game = match state.games.get(&about) {
        Some(game) => game,
        None => {
            let game = SolvedGame::open(folder, &state.catalogue, &OwnGraphs)?;
            state.games.keep(&about, game)
        }
    };
    let of = game.table().map_or("", |table| table.spec());
    match of == spec {
        true => Ok(game),
        false => {
            Err(Refusal::new(Refusal::UNANSWERABLE, format!("the table is of {of}, not of {spec}")))
        }
    }
}

/// A game that was solved or opened before.
pub(super) fn solved(
    state: &State,
    spec: &str,
    table_id: Option<&str>,
    position: Option<(&Rules, &Position)>,
) -> Result<Arc<SolvedGame>, Refusal> {
    if let Some(id) = table_id {
        return table(state, id, spec);
    }
    let known = match position {
        Some((rules, position)) => find(state, spec, rules, position)?,
        None => own_table(state, spec).or_else(|| state.games.get(spec)),
    };
    known.ok_or_else(|| {
        Refusal::new(Refusal::UNANSWERABLE, "the game is not solved: look at it first")
    })
}

/// The table of a game among those that the server was started with, if it can be opened: nobody has
/// to solve anew what was solved for good.
fn own_table(state: &State, spec: &str) -> Option<Arc<SolvedGame>> {
    state.tables.of(spec).and_then(|id| table(state, id, spec).ok())
}

/// A game that is solved and knows the position: from a table, from the start, or from there.
fn find(
    state: &State,
    spec: &str,
    rules: &Rules,
    position: &Position,
) -> Result<Option<Arc<SolvedGame>>, Refusal> {
    if let Some(game) = own_table(state, spec)
        && game.worth(position)?.is_some()
    {
        return Ok(Some(game));
    }
    let names = [spec.to_owned(), from_there(spec, rules, position)];
    for about in &names {
        if let Some(game) = state.games.get(about)
            && game.worth(position)?.is_some()
        {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// How a game is kept that was solved from a position that its start does not lead to.
fn from_there(spec: &str, rules: &Rules, position: &Position) -> String {
    format!("{spec} from {}", rules.show(position))
}

/// What is known of a game at a position; where nothing is, work on it is begun, if it fits.
pub(super) fn know(
    state: &Arc<State>,
    spec: &str,
    rules: &Rules,
    position: &Position,
) -> Result<Known, Refusal> {
    let known = |game: Arc<SolvedGame>| {
        let state = LookState::Solved { words: how(&game) };
        Known { game: Some(game), state }
    };
    if let Some(game) = find(state, spec, rules, position)? {
        return Ok(known(game));
    }
    // Where the game is solved and does not know the position, it is solved once more from there.
    let again = state.games.get(spec).is_some();
    let about = if again { from_there(spec, rules, position) } else { spec.to_owned() };
    let hopeless = state.games.failure(&about).or_else(|| too_large(rules));
    if let Some(words) = hopeless {
        return Ok(Known { game: None, state: refused(state, spec, rules, words) });
    }
    let job = begin(state, &about, spec, rules, position, again)?;
    let begun = Instant::now();
    while begun.elapsed() < MOMENT {
        if let Some(game) = find(state, spec, rules, position)? {
            return Ok(known(game));
        }
        if state.games.failure(&about).is_some() {
            break;
        }
        sleep(Duration::from_millis(5));
    }
    Ok(Known { game: None, state: LookState::Solving { job } })
}

/// How a game was solved, in words.
pub(super) fn how(game: &SolvedGame) -> String {
    match (game.table(), game.arena()) {
        (Some(_), _) => "answered from a table".to_owned(),
        (_, Some(arena)) => {
            format!("{} positions explored and solved", grouped(arena.graph.vertex_count()))
        }
        _ => format!("solved over its index of {} slots", grouped(game.slots())),
    }
}

/// Solves a game in a job of its own.
fn begin(
    state: &Arc<State>,
    about: &str,
    spec: &str,
    rules: &Rules,
    position: &Position,
    again: bool,
) -> Result<String, Refusal> {
    let root =
        if again { position.clone() } else { rules.start().unwrap_or_else(|| position.clone()) };
    let few = rules.slots().is_some_and(|slots| slots <= FEW_SLOTS) && !again;
    let engine = match (few, again) {
        (true, _) => Engine::Dense,
        (false, true) => Engine::Explored,
        (false, false) => Engine::Auto,
    };
    let (shared, rules) = (state.clone(), rules.clone());
    let (about, spec) = (about.to_owned(), spec.to_owned());
    state.jobs.start(&about.clone(), move |job| {
        let tell = |progress| job.tell(progress);
        let held = shared.opened.bytes() + shared.games.bytes();
        let options = queue::options(&shared.allowed, held, job.cancel());
        let timeout = options.timeout.map(|time| time * PATIENCE);
        let options = Options { engine, timeout, progress: Some(&tell), ..options };
        match Input::game(&spec, rules).solve_game(&root, &options) {
            Ok(game) => {
                shared.games.keep(&about, game);
                Ok(())
            }
            Err(error) => {
                if !job.cancel().is_cancelled() {
                    shared.games.fail(&about, error.to_string());
                }
                Err(error.into())
            }
        }
    })
}

/// Why a game is not solved on the spot, if that is clear from the beginning.
fn too_large(rules: &Rules) -> Option<String> {
    let listing = rules.listing();
    let over_index = rules.start().is_none() || listing.is_some_and(|listing| listing.dense);
    let slots = rules.slots().filter(|&slots| over_index && slots > MOST_SLOTS)?;
    Some(format!(
        "its index has {} slots, which take {} and some time to solve",
        grouped(slots),
        Bytes(dense::estimate(slots))
    ))
}

/// A game that is not solved here, with the way to have it all the same.
fn refused(state: &State, spec: &str, rules: &Rules, words: String) -> LookState {
    let name: String =
        spec.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let plain = spec.chars().all(|c| c.is_ascii_alphanumeric() || ":,.-".contains(c));
    // Whoever cannot hold an index cannot build its table either.
    let room = retrograde::memory::available().unwrap_or(u64::MAX);
    let fits = rules.slots().is_some_and(|slots| dense::estimate(slots) <= room);
    let build = (fits && plain).then(|| format!("retrograde table build {spec} -o tables/{name}"));
    let tables: Vec<TableListed> =
        state.tables.listed().into_iter().filter(|table| table.spec == spec).collect();
    LookState::TooLarge { words, build, tables }
}
