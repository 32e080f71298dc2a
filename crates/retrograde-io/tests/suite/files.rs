//! Files: opened by name, compressed or not; written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograde_core::{
    Arena, Control, Names, Objective, OutcomeSolution, Progress, Solution, Terms, Value,
};
use retrograde_io::{
    Format, OutputFile, ReadFault, SolutionRows, Source, WriteFault, make_folder, read_arena,
    read_file, read_stream, write_arena, write_csv,
};

/// A directory of its own for each test, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("retrograde-io-{}-{test}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        fs::write(self.path(name), bytes).unwrap();
        self.path(name)
    }

    fn listing(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(&self.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn sample() -> Arena {
    read_arena(&b"a b 3\nb a\nc\n"[..], Format::Edges, &Control::ALONE).unwrap()
}

fn read(path: &Path) -> Result<Arena, retrograde_io::ReadError> {
    read_file(path, None, &Control::ALONE)
}

#[test]
fn graphs_come_back_from_plain_and_compressed_files() {
    let scratch = Scratch::new("round-trip");
    for name in ["g.txt", "g.el.gz", "g.edges.zst", "g.EL.GZ"] {
        let path = scratch.path(name);
        OutputFile::write(&path, |out| write_arena(&sample(), Format::Edges, out)).unwrap();
        assert_eq!(read(&path).unwrap(), sample(), "{name}");
    }
    assert!(fs::read(scratch.path("g.el.gz")).unwrap().starts_with(&[0x1f, 0x8b]));
    assert!(fs::read(scratch.path("g.edges.zst")).unwrap().starts_with(&[0x28, 0xb5]));
    assert_eq!(scratch.listing(), ["g.EL.GZ", "g.edges.zst", "g.el.gz", "g.txt"]);
}

#[test]
fn compression_is_told_by_content_and_not_by_name() {
    let scratch = Scratch::new("content");
    OutputFile::write(scratch.path("g.txt.gz"), |out| write_arena(&sample(), Format::Edges, out))
        .unwrap();
    fs::rename(scratch.path("g.txt.gz"), scratch.path("g.txt")).unwrap();
    assert_eq!(read(&scratch.path("g.txt")).unwrap(), sample());
    let plain = scratch.file("plain.txt.zst", b"a b 3\nb a\nc\n");
    assert_eq!(read(&plain).unwrap(), sample());
}

#[test]
fn what_cannot_be_opened_or_guessed_says_so() {
    let scratch = Scratch::new("faults");
    let message = |name: &str| {
        let error = read(&scratch.path(name)).unwrap_err().to_string();
        error.strip_prefix(&format!("{}:", scratch.path(name).display())).unwrap().to_owned()
    };
    assert_eq!(message("absent.txt"), " there is no such file");
    fs::create_dir(scratch.path("directory.txt")).unwrap();
    assert_eq!(message("directory.txt"), " it is a directory; give the name of a file");
    scratch.file("odd.xyz", b"a b\n");
    assert_eq!(message("odd.xyz"), " cannot tell the format from the name");
    scratch.file("bad.txt", b"a b\na b c\n");
    assert_eq!(message("bad.txt"), "2:5: the weight 'c' is not a whole number of at most 64 bits");
    scratch.file("empty.mtx", b"");
    assert_eq!(message("empty.mtx"), " the file is empty: a graph has at least one vertex");

    let whole = scratch.path("whole.txt.gz");
    OutputFile::write(&whole, |out| write_arena(&sample(), Format::Edges, out)).unwrap();
    let bytes = fs::read(&whole).unwrap();
    scratch.file("cut.txt.gz", &bytes[..bytes.len() - 3]);
    assert_eq!(
        message("cut.txt.gz"),
        " the gzip data ends early: the file was cut short; get it again"
    );

    let error = read_stream(&b"a b\n"[..], None, &Control::ALONE).unwrap_err();
    assert!(matches!(error.fault, ReadFault::UnknownFormat));
    let arena = read_stream(&bytes[..], Some(Format::Edges), &Control::ALONE).unwrap();
    assert_eq!(arena, sample());
}

#[test]
fn progress_counts_compressed_bytes() {
    let scratch = Scratch::new("progress");
    let path = scratch.path("g.txt.gz");
    let long: String = (0..50_000).map(|n| format!("{n} {}\n", n / 3)).collect();
    let arena = read_arena(long.as_bytes(), Format::Edges, &Control::ALONE).unwrap();
    OutputFile::write(&path, |out| write_arena(&arena, Format::Edges, out)).unwrap();
    let source = Source::file(&path).unwrap();
    let size = source.size().unwrap();
    let seen = AtomicU64::new(0);
    let tell = |progress: Progress| {
        assert_eq!((progress.phase, progress.total), ("reading", size));
        assert!(progress.done >= seen.swap(progress.done, Relaxed));
    };
    let control = Control { progress: Some(&tell), ..Control::ALONE };
    source.read_arena(None, &control).unwrap();
    assert_eq!(seen.into_inner(), size);
    assert!(size < long.len() as u64 / 2);
}

#[test]
fn solutions_are_read_through_the_same_door() {
    let scratch = Scratch::new("solution");
    let names = Names::numbered(2);
    let answer = OutcomeSolution::new([Value::Draw, Value::Draw].into_iter().collect(), None);
    let solution = Solution::new(Objective::OUTCOME, answer);
    let rows = SolutionRows { names: &names, edges: 2, solution: &solution, start: None };
    let path = scratch.path("s.csv.zst");
    OutputFile::write(&path, |out| write_csv(&rows, Terms::WinLose, out)).unwrap();
    let read = |path: &Path| Source::file(path).unwrap().read_solution(&names, &Objective::OUTCOME);
    assert_eq!(read(&path).unwrap(), solution);
    let bad = scratch.file("bad.csv", b"vertex,outcome\n");
    let error = read(&bad).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with(&format!("{}:1:1: the column 'distance' is missing", bad.display()))
    );
}

#[test]
fn a_failed_output_leaves_the_old_file_and_nothing_else() {
    let scratch = Scratch::new("atomic");
    let path = scratch.file("out.txt", b"old");
    let error = OutputFile::write(&path, |out| {
        out.write_all(b"new, but only half of it")?;
        Err(std::io::Error::other("no more ideas"))
    })
    .unwrap_err();
    assert_eq!(error.to_string(), format!("cannot write {}: no more ideas", path.display()));
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(scratch.listing(), ["out.txt"]);

    let mut dropped = OutputFile::create(&path).unwrap();
    dropped.write_all(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(scratch.listing().len(), 2);
    drop(dropped);
    assert_eq!(scratch.listing(), ["out.txt"]);

    OutputFile::write(&path, |out| out.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(scratch.listing(), ["out.txt"]);
}

#[test]
fn a_durable_file_is_written_over_its_own_remains() {
    let scratch = Scratch::new("durable");
    let folder = scratch.path("a/b");
    make_folder(&folder).unwrap();
    make_folder(&folder).unwrap();
    let path = folder.join("out.gz");
    fs::write(OutputFile::part_of(&path), b"remains of a program that was killed").unwrap();
    let mut file = OutputFile::durable(&path).unwrap();
    file.write_all(b"plain").unwrap();
    assert!(!path.exists() && OutputFile::part_of(&path).exists());
    file.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"plain");
    drop(OutputFile::durable(&path).unwrap());
    assert!(path.exists() && !OutputFile::part_of(&path).exists());
    assert!(OutputFile::durable(scratch.path("no/out")).is_err());
}

#[test]
fn outputs_that_cannot_be_made_say_why() {
    let scratch = Scratch::new("unwritable");
    let path = scratch.path("no/such/out.txt");
    let error = OutputFile::create(&path).unwrap_err();
    assert!(
        matches!(&error.fault, WriteFault::NoDirectory(directory) if *directory == scratch.path("no/such"))
    );
    assert_eq!(
        error.to_string(),
        format!(
            "cannot write {}: there is no directory {}; create it first",
            path.display(),
            scratch.path("no/such").display()
        )
    );
    let error = OutputFile::create(&scratch.0).unwrap_err();
    assert!(matches!(error.fault, WriteFault::Directory));
    let file = scratch.file("file", b"");
    assert!(OutputFile::create(file.join("below.txt")).is_err());
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    assert_eq!(
        OutputFile::create(&file).unwrap_err().to_string(),
        format!("cannot write {}: the file is there already and is read-only", file.display())
    );
}

#[cfg(unix)]
#[test]
fn links_are_followed_devices_are_left_and_permissions_stay() {
    use std::os::unix::fs::PermissionsExt;

    let scratch = Scratch::new("links");
    let target = scratch.file("target.txt", b"old");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("target.txt", scratch.path("link.txt")).unwrap();
    OutputFile::write(scratch.path("link.txt"), |out| out.write_all(b"new")).unwrap();
    assert!(fs::symlink_metadata(scratch.path("link.txt")).unwrap().is_symlink());
    assert_eq!(fs::read(&target).unwrap(), b"new");
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(scratch.listing(), ["link.txt", "target.txt"]);

    OutputFile::write("/dev/null", |out| out.write_all(b"away")).unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}
