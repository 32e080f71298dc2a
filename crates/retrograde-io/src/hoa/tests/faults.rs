//! What is wrong with a file in the HOA format, and where.

use proptest::prelude::*;

use super::{file, game, read_game};
use crate::Format;
use crate::cases::cases;
use crate::testing::read_both_ways;

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
            "line 3, column 1: there is no 'Acceptance:' above: it says which plays player 1 wins, as in 'Acceptance: 1 Inf(0)'".into(),
        ),
        (
            file("Rabin 1", "0", good),
            "line 4, column 1: there is no 'Acceptance:' above: it says which plays player 1 wins, as in 'Acceptance: 1 Inf(0)'".into(),
        ),
        (
            "HOA: v1\ncontrollable-AP: 0\n--BODY--\n--END--".into(),
            "line 3, column 1: there is no 'spot-state-player:' above: this is a specification with inputs and outputs ('controllable-AP:'), from which a controller can be synthesised, and not a game".into(),
        ),
        (file("3", "0", good), "line 2, column 11: expected the name of an acceptance condition, found '3'".into()),
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
        (file("all", "0 1 x", good), "line 3, column 24: expected a player, 0 or 1, found 'x'".into()),
        (file("all", "0\nWinner: 1", good), "line 4, column 1: 'Winner:' is no item of HOA v1, and may change what the game means: remove it if it does not matter".into()),
        (file("all", "0\nspot.state-player: 0", good), "line 4, column 1: a second 'spot.state-player:': keep one of them".into()),
        (file("all", "0 0 0", "State: 0 State: 2"), "line 6, column 1: state 1 is not listed above: add 'State: 1', even if it has no transitions".into()),
        (file("all", "0", good) + "HOA: v1", "line 7, column 1: a second game starts here: a file holds one game, so split the file".into()),
        (file("all", "0", good) + "x", "line 7, column 1: expected the end of the file, found 'x'".into()),
        (file("all", "0", "--ABORT--"), "line 5, column 1: expected 'State:' or '--END--', found '--ABORT--'".into()),
        (file("all", "0", "0"), "line 5, column 1: expected 'State:' or '--END--', found '0'".into()),
    ] {
        assert_eq!(read_game(&text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn faults_of_the_condition_are_named_where_they_stand() {
    let tangled = "1 t\nacc-name: generalized-Rabin 2 3 2";
    assert!(read_game(&game(tangled, "0", "State: 0 0")).is_ok());
    let long = format!("1 {}", "Inf(0)|".repeat(7000));
    let fewer =
        "line 2, column 271: '(' is inside 256 others: write the formula with fewer parentheses";
    let deep = ("1 ".to_owned() + &"(".repeat(300), fewer);
    let table = cases(include_str!("../../../tests/faults/hoa-condition.txt"));
    for (acceptance, message) in table.into_iter().chain([deep]) {
        let error = read_game(&game(&acceptance, "0", "State: 0 0")).unwrap_err().to_string();
        assert_eq!(error, message, "{acceptance}");
    }
    let error = read_game(&game(&long, "0", "State: 0 0")).unwrap_err().to_string();
    assert!(error.ends_with("the formula is longer than 64 KiB: shorten it"), "{error}");
}

#[test]
fn the_formulas_of_the_format_agree_with_their_names() {
    for acceptance in [
        "0 t\nacc-name: all",
        "0 f\nacc-name: none",
        "1 Inf(0)\nacc-name: Buchi",
        "1 Fin(0)\nacc-name: co-Buchi",
        "2 Fin(0) | Inf(1)\nacc-name: Streett 1",
        "5 Inf(0) | (Fin(1) & (Inf(2) | (Fin(3) & Inf(4))))\nacc-name: parity min even 5",
        "5 Fin(0) & (Inf(1) | (Fin(2) & (Inf(3) | Fin(4))))\nacc-name: parity min odd 5",
        "6 Inf(5) | (Fin(4) & (Inf(3) | (Fin(2) & (Inf(1) | Fin(0)))))\nacc-name: parity max odd 6",
        "5 Inf(4) | (Fin(3) & (Inf(2) | (Fin(1) & Inf(0))))\nacc-name: parity max even 5",
        // Too tangled to compare: the formula counts.
        "1 Inf(0)&Inf(0) | Inf(0)&Fin(0)\nacc-name: Buchi",
    ] {
        assert!(read_game(&game(acceptance, "0", "State: 0 0")).is_ok(), "{acceptance}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(
        header in any::<bool>(),
        pieces in proptest::collection::vec(
            prop_oneof![
                prop::sample::select(&[
                    "State: ", "0 ", "1 ", "2 ", "{", "}", "[", "]", "\"", "\\", "/*", "*/", "--BODY--\n",
                    "--END--", "States: ", "Acceptance: ", "acc-name: parity min odd 3\n", "&", "-", ":",
                    "spot-state-player: 0 1\n", "99999999999999999999999", "é", "Inf(", "Fin(", "!", ")", "|", "(", "t ", "f ",
                    "controllable-AP: 0\n", "HOA: v1\n",
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
            let format = if arena.acceptance.is_some() { Format::Json } else { Format::Pgsolver };
            prop_assert!(format.cannot_hold(&arena).is_empty());
        }
    }
}
