//! One builder a folder.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::TableError;

/// The right to build in a folder. The system takes it back when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// The file stays in the folder: if it were removed, two processes could each lock their own.
    pub(crate) const NAME: &str = "lock";

    pub(crate) fn take(folder: &Path) -> Result<Self, TableError> {
        let path = folder.join(Lock::NAME);
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(TableError::io(&path, "write"))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(TableError::Busy { folder: folder.to_owned() }),
            Err(TryLockError::Error(error)) => Err(TableError::io(&path, "lock")(error)),
        }
    }
}
