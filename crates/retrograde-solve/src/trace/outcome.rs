//! Retrograde analysis, told from the events of [`outcome::trace`](crate::outcome::trace).

use retrograde_core::{Convention, Outcome, OutcomeGame, Value, Vertex};

use super::event::{Entry, What};
use super::recorder::{Draft, Halt, Recorder};
use super::words::{said, words};
use crate::outcome::trace::{Event, Trace};

const LINES: [&str; 8] = [
    "count the moves of every vertex",
    "label every vertex without moves by the rules, and queue it",
    "as long as the queue is not empty, take its first vertex w:",
    "    for every move v → w of a vertex v without a label:",
    "        if w is lost: v is won, one move later; queue v",
    "        if w is won: v has one move less to hope for",
    "        if v has none left: v is lost, one move later; queue v",
    "whatever has no label now is a draw",
];
const COUNT: usize = 0;
const ENDS: usize = 1;
const TAKE: usize = 2;
const WON: usize = 4;
const LESS: usize = 5;
const LOST: usize = 6;
const DRAWN: usize = 7;

pub(super) fn run(game: &OutcomeGame<'_>, recorder: &mut Recorder<'_>) -> Result<(), Halt> {
    recorder.name(
        "retrograde",
        "Retrograde analysis",
        "D. E. Knuth, The Art of Computer Programming, vol. 1, exercise 2.2.3-28",
        LINES.map(str::to_owned).into(),
    );
    let graph = game.graph();
    let words =
        words!("Every vertex counts its moves: to win one is enough, to lose all must fail.");
    let count = |vertex: Vertex| (vertex, Some(number(graph.out_degree(vertex).into())));
    let counts = graph.vertices().filter(|&vertex| !graph.is_terminal(vertex)).map(count);
    recorder.event(COUNT, words).set_each(counts, What::Counter).done()?;
    let is_tie = |vertex: &Vertex| {
        graph.is_terminal(*vertex) && game.terminal_outcome(*vertex) == Outcome::Draw
    };
    for vertex in graph.vertices().filter(is_tie) {
        let draw = Entry::Outcome(Outcome::Draw);
        let words = words!("{} is a draw: the game is over and its verdict says so.", vertex);
        recorder.event(ENDS, words).look(vertex).set(vertex, What::Label, draw).done()?;
    }
    let mut drawn = Vec::new();
    let mut taken = None;
    for event in Trace::new(game) {
        match event {
            Event::Seeded { vertex, outcome } => {
                let words = words!("{} is {}: {}.", vertex, said(outcome), over(game, vertex));
                let draft = recorder.event(ENDS, words).look(vertex);
                settle(draft, vertex, Value::new(outcome, Default::default())).done()?;
            }
            Event::Decremented { vertex, to, left } => {
                take(recorder, &mut taken, to)?;
                let rest = match left {
                    0 => "no move is left to hope for".to_owned(),
                    1 => "1 move is left to hope for".to_owned(),
                    left => format!("{left} moves are left to hope for"),
                };
                let words = words!(
                    "From {} the move to {} loses, as {} is won for the opponent: {}.",
                    vertex,
                    to,
                    to,
                    rest
                );
                let draft = recorder.event(LESS, words).look(vertex).edge(vertex, to);
                draft.set(vertex, What::Counter, number(left.into())).done()?;
            }
            Event::Settled { vertex, value, because } => {
                take(recorder, &mut taken, because)?;
                let distance = u64::from(value.distance().unwrap_or_default().0);
                let (line, words) = match value {
                    Value::Win(_) => (
                        WON,
                        words!(
                            "{} is won in {}: the move to {} leaves the opponent lost, and one is enough.",
                            vertex,
                            distance,
                            because
                        ),
                    ),
                    _ if graph.out_degree(vertex) == 1 => (
                        LOST,
                        words!(
                            "{} is lost in {}: there is no other move than that to {}.",
                            vertex,
                            distance,
                            because
                        ),
                    ),
                    _ => (
                        LOST,
                        words!(
                            "{} is lost in {}: every move leads to a position won for the opponent, the slowest to {}.",
                            vertex,
                            distance,
                            because
                        ),
                    ),
                };
                let draft = recorder.event(line, words).look(vertex).edge(vertex, because);
                settle(draft, vertex, value).done()?;
            }
            Event::LeftAsDraw { vertex } => {
                recorder.steps(1)?;
                if !graph.is_terminal(vertex) {
                    drawn.push(vertex);
                }
            }
        }
    }
    let words = match drawn.len() {
        0 => words!("Every vertex has a label: nothing is left to be a draw."),
        1 => words!("Nobody can force anything at {}: it is a draw.", &drawn),
        _ => words!("Nobody can force anything at {}: they are draws.", &drawn),
    };
    let draw = Entry::Outcome(Outcome::Draw);
    let waiting = graph.vertices();
    recorder
        .event(DRAWN, words)
        .set_all(waiting, What::Mark, None)
        .set_all(drawn, What::Label, draw)
        .done()
}

fn number(number: u64) -> Entry {
    Entry::Number(number)
}

/// Why a vertex without moves is what it is.
fn over(game: &OutcomeGame<'_>, vertex: Vertex) -> &'static str {
    match (game.has_verdict(vertex), game.convention()) {
        (true, _) => "the game is over and its verdict says so",
        (false, Convention::Normal) => "there is no move, and whoever cannot move loses",
        (false, Convention::Misere) => {
            "there is no move, and in misère play whoever cannot move wins"
        }
    }
}

/// Writes a value and puts the vertex into the queue; its counter is of no more use.
fn settle<'r, 'a>(draft: Draft<'r, 'a>, vertex: Vertex, value: Value) -> Draft<'r, 'a> {
    let distance = value.distance().map(|distance| number(distance.0.into()));
    draft
        .set(vertex, What::Label, Entry::Outcome(value.outcome()))
        .set(vertex, What::Distance, distance)
        .set(vertex, What::Counter, None)
        .set(vertex, What::Mark, Entry::Word("queued"))
}

/// Takes a vertex out of the queue unless it is the one taken last.
fn take(
    recorder: &mut Recorder<'_>,
    taken: &mut Option<Vertex>,
    vertex: Vertex,
) -> Result<(), Halt> {
    if taken.replace(vertex) == Some(vertex) {
        return Ok(());
    }
    let words = words!("{} comes first in the queue: whoever can move there hears of it.", vertex);
    recorder.event(TAKE, words).look(vertex).set(vertex, What::Mark, None).done()
}
