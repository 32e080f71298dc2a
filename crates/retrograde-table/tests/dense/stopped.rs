//! Solving that is stopped in the middle of whatever it does, and gone on with from what it left.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use retrograde_core::{Cancel, Control, Outcome, Stopped, Threads};
use retrograde_games::rules::Quixo;
use retrograde_games::{Game, Look, ParseError, SlotMoves};
use retrograde_table::dense::{self, DenseError, DenseOptions, Mark, Solver};

use crate::synthetic::Power;

/// Numbers with random moves to others of their tier or the one below, some thousands of slots a
/// tier. It counts how often it is asked, and throws a switch when that has been often enough.
struct Web {
    next: Vec<Vec<u32>>,
    before: Vec<Vec<u32>>,
    power: Power,
    asked: AtomicU64,
    patience: u64,
    cancel: Cancel,
}

const PER_TIER: u32 = 14_000;
const COUNT: u32 = 2 * PER_TIER;

impl Web {
    fn new(power: Power, patience: u64) -> Self {
        let mut state = 5u64;
        let mut random = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % u64::from(below)) as u32
        };
        let mut web = Web {
            next: vec![Vec::new(); COUNT as usize],
            before: vec![Vec::new(); COUNT as usize],
            power,
            asked: AtomicU64::new(0),
            patience,
            cancel: Cancel::new(),
        };
        for from in 0..COUNT {
            let tier = from / PER_TIER;
            let mut next: Vec<u32> = (0..random(4))
                .map(|_| tier.saturating_sub(random(8) / 7) * PER_TIER + random(PER_TIER))
                .collect();
            next.sort_unstable();
            next.dedup();
            if web.verdict(&from).is_none() {
                next.iter().filter(|&&to| to / PER_TIER == tier).for_each(|&to| {
                    web.before[to as usize].push(from);
                });
                web.next[from as usize] = next;
            }
        }
        web
    }

    fn ask(&self) {
        if self.asked.fetch_add(1, Relaxed) + 1 == self.patience {
            self.cancel.cancel();
        }
    }
}

impl Game for Web {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> Option<u32> {
        None
    }

    fn verdict(&self, at: &u32) -> Option<Outcome> {
        match at {
            at if at.is_multiple_of(23) => Some(Outcome::Draw),
            at if at.is_multiple_of(41) => Some(Outcome::Win),
            _ => None,
        }
    }

    fn moves(&self, &at: &u32, moves: &mut Vec<u32>) {
        moves.extend(&self.next[at as usize]);
    }

    fn play(&self, _: &u32, &to: &u32) -> u32 {
        to
    }

    fn show(&self, at: &u32) -> String {
        at.to_string()
    }

    fn parse(&self, _: &str) -> Result<u32, ParseError> {
        Err(ParseError::new("not needed"))
    }

    fn show_move(&self, _: &u32, to: &u32) -> String {
        to.to_string()
    }

    fn slots(&self) -> Option<u64> {
        Some(COUNT.into())
    }

    fn rank(&self, &at: &u32) -> u64 {
        at.into()
    }

    fn unrank(&self, slot: u64) -> Option<u32> {
        self.ask();
        Some(slot as u32)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        vec![0..PER_TIER.into(), PER_TIER.into()..COUNT.into()]
    }

    fn unmoves(&self, &at: &u32, before: &mut Vec<u32>) -> bool {
        before.extend(&self.before[at as usize]);
        self.power != Power::None
    }

    fn slot_moves(&self) -> Option<&dyn SlotMoves> {
        (self.power == Power::SlotMoves).then_some(self as &dyn SlotMoves)
    }
}

impl SlotMoves for Web {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        self.ask();
        let at = slot as u32;
        if let Some(verdict) = self.verdict(&at) {
            return Look::Over(verdict);
        }
        let next = self.next[at as usize].iter();
        let (within, outside): (Vec<u32>, Vec<u32>) =
            next.partition(|&&to| to / PER_TIER == at / PER_TIER);
        leaving.extend(outside.into_iter().map(u64::from));
        Look::Open { replies: within.len() }
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        self.ask();
        before.extend(self.before[slot as usize].iter().map(|&from| u64::from(from)));
    }
}

#[test]
fn what_is_left_of_a_step_is_gone_on_from() {
    for power in Power::ALL {
        let expected = dense::solve(&Web::new(power, u64::MAX), &DenseOptions::default()).unwrap();
        let counts = expected.counts();
        assert!(counts.win.min(counts.lose).min(counts.tie).min(counts.draw) > 30, "{counts:?}");
        for (threads, patience) in [(1, 1000), (1, 5000), (1, 7777), (2, 1000), (2, 9000)] {
            let mut kept = (vec![0; COUNT as usize], Mark::default());
            let mut stops = 0;
            let table = loop {
                let game = Web::new(power, patience);
                let threads = Threads::new(threads).unwrap();
                let cancel = Some(&game.cancel);
                let control = Control { threads, cancel, ..Control::default() };
                let options = DenseOptions { control, ..DenseOptions::default() };
                let (slots, mark) = kept;
                let mut solver = Solver::resume(&game, &options, slots, mark).unwrap();
                let end = loop {
                    match solver.step() {
                        Ok(true) => {}
                        end => break end,
                    }
                };
                match end {
                    Ok(_) => break solver.finish().unwrap(),
                    Err(error) => assert_eq!(error, DenseError::Stopped(Stopped::Cancelled)),
                }
                stops += 1;
                assert!(stops < 1000, "it gets on");
                let mark = Mark::from_words(solver.mark().to_words()).unwrap();
                kept = (solver.slots().to_vec(), mark);
            };
            assert!(stops > 3, "{stops}");
            assert!(table == expected, "{power:?}, {threads} threads, every {patience}");
        }
    }
}

#[test]
fn whoever_is_cancelled_ends_soon() {
    let game = Quixo::new(4).unwrap();
    for (threads, wait) in [(1, 20), (2, 20), (2, 400)] {
        let cancel = Cancel::new();
        let threads = Threads::new(threads).unwrap();
        let control = Control { threads, cancel: Some(&cancel), ..Control::default() };
        let options = DenseOptions { control, ..DenseOptions::default() };
        let (result, took) = std::thread::scope(|scope| {
            let work = scope.spawn(|| dense::solve(&game, &options));
            std::thread::sleep(Duration::from_millis(wait));
            let begin = Instant::now();
            cancel.cancel();
            (work.join().unwrap(), begin.elapsed())
        });
        assert_eq!(result, Err(DenseError::Stopped(Stopped::Cancelled)));
        assert!(took < Duration::from_millis(600), "{took:?}");
    }
}
