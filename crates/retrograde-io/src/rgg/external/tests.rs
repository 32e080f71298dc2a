//! Files made of edge lists whose names are put aside are those that are made in memory.

use std::fmt::Write;
use std::fs;

use proptest::prelude::*;

use super::*;
use crate::read_arena;

fn built(text: &str, for_names: u64) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("built.rgg");
    let source = Source::stream(text.as_bytes());
    let format = Some(Format::Edges);
    let result = build(source, format, &path, folder.path(), for_names, &Control::ALONE);
    let left = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, usize::from(result.is_ok()), "nothing is left beside the file");
    result.map(|()| fs::read(&path).unwrap()).map_err(|error| error.to_string())
}

fn in_memory(text: &str) -> Result<Vec<u8>, String> {
    let arena = read_arena(text.as_bytes(), Format::Edges, &Control::ALONE);
    let mut bytes = Vec::new();
    write_rgg(&arena.map_err(|error| error.to_string())?, &mut bytes, &Control::ALONE).unwrap();
    Ok(bytes)
}

fn list(lines: &[(u32, Option<u32>, Option<i8>)], name: impl Fn(u32) -> String) -> String {
    let mut text = String::new();
    for &(from, to, weight) in lines {
        text.push_str(&name(from));
        if let Some(to) = to {
            write!(text, " {}", name(to)).unwrap();
            if let Some(weight) = weight {
                write!(text, " {weight}").unwrap();
            }
        }
        text.push('\n');
    }
    text
}

proptest! {
    // Each writes files to the disk and waits for them to be there.
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn names_may_be_in_memory_or_not(
        lines in prop::collection::vec(
            (0..40_u32, prop::option::of(0..40_u32), prop::option::of(any::<i8>())), 1..200),
        kind in 0..4_u32,
        for_names in prop::sample::select(vec![0, 300, 3000, 20_000, 1 << 30]),
    ) {
        let text = list(&lines, |vertex| match kind {
            0 => vertex.to_string(),
            1 => (u64::MAX - u64::from(vertex)).to_string(),
            2 => "x".repeat(vertex as usize + 1),
            _ if vertex % 3 == 0 => format!("v{vertex}"),
            _ => vertex.to_string(),
        });
        prop_assert!(built(&text, for_names) == in_memory(&text), "{text}");
    }
}

#[test]
fn a_sequence_stays_one() {
    let text =
        (0..2000).fold(String::new(), |text, vertex| text + &format!("{vertex} {}\n", vertex / 2));
    assert!(built(&text, 100_000) == in_memory(&text));
    assert!(built(&text, 0) == in_memory(&text));
}

#[test]
fn vertices_alone_make_a_file() {
    assert_eq!(built("b\na\nb\nc\n", 0), in_memory("b\na\nb\nc\n"));
}

#[test]
fn what_is_wrong_is_said_where_it_is() {
    for text in ["a b\nb c d\n", "a b\nc \u{1}\n", "", "# nothing\n", "a b\na c x y\n"] {
        assert_eq!(built(text, 0), in_memory(text), "{text}");
    }
}
