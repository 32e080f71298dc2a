//! Grundy values, with the outcome that follows from each.

use std::fmt::Write;

use retrograde_core::{Grundy, GrundyValues, Outcome, Solution, Vertex};

use super::Paint;
use crate::face::{Badge, Face, Mark, Stroke};
use crate::shown::Shown;

pub(super) struct GrundyPaint<'a> {
    pub(super) values: &'a GrundyValues,
}

/// More characters than this are left out within the braces of a loopy value.
const MOST_LETTERS: usize = 14;

impl Paint for GrundyPaint<'_> {
    fn face(&self, vertex: Vertex) -> Face {
        let value = self.values.get(vertex);
        Face::One(Badge { outcome: value.outcome(), text: short(value) })
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let value = self.values.get(vertex);
        format!("Grundy value {value}, {}", value.outcome())
    }

    /// A move to zero wins.
    fn stroke(&self, from: Vertex, to: Vertex, _edge: usize) -> Stroke {
        let [before, after] = [from, to].map(|vertex| self.values.finite(vertex) == Some(0));
        let winning = after && !before;
        Stroke::open(if winning { Mark::Best(Outcome::Win) } else { Mark::Plain })
    }

    fn attributes(&self, _solution: &Solution, vertex: Vertex) -> String {
        let value = self.values.get(vertex);
        format!("grundy=\"{value}\", outcome={}", value.outcome())
    }

    fn is_loopy(&self, vertex: Vertex) -> bool {
        self.values.finite(vertex).is_none()
    }

    fn heading(&self) -> &'static str {
        "Grundy value below the name; for the player to move:"
    }

    fn mark_text(&self, _mark: Mark) -> &'static str {
        "winning move"
    }

    fn notes(&self, shown: &Shown) -> Vec<String> {
        let loopy = "inf{…}: loopy, with the finite values it can move to";
        shown.loopy.then(|| loopy.to_owned()).into_iter().collect()
    }
}

/// The value, with the end of a long set left out.
fn short(value: Grundy<'_>) -> String {
    let Grundy::Loopy(options) = value else { return value.to_string() };
    let mut text = "inf{".to_owned();
    for (index, option) in options.iter().enumerate() {
        let before = text.len();
        // Writing to a string cannot fail.
        let _ = write!(text, "{}{option}", if index == 0 { "" } else { "," });
        if text.len() > MOST_LETTERS && index > 0 {
            text.truncate(before);
            text.push_str(",…");
            break;
        }
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_sets_lose_their_end() {
        assert_eq!(short(Grundy::Finite(7)), "7");
        assert_eq!(short(Grundy::Loopy(&[])), "inf{}");
        assert_eq!(short(Grundy::Loopy(&[0, 1, 2, 3, 4])), "inf{0,1,2,3,4}");
        assert_eq!(short(Grundy::Loopy(&[0, 1, 2, 3, 4, 5])), "inf{0,1,2,3,4,…}");
        assert_eq!(short(Grundy::Loopy(&[2_000_000_000, 2_000_000_001])), "inf{2000000000,…}");
    }
}
