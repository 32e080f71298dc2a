//! The asymmetric game: two labels a vertex, each revised until nothing speaks against it.

use std::collections::VecDeque;

use retrograde_core::{Graph, Outcome, Player, Vertex};

use super::event::{Entry, What};
use super::recorder::{Halt, Recorder};
use super::words::{said, words};

const LINES: [&str; 6] = [
    "with player 0 to move every vertex is lost, with player 1 to move won, until revised:",
    "    where no move is left, player 0 draws, as player 1 ended the game, and player 1 loses",
    "as long as a revised label waits, take the first, at w:",
    "    for every move v → w, look at v with the other player to move:",
    "        v is won if a move leads to where the opponent loses,",
    "        else drawn if one leads to a draw, else lost; if that is new, revise it",
];
const BEGIN: usize = 0;
const ENDS: usize = 1;
const TAKE: usize = 2;
const WON: usize = 4;
const OTHER: usize = 5;

const PLAYERS: [Player; 2] = [Player::Zero, Player::One];

pub(super) fn run(graph: &Graph, recorder: &mut Recorder<'_>) -> Result<(), Halt> {
    recorder.name(
        "nmbig",
        "Labels revised one at a time",
        "T. de Jager and B. Löwe, Nonmonotone Game Labellings (2007), algorithm NMBIG-Lin",
        LINES.map(str::to_owned).into(),
    );
    let back = graph.transposed(recorder.control)?;
    let mut labels = vec![[Outcome::Lose, Outcome::Win]; graph.vertex_count()];
    let words = words!("As long as nobody can end the game player 1 wins, whoever moves.");
    let first = pair([Outcome::Lose, Outcome::Win]);
    recorder.event(BEGIN, words).set_all(graph.vertices(), What::Label, first).done()?;
    let mut queue = VecDeque::new();
    for vertex in graph.vertices().filter(|&vertex| graph.is_terminal(vertex)) {
        labels[vertex as usize] = [Outcome::Draw, Outcome::Lose];
        let words = words!(
            "No move is left at {}: if player 1 moved last it is a draw, if player 0 did player 0 wins.",
            vertex
        );
        let draft = recorder.event(ENDS, words).look(vertex);
        draft.set(vertex, What::Label, pair(labels[vertex as usize])).done()?;
        queue.extend(PLAYERS.map(|player| (vertex, player)));
    }
    while let Some((to, player)) = queue.pop_front() {
        let mover = player.opponent();
        let words = words!(
            "{} is {} with player {} to move there: whoever can move there hears of it.",
            to,
            said(labels[to as usize][place(player)]),
            player
        );
        recorder.event(TAKE, words).look(to).done()?;
        for &from in back.successors(to) {
            recorder.steps(1 + graph.successors(from).len())?;
            let reply = |to: &Vertex| labels[*to as usize][place(player)];
            let best = graph.successors(from).iter().copied().min_by_key(|to| reply(to));
            let Some(best) = best.filter(|_| !graph.is_terminal(from)) else { continue };
            let label = reply(&best).for_opponent();
            let old = std::mem::replace(&mut labels[from as usize][place(mover)], label);
            if old == label {
                continue;
            }
            let (line, words) = match label {
                Outcome::Win => (
                    WON,
                    words!(
                        "With player {} to move {} is won: at {} player {} loses.",
                        mover,
                        from,
                        best,
                        player
                    ),
                ),
                Outcome::Draw => (
                    OTHER,
                    words!(
                        "With player {} to move {} is a draw: no move wins, and the one to {} draws.",
                        mover,
                        from,
                        best
                    ),
                ),
                Outcome::Lose => (
                    OTHER,
                    words!(
                        "With player {} to move {} is lost: player {} wins after every move.",
                        mover,
                        from,
                        player
                    ),
                ),
            };
            let draft = recorder.event(line, words).look(from).edge(from, best);
            draft.set(from, What::Label, pair(labels[from as usize])).done()?;
            if !queue.contains(&(from, mover)) {
                queue.push_back((from, mover));
            }
        }
    }
    Ok(())
}

fn pair([first, second]: [Outcome; 2]) -> Entry {
    Entry::Both(first, second)
}

/// Where the label with a player to move stands.
fn place(player: Player) -> usize {
    player.number().into()
}
