//! Tables on disk that were found when the server was started.

use std::path::{Path, PathBuf};

use retrograde::table::Table;

use super::super::opened::secret;
use crate::api::TableListed;

/// How deep folders are looked into.
const DEPTH: usize = 3;

/// Folders that are looked into at most.
const MOST: usize = 10_000;

/// The tables, each with its folder.
#[derive(Debug, Default)]
pub(crate) struct Tables(Vec<(TableListed, PathBuf)>);

impl Tables {
    /// The tables in a folder and those below it.
    pub(crate) fn under(folder: Option<&Path>) -> Self {
        let mut found = Vec::new();
        let mut waiting: Vec<(PathBuf, usize)> =
            folder.map(|folder| (folder.to_owned(), 0)).into_iter().collect();
        let mut looked = 0;
        while let Some((folder, depth)) = waiting.pop() {
            looked += 1;
            if looked > MOST {
                break;
            }
            if let Ok(table) = Table::open(&folder) {
                let spec = table.spec().to_owned();
                let title = spec.split(':').next().unwrap_or_default().replace('-', " ");
                let bytes = table.file_size();
                found.push((TableListed { id: secret(), spec, title, bytes }, folder));
                continue;
            }
            let Ok(entries) = std::fs::read_dir(&folder) else { continue };
            let folders = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
            waiting.extend(folders.filter(|_| depth < DEPTH).map(|path| (path, depth + 1)));
        }
        found.sort_by(|one, other| one.0.spec.cmp(&other.0.spec));
        Tables(found)
    }

    /// What pages are told of them.
    pub(crate) fn listed(&self) -> Vec<TableListed> {
        self.0.iter().map(|(listed, _)| listed.clone()).collect()
    }

    /// The one of a game.
    pub(crate) fn of(&self, spec: &str) -> Option<&str> {
        self.0.iter().find(|(listed, _)| listed.spec == spec).map(|(listed, _)| &*listed.id)
    }

    /// The folder of one.
    pub(crate) fn folder(&self, id: &str) -> Option<&Path> {
        self.0.iter().find(|(listed, _)| listed.id == id).map(|(_, folder)| folder.as_path())
    }
}
