//! Mū tōrere: four men each on a star of eight points with a middle.

use super::men::{Men, Turn};
use super::slides::{SlideRules, Slides};
use crate::catalogue::Listing;

/// The kewai are points 0 to 7, the pūtahi in the middle is point 8.
const CENTRE: u8 = 8;
const KEWAI: u32 = 0xff;

/// Each side has four men on a ring of eight points, the kewai, whose middle, the pūtahi, is free.
/// A man moves to the free point: along the ring to a neighbour, from the middle to anywhere, and to
/// the middle only if a man of the other side stands beside him. Whoever cannot move loses.
///
/// The condition on moves to the middle holds throughout the game, as M. Ascher (1987) and most of
/// the later literature have it; some put it on the first moves only.
///
/// ```
/// use retrograde_games::rules::MuTorere;
/// use retrograde_games::Game;
/// let game = MuTorere::new();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "xxxxoooo/.:x");
/// // Only the men at the ends of the row have a neighbour of the other side.
/// assert!(game.parse_move(&start, "1-0").is_some());
/// assert!(game.parse_move(&start, "2-0").is_none());
/// ```
pub type MuTorere = Slides<MuTorereRules>;

/// The rules of [`MuTorere`].
#[derive(Clone, Copy, Debug)]
pub struct MuTorereRules;

/// The points of the ring beside those of a set.
fn beside(set: u32) -> u32 {
    let ring = set & KEWAI;
    (ring << 1 | ring >> 7 | ring >> 1 | ring << 7) & KEWAI
}

impl SlideRules for MuTorereRules {
    const ROWS: &'static [usize] = &[8, 1];

    const START: Men = Men { x: 0x0f, o: 0xf0, turn: Turn::X };

    fn allows(men: &Men, from: u8, to: u8) -> bool {
        let reached = match (from, to) {
            (CENTRE, _) => KEWAI,
            (_, CENTRE) => return beside(men.others()) >> from & 1 == 1,
            _ => beside(1 << from),
        };
        reached >> to & 1 == 1
    }

    /// The ring may be turned, and turned over.
    fn symmetries() -> Vec<Vec<u8>> {
        let image = |symmetry: u8, point: u8| match (point, symmetry < 8) {
            (CENTRE, _) => CENTRE,
            (_, true) => (point + symmetry) % 8,
            (_, false) => (16 - point + symmetry) % 8,
        };
        (0..16).map(|symmetry| (0..9).map(|point| image(symmetry, point)).collect()).collect()
    }

    fn point_name(point: u8) -> String {
        (if point == CENTRE { 0 } else { point + 1 }).to_string()
    }

    fn picture(men: &Men) -> String {
        let ring = [[7, 0, 1], [6, CENTRE, 2], [5, 4, 3]];
        let point = |point: u8| format!("{}:{}", Self::point_name(point), men.letter(point.into()));
        ring.map(|row| row.map(point).join("  ")).join("\n")
    }

    /// The ring begins at the top and goes the way of a clock.
    fn places() -> Vec<(f32, f32)> {
        let on_ring = |point: u32| {
            let angle = point as f32 * std::f32::consts::FRAC_PI_4;
            (1.6 + 1.6 * angle.sin(), 1.6 - 1.6 * angle.cos())
        };
        (0..8).map(on_ring).chain([(1.6, 1.6)]).collect()
    }

    fn lines() -> Vec<[u32; 2]> {
        (0..8).flat_map(|point| [[point, (point + 1) % 8], [point, CENTRE.into()]]).collect()
    }

    const LISTING: Listing = Listing {
        name: "mu-torere",
        title: "Mū tōrere",
        aliases: &[],
        parameters: "",
        example: "mu-torere",
        summary: "four men each on a ring; who cannot move loses",
        rules: "Each side has four men on a ring of eight points with a free middle, and moves one \
                to the free point in turn: along the ring, out of the middle, or into it if an \
                enemy stands beside him. Whoever cannot move loses.",
        known: "a draw by endless play (M. Ascher, Mu Torere: an analysis of a Maori game, 1987)",
        impartial: false,
        dense: false,
    };
}
