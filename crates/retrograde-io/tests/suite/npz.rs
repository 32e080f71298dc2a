//! SciPy's sparse matrices: what they mean, what is refused, and that ours come back the same.

use std::io::{self, Cursor, Read, Write};

use proptest::prelude::*;
use retrograde_core::{Allowance, Arena, ArenaBuilder, Control, Graph, GraphError};
use retrograde_io::npz::{Archive, Packing, write_array};
use retrograde_io::{Format, ReadError, ReadFault, read_arena, write_arena};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

fn read(bytes: impl AsRef<[u8]>) -> Result<Arena, ReadError> {
    read_arena(bytes.as_ref(), Format::Npz, &Control::ALONE)
}

fn write(arena: &Arena) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_arena(arena, Format::Npz, &mut bytes).unwrap();
    bytes
}

fn message(bytes: impl AsRef<[u8]>) -> String {
    read(bytes).map_or_else(|error| error.to_string(), |_| "read".to_owned())
}

/// A `.npy` file.
fn array(descr: &str, shape: &str, elements: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&u16::try_from(header.len()).unwrap().to_le_bytes());
    bytes.extend_from_slice(header.as_bytes());
    bytes.extend_from_slice(elements);
    bytes
}

fn int32(numbers: &[i32]) -> Vec<u8> {
    let elements: Vec<_> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    array("<i4", &format!("({},)", numbers.len()), &elements)
}

fn float64(numbers: &[f64]) -> Vec<u8> {
    let elements: Vec<_> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    array("<f8", &format!("({},)", numbers.len()), &elements)
}

type Members = Vec<(&'static str, Vec<u8>)>;

/// The matrix `[[0, 2, 0], [0, 0, -7], [0, 0, 0]]`.
fn members() -> Members {
    vec![
        ("indices.npy", int32(&[1, 2])),
        ("indptr.npy", int32(&[0, 1, 2, 2])),
        ("format.npy", array("|S3", "()", b"csr")),
        ("shape.npy", int32(&[3, 3])),
        ("data.npy", int32(&[2, -7])),
    ]
}

fn archive(members: &Members) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// [`members`] with one of them replaced.
fn with(name: &'static str, bytes: Vec<u8>) -> Vec<u8> {
    let mut members = members();
    members.iter_mut().find(|member| member.0 == name).unwrap().1 = bytes;
    archive(&members)
}

fn without(name: &str) -> Vec<u8> {
    let mut members = members();
    members.retain(|member| member.0 != name);
    archive(&members)
}

/// Edges of a three-vertex path, with the weights given.
fn check_path(arena: &Arena, weights: &[i64]) {
    assert_eq!(*arena, {
        let mut path = Arena::from(Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap());
        path.weights = weights.iter().copied().enumerate().collect();
        path
    });
}

#[test]
fn files_of_scipy() {
    check_path(&read(include_bytes!("../data/scipy-int64.npz")).unwrap(), &[2, -7]);
    check_path(&read(include_bytes!("../data/scipy-int64-stored.npz")).unwrap(), &[2, -7]);
    check_path(&read(include_bytes!("../data/scipy-float.npz")).unwrap(), &[2, -7]);
    check_path(&read(include_bytes!("../data/scipy-bool-array.npz")).unwrap(), &[]);
    check_path(&read(include_bytes!("../data/scipy-explicit-zero.npz")).unwrap(), &[0, -7]);
    check_path(&read(include_bytes!("../data/scipy-csc.npz")).unwrap(), &[2, -7]);
    check_path(&read(include_bytes!("../data/scipy-coo.npz")).unwrap(), &[2, -7]);
    for (bytes, format) in [
        (&include_bytes!("../data/scipy-bsr.npz")[..], "bsr"),
        (&include_bytes!("../data/scipy-dia.npz")[..], "dia"),
    ] {
        assert_eq!(
            message(bytes),
            format!(
                "the matrix has the format '{format}', and 'csr', 'csc' and 'coo' are read: save A.tocsr()"
            )
        );
    }
    assert_eq!(
        message(include_bytes!("../data/scipy-fraction.npz")),
        "the member data.npy says 0.5 at 0, and weights are whole numbers between -9223372036854775808 and 9223372036854775807: scale them, or drop them with A.data = np.ones(A.nnz, dtype=bool)"
    );
}

#[test]
fn every_element_type() {
    check_path(&read(archive(&members())).unwrap(), &[2, -7]);
    check_path(&read(without("data.npy")).unwrap(), &[]);
    check_path(&read(with("data.npy", float64(&[2.0, -7.0]))).unwrap(), &[2, -7]);
    check_path(&read(with("data.npy", array("|b1", "(2,)", &[1, 0]))).unwrap(), &[]);
    check_path(&read(with("data.npy", array("|u1", "(2,)", &[1, 255]))).unwrap(), &[1, 255]);
    check_path(&read(with("data.npy", array("|i1", "(2,)", &[1, 255]))).unwrap(), &[1, -1]);
    check_path(&read(with("data.npy", array(">i2", "(2,)", &[0, 3, 255, 255]))).unwrap(), &[3, -1]);
    check_path(
        &read(with("data.npy", array(">f2", "(2,)", &[0x40, 0, 0xc7, 0]))).unwrap(),
        &[2, -7],
    );
    let big = array(">u8", "(2,)", &[0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
    check_path(&read(with("indices.npy", big)).unwrap(), &[2, -7]);
    let wide = array("<U3", "()", b"c\0\0\0s\0\0\0r\0\0\0");
    check_path(&read(with("format.npy", wide)).unwrap(), &[2, -7]);
    for version in [2, 3] {
        let one = int32(&[1, 2]);
        let mut bytes = b"\x93NUMPY".to_vec();
        bytes.extend_from_slice(&[version, 0, one[8], one[9], 0, 0]);
        bytes.extend_from_slice(&one[10..]);
        check_path(&read(with("indices.npy", bytes)).unwrap(), &[2, -7]);
    }
}

#[test]
fn what_is_wrong() {
    let save = "save the matrix with scipy.sparse.save_npz";
    let csr = "save the matrix with scipy.sparse.save_npz(file, scipy.sparse.csr_matrix(A))";
    let whole = "weights are whole numbers between -9223372036854775808 and 9223372036854775807: scale them, or drop them with A.data = np.ones(A.nnz, dtype=bool)";
    let mut future = int32(&[1, 2]);
    future[6] = 4;
    let mut huge_header = int32(&[1, 2]);
    huge_header.splice(6..10, [2, 0, 255, 255, 255, 255]);
    let mut garbled = int32(&[1, 2]);
    garbled[11] = b'?';
    for (bytes, expected) in [
        (b"a b\nb c\n".to_vec(), format!("the file starts with 'a b\\nb c\\n', not with 'PK' as a zip archive does: {save}")),
        (int32(&[1]), "this is one array (.npy), not a matrix: save it with scipy.sparse.save_npz(file, scipy.sparse.csr_matrix(A))".to_owned()),
        (without("format.npy"), format!("the archive has no member format.npy: {csr}")),
        (without("shape.npy"), format!("the archive has no member shape.npy: {csr}")),
        (without("indptr.npy"), format!("the archive has no member indptr.npy: {csr}")),
        (without("indices.npy"), format!("the archive has no member indices.npy: {csr}")),
        (with("format.npy", array("|S3", "()", b"bsr")), "the matrix has the format 'bsr', and 'csr', 'csc' and 'coo' are read: save A.tocsr()".to_owned()),
        (with("format.npy", int32(&[1])), "the member format.npy does not hold one short word".to_owned()),
        (with("format.npy", array("|S3", "()", b"cs")), "the member format.npy ends too soon: save or copy the file again".to_owned()),
        (with("shape.npy", int32(&[3, 4])), "the matrix is 3 by 4: the matrix of a graph is square, with a row and a column for each vertex".to_owned()),
        (with("shape.npy", int32(&[3])), "the member shape.npy has 1 numbers: a matrix has two".to_owned()),
        (with("shape.npy", int32(&[0, 0])), "the matrix is 0 by 0: a graph has at least one vertex".to_owned()),
        (with("shape.npy", int32(&[-3, -3])), "the matrix is -3 by -3, which is no size".to_owned()),
        (with("shape.npy", float64(&[5e9, 5e9])), "more than 4,294,967,295 vertices: split the graph".to_owned()),
        (with("shape.npy", int32(&[4, 4])), "the member indptr.npy has 4 elements: a matrix of 4 rows needs 5".to_owned()),
        (with("indptr.npy", int32(&[1, 1, 2, 2])), "the member indptr.npy starts with 1: offsets start with 0".to_owned()),
        (with("indptr.npy", int32(&[0, 2, 1, 2])), "the member indptr.npy says 1 at 2, after 2: offsets never fall".to_owned()),
        (with("indptr.npy", int32(&[0, -1, 1, 2])), "the member indptr.npy says -1 at 1: offsets are whole numbers from 0".to_owned()),
        (with("indptr.npy", float64(&[0.0, 1.0, 2.0, 2.0])), "the member indptr.npy says 0 at 0: offsets are whole numbers from 0".to_owned()),
        (with("indptr.npy", int32(&[0, 1, 1, 1])), "the member indices.npy has 2 elements, but indptr.npy ends at 1: call A.prune() before saving it".to_owned()),
        (with("indices.npy", int32(&[1, 3])), "the member indices.npy says 3 at 1: columns go from 0 to 2".to_owned()),
        (with("indices.npy", int32(&[-1, 2])), "the member indices.npy says -1 at 0: columns go from 0 to 2".to_owned()),
        (with("indices.npy", array("<i4", "(2, 1)", &[0; 8])), "the member indices.npy is an array of 2 axes: it should have one".to_owned()),
        (with("indices.npy", array("<i4", "(2,)", &[0; 7])), "the member indices.npy ends after 1 of the 2 elements it announces".to_owned()),
        (with("indices.npy", array("<i4", "(2,)", &[0; 9])), "the member indices.npy holds more than the 2 elements it announces".to_owned()),
        (with("indices.npy", array("<i4", "(2,)", &[0; 12])), "the member indices.npy holds more than the 2 elements it announces".to_owned()),
        (with("indices.npy", array("|S4", "(2,)", &[0; 8])), "the member indices.npy holds text (|S4) where numbers should be".to_owned()),
        (with("indices.npy", array("|S0", "(2,)", &[])), "the member indices.npy holds text (|S0) where numbers should be".to_owned()),
        (with("indices.npy", array("|O", "(2,)", b"\x80\x04")), "the member indices.npy holds Python objects (a pickle), which are not read: save numbers".to_owned()),
        (with("indices.npy", array("<c8", "(2,)", &[0; 16])), "the member indices.npy holds elements of type '<c8', which is not read".to_owned()),
        (with("indices.npy", b"PK\x03\x04 whatever".to_vec()), "the member indices.npy is no NumPy array: it starts with 'PK\\u{3}\\u{4} wha'".to_owned()),
        (with("indices.npy", b"\x93NUM".to_vec()), "the member indices.npy ends too soon: save or copy the file again".to_owned()),
        (with("indices.npy", future), "the member indices.npy has version 4 of the NumPy format: 1 to 3 are read".to_owned()),
        (with("indices.npy", huge_header), "the member indices.npy has a header of 4294967295 bytes, far more than NumPy writes".to_owned()),
        (with("indices.npy", garbled), "the member indices.npy has a header that NumPy does not write: '{?descr': '<i4', 'fortran_order': False,…'".to_owned()),
        (with("data.npy", int32(&[1])), "the member data.npy has 1 elements, but indices.npy has 2".to_owned()),
        (with("data.npy", float64(&[1.0, 2.5])), format!("the member data.npy says 2.5 at 1, and {whole}")),
        (with("data.npy", float64(&[f64::NAN, 1.0])), format!("the member data.npy says NaN at 0, and {whole}")),
        (with("data.npy", float64(&[1e19, 1.0])), format!("the member data.npy says 10000000000000000000 at 0, and {whole}")),
        (with("data.npy", array("<u8", "(2,)", &[255; 16])), format!("the member data.npy says 18446744073709551615 at 0, and {whole}")),
    ] {
        assert_eq!(message(bytes), expected);
    }
    assert!(matches!(read(b"").unwrap_err().fault, ReadFault::Empty));
}

#[test]
fn damaged_archives_are_named_so() {
    let whole = archive(&members());
    for length in 1..whole.len() {
        let error = message(&whole[..length]);
        assert!(
            length == 1 || error.starts_with("the zip archive is damaged or cut short ("),
            "{error}"
        );
    }
    let mut wrong_sum = archive(&members());
    let data = wrong_sum.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    wrong_sum[data + 16] ^= 1;
    let error = message(&wrong_sum);
    assert!(error.starts_with("the member indices.npy "), "{error}");
}

#[test]
fn what_inflates_counts_towards_the_memory_limit() {
    let rows: u32 = 3_000_000;
    let zeros = vec![0; (rows as usize + 1) * 4];
    let bomb = archive(&vec![
        ("indices.npy", int32(&[])),
        ("indptr.npy", array("<i4", &format!("({},)", rows + 1), &zeros)),
        ("format.npy", array("|S3", "()", b"csr")),
        ("shape.npy", int32(&[rows as i32; 2])),
        ("data.npy", int32(&[])),
    ]);
    assert!(bomb.len() < 50_000);
    assert_eq!(read(&bomb).unwrap().graph.vertex_count(), rows as usize);
    for memory_limit in [1000, 1 << 20] {
        let control = Control { memory: Some(Allowance::from_now(memory_limit)), ..Control::ALONE };
        let error = read_arena(&bomb[..], Format::Npz, &control).unwrap_err();
        assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{error}");
    }
}

#[test]
fn an_announced_length_takes_no_memory() {
    let many = "(1000000000000,)";
    let error = message(with("data.npy", array("<i8", many, &[0; 16])));
    assert_eq!(error, "the member data.npy has 1000000000000 elements, but indices.npy has 2");
    let offsets: Vec<u8> =
        [0_i64, 1, 1 << 40, 1 << 40].iter().flat_map(|n| n.to_le_bytes()).collect();
    let mut members = members();
    members[0].1 = array("<i4", "(1099511627776,)", &[0; 8]);
    members[1].1 = array("<i8", "(4,)", &offsets);
    let error = message(archive(&members));
    assert_eq!(
        error,
        "the member indices.npy ends after 2 of the 1099511627776 elements it announces"
    );
}

#[test]
fn weights_are_all_or_none() {
    let mut builder = ArenaBuilder::new();
    let (a, b) = (builder.vertex("a").unwrap(), builder.vertex("b").unwrap());
    builder.weighted_edge(a, b, 1).unwrap();
    builder.edge(b, a).unwrap();
    let mut bytes = Vec::new();
    let error = write_arena(&builder.finish().unwrap(), Format::Npz, &mut bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "an npz matrix has a weight for every edge or for none, and the edge from 'b' to 'a' has none while others do: give it one, or write another format"
    );
    assert!(bytes.is_empty());
}

/// Takes some bytes and fails from then on.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = bytes.len().min(self.0);
        self.0 -= count;
        if count == 0 { Err(std::io::ErrorKind::StorageFull.into()) } else { Ok(count) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_reported_as_such() {
    let arena = read(archive(&members())).unwrap();
    for room in 0..write(&arena).len() {
        let error = write_arena(&arena, Format::Npz, &mut Full(room)).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::StorageFull, "{room}");
    }
}

fn graph() -> impl Strategy<Value = Arena> {
    (1..30_u32).prop_flat_map(|count| {
        let edges = prop::collection::vec((0..count, 0..count, any::<i64>()), 0..80);
        (Just(count), edges, any::<bool>()).prop_map(|(count, edges, is_weighted)| {
            let mut builder = ArenaBuilder::new();
            for vertex in 0..count {
                builder.numbered_vertex(vertex.into()).unwrap();
            }
            for (from, to, weight) in edges {
                if is_weighted {
                    builder.weighted_edge(from, to, weight).unwrap();
                } else {
                    builder.edge(from, to).unwrap();
                }
            }
            builder.finish().unwrap()
        })
    })
}

proptest! {
    #[test]
    fn graphs_survive(arena in graph()) {
        let bytes = write(&arena);
        prop_assert_eq!(&bytes, &write(&arena));
        prop_assert_eq!(read(&bytes).unwrap(), arena);
    }

    #[test]
    fn any_bytes_end_in_a_graph_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        let _ = read(&bytes);
        let _ = read([b"PK\x03\x04", &bytes[..]].concat());
        let _ = read(with("indices.npy", [b"\x93NUMPY\x01\x00", &bytes[..]].concat()));
    }

    #[test]
    fn damaged_files_end_in_a_graph_or_an_error(
        arena in graph(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = write(&arena);
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = read(&bytes);
        let _ = read(&bytes[..cut.index(bytes.len())]);
    }

    #[test]
    fn damaged_members_end_in_a_graph_or_an_error(
        member in 0..5_usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut members = members();
        let bytes = &mut members[member].1;
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let _ = read(archive(&members));
    }
}

#[test]
fn arrays_of_any_whole_numbers_go_into_an_archive() {
    for packing in [Packing::Stored, Packing::Deflated] {
        let mut file = Vec::new();
        let mut archive = Archive::new(&mut file, packing);
        let long = 100_000;
        archive.array("small", 3, [1i8, -1, i8::MIN].map(io::Result::Ok)).unwrap();
        archive.array("long", long, (0..long).map(|n| io::Result::Ok(n as i16))).unwrap();
        archive.array("none", 0, std::iter::empty::<io::Result<u64>>()).unwrap();
        archive.finish().unwrap();
        let mut zip = zip::ZipArchive::new(Cursor::new(&file)).unwrap();
        let mut member = |name: &str| {
            let mut bytes = Vec::new();
            zip.by_name(name).unwrap().read_to_end(&mut bytes).unwrap();
            bytes
        };
        assert!(member("small.npy").ends_with(&[1, 255, 128]));
        assert_eq!(member("long.npy").len() as u64, 128 + 2 * long);
        let none = String::from_utf8_lossy(&member("none.npy")).into_owned();
        assert!(none.contains("'descr': '<u8'") && none.contains("'shape': (0,)"), "{none}");
        let mut alone = Vec::new();
        write_array(&mut alone, long, (0..long).map(|n| io::Result::Ok(n as i16))).unwrap();
        assert_eq!(alone, member("long.npy"));
    }
}

#[test]
fn an_array_that_is_not_as_announced_is_refused() {
    let mut file = Vec::new();
    let mut archive = Archive::new(&mut file, Packing::Stored);
    let error = archive.array("a", 3, [1u8, 2].map(io::Result::Ok)).unwrap_err();
    assert_eq!(error.to_string(), "an array of 3 elements was announced, and 2 came");
    let error = archive.array("b", 2, [Ok(1u8), Err(io::Error::other("no more"))]).unwrap_err();
    assert_eq!(error.to_string(), "no more");
    drop(archive);
}
