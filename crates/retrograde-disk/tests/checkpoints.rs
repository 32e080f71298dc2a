//! A solve that was ended in whatever way goes on from where it was.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use common::{in_memory, random_graph};
use retrograde_core::{
    Arena, Cancel, Control, Convention, Graph, Player, Progress, Stopped, Threads,
};
use retrograde_disk::{
    Checkpoints, DiskError, Options, RESUMED, buchi, cobuchi, outcome, remove_checkpoints,
};
use retrograde_io::{OutputFile, RggFile, write_rgg};

/// A random graph, beside a path that makes for many levels and for distances past a byte, and a star.
fn arena() -> Arena {
    let mut state = 41;
    let random = random_graph(20_000, 20, 4, &mut state);
    let path = (20_000..20_400).map(|v| (v, v + 1));
    let star = (0..600).map(|v| (21_001, 20_401 + v));
    let graph = Graph::from_edges(21_002, random.edges().chain(path).chain(star));
    Arena::from(graph.unwrap())
}

fn written(folder: &Path) -> RggFile {
    let path = folder.join("game.rgg");
    OutputFile::write(&path, |out| write_rgg(&arena(), out, &Control::ALONE)).unwrap();
    RggFile::open(&path).unwrap()
}

fn every_level<'a>(folder: &Path, control: Control<'a>) -> (Checkpoints, Options<'a>) {
    let checkpoints = Checkpoints { folder: folder.to_owned(), every: Some(Duration::ZERO) };
    (checkpoints.clone(), Options { control, checkpoints: Some(checkpoints) })
}

fn kept(folder: &Path) -> Vec<std::path::PathBuf> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.extension().is_some_and(|end| end == "checkpoint")).collect()
}

#[test]
fn a_solve_that_is_stopped_again_and_again_comes_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path());
    let expected = in_memory(&arena(), Convention::Normal).values;
    let (mut stops, mut found) = (0, None);
    while found.is_none() {
        // Each time it is told to stop after some levels more.
        let cancel = Cancel::new();
        let levels = AtomicU64::new(0);
        let tell = |_: Progress| {
            if levels.fetch_add(1, Relaxed) == 40 {
                cancel.cancel();
            }
        };
        let control = Control { cancel: Some(&cancel), progress: Some(&tell), ..Control::ALONE };
        match outcome(&file, Convention::Normal, &every_level(folder.path(), control).1) {
            Ok(values) => found = Some(values),
            Err(DiskError::Stopped(Stopped::Cancelled)) => stops += 1,
            Err(other) => panic!("{other}"),
        }
        assert!(stops < 1000);
    }
    assert_eq!(found.unwrap(), expected);
    assert!(stops > 5, "{stops}: it goes on from where it was, and not from the beginning");
    assert_eq!(kept(folder.path()).len(), 1);
    // What is asked otherwise is another checkpoint.
    let (checkpoints, options) = every_level(folder.path(), Control::ALONE);
    let misere = outcome(&file, Convention::Misere, &options).unwrap();
    assert_eq!(misere, in_memory(&arena(), Convention::Misere).values);
    remove_checkpoints(&checkpoints, &file).unwrap();
    assert_eq!(kept(folder.path()).len(), 0);
}

/// Targets of which one after the other turns out to be of no use, with a path to each: as many rounds as
/// there are, and as many levels in each as the path is long.
fn rounds(count: u32, path: u32) -> Arena {
    let (each, mut edges) = (path + 1, Vec::new());
    let nowhere = count * each;
    for part in 0..count {
        let first = part * each;
        edges.extend((first..first + path).flat_map(|v| [(v, v + 1), (v, v)]));
        // From a target the way back leads along, but the other player can leave to the part before.
        let before = if part == 0 { nowhere } else { first - each };
        edges.extend([(first + path, first), (first + path, before)]);
    }
    edges.push((nowhere, nowhere));
    let vertices = nowhere as usize + 1;
    let is_target = |vertex: usize| vertex % each as usize == path as usize;
    Arena {
        owners: (0..vertices)
            .map(|vertex| (vertex, if is_target(vertex) { Player::One } else { Player::Zero }))
            .collect(),
        targets: (0..vertices).filter(|&v| is_target(v)).map(|vertex| (vertex, true)).collect(),
        ..Arena::from(Graph::from_edges(vertices, edges).unwrap())
    }
}

#[test]
fn a_game_of_many_rounds_goes_on_in_the_middle_of_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.rgg");
    let arena = rounds(6, 4);
    OutputFile::write(&path, |out| write_rgg(&arena, out, &Control::ALONE)).unwrap();
    let file = RggFile::open(&path).unwrap();
    for solve in [buchi, cobuchi] {
        let expected = solve(&file, &Options::default()).unwrap();
        for step in [1, 3] {
            let (mut stops, mut resumed, mut found) = (0, 0, None);
            while found.is_none() {
                let (cancel, levels, begun) = (Cancel::new(), AtomicU64::new(0), AtomicU64::new(0));
                let tell = |progress: Progress| {
                    begun.fetch_add((progress.phase == RESUMED).into(), Relaxed);
                    if progress.phase == "labelling" && levels.fetch_add(1, Relaxed) == step {
                        cancel.cancel();
                    }
                };
                let control =
                    Control { cancel: Some(&cancel), progress: Some(&tell), ..Control::ALONE };
                match solve(&file, &every_level(folder.path(), control).1) {
                    Ok(visited) => found = Some(visited),
                    Err(DiskError::Stopped(Stopped::Cancelled)) => stops += 1,
                    Err(other) => panic!("{other}"),
                }
                resumed += begun.into_inner();
                assert!(stops < 1000);
            }
            let found = found.unwrap();
            assert_eq!(found.spoiled, expected.spoiled);
            assert_eq!(found.begins, expected.begins);
            for vertex in 0..arena.graph.vertex_count() {
                match found.spoiled.get(vertex) {
                    true => assert_eq!(found.levels.get(vertex), expected.levels.get(vertex)),
                    false => assert_eq!(found.ranks.get(vertex), expected.ranks.get(vertex)),
                }
            }
            assert_eq!(resumed, stops, "every run but the first goes on");
            remove_checkpoints(&every_level(folder.path(), Control::ALONE).0, &file).unwrap();
        }
    }
    assert_eq!(buchi(&file, &Options::default()).unwrap().begins.len(), 7);
}

#[test]
fn a_checkpoint_that_is_damaged_or_of_another_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path());
    let (_, options) = every_level(folder.path(), Control::ALONE);
    outcome(&file, Convention::Normal, &options).unwrap();
    let path = kept(folder.path()).pop().unwrap();
    let bytes = fs::read(&path).unwrap();
    let refused = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = outcome(&file, Convention::Normal, &options).unwrap_err();
        assert!(matches!(error, DiskError::Checkpoint { .. }), "{error}");
        error.to_string()
    };
    for place in (0..60).chain((60..bytes.len()).step_by(2997)).chain([bytes.len() - 1]) {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x40;
        refused(&damaged);
    }
    for length in [0, 7, 47, 48, 1000, bytes.len() - 1] {
        refused(&bytes[..length]);
    }
    let mut other = bytes.clone();
    other[16] ^= 1;
    assert!(refused(&other).contains("belongs to something else"));
    fs::write(&path, &bytes).unwrap();
    outcome(&file, Convention::Normal, &options).unwrap();
}

/// As [`every_level`], where the time to keep one never comes.
fn seldom<'a>(folder: &Path, control: Control<'a>) -> Options<'a> {
    let every = Some(Duration::from_secs(3600));
    Options { control, checkpoints: Some(Checkpoints { folder: folder.to_owned(), every }) }
}

#[test]
fn a_solve_that_is_stopped_keeps_what_it_knows_whenever_it_last_did() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path());
    let all = AtomicU64::new(0);
    let count = |_: Progress| _ = all.fetch_add(1, Relaxed);
    let control = Control { progress: Some(&count), ..Control::ALONE };
    let expected = outcome(&file, Convention::Normal, &Options::with(control)).unwrap();
    let (cancel, done) = (Cancel::new(), AtomicU64::new(0));
    let tell = |_: Progress| {
        if done.fetch_add(1, Relaxed) == 100 {
            cancel.cancel();
        }
    };
    let control = Control { cancel: Some(&cancel), progress: Some(&tell), ..Control::ALONE };
    let stopped = outcome(&file, Convention::Normal, &seldom(folder.path(), control));
    assert!(matches!(stopped, Err(DiskError::Stopped(Stopped::Cancelled))));
    assert_eq!(kept(folder.path()).len(), 1);
    let left = AtomicU64::new(0);
    let count =
        |progress: Progress| _ = left.fetch_add((progress.phase != RESUMED).into(), Relaxed);
    let control = Control { progress: Some(&count), ..Control::ALONE };
    let values = outcome(&file, Convention::Normal, &seldom(folder.path(), control)).unwrap();
    assert_eq!(values, expected);
    assert_eq!(
        done.into_inner() + left.into_inner(),
        all.into_inner(),
        "no level is settled twice"
    );
}

#[test]
fn a_solve_that_runs_out_of_time_goes_on_in_the_middle_of_a_level() {
    let folder = tempfile::tempdir().unwrap();
    let mut state = 7;
    let random = random_graph(300_000, 4, 6, &mut state);
    let vertices = random.vertex_count();
    let arena = Arena {
        owners: (0..vertices)
            .map(|v| (v, if v % 3 == 0 { Player::One } else { Player::Zero }))
            .collect(),
        targets: (0..vertices).filter(|v| v % 7 == 0).map(|v| (v, true)).collect(),
        ..Arena::from(random)
    };
    let path = folder.path().join("game.rgg");
    OutputFile::write(&path, |out| write_rgg(&arena, out, &Control::ALONE)).unwrap();
    let file = RggFile::open(&path).unwrap();
    let values = outcome(&file, Convention::Normal, &Options::default()).unwrap();
    let visited = buchi(&file, &Options::default()).unwrap();
    for threads in [1, 3] {
        let again = |solve: &dyn Fn(&Options<'_>) -> Result<(), DiskError>| {
            // A millisecond is not enough for anything; a second is for all.
            let mut time = Duration::from_millis(1);
            let mut stops = 0;
            loop {
                let deadline = Some(Instant::now() + time);
                let control =
                    Control { deadline, ..Control::ALONE.on(Threads::new(threads).unwrap()) };
                match solve(&seldom(folder.path(), control)) {
                    Ok(()) => break,
                    Err(DiskError::Stopped(Stopped::Deadline)) => stops += 1,
                    Err(other) => panic!("{other}"),
                }
                time += time / 9;
            }
            assert!(stops > 3);
            let (checkpoints, _) = every_level(folder.path(), Control::ALONE);
            remove_checkpoints(&checkpoints, &file).unwrap();
        };
        again(&|options| {
            let found = outcome(&file, Convention::Normal, options)?;
            assert_eq!(found, values);
            Ok(())
        });
        again(&|options| {
            let found = buchi(&file, options)?;
            assert_eq!((&found.spoiled, &found.begins), (&visited.spoiled, &visited.begins));
            for vertex in (0..vertices).filter(|&vertex| !found.spoiled.get(vertex)) {
                assert_eq!(found.ranks.get(vertex), visited.ranks.get(vertex));
            }
            Ok(())
        });
    }
}

/// The child of the next test: solves, and keeps every level.
#[test]
fn child() {
    let Some(folder) = std::env::var_os("DISK_CHILD") else { return };
    let file = RggFile::open(Path::new(&folder).join("game.rgg")).unwrap();
    let slow = |_: Progress| std::thread::sleep(Duration::from_millis(5));
    let control = Control { progress: Some(&slow), ..Control::ALONE };
    outcome(&file, Convention::Normal, &every_level(Path::new(&folder), control).1).unwrap();
}

#[test]
fn a_solve_that_is_killed_goes_on_from_its_last_level() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path());
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["child", "--exact", "--nocapture"])
        .env("DISK_CHILD", folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while kept(folder.path()).is_empty() && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(150));
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success(), "it was killed before it was done");
    let levels = AtomicU64::new(0);
    let count = |_: Progress| {
        levels.fetch_add(1, Relaxed);
    };
    let control = Control { progress: Some(&count), ..Control::ALONE };
    let (_, options) = every_level(folder.path(), control);
    let options = Options {
        checkpoints: options.checkpoints.map(|kept| Checkpoints { every: None, ..kept }),
        ..options
    };
    let values = outcome(&file, Convention::Normal, &options).unwrap();
    assert_eq!(values, in_memory(&arena(), Convention::Normal).values);
    assert!(levels.into_inner() < 400, "it went on from where it was");
}

#[test]
fn two_at_once_do_not_keep_checkpoints_in_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path());
    let (_, options) = every_level(folder.path(), Control::ALONE);
    // While the one is at work, another comes, and asks something else.
    let found = OnceLock::new();
    let come = |_: Progress| {
        found.get_or_init(|| outcome(&file, Convention::Misere, &options));
    };
    let control = Control { progress: Some(&come), ..Control::ALONE };
    let values = outcome(&file, Convention::Normal, &every_level(folder.path(), control).1);
    assert_eq!(values.unwrap(), in_memory(&arena(), Convention::Normal).values);
    let error = found.into_inner().unwrap().unwrap_err();
    assert!(matches!(error, DiskError::Busy { .. }), "{error}");
    let expected = format!(
        "another process is at work and keeps its checkpoints in {}: \
         wait for it, or name another folder",
        folder.path().display()
    );
    assert_eq!(error.to_string(), expected);
    // Once it is done, the folder is free.
    outcome(&file, Convention::Misere, &options).unwrap();
}
