//! Pong Hau K'i: two men each on five points, and whoever is shut in loses.

use super::men::{Men, Turn, joined};
use super::slides::{SlideRules, Slides};
use crate::catalogue::Listing;

/// The points joined to each: `a` and `b` at the top, `c` in the middle, `d` and `e` at the bottom.
/// No line joins `a` to `b`.
const NEIGHBOURS: [u32; 5] = [0b01100, 0b10100, 0b11011, 0b10101, 0b01110];

/// Each side has two men on the corners of a square with diagonals and three sides, and moves one of
/// them along a line to the free point in turn. Whoever cannot move loses.
///
/// ```
/// use retrograde_games::rules::PongHauKi;
/// use retrograde_games::Game;
/// let game = PongHauKi::new();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "oo/./xx:x");
/// let next = game.play(&start, &game.parse_move(&start, "d-c").unwrap());
/// assert_eq!(game.show(&next), "oo/x/.x:o");
/// ```
pub type PongHauKi = Slides<PongHauKiRules>;

/// The rules of [`PongHauKi`].
#[derive(Clone, Copy, Debug)]
pub struct PongHauKiRules;

impl SlideRules for PongHauKiRules {
    const ROWS: &'static [usize] = &[2, 1, 2];

    const START: Men = Men { x: 0b11000, o: 0b00011, turn: Turn::X };

    fn allows(_: &Men, from: u8, to: u8) -> bool {
        NEIGHBOURS[usize::from(from)] >> to & 1 == 1
    }

    /// Left and right may change places.
    fn symmetries() -> Vec<Vec<u8>> {
        vec![vec![0, 1, 2, 3, 4], vec![1, 0, 2, 4, 3]]
    }

    fn point_name(point: u8) -> String {
        char::from(b'a' + point).to_string()
    }

    fn picture(men: &Men) -> String {
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|point| men.letter(point));
        format!("a {a}   {b} b\n  |\\ /|\n  | {c} | c\n  |/ \\|\nd {d}---{e} e")
    }

    fn places() -> Vec<(f32, f32)> {
        vec![(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (0.0, 2.0), (2.0, 2.0)]
    }

    fn lines() -> Vec<[u32; 2]> {
        joined(&NEIGHBOURS)
    }

    const LISTING: Listing = Listing {
        name: "pong-hau-ki",
        title: "Pong Hau K'i",
        aliases: &[],
        parameters: "",
        example: "pong-hau-ki",
        summary: "two men each on five points; who cannot move loses",
        rules: "Each side has two men on five points, the middle and the corners of a square with \
                one side left out, and moves one along a line to the free point in turn. Whoever \
                cannot move loses.",
        known: "a draw by endless play (P. D. Straffin, Position graphs for Pong Hau K'i and Mu \
                Torere, 1995)",
        impartial: false,
        dense: false,
    };
}
