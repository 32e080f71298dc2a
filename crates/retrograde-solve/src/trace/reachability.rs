//! Reachability and safety: the attractor of the targets.

use retrograde_core::{Player, TargetGame, Vertex};

use super::attractor::{Attraction, Ground, Joining, lines, members};
use super::event::{Entry, What};
use super::recorder::{Halt, Recorder};
use super::words::words;

const LINES: [&str; 3] = [
    "{0} wins at the targets, and where {1} must move and cannot",
    "{0} wins from where the way into these can be forced, as below",
    "{1} wins everywhere else, and stays there forever",
];
const SEEDS: usize = 0;
const OTHERS: usize = 2;

/// `hunter` wants a target to be reached.
pub(super) fn run(
    game: &TargetGame<'_>,
    hunter: Player,
    recorder: &mut Recorder<'_>,
) -> Result<(), Halt> {
    recorder.name(
        "attractor",
        "The attractor of the targets",
        "W. Thomas, On the synthesis of strategies in infinite games (1995)",
        lines(&LINES, hunter),
    );
    let ground = Ground::new(&game.arena, LINES.len(), recorder)?;
    let all = ground.all();
    let stuck = ground.dead_ends(hunter.opponent(), &all);
    let stuck: Vec<Vertex> =
        stuck.into_iter().filter(|&vertex| !game.targets.get(vertex as usize)).collect();
    let targets: Vec<Vertex> = members(&game.targets).collect();
    let words = match (targets.is_empty(), stuck.is_empty()) {
        (true, true) => {
            words!("There is no target, and player {} can always move.", hunter.opponent())
        }
        (false, true) => words!("Player {} wins at the targets: {}.", hunter, &targets),
        (true, false) => {
            words!(
                "Player {} wins where player {} cannot move: {}.",
                hunter,
                hunter.opponent(),
                &stuck
            )
        }
        (false, false) => words!(
            "Player {} wins at the targets, {}, and where player {} cannot move: {}.",
            hunter,
            &targets,
            hunter.opponent(),
            &stuck
        ),
    };
    let mut seeds = [targets, stuck].concat();
    seeds.sort_unstable();
    let attraction = Attraction { player: hunter, within: &all, joining: Joining::Ranked };
    let won = attraction.run(&ground, recorder, &seeds, (SEEDS, words))?;
    let rest: Vec<Vertex> = members(&won.complement()).collect();
    let words = match rest.is_empty() {
        true => words!("Player {} wins everywhere.", hunter),
        false => words!(
            "Player {} can keep away from all that forever, and wins: {}.",
            hunter.opponent(),
            &rest
        ),
    };
    let winner = Entry::Winner(hunter.opponent());
    recorder.event(OTHERS, words).set_all(rest, What::Label, winner).done()
}
