//! Solutions as CSV or JSON: the first line names the vertices, the rest is the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retrograde_core::{ArenaBuilder, Names, OutcomeSolution};
use retrograde_io::{
    OutcomeReport, ReadFault, Rows, read_outcome_solution, write_outcome_csv, write_outcome_json,
};

fuzz_target!(|bytes: &[u8]| {
    let Some(newline) = bytes.iter().position(|&byte| byte == b'\n') else { return };
    let mut builder = ArenaBuilder::new();
    for name in String::from_utf8_lossy(&bytes[..newline]).split('|') {
        builder.vertex(name).expect("there are few");
    }
    let names = builder.finish().expect("there are no edges").names;
    match read_outcome_solution(&bytes[newline + 1..], &names) {
        Ok(solution) => check(&names, &solution),
        Err(error) => {
            assert!(!matches!(error.fault, ReadFault::Io(_)), "a slice cannot fail: {error}");
            assert!(!error.to_string().is_empty());
        }
    }
});

/// The solution comes back from both formats.
fn check(names: &Names, solution: &OutcomeSolution) {
    assert_eq!(solution.values.len(), names.len());
    let mut csv = Vec::new();
    write_outcome_csv(names, solution, &mut csv).expect("a vector takes everything");
    let mut json = Vec::new();
    let report = OutcomeReport { names, edges: 0, solution, start: None };
    write_outcome_json(&report, Rows::Listed, &mut json).expect("a vector takes everything");
    for text in [csv, json] {
        let again = read_outcome_solution(&text[..], names).expect("it was just written");
        assert!(again == *solution, "{solution:?} came back as {again:?}");
    }
}
