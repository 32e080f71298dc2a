//! Formulas on models: whether they hold, and what shows it.

use std::io::Write;
use std::path::Path;

use retrograde_core::{Arena, Objective, Solution, Vertex, grouped};
use retrograde_draw::{DrawError, SvgOptions, model_svg};
use retrograde_io::{Format, Loss, OutputFile, write_arena};
use retrograde_logic::check::{self, Checked, Evidence, Formula, Posed};

use super::checking::verify;
use crate::error::Error;
use crate::options::Options;

/// Whether states of a model satisfy a formula. The answer has the game of the two with its solution,
/// evidence and reasons.
///
/// ```
/// use retrograde::logic::check::{Formula, Options as Asked};
/// use retrograde::{Arena, Options, check};
/// let mut sketch = Arena::sketch();
/// sketch.vertex("idle").to("busy").label("start").vertex("busy").to("idle").label("done");
/// let (model, formula) = (sketch.arena()?, Formula::parse("[true*]<true>true")?);
/// let checked = check(&model, &formula, &Asked::default(), &Options::default())?;
/// assert_eq!(checked.holds(0), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A state that does not exist; a game that is too large; the work was stopped.
pub fn check<'a>(
    model: &'a Arena,
    formula: &'a Formula,
    asked: &check::Options,
    options: &Options<'_>,
) -> Result<Checked<'a>, Error> {
    Ok(check::check(model, formula, asked, &options.control(model.heap_bytes()))?)
}

/// The game of a formula on a model, unsolved.
///
/// # Errors
/// As for [`check`](check()).
pub fn pose<'a>(
    model: &'a Arena,
    formula: &'a Formula,
    asked: &check::Options,
    options: &Options<'_>,
) -> Result<Posed<'a>, Error> {
    Ok(check::pose(model, formula, asked, &options.control(model.heap_bytes()))?)
}

/// Proves a solution of the game of a formula on a model, whoever found it, and says what it means for
/// the states that were asked about.
///
/// # Errors
/// [`Error::Fault`] where it does not hold, as for [`verify`](crate::verify()).
pub fn verify_formula<'a>(
    posed: Posed<'a>,
    solution: &Solution,
    options: &Options<'_>,
) -> Result<(retrograde_verify::Checked, Checked<'a>), Error> {
    let checked = verify(&posed.game().arena(), solution, options)?;
    let retrograde_core::Answer::Regions(regions) = &solution.answer else {
        let error = retrograde_core::QuestionError::NotParity { acceptance: String::new() };
        return Err(error.into());
    };
    Ok((checked, posed.answered(regions.clone())))
}

/// The objective of the games of formulas.
pub const FORMULA_GAME: Objective = Objective::PARITY;

/// How many characters of a formula are in the title of a picture.
const HEADING: usize = 100;

/// A way to show evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EvidenceFormat {
    /// A transition system; states are numbered anew, and what transitions serve is left out.
    Aut,
    /// A graph for Graphviz, which is a model again.
    Dot,
    /// A picture.
    Svg,
}

impl EvidenceFormat {
    /// The one that the name of a file means.
    #[must_use]
    pub fn from_path(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "aut" => Some(EvidenceFormat::Aut),
            "dot" | "gv" => Some(EvidenceFormat::Dot),
            "svg" => Some(EvidenceFormat::Svg),
            _ => None,
        }
    }

    /// Writes evidence for a formula to a file.
    ///
    /// # Errors
    /// It cannot be written, is too large for a picture, or has something that a transition system has
    /// no place for and the formula may ask about.
    pub fn write(
        self,
        evidence: &Evidence,
        formula: &Formula,
        path: &Path,
        options: &Options<'_>,
    ) -> Result<(), Error> {
        let file = OutputFile::create(path)?;
        match self {
            EvidenceFormat::Aut => {
                if formula.has_propositions() {
                    let why =
                        "aut has no place for what is said of states, and the formula asks it";
                    return Err(Error::Evidence { why: why.to_owned() });
                }
                let lost = Format::Aut.cannot_hold(&evidence.model);
                let matters =
                    |loss: &&Loss| !matches!(loss, Loss::Attribute { .. } | Loss::Names { .. });
                if let Some(loss) = lost.iter().find(matters) {
                    return Err(Error::Evidence { why: format!("aut cannot hold {loss}") });
                }
                Ok(file.fill(|out| write_arena(&evidence.model, Format::Aut, out))?)
            }
            EvidenceFormat::Dot => Ok(file.fill(|out| evidence.write_dot(out))?),
            EvidenceFormat::Svg => {
                let mut picture = SvgOptions::default();
                let verb = if evidence.holds { "holds" } else { "fails" };
                picture.title = Some(format!("{} {verb}", formula.line(HEADING)));
                let control = options.control(evidence.model.heap_bytes());
                let on_edge = |edge: usize| transition(evidence, edge);
                let drawn = match model_svg(&evidence.model, &on_edge, &picture, &control) {
                    Err(DrawError::TooLarge { vertices, edges, .. }) => {
                        let why = format!(
                            "a picture of {} states and {} transitions would be unreadable",
                            grouped(vertices as u64),
                            grouped(edges as u64)
                        );
                        return Err(Error::Evidence { why });
                    }
                    drawn => drawn?,
                };
                Ok(file.fill(|out| out.write_all(drawn.as_bytes()))?)
            }
        }
    }
}

/// What is written on a transition of a picture: its action, and what it serves.
fn transition(evidence: &Evidence, edge: usize) -> String {
    let labels = &evidence.model.labels;
    let action = labels.get(edge).map_or(String::new(), |word| labels.text(word).into_owned());
    format!("{action} for {}", evidence.serves[edge].join("; "))
}

/// The state of that name, or the initial one.
///
/// # Errors
/// There is none of that name.
pub fn state(model: &Arena, name: Option<&str>) -> Result<Vertex, Error> {
    match name {
        Some(name) => super::looking::find_vertex(model, name),
        None => Ok(model.start.unwrap_or(0)),
    }
}
