//! Exploring against a search that does one thing after the other.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;
use retrograde_core::{Allowance, Cancel, Control, Outcome, Progress, Stopped, Threads};
use retrograde_games::generate::Rng;
use retrograde_games::rules::{Mnk, Subtraction};
use retrograde_games::{ExploreError, ExploreOptions, Explored, Game, ParseError, explore};

/// A game whose moves were drawn at random: position `p` leads to what the seed says, and positions
/// that differ in their sign only are the same by symmetry.
struct Drawn {
    seed: u64,
    size: i64,
    moves: u64,
    /// How much of the hash the positions have.
    words: usize,
}

impl Game for Drawn {
    type Position = Vec<i64>;
    type Move = i64;

    fn start(&self) -> Option<Vec<i64>> {
        Some(vec![1; self.words])
    }

    fn verdict(&self, position: &Vec<i64>) -> Option<Outcome> {
        (position[0] % 7 == 0).then_some(Outcome::Draw)
    }

    fn moves(&self, position: &Vec<i64>, moves: &mut Vec<i64>) {
        let mut rng = Rng::from_seed(self.seed ^ position[0].unsigned_abs());
        for _ in 0..rng.below(self.moves + 1) {
            let to = rng.below(self.size as u64) as i64 + 1;
            moves.push(if rng.below(2) == 0 { to } else { -to });
        }
    }

    fn play(&self, _: &Vec<i64>, &to: &i64) -> Vec<i64> {
        vec![to; self.words]
    }

    fn show(&self, position: &Vec<i64>) -> String {
        position[0].to_string()
    }

    fn parse(&self, text: &str) -> Result<Vec<i64>, ParseError> {
        let number = text.parse().map_err(|_| ParseError::new("write a number, such as -7"))?;
        Ok(vec![number; self.words])
    }

    fn show_move(&self, _: &Vec<i64>, to: &i64) -> String {
        to.to_string()
    }

    fn canonical(&self, position: &Vec<i64>) -> Vec<i64> {
        vec![position[0].abs(); self.words]
    }
}

type Naive<P> = (Vec<P>, Vec<Vec<u32>>, Vec<Option<Outcome>>);

fn naive<G: Game>(game: &G, roots: &[G::Position], symmetry: bool) -> Naive<G::Position> {
    let form = |p: G::Position| if symmetry { game.canonical(&p) } else { p };
    let mut positions: Vec<G::Position> = Vec::new();
    let mut numbers: HashMap<G::Position, u32> = HashMap::new();
    let mut number = |positions: &mut Vec<G::Position>, p: G::Position| {
        *numbers.entry(p.clone()).or_insert_with(|| {
            positions.push(p);
            positions.len() as u32 - 1
        })
    };
    for root in roots {
        number(&mut positions, form(root.clone()));
    }
    let (mut rows, mut verdicts) = (Vec::new(), Vec::new());
    while rows.len() < positions.len() {
        let position = positions[rows.len()].clone();
        let verdict = game.verdict(&position);
        let (mut moves, mut row) = (Vec::new(), Vec::new());
        if verdict.is_none() {
            game.moves(&position, &mut moves);
        }
        // In the order of the moves, each position once.
        for chosen in moves {
            let to = number(&mut positions, form(game.play(&position, &chosen)));
            if !row.contains(&to) {
                row.push(to);
            }
        }
        rows.push(row);
        verdicts.push(verdict);
    }
    (positions, rows, verdicts)
}

fn assert_same<G: Game>(game: &G, explored: &Explored<G::Position>, expected: &Naive<G::Position>) {
    let (positions, rows, verdicts) = expected;
    assert_eq!(&explored.positions, positions);
    assert_eq!(explored.graph.vertex_count(), rows.len());
    for (vertex, row) in rows.iter().enumerate() {
        assert_eq!(
            explored.graph.successors(vertex as u32),
            row,
            "{}",
            game.show(&positions[vertex])
        );
        assert_eq!(explored.verdicts.get(vertex), verdicts[vertex]);
        assert_eq!(explored.find(&positions[vertex]), Some(vertex as u32));
    }
}

fn options(threads: usize, symmetry: bool) -> ExploreOptions<'static> {
    let control = Control::default().on(Threads::new(threads).unwrap());
    ExploreOptions { symmetry, control, ..ExploreOptions::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn numbers_do_not_depend_on_threads(
        seed: u64,
        size in 1i64..400,
        moves in 0u64..12,
        words in 1usize..3,
        symmetry: bool,
        roots in prop::collection::vec(-9i64..9, 0..5),
    ) {
        let game = Drawn { seed, size, moves, words };
        let roots: Vec<_> = roots.into_iter().map(|root| vec![root; words]).collect();
        let expected = naive(&game, &roots, symmetry);
        for threads in 1..4 {
            let explored = explore(&game, &roots, &options(threads, symmetry)).unwrap();
            assert_same(&game, &explored, &expected);
            prop_assert_eq!(explored.find(&vec![size + 1000; words]), None);
        }
    }
}

#[test]
fn a_game_that_takes_many_blocks_is_the_same_on_any_number_of_threads() {
    let game = Drawn { seed: 3, size: 60_000, moves: 6, words: 1 };
    for symmetry in [false, true] {
        let expected = naive(&game, &[vec![1], vec![2]], symmetry);
        assert!(expected.0.len() > 40_000);
        for threads in [1, 2, 5] {
            let explored =
                explore(&game, &[vec![1], vec![2]], &options(threads, symmetry)).unwrap();
            assert_same(&game, &explored, &expected);
        }
    }
}

#[test]
fn an_explored_game_is_an_arena_with_names() {
    let game = Arc::new(Drawn { seed: 11, size: 300, moves: 5, words: 1 });
    for symmetry in [false, true] {
        let explored = explore(&*game, &[vec![-1]], &options(2, symmetry)).unwrap();
        let expected = naive(&*game, &[vec![-1]], symmetry);
        let bytes = explored.heap_bytes();
        let (arena, start) = explored.into_arena(Arc::clone(&game));
        assert_eq!(arena.heap_bytes(), bytes);
        assert_eq!(arena.graph.vertex_count(), arena.names.len());
        for (vertex, position) in expected.0.iter().enumerate() {
            let name = position[0].to_string();
            assert_eq!(arena.names.get(vertex as u32), name);
            assert_eq!(arena.names.find(&name), Some(vertex as u32));
            assert_eq!(arena.names.index().find(&name), Some(vertex as u32));
            assert_eq!(arena.verdicts.get(vertex), expected.2[vertex]);
        }
        // The start is 1, which symmetry makes the same as -1.
        assert_eq!(start, expected.0.iter().position(|p| p[0] == 1).map(|v| v as u32));
        assert_eq!(arena.names.find("x"), None);
        if symmetry {
            assert_eq!(arena.names.find("-1"), start);
        }
    }
}

/// First few moves everywhere, then thousands.
struct Fan;

impl Game for Fan {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> Option<u32> {
        Some(0)
    }

    fn moves(&self, &from: &u32, moves: &mut Vec<u32>) {
        match from {
            0 => moves.extend(1..=2_000),
            1..=2_000 => moves.push(from + 10_000),
            10_001..=12_000 => moves.extend((0..3_000).map(|n| 20_000 + from * n % 3_989)),
            _ => {}
        }
    }

    fn play(&self, _: &u32, &to: &u32) -> u32 {
        to
    }

    fn show(&self, position: &u32) -> String {
        position.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().map_err(|_| ParseError::new("write a number, such as 7"))
    }

    fn show_move(&self, _: &u32, to: &u32) -> String {
        to.to_string()
    }
}

#[test]
fn where_moves_become_many_pieces_become_small() {
    let expected = naive(&Fan, &[0], false);
    for threads in [1, 2, 3] {
        let explored = explore(&Fan, &[0], &options(threads, false)).unwrap();
        assert_same(&Fan, &explored, &expected);
    }
}

/// The same with so many bytes.
fn in_memory(bytes: u64, mut options: ExploreOptions<'_>) -> ExploreOptions<'_> {
    options.control.memory = Some(Allowance::from_now(bytes));
    options
}

#[test]
fn more_than_allowed_is_refused() {
    let game = Drawn { seed: 1, size: 1_000_000, moves: 6, words: 1 };
    for threads in [1, 2] {
        let few = ExploreOptions { positions: 1000, ..options(threads, false) };
        assert_eq!(
            explore(&game, &[vec![1]], &few).unwrap_err(),
            ExploreError::TooManyPositions { allowed: 1000 }
        );
        let small = in_memory(1 << 20, options(threads, false));
        match explore(&game, &[vec![1]], &small).unwrap_err() {
            ExploreError::TooMuchMemory { positions, allowed } => {
                assert_eq!(allowed, 1 << 20);
                assert!((1_000..50_000).contains(&positions), "{positions}");
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn a_game_that_knows_that_it_is_too_large_is_not_begun() {
    let game = Mnk::new(4, 4, 4).unwrap();
    let start = [game.start().unwrap()];
    let seen = |_: Progress| panic!("nothing should be explored");
    let mut small = in_memory(1 << 20, options(1, false));
    small.control.progress = Some(&seen);
    match explore(&game, &start, &small).unwrap_err() {
        ExploreError::Hopeless { positions, needed, allowed } => {
            assert_eq!((positions, allowed), (game.at_least(), 1 << 20));
            assert!(needed > allowed);
        }
        other => panic!("{other}"),
    }
    let few = ExploreOptions { positions: 1000, ..options(1, false) };
    let error = explore(&game, &start, &few).unwrap_err();
    assert_eq!(error, ExploreError::TooManyPositions { allowed: 1000 });
    // What is met from elsewhere may be less, and so may classes of symmetry.
    let late = game.parse("xxxo ooxx xxoo oox.").unwrap();
    assert_eq!(explore(&game, &[late], &few).unwrap().positions.len(), 2);

    let start = [Mnk::new(3, 3, 3).unwrap().start().unwrap()];
    let small = Mnk::new(3, 3, 3).unwrap();
    let exact = in_memory(2 << 20, ExploreOptions { positions: 5478, ..options(2, false) });
    assert_eq!(explore(&small, &start, &exact).unwrap().positions.len(), 5478);
    let one_less = ExploreOptions { positions: 5477, ..exact };
    assert!(explore(&small, &start, &one_less).is_err());
}

#[test]
fn progress_rises_to_the_end() {
    let game = Drawn { seed: 3, size: 60_000, moves: 6, words: 1 };
    let last = AtomicU64::new(0);
    let progress = |at: Progress| {
        assert!(at.phase == "exploring" && last.swap(at.done, Ordering::Relaxed) <= at.done);
    };
    let mut options = options(2, false);
    options.control.progress = Some(&progress);
    let explored = explore(&game, &[vec![1], vec![2]], &options).unwrap();
    assert_eq!(last.into_inner(), explored.positions.len() as u64);
}

#[test]
fn whoever_is_cancelled_ends_soon() {
    let game = Mnk::new(5, 5, 5).unwrap();
    for threads in [1, 2] {
        let cancel = Cancel::new();
        let mut options = options(threads, false);
        options.control.cancel = Some(&cancel);
        let (result, took) = std::thread::scope(|scope| {
            let work = scope.spawn(|| explore(&game, &[game.start().unwrap()], &options));
            std::thread::sleep(Duration::from_millis(20));
            let begin = Instant::now();
            cancel.cancel();
            (work.join().unwrap(), begin.elapsed())
        });
        assert_eq!(result.unwrap_err(), ExploreError::Stopped(Stopped::Cancelled));
        assert!(took < Duration::from_millis(600), "{took:?}");
    }
    let mut late = options(1, false);
    late.control.deadline = Some(Instant::now());
    let error = explore(&game, &[game.start().unwrap()], &late).unwrap_err();
    assert_eq!(error, ExploreError::Stopped(Stopped::Deadline));
}

/// Levels of one position each are not worth sharing out, and there may be a million of them.
#[test]
fn narrow_games_take_no_longer_on_several_threads() {
    let game = Subtraction::new(&[1, 2, 3], 300_000).unwrap();
    let begin = Instant::now();
    let explored = explore(&game, &[game.start().unwrap()], &options(4, false)).unwrap();
    assert_eq!(explored.positions.len(), 300_001);
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
}
