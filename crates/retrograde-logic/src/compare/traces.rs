//! Whether two classes can do the same sequences of actions.

use hashbrown::HashMap;
use retrograde_core::Control;

use super::CompareError;
use super::refine::Signature;

/// The shortest sequence of actions that one of two classes can do and the other cannot, and whether it
/// is the first that can.
///
/// # Complexity
/// Exponential in the worst case: pairs of sets of classes that a sequence may lead to, as many as are
/// met. It is stopped when it takes more memory than allowed.
pub(crate) fn differ(
    classes: &[Signature],
    (first, second): (u32, u32),
    control: &Control<'_>,
) -> Result<Option<(Vec<u32>, bool)>, CompareError> {
    let mut pace = control.pace();
    let start: (Vec<u32>, Vec<u32>) = (vec![first], vec![second]);
    let mut known: HashMap<(Vec<u32>, Vec<u32>), ()> = HashMap::new();
    known.insert(start.clone(), ());
    // Where each pair of sets was met first: the pair before it, and the action.
    let mut met = vec![(start, 0_usize, 0_u32)];
    let mut at = 0;
    while at < met.len() {
        control.check_memory()?;
        let sets = met[at].0.clone();
        let [one, two] = [&sets.0, &sets.1].map(|set| by_action(classes, set));
        pace.steps(8 + one.len() + two.len())?;
        let missing = one.iter().find(|step| two.binary_search_by_key(&step.0, |it| it.0).is_err());
        let missing = missing.map(|step| (step.0, true)).or_else(|| {
            let other =
                two.iter().find(|it| one.binary_search_by_key(&it.0, |step| step.0).is_err());
            other.map(|step| (step.0, false))
        });
        if let Some((action, is_first)) = missing {
            let (mut actions, mut back) = (vec![action], at);
            while back > 0 {
                actions.push(met[back].2);
                back = met[back].1;
            }
            actions.reverse();
            return Ok(Some((actions, is_first)));
        }
        for ((action, left), (_, right)) in one.into_iter().zip(two) {
            pace.steps(8 + left.len() + right.len())?;
            if left == right {
                continue;
            }
            let sets = (left, right);
            if !known.contains_key(&sets) {
                known.insert(sets.clone(), ());
                met.push((sets, at, action));
            }
        }
        at += 1;
    }
    Ok(None)
}

/// The actions of a set of classes, in order, each with the set that it leads to.
fn by_action(classes: &[Signature], set: &[u32]) -> Vec<(u32, Vec<u32>)> {
    let mut steps: Vec<(u32, u32)> =
        set.iter().flat_map(|&class| &classes[class as usize]).copied().collect();
    steps.sort_unstable();
    steps.dedup();
    steps
        .chunk_by(|one, two| one.0 == two.0)
        .map(|same| (same[0].0, same.iter().map(|s| s.1).collect()))
        .collect()
}
