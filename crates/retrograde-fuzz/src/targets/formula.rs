//! Formulas of both logics: one that is checked, with evidence that shows it, or an error that points at
//! what is wrong.

use std::sync::LazyLock;

use retrograde::logic::check::{Formula, Logic, Options, check};
use retrograde_core::{Arena, Control};

static MODEL: LazyLock<Arena> = LazyLock::new(|| {
    let mut sketch = Arena::sketch();
    sketch.vertex(0).owner(0).to(1).label("a").to(2).label("b(1)").to(0).label("i");
    sketch.vertex(1).owner(1).remark("p", "true").to(0).label("a").to(2).label("c");
    sketch.vertex(2).owner(1);
    sketch.arena().expect("it is well formed")
});

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for logic in Logic::ALL {
        let formula = match Formula::read(text, logic) {
            Ok(formula) => formula,
            Err(error) => {
                assert!(!error.message.is_empty() && error.pointer().ends_with('^'));
                continue;
            }
        };
        // Deep alternation takes long in the nature of things.
        if text.len() > 400 && formula.alternation_depth() > 6 {
            continue;
        }
        let control = Control::ALONE;
        let checked = check(&MODEL, &formula, &Options::default(), &control).unwrap();
        let holds = checked.holds(0).unwrap();
        let evidence = checked.evidence(0, &control).unwrap().unwrap();
        let start = evidence.model.start.unwrap_or(0);
        let again = check(&evidence.model, &formula, &Options::default(), &control).unwrap();
        assert_eq!(again.holds(start), Some(holds), "{text}");
        let why = checked.why(0, 1000, &control).unwrap().unwrap();
        assert!(why.holds == holds && !why.to_string().is_empty());
    }
}
