//! What a picture turned out to show, and the explanations that calls for.

use retrograde_core::{Outcome, Player, Side, Vertex};

use crate::face::{Face, Favour, Mark, Stroke};
use crate::legend::{Entry, Sign};
use crate::paint::Paint;
use crate::palette::OUTCOMES;

/// Counts of what was drawn.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// Positions with one value, by outcome.
    single: [usize; 3],
    /// Positions with two values, by the outcomes left and right.
    double: [[usize; 3]; 3],
    two_valued: bool,
    /// Positions that favour somebody, in the order of [`Favour::ALL`].
    favours: [usize; Favour::ALL.len()],
    /// Whether positions of player 0 and of player 1 are shown.
    owners: [bool; 2],
    pub(crate) loopy: bool,
    rings: bool,
    hidden_moves: bool,
    /// The marks in the order they are explained.
    marks: [bool; MARKS.len()],
    left_only: bool,
    right_only: bool,
    other_moves: bool,
    pub(crate) weights: bool,
}

/// Marks with an explanation of their own.
const MARKS: [Mark; 5] =
    [Mark::Best(Outcome::Win), Mark::First, Mark::Second, Mark::Both, Mark::Play(Favour::Nobody)];

impl Shown {
    pub(crate) fn add_vertex(
        &mut self,
        paint: &dyn Paint,
        vertex: Vertex,
        face: &Face,
        ringed: bool,
        hidden: usize,
    ) {
        match face {
            Face::One(badge) => self.single[place(badge.outcome)] += 1,
            Face::Two { badges: [left, right], .. } => {
                self.two_valued = true;
                self.double[place(left.outcome)][place(right.outcome)] += 1;
            }
            Face::Owned { owner, favour, .. } => {
                self.favours[favour_place(*favour)] += 1;
                self.owners[usize::from(owner.number())] = true;
            }
        }
        self.loopy |= paint.is_loopy(vertex);
        self.rings |= ringed;
        self.hidden_moves |= hidden > 0;
    }

    pub(crate) fn add_move(&mut self, stroke: Stroke) {
        let mark = match stroke.mark {
            Mark::Best(_) => Mark::Best(Outcome::Win),
            Mark::Play(_) => Mark::Play(Favour::Nobody),
            mark => mark,
        };
        if let Some(at) = MARKS.iter().position(|&known| known == mark) {
            self.marks[at] = true;
        }
        self.weights |= stroke.weights.is_some();
        match stroke.only {
            Some(Side::Left) => self.left_only = true,
            Some(Side::Right) => self.right_only = true,
            None => self.other_moves |= mark == Mark::Plain,
        }
    }

    /// Whether any value shown has this outcome.
    pub(crate) fn any_of(&self, outcome: Outcome) -> bool {
        self.single[place(outcome)] > 0
            || self.pairs(|left, right| left == outcome || right == outcome) > 0
    }

    /// How many positions favour this player, or whatever it is.
    pub(crate) fn favouring(&self, favour: Favour) -> usize {
        self.favours[favour_place(favour)]
    }

    /// How many positions have two values of which `wanted` holds.
    pub(crate) fn pairs(&self, wanted: impl Fn(Outcome, Outcome) -> bool) -> usize {
        let pairs = OUTCOMES.into_iter().flat_map(|left| OUTCOMES.map(|right| (left, right)));
        pairs
            .filter(|&(left, right)| wanted(left, right))
            .map(|(left, right)| self.double[place(left)][place(right)])
            .sum()
    }

    /// The explanations, in order.
    pub(crate) fn entries(&self, paint: &dyn Paint) -> Vec<Entry> {
        let mut entries = vec![Entry::new(Sign::Nothing, paint.heading())];
        for outcome in OUTCOMES {
            if paint.explains_absent_looks() || self.any_of(outcome) {
                let text = format!("{} ({})", paint.look_text(outcome), self.count(outcome));
                entries.push(Entry::new(Sign::Look(outcome), text));
            }
        }
        for (favour, count) in Favour::ALL.into_iter().zip(self.favours) {
            if count > 0 {
                let text = format!("{} ({count})", paint.favour_text(favour));
                entries.push(Entry::new(Sign::Colour(favour), text));
            }
        }
        for owner in [Player::Zero, Player::One] {
            if self.owners[usize::from(owner.number())] {
                entries.push(Entry::new(Sign::Shape(owner), format!("player {owner} moves")));
            }
        }
        for (mark, _) in MARKS.into_iter().zip(self.marks).filter(|(_, shown)| *shown) {
            entries.push(Entry::new(Sign::Move(Stroke::open(mark)), paint.mark_text(mark)));
        }
        let only = |side| Sign::Move(Stroke { only: Some(side), ..Stroke::open(Mark::Plain) });
        let optional = [
            (self.left_only, only(Side::Left), "only Left may move"),
            (self.right_only, only(Side::Right), "only Right may move"),
            (self.other_moves, Sign::Move(Stroke::open(Mark::Plain)), "other move"),
            (self.rings, Sign::Ring, paint.ring_text()),
        ];
        let wanted = optional.into_iter().filter(|(wanted, ..)| *wanted);
        entries.extend(wanted.map(|(_, sign, text)| Entry::new(sign, text)));
        let notes = paint.notes(self);
        entries.extend(notes.into_iter().map(|note| Entry::new(Sign::Nothing, note)));
        if self.hidden_moves {
            entries.push(Entry::new(Sign::Nothing, "(+n): n moves not shown"));
        }
        entries
    }

    /// How many values have this outcome; two counts where positions have two values.
    fn count(&self, outcome: Outcome) -> String {
        if self.two_valued {
            let left = self.pairs(|left, _| left == outcome);
            let right = self.pairs(|_, right| right == outcome);
            format!("{left} | {right}")
        } else {
            self.single[place(outcome)].to_string()
        }
    }
}

fn place(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Win => 0,
        Outcome::Lose => 1,
        Outcome::Draw => 2,
    }
}

fn favour_place(favour: Favour) -> usize {
    match favour {
        Favour::Player(player) => usize::from(player.number()),
        Favour::Nobody => 2,
        Favour::Unknown => 3,
    }
}
