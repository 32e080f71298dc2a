//! Formulas against the plainest reading of them.

use super::{Acceptance, AcceptanceError, Color, Colors, Pair};

/// A formula as anyone would write the type down.
#[derive(Clone, Debug)]
enum Plain {
    Constant(bool),
    Inf(u32),
    Fin(u32),
    And(Box<Plain>, Box<Plain>),
    Or(Box<Plain>, Box<Plain>),
}

impl Plain {
    fn holds(&self, set: u64) -> bool {
        match self {
            Plain::Constant(value) => *value,
            Plain::Inf(color) => set >> color & 1 == 1,
            Plain::Fin(color) => set >> color & 1 == 0,
            Plain::And(left, right) => left.holds(set) && right.holds(set),
            Plain::Or(left, right) => left.holds(set) || right.holds(set),
        }
    }

    /// With parentheses around everything.
    fn text(&self) -> String {
        match self {
            Plain::Constant(value) => if *value { "t" } else { "f" }.to_owned(),
            Plain::Inf(color) => format!("Inf({color})"),
            Plain::Fin(color) => format!("Fin( {color} )"),
            Plain::And(left, right) => format!("({})&({})", left.text(), right.text()),
            Plain::Or(left, right) => format!("({}) | ({})", left.text(), right.text()),
        }
    }

    fn literals(colors: u32) -> Vec<Plain> {
        let constants = [true, false].map(Plain::Constant);
        let each = (0..colors).flat_map(|color| [Plain::Inf(color), Plain::Fin(color)]);
        each.chain(constants).collect()
    }

    fn joins(left: &[Plain], right: &[Plain]) -> Vec<Plain> {
        let pairs = left.iter().flat_map(|l| right.iter().map(move |r| (l.clone(), r.clone())));
        pairs
            .flat_map(|(l, r)| {
                let (l, r) = (Box::new(l), Box::new(r));
                [Plain::And(l.clone(), r.clone()), Plain::Or(l, r)]
            })
            .collect()
    }
}

fn read(text: &str) -> Result<Acceptance, AcceptanceError> {
    text.parse()
}

#[test]
fn all_small_formulas_mean_what_they_say_and_are_read_as_they_print() {
    let literals = Plain::literals(3);
    let pairs = Plain::joins(&literals, &literals);
    let mut formulas = literals.clone();
    formulas.extend(pairs.iter().cloned());
    formulas.extend(Plain::joins(&pairs, &literals));
    formulas.extend(Plain::joins(&pairs[..40], &pairs[..40]));
    for plain in formulas {
        let formula = read(&plain.text()).unwrap();
        let negated = formula.negated();
        for set in 0..8 {
            assert_eq!(formula.accepts(Colors(set)), plain.holds(set), "{plain:?} {set:b}");
            assert_eq!(negated.accepts(Colors(set)), !plain.holds(set), "not {plain:?} {set:b}");
        }
        assert_eq!(read(&formula.to_string()).as_ref(), Ok(&formula));
        assert_eq!(negated.negated(), formula);
    }
}

#[test]
fn faults_are_named_with_their_column() {
    let faults = [
        ("", "column 1: expected Inf(n), Fin(n), t, f or '(', found the end"),
        ("  ", "column 3: expected Inf(n), Fin(n), t, f or '(', found the end"),
        ("Inf(0) &", "column 9: expected Inf(n), Fin(n), t, f or '(', found the end"),
        ("()", "column 2: expected Inf(n), Fin(n), t, f or '(', found ')'"),
        ("t)", "column 2: expected '&', '|' or the end, found ')'"),
        ("(t f)", "column 4: expected '&', '|' or ')', found 'f'"),
        ("t & (f | (t)", "column 5: the parenthesis '(' that opens here never closes: add ')'"),
        ("Inf 0", "column 5: expected '(', found '0'"),
        ("Inf(x)", "column 5: expected the number of a colour, found 'x'"),
        ("Inf(", "column 5: expected the number of a colour, found the end"),
        ("Inf(1", "column 6: expected ')', found the end"),
        ("Inf(1,2)", "column 6: expected ')', found ','"),
        ("Inf(1x)", "column 5: colours are numbers from 0 to 63, not '1x'"),
        ("é & t", "column 1: expected Inf(n), Fin(n), t, f or '(', found 'é'"),
        ("t\u{a0}&&", "column 4: expected Inf(n), Fin(n), t, f or '(', found '&'"),
        ("Fin(99999999999)", "column 5: colours are numbers from 0 to 63, not '99999999999'"),
        ("t \u{7}", "column 3: expected '&', '|' or the end, found '\\u{7}'"),
    ];
    for (text, message) in faults {
        assert_eq!(read(text).unwrap_err().to_string(), message, "{text:?}");
    }
    assert_eq!(read("Inf(!3)"), Err(AcceptanceError::Negated { column: 5 }));
}

#[test]
fn parentheses_nest_up_to_the_limit() {
    let nested = |depth| format!("{}t{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(read(&nested(Acceptance::NESTING)), read("t"));
    let column = Acceptance::NESTING + 1;
    assert_eq!(read(&nested(column)), Err(AcceptanceError::TooDeep { column }));
    assert_eq!(read(&"(".repeat(1 << 20)), Err(AcceptanceError::TooDeep { column }));
    let wide = vec!["(Inf(0) | Fin(1))"; 100_000].join("&");
    assert_eq!(read(&wide).unwrap().size(), 300_001);
}

#[test]
fn named_conditions_hold_where_their_definitions_do() {
    let pairs = Pair::numbered(2);
    for set in 0..32 {
        let (colors, has) = (Colors(set), |color: u32| set >> color & 1 == 1);
        assert_eq!(Acceptance::buchi().accepts(colors), has(0));
        assert_eq!(Acceptance::co_buchi().accepts(colors), !has(0));
        let rabin = (!has(0) && has(1)) || (!has(2) && has(3));
        assert_eq!(Acceptance::rabin(&pairs).accepts(colors), rabin);
        let streett = (!has(0) || has(1)) && (!has(2) || has(3));
        assert_eq!(Acceptance::streett(&pairs).accepts(colors), streett);
        for count in 0..=6 {
            let below = Colors::first(count);
            let all = (0..count).all(has);
            assert_eq!(Acceptance::generalized_buchi(below).accepts(colors), all);
            let largest = (0..count).rev().find(|&color| has(color));
            let parity = largest.is_some_and(|color| color % 2 == 0);
            assert_eq!(Acceptance::parity_max_even(count).accepts(colors), parity);
        }
    }
    // Every Muller condition over three colours.
    for code in 0..256_u32 {
        let sets: Vec<_> = (0..8).filter(|set| code >> set & 1 == 1).map(Colors).collect();
        let muller = Acceptance::muller(Colors::first(3), &sets);
        assert!((0..8).all(|set| muller.accepts(Colors(set)) == sets.contains(&Colors(set))));
    }
    assert_eq!(Pair::numbered(u32::MAX).len(), 32);
    assert_eq!(Acceptance::parity_max_even(64).colors(), Colors(u64::MAX));
    assert_eq!(Acceptance::inf(Color::new(63).unwrap()).colors(), Colors(1 << 63));
}
