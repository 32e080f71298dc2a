//! Games and products in which every valuation is looked at.

use std::collections::HashMap;
use std::iter;

use retrograde_core::{
    Acceptance, Automaton, Bitmap, Circuit, Color, Colors, EmersonLeiGame, Graph, OwnedGraph,
    Player, RunCondition, Transition,
};
use retrograde_solve::Options;
use retrograde_solve::emerson_lei::{Limits, solve};
use retrograde_verify::{Partial, Run, verify_emerson_lei};

/// The numbers of the propositions of one side.
pub(crate) fn side(automaton: &Automaton, controllable: bool) -> Vec<u32> {
    let all = (0..).zip(automaton.propositions());
    all.filter(|(_, it)| it.controllable == controllable).map(|(number, _)| number).collect()
}

/// The transitions that can be taken for a valuation, a bit for each proposition.
pub(crate) fn taken(automaton: &Automaton, state: u32, valuation: u32) -> Vec<Transition> {
    let holds = |it: &&Transition| {
        automaton.labels().holds(it.label, |number| valuation >> number & 1 == 1)
    };
    automaton.transitions(state).iter().filter(holds).copied().collect()
}

/// Spreads the bits of a number over some propositions.
fn spread(numbers: &[u32], bits: u32) -> u32 {
    numbers.iter().enumerate().map(|(at, number)| (bits >> at & 1) << number).sum()
}

/// The condition as one on colours: of priorities, each its own.
pub(crate) fn condition(automaton: &Automaton) -> Acceptance {
    match automaton.condition() {
        RunCondition::Colors(acceptance) => acceptance.clone(),
        RunCondition::Parity => (0..8).fold(Acceptance::any([]), |inner, priority| {
            let color = Color::new(priority).unwrap();
            match priority % 2 {
                0 => Acceptance::any([Acceptance::inf(color), inner]),
                _ => Acceptance::all([Acceptance::fin(color), inner]),
            }
        }),
    }
}

pub(crate) fn colors(automaton: &Automaton, mark: u64) -> Colors {
    match automaton.condition() {
        RunCondition::Colors(_) => Colors(mark),
        RunCondition::Parity => Colors(1 << mark),
    }
}

/// Vertices, each with its owner, colours and moves.
#[derive(Default)]
struct Board {
    ones: Vec<bool>,
    colors: Vec<Colors>,
    edges: Vec<(u32, u32)>,
}

impl Board {
    fn vertex(&mut self, one: bool, colors: Colors) -> u32 {
        self.ones.push(one);
        self.colors.push(colors);
        self.ones.len() as u32 - 1
    }

    /// Whether player 0 wins from vertex 0.
    fn zero_wins(self, acceptance: Acceptance) -> bool {
        let graph = Graph::from_edges(self.ones.len(), self.edges).unwrap();
        let mut ones = Bitmap::new(self.ones.len());
        for (vertex, _) in self.ones.iter().enumerate().filter(|it| *it.1) {
            ones.set(vertex);
        }
        let arena = OwnedGraph::from_bitmap(&graph, ones);
        let game = EmersonLeiGame { arena, colors: self.colors, acceptance };
        let solution = solve(&game, &Limits::default(), &Options::default()).unwrap().solution;
        verify_emerson_lei(&game, &solution, Partial::Refused).unwrap();
        solution.winners.get(0) == Some(Player::Zero)
    }
}

/// Whether there is a controller, by a game with a vertex for every valuation.
pub(crate) fn is_realizable(automaton: &Automaton) -> bool {
    let (inputs, outputs) = (side(automaton, false), side(automaton, true));
    let mut board = Board::default();
    let states = automaton.state_count();
    for _ in 0..states {
        board.vertex(true, Colors::EMPTY);
    }
    assert_eq!(automaton.start(), 0);
    for state in 0..states {
        for input in 0..1 << inputs.len() {
            let answer = board.vertex(false, Colors::EMPTY);
            board.edges.push((state, answer));
            for output in 0..1 << outputs.len() {
                let valuation = spread(&inputs, input) | spread(&outputs, output);
                for transition in taken(automaton, state, valuation) {
                    let way = board.vertex(true, colors(automaton, transition.mark));
                    board.edges.extend([(answer, way), (way, transition.to)]);
                }
            }
        }
    }
    board.zero_wins(condition(automaton))
}

/// Whether all runs of a controller's circuit are accepted, or of an environment's none, by a game in which
/// only whoever looks for a fault has a choice.
pub(crate) fn holds(automaton: &Automaton, circuit: &Circuit, is_controller: bool) -> bool {
    let free = side(automaton, !is_controller);
    let find =
        |name: &str| automaton.propositions().iter().position(|it| it.name == name).unwrap() as u32;
    let inputs: Vec<u32> = circuit.inputs().iter().map(|name| find(name)).collect();
    let outputs: Vec<u32> = circuit.outputs().iter().map(|output| find(&output.name)).collect();
    let mut board = Board::default();
    let mut numbers: HashMap<(Vec<bool>, u32), u32> = HashMap::new();
    let mut open = vec![(circuit.reset(), automaton.start())];
    numbers.insert(open[0].clone(), board.vertex(true, Colors::EMPTY));
    let mut ends = false;
    while let Some((latches, state)) = open.pop() {
        let from = numbers[&(latches.clone(), state)];
        for bits in 0..1 << free.len() {
            let given = spread(&free, bits);
            let values: Vec<bool> = inputs.iter().map(|number| given >> number & 1 == 1).collect();
            let (set, next) = circuit.step(&values, &latches);
            let made: u32 = outputs.iter().zip(&set).map(|(at, &it)| u32::from(it) << at).sum();
            let transitions = taken(automaton, state, given | made);
            ends |= transitions.is_empty();
            for transition in transitions {
                let to = *numbers.entry((next.clone(), transition.to)).or_insert_with(|| {
                    open.push((next.clone(), transition.to));
                    board.vertex(true, Colors::EMPTY)
                });
                let way = board.vertex(true, colors(automaton, transition.mark));
                board.edges.extend([(from, way), (way, to)]);
            }
        }
    }
    // Whoever looks for a fault must not be taken to have lost where a run ends.
    let wanted = condition(automaton);
    let wanted = if is_controller { wanted } else { wanted.negated() };
    if is_controller && ends {
        return false;
    }
    let has_moves: Vec<bool> = (0..board.ones.len() as u32)
        .map(|vertex| board.edges.iter().any(|&(from, _)| from == vertex))
        .collect();
    for (vertex, has) in has_moves.into_iter().enumerate() {
        board.ones[vertex] = has || !is_controller;
    }
    board.zero_wins(wanted)
}

/// Goes through a run that is said to show a fault, and says whether it does.
pub(crate) fn shows_a_fault(
    automaton: &Automaton,
    circuit: &Circuit,
    run: &Run,
    is_controller: bool,
) -> bool {
    let number =
        |name: &String| automaton.propositions().iter().position(|it| it.name == *name).unwrap();
    let mut latches = circuit.reset();
    let mut state = Some(automaton.start());
    let mut marks = Vec::new();
    let last = run.steps.len();
    // So often round that the latches are somewhere in it what they were before: all of them, since those that
    // nothing depends on need not come back where the run does.
    let round = run.steps[run.back_to.min(last)..].iter();
    let rounds = iter::repeat_n(round, 1 << latches.len()).flatten();
    for (place, step) in run.steps.iter().chain(rounds).enumerate() {
        if state != Some(step.state) {
            return false;
        }
        let value = |name: &String, all: &[(String, bool)]| {
            all.iter().any(|it| *it == (name.clone(), true))
        };
        let inputs: Vec<bool> =
            circuit.inputs().iter().map(|name| value(name, &step.inputs)).collect();
        let (outputs, next) = circuit.step(&inputs, &latches);
        for (output, &made) in circuit.outputs().iter().zip(&outputs) {
            if value(&output.name, &step.outputs) != made {
                return false;
            }
        }
        let valuation: u32 = step
            .inputs
            .iter()
            .chain(&step.outputs)
            .map(|(name, is_true)| u32::from(*is_true) << number(name))
            .sum();
        let transitions = taken(automaton, step.state, valuation);
        state = transitions.first().map(|it| it.to);
        if place >= run.back_to {
            marks.extend(transitions.first().map(|it| it.mark));
        }
        latches = next;
    }
    if run.back_to >= last {
        return is_controller && state.is_none();
    }
    let seen =
        marks.into_iter().fold(Colors::EMPTY, |all, mark| all.union(colors(automaton, mark)));
    state == Some(run.steps[run.back_to].state)
        && condition(automaton).accepts(seen) != is_controller
}
