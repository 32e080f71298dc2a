//! Machines with inputs and outputs as text: HOA, JSON and DOT.

use std::io::{self, Write};

use retrograde_core::{Machine, MachineState, Sum};

use crate::text_out::TextOut;

/// Text in double quotes, in which quotes and backslashes have a backslash before them.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Writes a machine as an automaton that accepts exactly its runs. The propositions are the inputs and then
/// the outputs.
///
/// ```
/// use retrograde_core::{Control, Machine, MachineState, Sum};
/// let always = Sum(vec![vec![]]);
/// let state = MachineState { outputs: vec![Sum(vec![vec![(0, true)]])], steps: vec![(always, 0)] };
/// let machine = Machine {
///     inputs: vec!["r".into()],
///     outputs: vec!["g".into()],
///     is_controller: true,
///     states: vec![state],
/// };
/// let mut text = Vec::new();
/// retrograde_io::write_machine_hoa(&machine, &mut text)?;
/// let automaton = retrograde_io::read_automaton(&text[..], &Control::ALONE)?;
/// assert!(automaton.labels().holds(automaton.transitions(0)[0].label, |_| true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What `out` reports.
pub fn write_machine_hoa(machine: &Machine, out: &mut dyn Write) -> io::Result<()> {
    let mut out = TextOut::new(out);
    let first = machine.inputs.len();
    let names: Vec<String> =
        machine.inputs.iter().chain(&machine.outputs).map(|name| quoted(name)).collect();
    let own: Vec<String> = match machine.is_controller {
        true => (first..names.len()).map(|number| number.to_string()).collect(),
        false => (0..first).map(|number| number.to_string()).collect(),
    };
    let text = |words: &[String]| words.iter().map(|word| format!(" {word}")).collect::<String>();
    let (states, count) = (machine.states.len(), names.len());
    out.text(&format!(
        "HOA: v1\nStates: {states}\nStart: 0\nAP: {count}{}\ncontrollable-AP:{}\n",
        text(&names),
        text(&own)
    ));
    out.text(
        "acc-name: all\nAcceptance: 0 t\nproperties: trans-labels explicit-labels deterministic\n",
    );
    out.text("--BODY--\n");
    for (number, state) in machine.states.iter().enumerate() {
        out.text(&format!("State: {number}\n"));
        let outputs: Vec<String> = state
            .outputs
            .iter()
            .enumerate()
            .map(|(place, sum)| output_formula(first + place, sum))
            .collect();
        for (when, to) in &state.steps {
            let mut parts = outputs.clone();
            if !when.is_true() {
                parts.insert(0, format!("({})", when.show(|number| number.to_string())));
            }
            let label = if parts.is_empty() { "t".to_owned() } else { parts.join(" & ") };
            out.text(&format!("[{label}] {to}\n"));
        }
        out.send_if_full()?;
    }
    out.text("--END--\n");
    out.finish()
}

/// That an output is as a sum has it.
fn output_formula(number: usize, sum: &Sum) -> String {
    match (sum.is_false(), sum.is_true()) {
        (true, _) => format!("!{number}"),
        (_, true) => number.to_string(),
        _ => {
            let sum = sum.show(|number| number.to_string());
            format!("({number} & ({sum}) | !{number} & !({sum}))")
        }
    }
}

/// When each output is true, in names.
fn named<'m>(
    machine: &'m Machine,
    state: &'m MachineState,
) -> impl Iterator<Item = (&'m str, String)> {
    let name = |number: u32| machine.inputs[number as usize].clone();
    let outputs = machine.outputs.iter().zip(&state.outputs);
    outputs.map(move |(output, sum)| (output.as_str(), sum.show(name).to_string()))
}

/// Writes a machine as one object: `inputs`, `outputs`, and for each of the `states` when its `outputs` are
/// true and its `steps`, each with the inputs that it takes (`when`) and the state after it (`to`).
///
/// # Errors
/// What `out` reports.
pub fn write_machine_json(machine: &Machine, out: &mut dyn Write) -> io::Result<()> {
    let name = |number: u32| machine.inputs[number as usize].clone();
    let state = |state: &MachineState| {
        let outputs: serde_json::Map<String, serde_json::Value> =
            named(machine, state).map(|(output, sum)| (output.to_owned(), sum.into())).collect();
        let step = |(when, to): &(Sum, u32)| serde_json::json!({ "when": when.show(name).to_string(), "to": to });
        let steps: Vec<_> = state.steps.iter().map(step).collect();
        serde_json::json!({ "outputs": outputs, "steps": steps })
    };
    let whole = serde_json::json!({
        "role": if machine.is_controller { "controller" } else { "environment" },
        "inputs": machine.inputs,
        "outputs": machine.outputs,
        "states": machine.states.iter().map(state).collect::<Vec<_>>(),
    });
    serde_json::to_writer_pretty(&mut *out, &whole)?;
    writeln!(out)
}

/// Writes a machine for Graphviz: a node for each state with when its outputs are true, and an arrow for each
/// step with the inputs that it takes.
///
/// # Errors
/// What `out` reports.
pub fn write_machine_dot(machine: &Machine, out: &mut dyn Write) -> io::Result<()> {
    let mut out = TextOut::new(out);
    let name = |number: u32| machine.inputs[number as usize].clone();
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    out.text(
        "digraph {\n  rankdir=LR;\n  node [shape=box, style=rounded];\n  start [shape=point];\n",
    );
    out.text("  start -> s0;\n");
    for (number, state) in machine.states.iter().enumerate() {
        let lines: Vec<String> =
            named(machine, state).map(|(output, sum)| format!("{output} = {sum}")).collect();
        let lines = escaped(&lines.join("\n")).replace('\n', "\\l");
        let end = if lines.is_empty() { "" } else { "\\l" };
        out.text(&format!("  s{number} [label=\"{number}\\n{lines}{end}\"];\n"));
        for (when, to) in &state.steps {
            let when = escaped(&when.show(name).to_string());
            out.text(&format!("  s{number} -> s{to} [label=\"{when}\"];\n"));
        }
        out.send_if_full()?;
    }
    out.text("}\n");
    out.finish()
}
