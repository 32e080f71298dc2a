//! Which question is asked about a game, by keywords.

use pyo3::prelude::*;
use retrograde::{Acceptance, Convention, Extremum, Objective};

use crate::errors;

/// The objective of a name, with the rules that belong to it.
pub(crate) fn asked(
    py: Python<'_>,
    arena: &retrograde::Arena,
    name: &str,
    misere: bool,
    min: bool,
    acceptance: Option<&str>,
) -> PyResult<Objective> {
    let Some(asked) = Objective::named(name) else {
        let names = Objective::ALL.map(|objective| objective.name()).join("', '");
        let text = format!("there is no objective '{name}': there are '{names}'");
        return Err(errors::input(py, text));
    };
    let refuse = |text: String| Err(errors::input(py, text));
    if misere && asked.convention().is_none() {
        return refuse(format!(
            "misere=True changes who wins without a move: it goes with objective 'outcome' or \
             'partizan', not with '{name}'"
        ));
    }
    if min && !asked.is_like(&Objective::PARITY) {
        return refuse(format!(
            "min=True says which priority decides: it goes with objective 'parity', not with '{name}'"
        ));
    }
    let given = match acceptance {
        Some(_) if !asked.has_colors() => {
            return refuse(format!(
                "acceptance is a condition on colours: it goes with objective 'muller', 'rabin' or \
                 'streett', not with '{name}'"
            ));
        }
        Some(text) => match Acceptance::spelled(text, arena.used_colors()) {
            Ok(condition) => Some(condition),
            Err(error) => return refuse(format!("acceptance='{text}': {error}")),
        },
        None => None,
    };
    Ok(match asked {
        Objective::Outcome(_) if misere => Objective::Outcome(Convention::Misere),
        Objective::Partizan(_) if misere => Objective::Partizan(Convention::Misere),
        Objective::Parity(_) if min => Objective::Parity(Extremum::Min),
        Objective::Muller(_) => Objective::Muller(given),
        Objective::Rabin(_) => Objective::Rabin(given),
        Objective::Streett(_) => Objective::Streett(given),
        asked => asked,
    })
}
