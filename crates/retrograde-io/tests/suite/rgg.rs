//! Binary graphs: what is written is read back by every door, and damage is noticed.

use crate::arenas;

use std::fs;

use proptest::prelude::*;
use retrograde_core::{Arena, Control, Graph, Outcome, RowSource, Vertex};
use retrograde_io::{
    BuildError, Format, OutputFile, RggBuilder, RggFile, Source, build_rgg, read_arena, read_file,
    write_arena, write_rgg,
};

fn written(arena: &Arena) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_rgg(arena, &mut bytes, &Control::ALONE).unwrap();
    bytes
}

fn rows(source: &dyn RowSource) -> Vec<Vec<Vertex>> {
    let mut rows = vec![Vec::new(); source.vertex_count()];
    let mut seen = Vec::new();
    source
        .read_rows(0..source.vertex_count(), &mut |vertex, row| {
            if seen.last() != Some(&vertex) {
                seen.push(vertex);
            }
            rows[vertex as usize].extend_from_slice(row);
            Ok(())
        })
        .unwrap();
    assert!(seen.iter().copied().eq(0..source.vertex_count() as Vertex), "each row once, in order");
    rows
}

/// Numbers that look random (the constants are D. E. Knuth's, for MMIX).
fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// A graph with rows of all lengths: none, a few, and some longer than what is read at once.
fn uneven() -> Graph {
    let mut state = 3;
    let mut edges = Vec::new();
    for vertex in 0..100_000_u32 {
        let degree = match vertex {
            70_000 => 600_000,
            500 => 262_144,
            501 => 262_145,
            vertex if vertex % 3 == 0 => 0,
            _ => random(&mut state, 6),
        };
        edges.extend((0..degree).map(|_| (vertex, random(&mut state, 50_000) as Vertex)));
    }
    Graph::from_edges(100_000, edges).unwrap()
}

#[test]
fn rows_are_those_of_the_graph_and_of_the_graph_turned_around() {
    let graph = uneven();
    let back = graph.transpose(retrograde_core::Threads::ONE);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("uneven.rgg");
    let arena = Arena::from(graph);
    OutputFile::write(&path, |out| write_rgg(&arena, out, &Control::ALONE)).unwrap();
    for file in [RggFile::open(&path).unwrap(), RggFile::from_bytes(written(&arena)).unwrap()] {
        assert_eq!(rows(&file.forward()), rows(&arena.graph));
        assert_eq!(rows(&file.reverse()), rows(&back));
        file.check(&Control::ALONE).unwrap();
        assert_eq!(file.map(&Control::ALONE).unwrap(), arena);
        let mut degrees = Vec::new();
        file.forward().reader().degrees(7..90_000, |v, degree| degrees.push((v, degree))).unwrap();
        let expected = (7..90_000).map(|v| (v, arena.graph.out_degree(v)));
        assert!(degrees.iter().copied().eq(expected));
    }
    assert_eq!(read_file(&path, None, &Control::ALONE).unwrap(), arena);
    assert_eq!(RggFile::open(&path).unwrap().map(&Control::ALONE).unwrap().graph.heap_bytes(), 0);
}

#[test]
fn lists_of_rows_are_read_however_far_apart_they_lie() {
    let graph = uneven();
    let file = RggFile::from_bytes(written(&Arena::from(graph.clone()))).unwrap();
    let mut reader = file.forward().reader();
    let mut state = 11;
    for one_in in [1, 2, 10, 1000, 20_000, 90_000] {
        let mut list: Vec<Vertex> =
            (0..100_000).filter(|_| random(&mut state, one_in) == 0).collect();
        list.extend([500, 501, 70_000]);
        list.sort_unstable();
        list.dedup();
        let mut found: Vec<(Vertex, Vec<Vertex>)> = Vec::new();
        reader
            .list(&list, |vertex, row| {
                match found.last_mut() {
                    Some((last, so_far)) if *last == vertex => so_far.extend_from_slice(row),
                    _ => found.push((vertex, row.to_vec())),
                }
                Ok(())
            })
            .unwrap();
        let expected = list.iter().map(|&v| (v, graph.successors(v).to_vec()));
        assert!(found.into_iter().eq(expected), "one in {one_in}");
    }
    reader.list(&[], |_, _| panic!("there is nothing to read")).unwrap();
}

/// A small arena with everything in it.
fn small() -> Arena {
    let mut arena = Arena::sketch()
        .vertex("a")
        .owner(0)
        .priority(7)
        .to("b")
        .weight(-3)
        .to("ä c")
        .vertex("b")
        .owner(1)
        .target()
        .to("a")
        .arena()
        .unwrap();
    arena.verdicts.set(2, Outcome::Draw);
    arena.colors.set(1, 5);
    arena.players.set(0, retrograde_core::Side::Left);
    arena.acceptance = Some("Inf(0)&Fin(2)".parse().unwrap());
    arena
}

/// All that somebody may ask of a file: nothing of it may panic, or say something else than the file.
fn looked_at(bytes: Vec<u8>) -> Result<Arena, String> {
    let file = RggFile::from_bytes(bytes).map_err(|error| error.to_string())?;
    let mut failed = None;
    for rows in [file.forward(), file.reverse()] {
        let read = rows.read_rows(0..rows.vertex_count(), &mut |_, _| Ok(()));
        failed = failed.or(read.err().map(|error| error.to_string()));
        let list: Vec<Vertex> = (0..rows.vertex_count() as Vertex).step_by(2).collect();
        failed = failed.or(rows.reader().list(&list, |_, _| Ok(())).err().map(|e| e.to_string()));
    }
    let all = 0..file.vertex_count();
    let _ = file.verdicts(all.clone(), |_, _| {});
    let _ = file.owners(all.clone(), |_, _| {});
    let _ = file.targets(all, |_| {});
    let arena = file.map(&Control::ALONE).map_err(|error| error.to_string());
    file.check(&Control::ALONE).map_err(|error| error.to_string())?;
    failed.map_or(arena, Err)
}

#[test]
fn every_byte_that_is_changed_is_noticed() {
    let bytes = written(&small());
    assert_eq!(looked_at(bytes.clone()).unwrap(), small());
    for place in 0..bytes.len() {
        for flip in [0x01, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[place] ^= flip;
            let seen = looked_at(changed);
            assert!(seen.is_err(), "byte {place} of {}", bytes.len());
        }
    }
}

#[test]
fn files_that_are_cut_or_longer_are_refused() {
    let bytes = written(&small());
    for length in 0..bytes.len() {
        assert!(looked_at(bytes[..length].to_vec()).is_err(), "{length} bytes");
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(looked_at(longer).is_err());
    assert!(looked_at(b"digraph { a -> b }".to_vec()).unwrap_err().contains("no rgg file"));
}

/// The bytes with all their checksums put right.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let number =
        |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let footer = bytes.len() - 64;
    let directory = number(&bytes, footer) as usize;
    let count = u32::from_le_bytes(bytes[footer + 40..footer + 44].try_into().unwrap()) as usize;
    let mut sum_at = directory + 24 * count;
    for section in 0..count {
        let entry = directory + 24 * section;
        let [offset, length] = [8, 16].map(|at| number(&bytes, entry + at) as usize);
        let Some(end) = offset.checked_add(length.next_multiple_of(64)) else { break };
        if end > directory {
            break;
        }
        for start in (offset..end).step_by(1 << 16) {
            let sum = crc32fast::hash(&bytes[start..end.min(start + (1 << 16))]);
            if sum_at + 4 > footer {
                break;
            }
            bytes[sum_at..sum_at + 4].copy_from_slice(&sum.to_le_bytes());
            sum_at += 4;
        }
    }
    let sum = crc32fast::hash(&bytes[directory..footer]);
    bytes[footer + 48..footer + 52].copy_from_slice(&sum.to_le_bytes());
    let sum = crc32fast::hash(&bytes[footer..footer + 52]);
    bytes[footer + 52..footer + 56].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn what_is_wrong_and_rightly_signed_does_no_harm() {
    let bytes = written(&small());
    assert_eq!(signed(bytes.clone()), bytes);
    let footer = bytes.len() - 64;
    for place in 64..footer {
        for flip in [0x01, 0x02, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[place] ^= flip;
            // Whether it is another arena or none, nobody panics.
            let _ = looked_at(signed(changed));
        }
    }
    for place in (footer + 16..footer + 44).filter(|place| *place != footer + 32) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x41;
        assert!(looked_at(signed(changed)).is_err(), "byte {} of the end", place - footer);
    }
}

#[test]
fn a_directory_that_makes_no_sense_says_what_of_it() {
    let bytes = written(&small());
    let footer = bytes.len() - 64;
    let directory = u64::from_le_bytes(bytes[footer..footer + 8].try_into().unwrap()) as usize;
    for (place, what) in [
        (24 + 4, "the offsets of the moves are of another width"),
        (24 + 9, "the offsets of the moves are not at their place"),
        (16, "the moves are not as many as belong there"),
    ] {
        let mut changed = bytes.clone();
        changed[directory + place] ^= 1;
        let error = looked_at(signed(changed)).unwrap_err();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn moves_turned_around_that_are_others_are_noticed() {
    let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 2)]).unwrap();
    let bytes = written(&Arena::from(graph));
    // Sections: moves at 64, offsets at 128, and turned around at 192.
    let mut changed = bytes.clone();
    changed[192] = 2;
    let file = RggFile::from_bytes(signed(changed)).unwrap();
    assert!(file.check(&Control::ALONE).unwrap_err().to_string().contains("others than the moves"));
    let mut unordered = bytes;
    unordered[192 + 4] = 1;
    unordered[192 + 8] = 0;
    let file = RggFile::from_bytes(signed(unordered)).unwrap();
    assert!(file.check(&Control::ALONE).unwrap_err().to_string().contains("not in order"));
}

#[test]
fn a_damaged_piece_is_noticed_when_it_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.rgg");
    let graph = Graph::from_edges(100_000, (0..99_999).map(|v| (v, v + 1))).unwrap();
    let mut bytes = written(&Arena::from(graph));
    bytes[64 + 4 * 50_000] ^= 1;
    fs::write(&path, bytes).unwrap();
    let file = RggFile::open(&path).unwrap();
    let read = |rows| file.forward().read_rows(rows, &mut |_, _| Ok(()));
    read(0..100).unwrap();
    let error = read(49_900..50_100).unwrap_err().to_string();
    assert!(error.starts_with("the moves are damaged, 192 KiB from where they begin"), "{error}");
    let error = file.map(&Control::ALONE).unwrap_err().to_string();
    assert!(error.contains("long.rgg: the moves are damaged"), "{error}");
    assert!(file.check(&Control::ALONE).is_err());
}

#[test]
fn compressed_files_and_streams_are_read_into_memory() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.rgg.gz", "a.rgg.zst"] {
        let path = folder.path().join(name);
        OutputFile::write(&path, |out| write_rgg(&small(), out, &Control::ALONE)).unwrap();
        assert_eq!(read_file(&path, None, &Control::ALONE).unwrap(), small());
        assert!(RggFile::open(&path).unwrap_err().to_string().contains("this is no rgg file"));
    }
    assert!(RggFile::open(folder.path()).unwrap_err().to_string().contains("it is a directory"));
    let missing = RggFile::open(folder.path().join("none.rgg")).unwrap_err().to_string();
    assert!(missing.contains("there is no such file"));
}

/// What is built of a text without its edges in memory.
fn built(text: &[u8], format: Format) -> Result<Vec<u8>, BuildError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("built.rgg");
    let source = Source::stream(text);
    let result = build_rgg(source, Some(format), &path, folder.path(), &Control::ALONE);
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, usize::from(result.is_ok()), "nothing is left beside the file");
    result.map(|()| fs::read(&path).unwrap())
}

#[test]
fn a_file_is_built_of_edges_in_any_order_and_with_weights_on_some() {
    let mut state = 1;
    for (count, says) in [(0, false), (1, true), (300_000, false), (300_000, true)] {
        let mut text = String::from("a\n");
        for _ in 0..count {
            let [from, to] = [(); 2].map(|()| random(&mut state, 5000));
            match says && random(&mut state, 3) == 0 {
                true => text.push_str(&format!("{from} {to} -{to}\n")),
                false => text.push_str(&format!("{from} {to}\n")),
            }
        }
        let arena = read_arena(text.as_bytes(), Format::Edges, &Control::ALONE).unwrap();
        assert!(
            built(text.as_bytes(), Format::Edges).unwrap() == written(&arena),
            "{count} {says}"
        );
        // And by rising source.
        let mut text = Vec::new();
        write_arena(&arena, Format::Json, &mut text).unwrap();
        let arena = read_arena(&text[..], Format::Json, &Control::ALONE).unwrap();
        assert!(built(&text, Format::Json).unwrap() == written(&arena), "{count} {says}");
    }
    let mut text =
        String::from("%%MatrixMarket matrix coordinate integer symmetric\n3000 3000 200000\n");
    for _ in 0..200_000 {
        let [row, column] = [(); 2].map(|()| 1 + random(&mut state, 3000));
        text.push_str(&format!("{} {} {}\n", row.max(column), row.min(column), row));
    }
    let arena = read_arena(text.as_bytes(), Format::Mtx, &Control::ALONE).unwrap();
    assert!(built(text.as_bytes(), Format::Mtx).unwrap() == written(&arena));
    // A matrix in an archive, with weights on all of its edges.
    let mut bytes = Vec::new();
    write_arena(&arena, Format::Npz, &mut bytes).unwrap();
    let arena = read_arena(&bytes[..], Format::Npz, &Control::ALONE).unwrap();
    assert!(built(&bytes, Format::Npz).unwrap() == written(&arena));
}

#[test]
fn a_file_is_built_of_a_parity_game_whose_entries_come_in_any_order() {
    let mut state = 2;
    for shuffled in [false, true] {
        let mut order: Vec<u64> = (0..20_000).collect();
        for place in (1..order.len()).rev().filter(|_| shuffled) {
            order.swap(place, random(&mut state, place as u64 + 1) as usize);
        }
        let mut text = String::from("parity 19999;\n");
        for vertex in order {
            let [priority, owner] = [10, 2].map(|below| random(&mut state, below));
            let moves: Vec<String> = (0..random(&mut state, 6))
                .map(|_| random(&mut state, 20_000).to_string())
                .collect();
            text.push_str(&format!("{vertex} {priority} {owner} {};\n", moves.join(",")));
        }
        let arena = read_arena(text.as_bytes(), Format::Pgsolver, &Control::ALONE).unwrap();
        assert!(built(text.as_bytes(), Format::Pgsolver).unwrap() == written(&arena));
    }
    for text in ["parity 2;\n0 0 0 1;\n", "0 0 0 5;\n", "0 0 0 0;\n0 1 1 0;\n", "parity 1;"] {
        let read = read_arena(text.as_bytes(), Format::Pgsolver, &Control::ALONE).unwrap_err();
        let error = built(text.as_bytes(), Format::Pgsolver).unwrap_err();
        assert_eq!(error.to_string(), read.to_string());
    }
}

#[test]
fn a_file_is_built_of_an_automaton_some_of_whose_states_are_split() {
    let mut state = 4;
    let states = 20_000;
    for condition in [
        "acc-name: parity max odd 3\nAcceptance: 3 Fin(2) & (Inf(1) | Fin(0))",
        "Acceptance: 3 Inf(0) & Inf(1) & Inf(2)",
    ] {
        let mut text = format!("HOA: v1\n{condition}\nspot-state-player:");
        (0..states).for_each(|_| text.push_str(&format!(" {}", random(&mut state, 2))));
        text.push_str("\n--BODY--\n");
        for from in 0..states {
            text.push_str(&format!("State: {}\n", states - 1 - from));
            let common = random(&mut state, 2) == 0;
            for _ in 0..random(&mut state, 6) {
                let (to, set) = (random(&mut state, states), random(&mut state, 3));
                text.push_str(&format!("[t] {to} {{{}}}\n", if common { 0 } else { set }));
            }
        }
        text.push_str("--END--\n");
        let arena = read_arena(text.as_bytes(), Format::Hoa, &Control::ALONE).unwrap();
        assert!(arena.graph.vertex_count() > states as usize);
        assert!(built(text.as_bytes(), Format::Hoa).unwrap() == written(&arena));
    }
    for text in
        ["HOA: v1\nAcceptance: 0 t\nspot-state-player: 0\n--BODY--\n--END--\n", "HOA: v1\n", ""]
    {
        let read = read_arena(text.as_bytes(), Format::Hoa, &Control::ALONE).unwrap_err();
        let error = built(text.as_bytes(), Format::Hoa).unwrap_err();
        assert_eq!(error.to_string(), read.to_string());
    }
}

#[test]
fn what_is_wrong_with_the_input_is_said_by_a_build_as_well() {
    let text = b"digraph { a [verdict=win]; a -> b; }";
    for text in [&text[..], b"digraph { a -> ", b""] {
        let read = read_arena(text, Format::Dot, &Control::ALONE).unwrap_err().to_string();
        let error = built(text, Format::Dot).unwrap_err().to_string();
        // The place is known to those alone who have the edges while they read.
        assert!(read.ends_with(&error), "{read} and {error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no/where.rgg");
    let error = build_rgg(
        Source::stream(&b"a b"[..]),
        Some(Format::Edges),
        &path,
        folder.path(),
        &Control::ALONE,
    );
    assert!(matches!(error, Err(BuildError::Write(_))));
    let error = build_rgg(
        Source::stream(&b"a b"[..]),
        Some(Format::Edges),
        folder.path().join("a.rgg"),
        folder.path().join("no"),
        &Control::ALONE,
    );
    assert!(matches!(error, Err(BuildError::Write(_))), "{error:?}");
}

#[test]
fn rows_make_a_file_in_whatever_pieces_they_come() {
    let graph = uneven();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.rgg");
    let mut builder =
        RggBuilder::create(&path, folder.path(), 100_000, 10, &Control::ALONE).unwrap();
    for vertex in graph.vertices() {
        for piece in graph.successors(vertex).chunks(1000) {
            builder.row(vertex, piece).unwrap();
        }
    }
    builder.finish().unwrap();
    assert!(fs::read(&path).unwrap() == written(&Arena::from(graph)));
    let mut builder = RggBuilder::create(&path, folder.path(), 3, 10, &Control::ALONE).unwrap();
    builder.row(1, &[2]).unwrap();
    assert!(builder.row(0, &[2]).unwrap_err().to_string().contains("comes too late"));
    assert!(builder.row(2, &[3]).unwrap_err().to_string().contains("vertex 3 does not exist"));
    drop(builder);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the file from before stays");
}

#[test]
fn a_build_stops_when_it_is_told_to() {
    use std::time::{Duration, Instant};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("never.rgg");
    let graph = uneven();
    for millis in [0, 5, 20, 60, 150] {
        let deadline = Instant::now() + Duration::from_millis(millis);
        let control = Control { deadline: Some(deadline), ..Control::ALONE };
        let endless = || {
            let mut builder = RggBuilder::create(&path, folder.path(), 100_000, 1 << 30, &control)?;
            for vertex in graph.vertices() {
                builder.row(vertex, graph.successors(vertex))?;
            }
            builder.finish()
        };
        let stopped = (0..1000).find_map(|_| endless().err());
        assert!(matches!(stopped, Some(BuildError::Stopped(_))), "{stopped:?}");
        let late = Instant::now() - deadline;
        assert!(late < Duration::from_millis(600), "{late:?}");
        // While it is read, and while it is sorted.
        let deadline = Instant::now() + Duration::from_millis(millis);
        let control = Control { deadline: Some(deadline), ..Control::ALONE };
        let build = || {
            let text = b"7 1\n2 3\n5 4\n".repeat(100_000);
            let source = Source::stream(&text[..]);
            build_rgg(source, Some(Format::Edges), &path, folder.path(), &control)
        };
        let stopped = (0..1000).find_map(|_| build().err());
        assert!(matches!(stopped, Some(BuildError::Stopped(_))), "{stopped:?}");
        let late = Instant::now() - deadline;
        assert!(late < Duration::from_millis(600), "{late:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_arena_comes_back(arena in arenas::arena()) {
        let bytes = written(&arena);
        prop_assert_eq!(&read_arena(&bytes[..], Format::Rgg, &Control::ALONE).unwrap(), &arena);
        let file = RggFile::from_bytes(bytes).unwrap();
        file.check(&Control::ALONE).unwrap();
        prop_assert_eq!(file.map(&Control::ALONE).unwrap(), arena);
    }
}

proptest! {
    // Each writes files to the disk and waits for them to be there.
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn what_is_built_is_what_is_written(arena in arenas::arena()) {
        for format in [Format::Edges, Format::Dot, Format::Json, Format::Graphml, Format::Mtx] {
            let mut text = Vec::new();
            if write_arena(&arena, format, &mut text).is_ok() {
                let again = read_arena(&text[..], format, &Control::ALONE).unwrap();
                prop_assert!(built(&text, format).unwrap() == written(&again), "{}", format);
            }
        }
    }
}
