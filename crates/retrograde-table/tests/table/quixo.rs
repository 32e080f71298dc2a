//! How small and how fast the table of a game of some size is.

use std::time::Instant;

use retrograde_core::{Control, Distance, Progress, Threads};
use retrograde_games::Game;
use retrograde_games::rules::Quixo;
use retrograde_table::{BuildOptions, Kind, Table, Worth, phase, verify};

/// Slots all over the table, none of them near the last one.
fn scattered(count: u64, slots: u64) -> impl Iterator<Item = u64> {
    let mut state = 1u64;
    (0..count).map(move |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((u128::from(state) * u128::from(slots)) >> 64) as u64
    })
}

fn build(spec: &str, game: &Quixo, kind: Kind, folder: &std::path::Path) -> Table {
    let begin = Instant::now();
    let progress = |at: Progress| match (at.phase, at.done) {
        (phase::KEPT, _) => eprintln!("{:?} kept, {:?}", begin.elapsed(), at.tier),
        (phase::WRITING, 4_194_304) => eprintln!("{:?} writing", begin.elapsed()),
        _ => {}
    };
    let threads = Threads::new(2).unwrap();
    let control = Control { threads, progress: Some(&progress), ..Control::default() };
    let options = BuildOptions { kind, control, ..Default::default() };
    let table = Table::build(game, spec, folder, &options).unwrap();
    let each = table.file_size() as f64 / table.slots() as f64;
    eprintln!(
        "{spec} {kind}: built in {:?}, {} bytes, {each:.5} a slot",
        begin.elapsed(),
        table.file_size()
    );
    table
}

#[test]
#[ignore = "takes 40 s with --release"]
fn quixo_4_is_small_and_quick_to_ask() {
    let game = Quixo::new(4).unwrap();
    let start = game.rank(&game.start().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let table = build("quixo:4", &game, Kind::Distance, folder.path());
    assert_eq!(table.probe(start).unwrap(), Worth::Win(Some(Distance(21))));
    assert!(table.file_size() as f64 <= 0.15 * table.slots() as f64);

    let cold = Table::open_with_cache(folder.path(), 0).unwrap();
    let begin = Instant::now();
    scattered(20_000, table.slots()).for_each(|slot| assert!(cold.probe(slot).is_ok()));
    eprintln!("{:.0} probes a second without a cache", 20_000.0 / begin.elapsed().as_secs_f64());

    let count = 2_000_000;
    scattered(count, table.slots()).for_each(|slot| assert!(table.probe(slot).is_ok()));
    let begin = Instant::now();
    let wins = scattered(count, table.slots())
        .filter(|&slot| matches!(table.probe(slot).unwrap(), Worth::Win(_)));
    let wins = wins.count();
    let rate = count as f64 / begin.elapsed().as_secs_f64();
    eprintln!("{rate:.0} probes a second, {wins} wins");
    assert!(rate >= 200_000.0);
    let slots: Vec<u64> = scattered(count, table.slots()).collect();
    let begin = Instant::now();
    cold.probe_many(&slots, &Control::default()).unwrap();
    eprintln!("{:.0} in a batch without a cache", count as f64 / begin.elapsed().as_secs_f64());

    let begin = Instant::now();
    let stats = table.stats(&Control::default(), 3).unwrap();
    eprintln!("counted in {:?}: {:?}", begin.elapsed(), stats);
    let begin = Instant::now();
    let verified = verify(&game, &table, &Control::default()).unwrap();
    eprintln!("verified in {:?}: {verified:?}", begin.elapsed());

    let folder = tempfile::tempdir().unwrap();
    let table = build("quixo:4", &game, Kind::Outcome, folder.path());
    assert_eq!(table.probe(start).unwrap(), Worth::Win(None));
}
