//! Games over their index, by several workers, against the dense solver: every slot, bit for bit.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograde_cluster::{Checkpoints, Cluster, ClusterError, Indexed, Known, Options, merge};
use retrograde_core::{Cancel, Control, Progress, Stopped};
use retrograde_games::catalogue::{self, Collector, Listed, NoFiles};
use retrograde_games::rules::{Chess, Mnk, ThreeMensMorris};
use retrograde_games::{ByPositions, Game, Gifts, SlotMoves};
use retrograde_table::dense::{self, DenseOptions};

fn solve<G: Game>(game: &G, name: &str, moves: &dyn SlotMoves, workers: usize) -> Vec<Option<u16>> {
    let slots = game.slots().unwrap();
    let indexed = Indexed { name, slots, tiers: game.tiers(), moves };
    let options = Options { cluster: Cluster::threads(workers).unwrap(), ..Options::default() };
    let answer = indexed.solve(&options, &Control::default()).unwrap();
    (0..slots).map(|slot| answer.get(slot).unwrap().pack()).collect()
}

fn check<G: Game>(game: &G, name: &str) -> bool {
    let Some(positions) = ByPositions::new(game) else { return false };
    let table = dense::solve(game, &DenseOptions::default()).unwrap();
    let expected: Vec<Option<u16>> = table.packed().iter().copied().map(Some).collect();
    for workers in 1..=3 {
        assert!(solve(game, name, &positions, workers) == expected, "{name}, {workers} workers");
    }
    let moves = match game.slot_moves() {
        Some(moves) if moves.gifts() != Gifts::Counted => moves.counted(),
        moves => moves,
    };
    if let Some(moves) = moves {
        assert!(solve(game, name, moves, 2) == expected, "{name}, from slot to slot");
    }
    true
}

/// Solves every game of the catalogue that is small enough, with the parameters given.
struct Checked<'a> {
    specs: &'a [&'a str],
    done: Vec<String>,
}

impl Collector for Checked<'_> {
    fn add<G: Listed + 'static>(&mut self) {
        for spec in self.specs {
            let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
            if G::LISTING.name == name
                && let Ok(game) = G::from_parameters(parameters, &NoFiles)
                && check(&game, spec)
            {
                self.done.push((*spec).to_owned());
            }
        }
    }
}

#[test]
fn games_of_every_kind() {
    let specs = [
        "nim:3,4,5",
        "subtraction:1,3,4:21",
        "wythoff:3,5",
        "mnk:3x3x3",
        "connect:4x3x3",
        "hexapawn:3x4",
        "breakthrough:3x4",
        "pong-hau-ki",
        "mu-torere",
        "three-mens-morris",
        "l-game",
        "quixo:3",
        "chess:KQvK",
        "chess:KPvK",
    ];
    check_all(&specs);
}

#[test]
#[ignore = "takes minutes"]
fn some_larger_games() {
    check_all(&["fox-and-hounds", "teeko", "chess:KQvKR"]);
}

fn check_all(specs: &[&str]) {
    let mut checked = Checked { specs, done: Vec::new() };
    catalogue::collect(&mut checked);
    assert_eq!(checked.done, specs);
}

/// Solves with a checkpoint after every other round until so many rounds are done, if there are as many.
fn interrupted(indexed: &Indexed<'_>, folder: &Path, rounds: u64) -> bool {
    let cancel = Cancel::new();
    let done = AtomicU64::new(0);
    let count = |progress: Progress| {
        if progress.phase == "solving" && done.fetch_add(1, Relaxed) >= rounds {
            cancel.cancel();
        }
    };
    let control = Control { cancel: Some(&cancel), progress: Some(&count), ..Control::default() };
    match indexed.solve(&kept(folder, 2), &control) {
        Ok(_) => false,
        Err(ClusterError::Stopped(Stopped::Cancelled)) => true,
        Err(error) => panic!("{error}"),
    }
}

fn kept(folder: &Path, workers: usize) -> Options {
    let checkpoints = Checkpoints { rounds: Some(2), ..Checkpoints::new(folder.join("kept")) };
    Options {
        cluster: Cluster::threads(workers).unwrap(),
        checkpoints: Some(checkpoints),
        answer: Some(folder.join("answer")),
        ..Options::default()
    }
}

/// Interrupts a game after every so many rounds and goes on with another number of workers.
fn check_resuming<G: Game>(game: &G, name: &str, step: usize) {
    let moves = ByPositions::new(game).unwrap();
    let slots = moves.slots();
    let indexed = Indexed { name, slots, tiers: game.tiers(), moves: &moves };
    let table = dense::solve(game, &DenseOptions::default()).unwrap();
    let (mut times, mut resumed) = (0, 0);
    for rounds in (0..).step_by(step) {
        let folder = tempfile::tempdir().unwrap();
        if !interrupted(&indexed, folder.path(), rounds) {
            break;
        }
        times += 1;
        let answer = indexed.solve(&kept(folder.path(), 3), &Control::default()).unwrap();
        resumed += u64::from(answer.resumed.is_some());
        let known = |slot: u64| answer.get(slot).and_then(Known::pack);
        let first = (0..slots).find(|&slot| known(slot) != Some(table.packed()[slot as usize]));
        assert_eq!(first, None, "{name}, interrupted after {rounds} rounds");
        let mut merged = Vec::new();
        let count = merge::slots(
            &folder.path().join("answer"),
            None,
            &mut |slots| {
                merged.extend_from_slice(slots);
                Ok(())
            },
            &Control::default(),
        );
        assert_eq!(count.unwrap(), slots);
        assert!(merged == table.packed(), "{name}");
    }
    assert!(times > 2 && resumed + 1 >= times, "{name}: {resumed} of {times}");
}

fn morris() -> ThreeMensMorris {
    ThreeMensMorris::from_parameters("", &NoFiles).unwrap()
}

#[test]
fn an_interrupted_game_goes_on_from_any_round() {
    check_resuming(&Mnk::new(3, 3, 3).unwrap(), "mnk:3x3x3", 7);
    check_resuming(&morris(), "three-mens-morris", 11);
    check_resuming(&Chess::new("KQvK").unwrap(), "chess:KQvK", 9);
}

#[test]
fn a_game_that_is_stopped_while_it_is_looked_at_goes_on_from_there() {
    let game = Chess::new("KQvKR").unwrap();
    let moves = game.slot_moves().unwrap();
    let (slots, tiers) = (game.slots().unwrap(), game.tiers());
    let indexed = Indexed { name: "chess:KQvKR", slots, tiers, moves };
    let folder = tempfile::tempdir().unwrap();
    let checkpoints = Some(Checkpoints::new(folder.path()));
    let options = |workers| {
        let cluster = Cluster::threads(workers).unwrap();
        Options { cluster, checkpoints: checkpoints.clone(), ..Options::default() }
    };
    // Each goes a little further than the one before, some of them with another number of workers.
    let looked = AtomicU64::new(0);
    for (before, (workers, most)) in [(2, 8), (2, 6), (3, 4)].into_iter().enumerate() {
        let cancel = Cancel::new();
        looked.store(0, Relaxed);
        let count = |progress: Progress| {
            if progress.phase == "looking" && looked.fetch_add(1, Relaxed) == most {
                cancel.cancel();
            }
        };
        let control =
            Control { cancel: Some(&cancel), progress: Some(&count), ..Control::default() };
        let stopped = indexed.solve(&options(workers), &control);
        assert!(matches!(stopped, Err(ClusterError::Stopped(Stopped::Cancelled))), "{stopped:?}");
        let last = folder.path().join(format!("checkpoint-{before:010}"));
        assert!(last.join("complete").exists());
    }
    let looked = |options: &Options| {
        let looked = AtomicU64::new(0);
        let count = |progress: Progress| {
            looked.fetch_add(u64::from(progress.phase == "looking"), Relaxed);
        };
        let control = Control { progress: Some(&count), ..Control::default() };
        let answer = indexed.solve(options, &control).unwrap();
        (answer, looked.into_inner())
    };
    let (whole, all) = looked(&Options { checkpoints: None, ..options(2) });
    let (again, more) = looked(&options(2));
    assert_eq!(again.resumed, Some(2));
    let first = (0..slots).find(|&slot| again.get(slot) != whole.get(slot));
    assert_eq!(first, None);
    assert!(more + 8 + 6 + 4 <= all, "{more} of {all} pieces were looked at once more");
}

#[test]
fn a_share_that_was_changed_is_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let game = morris();
    let moves = ByPositions::new(&game).unwrap();
    let (slots, tiers) = (moves.slots(), game.tiers());
    let indexed = Indexed { name: "three-mens-morris", slots, tiers, moves: &moves };
    let options = Options {
        cluster: Cluster::threads(2).unwrap(),
        answer: Some(folder.path().to_owned()),
        ..Options::default()
    };
    indexed.solve(&options, &Control::default()).unwrap();
    let share = folder.path().join("part-00001-of-00002.slots");
    let bytes = std::fs::read(&share).unwrap();
    let merge = || merge::slots(folder.path(), None, &mut |_| Ok(()), &Control::default());
    assert_eq!(merge().unwrap(), slots);
    for place in (0..bytes.len()).step_by(7) {
        let mut hostile = bytes.clone();
        hostile[place] ^= 4;
        std::fs::write(&share, &hostile).unwrap();
        assert!(merge().is_err(), "{place}");
        std::fs::write(&share, &bytes[..place]).unwrap();
        assert!(merge().is_err(), "{place}");
    }
}
