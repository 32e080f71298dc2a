//! Tables of games past memory: built with all slots in memory, and tier by tier in a quarter of the
//! memory that the slots take, or less, with what is done on disk.
//!
//! Each build runs in a process of its own, so that one's memory does not show in another's, and both
//! write the same bytes. `--quick` takes smaller games.

#[path = "../outcome/machine.rs"]
mod machine;

use std::fs;
use std::path::Path;
use std::time::Instant;

use retrograde::games::catalogue::NoFiles;
use retrograde::table::{BuildOptions, Catalogue, Kind, Manner, Table};
use retrograde::{Allowance, Control};

/// A game, the kinds of tables, how much memory it may take in mebibytes, and whether that takes more than
/// some seconds.
const CASES: [(&str, &[&str], u64, bool); 5] = [
    ("connect:5x4x4", &["distances", "outcomes"], 40, false),
    ("mnk:4x4x4", &["distances", "outcomes"], 40, false),
    // A large tier that leads to itself, in half a byte a slot.
    ("teeko", &["outcomes"], 45, false),
    ("connect:6x4x4", &["distances", "outcomes"], 72, true),
    ("connect:5x5x4", &["distances", "outcomes"], 72, true),
];

fn main() {
    if let Some([spec, kind, manner, room, folder]) = machine::case().as_deref() {
        return measure(spec, kind, manner, room.parse().unwrap(), folder.as_ref());
    }
    println!(
        "seconds to build a table on all threads; 'x' is the time over that in memory, 'memory' what two\n\
         bytes a slot take over what was allowed, 'MB' the peak of the process\n"
    );
    println!(
        "{:<17} {:<9} {:<9} {:>12} {:>8} {:>6} {:>7} {:>7} {:>7}",
        "game", "kind", "slots in", "slots", "seconds", "x", "MB", "allowed", "memory"
    );
    for (spec, kinds, room, large) in CASES {
        if large && machine::is_quick() {
            continue;
        }
        for kind in kinds {
            let parent = tempfile::tempdir().unwrap();
            let (mut first, mut tables) = (None, Vec::new());
            for manner in ["memory", "tiers"] {
                let folder = parent.path().join(manner);
                let path = folder.to_str().unwrap();
                let allowed = if manner == "tiers" { room << 20 } else { 1 << 40 };
                let case = [spec, *kind, manner, &allowed.to_string(), path];
                let [slots, seconds, peak] = machine::numbers(&case);
                let first: &mut f64 = first.get_or_insert(seconds);
                let (said, over) = match manner {
                    "tiers" => (room.to_string(), format!("{:.1}", 2.0 * slots / allowed as f64)),
                    _ => (String::new(), String::new()),
                };
                println!(
                    "{spec:<17} {kind:<9} {manner:<9} {slots:>12} {seconds:>8.2} {:>6.2} {:>7.0} {said:>7} {over:>7}",
                    seconds / *first,
                    peak / 1e6,
                );
                tables.push(fs::read(folder.join(Table::FILE)).unwrap());
            }
            assert!(tables[0] == tables[1], "both ways write the same bytes");
        }
    }
}

/// Builds a table in a process of its own.
fn measure(spec: &str, kind: &str, manner: &str, room: u64, folder: &Path) {
    let rules = Catalogue::builtin().open(spec, &NoFiles).unwrap();
    let kind = if kind == "outcomes" { Kind::Outcome } else { Kind::Distance };
    let manner = if manner == "tiers" { Manner::ByTiers } else { Manner::InMemory };
    let control = Control { memory: Some(Allowance::from_now(room)), ..Control::default() };
    let options = BuildOptions { kind, manner: Some(manner), control, ..BuildOptions::default() };
    let (seconds, peak) = machine::peak_of(|| {
        let begin = Instant::now();
        rules.build(spec, folder, &options).unwrap();
        begin.elapsed().as_secs_f64()
    });
    println!("{} {seconds} {peak}", rules.slots().unwrap_or(0));
}
