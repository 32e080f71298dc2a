//! The kit finds what is wrong with games that are wrong, and nothing else.

use crate::by_spec;

use std::ops::Range;

use retrograde_core::{Graph, Names, Outcome};
use retrograde_games::catalogue::Files;
use retrograde_games::kit::{self, KitFault, KitOptions, Report};
use retrograde_games::picture::{Board, Man, Setup, Style, Touch};
use retrograde_games::{Game, Gifts, Look, ParseError, SlotMoves};

/// Two piles of together at most four stones, left and right the same: a stone is taken away or moved
/// to the other pile, and whoever finds no stones has lost. With a flaw in one of its methods.
#[derive(Clone, Copy)]
struct Piles {
    flaw: Flaw,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flaw {
    None,
    ParseRefuses,
    ShowForgets,
    MovesLookAlike,
    MoveMisread,
    MoveAfterEnd,
    MovesReplaced,
    PlayPanics,
    BoardForgets,
    BoardTooSmall,
    CanonicalWanders,
    CanonicalChangesVerdict,
    CanonicalChangesMoves,
    RankTooLarge,
    RankOfTurned,
    UnrankElsewhere,
    UnrankTurned,
    UnrankHole,
    UnrankPanics,
    TiersGap,
    TiersShort,
    TiersOverlap,
    TiersTooLong,
    TierRises,
    LeadsToTooFew,
    LeadsToLater,
    UnmovesSometimes,
    UnmoveMissing,
    UnmoveWrong,
    UnmoveFromTheEnd,
    SlotLookHole,
    SlotLookMoves,
    SlotLeaving,
    SlotBeforeMissing,
    SlotBeforeWrong,
    SlotBeforeTwice,
    SlotHole,
    /// Moves that give the game away are said to be left out and are not.
    SlotGifts,
}

type Pair = (u8, u8);

const STONE: Man = Man::new('o', "counter", None, "stone");
const MOST: u8 = 4;
const EACH: u64 = MOST as u64 + 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    TakeLeft,
    TakeRight,
    ShiftLeft,
    ShiftRight,
}

impl Game for Piles {
    type Position = Pair;
    type Move = Step;

    fn start(&self) -> Option<Pair> {
        Some((3, 1))
    }

    fn verdict(&self, &(left, right): &Pair) -> Option<Outcome> {
        let changed = self.flaw == Flaw::CanonicalChangesVerdict && (left, right) == (3, 1);
        (changed || left + right == 0).then_some(Outcome::Lose)
    }

    fn moves(&self, &(left, right): &Pair, moves: &mut Vec<Step>) {
        if self.flaw == Flaw::MovesReplaced {
            moves.clear();
        }
        if left > 0 {
            moves.extend([Step::TakeLeft, Step::ShiftRight]);
        }
        if right > 0 && !(self.flaw == Flaw::CanonicalChangesMoves && left > right) {
            moves.extend([Step::TakeRight, Step::ShiftLeft]);
        }
    }

    fn play(&self, &(left, right): &Pair, step: &Step) -> Pair {
        match step {
            Step::TakeLeft if self.flaw == Flaw::PlayPanics && left == 1 => panic!("no such stone"),
            Step::TakeLeft => (left - 1, right),
            Step::TakeRight => (left, right - 1),
            Step::ShiftLeft => (left + 1, right - 1),
            Step::ShiftRight => (left - 1, right + 1),
        }
    }

    fn show(&self, &(left, right): &Pair) -> String {
        match self.flaw {
            Flaw::ShowForgets => format!("{}+{right}", left.min(2)),
            _ => format!("{left}+{right}"),
        }
    }

    fn parse(&self, text: &str) -> Result<Pair, ParseError> {
        let wrong = || ParseError::new("write two piles, such as 3+1");
        let (left, right) = text.split_once('+').ok_or_else(wrong)?;
        let pair = (left.parse().map_err(|_| wrong())?, right.parse().map_err(|_| wrong())?);
        if self.flaw == Flaw::ParseRefuses && pair == (1, 1) { Err(wrong()) } else { Ok(pair) }
    }

    fn show_move(&self, &(left, _): &Pair, step: &Step) -> String {
        match (self.flaw, step) {
            (Flaw::MovesLookAlike, Step::TakeRight) if left > 0 => "TakeLeft".to_owned(),
            _ => format!("{step:?}"),
        }
    }

    fn parse_move(&self, position: &Pair, text: &str) -> Option<Step> {
        let steps = [Step::TakeLeft, Step::TakeRight, Step::ShiftLeft, Step::ShiftRight];
        let step = steps.into_iter().find(|step| self.show_move(position, step) == text)?;
        let mut legal = Vec::new();
        if self.verdict(position).is_none() {
            self.moves(position, &mut legal);
        }
        match self.flaw {
            Flaw::MoveAfterEnd => Some(step),
            Flaw::MoveMisread if step == Step::ShiftLeft => Some(Step::ShiftRight),
            _ => legal.contains(&step).then_some(step),
        }
    }

    fn picture(&self, &(left, right): &Pair, _: bool) -> Board {
        let mut board = Board::new(Style::Heaps, &[STONE]);
        board.place(0.0, 0.0, "left");
        board.place(1.0, 0.0, "right");
        board.put(0, STONE, left.into());
        board.put(1, STONE, if self.flaw == Flaw::BoardForgets { 1 } else { right.into() });
        board
    }

    fn touches(&self, _: &Pair, step: &Step, _: bool) -> Vec<Touch> {
        let place = match step {
            Step::TakeRight if self.flaw == Flaw::BoardTooSmall => 2,
            Step::TakeLeft | Step::ShiftRight => 0,
            Step::TakeRight | Step::ShiftLeft => 1,
        };
        vec![vec![vec![place]]]
    }

    fn position_from(&self, setup: &Setup) -> Result<Pair, ParseError> {
        let counts = setup.counts(&[STONE], 2)?;
        Ok((counts[0][0] as u8, counts[1][0] as u8))
    }

    fn canonical(&self, &(left, right): &Pair) -> Pair {
        match self.flaw {
            Flaw::CanonicalWanders if left + right == 4 => ((left + 1) % 5, 4 - (left + 1) % 5),
            _ => (left.min(right), left.max(right)),
        }
    }

    fn slots(&self) -> Option<u64> {
        Some(EACH * EACH)
    }

    fn rank(&self, &(left, right): &Pair) -> u64 {
        let low = match self.flaw {
            Flaw::RankOfTurned => left,
            _ => left.min(right),
        };
        let slot = u64::from(left + right) * EACH + u64::from(low);
        match self.flaw {
            Flaw::RankTooLarge if (left, right) == (2, 1) => EACH * EACH,
            // Tiers in the wrong order: more stones, earlier slots.
            Flaw::TierRises => EACH * EACH - 1 - slot,
            _ => slot,
        }
    }

    fn unrank(&self, slot: u64) -> Option<Pair> {
        let slot = if self.flaw == Flaw::TierRises { EACH * EACH - 1 - slot } else { slot };
        let (total, low) = ((slot / EACH) as u8, (slot % EACH) as u8);
        let high = total.checked_sub(low).filter(|&high| low <= high)?;
        match self.flaw {
            Flaw::UnrankElsewhere if total == 2 => Some((0, 2)),
            Flaw::UnrankTurned if total == 2 => Some((high, low)),
            Flaw::UnrankHole if (low, high) == (1, 2) => None,
            Flaw::UnrankPanics if total == 2 => panic!("no such slot"),
            _ => Some((low, high)),
        }
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        let last = EACH * EACH;
        match self.flaw {
            Flaw::TiersGap => vec![0..EACH, EACH + 1..last],
            Flaw::TiersShort => vec![0..EACH, EACH..last - 1],
            Flaw::TiersOverlap => vec![0..EACH, EACH - 1..last],
            Flaw::TiersTooLong => vec![0..EACH, EACH..last + 1],
            _ => (0..EACH).map(|total| total * EACH..(total + 1) * EACH).collect(),
        }
    }

    #[allow(clippy::single_range_in_vec_init, reason = "one range of tiers is usual")]
    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        match self.flaw {
            // Shifting a stone leaves as many.
            Flaw::LeadsToTooFew if tier == 3 => vec![0..tier],
            Flaw::LeadsToLater if tier == 3 => vec![0..tier, tier..tier + 2],
            Flaw::TierRises => vec![0..tier + 1],
            _ => vec![tier.saturating_sub(1)..tier, tier..tier + 1],
        }
    }

    fn unmoves(&self, &(left, right): &Pair, before: &mut Vec<Pair>) -> bool {
        if right > 0 {
            before.push((left + 1, right - 1));
        }
        if left > 0 && self.flaw != Flaw::UnmoveMissing {
            before.push((left - 1, right + 1));
        }
        match self.flaw {
            Flaw::UnmoveWrong if left + right == 2 => before.push((2, 2)),
            Flaw::UnmoveFromTheEnd if left + right == 1 => before.push((0, 0)),
            Flaw::UnmovesSometimes if left + right == 3 => {
                before.clear();
                return false;
            }
            _ => {}
        }
        true
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        // The slots are those of a game without other flaws.
        let flaws = [
            Flaw::None,
            Flaw::SlotLookHole,
            Flaw::SlotLookMoves,
            Flaw::SlotLeaving,
            Flaw::SlotBeforeMissing,
            Flaw::SlotBeforeWrong,
            Flaw::SlotBeforeTwice,
            Flaw::SlotHole,
            Flaw::SlotGifts,
        ];
        flaws.contains(&self.flaw).then_some(self as &dyn SlotMoves)
    }
}

impl SlotMoves for Piles {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        let flaw = |flaw| self.flaw == flaw && slot / EACH == 3;
        let Some((low, high)) = self.unrank(slot) else {
            return match self.flaw {
                Flaw::SlotHole => Look::Open { replies: 0 },
                _ => Look::Hole,
            };
        };
        if high == 0 {
            return Look::Over(Outcome::Lose);
        }
        if flaw(Flaw::SlotLookHole) {
            return Look::Hole;
        }
        let taken = [(low, high - 1), (low.wrapping_sub(1), high)];
        let most = if low == 0 || flaw(Flaw::SlotLeaving) { 1 } else { 2 };
        leaving.extend(taken[..most].iter().map(|pair| self.rank(pair)));
        // From two equal piles both shifts lead to the same.
        let replies = if low == 0 || low == high { 1 } else { 2 };
        Look::Open { replies: replies + usize::from(flaw(Flaw::SlotLookMoves)) }
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let Some((low, high)) = self.unrank(slot) else { return };
        let mut slots: Vec<u64> = Vec::new();
        if high > 0 {
            slots.push(self.rank(&(low + 1, high - 1)));
        }
        if low > 0 {
            slots.push(self.rank(&(low - 1, high + 1)));
        }
        slots.sort_unstable();
        slots.dedup();
        // A slot without a position does no harm.
        slots.push(EACH - 1);
        match self.flaw {
            Flaw::SlotBeforeMissing if low > 0 => drop(slots.remove(0)),
            Flaw::SlotBeforeWrong => slots.push(self.rank(&(0, 0))),
            Flaw::SlotBeforeTwice => slots.push(slots[0]),
            _ => {}
        }
        before.extend(slots);
    }

    fn gifts(&self) -> Gifts {
        // They are counted all the same.
        if self.flaw == Flaw::SlotGifts { Gifts::LeftOut } else { Gifts::Counted }
    }
}

fn check(flaw: Flaw, slots: u64) -> Result<Report, KitFault> {
    kit::check(&Piles { flaw }, &KitOptions { slots, ..KitOptions::default() })
}

#[test]
fn a_sound_game_passes_in_every_aspect() {
    let report = check(Flaw::None, 100).unwrap();
    assert_eq!(report.slots, 25);
    // All pairs with at most four stones.
    assert_eq!(report.positions, 15);
    assert_eq!((report.over, report.turned), (1, 6));
    assert_eq!((report.boards, report.touched), (15, 40));
    assert!(report.moves == 40 && report.unmoves == 20, "{report:?}");
    assert_eq!(check(Flaw::None, 7).unwrap().slots, 7);
}

#[test]
fn every_flaw_is_found_on_plays_and_on_slots() {
    type Expected = fn(&KitFault) -> bool;
    let flaws: [(Flaw, Expected); 36] = [
        (Flaw::ParseRefuses, |f| matches!(f, KitFault::Unreadable { shown, .. } if shown == "1+1")),
        (Flaw::ShowForgets, |f| matches!(f, KitFault::Misread { .. })),
        (Flaw::MovesLookAlike, |f| matches!(f, KitFault::MovesAlike { .. })),
        (Flaw::MoveMisread, |f| matches!(f, KitFault::MoveMisread { .. })),
        (
            Flaw::MoveAfterEnd,
            |f| matches!(f, KitFault::MoveAfterEnd { position, .. } if position == "0+0"),
        ),
        (Flaw::MovesReplaced, |f| matches!(f, KitFault::NotAppended { .. })),
        (
            Flaw::PlayPanics,
            |f| matches!(f, KitFault::Panic { message, .. } if message == "no such stone"),
        ),
        (Flaw::BoardForgets, |f| matches!(f, KitFault::OtherBoard { .. })),
        (Flaw::BoardTooSmall, |f| matches!(f, KitFault::OffBoard { place: 2, places: 2, .. })),
        (Flaw::CanonicalWanders, |f| {
            matches!(
                f,
                KitFault::CanonicalDiffers { .. }
                    | KitFault::NotCanonical { .. }
                    | KitFault::NotFoundAgain { .. }
            )
        }),
        (Flaw::CanonicalChangesVerdict, |f| {
            matches!(f, KitFault::SymmetryVerdict { .. } | KitFault::UnmoveWrong { .. })
        }),
        (Flaw::CanonicalChangesMoves, |f| {
            matches!(f, KitFault::SymmetryMoves { .. } | KitFault::UnmoveWrong { .. })
        }),
        (Flaw::RankTooLarge, |f| matches!(f, KitFault::NoSlot { slot: 25, slots: 25, .. })),
        (Flaw::RankOfTurned, |f| matches!(f, KitFault::NotFoundAgain { .. })),
        (Flaw::UnrankElsewhere, |f| {
            matches!(f, KitFault::WrongSlot { .. } | KitFault::NotFoundAgain { .. })
        }),
        (Flaw::UnrankTurned, |f| {
            matches!(f, KitFault::NotCanonical { .. } | KitFault::NotFoundAgain { .. })
        }),
        (Flaw::UnrankHole, |f| matches!(f, KitFault::NotFoundAgain { found: None, .. })),
        (
            Flaw::UnrankPanics,
            |f| matches!(f, KitFault::Panic { message, .. } if message == "no such slot"),
        ),
        (Flaw::TiersGap, |f| matches!(f, KitFault::TierGap { slot: 5 })),
        (Flaw::TiersShort, |f| matches!(f, KitFault::TierGap { slot: 24 })),
        (Flaw::TiersOverlap, |f| matches!(f, KitFault::TierOverlap { slot: 4, .. })),
        (Flaw::TiersTooLong, |f| matches!(f, KitFault::TierOverlap { slot: 25, .. })),
        (Flaw::TierRises, |f| matches!(f, KitFault::TierRises { .. })),
        (Flaw::LeadsToTooFew, |f| matches!(f, KitFault::TierNotLedTo { from: 3, to: 3, .. })),
        (Flaw::LeadsToLater, |f| matches!(f, KitFault::LeadsToLater { from: 3, to: 4 })),
        (Flaw::UnmovesSometimes, |f| matches!(f, KitFault::UnmovesSometimes { .. })),
        (Flaw::UnmoveMissing, |f| matches!(f, KitFault::UnmoveMissing { .. })),
        (
            Flaw::UnmoveWrong,
            |f| matches!(f, KitFault::UnmoveWrong { earlier, .. } if earlier == "2+2"),
        ),
        (
            Flaw::UnmoveFromTheEnd,
            |f| matches!(f, KitFault::UnmoveWrong { earlier, .. } if earlier == "0+0"),
        ),
        (Flaw::SlotLookHole, |f| matches!(f, KitFault::SlotLook { look: Look::Hole, .. })),
        (Flaw::SlotLookMoves, |f| matches!(f, KitFault::SlotLook { .. })),
        (Flaw::SlotLeaving, |f| matches!(f, KitFault::SlotLeaving { .. })),
        (Flaw::SlotBeforeMissing, |f| matches!(f, KitFault::SlotBefore { .. })),
        (Flaw::SlotBeforeWrong, |f| matches!(f, KitFault::SlotBefore { other: 0, .. })),
        (Flaw::SlotBeforeTwice, |f| matches!(f, KitFault::SlotBefore { .. })),
        (Flaw::SlotGifts, |f| {
            matches!(f, KitFault::SlotLook { .. } | KitFault::SlotLeaving { .. })
        }),
    ];
    for (flaw, expected) in flaws {
        for slots in [0, 100] {
            let fault = check(flaw, slots).expect_err(&format!("{flaw:?} with {slots} slots"));
            assert!(expected(&fault), "{flaw:?} with {slots} slots: {fault:?}");
            assert!(!fault.to_string().is_empty());
        }
    }
}

#[test]
fn a_hole_that_is_taken_for_a_position_is_found() {
    assert!(matches!(check(Flaw::SlotHole, 100), Err(KitFault::SlotHole { .. })));
    assert!(check(Flaw::SlotHole, 0).is_ok(), "plays do not come to holes");
}

#[test]
fn on_plays_the_first_thing_wrong_is_named() {
    let fault = check(Flaw::CanonicalChangesVerdict, 0).unwrap_err();
    assert_eq!(fault.to_string(), "'3+1' and its canonical form '1+3' have different verdicts");
    assert!(matches!(check(Flaw::CanonicalWanders, 0), Err(KitFault::CanonicalDiffers { .. })));
    assert!(matches!(check(Flaw::CanonicalChangesMoves, 0), Err(KitFault::SymmetryMoves { .. })));
}

#[test]
fn a_game_without_positions_is_no_game() {
    struct Nowhere;
    impl Game for Nowhere {
        type Position = u8;
        type Move = u8;

        fn start(&self) -> Option<u8> {
            None
        }

        fn moves(&self, _: &u8, _: &mut Vec<u8>) {}

        fn play(&self, &position: &u8, _: &u8) -> u8 {
            position
        }

        fn show(&self, position: &u8) -> String {
            position.to_string()
        }

        fn parse(&self, _: &str) -> Result<u8, ParseError> {
            Err(ParseError::new("there is nothing to read"))
        }

        fn show_move(&self, _: &u8, chosen: &u8) -> String {
            chosen.to_string()
        }
    }
    assert_eq!(kit::check(&Nowhere, &KitOptions::default()), Err(KitFault::Nothing));
}

struct Pentagon;

impl Files for Pentagon {
    fn graph(&self, _: &str) -> Result<(Graph, Names), ParseError> {
        let edges = (0..5).flat_map(|v| [(v, (v + 1) % 5), ((v + 1) % 5, v)]);
        let graph =
            Graph::from_edges(5, edges).map_err(|error| ParseError::new(error.to_string()))?;
        Ok((graph, Names::numbered(5)))
    }
}

#[test]
fn every_game_of_the_catalogue_passes() {
    struct Check;
    impl by_spec::Work for Check {
        type Output = Result<Report, KitFault>;

        fn on<G: Game>(self, game: &G) -> Self::Output {
            kit::check(game, &KitOptions { seed: 7, plays: 6, moves: 40, slots: 200 })
        }
    }
    for entry in by_spec::listings() {
        let checked = by_spec::with(entry.example, &Pentagon, Check)
            .unwrap_or_else(|error| panic!("{}: {error}", entry.example));
        let report = checked.unwrap_or_else(|fault| panic!("{}: {fault}", entry.example));
        assert_eq!(report.boards, report.positions, "{}: all have a board", entry.example);
        // Whoever has no disc to put down passes.
        let passes = entry.name == "othello";
        let pointed_at = report.touched == report.moves || passes && report.touched > 0;
        assert!(pointed_at, "{}: all moves are on the board", entry.example);
    }
}
