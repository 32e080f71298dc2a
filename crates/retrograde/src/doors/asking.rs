//! A question in words, as pages and programs put it.

use retrograde_core::{Acceptance, Arena, Convention, Extremum, Objective};

use crate::error::Error;

/// What is asked, by the name of the objective and the rules that go with it.
///
/// ```
/// use retrograde::{Arena, Asked, Objective};
/// let arena = Arena::sketch().edges([("a", "b")]).arena()?;
/// let asked = Asked { objective: "parity", min: true, ..Asked::default() };
/// assert!(matches!(asked.of(&arena)?, Objective::Parity(_)));
/// let asked = Asked { objective: "parity", misere: true, ..Asked::default() };
/// assert!(asked.of(&arena).unwrap_err().to_string().contains("outcome or partizan"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// The name of the objective.
    pub objective: &'a str,
    /// Whether whoever cannot move wins.
    pub misere: bool,
    /// Whether the smallest priority decides.
    pub min: bool,
    /// What player 0 wants of the colours, however it is spelled; `None` for what the arena says.
    pub acceptance: Option<&'a str>,
}

/// Who wins in normal play.
impl Default for Asked<'_> {
    fn default() -> Self {
        Asked { objective: Objective::OUTCOME.name(), misere: false, min: false, acceptance: None }
    }
}

impl Asked<'_> {
    /// The objective, asked of an arena: its colours are those that a condition is about.
    ///
    /// # Errors
    /// There is no such objective, a rule does not go with it, or the condition makes no sense.
    pub fn of(&self, arena: &Arena) -> Result<Objective, Error> {
        let asked = Objective::named(self.objective)
            .ok_or_else(|| Error::NoObjective { name: self.objective.to_owned() })?;
        let not_with = |rule: &'static str, goes_with: &'static str| {
            let objective = asked.name();
            Err(Error::RuleOfOther { rule, goes_with, objective })
        };
        if self.misere && asked.convention().is_none() {
            return not_with("misère play", "outcome or partizan");
        }
        if self.min && !asked.is_like(&Objective::PARITY) {
            return not_with("that the smallest priority decides", "parity");
        }
        let acceptance = match self.acceptance {
            Some(_) if !asked.has_colors() => {
                return not_with("a condition on colours", "muller, rabin or streett");
            }
            Some(text) => {
                let spelled = Acceptance::spelled(text, arena.used_colors());
                Some(spelled.map_err(|error| Error::Acceptance {
                    text: text.to_owned(),
                    error: error.to_string(),
                })?)
            }
            None => None,
        };
        Ok(match asked {
            Objective::Outcome(_) if self.misere => Objective::Outcome(Convention::Misere),
            Objective::Partizan(_) if self.misere => Objective::Partizan(Convention::Misere),
            Objective::Parity(_) if self.min => Objective::Parity(Extremum::Min),
            Objective::Muller(_) => Objective::Muller(acceptance),
            Objective::Rabin(_) => Objective::Rabin(acceptance),
            Objective::Streett(_) => Objective::Streett(acceptance),
            asked => asked,
        })
    }
}
