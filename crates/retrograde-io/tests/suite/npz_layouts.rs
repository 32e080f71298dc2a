//! SciPy's matrices by columns and by coordinates mean what those by rows do.

use std::io::{Cursor, Write};

use proptest::prelude::*;
use retrograde_core::{Allowance, Arena, Control, GraphError, Names};
use retrograde_io::{Format, ReadFault, Source, build_rgg, read_arena, write_rgg};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn array(descr: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&u16::try_from(header.len()).unwrap().to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(elements);
    bytes
}

fn int64(numbers: &[i64]) -> Vec<u8> {
    let elements: Vec<_> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    array("<i8", &format!("({},)", numbers.len()), &elements)
}

fn archive(format: &str, members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let format = ("format.npy", array("|S3", "()", format.as_bytes()));
    for (name, bytes) in members.iter().chain([&format]) {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn coo(size: i64, rows: &[i64], columns: &[i64], data: &[i64]) -> Vec<u8> {
    archive(
        "coo",
        &[
            ("shape.npy", int64(&[size, size])),
            ("row.npy", int64(rows)),
            ("col.npy", int64(columns)),
            ("data.npy", int64(data)),
        ],
    )
}

fn compressed(format: &str, size: i64, starts: &[i64], indices: &[i64], data: &[i64]) -> Vec<u8> {
    archive(
        format,
        &[
            ("shape.npy", int64(&[size, size])),
            ("indptr.npy", int64(starts)),
            ("indices.npy", int64(indices)),
            ("data.npy", int64(data)),
        ],
    )
}

/// What is read, in memory and past it alike.
fn read(bytes: &[u8]) -> Result<Arena, String> {
    let read = read_arena(bytes, Format::Npz, &Control::ALONE).map_err(|error| error.to_string());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("built.rgg");
    let source = Source::stream(bytes);
    let built = build_rgg(source, Some(Format::Npz), &path, folder.path(), &Control::ALONE);
    match (&read, built) {
        (Ok(arena), Ok(())) => {
            let mut expected = Vec::new();
            write_rgg(arena, &mut expected, &Control::ALONE).unwrap();
            assert!(std::fs::read(&path).unwrap() == expected);
        }
        (Err(read), Err(built)) => assert_eq!(&built.to_string(), read),
        (read, built) => panic!("{read:?} and {built:?}"),
    }
    read
}

fn edges(arena: &Arena) -> Vec<(u32, u32, Option<i64>)> {
    let weighted = arena.graph.edges().enumerate();
    weighted.map(|(edge, (from, to))| (from, to, arena.weights.get(edge))).collect()
}

#[test]
fn files_of_scipy() {
    let coo = read(include_bytes!("../data/scipy-coo-unsorted.npz")).unwrap();
    let w = Some;
    assert_eq!(edges(&coo), [(0, 2, w(1)), (0, 1, w(-3)), (2, 0, w(5)), (2, 0, w(2))]);
    let csc = read(include_bytes!("../data/scipy-csc-unsorted.npz")).unwrap();
    assert_eq!(edges(&csc), [(0, 0, w(1)), (1, 2, w(-3)), (2, 0, w(5)), (2, 0, w(2))]);
    assert_eq!(csc.names, Names::numbered(3));
}

#[test]
fn what_is_wrong() {
    let missing = |name: &str, kept: &[&str]| {
        let all = [
            ("shape.npy", int64(&[2, 2])),
            ("row.npy", int64(&[0])),
            ("col.npy", int64(&[1])),
            ("data.npy", int64(&[1])),
        ];
        let kept: Vec<_> = all.into_iter().filter(|member| kept.contains(&member.0)).collect();
        (
            archive("coo", &kept),
            format!(
                "the archive has no member {name}: save the matrix with scipy.sparse.save_npz(file, scipy.sparse.csr_matrix(A))"
            ),
        )
    };
    for (bytes, expected) in [
        missing("row.npy", &["shape.npy", "col.npy", "data.npy"]),
        missing("col.npy", &["shape.npy", "row.npy", "data.npy"]),
        (coo(2, &[0, 2], &[0, 0], &[1, 1]), "the member row.npy says 2 at 1: rows go from 0 to 1".to_owned()),
        (coo(2, &[0, -1], &[0, 0], &[1, 1]), "the member row.npy says -1 at 1: rows go from 0 to 1".to_owned()),
        (coo(2, &[0, 1], &[i64::MAX, 0], &[1, 1]), "the member col.npy says 9223372036854775807 at 0: columns go from 0 to 1".to_owned()),
        (coo(2, &[0, 1], &[0], &[1, 1]), "the member col.npy has 1 elements, but row.npy has 2".to_owned()),
        (coo(2, &[0, 1], &[0, 1], &[1]), "the member data.npy has 1 elements, but row.npy has 2".to_owned()),
        (coo(0, &[], &[], &[]), "the matrix is 0 by 0: a graph has at least one vertex".to_owned()),
        (compressed("csc", 2, &[0, 1], &[0], &[1]), "the member indptr.npy has 2 elements: a matrix of 2 columns needs 3".to_owned()),
        (compressed("csc", 2, &[0, 1, 1], &[2], &[1]), "the member indices.npy says 2 at 0: rows go from 0 to 1".to_owned()),
        (compressed("csc", 2, &[0, 2, 1], &[0], &[1]), "the member indptr.npy says 1 at 2, after 2: offsets never fall".to_owned()),
        (compressed("csc", 2, &[0, 1, 1], &[0, 1], &[1]), "the member indices.npy has 2 elements, but indptr.npy ends at 1: call A.prune() before saving it".to_owned()),
        (compressed("csc", 2, &[0, 1, 1], &[0], &[]), "the member data.npy has 0 elements, but indices.npy has 1".to_owned()),
        (archive("coo", &[("shape.npy", int64(&[2, 3]))]), "the matrix is 2 by 3: the matrix of a graph is square, with a row and a column for each vertex".to_owned()),
        (archive("coo", &[("shape.npy", int64(&[2, 2])), ("row.npy", array("<f8", "(1,)", &[0; 8]))]), "the member row.npy says 0 at 0: rows go from 0 to 1".to_owned()),
        (archive("coo", &[("shape.npy", int64(&[2, 2])), ("row.npy", array("<i8", "(1000000000000,)", &[0; 8]))]), "the member row.npy ends after 1 of the 1000000000000 elements it announces".to_owned()),
    ] {
        assert_eq!(read(&bytes).err(), Some(expected));
    }
}

#[test]
fn a_matrix_without_data_has_no_weights() {
    let members =
        [("shape.npy", int64(&[2, 2])), ("row.npy", int64(&[1, 0])), ("col.npy", int64(&[0, 1]))];
    let arena = read(&archive("coo", &members)).unwrap();
    assert_eq!(edges(&arena), [(0, 1, None), (1, 0, None)]);
    let bools = array("|b1", "(2,)", &[1, 1]);
    let members = [&members[..], &[("data.npy", bools)]].concat();
    assert_eq!(read(&archive("coo", &members)).unwrap(), arena);
}

#[test]
fn an_announced_size_counts_towards_the_memory_limit() {
    let control = Control { memory: Some(Allowance::from_now(1 << 20)), ..Control::ALONE };
    for bytes in [coo(4_000_000_000, &[0], &[0], &[1]), coo(200_000, &[0], &[0], &[1])] {
        let error = read_arena(&bytes[..], Format::Npz, &control).unwrap_err();
        assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{error}");
    }
    assert!(read_arena(&coo(20_000, &[0], &[0], &[1])[..], Format::Npz, &control).is_ok());
}

/// Offsets of lists that are sorted by what they start with.
fn starts(count: i64, keys: impl Iterator<Item = i64> + Clone) -> Vec<i64> {
    (0..=count).map(|line| keys.clone().filter(|&key| key < line).count() as i64).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_layouts_of_a_matrix_are_one_graph(
        (size, entries) in (1..9_i64).prop_flat_map(|size| {
            (Just(size), prop::collection::vec((0..size, 0..size, any::<i64>()), 0..40))
        }),
    ) {
        let parts = |entries: &[(i64, i64, i64)]| -> [Vec<i64>; 3] {
            [
                entries.iter().map(|entry| entry.0).collect(),
                entries.iter().map(|entry| entry.1).collect(),
                entries.iter().map(|entry| entry.2).collect(),
            ]
        };
        let mut by_row = entries.clone();
        by_row.sort_by_key(|entry| entry.0);
        let [rows, columns, data] = parts(&by_row);
        let expected =
            read(&compressed("csr", size, &starts(size, rows.into_iter()), &columns, &data)).unwrap();
        let [rows, columns, data] = parts(&entries);
        prop_assert_eq!(&read(&coo(size, &rows, &columns, &data)).unwrap(), &expected);

        let mut by_column = entries.clone();
        by_column.sort_by_key(|entry| entry.1);
        let [rows, columns, data] = parts(&by_column);
        let starts = starts(size, columns.into_iter());
        let csc = read(&compressed("csc", size, &starts, &rows, &data)).unwrap();
        // By columns, the entries of a row are in the order of their columns.
        let mut sorted = edges(&expected);
        sorted.sort_by_key(|edge| (edge.0, edge.1));
        prop_assert_eq!(edges(&csc), sorted);
    }
}
