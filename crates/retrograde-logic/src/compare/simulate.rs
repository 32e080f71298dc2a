//! Whether one class can do all that another can, again and again: a game of attack and reply.
//!
//! The attacker takes a step of the first, the other side must answer with the same action of the
//! second. A reply from which nothing is left to attack is never found wanting; what is refuted is found
//! backwards from attacks without replies.

use hashbrown::HashMap;
use retrograde_core::Control;

use super::CompareError;
use super::refine::Signature;

/// Why the second of a pair cannot do all that the first can.
#[derive(Debug)]
pub(crate) struct Refuted {
    attacks: Vec<Attack>,
    /// Pairs that the replies lead to, attack by attack.
    replies: Vec<u32>,
    /// The attack that decides for each pair.
    decided: Vec<Option<u32>>,
}

#[derive(Clone, Copy, Debug)]
struct Attack {
    pair: u32,
    action: u32,
    /// Where its replies begin, and how many are not refuted.
    first: usize,
    left: u32,
}

impl Refuted {
    /// The pair that was asked about.
    pub(crate) const START: u32 = 0;

    /// How many pairs there are.
    pub(crate) fn len(&self) -> usize {
        self.decided.len()
    }

    /// The attack that refutes a pair: its action, and the pairs of the replies.
    pub(crate) fn attack(&self, pair: u32) -> (u32, &[u32]) {
        let attack = self.decided[pair as usize].unwrap_or_default() as usize;
        let end = self.attacks.get(attack + 1).map_or(self.replies.len(), |next| next.first);
        let Attack { action, first, .. } = self.attacks[attack];
        (action, &self.replies[first..end])
    }
}

/// Whether the second class can do all that the first can; if not, why. Classes are those of bisimilar
/// states, with what they can do.
///
/// # Complexity
/// A step for every pair of steps with the same action of pairs of classes that are met; 40 bytes for
/// each attack and 8 for each reply.
pub(crate) fn simulates(
    classes: &[Signature],
    (first, second): (u32, u32),
    control: &Control<'_>,
) -> Result<Option<Refuted>, CompareError> {
    if first == second {
        return Ok(None);
    }
    let mut pace = control.pace();
    let mut numbers: HashMap<(u32, u32), u32> = HashMap::from_iter([((first, second), 0)]);
    let mut pairs = vec![(first, second)];
    let mut refuted = Refuted { attacks: Vec::new(), replies: Vec::new(), decided: Vec::new() };
    let mut lost = Vec::new();
    while let Some(&(one, two)) = pairs.get(refuted.decided.len()) {
        let pair = refuted.decided.len() as u32;
        if pair.is_multiple_of(1 << 16) {
            control.check_memory()?;
        }
        refuted.decided.push(None);
        for &(action, to) in &classes[one as usize] {
            let all = &classes[two as usize];
            let from = all.partition_point(|step| step.0 < action);
            let same = all[from..].iter().take_while(|step| step.0 == action).map(|step| step.1);
            pace.steps(4 + same.clone().count())?;
            // A reply to the same class is as good as any.
            if same.clone().any(|reply| reply == to) {
                continue;
            }
            let at = refuted.replies.len();
            for reply in same {
                let number = *numbers.entry((to, reply)).or_insert_with(|| {
                    pairs.push((to, reply));
                    pairs.len() as u32 - 1
                });
                refuted.replies.push(number);
            }
            if refuted.attacks.len() >= u32::MAX as usize || pairs.len() >= u32::MAX as usize {
                return Err(CompareError::TooLarge);
            }
            let left = (refuted.replies.len() - at) as u32;
            if left == 0 {
                lost.push(refuted.attacks.len() as u32);
            }
            refuted.attacks.push(Attack { pair, action, first: at, left });
        }
    }
    drop(numbers);
    let waiting = Waiting::new(&refuted, control)?;
    let mut at = 0;
    while let Some(&attack) = lost.get(at) {
        at += 1;
        pace.steps(1)?;
        let pair = refuted.attacks[attack as usize].pair as usize;
        if refuted.decided[pair].is_some() {
            continue;
        }
        refuted.decided[pair] = Some(attack);
        for &other in waiting.on(pair) {
            pace.steps(1)?;
            let left = &mut refuted.attacks[other as usize].left;
            *left -= 1;
            if *left == 0 {
                lost.push(other);
            }
        }
    }
    let is_refuted = refuted.decided[Refuted::START as usize].is_some();
    Ok(is_refuted.then_some(refuted))
}

/// The attacks that a pair is a reply to.
struct Waiting {
    offsets: Vec<usize>,
    attacks: Vec<u32>,
}

impl Waiting {
    fn new(refuted: &Refuted, control: &Control<'_>) -> Result<Self, CompareError> {
        let mut pace = control.pace();
        let mut offsets = vec![0; refuted.len() + 1];
        for &pair in &refuted.replies {
            pace.steps(1)?;
            offsets[pair as usize + 1] += 1;
        }
        for pair in 0..refuted.len() {
            offsets[pair + 1] += offsets[pair];
        }
        let (mut next, mut attacks) = (offsets.clone(), vec![0; refuted.replies.len()]);
        for (number, attack) in refuted.attacks.iter().enumerate() {
            for &pair in &refuted.replies[attack.first..attack.first + attack.left as usize] {
                pace.steps(1)?;
                attacks[next[pair as usize]] = number as u32;
                next[pair as usize] += 1;
            }
        }
        Ok(Waiting { offsets, attacks })
    }

    fn on(&self, pair: usize) -> &[u32] {
        &self.attacks[self.offsets[pair]..self.offsets[pair + 1]]
    }
}
