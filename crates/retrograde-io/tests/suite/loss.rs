//! What a format is said to lose of an arena is what it does lose.

use crate::arenas;

use proptest::prelude::*;
use retrograde_core::{Arena, ArenaBuilder, Column, Control, Labels, Names, Remarks};
use retrograde_io::{Format, read_arena, write_arena};

/// Arenas of which names and whole attributes may be taken, so that poor formats get their share.
fn arena() -> impl Strategy<Value = Arena> {
    let first = prop::option::of(0..3_u64);
    (arenas::worded(), first, any::<[bool; 9]>()).prop_map(|(mut arena, first, taken)| {
        let [verdicts, owners, priorities, targets, colors, weights, players, acceptance, labels] =
            taken;
        if let Some(first) = first {
            arena.names = numbers(first, arena.names.len());
        }
        clear(&mut arena.verdicts, verdicts);
        clear(&mut arena.owners, owners);
        clear(&mut arena.priorities, priorities);
        clear(&mut arena.targets, targets);
        clear(&mut arena.colors, colors);
        clear(&mut arena.weights, weights);
        clear(&mut arena.players, players);
        if labels {
            arena.labels = Labels::default();
        }
        arena.acceptance = arena.acceptance.filter(|_| !acceptance);
        arena
    })
}

fn numbers(first: u64, count: usize) -> Names {
    let mut builder = ArenaBuilder::new();
    for number in (first..).take(count) {
        builder.numbered_vertex(number).unwrap();
    }
    builder.finish().unwrap().names
}

fn clear<T: Default + Copy>(column: &mut Column<T>, all: bool) {
    if all {
        *column = Column::default();
    }
}

/// The arena after it was written and read, where that works.
fn sent_through(format: Format, arena: &Arena) -> Option<Arena> {
    let mut text = Vec::new();
    write_arena(arena, format, &mut text).ok()?;
    read_arena(&text[..], format, &Control::ALONE).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn arenas_come_back_unless_a_loss_is_named(arena in arena()) {
        for format in Format::ALL {
            let lost = format.cannot_hold(&arena);
            // What is said in words of one's own is left out where there is no place for it.
            let mut expected = arena.clone();
            if !matches!(format, Format::Dot | Format::Json | Format::Graphml) {
                expected.remarks = Remarks::default();
            }
            let came_back = sent_through(format, &arena).is_some_and(|again| again == expected);
            prop_assert_eq!(came_back, lost.is_empty(), "{} and {:?}", format, lost);
        }
    }
}
