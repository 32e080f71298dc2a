//! The dense engine against the definition, against the solver of graphs, and against itself on other
//! numbers of threads, in other steps, and stopped anywhere.

mod board;
#[path = "../graph/mod.rs"]
mod graph;
mod naive;
mod stopped;
mod synthetic;
mod tiers;

use std::time::Instant;

use proptest::prelude::*;
use retrograde_core::{Allowance, Control, Distance, Outcome, Stopped, Threads};
use retrograde_games::ExploreOptions;
use retrograde_table::dense::{self, DenseError, DenseOptions, Mark, Solver};
use retrograde_table::{Roots, Rules, SolvedGame, Worth};

use synthetic::{Power, Synthetic, any_game};

fn options(threads: usize, step: usize) -> DenseOptions<'static> {
    DenseOptions { step, control: Control::default().on(Threads::new(threads).unwrap()) }
}

/// What the engine says about each class; slots without a class must be holes.
fn solve(game: &Synthetic, options: &DenseOptions<'_>) -> Vec<Worth> {
    let table = dense::solve(game, options).unwrap();
    let values: Vec<Worth> = (0..game.len()).map(|class| table.get(game.slot(class))).collect();
    assert_eq!(table.counts().hole as usize + game.len(), table.len() as usize);
    values
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_small_game_has_the_values_of_the_definition(game in any_game()) {
        let expected = naive::values(&game);
        for power in Power::ALL {
            let game = Synthetic { power, ..game.clone() };
            // A sixteenth of a step is listed: with some, lists are cut at one or two slots.
            for step in [1 << 22, 1, 3, 34, 50] {
                prop_assert_eq!(&solve(&game, &options(1, step)), &expected, "{:?}", power);
            }
        }
    }

    #[test]
    fn whole_rows_make_no_difference(mut game in any_game()) {
        for verdict in game.verdicts.iter_mut().filter(|verdict| **verdict == Some(Outcome::Win)) {
            *verdict = Some(Outcome::Lose);
        }
        let expected = naive::values(&game);
        let game = Synthetic { power: Power::Rows, ..game };
        for (threads, step) in [(1, 1 << 22), (1, 3), (2, 34)] {
            prop_assert_eq!(&solve(&game, &options(threads, step)), &expected);
        }
    }

    #[test]
    fn moves_that_give_the_game_away_make_no_difference(mut game in any_game()) {
        for verdict in game.verdicts.iter_mut().filter(|verdict| **verdict == Some(Outcome::Win)) {
            *verdict = Some(Outcome::Lose);
        }
        let expected = naive::values(&game);
        let game = Synthetic { power: Power::SlotMoves, spares_within: true, ..game };
        for (threads, step) in [(1, 1 << 22), (1, 3), (2, 34)] {
            prop_assert_eq!(&solve(&game, &options(threads, step)), &expected);
        }
    }

    #[test]
    fn the_solver_of_graphs_agrees(game in any_game()) {
        let table = dense::solve(&game, &options(1, 5)).unwrap();
        let explored = ExploreOptions { control: Control::ALONE, ..ExploreOptions::default() };
        let arena = Rules::of(game).explore(Roots::Index, &explored).unwrap();
        let (values, ties) = graph::solve(&arena);
        let by_graph = (0..).zip(values.iter()).map(|(vertex, value)| Worth::of(value, ties.get(vertex)));
        let by_slot = (0..table.len()).map(|slot| table.get(slot)).filter(|&worth| worth != Worth::Hole);
        prop_assert_eq!(by_slot.collect::<Vec<_>>(), by_graph.collect::<Vec<_>>());
    }

    #[test]
    fn stopped_anywhere_it_goes_on_to_the_same_end(
        mut game in any_game(),
        step in 1usize..9,
        rows: bool,
    ) {
        if rows {
            game.verdicts.iter_mut().for_each(|verdict| {
                *verdict = verdict.map(|verdict| match verdict {
                    Outcome::Win => Outcome::Lose,
                    other => other,
                });
            });
            game.power = Power::Rows;
        }
        let expected = dense::solve(&game, &options(1, 1 << 22)).unwrap();
        let options = options(1, step);
        let mut solver = Solver::new(&game, &options).unwrap();
        let (mut settled, mut looks) = (0, 0);
        while solver.step().unwrap() {
            let progress = solver.progress();
            let tier = progress.tier.unwrap();
            prop_assert!(tier.settled <= tier.slots && tier.number <= tier.count);
            prop_assert!(looks <= progress.done && progress.done <= 2 * tier.slots);
            looks = progress.done;
            settled = settled.max(tier.settled);
            let mark = Mark::from_words(solver.mark().to_words()).unwrap();
            let slots = solver.slots().to_vec();
            solver = Solver::resume(&game, &options, slots, mark).unwrap();
        }
        prop_assert_eq!(solver.progress().tier.unwrap().settled, expected.len());
        prop_assert_eq!(solver.progress().done, 2 * expected.len());
        prop_assert!(settled <= expected.len());
        prop_assert_eq!(solver.finish().unwrap(), expected);
    }

    #[test]
    fn what_one_way_left_no_other_way_goes_on_from(game in any_game()) {
        for power in Power::ALL {
            let begun = Synthetic { power, ..game.clone() };
            let mut solver = Solver::new(&begun, &options(1, 2)).unwrap();
            solver.step().unwrap();
            let by_slots = |power| matches!(power, Power::SlotMoves | Power::Rows);
            for other in Power::ALL {
                // Whether there are rows depends on the verdicts.
                if power != other && by_slots(power) && by_slots(other) {
                    continue;
                }
                let slots = solver.slots().to_vec();
                let game = Synthetic { power: other, ..game.clone() };
                let resumed = Solver::resume(&game, &options(1, 2), slots, solver.mark());
                let refused = matches!(resumed, Err(DenseError::Resume));
                prop_assert_eq!(refused, power != other);
            }
        }
    }

    #[test]
    fn best_moves_lead_where_the_value_says(game in any_game()) {
        let table = dense::solve(&game, &options(1, 1 << 22)).unwrap();
        let rules = Rules::of(game.clone());
        let solved = SolvedGame::indexed(rules.clone(), table);
        for class in 0..game.len() {
            let position = rules.unrank(game.slot(class)).unwrap();
            let best = solved.moves(&position).unwrap().into_iter().next().map(|best| best.worth);
            let one_less = |distance: Option<Distance>| distance.map(|d| Distance(d.0 - 1));
            match (solved.worth(&position).unwrap().unwrap(), best) {
                (_, None) => prop_assert!(game.moves[class].is_empty()),
                (Worth::Win(d), Some(to)) => prop_assert_eq!(to, Worth::Lose(one_less(d))),
                (Worth::Lose(d), Some(to)) => prop_assert_eq!(to, Worth::Win(one_less(d))),
                (drawn, Some(to)) => prop_assert_eq!(drawn, to),
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn any_number_of_threads_gives_the_same_answer(game in any_game()) {
        let one = dense::solve(&game, &options(1, 1 << 22)).unwrap();
        for threads in [2, 4] {
            prop_assert_eq!(&dense::solve(&game, &options(threads, 1 << 22)).unwrap(), &one);
        }
    }
}

/// A path of so many moves to a position without any.
fn path(length: usize, per_tier: usize) -> Synthetic {
    let edges: Vec<(usize, usize)> = (0..length).map(|i| (i + 1, i)).collect();
    let levels = (0..=length).map(|i| i / per_tier).collect();
    Synthetic::new(&edges, vec![None; length + 1], levels, 0, 0)
}

#[test]
fn the_longest_distance_is_solved_and_one_more_is_an_error() {
    let longest = Worth::LONGEST.0 as usize;
    for per_tier in [1000, longest + 5] {
        let table = dense::solve(&path(longest, per_tier), &options(1, 1 << 22)).unwrap();
        assert_eq!(table.longest(), Some((longest as u64, Worth::LONGEST)));
        let game = path(longest + 1, per_tier);
        assert_eq!(dense::solve(&game, &options(1, 1 << 22)), Err(DenseError::TooLong));
    }
    let game = Synthetic { power: Power::None, ..path(longest + 1, 8) };
    assert_eq!(dense::solve(&game, &options(1, 1 << 22)), Err(DenseError::TooLong));
}

#[test]
fn positions_with_thousands_of_replies_are_counted_and_too_many_refused() {
    for (replies, fits) in [(1000, true), (8191, true), (8192, false)] {
        // Everything but the first leads to a loss, and the first to everything else.
        let edges: Vec<(usize, usize)> =
            (1..=replies).flat_map(|i| [(0, i), (i, replies + 1)]).collect();
        let game = Synthetic::new(&edges, vec![None; replies + 2], vec![0; replies + 2], 0, 0);
        match dense::solve(&game, &options(2, 1 << 22)) {
            Ok(table) => {
                assert!(fits);
                assert_eq!(table.get(game.slot(0)), Worth::Lose(Some(Distance(2))));
            }
            Err(error) => {
                assert!(!fits);
                assert_eq!(error, DenseError::TooManyMoves { slot: game.slot(0) });
            }
        }
    }
}

#[test]
fn a_short_win_within_the_tier_betters_a_long_one_outside() {
    // 0 to 9 is a path out of the tier; 10 can go there, or by 11 to a loss in the tier.
    let mut edges: Vec<(usize, usize)> = (0..9).map(|i| (i + 1, i)).collect();
    edges.extend([(10, 8), (10, 11), (11, 12), (12, 13), (14, 10), (15, 14), (15, 9)]);
    let levels = (0..16).map(|i| usize::from(i > 9)).collect();
    let game = Synthetic::new(&edges, vec![None; 16], levels, 0, 0);
    for power in Power::ALL {
        let game = Synthetic { power, ..game.clone() };
        assert_eq!(solve(&game, &options(1, 1 << 22)), naive::values(&game));
    }
}

#[test]
fn a_loss_waits_for_the_longest_reply_in_the_tier_or_out_of_it() {
    for (within, outside) in (0..7).flat_map(|i| (0..7).map(move |j| (i, j))) {
        // Two paths to wins of these lengths, then a position with a move to either, and one before.
        let (count, s) = (within + outside + 4, within + outside + 2);
        let mut edges = vec![(s, within), (s, s - 1), (s + 1, s)];
        edges.extend((0..within).map(|i| (i + 1, i)));
        edges.extend((within + 1..s - 1).map(|i| (i + 1, i)));
        let end = |length: usize| [Outcome::Win, Outcome::Lose][length % 2];
        let mut verdicts = vec![None; count];
        verdicts[0] = Some(end(within));
        verdicts[within + 1] = Some(end(outside));
        let levels = (0..count).map(|i| usize::from(i <= within || i >= s)).collect();
        let game = Synthetic::new(&edges, verdicts, levels, 0, 0);
        for power in Power::ALL {
            let values = solve(&Synthetic { power, ..game.clone() }, &options(1, 1 << 22));
            let longest = within.max(outside) as u32;
            assert_eq!(values[s], Worth::Lose(Some(Distance(longest + 1))), "{within}, {outside}");
            assert_eq!(values[s + 1], Worth::Win(Some(Distance(longest + 2))));
            assert_eq!(values, naive::values(&game));
        }
    }
}

#[test]
fn what_cannot_be_solved_is_said_before_any_work() {
    let game = path(10, 3);
    let mut little = options(1, 1);
    little.control.memory = Some(Allowance::from_now(1 << 10));
    let error = dense::solve(&game, &little).unwrap_err();
    assert!(error.to_string().contains("11 slots need"), "{error}");
    let mut late = options(1, 1);
    late.control.deadline = Some(Instant::now());
    let error = dense::solve(&game, &late).unwrap_err();
    assert_eq!(error, DenseError::Stopped(Stopped::Deadline));
    assert_eq!(error.to_string(), "time was up before the game was solved: allow more");
    let wrong = Solver::resume(&game, &options(1, 1), vec![0; 3], Mark::default());
    assert_eq!(wrong.unwrap_err(), DenseError::Resume);
}
