//! Builds that are killed, run out of room or meet another one: they lose time and nothing else.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use retrograde_core::{Allowance, Cancel, Control, Progress, Stopped, Threads};
use retrograde_games::Game;
use retrograde_games::rules::Connect;
use retrograde_table::{BuildOptions, Kind, Manner, Plan, Table, TableError, phase};

use crate::game::Hops;

/// Says to a process of this test where to build.
const FOLDER: &str = "RETROGRADE_TEST_TABLE_FOLDER";
/// Says to it how long to rest after each report, in milliseconds.
const REST: &str = "RETROGRADE_TEST_TABLE_REST";
/// Says to it how long to rest after each report while it writes the table.
const REST_WRITING: &str = "RETROGRADE_TEST_TABLE_REST_WRITING";
/// Says to it to go tier by tier, if it is there: with the game whose moves stay in their tiers, with
/// that and as little memory as outcomes need, or with one whose moves leave them.
const TIERS: &str = "RETROGRADE_TEST_TABLE_TIERS";

pub(crate) fn game() -> Hops {
    Hops::new(99, 6000, 4)
}

pub(crate) fn build(folder: &Path, rest: Duration) -> Result<Table, TableError> {
    build_resting(folder, rest, rest)
}

fn build_resting(folder: &Path, rest: Duration, writing: Duration) -> Result<Table, TableError> {
    let progress = |at: Progress| sleep(if at.phase == phase::WRITING { writing } else { rest });
    let threads = Threads::new(2).unwrap();
    let control = Control { threads, progress: Some(&progress), ..Control::default() };
    let tiers = std::env::var(TIERS).ok();
    let manner = tiers.as_ref().map(|_| Manner::ByTiers);
    let options =
        BuildOptions { every: Duration::ZERO, block_log: 8, manner, control, ..Default::default() };
    let least = Plan::of(&game())?.by_tiers(Kind::Outcome).least;
    let lean = Control { memory: Some(Allowance::from_now(least)), ..control };
    let lean = BuildOptions { kind: Kind::Outcome, control: lean, ..options };
    match tiers.as_deref() {
        Some(limited @ ("limited" | "limited-in-memory")) => {
            let manner = (limited != "limited").then_some(Manner::InMemory);
            let options = BuildOptions { manner, every: Duration::from_secs(60), ..options };
            Table::build(&large(), LARGE, folder, &options)
        }
        Some("lean") => Table::build(&game(), &game().spec(), folder, &lean),
        Some("leave") => Table::build(&leaving(), LEAVING, folder, &options),
        _ => Table::build(&game(), &game().spec(), folder, &options),
    }
}

/// A game that takes 75 MiB with all slots in memory, and less than half of that tier by tier.
const LARGE: &str = "connect:5x4x4";

fn large() -> Connect {
    Connect::new(5, 4, 4).unwrap()
}

/// A game whose moves leave their tiers.
const LEAVING: &str = "connect:4x3x3";

fn leaving() -> Connect {
    Connect::new(4, 3, 3).unwrap()
}

/// Not a test of its own: what the processes that the others start do.
#[test]
fn child() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let rest = |name: &str| {
        let rest = std::env::var(name).ok().and_then(|rest| rest.parse().ok());
        rest.map(Duration::from_millis)
    };
    let solving = rest(REST).unwrap_or(Duration::ZERO);
    match build_resting(folder.as_ref(), solving, rest(REST_WRITING).unwrap_or(solving)) {
        Ok(_) => std::process::exit(0),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(if matches!(error, TableError::Busy { .. }) { 3 } else { 2 });
        }
    }
}

/// A process that builds in a folder; `before` are commands for the shell that starts it.
pub(crate) fn spawn(folder: &Path, rest: u64, before: &str) -> Child {
    let this = std::env::current_exe().unwrap();
    Command::new("bash")
        .arg("-c")
        .arg(format!("{before} exec \"$0\" --exact survive::child --nocapture"))
        .arg(this)
        .env(FOLDER, folder)
        .env(REST, rest.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn wait(child: Child) -> (ExitStatus, String) {
    let output = child.wait_with_output().unwrap();
    (output.status, String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The bytes of a build that nobody disturbed.
pub(crate) fn undisturbed() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    build(folder.path(), Duration::ZERO).unwrap();
    fs::read(folder.path().join(Table::FILE)).unwrap()
}

/// A table is there only if it is complete; what else is there is as it should be.
pub(crate) fn check_folder(folder: &Path, bytes: &[u8]) {
    match Table::open(folder) {
        Ok(table) => {
            table.check_file(&Control::ALONE).unwrap();
            assert!(fs::read(folder.join(Table::FILE)).unwrap() == bytes);
        }
        Err(TableError::Unfinished { .. } | TableError::Missing { .. }) => {}
        Err(error) => panic!("{error}"),
    }
}

/// Random enough for waiting times.
fn noise(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

fn kill_again_and_again(kills: u32, longest_ms: u64, before: &str) {
    let bytes = match before {
        "" => undisturbed(),
        before if before.contains("stay") => undisturbed(),
        before if before.contains("leave") => in_memory(&leaving(), LEAVING, Kind::Distance),
        _ => in_memory(&game(), &game().spec(), Kind::Outcome),
    };
    let mut state = u64::from(std::process::id());
    let (mut killed, mut finished) = (0, 0);
    while killed < kills || finished == 0 {
        let folder = tempfile::tempdir().unwrap();
        loop {
            let mut child = spawn(folder.path(), 1, before);
            if killed < kills {
                sleep(Duration::from_micros(noise(&mut state) % (longest_ms * 1000)));
                child.kill().unwrap();
            }
            let (status, message) = wait(child);
            check_folder(folder.path(), &bytes);
            match status.code() {
                Some(0) => break,
                None => killed += 1,
                Some(code) => panic!("status {code}: {message}"),
            }
        }
        finished += 1;
        assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == bytes);
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 2, "the table and the lock: {left:?}");
    }
}

fn in_memory<G: Game>(game: &G, spec: &str, kind: Kind) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let manner = Some(Manner::InMemory);
    let options = BuildOptions { block_log: 8, kind, manner, ..Default::default() };
    Table::build(game, spec, folder.path(), &options).unwrap();
    fs::read(folder.path().join(Table::FILE)).unwrap()
}

#[test]
fn killed_builds_go_on_and_end_with_the_same_bytes() {
    kill_again_and_again(25, 150, "");
}

#[test]
fn builds_tier_by_tier_that_are_killed_end_with_the_bytes_of_those_in_memory() {
    kill_again_and_again(12, 200, &format!("export {TIERS}=stay;"));
    kill_again_and_again(12, 200, &format!("export {TIERS}=lean;"));
    kill_again_and_again(12, 100, &format!("export {TIERS}=leave;"));
}

#[test]
#[ignore = "takes 80 s"]
fn builds_killed_five_hundred_times_end_with_the_same_bytes() {
    kill_again_and_again(300, 250, "");
    kill_again_and_again(200, 250, &format!("export {TIERS}=stay;"));
}

#[test]
fn cancelled_builds_end_soon_and_go_on_to_the_same_bytes() {
    cancel_and_go_on(Manner::InMemory);
}

#[test]
fn builds_tier_by_tier_that_are_cancelled_end_soon_and_go_on_to_the_same_bytes() {
    cancel_and_go_on(Manner::ByTiers);
}

fn cancel_and_go_on(manner: Manner) {
    let game = Hops::new(98, 400_000, 2);
    let spec = game.spec();
    let whole = tempfile::tempdir().unwrap();
    let options = BuildOptions { level: 3, manner: Some(manner), ..Default::default() };
    let begin = Instant::now();
    Table::build(&game, &spec, whole.path(), &options).unwrap();
    let all = begin.elapsed();
    let bytes = fs::read(whole.path().join(Table::FILE)).unwrap();

    let folder = tempfile::tempdir().unwrap();
    let mut stops = 0;
    for wait in [Duration::from_millis(20), all / 3, all / 2, all] {
        let cancel = Cancel::new();
        let control = Control { cancel: Some(&cancel), ..Control::default() };
        let options = BuildOptions { control, ..options };
        let (result, took) = std::thread::scope(|scope| {
            let build = || Table::build(&game, &spec, folder.path(), &options);
            let work = scope.spawn(move || patiently(build));
            sleep(wait);
            let begin = Instant::now();
            cancel.cancel();
            (work.join().unwrap(), begin.elapsed())
        });
        // On a quiet machine it is a tenth of a second.
        assert!(took < Duration::from_secs(5), "{took:?}");
        match result {
            Ok(_) => break,
            Err(error) => assert_eq!(error.stopped(), Some(Stopped::Cancelled), "{error}"),
        }
        stops += 1;
        assert!(!folder.path().join(Table::FILE).exists());
        assert!(!folder.path().join("checkpoint.part").exists());
    }
    assert!(stops > 0);
    patiently(|| Table::build(&game, &spec, folder.path(), &options)).unwrap();
    assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == bytes);
}

/// Builds until the solver has taken a step, with so much time to keep what was done then.
fn stop_after_a_step(folder: &Path, grace: Duration, every: Duration) -> TableError {
    let cancel = Cancel::new();
    let progress = |at: Progress| {
        if at.phase == phase::SOLVING && at.done > 5000 {
            cancel.cancel();
        }
    };
    let (cancel, progress) = (Some(&cancel), Some(&progress as &(dyn Fn(Progress) + Sync)));
    let control = Control { cancel, progress, ..Control::default() };
    let options = BuildOptions { every, grace, control, ..Default::default() };
    Table::build(&game(), &game().spec(), folder, &options).unwrap_err()
}

#[test]
fn a_tier_whose_checkpoint_is_damaged_is_solved_anew() {
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions {
        every: Duration::ZERO,
        block_log: 8,
        manner: Some(Manner::ByTiers),
        ..Default::default()
    };
    let cancel = Cancel::new();
    let progress = |at: Progress| {
        if at.phase == phase::SOLVING && at.done > 3000 {
            cancel.cancel();
        }
    };
    let (stop, progress) = (Some(&cancel), Some(&progress as &(dyn Fn(Progress) + Sync)));
    let control = Control { cancel: stop, progress, ..Control::default() };
    let stopped = BuildOptions { control, ..options };
    Table::build(&game(), &game().spec(), folder.path(), &stopped).unwrap_err();
    let of_tier = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().unwrap().to_str().unwrap().starts_with("tier-"))
        .expect("the tier that was being solved has a checkpoint");
    let mut bytes = fs::read(&of_tier).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x10;
    fs::write(&of_tier, bytes).unwrap();
    Table::build(&game(), &game().spec(), folder.path(), &options).unwrap();
    let expected = in_memory(&game(), &game().spec(), Kind::Distance);
    assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == expected);
    assert!(!of_tier.exists());
}

#[test]
fn what_was_done_is_kept_if_there_is_time_and_otherwise_the_last_checkpoint_stays() {
    let (none, long) = (Duration::ZERO, Duration::from_secs(600));
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("checkpoint");
    let error = stop_after_a_step(folder.path(), none, long);
    assert!(matches!(error, TableError::Stopped(Stopped::Cancelled)), "{error}");
    assert!(!checkpoint.exists(), "there was no time to write it");

    let TableError::Kept { settled: Some(settled), .. } =
        stop_after_a_step(folder.path(), long, long)
    else {
        panic!("there was time")
    };
    let bytes = fs::read(&checkpoint).unwrap();
    match stop_after_a_step(folder.path(), none, long) {
        TableError::Kept { settled: still, .. } => assert_eq!(still, Some(settled)),
        error => panic!("{error}"),
    }
    assert_eq!(fs::read(&checkpoint).unwrap(), bytes);
    assert!(!folder.path().join("checkpoint.part").exists());
}

#[test]
fn a_build_that_is_stopped_while_it_writes_the_table_has_nothing_to_solve_again() {
    let folder = tempfile::tempdir().unwrap();
    let (cancel, long) = (Cancel::new(), Duration::from_secs(600));
    let stop = |at: Progress| {
        if at.phase == phase::WRITING {
            cancel.cancel();
        }
    };
    let control = Control { cancel: Some(&cancel), progress: Some(&stop), ..Control::default() };
    let options =
        BuildOptions { every: long, grace: long, block_log: 6, control, ..Default::default() };
    let error = Table::build(&game(), &game().spec(), folder.path(), &options).unwrap_err();
    let TableError::Kept { settled: Some(settled), total, .. } = error else { panic!("{error}") };
    assert_eq!(settled, total);
    assert!(matches!(Table::open(folder.path()), Err(TableError::Unfinished { .. })));

    let solving = |at: Progress| assert_ne!(at.phase, phase::SOLVING, "that was done");
    let control = Control { progress: Some(&solving), ..Control::default() };
    let options = BuildOptions { block_log: 8, control, ..Default::default() };
    Table::build(&game(), &game().spec(), folder.path(), &options).unwrap();
    assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == undisturbed());
}

#[test]
fn a_build_that_is_stopped_while_it_reads_its_checkpoint_says_that_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    stop_after_a_step(folder.path(), Duration::from_secs(600), Duration::from_secs(600));
    let cancel = Cancel::new();
    cancel.cancel();
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    let options = BuildOptions { control, ..Default::default() };
    let error = Table::build(&game(), &game().spec(), folder.path(), &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "cancelled: what was done is kept in {}, and the same command goes on from there",
            folder.path().display()
        )
    );
}

/// Builds where nobody else does. Processes that other tests start have our files open for a moment, and
/// so the lock of a build that is over.
fn patiently(build: impl Fn() -> Result<Table, TableError>) -> Result<Table, TableError> {
    let begun = Instant::now();
    loop {
        match build() {
            Err(TableError::Busy { .. }) if begun.elapsed() < Duration::from_secs(10) => {
                sleep(Duration::from_millis(5));
            }
            built => return built,
        }
    }
}

/// Waits until a process has made a file.
pub(crate) fn wait_for(path: &Path) {
    let begun = Instant::now();
    while !path.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "nobody makes {}", path.display());
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn builds_killed_while_they_write_the_table_go_on() {
    let bytes = undisturbed();
    let folder = tempfile::tempdir().unwrap();
    let part = folder.path().join("table.rgt.part");
    for _ in 0..3 {
        let mut child = spawn(folder.path(), 0, &format!("export {REST_WRITING}=30000;"));
        wait_for(&part);
        child.kill().unwrap();
        assert_eq!(wait(child).0.code(), None);
        assert!(part.exists(), "it was killed before the end");
        assert!(matches!(Table::open(folder.path()), Err(TableError::Unfinished { .. })));
        // Unlike here, it is gone on with.
        fs::remove_file(&part).unwrap();
    }
    // However much of it had been written.
    for length in [0, 1, 20, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
        let _ = fs::remove_file(folder.path().join(Table::FILE));
        fs::write(&part, &bytes[..length]).unwrap();
        assert!(matches!(Table::open(folder.path()), Err(TableError::Unfinished { .. })));
        patiently(|| build(folder.path(), Duration::ZERO)).unwrap();
        assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == bytes);
        assert!(!part.exists());
    }
}

#[test]
fn blocks_that_were_written_are_not_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(Table::FILE);
    let part = folder.path().join("table.rgt.part");
    let bytes = undisturbed();
    build(folder.path(), Duration::ZERO).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&part, &bytes).unwrap();
    let told = std::sync::Mutex::new(Vec::new());
    let progress = |at: Progress| {
        if at.phase == phase::WRITING {
            told.lock().unwrap().push(at.done);
        }
    };
    let control = Control { progress: Some(&progress), ..Control::default() };
    let options = BuildOptions { block_log: 8, control, ..Default::default() };
    patiently(|| Table::build(&game(), &game().spec(), folder.path(), &options)).unwrap();
    assert!(fs::read(&path).unwrap() == bytes);
    // Each block was looked at by itself; those that are packed are told of many at a time.
    let blocks = game().slots().unwrap().div_ceil(1 << 8);
    assert_eq!(told.into_inner().unwrap().len() as u64, blocks);
}

#[test]
fn a_second_process_is_turned_away() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = spawn(folder.path(), 50, "");
    wait_for(&folder.path().join("checkpoint"));
    let (status, message) = wait(spawn(folder.path(), 0, ""));
    assert_eq!(status.code(), Some(3), "{message}");
    assert!(message.contains("another process is building in"), "{message}");
    assert!(matches!(build(folder.path(), Duration::ZERO), Err(TableError::Busy { .. })));
    assert!(matches!(Table::open(folder.path()), Err(TableError::Unfinished { .. })));
    first.kill().unwrap();
    wait(first);
    // The lock ends with the process.
    build(folder.path(), Duration::ZERO).unwrap();
}

#[test]
fn files_that_may_not_grow_stop_a_build_and_spoil_nothing() {
    let bytes = undisturbed();
    let folder = tempfile::tempdir().unwrap();
    let mut refused = 0;
    // In steps of a kilobyte, as the shell counts. Without the trap, the signal would kill it.
    for limit in (0..).step_by(2) {
        let (status, message) =
            wait(spawn(folder.path(), 0, &format!("trap '' XFSZ; ulimit -f {limit};")));
        check_folder(folder.path(), &bytes);
        if status.success() {
            break;
        }
        assert_eq!(status.code(), Some(2), "{message}");
        assert!(message.contains("make room and build again"), "{message}");
        refused += 1;
    }
    assert!(refused >= 3, "{refused}");
    assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == bytes);
}

#[test]
fn a_full_disk_stops_a_build_and_spoils_nothing() {
    let bytes = undisturbed();
    let folder = tempfile::tempdir().unwrap();
    if !mount(folder.path(), "size=8k") {
        eprintln!("only root may mount a small disk: not tested");
        return;
    }
    let _unmount = Unmount(folder.path());
    let mut refused = 0;
    for size in (8..).step_by(8) {
        assert!(mount(folder.path(), &format!("remount,size={size}k")));
        match build(folder.path(), Duration::ZERO) {
            Ok(_) => break,
            Err(TableError::Io { error, .. }) => {
                assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
                check_folder(folder.path(), &bytes);
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(refused >= 2, "{refused}");
    assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == bytes);
}

/// Mounts a disk in memory over a folder, if that is allowed.
pub(crate) fn mount(folder: &Path, options: &str) -> bool {
    let mut mount = Command::new("mount");
    mount.args(["-t", "tmpfs", "-o", options, "none"]).arg(folder);
    mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Takes the disk away again, also when a test fails.
pub(crate) struct Unmount<'a>(pub(crate) &'a Path);

impl Drop for Unmount<'_> {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn what_a_killed_build_has_on_the_shelf_is_good_wherever_it_is_cut() {
    let bytes = in_memory(&leaving(), LEAVING, Kind::Distance);
    let folder = tempfile::tempdir().unwrap();
    let shelf = folder.path().join("tiers");
    let cancel = Cancel::new();
    let stop = |at: Progress| {
        if at.phase == phase::WRITING {
            cancel.cancel();
        }
    };
    let control = Control { cancel: Some(&cancel), progress: Some(&stop), ..Control::default() };
    let manner = Some(Manner::ByTiers);
    let options = BuildOptions { block_log: 6, manner, control, ..Default::default() };
    let error = Table::build(&leaving(), LEAVING, folder.path(), &options).unwrap_err();
    let TableError::Kept { settled, total, .. } = error else { panic!("{error}") };
    assert_eq!(settled, Some(total));
    let whole = fs::read(&shelf).unwrap();
    let options = BuildOptions { block_log: 8, ..Default::default() };
    for length in (0..whole.len()).step_by(61).chain([whole.len()]) {
        let _ = fs::remove_file(folder.path().join(Table::FILE));
        fs::write(&shelf, &whole[..length]).unwrap();
        assert!(matches!(Table::open(folder.path()), Err(TableError::Unfinished { .. })));
        // However it began, it goes on tier by tier.
        let options = BuildOptions { manner: Some(Manner::InMemory), ..options };
        patiently(|| Table::build(&leaving(), LEAVING, folder.path(), &options)).unwrap();
        assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == bytes, "cut at {length}");
        assert!(!shelf.exists());
    }
    // Of what is damaged in its middle, what comes after that is solved again.
    for place in (0..whole.len()).step_by(97) {
        let _ = fs::remove_file(folder.path().join(Table::FILE));
        let mut damaged = whole.clone();
        damaged[place] ^= 4;
        fs::write(&shelf, &damaged).unwrap();
        match patiently(|| Table::build(&leaving(), LEAVING, folder.path(), &options)) {
            Ok(_) => assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == bytes),
            Err(error) => assert!(place < 64, "at {place}: {error}"),
        }
    }
    // What was begun for another table is not taken for this one.
    let _ = fs::remove_file(folder.path().join(Table::FILE));
    fs::write(&shelf, &whole).unwrap();
    for (kind, game, spec) in
        [(Kind::Outcome, leaving(), LEAVING), (Kind::Distance, leaving(), "other")]
    {
        let options = BuildOptions { kind, ..options };
        let error = patiently(|| Table::build(&game, spec, folder.path(), &options)).unwrap_err();
        assert!(matches!(error, TableError::OtherGame { .. }), "{error}");
    }
    let other = Connect::new(3, 4, 3).unwrap();
    let error = patiently(|| Table::build(&other, LEAVING, folder.path(), &options)).unwrap_err();
    assert!(matches!(error, TableError::OtherIndex { .. }), "{error}");
}

#[test]
fn a_process_that_may_not_have_all_slots_in_memory_goes_tier_by_tier() {
    let bytes = in_memory(&large(), LARGE, Kind::Distance);
    let folder = tempfile::tempdir().unwrap();
    // Addresses count, and half of those that are left are promised: see `memory::available`. Each of
    // the threads has some of them set aside, however little it allocates.
    let limit = |how: &str, mib: u64| {
        let limit = mib << 10;
        let before = format!("export {TIERS}={how} MALLOC_ARENA_MAX=1; ulimit -v {limit};");
        wait(spawn(folder.path(), 0, &before))
    };
    let (status, message) = limit("limited", 40);
    assert_eq!(status.code(), Some(2), "{message}");
    assert!(message.contains("with the tiers that are done on disk, too"), "{message}");
    let (status, message) = limit("limited-in-memory", 140);
    assert_eq!(status.code(), Some(2), "{message}");
    assert!(message.contains("5,621,939 slots need"), "{message}");
    let (status, message) = limit("limited", 140);
    assert!(status.success(), "{message}");
    assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == bytes);
}
