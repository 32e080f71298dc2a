//! Büchi and co-Büchi games: the nested fixpoint.

use retrograde_core::{Player, TargetGame, Vertex};

use super::attractor::{Attraction, Ground, Joining, lines, members, without};
use super::event::{Entry, What};
use super::recorder::{Halt, Recorder};
use super::words::words;

const LINES: [&str; 6] = [
    "where a player must move and cannot, and where that can be forced, the other wins",
    "G := what is left of the game",
    "R := from where {0} can force the way to a target within G",
    "if R is all of G: {0} wins in all of G, and we are done",
    "T := G without R: there {1} keeps away from the targets forever",
    "{1} wins from where the way into T can be forced within G; take that away and go back to G",
];
const DEAD_ENDS: usize = 0;
const LEFT: usize = 1;
const REACH: usize = 2;
const DONE: usize = 3;
const AWAY: usize = 4;
const SPOIL: usize = 5;

/// `visitor` wants to visit targets infinitely often.
pub(super) fn run(
    game: &TargetGame<'_>,
    visitor: Player,
    recorder: &mut Recorder<'_>,
) -> Result<(), Halt> {
    recorder.name(
        "nested-fixpoint",
        "The nested fixpoint of attractors",
        "R. McNaughton, Infinite games played on finite graphs (1993)",
        lines(&LINES, visitor),
    );
    let (graph, spoiler) = (game.arena.graph(), visitor.opponent());
    let ground = Ground::new(&game.arena, LINES.len(), recorder)?;
    let mut rest = ground.settle_dead_ends(recorder, DEAD_ENDS)?;
    for round in 1u64.. {
        let inside: Vec<Vertex> = members(&rest).collect();
        let words = match (inside.is_empty(), round) {
            (true, _) => words!("Nothing is left of the game."),
            (false, 1) => words!("G is the game in which every vertex has a move: {}.", &inside),
            (false, _) => words!("G is what is left: {}.", &inside),
        };
        let title = format!("G, round {round}");
        let draft = recorder.event(LEFT, words).region(title, members(&rest));
        draft.set_all(graph.vertices(), What::Mark, None).done()?;
        let is_target = |&vertex: &Vertex| game.targets.get(vertex as usize);
        let targets: Vec<Vertex> = members(&rest).filter(is_target).collect();
        let words = match targets.is_empty() {
            true => words!("There is no target in G."),
            false => words!("R begins with the targets in G: {}.", &targets),
        };
        let attraction = Attraction { player: visitor, within: &rest, joining: Joining::Set("R") };
        let reached = attraction.run(&ground, recorder, &targets, (REACH, words))?;
        let away: Vec<Vertex> = members(&without(&rest, &reached)).collect();
        if away.is_empty() {
            let words = match inside.is_empty() {
                true => words!("R is all of G: we are done."),
                false => words!(
                    "R is all of G: from a target player {} can force the way to the next, again and again, and wins: {}.",
                    visitor,
                    &inside
                ),
            };
            return recorder
                .event(DONE, words)
                .set_all(inside, What::Label, Entry::Winner(visitor))
                .set_all(graph.vertices(), What::Mark, None)
                .set_all(graph.vertices(), What::Counter, None)
                .no_region()
                .done();
        }
        let words = words!(
            "T is what R leaves of G: there player {} keeps away from targets: {}.",
            spoiler,
            &away
        );
        recorder.event(AWAY, words).set_all(away.clone(), What::Mark, Entry::Word("T")).done()?;
        let words = words!(
            "Player {} wins in T, and from where the way there can be forced: {} to begin with.",
            spoiler,
            &away
        );
        let attraction = Attraction { player: spoiler, within: &rest, joining: Joining::Winner };
        let spoiled = attraction.run(&ground, recorder, &away, (SPOIL, words))?;
        rest = without(&rest, &spoiled);
    }
    Ok(())
}
