//! Tests of reading games in the HOA format.

use proptest::prelude::*;

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

#[test]
fn faults_are_named_where_they_stand() {
    let good = "State: 0 0";
    for (text, message) in [
        (String::new(), "the file is empty: a graph has at least one vertex".to_owned()),
        ("digraph {}".into(), "line 1, column 1: expected 'HOA: v1', found 'digraph'".into()),
        ("HOA: v2".into(), "line 1, column 6: expected version 'v1', found 'v2'".into()),
        ("HOA: v1\nStates: 1".into(), "line 2, column 10: expected '--BODY--', found the end of the file".into()),
        (
            "HOA: v1\nacc-name: all\n--BODY--\n--END--".into(),
            "line 3, column 1: there is no 'spot-state-player:' above: this is an automaton, not a game".into(),
        ),
        (
            "HOA: v1\nspot-state-player: 0\n--BODY--\n--END--".into(),
            format!("line 3, column 1: there is no 'acc-name:' above: {SUPPORTED}"),
        ),
        (
            file("Rabin 1", "0", good),
            format!("line 2, column 11: the acceptance 'Rabin' cannot be read: {SUPPORTED}"),
        ),
        (file("parity odd", "0", good), "line 2, column 18: expected 'max' or 'min', found 'odd'".into()),
        (file("parity max odd 4294967295", "0", good), "line 2, column 26: '4294967295' colours are too many".into()),
        (file("all", "2", good), "line 3, column 20: expected a player, 0 or 1, found '2'".into()),
        (file("all", "", good), "the file is empty: a graph has at least one vertex".into()),
        (file("all", "0\nStates: 2", good), "line 4, column 1: 2 states here, but 1 in 'spot-state-player:'".into()),
        (file("all", "0\nAcceptance: 2 t", good), "line 4, column 1: 2 acceptance sets here, but 0 in 'acc-name:'".into()),
        (file("all", "0\nStates: 1\nStates: 1", good), "line 5, column 1: a second 'States:': keep one of them".into()),
        (file("all", "0", "State: 1"), "line 5, column 8: the state '1' is out of range: the last one is 0".into()),
        (file("all", "0", "State: 0 1"), "line 5, column 10: the state '1' is out of range: the last one is 0".into()),
        (file("all", "0", "State: 0 0&0"), "line 5, column 11: a move to several states at once: games have none".into()),
        (file("all", "0", "State: 0 0 State: 0"), "line 5, column 19: a second entry of state 0".into()),
        (file("Buchi", "0", "State: 0 0 {1}"), "line 5, column 13: there is no acceptance set '1': there are 1".into()),
        (file("Buchi", "0", "State: 0 0 {0"), "line 6, column 1: expected an acceptance set or '}', found '--END--'".into()),
        (file("all", "0", "State: 0 [t 0"), "line 5, column 10: the label that starts here never ends: add ']'".into()),
        (file("all", "0", "State: 0 \"x"), "line 5, column 10: the text that starts here never ends: add '\"'".into()),
        (file("all", "0", "/* x"), "line 5, column 1: the comment that starts here never ends: add '*/'".into()),
        (file("all", "0", "0"), "line 5, column 1: expected 'State:' or '--END--', found '0'".into()),
    ] {
        assert_eq!(read_game(&text).unwrap_err().to_string(), message, "{text}");
    }
}

proptest! {
    /// Along any cycle, the largest priority is odd exactly if the colours on it are accepted.
    #[test]
    fn cycles_keep_their_winner(
        max in any::<bool>(),
        odd in any::<bool>(),
        cycle in proptest::collection::vec(proptest::option::of(0..4_u32), 1..6),
        detours in proptest::collection::vec(proptest::option::of(0..4_u32), 6),
    ) {
        let colour = |of: &Option<u32>| of.map_or(String::new(), |colour| format!("{{{colour}}}"));
        let count = cycle.len();
        let body: String = (0..count)
            .map(|at| {
                let (here, aside) = (colour(&cycle[at]), colour(&detours[at]));
                format!("State: {at} {} {here} 0 {aside}\n", (at + 1) % count)
            })
            .collect();
        let name = format!("parity {} {} 4", if max { "max" } else { "min" }, if odd { "odd" } else { "even" });
        let arena = read_game(&file(&name, &"0 ".repeat(count), &body)).unwrap();
        let (mut at, mut largest) = (0, 0);
        loop {
            largest = largest.max(arena.priorities.get(at as usize).unwrap());
            at = arena.graph.successors(at)[0];
            if at == 0 {
                break;
            }
        }
        let seen = cycle.iter().flatten().copied();
        // Where no colour is seen, the one past the end decides.
        let decides = if max { seen.max().map_or(-1, i64::from) } else { seen.min().map_or(4, i64::from) };
        prop_assert_eq!(largest % 2 == 1, (decides.rem_euclid(2) == 1) == odd);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(
        header in any::<bool>(),
        pieces in proptest::collection::vec(
            prop_oneof![
                prop::sample::select(&[
                    "State: ", "0 ", "1 ", "2 ", "{", "}", "[", "]", "\"", "\\", "/*", "*/", "--BODY--\n",
                    "--END--", "States: ", "Acceptance: ", "acc-name: parity min odd 3\n", "&", "-", ":",
                    "spot-state-player: 0 1\n", "99999999999999999999999", "é",
                ][..]).prop_map(|word| word.as_bytes().to_vec()),
                any::<u8>().prop_map(|byte| vec![byte]),
            ],
            0..40,
        )
    ) {
        let start = "HOA: v1\nacc-name: parity max even 2\nspot-state-player: 0 1 0\n--BODY--\n";
        let start = if header { start } else { "HOA: v1\n" };
        let text = [start.as_bytes().to_vec(), pieces.concat()].concat();
        if let Ok(arena) = read_both_ways(&text, Format::Hoa) {
            prop_assert!(Format::Pgsolver.cannot_hold(&arena).is_empty());
        }
    }
}
