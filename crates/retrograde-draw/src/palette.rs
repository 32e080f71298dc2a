//! Colours and shapes of the three outcomes, shared by all kinds of pictures.
//!
//! Win and lose differ in hue (blue and orange, which every common kind of colour blindness keeps
//! apart), in lightness (so that a grey print tells them apart) and in shape; a draw is dashed.

use retrograde_core::Outcome;

/// How a position with some outcome looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    pub(crate) fill: &'static str,
    pub(crate) border: &'static str,
    pub(crate) text: &'static str,
    /// The colour of best moves from there.
    pub(crate) best: &'static str,
    pub(crate) dashed: bool,
    /// Corner radius: a win is round, a loss square.
    pub(crate) corner: f64,
}

/// The height of a node.
pub(crate) const NODE_HEIGHT: f64 = 44.0;

pub(crate) fn look(outcome: Outcome) -> Look {
    match outcome {
        Outcome::Win => Look {
            fill: "#1d6cab",
            border: "#12507f",
            text: "#ffffff",
            best: "#1d6cab",
            dashed: false,
            corner: NODE_HEIGHT / 2.0,
        },
        Outcome::Lose => Look {
            fill: "#ffc98a",
            border: "#b85a00",
            text: "#3d1f00",
            best: "#d96b00",
            dashed: false,
            corner: 4.0,
        },
        Outcome::Draw => Look {
            fill: "#ffffff",
            border: "#6a7178",
            text: "#30363c",
            best: "#5a6067",
            dashed: true,
            corner: 13.0,
        },
    }
}

/// A position of no particular outcome, for explanations.
pub(crate) const ANY: Look = Look {
    fill: "#e3e6e9",
    border: "#6a7178",
    text: "#30363c",
    best: "#5a6067",
    dashed: false,
    corner: 4.0,
};

/// The colour of moves that are not best.
pub(crate) const OTHER_MOVE: &str = "#b3bac2";
/// The colour of explanations.
pub(crate) const QUIET_TEXT: &str = "#4a5157";
/// The order in which outcomes are listed.
pub(crate) const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Lose, Outcome::Draw];
