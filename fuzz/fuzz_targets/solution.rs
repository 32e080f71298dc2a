//! Solutions as CSV or JSON: the first line names the vertices, the rest is the file. It is read as
//! a solution of every objective.
#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use retrograde_core::{
    ArenaBuilder, AsymmetricSolution, EnergySolution, GrundyValues, MeanPayoffSolution, Names,
    OutcomeSolution,
};
use retrograde_io::{
    MealyFile, MealySheet, OutcomeSheet, PartizanOutcomes, ReadFault, RegionObjective, RegionSheet,
    Report, Rows, Sheet, Table, Terms, first_moves, read_machines, read_regions, read_solution,
    write_csv, write_json,
};

fuzz_target!(|bytes: &[u8]| {
    let Some(newline) = bytes.iter().position(|&byte| byte == b'\n') else { return };
    let mut builder = ArenaBuilder::new();
    for name in String::from_utf8_lossy(&bytes[..newline]).split('|') {
        builder.vertex(name).expect("there are few");
    }
    let names = builder.finish().expect("there are no edges").names;
    let file = &bytes[newline + 1..];
    if let Some(solution) = check::<OutcomeSolution>(&names, file) {
        check_sheet(
            &names,
            &OutcomeSheet { solution: &solution, terms: Terms::Pn, ties: None },
            &solution,
        );
    }
    check::<AsymmetricSolution>(&names, file);
    check::<GrundyValues>(&names, file);
    check::<PartizanOutcomes>(&names, file);
    check::<EnergySolution>(&names, file);
    check::<MeanPayoffSolution>(&names, file);
    for objective in RegionObjective::ALL {
        let regions = read_regions(file, &names, objective);
        if let Ok(solution) = &regions {
            check_regions(&names, RegionSheet { objective, solution });
        }
        match read_machines(file, &names, objective) {
            Ok(read) => {
                assert_eq!(regions.expect("the same rows").winners, read.solution.winners);
                check_machines(&names, objective, &read);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

/// Machines come back from JSON; the rows have their first moves, whatever they had before.
fn check_machines(names: &Names, objective: RegionObjective, read: &MealyFile) {
    let _ = read.contradiction();
    let sheet = MealySheet::new(objective, &read.solution);
    let mut json = Vec::new();
    let report = Report { names, edges: 0, sheet: &sheet, start: Some(0) };
    write_json(&report, Rows::Listed, &mut json).expect("a vector takes everything");
    let again = read_machines(&json[..], names, objective).expect("it was just written");
    assert_eq!(again.solution, read.solution);
    assert_eq!(again.moves, first_moves(&read.solution));
    assert_eq!(again.contradiction(), None);
}

/// As [`check_sheet`], for a solution whose objective is chosen while running.
fn check_regions(names: &Names, sheet: RegionSheet<'_>) {
    let mut csv = Vec::new();
    write_csv(names, &sheet, &mut csv).expect("a vector takes everything");
    let mut json = Vec::new();
    let report = Report { names, edges: 0, sheet: &sheet, start: Some(0) };
    write_json(&report, Rows::Listed, &mut json).expect("a vector takes everything");
    for text in [csv, json] {
        let again = read_regions(&text[..], names, sheet.objective).expect("it was just written");
        assert_eq!(again, *sheet.solution);
    }
}

/// The file is a solution, which comes back from both formats, or there is a fault to tell.
fn check<T: Table + Sheet + PartialEq + Debug>(names: &Names, file: &[u8]) -> Option<T> {
    match read_solution::<T>(file, names) {
        Ok(solution) => {
            check_sheet(names, &solution, &solution);
            Some(solution)
        }
        Err(error) => {
            assert!(!matches!(error.fault, ReadFault::Io(_)), "a slice cannot fail: {error}");
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

fn check_sheet<T: Table + PartialEq + Debug>(names: &Names, sheet: &dyn Sheet, solution: &T) {
    assert_eq!(sheet.vertices(), names.len());
    let mut csv = Vec::new();
    write_csv(names, sheet, &mut csv).expect("a vector takes everything");
    let mut json = Vec::new();
    let report = Report { names, edges: 0, sheet, start: Some(0) };
    write_json(&report, Rows::Listed, &mut json).expect("a vector takes everything");
    for text in [csv, json] {
        let again = read_solution::<T>(&text[..], names).expect("it was just written");
        assert!(again == *solution, "{solution:?} came back as {again:?}");
    }
}
