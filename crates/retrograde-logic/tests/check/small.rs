//! Formulas one meets in practice, on all systems of two states and two actions.

use crate::naive::{A, F, R, System, agrees};

fn boxed(formula: F) -> Box<F> {
    Box::new(formula)
}

fn any() -> R {
    R::Actions(A::True)
}

fn a() -> R {
    R::Actions(A::Name(0))
}

fn p() -> F {
    F::Proposition(0)
}

fn x() -> Box<F> {
    boxed(F::Variable(0))
}

fn y() -> Box<F> {
    boxed(F::Variable(1))
}

/// Formulas with at most three alternations.
fn formulas() -> Vec<F> {
    let star = R::Star(Box::new(any()));
    let can = |then: F| F::Diamond(R::Star(Box::new(any())), boxed(then));
    let inside = |one: F, two: F| boxed(F::Or(boxed(one), boxed(two)));
    let both = |one: F, two: F| boxed(F::And(boxed(one), boxed(two)));
    let buchi = F::Nu(
        0,
        boxed(F::Mu(
            1,
            inside(F::And(boxed(p()), boxed(F::Diamond(any(), x()))), F::Diamond(any(), y())),
        )),
    );
    let cobuchi = F::Mu(
        0,
        boxed(F::Nu(1, both(F::Or(boxed(p()), boxed(F::Box(any(), x()))), F::Box(any(), y())))),
    );
    let three = F::Mu(
        2,
        boxed(F::Nu(
            0,
            boxed(F::Mu(
                1,
                inside(
                    F::And(
                        boxed(F::Proposition(1)),
                        boxed(F::Diamond(any(), boxed(F::Variable(2)))),
                    ),
                    F::Or(
                        boxed(F::And(boxed(p()), boxed(F::Diamond(a(), x())))),
                        boxed(F::Diamond(any(), y())),
                    ),
                ),
            )),
        )),
    );
    vec![
        F::Diamond(a(), boxed(F::True)),
        F::Box(any(), boxed(F::False)),
        F::Box(star, boxed(can(p()))),
        can(F::Box(any(), boxed(F::False))),
        F::Not(boxed(can(F::Not(boxed(p()))))),
        F::Mu(0, x()),
        F::Nu(0, x()),
        F::Mu(0, boxed(F::Box(any(), x()))),
        F::Nu(0, boxed(F::Diamond(a(), x()))),
        F::Diamond(R::Plus(Box::new(R::Star(Box::new(a())))), boxed(p())),
        F::Box(R::Plus(Box::new(R::Sequence(Box::new(a()), Box::new(any())))), boxed(p())),
        F::Nu(
            0,
            boxed(F::Diamond(R::Choice(Box::new(R::Star(Box::new(a()))), Box::new(any())), x())),
        ),
        F::Not(boxed(buchi.clone())),
        F::Not(boxed(three.clone())),
        buchi,
        cobuchi,
        three,
    ]
}

#[test]
fn all_systems_of_two_states() {
    let all = formulas();
    for bits in 0..1_u32 << 8 {
        let transitions = (0..8_u32)
            .filter(|bit| bits >> bit & 1 == 1)
            .map(|bit| (bit & 1, (bit >> 1 & 1) as u8, bit >> 2))
            .collect();
        let system = System { states: 2, transitions, propositions: [bits % 3 + 1, bits / 7 % 4] };
        for formula in &all {
            agrees(&system, formula);
        }
    }
}

#[test]
fn all_graphs_of_three_states() {
    let all = formulas();
    for bits in 0..1_u32 << 9 {
        let transitions = (0..9_u32)
            .filter(|bit| bits >> bit & 1 == 1)
            .map(|bit| (bit % 3, (bit & 1) as u8, bit / 3))
            .collect();
        let system = System { states: 3, transitions, propositions: [bits / 5 % 8, bits / 3 % 8] };
        let few = all.iter().skip(bits as usize % 3).step_by(3);
        few.for_each(|formula| agrees(&system, formula));
    }
}
