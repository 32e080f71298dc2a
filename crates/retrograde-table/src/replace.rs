//! Files that are there as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::TableError;

/// Writes a file under another name, makes sure that it is on the disk, and renames it into place:
/// whatever happens, the place holds what it held before or all of the new file.
pub(crate) fn replace(
    path: &Path,
    write: impl FnOnce(BufWriter<File>) -> io::Result<BufWriter<File>>,
) -> Result<(), TableError> {
    let part = part_of(path);
    let written = File::create(&part).and_then(|file| {
        let mut out = write(BufWriter::with_capacity(1 << 18, file))?;
        out.flush()?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&part, path));
    if let Err(error) = done {
        // It may be the disk that is full: leave it no fuller than it was.
        let _ = fs::remove_file(&part);
        return Err(TableError::io(path, "write")(error));
    }
    sync_folder(path)
}

/// Makes a folder, and those it is in, if they are not there.
pub(crate) fn make_folder(folder: &Path) -> Result<(), TableError> {
    if folder.is_dir() || folder.as_os_str().is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(TableError::io(folder, "make"))?;
    // Where a folder above cannot be opened, as some cannot, the table is no worse for it.
    let _ = sync_folder(folder);
    Ok(())
}

/// Removes a file if it is there.
pub(crate) fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(TableError::io(path, "remove")(error))
        }
        _ => Ok(()),
    }
}

/// The name that a file has while it is written.
pub(crate) fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// A name is on the disk once its folder is.
fn sync_folder(path: &Path) -> Result<(), TableError> {
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        // A name alone is in the folder where the program runs.
        let here = Path::new(".");
        let folder = if folder.as_os_str().is_empty() { here } else { folder };
        let synced = File::open(folder).and_then(|folder| folder.sync_all());
        synced.map_err(TableError::io(folder, "write"))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}
