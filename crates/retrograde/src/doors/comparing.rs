//! Comparing two transition systems.

use retrograde_core::Arena;
use retrograde_logic::compare::{self, Compared};

use crate::error::Error;
use crate::options::Options;

/// Compares two transition systems from where they begin. Where they differ there is a formula that the
/// first satisfies and the second does not, which was [checked](crate::check()).
///
/// ```
/// use retrograde::logic::compare::{Options as How, Relation};
/// use retrograde::{Arena, Options, compare};
/// let mut sketch = Arena::sketch();
/// sketch.vertex(0).to(1).label("tau").vertex(1).to(0).label("ping");
/// let one = sketch.arena()?;
/// let mut sketch = Arena::sketch();
/// sketch.vertex(0).to(0).label("ping");
/// let two = sketch.arena()?;
/// let how = How { relation: Relation::Branching, ..How::default() };
/// assert!(compare([&one, &two], &how, &Options::default())?.equivalent);
/// let compared = compare([&one, &two], &How::default(), &Options::default())?;
/// assert_eq!(compared.formula.as_deref(), Some("<tau>true"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A system without states; more of them than can be numbered; not enough memory; it was stopped.
pub fn compare(
    models: [&Arena; 2],
    how: &compare::Options,
    options: &Options<'_>,
) -> Result<Compared, Error> {
    let held = models.iter().map(|model| model.heap_bytes()).sum();
    Ok(compare::compare(models, how, &options.control(held))?)
}
