//! Why a position has its value, move by move, in words.

use std::fmt::{self, Write};

use retrograde_core::{Convention, Names, Outcome, OutcomeGame, Value, Values, Vertex};

use crate::line::{End, optimal};
use crate::outcome::best_move;

/// A move and what it is worth to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNote {
    /// Where it leads.
    pub to: Vertex,
    /// The value there, for the opponent, who moves next.
    pub reply: Value,
    /// Whether it is the best move the solver would make.
    pub best: bool,
}

/// Everything that decides one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The position.
    pub vertex: Vertex,
    /// Its value.
    pub value: Value,
    /// Its moves, in input order, parallel ones once.
    pub moves: Vec<MoveNote>,
}

impl Explanation {
    /// Looks at the moves of one position.
    #[must_use]
    pub fn of(game: &OutcomeGame<'_>, values: &Values, vertex: Vertex) -> Self {
        let graph = game.graph();
        let best = best_move(graph, values, vertex);
        let mut seen = std::collections::HashSet::new();
        let moves = graph
            .successors(vertex)
            .iter()
            .filter(|&&to| seen.insert(to))
            .map(|&to| MoveNote { to, reply: values.get(to), best: best == Some(to) })
            .collect();
        Explanation { vertex, value: values.get(vertex), moves }
    }
}

/// What there is to explain, and how much of it.
///
/// ```
/// use retrograde_core::{Column, Convention, Distance, Graph, Names, OutcomeGame, Value, Values};
/// use retrograde_solve::explain::Explainer;
/// let graph = Graph::from_edges(2, [(0, 1)])?;
/// let verdicts = Column::default();
/// let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
/// let values = Values::from_iter([Value::Win(Distance(1)), Value::Lose(Distance(0))]);
/// let names = Names::numbered(2);
/// let text = Explainer::new(&game, &values, &names).in_words(0);
/// assert!(text.starts_with("0 is a win in 1 for the player to move"));
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Explainer<'a> {
    /// The game.
    pub game: &'a OutcomeGame<'a>,
    /// Its values.
    pub values: &'a Values,
    /// What its positions are called.
    pub names: &'a Names,
    /// Positions along the main line to explain after the first.
    pub depth: usize,
    /// Moves to list at each of them.
    pub moves: usize,
}

impl<'a> Explainer<'a> {
    /// A dozen positions with a dozen moves each.
    #[must_use]
    pub fn new(game: &'a OutcomeGame<'a>, values: &'a Values, names: &'a Names) -> Self {
        Explainer { game, values, names, depth: 12, moves: 12 }
    }

    /// Explains `start` and the positions that best play passes through after it.
    #[must_use]
    pub fn in_words(&self, start: Vertex) -> String {
        let Explainer { game, values, names, depth, moves } = *self;
        let mut text = String::new();
        let line = optimal(game.graph(), values, start, Some(depth.saturating_add(1)));
        for &vertex in &line.steps {
            if !text.is_empty() {
                text.push('\n');
            }
            let explanation = Explanation::of(game, values, vertex);
            // Writing to a string cannot fail.
            let _ = paragraph(&mut text, game, names, &explanation, moves);
        }
        let last = line.steps.last().copied().unwrap_or(start);
        match line.end {
            End::Over => {}
            End::Repeats(back) => {
                let again = names.printable(line.steps[back]);
                let _ = match line.steps.len() - back {
                    1 => writeln!(text, "\nThe move stays at {again}: play can go on forever."),
                    length => writeln!(
                        text,
                        "\nFrom {} the move goes back to {again}, a cycle of {length}: play can go on forever.",
                        names.printable(last)
                    ),
                };
            }
            End::Cut => {
                if let Some(next) = best_move(game.graph(), values, last) {
                    let _ = writeln!(text, "\nBest play goes on to {}.", names.printable(next));
                }
            }
        }
        text
    }
}

fn paragraph(
    text: &mut String,
    game: &OutcomeGame<'_>,
    names: &Names,
    explanation: &Explanation,
    most_moves: usize,
) -> fmt::Result {
    let here = names.printable(explanation.vertex);
    let Explanation { value, moves, .. } = explanation;
    if moves.is_empty() {
        let reason = match (game.has_verdict(explanation.vertex), game.convention()) {
            (true, _) => "the game is over and its verdict says so",
            (false, Convention::Normal) => "there is no move, and whoever cannot move loses",
            (false, Convention::Misere) => {
                "there is no move, and in misère play whoever cannot move wins"
            }
        };
        return writeln!(text, "{here} is a {} for the player to move: {reason}.", noun(*value));
    }
    let keeping = moves.iter().filter(|note| note.reply == Value::Draw).count();
    let reason = match (value.outcome(), moves.len()) {
        (Outcome::Win, 1) => "the only move leaves the opponent in a lost position".to_owned(),
        (Outcome::Win, _) => {
            "a move leaves the opponent in a lost position, and one is enough".to_owned()
        }
        (Outcome::Lose, 1) => "the only move leaves the opponent in a won position".to_owned(),
        (Outcome::Lose, _) => "every move leaves the opponent in a won position".to_owned(),
        (Outcome::Draw, 1) => "the only move keeps the draw".to_owned(),
        (Outcome::Draw, all) => format!("no move wins, and {keeping} of {all} keep the draw"),
    };
    writeln!(text, "{here} is a {} for the player to move: {reason}.", noun(*value))?;
    let width =
        moves.iter().map(|note| names.printable(note.to).chars().count()).max().unwrap_or(0);
    let shown = moves.iter().filter(|note| note.best);
    let others = moves.iter().filter(|note| !note.best);
    for note in shown.chain(others).take(most_moves) {
        let mark = if note.best { '*' } else { ' ' };
        writeln!(
            text,
            "  {mark} to {:<width$}  {}",
            names.printable(note.to),
            consequence(note.reply)
        )?;
    }
    if moves.len() > most_moves {
        writeln!(text, "    … and {} more moves", moves.len() - most_moves)?;
    }
    Ok(())
}

/// "win in 3", but a plain "loss" where the game is over.
fn noun(value: Value) -> String {
    let word = match value.outcome() {
        Outcome::Win => "win",
        Outcome::Lose => "loss",
        Outcome::Draw => "draw",
    };
    match value.distance() {
        Some(distance) if distance.0 > 0 => format!("{word} in {distance}"),
        _ => word.to_owned(),
    }
}

/// What a move means for the player who makes it.
fn consequence(reply: Value) -> String {
    match reply {
        Value::Lose(distance) if distance.0 == 0 => {
            "wins at once: the opponent has lost".to_owned()
        }
        Value::Lose(distance) => format!("wins: the opponent loses in {distance}"),
        Value::Win(distance) if distance.0 == 0 => "loses at once: the opponent has won".to_owned(),
        Value::Win(distance) => format!("loses: the opponent wins in {distance}"),
        Value::Draw => "draws".to_owned(),
    }
}
