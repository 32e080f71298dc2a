//! Relations between systems against their definitions, on all small systems and random ones.

mod naive;

use naive::{System, related};
use proptest::prelude::*;
use retrograde_core::{Arena, Control};
use retrograde_logic::check::{self, Formula};
use retrograde_logic::compare::{Compared, LeftOut, Options, Relation, compare};

fn decide(models: [&Arena; 2], relation: Relation) -> Compared {
    let options = Options { relation, ..Options::default() };
    compare(models, &options, &Control::default()).unwrap()
}

fn holds(model: &Arena, formula: &Formula) -> bool {
    let checked =
        check::check(model, formula, &check::Options::default(), &Control::default()).unwrap();
    checked.holds(0).unwrap()
}

/// Compares in all ways, with what the definitions say and with what formulas say.
fn agrees(systems: [&System; 2]) {
    let [one, two] = systems.map(System::arena);
    for relation in Relation::ALL {
        let compared = decide([&one, &two], relation);
        assert_eq!(compared.equivalent, related(systems, relation), "{relation}: {systems:?}");
        assert_eq!(compared.equivalent, compared.formula.is_none(), "{relation}: {systems:?}");
        if let Some(text) = compared.formula {
            let formula = Formula::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(holds(&one, &formula), "{relation}: {text} of {systems:?}");
            assert!(!holds(&two, &formula), "{relation}: {text} of {systems:?}");
        }
    }
}

#[test]
fn all_systems_of_two_states() {
    let systems: Vec<System> = (0..1 << 8).map(System::of_two_states).collect();
    for (number, one) in systems.iter().enumerate() {
        for two in systems.iter().skip(number % 7).step_by(7) {
            agrees([one, two]);
        }
    }
}

fn system() -> impl Strategy<Value = System> {
    let step = |states| (0..states, 0..3_u8, 0..states);
    (1..6_u32).prop_flat_map(move |states| {
        let steps = prop::collection::vec(step(states), 0..10);
        steps.prop_map(move |steps| System { states, steps })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn random_systems(one in system(), two in system()) {
        agrees([&one, &two]);
    }

    /// A system with a step more or less is much like itself.
    #[test]
    fn systems_that_are_nearly_the_same(one in system(), at in any::<prop::sample::Index>()) {
        let mut two = one.clone();
        if !two.steps.is_empty() {
            let at = at.index(two.steps.len());
            two.steps.remove(at);
        }
        agrees([&one, &two]);
        agrees([&one, &one]);
    }
}

/// A long chain takes as many rounds as it has states, and its formula is as deep.
#[test]
fn chains_that_differ_at_the_end() {
    let chain = |length: u32| System {
        states: length + 1,
        steps: (0..length).map(|state| (state, 1, state + 1)).collect(),
    };
    let [one, two] = [chain(20_000), chain(20_001)].map(|system| system.arena());
    for relation in Relation::ALL {
        let compared = decide([&one, &two], relation);
        let text = compared.formula.unwrap();
        let formula = Formula::parse(&text).unwrap();
        assert!(holds(&one, &formula) && !holds(&two, &formula), "{relation}");
    }
}

/// Formulas that would be too long as text are left out, and the answer stays.
#[test]
fn formulas_have_a_longest_text() {
    let chain = |length: u32| System {
        states: length + 1,
        steps: (0..length).map(|state| (state, 1, state + 1)).collect(),
    };
    let [one, two] = [chain(50), chain(51)].map(|system| system.arena());
    let options = Options { longest: 40, ..Options::default() };
    let compared = compare([&one, &two], &options, &Control::default()).unwrap();
    assert!(!compared.equivalent && compared.formula.is_none());
    assert!(matches!(compared.left_out, Some(LeftOut::TooLong(_))));
}

#[test]
fn labels_are_taken_without_blanks_and_quoted_in_formulas() {
    let sketch = |labels: &[&str]| {
        let mut sketch = Arena::sketch();
        let mut vertex = sketch.vertex(0);
        for label in labels {
            vertex = vertex.to(1).label(*label);
        }
        sketch.arena().unwrap()
    };
    let [one, two] = [sketch(&["put(1, 2)", "i"]), sketch(&["tau", "put( 1,2)"])];
    assert!(decide([&one, &two], Relation::Bisimulation).equivalent);
    let [one, two] = [sketch(&["PUT !1"]), sketch(&["PUT !2"])];
    let text = decide([&one, &two], Relation::Trace).formula.unwrap();
    assert_eq!(text, "<\"PUT!1\">true");
    let formula = Formula::parse(&text).unwrap();
    assert!(holds(&one, &formula) && !holds(&two, &formula));
    let [one, two] = [sketch(&["a", "\""]), sketch(&["a"])];
    let compared = decide([&one, &two], Relation::Simulation);
    assert!(!compared.equivalent && compared.formula.is_none());
    assert_eq!(compared.left_out, Some(LeftOut::Unwritable));
}

#[test]
fn a_system_without_states_is_refused() {
    let (none, some) = (Arena::default(), System::of_two_states(0).arena());
    let error = compare([&some, &none], &Options::default(), &Control::default()).unwrap_err();
    assert_eq!(error.to_string(), "the second system has no states");
}
