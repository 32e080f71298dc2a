//! Files whose machines are none.

use super::machines::{MULLER, read_both};
use super::*;
use crate::ReadFault;

#[test]
fn malformed_machines_say_where_and_why() {
    let names = names(&["a", "é"]);
    let one = r#"{"player": 1, "states": 1, "initial": 0, "steps": []}"#;
    let of_step = |step: &str| {
        format!("[{one},\n{{\"player\": 0, \"states\": 2, \"initial\": 0, \"steps\": [\n{step}]}}]")
    };
    let step = |rest: &str| of_step(&format!("{{\"vertex\": \"é\", {rest}}}"));
    for (machines, message, refutes) in [
        ("7".to_owned(), "line 1, column 14: expected a list of machines, found '7'", false),
        ("[7]".to_owned(), "line 1, column 15: expected a machine, an object, found '7'", false),
        (
            "[]".to_owned(),
            "line 1, column 15: the machine of player 0 is missing: each player has one",
            false,
        ),
        (
            of_step("").replace("\"player\": 0", "\"player\": 1"),
            "line 2, column 12: a second machine of player 1: keep one of them",
            false,
        ),
        (
            of_step("").replace("\"player\": 1", "\"player\": 0"),
            "line 2, column 12: a second machine of player 0: keep one of them",
            false,
        ),
        (
            format!("[{one}]").replace("\"player\": 1", "\"player\": 0"),
            "line 1, column 68: the machine of player 1 is missing: each player has one",
            false,
        ),
        (
            of_step("").replace("\"player\": 0", "\"player\": 2"),
            "line 2, column 12: the 'player' of a machine is 0 or 1, not '2'",
            false,
        ),
        (
            of_step("").replace("\"player\": 0", "\"player\": null"),
            "line 2, column 12: the machine has no 'player'",
            false,
        ),
        (
            of_step("").replace("\"states\": 2, ", ""),
            "line 2, column 1: the machine has no 'states'",
            false,
        ),
        (
            of_step("").replace("\"states\": 2", "\"states\": 4294967296"),
            "line 2, column 25: the 'states' of a machine is a number from 0 to 4294967295, not '4294967296'",
            false,
        ),
        (
            of_step("").replace("\"initial\": 0, \"steps\": [\n]", "\"initial\": 0"),
            "line 2, column 1: the machine has no 'steps'",
            false,
        ),
        (
            of_step("").replace("\"states\": 2", "\"player\": 0"),
            "line 2, column 15: a second 'player' in this machine",
            false,
        ),
        (
            of_step("").replace("\"initial\": 0,", "\"initial\": 0, \"steps\": [],"),
            "line 1, column 69: a second list of 'steps': keep one of them",
            false,
        ),
        (
            of_step("").replace("\"steps\": [\n]", "\"steps\": {}"),
            "line 2, column 51: expected a list of steps, found an object",
            false,
        ),
        (
            of_step("").replace("\"states\": 2, \"initial\": 0", "\"states\": 2, \"initial\": 2"),
            "line 2, column 39: the machine of player 0: memory state 2 does not exist: the machine has 2, numbered from 0",
            true,
        ),
        (
            of_step("").replace("\"states\": 2", "\"states\": 0"),
            "line 2, column 39: the machine of player 0: memory state 0 does not exist: the machine has 0, numbered from 0",
            true,
        ),
        (of_step("1"), "line 3, column 1: expected a step, an object, found '1'", false),
        (of_step("{}"), "line 3, column 1: the step has no 'vertex'", false),
        (
            of_step(r#"{"vertex": "x", "memory": 0, "move": null, "next": 0}"#),
            "line 3, column 12: the graph has no vertex 'x'",
            true,
        ),
        (
            step(r#""move": "x", "memory": 0, "next": 0"#),
            "line 3, column 25: the move at 'é' leads to 'x', a vertex that the graph does not have",
            true,
        ),
        (
            step(r#""memory": 0, "next": 0"#),
            "line 3, column 1: the step has no 'move': it is null where the opponent moves",
            false,
        ),
        (step(r#""move": null, "next": 0"#), "line 3, column 1: the step has no 'memory'", false),
        (
            step(r#""memory": 0, "move": null, "next": null"#),
            "line 3, column 52: the step has no 'next'",
            false,
        ),
        (
            step(r#""memory": -1, "move": null, "next": 0"#),
            "line 3, column 27: the 'memory' of a step is a number from 0 to 4294967295, not '-1'",
            false,
        ),
        (
            step(r#""memory": "+1", "move": null, "next": 0"#),
            "line 3, column 27: the 'memory' of a step is a number from 0 to 4294967295, not '+1'",
            false,
        ),
        (
            step(r#""memory": [], "move": null, "next": 0"#),
            "line 3, column 27: expected a string, a number or null, found a list",
            false,
        ),
        (
            step(r#""memory": 0, "memory": 0, "next": 0"#),
            "line 3, column 30: a second 'memory' in this step",
            false,
        ),
        (
            step(r#""memory": 2, "move": null, "next": 7"#),
            "line 3, column 52: the machine of player 0: memory state 7 does not exist: the machine has 2, numbered from 0",
            true,
        ),
        (
            step(r#""memory": 2, "move": null, "next": 1"#),
            "line 3, column 27: the machine of player 0: memory state 2 does not exist: the machine has 2, numbered from 0",
            true,
        ),
        (
            step(
                "\"memory\": 1, \"move\": null, \"next\": 1},\n{\"vertex\": \"é\", \"memory\": 1, \"move\": \"a\", \"next\": 0",
            ),
            "line 4, column 12: a second step for vertex 'é' in memory state 1: keep one of them",
            true,
        ),
        (
            step(
                "\"memory\": 1, \"move\": null, \"next\": 1},\n{\"vertex\": \"a\", \"memory\": 1, \"move\": null, \"next\": 0},\n{\"vertex\": \"é\", \"memory\": 1, \"move\": \"a\", \"next\": 0",
            ),
            "line 5, column 12: a second step for vertex 'é' in memory state 1: keep one of them",
            true,
        ),
    ] {
        let text = format!("{{\"machines\": {machines}}}");
        let error = read_both(&text, &names, &MULLER).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
        let refuted = matches!(&error.fault, ReadFault::Solution(fault) if fault.is_refutation());
        assert_eq!(refuted, refutes, "{text}");
    }
    for (text, message) in [
        (
            format!("{{\"machines\": {}}}", of_step("")),
            "the solution has no 'rows', only a summary: write it without --summary",
        ),
        (
            format!("{{\"machines\": {},\n \"machines\": []}}", of_step("")),
            "line 4, column 2: a second list of 'machines': keep one of them",
        ),
        (
            "paritysol 1;\n0 1;\n".to_owned(),
            "this is a solution of objective 'parity'; one of 'muller' is expected here, which --objective can change",
        ),
    ] {
        let error = read_both(&text, &names, &MULLER).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}
