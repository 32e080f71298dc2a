//! Tests of reading games in the HOA format.

mod faults;
mod plays;

use retrograde_core::{Allowance, Attribute, Control};

use super::*;
use crate::Format;
use crate::testing::read_both_ways;

fn read_game(text: &str) -> Result<Arena, ReadError> {
    read_both_ways(text.as_bytes(), Format::Hoa)
}

fn file(acceptance: &str, players: &str, body: &str) -> String {
    format!(
        "HOA: v1\nacc-name: {acceptance}\nspot-state-player: {players}\n--BODY--\n{body}\n--END--\n"
    )
}

fn priorities(arena: &Arena) -> Vec<u32> {
    arena.priorities.iter().map(|(_, priority)| priority).collect()
}

#[test]
fn a_game_of_spot_is_read() {
    let text = "HOA: v1\nname: \"a \\\" State: b\"\nStates: 3\nStart: 0\nAP: 2 \"a\" \"b\"\n\
        acc-name: parity max odd 3\nAcceptance: 3 Fin(2) & (Inf(1) | Fin(0))\n\
        properties: trans-labels explicit-labels trans-acc complete\n\
        spot-state-player: 0 1\n 1 /* /* */ */\ncontrollable-AP: 1\n--BODY--\n\
        State: 0 \"first\"\n[0] 1 {0}\n[!0&@x] 2 {0 2}\nState: 1\n[t] 0 {1}\n[1] 0 {1}\nState: 2\n--END--\n";
    let arena = read_game(text).unwrap();
    // State 0 is split; its moves are vertices 3 and 4. Odd colours accept and stay odd.
    assert_eq!(arena.graph.successors(0), [3, 4]);
    assert_eq!(arena.graph.successors(1), [0, 0]);
    assert!(arena.graph.is_terminal(2));
    assert_eq!((arena.graph.successors(3), arena.graph.successors(4)), (&[1][..], &[2][..]));
    assert_eq!(priorities(&arena), [0, 3, 0, 2, 4]);
    let owners: Vec<_> = arena.owners.iter().map(|(_, owner)| owner.number()).collect();
    assert_eq!(owners, [0, 1, 1, 0, 0]);
    assert!(arena.names.is_sequence());
    assert_eq!(arena.attributes(), [Attribute::Owner, Attribute::Priority]);
    let newer = text.replace("HOA: v1\n", "HOA: v1.1\n").replace("spot-state", "spot.state");
    assert_eq!(read_game(&newer).unwrap(), arena);
    let unnamed = text.replace("acc-name: parity max odd 3\n", "");
    assert_eq!(read_game(&unnamed).unwrap(), arena);
}

#[test]
fn states_may_have_the_colours_and_labels() {
    let text = file("Buchi", "1 0", "State: [t] 0 {0} 1 0 State: 1 0");
    let arena = read_game(&text).unwrap();
    assert_eq!(arena.graph.targets(), [1, 0, 0]);
    assert_eq!(priorities(&arena), [1, 0]);
    let text = file("co-Buchi", "1 0", "State: 0 {0} 1 0 State: 1 0");
    assert_eq!(priorities(&read_game(&text).unwrap()), [2, 1]);
    for (name, priority) in [("all", 1), ("none", 0)] {
        let text = file(name, "1", "State: 0 0");
        assert_eq!(priorities(&read_game(&text).unwrap()), [priority]);
    }
}

/// A game with a condition of its own, without a name for it.
fn game(acceptance: &str, players: &str, body: &str) -> String {
    format!(
        "HOA: v1\nAcceptance: {acceptance}\nspot-state-player: {players}\n--BODY--\n{body}\n--END--\n"
    )
}

fn colors(arena: &Arena) -> Vec<u64> {
    arena.graph.vertices().map(|v| arena.colors.get(v as usize).unwrap_or(0)).collect()
}

#[test]
fn other_conditions_make_an_emerson_lei_game() {
    let text = "HOA: v1\nStates: 3\nStart: 0\nAP: 1 \"go\"\nacc-name: generalized-Buchi 2\n\
        Acceptance: 2 Inf(0)&\n /* both */ Inf(1)\nproperties: trans-labels state-acc\n\
        spot-state-player: 0 1 1\ncontrollable-AP:\n--BODY--\nState: 0 {0}\n[0] 1\n[!0] 2\n\
        State: 1 {1}\n[t] 0\nState: 2\n[t] 0 {1}\n[t] 2 {0 1}\n--END--\n";
    let arena = read_game(text).unwrap();
    let attributes = [Attribute::Owner, Attribute::Colors, Attribute::Acceptance];
    assert_eq!(arena.attributes(), attributes);
    // Player 0 wants what Spot's player 1 does not.
    assert_eq!(arena.acceptance.as_ref().unwrap().to_string(), "Fin(0) | Fin(1)");
    assert_eq!(colors(&arena), [0b01, 0b10, 0, 0b10, 0b11]);
    assert_eq!(arena.graph.successors(2), [3, 4]);
    assert_eq!((arena.graph.successors(3), arena.graph.successors(4)), (&[0][..], &[2][..]));
    assert_eq!(arena.priorities.count(), 0);
}

#[test]
fn a_set_may_be_named_by_what_is_not_in_it() {
    let text = game("2 Inf(!0) & Inf(!1)", "0 1", "State: 0 {0} 1 State: 1 {1} 0 {} 1 {0}");
    let arena = read_game(&text).unwrap();
    assert_eq!(arena.acceptance.as_ref().unwrap().to_string(), "Fin(2) | Fin(3)");
    // Vertex 0 is in set 0 only, the way from 1 to 0 in set 1 only, the one from 1 to 1 in both.
    assert_eq!(colors(&arena), [0b1000, 0, 0b0100, 0]);
    // A single one is a Büchi condition.
    let text = game("1 Inf(!0)", "0 0", "State: 0 {0} 1 State: 1 0");
    assert_eq!(priorities(&read_game(&text).unwrap()), [0, 1]);
    let text = game("1 Fin(!0)", "0 0", "State: 0 {0} 1 State: 1 0");
    assert_eq!(priorities(&read_game(&text).unwrap()), [1, 2]);
}

#[test]
fn formulas_that_priorities_can_say_are_parity_conditions() {
    let body = "State: 0 {0} 1 State: 1 {1} 2 State: 2 0";
    for (acceptance, expected) in [
        ("2 t", [1, 1, 1]),
        ("2 f", [0, 0, 0]),
        ("2 Inf(1)", [0, 1, 0]),
        ("2 Fin(0) | Inf(1)", [2, 3, 1]),
        ("2 Fin(0) & Inf(1)", [2, 1, 0]),
        ("2 (Inf(0))|Inf(1)", [1, 1, 0]),
        ("2 Inf(0) | Fin(1)", [3, 2, 1]),
    ] {
        let arena = read_game(&game(acceptance, "0 1 0", body)).unwrap();
        assert_eq!(priorities(&arena), expected, "{acceptance}");
        assert_eq!(arena.acceptance, None);
    }
    // The first version of the format has formulas that no set at all does not satisfy.
    let old = "parity max odd 4\nAcceptance: 4 Inf(3) | (Fin(3)&Fin(2)&Inf(1))";
    let arena = read_game(&file(old, "0 0", "State: 0 {0} 1 State: 1 {1} 0")).unwrap();
    assert_eq!(priorities(&arena), [0, 1]);
}

#[test]
fn more_sets_than_colours_need_a_name() {
    let acceptance = "parity min even 100\nAcceptance: 100 Inf(0) | (Fin(1) & Inf(99))";
    let arena = read_game(&file(acceptance, "0 0", "State: 0 {99 7} 1 State: 1 {98} 0")).unwrap();
    assert_eq!(priorities(&arena), [94, 3]);
}

#[test]
fn plays_that_end_are_lost_by_player_1() {
    let arena = read_game(&file("all", "0 1 0", "State: 0 2 State: 1 State: 2 [f] 0")).unwrap();
    let owners: Vec<_> = arena.owners.iter().map(|(_, owner)| owner.number()).collect();
    assert_eq!(owners, [0, 1, 1]);
    assert!(arena.graph.is_terminal(2));
    let arena = read_game(&file("all", "0", "State: [f] 0 0")).unwrap();
    assert!(arena.graph.is_terminal(0));
    let arena = read_game(&file("all", "0", "State: 0 [f|0] 0 [!f] 0")).unwrap();
    assert_eq!(arena.graph.successors(0), [0, 0]);
}

#[test]
fn the_memory_limit_stops_growth() {
    let control = Control { memory: Some(Allowance::from_now(1 << 12)), ..Control::ALONE };
    let body = format!("State: 0 {}", "0 ".repeat(1000));
    let read = |text: &str| crate::read_arena(text.as_bytes(), Format::Hoa, &control);
    for text in [file("all", "0", &body), file("all", &"0 ".repeat(5000), "")] {
        let error = read(&text).unwrap_err();
        assert!(matches!(error.fault, ReadFault::Graph(GraphError::OutOfMemory { .. })), "{error}");
    }
}
