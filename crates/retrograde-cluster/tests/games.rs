//! Games over their index, by several workers, against the dense solver: every slot, bit for bit.

use retrograde_cluster::{ByPositions, Cluster, ClusterError, Indexed, Options};
use retrograde_core::Control;
use retrograde_games::catalogue::{self, Collector, Listed, NoFiles};
use retrograde_games::{Game, SlotMoves};
use retrograde_table::dense::{self, DenseOptions};

fn solve<G: Game>(game: &G, name: &str, moves: &dyn SlotMoves, workers: usize) -> Vec<Option<u16>> {
    let slots = game.slots().unwrap();
    let indexed = Indexed { name, slots, tiers: game.tiers(), moves };
    let options = Options { cluster: Cluster::threads(workers).unwrap(), ..Options::default() };
    let answer = indexed.solve(&options, &Control::default()).unwrap();
    (0..slots).map(|slot| answer.get(slot).unwrap().pack()).collect()
}

fn check<G: Game>(game: &G, name: &str) -> bool {
    let positions = match ByPositions::new(game) {
        Ok(moves) => moves,
        Err(ClusterError::Game(_)) => return false,
        Err(error) => panic!("{error}"),
    };
    let table = dense::solve(game, &DenseOptions::default()).unwrap();
    let expected: Vec<Option<u16>> = table.packed().iter().copied().map(Some).collect();
    for workers in 1..=3 {
        assert!(solve(game, name, &positions, workers) == expected, "{name}, {workers} workers");
    }
    if let Some(moves) = game.slot_moves() {
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
