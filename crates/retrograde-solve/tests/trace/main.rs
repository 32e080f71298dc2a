//! What traces arrive at is what the solvers say, and stepping back undoes it.

#[path = "../common/mod.rs"]
mod common;
mod limits;
mod said;

use common::{all_graphs, cases};
use proptest::prelude::*;
use retrograde_core::{
    AnyValue, Arena, Column, Control, Convention, Extremum, Graph, Grundy, Objective, Outcome,
    Player, Posed, Question, Value,
};
use retrograde_solve::trace::{Change, Entry, Event, Limits, State, Trace, What, trace};
use retrograde_solve::{Options, reachability, registry};

const OPTIONS: Options<'static> = Options { control: Control::ALONE, values_only: false };

/// Everything that every trace promises; what is on the graph after the last event.
fn replay(question: &Question<'_>, trace: &Trace) -> State {
    let vertices = question.graph().vertex_count();
    let blank = State::new(vertices);
    let mut state = blank.clone();
    assert!(!trace.events.is_empty() && trace.cut == 0);
    assert!(![trace.algorithm, trace.title, trace.source].contains(&""));
    for event in &trace.events {
        assert!(event.line < trace.lines.len(), "{event:?}");
        assert!(event.look.edges.iter().all(|&edge| edge < question.graph().edge_count()));
        let before = state.clone();
        state.forward(event);
        let mut back = state.clone();
        back.back(event);
        assert_eq!(back, before, "{event:?}");
        check_words(event, vertices);
    }
    let end = state.clone();
    trace.events.iter().rev().for_each(|event| state.back(event));
    assert_eq!(state, blank);
    end
}

/// Words are a sentence; where lists are told to their end they name all that is pointed at, labelled
/// or valued.
fn check_words(event: &Event, vertices: usize) {
    let text = event.words.text(|vertex| format!("<{vertex}>"));
    assert!(text.ends_with(['.', '?']) && !text.replace("inf{}", "").contains("{}"), "{text}");
    let told: Vec<u32> = event.words.vertices().collect();
    assert!(told.iter().all(|vertex| text.contains(&format!("<{vertex}>"))), "{text}");
    let is_told = |vertex: &u32| vertices > 8 || told.contains(vertex);
    assert!(event.look.vertices.iter().all(is_told), "{event:?}");
    for change in &event.changes {
        match change {
            Change::Vertex { vertex, what, before, after } => {
                assert_ne!(before, after, "{event:?}");
                // All labels of the asymmetric game begin alike.
                let first = Some(Entry::Both(Outcome::Lose, Outcome::Win));
                let is_news =
                    matches!(what, What::Label | What::Value) && after.is_some() && *after != first;
                assert!(!is_news || is_told(vertex), "{vertex}: {event:?}");
            }
            Change::Region { after, .. } => {
                assert!(after.as_ref().is_none_or(|region| region.vertices.is_sorted()));
            }
            other => panic!("{other:?}"),
        }
    }
}

/// The trace of a question must end with what the solver says.
fn check(arena: &Arena, objective: &Objective) {
    let question = Question::new(arena, objective).unwrap();
    let limits = Limits { events: usize::MAX, bytes: usize::MAX, ..Limits::default() };
    let trace = trace(&question, &limits, &Control::ALONE).unwrap();
    let end = replay(&question, &trace);
    let solution = registry::solve(&question, &OPTIONS).unwrap().solution;
    for vertex in arena.graph.vertices() {
        let (label, value) = (end.get(vertex, What::Label), end.get(vertex, What::Value));
        match solution.value(vertex) {
            AnyValue::Outcome(expected) => {
                assert_eq!(label, Some(&Entry::Outcome(expected.outcome())), "{arena:?}");
                let distance = expected.distance().map(|distance| Entry::Number(distance.0.into()));
                assert_eq!(end.get(vertex, What::Distance), distance.as_ref(), "{arena:?}");
                // A draw still has moves to hope for.
                let counter = end.get(vertex, What::Counter);
                let hopes = expected == Value::Draw && !arena.graph.is_terminal(vertex);
                assert_eq!(counter.is_some_and(|it| *it != Entry::Number(0)), hopes, "{arena:?}");
            }
            AnyValue::Asymmetric(first, second) => {
                assert_eq!(label, Some(&Entry::Both(first, second)), "{vertex} {arena:?}");
            }
            AnyValue::Winner(expected) => {
                assert_eq!(label, Some(&Entry::Winner(expected)), "{objective} {vertex} {arena:?}");
            }
            AnyValue::Grundy(expected) => {
                let text = value.map(ToString::to_string);
                assert_eq!(text, Some(expected.to_string()), "{vertex} {arena:?}");
                let is_finite = matches!(expected, Grundy::Finite(_));
                assert_eq!(matches!(value, Some(Entry::Number(_))), is_finite);
            }
            other => panic!("{other}"),
        }
        assert_eq!(end.get(vertex, What::Mark), None, "{objective} {arena:?}");
    }
    assert_eq!(end.region(), None);
    check_ranks(&question, &end);
}

/// In reachability and safety games, ranks are those of the solver.
fn check_ranks(question: &Question<'_>, end: &State) {
    let Posed::Targets(game) = &question.posed else { return };
    let ranked = match question.objective {
        Objective::Reachability => reachability::solve(game, &OPTIONS).unwrap(),
        Objective::Safety => reachability::safety(game, &OPTIONS).unwrap(),
        _ => return,
    };
    for vertex in question.graph().vertices() {
        let rank = ranked.rank(vertex).map(|rank| Entry::Number(rank.0.into()));
        assert_eq!(end.get(vertex, What::Rank), rank.as_ref(), "{game:?}");
    }
}

/// An arena with owners, targets and priorities that are digits of codes.
fn owned(graph: &Graph, owners: u64, targets: u64, priorities: u64, largest: u64) -> Arena {
    let vertices = graph.vertex_count();
    let owner = |v: usize| Player::try_from((owners >> v) & 1).unwrap();
    Arena {
        owners: (0..vertices).map(|v| (v, owner(v))).collect(),
        targets: (0..vertices).map(|v| (v, targets >> v & 1 == 1)).collect(),
        priorities: (0..vertices)
            .map(|v| (v, (priorities / largest.pow(v as u32) % largest) as u32))
            .collect(),
        ..Arena::from(graph.clone())
    }
}

const TARGETS: [Objective; 4] =
    [Objective::Reachability, Objective::Safety, Objective::Buchi, Objective::Cobuchi];
const PLAIN: [Objective; 2] = [Objective::Grundy, Objective::Asymmetric];
const CONVENTIONS: [Objective; 2] = [Objective::OUTCOME, Objective::Outcome(Convention::Misere)];
const PARITIES: [Objective; 2] = [Objective::PARITY, Objective::Parity(Extremum::Min)];

#[test]
fn outcomes_and_values_of_all_graphs_of_up_to_three_vertices() {
    for graph in (0..=3).flat_map(all_graphs) {
        let terminals: Vec<_> = graph.vertices().filter(|&v| graph.is_terminal(v)).collect();
        PLAIN.iter().for_each(|objective| check(&Arena::from(graph.clone()), objective));
        for code in 0..4usize.pow(terminals.len() as u32) {
            let verdict = |(place, &vertex): (usize, &u32)| {
                let outcome = match code / 4usize.pow(place as u32) % 4 {
                    0 => return None,
                    1 => Outcome::Win,
                    2 => Outcome::Lose,
                    _ => Outcome::Draw,
                };
                Some((vertex as usize, outcome))
            };
            let verdicts: Column<Outcome> =
                terminals.iter().enumerate().filter_map(verdict).collect();
            let arena = Arena { verdicts, ..Arena::from(graph.clone()) };
            CONVENTIONS.iter().for_each(|objective| check(&arena, objective));
        }
    }
}

#[test]
fn values_of_all_graphs_of_four_vertices() {
    for arena in all_graphs(4).step_by(3).map(Arena::from) {
        PLAIN.iter().for_each(|objective| check(&arena, objective));
    }
}

#[test]
fn winners_of_all_games_with_targets_of_up_to_three_vertices() {
    for graph in (0..=3).flat_map(all_graphs) {
        let codes = 1 << graph.vertex_count();
        for (owners, targets) in (0..codes).flat_map(|o| (0..codes).map(move |t| (o, t))) {
            let arena = owned(&graph, owners, targets, 0, 1);
            TARGETS.iter().for_each(|objective| check(&arena, objective));
        }
    }
}

#[test]
fn winners_of_all_parity_games_of_up_to_three_vertices() {
    for (vertices, largest, every) in [(1, 4u64, 1), (2, 4, 1), (3, 3, 5)] {
        let graphs = all_graphs(vertices);
        let codes = 1u64 << vertices;
        let games = graphs.flat_map(|graph| {
            (0..codes).flat_map(move |owners| {
                let graph = graph.clone();
                (0..largest.pow(vertices))
                    .map(move |priorities| owned(&graph, owners, 0, priorities, largest))
            })
        });
        for arena in games.step_by(every) {
            PARITIES.iter().for_each(|objective| check(&arena, objective));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_graphs(case in cases(40, 2)) {
        let arena = Arena { verdicts: case.verdicts.clone(), ..Arena::from(case.graph.clone()) };
        check(&arena, &Objective::Outcome(case.convention));
        let arena = Arena::from(case.graph);
        PLAIN.iter().for_each(|objective| check(&arena, objective));
    }

    #[test]
    fn random_games_with_owners(
        case in cases(12, 3),
        [owners, targets, priorities] in any::<[u64; 3]>(),
        largest in 1..6u64,
    ) {
        let arena = owned(&case.graph, owners, targets, priorities, largest);
        TARGETS.iter().chain(&PARITIES).for_each(|objective| check(&arena, objective));
    }
}

#[test]
fn what_facts_say_is_traced_is() {
    for objective in Objective::ALL {
        let arena = owned(&Graph::from_edges(1, [(0, 0)]).unwrap(), 0, 0, 0, 1);
        let Ok(question) = Question::new(&arena, &objective) else { continue };
        let traced = trace(&question, &Limits::default(), &Control::ALONE);
        assert_eq!(traced.is_ok(), objective.facts().traced, "{objective}");
    }
}
