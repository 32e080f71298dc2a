//! Partizan games: a value with Left to move, one with Right to move, and the class.

use retrograde_core::{
    Column, Outcome, OutcomeSolution, Outcomes, PartizanClass, PartizanOutcomes, PartizanSolution,
    Side, Terms, Vertex,
};

use super::Paint;
use super::outcome::{DISTANCES, Valued, badge, in_words, is_best, worth};
use crate::face::{Face, Mark, Stroke};
use crate::shown::Shown;

pub(super) struct PartizanPaint<'a> {
    /// With Left and with Right to move.
    outcomes: [&'a Outcomes; 2],
    /// The same with distances and moves, where they are known.
    sides: Option<[&'a OutcomeSolution; 2]>,
    players: &'a Column<Side>,
}

impl<'a> PartizanPaint<'a> {
    pub(super) fn new(outcomes: &'a PartizanOutcomes, players: &'a Column<Side>) -> Self {
        let PartizanOutcomes { left_first, right_first } = outcomes;
        PartizanPaint { outcomes: [left_first, right_first], sides: None, players }
    }

    pub(super) fn with_distances(
        solution: &'a PartizanSolution,
        players: &'a Column<Side>,
    ) -> Self {
        let sides = [&solution.left_first, &solution.right_first];
        let outcomes = sides.map(|side| side.values.outcomes());
        PartizanPaint { outcomes, sides: Some(sides), players }
    }

    fn worth(&self, vertex: Vertex) -> [Valued; 2] {
        match self.sides {
            Some(sides) => sides.map(|side| worth(side, vertex)),
            None => self.outcomes.map(|outcomes| (outcomes.get(vertex), None)),
        }
    }

    fn class(&self, vertex: Vertex) -> PartizanClass {
        let [left, right] = self.outcomes.map(|outcomes| outcomes.get(vertex));
        PartizanClass::new(left, right)
    }
}

impl Paint for PartizanPaint<'_> {
    fn face(&self, vertex: Vertex) -> Face {
        let badges = self.worth(vertex).map(|worth| badge(worth, Terms::WinLose));
        Face::Two { badges, between: self.class(vertex).as_str() }
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let [left, right] = self.worth(vertex).map(|worth| in_words(worth, Terms::WinLose));
        let class = self.class(vertex);
        format!("{class}, {left} with Left to move, {right} with Right to move")
    }

    /// Without distances no move is marked: one that keeps a value need not achieve it.
    fn stroke(&self, from: Vertex, to: Vertex, edge: usize) -> Stroke {
        let only = self.players.get(edge);
        let open = |side| only.is_none_or(|player| player == side);
        let mark = self.sides.map_or(Mark::Plain, |[left, right]| {
            let of_left = open(Side::Left) && is_best(left, &right.values, from, to);
            let of_right = open(Side::Right) && is_best(right, &left.values, from, to);
            Mark::of_players(of_left, of_right)
        });
        Stroke { only, ..Stroke::open(mark) }
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
        let numbered = decided && self.sides.is_some();
        let mut notes: Vec<String> = numbered.then(|| DISTANCES.to_owned()).into_iter().collect();
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
