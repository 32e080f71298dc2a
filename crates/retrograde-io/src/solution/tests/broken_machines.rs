//! Files whose machines are none.

use super::machines::{MULLER, read_both};
use super::*;
use crate::testing::with_refutation;

#[test]
fn malformed_machines_say_where_and_why() {
    let names = names(&["a", "é"]);
    let machines = r#"[{"player": 1, "states": 1, "initial": 0, "steps": []},
{"player": 0, "states": 2, "initial": 0, "steps": []}]"#;
    for (machines, message) in cases(include_str!("../../../tests/faults/machines.txt")) {
        let text = format!("{{\"machines\": {machines}}}");
        let error = read_both(&text, &names, &MULLER).unwrap_err();
        assert_eq!(with_refutation(&error), message, "{text}");
    }
    for (text, message) in [
        (format!("{{\"machines\": {machines}}}"), "the solution has no 'rows', only a summary"),
        (
            format!("{{\"machines\": {machines},\n \"machines\": []}}"),
            "line 3, column 2: a second list of 'machines': keep one of them",
        ),
        (
            "paritysol 1;\n0 1;\n".to_owned(),
            "this is a solution of objective 'parity'; one of 'muller' is expected here",
        ),
    ] {
        let error = read_both(&text, &names, &MULLER).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
}
