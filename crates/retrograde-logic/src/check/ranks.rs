//! How deep fixpoints alternate, by what depends on what and not by how they are nested.

use retrograde_core::{Control, Graph, Stopped};
use retrograde_solve::scc;

use super::closure::{Closure, Form, FormId};

/// The priorities that the fixpoints of a formula need in a game, in which the largest decides.
#[derive(Clone, Debug)]
pub(crate) struct Ranks {
    /// Even for greatest fixpoints and odd for least ones; 0 for everything else.
    pub(crate) of: Vec<u32>,
    /// The strongly connected component of each form: whatever a form leads to has the same number or a
    /// smaller one.
    pub(crate) component: Vec<u32>,
    /// How many of them there are.
    pub(crate) components: usize,
    /// How often least and greatest fixpoints alternate at most, where each depends on the next: 0
    /// without fixpoints, 1 without alternation.
    pub(crate) depth: u32,
}

/// A part of the graph in which everything leads to everything.
struct Part {
    members: Vec<FormId>,
    /// The part that it is inside of, without the outermost fixpoint of that.
    outer: Option<usize>,
    /// The outermost fixpoint, and those around the first of the other kind, if there is one.
    fix: FormId,
    outermost: Vec<FormId>,
    /// The largest rank inside, and the largest depth by kind of fixpoint.
    rank: u32,
    depth: [u32; 2],
}

impl Ranks {
    /// In a strongly connected component of the graph, the outermost fixpoints up to the first of the
    /// other kind get the least rank of their kind that is at least that of all others in it; they are
    /// taken away, and the components of what is left follow.
    ///
    /// On a cycle of the graph the outermost fixpoint decides, and it has the largest rank: the others
    /// are in its component when it is taken away.
    ///
    /// # Complexity
    /// O(D N) for formulas of size N in which fixpoints alternate D times.
    ///
    /// Source: E. Emerson and C.-L. Lei, *Efficient model checking in fragments of the propositional
    /// mu-calculus* (1986); D. Niwiński, *On fixed-point clones* (1986).
    pub(crate) fn new(closure: &Closure, control: &Control<'_>) -> Result<Self, Stopped> {
        let forms = &closure.forms;
        let is_nu = |form: FormId| match forms[form as usize] {
            Form::Fix { is_nu, .. } => Some(is_nu),
            _ => None,
        };
        let mut of: Vec<u32> =
            (0..).zip(forms).map(|(id, _)| u32::from(is_nu(id) == Some(false))).collect();
        let mut depth = u32::from((0..).zip(forms).any(|(id, _)| is_nu(id).is_some()));
        let all: Vec<FormId> = (0..forms.len() as FormId).collect();
        let mut place = vec![FormId::MAX; forms.len()];
        let (component, components) = split(forms, &all, &mut place, control)?;
        let mut parts: Vec<Part> = Vec::new();
        gather(forms, &all, &component, components, None, &mut parts);
        for next in 0.. {
            if next == parts.len() {
                break;
            }
            control.check()?;
            let members = std::mem::take(&mut parts[next].members);
            // The outermost fixpoints up to the first of the other kind go together.
            let kind = is_nu(parts[next].fix);
            let other = |&&form: &&FormId| is_nu(form).is_some() && is_nu(form) != kind;
            let inner = members.iter().find(other).copied();
            let Some(inner) = inner else { continue };
            let is_outer = |form: FormId| form < inner && is_nu(form).is_some();
            let (outer, inside): (Vec<FormId>, Vec<FormId>) =
                members.into_iter().partition(|&form| is_outer(form));
            parts[next].outermost = outer;
            let (component, count) = split(forms, &inside, &mut place, control)?;
            for &form in &inside {
                if let Some(is_nu) = is_nu(form) {
                    let part = &mut parts[next];
                    part.rank = part.rank.max(of[form as usize]);
                    part.depth[usize::from(is_nu)] = part.depth[usize::from(is_nu)].max(1);
                }
            }
            gather(forms, &inside, &component, count, Some(next), &mut parts);
        }
        for index in (0..parts.len()).rev() {
            let Part { outer, fix, rank, depth: inside, .. } = parts[index];
            let outermost = std::mem::take(&mut parts[index].outermost);
            let own = usize::from(is_nu(fix) == Some(true));
            let rank = rank + u32::from(rank % 2 == own as u32);
            let mut reached = inside;
            reached[own] = inside[own].max(inside[1 - own] + 1);
            depth = depth.max(reached[own]);
            outermost.iter().for_each(|&fix| of[fix as usize] = rank);
            if let Some(outer) = outer {
                let outer = &mut parts[outer];
                outer.rank = outer.rank.max(rank);
                for (known, reached) in outer.depth.iter_mut().zip(reached) {
                    *known = (*known).max(reached);
                }
            }
        }
        Ok(Ranks { of, component, components, depth })
    }
}

/// The components of the graph that is left of `members`, and how many there are.
fn split(
    forms: &[Form],
    members: &[FormId],
    place: &mut [FormId],
    control: &Control<'_>,
) -> Result<(Vec<u32>, usize), Stopped> {
    for (new, &old) in (0..).zip(members) {
        place[old as usize] = new;
    }
    let mut edges = Vec::new();
    for (new, &old) in (0..).zip(members) {
        let inside = forms[old as usize].children().map(|to| place[to as usize]);
        edges.extend(inside.filter(|&to| to != FormId::MAX).map(|to| (new, to)));
    }
    let graph = Graph::from_edges(members.len(), edges).expect("forms lead to forms");
    let found = scc::components(&graph, control)?;
    for &old in members {
        place[old as usize] = FormId::MAX;
    }
    Ok(((0..members.len() as u32).map(|new| found.of(new)).collect(), found.count()))
}

/// The components with a fixpoint that leads back to itself.
fn gather(
    forms: &[Form],
    members: &[FormId],
    component: &[u32],
    count: usize,
    outer: Option<usize>,
    parts: &mut Vec<Part>,
) {
    let mut sizes = vec![0_u32; count];
    component.iter().for_each(|&one| sizes[one as usize] += 1);
    let mut number = vec![usize::MAX; count];
    for (&form, &one) in members.iter().zip(component) {
        // A fixpoint alone in its component leads back to itself only if it is its own body.
        let is_alone = sizes[one as usize] == 1;
        if is_alone && !forms[form as usize].children().any(|child| child == form) {
            continue;
        }
        let known = &mut number[one as usize];
        if *known == usize::MAX {
            *known = parts.len();
            let (members, outermost, fix) = (Vec::new(), Vec::new(), FormId::MAX);
            parts.push(Part { members, outer, fix, outermost, rank: 0, depth: [0; 2] });
        }
        let part = &mut parts[*known];
        part.members.push(form);
        if matches!(forms[form as usize], Form::Fix { .. }) {
            // Those outside have smaller numbers.
            part.fix = part.fix.min(form);
        }
    }
}
