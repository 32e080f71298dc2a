//! Verdicts, time, memory and sizes of all specifications of a folder, beside those of its `expected.csv`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use retrograde_core::{Control, memory};
use retrograde_io::Source;
use retrograde_logic::synth::{SynthOptions, synthesise};
use retrograde_verify::verify_circuit;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--bench");
    let Some(folder) = arguments.next() else {
        println!(
            "say which folder: cargo bench -p retrograde-logic --bench synth -- DIR [--minimise] [NAME]"
        );
        return;
    };
    let rest: Vec<String> = arguments.collect();
    let minimise = rest.iter().any(|word| word == "--minimise");
    let only = rest.iter().find(|word| !word.starts_with("--"));
    let expected = expected(Path::new(&folder));
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().contains("hoa"))
        .filter(|path| only.is_none_or(|only| path.to_string_lossy().contains(only.as_str())))
        .collect();
    files.sort();
    println!(
        "| specification | verdict | ms | MB | states | latches | gates | other tool | checked in ms |"
    );
    println!("| --- | --- | --: | --: | --: | --: | --: | --: | --: |");
    let (mut spent, mut wrong, mut compared) = (Duration::ZERO, 0, [0; 3]);
    let (mut all_gates, mut all_latches) = (0, 0);
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let start = Instant::now();
        let source = Source::file(&path).expect("a file");
        let automaton = source.read_automaton(&Control::ALONE).expect("an automaton");
        let options = SynthOptions { minimise, ..SynthOptions::default() };
        let found = match synthesise(&automaton, &options, &Control::ALONE) {
            Ok(found) => found,
            Err(error) => {
                println!("| {name} | {error} |");
                wrong += 1;
                continue;
            }
        };
        let took = start.elapsed();
        spent += took;
        let start = Instant::now();
        let circuit = found.circuit.expect("a circuit");
        let checked = verify_circuit(&automaton, &circuit, &Control::ALONE);
        let checking = match &checked {
            Ok(_) => format!("{:.1}", start.elapsed().as_secs_f64() * 1e3),
            Err(error) => format!("**{error}**"),
        };
        let verdict = found.verdict.to_string();
        let fields = expected.get(&name);
        let is_wrong = fields.is_some_and(|it| !it[1].is_empty() && it[1] != verdict);
        wrong += usize::from(is_wrong || checked.is_err());
        let gates = circuit.gates().len();
        let latches = circuit.latches().len();
        (all_gates, all_latches) = (all_gates + gates, all_latches + latches);
        let theirs: Option<[usize; 2]> =
            fields.and_then(|it| Some([it[2].parse().ok()?, it[4].parse().ok()?]));
        if let Some([plain, compressed]) = theirs {
            compared = [compared[0] + gates, compared[1] + plain, compared[2] + compressed];
        }
        let peak = memory::resident().map_or(0, |bytes| bytes >> 20);
        let theirs = theirs.map_or(String::new(), |[one, two]| format!("{one}, {two}"));
        println!(
            "| {name} | {verdict}{} | {:.1} | {peak} | {} → {} | {latches} | {gates} | {theirs} | {checking} |",
            if is_wrong { " **wrong**" } else { "" },
            took.as_secs_f64() * 1e3,
            found.states,
            found.machine,
        );
    }
    let [ours, plain, compressed] = compared;
    println!(
        "\n{wrong} wrong or unchecked; {:.2} s; {all_gates} gates and {all_latches} latches in all",
        spent.as_secs_f64()
    );
    println!(
        "where the other tool has gates: {ours} here, {plain} ({:.2}) and {compressed} ({:.2}) there",
        ours as f64 / plain.max(1) as f64,
        ours as f64 / compressed.max(1) as f64
    );
}

/// The lines of `expected.csv`, by file.
fn expected(folder: &Path) -> HashMap<String, Vec<String>> {
    let text = fs::read_to_string(folder.join("expected.csv")).unwrap_or_default();
    let fields = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
    text.lines().skip(1).map(fields).map(|fields| (fields[0].clone(), fields)).collect()
}
