//! Colours and shapes of outcomes and moves, shared by all kinds of pictures.
//!
//! Win and lose differ in hue (blue and orange, which every common kind of colour blindness keeps
//! apart), in lightness (so that a grey print tells them apart) and in shape; a draw is dashed.
//! Moves of two players differ in hue (violet and crimson: the blue of Left and the red of Right,
//! each a step away from the colours of win and lose) and in their lines.
//!
//! Where positions have owners, shape is theirs, as in the literature on parity games: round for
//! player 0, square for player 1. The colours of win and lose then say which of the two players is
//! better off; their lightness alone still tells them apart.

use retrograde_core::{Outcome, Player, Side};

use crate::face::{Favour, Mark, Stroke};

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
    /// The look in words.
    pub(crate) words: &'static str,
}

/// The height of a node.
pub(crate) const NODE_HEIGHT: f64 = 44.0;
const ROUND: f64 = NODE_HEIGHT / 2.0;
const SQUARE: f64 = 4.0;

pub(crate) const fn look(outcome: Outcome) -> Look {
    match outcome {
        Outcome::Win => Look {
            fill: "#1d6cab",
            border: "#12507f",
            text: "#ffffff",
            best: "#1d6cab",
            dashed: false,
            corner: ROUND,
            words: "blue and round",
        },
        Outcome::Lose => Look {
            fill: "#ffc98a",
            border: "#b85a00",
            text: "#3d1f00",
            best: "#d96b00",
            dashed: false,
            corner: SQUARE,
            words: "orange and square",
        },
        Outcome::Draw => Look {
            fill: "#ffffff",
            border: "#6a7178",
            text: "#30363c",
            best: "#5a6067",
            dashed: true,
            corner: 13.0,
            words: "white and dashed",
        },
    }
}

/// How a position looks that favours somebody, whoever owns it.
pub(crate) const fn favour_look(favour: Favour) -> Look {
    match favour {
        Favour::Player(Player::Zero) => Look { words: "blue", ..look(Outcome::Win) },
        Favour::Player(Player::One) => Look { words: "orange", ..look(Outcome::Lose) },
        Favour::Nobody => Look { words: "white", dashed: false, ..look(Outcome::Draw) },
        Favour::Unknown => Look { words: "grey and dashed", dashed: true, ..ANY },
    }
}

/// How an owner's position looks that favours somebody.
pub(crate) const fn owned_look(owner: Player, favour: Favour) -> Look {
    let corner = match owner {
        Player::Zero => ROUND,
        Player::One => SQUARE,
    };
    Look { corner, ..favour_look(favour) }
}

/// How the positions of an owner look in explanations.
pub(crate) const fn owner_look(owner: Player) -> Look {
    match owner {
        Player::Zero => Look { corner: ROUND, words: "round", ..ANY },
        Player::One => Look { corner: SQUARE, words: "square", ..ANY },
    }
}

/// A position of no particular outcome, for explanations.
pub(crate) const ANY: Look = Look {
    fill: "#e3e6e9",
    border: "#6a7178",
    text: "#30363c",
    best: "#5a6067",
    dashed: false,
    corner: SQUARE,
    words: "grey",
};

/// The frame around two values.
pub(crate) const CARD: Look = Look {
    fill: "#f3f4f6",
    border: "#6a7178",
    text: "#1f2428",
    best: "#5a6067",
    dashed: false,
    corner: 9.0,
    words: "light",
};

/// How the line of a move looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(crate) class: &'static str,
    pub(crate) colour: &'static str,
    pub(crate) width: f64,
    /// Lengths of dash and gap.
    pub(crate) dash: Option<(f64, f64)>,
    /// The width of a white line along the middle, which makes two lines of one.
    pub(crate) core: Option<f64>,
    /// The look in words.
    pub(crate) words: &'static str,
}

/// The pens, in the order their lines lie on each other.
pub(crate) const PENS: [Pen; 13] = [
    OTHER,
    LEFT_ONLY,
    RIGHT_ONLY,
    best_pen(Outcome::Win),
    best_pen(Outcome::Lose),
    best_pen(Outcome::Draw),
    play_pen(Favour::Player(Player::Zero)),
    play_pen(Favour::Player(Player::One)),
    play_pen(Favour::Nobody),
    play_pen(Favour::Unknown),
    SECOND,
    FIRST,
    BOTH,
];

const OTHER: Pen = Pen {
    class: "other",
    colour: OTHER_MOVE,
    width: 1.2,
    dash: None,
    core: None,
    words: "thin and grey",
};
const LEFT_ONLY: Pen = Pen { class: "left", colour: VIOLET, words: "L on a line", ..OTHER };
const RIGHT_ONLY: Pen = Pen { class: "right", colour: CRIMSON, words: "R on a line", ..OTHER };
const FIRST: Pen = Pen { class: "first", colour: VIOLET, width: 2.8, words: "bold", ..OTHER };
const SECOND: Pen = Pen {
    class: "second",
    colour: CRIMSON,
    dash: Some((7.0, 3.5)),
    words: "bold and dashed",
    ..FIRST
};
const BOTH: Pen =
    Pen { class: "both", colour: "#30363c", width: 5.0, core: Some(1.8), words: "double", ..FIRST };

const fn best_pen(outcome: Outcome) -> Pen {
    Pen { class: "best", colour: look(outcome).best, ..FIRST }
}

const fn play_pen(favour: Favour) -> Pen {
    let class = match favour {
        Favour::Player(Player::Zero) => "play-0",
        Favour::Player(Player::One) => "play-1",
        Favour::Nobody => "play",
        Favour::Unknown => "play-unknown",
    };
    Pen { class, colour: favour_look(favour).best, ..FIRST }
}

/// The pen for a move.
pub(crate) fn pen(stroke: Stroke) -> Pen {
    match (stroke.mark, stroke.only) {
        (Mark::Plain, None) => OTHER,
        (Mark::Plain, Some(Side::Left)) => LEFT_ONLY,
        (Mark::Plain, Some(Side::Right)) => RIGHT_ONLY,
        (Mark::Best(outcome), _) => best_pen(outcome),
        (Mark::First, _) => FIRST,
        (Mark::Second, _) => SECOND,
        (Mark::Both, _) => BOTH,
        (Mark::Play(favour), _) => play_pen(favour),
    }
}

/// The letter on the line of a move that one side alone may make.
pub(crate) fn letter(side: Side) -> &'static str {
    match side {
        Side::Left => "L",
        Side::Right => "R",
    }
}

/// The colour of that letter.
pub(crate) fn side_colour(side: Side) -> &'static str {
    match side {
        Side::Left => VIOLET,
        Side::Right => CRIMSON,
    }
}

const VIOLET: &str = "#5a36b5";
const CRIMSON: &str = "#b3173c";
/// The colour of moves that are not best.
pub(crate) const OTHER_MOVE: &str = "#b3bac2";
/// The colour of explanations.
pub(crate) const QUIET_TEXT: &str = "#4a5157";
/// The order in which outcomes are listed.
pub(crate) const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Lose, Outcome::Draw];
