//! Random formulas on random systems.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::naive::{A, F, R, System, agrees};

fn actions() -> impl Strategy<Value = A> {
    let leaf = prop_oneof![Just(A::True), Just(A::False), (0..3_u8).prop_map(A::Name)];
    leaf.prop_recursive(3, 6, 2, |part| {
        prop_oneof![
            part.clone().prop_map(|it| A::Not(Box::new(it))),
            (part.clone(), part.clone()).prop_map(|(a, b)| A::And(Box::new(a), Box::new(b))),
            (part.clone(), part).prop_map(|(a, b)| A::Or(Box::new(a), Box::new(b))),
        ]
    })
}

fn path() -> impl Strategy<Value = R> {
    let leaf = actions().prop_map(R::Actions);
    leaf.prop_recursive(3, 6, 2, |part| {
        prop_oneof![
            (part.clone(), part.clone()).prop_map(|(a, b)| R::Sequence(Box::new(a), Box::new(b))),
            (part.clone(), part.clone()).prop_map(|(a, b)| R::Choice(Box::new(a), Box::new(b))),
            part.clone().prop_map(|it| R::Star(Box::new(it))),
            part.prop_map(|it| R::Plus(Box::new(it))),
        ]
    })
}

/// Formulas whose variables are anything yet.
fn loose() -> impl Strategy<Value = F> {
    let leaf = prop_oneof![
        1 => Just(F::True),
        1 => Just(F::False),
        2 => (0..2_u8).prop_map(F::Proposition),
        5 => (0..8_u8).prop_map(F::Variable),
    ];
    leaf.prop_recursive(7, 24, 2, |part| {
        let two = (part.clone(), part.clone());
        prop_oneof![
            1 => part.clone().prop_map(|it| F::Not(Box::new(it))),
            2 => two.clone().prop_map(|(a, b)| F::And(Box::new(a), Box::new(b))),
            2 => two.clone().prop_map(|(a, b)| F::Or(Box::new(a), Box::new(b))),
            1 => two.prop_map(|(a, b)| F::Implies(Box::new(a), Box::new(b))),
            3 => (path(), part.clone()).prop_map(|(r, it)| F::Diamond(r, Box::new(it))),
            3 => (path(), part.clone()).prop_map(|(r, it)| F::Box(r, Box::new(it))),
            3 => part.clone().prop_map(|it| F::Mu(0, Box::new(it))),
            3 => part.prop_map(|it| F::Nu(0, Box::new(it))),
        ]
    })
}

/// Gives variables names, and takes those that would be negated for propositions.
fn bind(formula: F, bound: &mut Vec<bool>, negated: bool) -> F {
    let mut inside = |it: Box<F>, negated: bool| Box::new(bind(*it, bound, negated));
    match formula {
        F::Not(it) => F::Not(inside(it, !negated)),
        F::And(one, two) => F::And(inside(one, negated), inside(two, negated)),
        F::Or(one, two) => F::Or(inside(one, negated), inside(two, negated)),
        F::Implies(one, two) => F::Implies(inside(one, !negated), inside(two, negated)),
        F::Diamond(path, it) => F::Diamond(path, inside(it, negated)),
        F::Box(path, it) => F::Box(path, inside(it, negated)),
        F::Mu(_, it) | F::Nu(_, it) if bound.len() >= 6 => bind(*it, bound, negated),
        F::Mu(_, it) => {
            let name = bound.len() as u8;
            bound.push(negated);
            let body = Box::new(bind(*it, bound, negated));
            bound.pop();
            F::Mu(name, body)
        }
        F::Nu(_, it) => {
            let name = bound.len() as u8;
            bound.push(negated);
            let body = Box::new(bind(*it, bound, negated));
            bound.pop();
            F::Nu(name, body)
        }
        F::Variable(wanted) => {
            let fits: Vec<u8> =
                (0..).zip(bound.iter()).filter(|&(_, &at)| at == negated).map(|it| it.0).collect();
            match fits.len() {
                0 => F::Proposition(wanted % 2),
                count => F::Variable(fits[usize::from(wanted) % count]),
            }
        }
        other => other,
    }
}

fn formula() -> impl Strategy<Value = F> {
    loose().prop_map(|formula| bind(formula, &mut Vec::new(), false))
}

fn system() -> impl Strategy<Value = System> {
    (1..7_u32).prop_flat_map(|states| {
        let transition = (0..states, 0..3_u8, 0..states);
        (vec(transition, 0..14), any::<[u32; 2]>()).prop_map(move |(transitions, propositions)| {
            System { states, transitions, propositions }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn formulas_mean_what_the_definition_says(system in system(), formula in formula()) {
        agrees(&system, &formula);
    }
}
