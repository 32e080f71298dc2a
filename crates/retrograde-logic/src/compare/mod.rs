//! Are two transition systems the same, and if not, what tells them apart?
//!
//! A model is an [`Arena`] whose edges have actions for labels; what is said of its vertices is not
//! compared. Bisimilar states are found by splitting classes; simulation and traces are then decided on
//! the classes. Systems that differ come with a formula of the mu-calculus that the first satisfies where
//! it begins and the second does not; [`check`] confirms it before it is given away.
//!
//! ```
//! use retrograde_core::{Arena, Control};
//! use retrograde_logic::compare::{Options, Relation, compare};
//!
//! // Tea or coffee: chosen with the coin, or after it.
//! let mut early = Arena::sketch();
//! early.vertex(0).to(1).label("coin").to(2).label("coin");
//! early.vertex(1).to(0).label("tea").vertex(2).to(0).label("coffee");
//! let mut late = Arena::sketch();
//! late.vertex(0).to(1).label("coin").vertex(1).to(0).label("tea").to(0).label("coffee");
//! let models = [&early.arena()?, &late.arena()?];
//!
//! let options = Options { relation: Relation::Trace, ..Options::default() };
//! assert!(compare(models, &options, &Control::default())?.equivalent);
//! let compared = compare(models, &Options::default(), &Control::default())?;
//! assert_eq!(compared.formula.as_deref(), Some("<coin>!<coffee>true"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod formula;
mod refine;
mod simulate;
mod systems;
mod traces;

use std::fmt;

use retrograde_core::{Arena, Control, Stopped};

use crate::check::{self, CheckError, Formula};
use formula::{Term, Terms};
use refine::Refinement;
use systems::Systems;

/// When two systems are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Relation {
    /// Whatever one can do, the other can do and be the same afterwards.
    #[default]
    Bisimulation,
    /// Each can do all that the other can, step by step, though not with the same states.
    Simulation,
    /// As bisimulation, where internal steps that change nothing do not count. Whether such steps can
    /// go on forever does not matter.
    Branching,
    /// The same sequences of actions.
    Trace,
}

impl Relation {
    /// All of them.
    pub const ALL: [Relation; 4] =
        [Relation::Bisimulation, Relation::Simulation, Relation::Branching, Relation::Trace];

    /// Its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Relation::Bisimulation => "bisimulation",
            Relation::Simulation => "simulation",
            Relation::Branching => "branching",
            Relation::Trace => "trace",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// How to compare.
#[derive(Clone, Debug)]
pub struct Options {
    /// When systems are the same.
    pub relation: Relation,
    /// The names of the internal action, `i` and `tau` if there are none.
    pub internal: Vec<String>,
    /// The longest formula that is written, in bytes.
    pub longest: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { relation: Relation::default(), internal: Vec::new(), longest: 1 << 24 }
    }
}

/// What came of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Compared {
    /// Whether the two are the same.
    pub equivalent: bool,
    /// What the first satisfies and the second does not, which was checked; `None` where they are the
    /// same, and where it is [left out](Self::left_out).
    pub formula: Option<String>,
    /// Why there is no formula for systems that differ.
    pub left_out: Option<LeftOut>,
    /// How many classes of bisimilar states were told apart in both together, by when it was decided.
    pub classes: usize,
}

/// Why a formula is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LeftOut {
    /// It is longer than allowed.
    #[error("the formula that tells them apart has about {0} bytes, and is left out")]
    TooLong(u64),
    /// It names an action that formulas cannot name.
    #[error(
        "an action of the formula that tells them apart has a double quote or the end of a line in its name, which formulas cannot write: the formula is left out"
    )]
    Unwritable,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The systems have more states than a `u32` can number.
    #[error("the two systems have more than 4,294,967,295 states, or pairs of states, to look at")]
    TooLarge,
    /// A system without states has none to begin with.
    #[error("the {} system has no states", if *.second { "second" } else { "first" })]
    Empty {
        /// Whether it is the second.
        second: bool,
    },
    /// The formula does not do what it should: a fault of this program.
    #[error("the formula that was found does not tell the two systems apart: please report this")]
    Unconfirmed,
    /// The formula could not be checked.
    #[error(transparent)]
    Check(CheckError),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<CheckError> for CompareError {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Stopped(why) => CompareError::Stopped(why),
            error => CompareError::Check(error),
        }
    }
}

/// Compares two systems from where they begin.
///
/// # Errors
/// A system without states; too many of them; it was stopped.
///
/// # Complexity
/// Bisimulations: a look at the steps of a state in every round in which one of its successors changed its
/// class, 24 bytes a step and about 40 a state. Simulation: pairs of classes beside; traces: sets of
/// classes, which may be exponentially many.
pub fn compare(
    models: [&Arena; 2],
    options: &Options,
    control: &Control<'_>,
) -> Result<Compared, CompareError> {
    control.check()?;
    let internal = match options.internal.is_empty() {
        true => check::internal_names(),
        false => options.internal.clone(),
    };
    let mut systems = Systems::new(models, &internal, control)?;
    let branching = options.relation == Relation::Branching;
    if branching {
        systems = systems.without_internal_cycles(control)?;
    }
    let parted_is_enough = matches!(options.relation, Relation::Bisimulation | Relation::Branching);
    let refinement = Refinement::new(&systems, branching, parted_is_enough, control)?;
    let mut terms = Terms::new(&systems);
    let term = tell_apart(&systems, &refinement, options.relation, &mut terms, control)?;
    let length = term.map_or(0, |term| terms.length(term));
    let formula = term.and_then(|term| terms.write(term, options.longest));
    let left_out = match (term, &formula) {
        (Some(_), None) if length > options.longest => Some(LeftOut::TooLong(length)),
        (Some(_), None) => Some(LeftOut::Unwritable),
        _ => None,
    };
    if let Some(text) = &formula {
        confirm(models, text, internal, control)?;
    }
    Ok(Compared { equivalent: term.is_none(), formula, left_out, classes: refinement.len() })
}

/// Checks that the first system satisfies a formula and the second does not, without what found it.
fn confirm(
    models: [&Arena; 2],
    text: &str,
    internal: Vec<String>,
    control: &Control<'_>,
) -> Result<(), CompareError> {
    let formula = Formula::parse(text).map_err(|_| CompareError::Unconfirmed)?;
    let asked = check::Options { internal, ..check::Options::default() };
    for (model, wanted) in models.into_iter().zip([true, false]) {
        let checked = check::check(model, &formula, &asked, control)?;
        if checked.holds(model.start.unwrap_or(0)) != Some(wanted) {
            return Err(CompareError::Unconfirmed);
        }
    }
    Ok(())
}

/// What holds where the first begins and not where the second does; `None` if they are the same.
fn tell_apart(
    systems: &Systems,
    refinement: &Refinement,
    relation: Relation,
    terms: &mut Terms<'_>,
    control: &Control<'_>,
) -> Result<Option<Term>, CompareError> {
    let [one, two] = systems.starts.map(|start| refinement.class(start));
    if one == two {
        return Ok(None);
    }
    Ok(match relation {
        Relation::Bisimulation | Relation::Branching => {
            let [left, right] = systems.starts.map(|start| refinement.node_of(start));
            let branching = relation == Relation::Branching;
            Some(terms.part(refinement, branching, (left, right), control)?)
        }
        Relation::Simulation => {
            let classes = &refinement.signatures;
            if let Some(refuted) = simulate::simulates(classes, (one, two), control)? {
                Some(terms.refute(&refuted, control)?)
            } else if let Some(refuted) = simulate::simulates(classes, (two, one), control)? {
                let term = terms.refute(&refuted, control)?;
                Some(terms.not(term))
            } else {
                None
            }
        }
        Relation::Trace => match traces::differ(&refinement.signatures, (one, two), control)? {
            None => None,
            Some((actions, is_first)) => match (terms.after(&actions), is_first) {
                (Some(term), false) => Some(terms.not(term)),
                (term, _) => term,
            },
        },
    })
}
