//! Partizan games: a value with Left to move, one with Right to move, and the class.

use retrograde_core::{Column, Outcome, PartizanClass, PartizanSolution, Side, Vertex};

use super::Objective;
use super::outcome::{DISTANCES, is_best, lengths, value_cell};
use crate::face::{Face, Mark, Stroke};
use crate::shown::Shown;
use retrograde_core::Terms;

pub(crate) struct Partizan<'a> {
    pub(crate) solution: &'a PartizanSolution,
    pub(crate) players: &'a Column<Side>,
}

impl Objective for Partizan<'_> {
    fn lengths(&self) -> Vec<usize> {
        let PartizanSolution { left_first, right_first } = self.solution;
        [left_first, right_first].into_iter().flat_map(lengths).collect()
    }

    fn face(&self, vertex: Vertex) -> Face {
        let PartizanSolution { left_first, right_first } = self.solution;
        let cells = [left_first, right_first]
            .map(|solution| value_cell(solution.values.get(vertex), Terms::WinLose));
        Face::Two { cells, between: self.solution.class(vertex).as_str() }
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let PartizanSolution { left_first, right_first } = self.solution;
        let [left, right] = [left_first, right_first].map(|side| side.values.get(vertex));
        let class = self.solution.class(vertex);
        format!("{class}, {left} with Left to move, {right} with Right to move")
    }

    fn stroke(&self, from: Vertex, to: Vertex, edge: usize) -> Stroke {
        let PartizanSolution { left_first, right_first } = self.solution;
        let only = self.players.get(edge);
        let open = |side| only.is_none_or(|player| player == side);
        let left = open(Side::Left) && is_best(left_first, &right_first.values, from, to);
        let right = open(Side::Right) && is_best(right_first, &left_first.values, from, to);
        Stroke { only, ..Stroke::open(Mark::of_players(left, right)) }
    }

    fn attributes(&self, vertex: Vertex) -> String {
        let PartizanSolution { left_first, right_first } = self.solution;
        let [left, right] = [left_first, right_first].map(|side| side.values.outcome(vertex));
        let class = self.solution.class(vertex);
        format!("left_first={left}, right_first={right}, class={class}")
    }

    fn heading(&self) -> &'static str {
        "For the side to move (left: Left, right: Right):"
    }

    fn mark_text(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::First => "Left's best move",
            Mark::Second => "Right's best move",
            _ => "best move of both",
        }
    }

    fn notes(&self, shown: &Shown) -> Vec<String> {
        let decided = shown.any_of(Outcome::Win) || shown.any_of(Outcome::Lose);
        let mut notes: Vec<String> = decided.then(|| DISTANCES.to_owned()).into_iter().collect();
        for class in PartizanClass::ALL {
            let count = shown.pairs(|left, right| PartizanClass::new(left, right) == class);
            if count > 0 {
                notes.push(format!("class {class}: {} ({count})", meaning(class)));
            }
        }
        notes
    }
}

/// What the letters of a class stand for.
fn meaning(class: PartizanClass) -> &'static str {
    match class {
        PartizanClass::Next => "whoever starts wins",
        PartizanClass::Previous => "whoever starts loses",
        PartizanClass::Left => "Left wins",
        PartizanClass::Right => "Right wins",
        PartizanClass::Draw => "a draw",
        PartizanClass::LeftDraw => "Left wins by starting, else a draw",
        PartizanClass::DrawLeft => "Left draws by starting, else wins",
        PartizanClass::DrawRight => "Right wins by starting, else a draw",
        PartizanClass::RightDraw => "Right draws by starting, else wins",
    }
}
