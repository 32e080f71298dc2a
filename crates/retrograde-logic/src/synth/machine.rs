//! What a circuit does, as a machine with symbolic labels.

use std::collections::HashMap;

use retrograde_core::{Circuit, Control, Literal, Machine, MachineState, Stopped, Sum};

use super::cover::Covers;
use super::diagrams::{Bdd, Diagrams};

/// The machine of a circuit: a state for each combination of values of its latches that can come up.
///
/// ```
/// use retrograde_core::{Circuit, Control, Latch, Literal, Output};
/// use retrograde_logic::synth::machine;
/// let output = Output { name: "again".into(), literal: Literal::of(3) };
/// let latch = Latch { next: Literal::of(1), reset: false };
/// let gates = vec![[Literal::of(2), Literal::of(1)]];
/// let circuit = Circuit::new(vec!["r".into()], vec![latch], gates, vec![output])?;
/// let machine = machine(&circuit, true, &Control::ALONE)?;
/// assert_eq!(machine.states.len(), 2);
/// assert!(machine.states[0].outputs[0].is_false());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was stopped.
pub fn machine(
    circuit: &Circuit,
    is_controller: bool,
    control: &Control<'_>,
) -> Result<Machine, Stopped> {
    let mut diagrams = Diagrams::new(control);
    let mut covers = Covers::default();
    let mut numbers: HashMap<Vec<bool>, u32> = HashMap::from([(circuit.reset(), 0)]);
    let mut found = vec![circuit.reset()];
    let mut states = Vec::new();
    while let Some(latches) = found.get(states.len()) {
        let mut values = vec![Bdd::FALSE];
        for variable in 0..circuit.inputs().len() as u32 {
            values.push(diagrams.literal(variable, true)?);
        }
        values.extend(latches.iter().map(|&bit| if bit { Bdd::TRUE } else { Bdd::FALSE }));
        for &[left, right] in circuit.gates() {
            let left = value(&values, left, &mut diagrams)?;
            let right = value(&values, right, &mut diagrams)?;
            values.push(diagrams.and(left, right)?);
        }
        let mut outputs = Vec::new();
        for output in circuit.outputs() {
            let function = value(&values, output.literal, &mut diagrams)?;
            outputs.push(sum(function, &mut covers, &mut diagrams)?);
        }
        let mut regions: Vec<(Bdd, Vec<bool>)> = vec![(Bdd::TRUE, Vec::new())];
        for latch in circuit.latches() {
            let function = value(&values, latch.next, &mut diagrams)?;
            let mut split = Vec::new();
            for (inputs, bits) in regions {
                let yes = diagrams.and(inputs, function)?;
                let no = diagrams.minus(inputs, function)?;
                for (inputs, bit) in [(no, false), (yes, true)] {
                    if inputs != Bdd::FALSE {
                        let mut bits = bits.clone();
                        bits.push(bit);
                        split.push((inputs, bits));
                    }
                }
            }
            regions = split;
        }
        let mut steps = Vec::new();
        for (inputs, bits) in regions {
            let when = sum(inputs, &mut covers, &mut diagrams)?;
            let to = *numbers.entry(bits).or_insert_with_key(|bits| {
                found.push(bits.clone());
                found.len() as u32 - 1
            });
            steps.push((when, to));
        }
        steps.sort_by_key(|&(_, to)| to);
        states.push(MachineState { outputs, steps });
    }
    let outputs = circuit.outputs().iter().map(|output| output.name.clone()).collect();
    Ok(Machine { inputs: circuit.inputs().to_vec(), outputs, is_controller, states })
}

fn value(values: &[Bdd], literal: Literal, diagrams: &mut Diagrams<'_>) -> Result<Bdd, Stopped> {
    let function = values[literal.variable() as usize];
    if literal.is_negated() { diagrams.not(function) } else { Ok(function) }
}

fn sum(function: Bdd, covers: &mut Covers, diagrams: &mut Diagrams<'_>) -> Result<Sum, Stopped> {
    let cubes = covers.whole(function, diagrams)?;
    let ordered = |cube: &Vec<(u32, bool)>| {
        let mut cube = cube.clone();
        cube.sort_unstable();
        cube
    };
    Ok(Sum(cubes.iter().map(ordered).collect()))
}
