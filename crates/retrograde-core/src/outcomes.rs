//! Win, lose or draw for every vertex, in two bits each.

use crate::bitmap::Bitmap;
use crate::graph::Vertex;
use crate::value::Outcome;

/// The outcome of every vertex, without distances: a quarter of a byte a vertex.
///
/// ```
/// use retrograde_core::{Outcome, Outcomes};
/// let outcomes: Outcomes = [Outcome::Draw, Outcome::Win].into_iter().collect();
/// assert_eq!(outcomes.get(1), Outcome::Win);
/// assert_eq!(outcomes.count(Outcome::Lose), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes {
    win: Bitmap,
    lose: Bitmap,
}

impl Outcomes {
    /// Outcomes from the vertices won and the vertices lost; the others are drawn.
    ///
    /// # Panics
    /// If the two differ in length or a vertex is both won and lost.
    #[must_use]
    pub fn from_parts(win: Bitmap, lose: Bitmap) -> Self {
        assert_eq!(win.len(), lose.len(), "one entry a vertex");
        assert!(
            win.words().iter().zip(lose.words()).all(|(w, l)| w & l == 0),
            "no vertex is both won and lost"
        );
        Outcomes { win, lose }
    }

    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.win.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.win.is_empty()
    }

    /// The outcome of `vertex`.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Outcome {
        if self.win.get(vertex as usize) {
            Outcome::Win
        } else if self.lose.get(vertex as usize) {
            Outcome::Lose
        } else {
            Outcome::Draw
        }
    }

    /// The outcomes in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = Outcome> + '_ {
        (0..self.len() as Vertex).map(|vertex| self.get(vertex))
    }

    /// How many vertices have this outcome.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        match outcome {
            Outcome::Win => self.win.count_ones(),
            Outcome::Lose => self.lose.count_ones(),
            Outcome::Draw => self.len() - self.win.count_ones() - self.lose.count_ones(),
        }
    }

    /// The vertices that are won.
    #[must_use]
    pub fn won(&self) -> &Bitmap {
        &self.win
    }

    /// The vertices that are lost.
    #[must_use]
    pub fn lost(&self) -> &Bitmap {
        &self.lose
    }
}

impl FromIterator<Outcome> for Outcomes {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Self {
        let (mut win, mut lose) = (Bitmap::default(), Bitmap::default());
        for (vertex, outcome) in outcomes.into_iter().enumerate() {
            win.grow(vertex + 1);
            lose.grow(vertex + 1);
            match outcome {
                Outcome::Win => win.set(vertex),
                Outcome::Lose => lose.set(vertex),
                Outcome::Draw => {}
            }
        }
        Outcomes { win, lose }
    }
}
