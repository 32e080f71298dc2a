//! What other programs get to read.

use std::io::{Cursor, Read, Write};

use retrograde_core::Control;
use retrograde_games::Game;
use retrograde_table::{Array, BuildOptions, ExportError, Kind, Table, Worth};

use crate::game::Hops;

fn table(kind: Kind) -> (tempfile::TempDir, Hops, Table) {
    let game = Hops::new(21, 300, 2);
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { kind, block_log: 7, ..Default::default() };
    let table = Table::build(&game, &game.spec(), folder.path(), &options).unwrap();
    (folder, game, table)
}

#[test]
fn csv_has_a_row_for_every_position() {
    let (_folder, game, table) = table(Kind::Distance);
    let mut csv = Vec::new();
    table.export_csv(&game, &mut csv, &Control::ALONE).unwrap();
    let csv = String::from_utf8(csv).unwrap();
    let mut rows = csv.lines();
    assert_eq!(rows.next(), Some("slot,position,outcome,distance,move,to"));
    for slot in (0..600).filter(|&slot| game.unrank(slot).is_some()) {
        let entry = table.probe(slot).unwrap();
        let distance = entry.distance().map_or(String::new(), |distance| distance.to_string());
        let outcome = entry.outcome().unwrap().as_str();
        let expected = format!("{slot},at {slot},{outcome},{distance},");
        assert!(rows.next().unwrap().starts_with(&expected), "{expected}");
    }
    assert_eq!(rows.next(), None);
}

/// The elements of an array file, after its header.
fn elements<'a>(npy: &'a [u8], descr: &str, length: u64) -> &'a [u8] {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({length},), }}");
    let size = usize::from(u16::from_le_bytes([npy[8], npy[9]]));
    assert!(npy.starts_with(b"\x93NUMPY\x01\x00"));
    assert_eq!((10 + size) % 64, 0);
    assert_eq!(String::from_utf8_lossy(&npy[10..10 + size]).trim_end(), header);
    &npy[10 + size..]
}

#[test]
fn npz_has_an_element_for_every_slot() {
    for kind in [Kind::Distance, Kind::Outcome] {
        let (_folder, _, table) = table(kind);
        let mut npz = Vec::new();
        table.export_npz(&mut npz, &Control::ALONE).unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(&npz)).unwrap();
        assert_eq!(archive.len(), if kind == Kind::Distance { 2 } else { 1 });
        // Reading a member to its end compares its checksum.
        let mut outcome = Vec::new();
        archive.by_name("outcome.npy").unwrap().read_to_end(&mut outcome).unwrap();
        let outcomes = elements(&outcome, "|i1", table.slots());
        for (slot, &code) in (0..).zip(outcomes) {
            let expected = match table.probe(slot).unwrap() {
                Worth::Win(_) => 1,
                Worth::Lose(_) => -1,
                Worth::Draw => 0,
                Worth::Tie => 2,
                Worth::Hole => -128,
            };
            assert_eq!(code as i8, expected);
        }
        if kind == Kind::Distance {
            let mut distance = Vec::new();
            archive.by_name("distance.npy").unwrap().read_to_end(&mut distance).unwrap();
            let (distances, rest) = elements(&distance, "<i2", table.slots()).as_chunks::<2>();
            assert_eq!((distances.len() as u64, rest.len()), (table.slots(), 0));
            for (slot, &pair) in (0..).zip(distances) {
                let expected = table.probe(slot).unwrap().distance();
                let expected = expected.map_or(-1, |distance| distance.0 as i16);
                assert_eq!(i16::from_le_bytes(pair), expected);
            }
            let mut alone = Vec::new();
            table.export_npy(Array::Distance, &mut alone, &Control::ALONE).unwrap();
            assert_eq!(alone, distance);
        }
    }
}

/// Takes so many bytes and no more.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_output_that_refuses_is_an_error() {
    let (_folder, game, table) = table(Kind::Distance);
    for room in [0, 1, 100, 1000] {
        let csv = table.export_csv(&game, &mut Full(room), &Control::ALONE);
        assert!(matches!(csv, Err(ExportError::Output(_))));
        let npz = table.export_npz(&mut Full(room), &Control::ALONE);
        assert!(matches!(npz, Err(ExportError::Output(_))));
    }
}
