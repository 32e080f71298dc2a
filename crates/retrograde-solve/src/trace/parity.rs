//! Zielonka's recursion, with a stack of its own.

use retrograde_core::{Bitmap, Column, Extremum, Objective, ParityGame, Player, Vertex};

use super::attractor::{Attraction, Ground, Joining, members, without};
use super::event::{Entry, What};
use super::recorder::{Halt, Recorder};
use super::words::words;

const LINES: [&str; 8] = [
    "where a player must move and cannot, and where that can be forced, the other wins",
    "to solve a game G, if it is not empty:",
    "    d := the largest priority in G; α := the player it is good for, β := the other",
    "    A := from where α can force the way to priority d within G",
    "    solve G without A",
    "    if β wins nothing there: α wins in all of G",
    "    otherwise B := from where β can force the way into what β wins there, within G",
    "    β wins in B; solve G without B for the rest",
];
const DEAD_ENDS: usize = 0;
const SOLVE: usize = 1;
const LARGEST: usize = 2;
const ATTRACT: usize = 3;
const INSIDE: usize = 4;
const ALL: usize = 5;
const BACK: usize = 6;
const ANEW: usize = 7;

/// A game that waits for what is inside it to be solved.
struct Frame {
    game: Bitmap,
    /// Whom its largest priority is good for.
    player: Player,
    /// From where that player can force the way to it.
    attracted: Bitmap,
}

/// The priorities of `game` decide; `told` are those that people know, which differ where the
/// smallest decides.
pub(super) fn run(
    game: &ParityGame<'_>,
    objective: &Objective,
    told: &Column<u32>,
    recorder: &mut Recorder<'_>,
) -> Result<(), Halt> {
    let is_min = matches!(objective, Objective::Parity(Extremum::Min));
    let extreme = if is_min { "smallest" } else { "largest" };
    let own = LINES.iter().chain(&super::attractor::LINES);
    recorder.name(
        "zielonka",
        "Zielonka's recursion",
        "W. Zielonka, Infinite games on finitely coloured graphs (1998)",
        own.map(|line| line.replace("largest", extreme)).collect(),
    );
    let ground = Ground::new(&game.arena, LINES.len(), recorder)?;
    let graph = game.arena.graph();
    let mut won: Vec<Option<Player>> = vec![None; graph.vertex_count()];
    let mut rest = ground.settle_dead_ends(recorder, DEAD_ENDS)?;
    let mut frames: Vec<Frame> = Vec::new();
    let mut is_anew = false;
    loop {
        let depth = frames.len() as u64;
        let inside: Vec<Vertex> = members(&rest).collect();
        let top = inside.iter().copied().max_by_key(|&vertex| game.priorities[vertex as usize]);
        if let Some(top) = top {
            let decides = game.priorities[top as usize];
            let priority = u64::from(told.get(top as usize).unwrap_or(decides));
            let player = if decides.is_multiple_of(2) { Player::Zero } else { Player::One };
            let line = match (is_anew, depth) {
                (true, _) => ANEW,
                (false, 0) => SOLVE,
                (false, _) => INSIDE,
            };
            let words = words!("Solve the game with {}.", &inside);
            let title = format!("G at depth {depth}");
            recorder.event(line, words).region(title, members(&rest)).done()?;
            let words = words!(
                "The {} priority in it is {}, at {}, and good for player {}.",
                extreme,
                priority,
                top,
                player
            );
            recorder.event(LARGEST, words).look(top).done()?;
            let is_top = |&vertex: &Vertex| game.priorities[vertex as usize] == decides;
            let seeds: Vec<Vertex> = inside.into_iter().filter(is_top).collect();
            let words = words!("A begins with the priority {}: {}.", priority, &seeds);
            let attraction = Attraction { player, within: &rest, joining: Joining::Set("A") };
            let attracted = attraction.run(&ground, recorder, &seeds, (ATTRACT, words))?;
            let outside = without(&rest, &attracted);
            frames.push(Frame { game: std::mem::replace(&mut rest, outside), player, attracted });
            is_anew = false;
            continue;
        }
        let words = words!("Nothing is left to solve.");
        recorder.event(SOLVE, words).done()?;
        // The game at hand is solved: back to those that wait for it.
        loop {
            let Some(frame) = frames.pop() else {
                return finish(&won, recorder);
            };
            let opponent = frame.player.opponent();
            let outside = without(&frame.game, &frame.attracted);
            let is_lost = |&vertex: &Vertex| won[vertex as usize] == Some(opponent);
            let lost: Vec<Vertex> = members(&outside).filter(is_lost).collect();
            let all: Vec<Vertex> = members(&frame.game).collect();
            let title = format!("G at depth {}", frames.len());
            recorder.steps(all.len())?;
            if lost.is_empty() {
                let words = words!(
                    "Player {} wins nothing outside A, so player {} wins in all of G: {}.",
                    opponent,
                    frame.player,
                    &all
                );
                all.iter().for_each(|&vertex| won[vertex as usize] = Some(frame.player));
                recorder
                    .event(ALL, words)
                    .region(title, all.iter().copied())
                    .set_all(all.iter().copied(), What::Label, Entry::Winner(frame.player))
                    .set_all(all, What::Mark, None)
                    .done()?;
                continue;
            }
            let words = words!("Outside A player {} wins at {}.", opponent, &lost);
            recorder.event(BACK, words).region(title, all.iter().copied()).done()?;
            let words = words!("B begins with what player {} wins there: {}.", opponent, &lost);
            let attraction =
                Attraction { player: opponent, within: &frame.game, joining: Joining::Set("B") };
            let taken = attraction.run(&ground, recorder, &lost, (BACK, words))?;
            let gone: Vec<Vertex> = members(&taken).collect();
            rest = without(&frame.game, &taken);
            all.iter().for_each(|&vertex| won[vertex as usize] = None);
            gone.iter().for_each(|&vertex| won[vertex as usize] = Some(opponent));
            let words =
                words!("Player {} wins in B, whatever the rest is worth: {}.", opponent, &gone);
            recorder
                .event(ANEW, words)
                .set_all(members(&rest), What::Label, None)
                .set_all(gone, What::Label, Entry::Winner(opponent))
                .set_all(all, What::Mark, None)
                .done()?;
            is_anew = true;
            break;
        }
    }
}

/// Says who wins where, at last.
fn finish(won: &[Option<Player>], recorder: &mut Recorder<'_>) -> Result<(), Halt> {
    let graph = recorder.graph;
    let wins = |player: Player| -> Vec<Vertex> {
        graph.vertices().filter(|&vertex| won[vertex as usize] == Some(player)).collect()
    };
    let [zero, one] = [Player::Zero, Player::One].map(wins);
    let words = match (zero.is_empty(), one.is_empty()) {
        (true, true) => words!("The game is solved."),
        (false, true) => words!("The game is solved: player 0 wins at {}.", &zero),
        (true, false) => words!("The game is solved: player 1 wins at {}.", &one),
        (false, false) => {
            words!("The game is solved: player 0 wins at {}; player 1 at {}.", &zero, &one)
        }
    };
    let draft = recorder.event(SOLVE, words).set_all(graph.vertices(), What::Counter, None);
    draft.set_all(graph.vertices(), What::Mark, None).no_region().done()
}
