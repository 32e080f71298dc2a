//! Unusual places to build in, and what is left over there.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::time::Duration;

use retrograde_core::{Control, Threads};
use retrograde_table::{Table, TableError};

use crate::content::build_a_step;
use crate::survive::{Unmount, build, game, mount, spawn, undisturbed, wait, wait_for};

/// What a folder has in it.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Whether root runs this, who may write where nobody else may.
fn may_write_anywhere(folder: &Path) -> bool {
    fs::write(folder.join("try"), "").is_ok_and(|()| fs::remove_file(folder.join("try")).is_ok())
}

#[test]
fn a_checkpoint_that_outlived_its_table_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let stopped = build_a_step(&game(), folder.path(), Threads::ONE);
    assert!(matches!(stopped, Err(TableError::Kept { .. })));
    let checkpoint = fs::read(folder.path().join("checkpoint")).unwrap();
    build(folder.path(), Duration::ZERO).unwrap();
    assert_eq!(names(folder.path()), ["lock", "table.rgt"]);
    // As if the process had been killed after the table got its name.
    for name in ["checkpoint", "checkpoint.part"] {
        fs::write(folder.path().join(name), &checkpoint).unwrap();
    }
    Table::open(folder.path()).unwrap().check_file(&Control::ALONE).unwrap();
    build(folder.path(), Duration::ZERO).unwrap();
    assert_eq!(names(folder.path()), ["lock", "table.rgt"]);
    assert!(fs::read(folder.path().join(Table::FILE)).unwrap() == undisturbed());
}

#[test]
fn a_damaged_checkpoint_is_named_and_nothing_is_built_on_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint");
    for bytes in [&b""[..], b"nonsense", &[0x89; 1000]] {
        fs::write(&path, bytes).unwrap();
        let error = build(folder.path(), Duration::ZERO).unwrap_err();
        assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
        assert!(matches!(error, TableError::Damaged { .. }), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::remove_file(&path).unwrap();
    build(folder.path(), Duration::ZERO).unwrap();
}

#[test]
fn a_folder_that_cannot_be_written_to_is_an_error_and_can_be_asked() {
    let folder = tempfile::tempdir().unwrap();
    let readable = folder.path().join("readable");
    fs::create_dir(&readable).unwrap();
    // Root is stopped by a disk that is read only, others by permissions.
    let mounted = mount(&readable, "size=4m");
    let _unmount = mounted.then(|| Unmount(&readable));
    let built = readable.join("built");
    let entry = build(&built, Duration::ZERO).unwrap().probe(7).unwrap();
    if mounted {
        assert!(mount(&readable, "remount,ro"));
    } else {
        fs::set_permissions(&built, fs::Permissions::from_mode(0o555)).unwrap();
        fs::set_permissions(&readable, fs::Permissions::from_mode(0o555)).unwrap();
        if may_write_anywhere(&built) {
            eprintln!("neither a disk nor permissions stop this user: not tested");
            return;
        }
    }
    let error = build(&readable.join("new"), Duration::ZERO).unwrap_err().to_string();
    assert!(error.starts_with("cannot make ") && error.contains("readable/new: "), "{error}");
    // There is nothing to do for a table that is finished.
    build(&built, Duration::ZERO).unwrap();
    let table = Table::open(&built).unwrap();
    assert_eq!(table.probe(7).unwrap(), entry);
    table.check_file(&Control::ALONE).unwrap();
    assert_eq!(names(&built), ["lock", "table.rgt"]);
    if !mounted {
        for path in [&readable, &built] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }
}

#[test]
fn a_link_to_a_folder_is_that_folder() {
    let parent = tempfile::tempdir().unwrap();
    let [real, link] = ["real", "link"].map(|name| parent.path().join(name));
    fs::create_dir(&real).unwrap();
    symlink(&real, &link).unwrap();
    let mut first = spawn(&link, 50, "");
    wait_for(&real.join("checkpoint"));
    assert!(matches!(build(&real, Duration::ZERO), Err(TableError::Busy { .. })));
    first.kill().unwrap();
    wait(first);
    // What was kept under one name is gone on with under the other.
    build(&real, Duration::ZERO).unwrap();
    build(&link, Duration::ZERO).unwrap();
    assert_eq!(names(&real), ["lock", "table.rgt"]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read(link.join(Table::FILE)).unwrap() == undisturbed());
}

#[test]
fn links_to_nothing_and_files_in_the_way_are_errors() {
    let parent = tempfile::tempdir().unwrap();
    let [link, file] = ["link", "file"].map(|name| parent.path().join(name));
    symlink(parent.path().join("nothing"), &link).unwrap();
    fs::write(&file, "something").unwrap();
    for place in [&link, &file, &file.join("below")] {
        let error = build(place, Duration::ZERO).unwrap_err().to_string();
        assert!(error.starts_with("cannot make "), "{error}");
        assert!(Table::open(place).is_err());
    }
    assert_eq!(names(parent.path()), ["file", "link"]);
    assert_eq!(fs::read(&file).unwrap(), b"something");
}
