//! Why a position has its value, move by move, in words.

use std::collections::HashSet;
use std::fmt::Write;

use retrograde_core::{
    Control, Convention, Names, Outcome, OutcomeGame, Pace, Stopped, Value, Values, Vertex,
};

use crate::line::{End, optimal};
use crate::outcome::best_move;

/// A move and what it is worth to the player who makes it.
#[derive(Clone, Copy)]
struct MoveNote {
    /// Where it leads.
    to: Vertex,
    /// The value there, for the opponent, who moves next.
    reply: Value,
    /// Whether it is the best move the solver would make.
    best: bool,
}

/// Everything that decides one position.
struct Explanation {
    /// The position.
    vertex: Vertex,
    /// Its value.
    value: Value,
    /// Its moves, in input order, parallel ones once.
    moves: Vec<MoveNote>,
}

impl Explanation {
    /// Looks at the moves of one position.
    fn of(
        game: &OutcomeGame<'_>,
        values: &Values,
        vertex: Vertex,
        pace: &mut Pace<'_>,
    ) -> Result<Self, Stopped> {
        let graph = game.graph();
        let best = best_move(graph, values, vertex);
        let mut seen = HashSet::new();
        let mut moves = Vec::new();
        for &to in graph.successors(vertex) {
            pace.steps(1)?;
            if seen.insert(to) {
                moves.push(MoveNote { to, reply: values.get(to), best: best == Some(to) });
            }
        }
        Ok(Explanation { vertex, value: values.get(vertex), moves })
    }
}

/// What there is to explain, and how much of it.
///
/// ```
/// use retrograde_core::{
///     Column, Control, Convention, Distance, Graph, Names, OutcomeGame, Value, Values,
/// };
/// use retrograde_solve::explain::Explainer;
/// let graph = Graph::from_edges(2, [(0, 1)])?;
/// let verdicts = Column::default();
/// let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
/// let values = Values::from_iter([Value::Win(Distance(1)), Value::Lose(Distance(0))]);
/// let names = Names::numbered(2);
/// let text = Explainer::new(&game, &values, &names).in_words(0, &Control::ALONE)?;
/// assert!(text.starts_with("0 is a win in 1 for the player to move"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    ///
    /// # Errors
    /// It was stopped.
    pub fn in_words(&self, start: Vertex, control: &Control<'_>) -> Result<String, Stopped> {
        let Explainer { game, values, names, depth, moves } = *self;
        let mut text = String::new();
        let limit = Some(depth.saturating_add(1));
        let line = optimal(game.graph(), values, start, limit, control)?;
        let mut pace = control.pace();
        for &vertex in &line.steps {
            if !text.is_empty() {
                text.push('\n');
            }
            let explanation = Explanation::of(game, values, vertex, &mut pace)?;
            paragraph(&mut text, game, names, &explanation, moves, &mut pace)?;
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
        Ok(text)
    }
}

/// Writes about one position; writing to a string cannot fail.
fn paragraph(
    text: &mut String,
    game: &OutcomeGame<'_>,
    names: &Names,
    explanation: &Explanation,
    most_moves: usize,
    pace: &mut Pace<'_>,
) -> Result<(), Stopped> {
    // Words for a move take much longer than a step.
    const STEPS: usize = 16;
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
        let _ = writeln!(text, "{here} is a {} for the player to move: {reason}.", noun(*value));
        return pace.steps(STEPS);
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
    let _ = writeln!(text, "{here} is a {} for the player to move: {reason}.", noun(*value));
    let mut width = 0;
    for note in moves {
        pace.steps(STEPS)?;
        width = width.max(names.printable(note.to).chars().count());
    }
    let shown = moves.iter().filter(|note| note.best);
    let others = moves.iter().filter(|note| !note.best);
    for note in shown.chain(others).take(most_moves) {
        pace.steps(STEPS)?;
        let mark = if note.best { '*' } else { ' ' };
        let to = names.printable(note.to);
        let _ = writeln!(text, "  {mark} to {to:<width$}  {}", consequence(note.reply));
    }
    if moves.len() > most_moves {
        let _ = writeln!(text, "    … and {} more moves", moves.len() - most_moves);
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
