//! Specifications with many propositions: nothing may take a step for every valuation.

use retrograde_core::{
    Automaton, Control, Guards, Label, LabelNode, Proposition, RunCondition, Transition,
};
use retrograde_logic::synth::{SynthOptions, Verdict, synthesise};

/// Every output repeats its input, all in one label. All inputs may be named before all outputs there.
fn echoes(pairs: u32, inputs_first: bool) -> Automaton {
    let mut labels = Guards::new();
    let mut all = inputs_first.then(|| {
        let order = (0..pairs).map(|pair| 2 * pair).chain((0..pairs).map(|pair| 2 * pair + 1));
        order.fold(Label::TRUE, |any, number| {
            let one = labels.literal(number, true);
            labels.add(LabelNode::Or(any, one))
        })
    });
    for pair in 0..pairs {
        let [input, output] = [2 * pair, 2 * pair + 1];
        let both = [true, false].map(|value| {
            let (one, two) = (labels.literal(input, value), labels.literal(output, value));
            labels.add(LabelNode::And(one, two))
        });
        let same = labels.add(LabelNode::Or(both[0], both[1]));
        all = Some(all.map_or(same, |before| labels.add(LabelNode::And(before, same))));
    }
    let propositions = (0..2 * pairs)
        .map(|number| Proposition { name: format!("p{number}"), controllable: number % 2 == 1 })
        .collect();
    let step = Transition { label: all.unwrap(), to: 0, mark: 1 };
    let condition = RunCondition::Colors("Inf(0)".parse().unwrap());
    Automaton::new(propositions, labels, 1, 0, vec![(0, step)], condition).unwrap()
}

#[test]
fn forty_outputs_repeat_forty_inputs() {
    for inputs_first in [false, true] {
        let automaton = echoes(40, inputs_first);
        let found = synthesise(&automaton, &SynthOptions::default(), &Control::ALONE).unwrap();
        assert_eq!(found.verdict, Verdict::Realizable);
        let circuit = found.circuit.unwrap();
        assert_eq!((circuit.latches().len(), circuit.gates().len()), (0, 0));
        retrograde_verify::verify_circuit(&automaton, &circuit, &Control::ALONE).unwrap();
    }
}
