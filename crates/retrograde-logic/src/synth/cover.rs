//! Sums of products between two bounds, and their gates.

use std::collections::HashMap;
use std::rc::Rc;

use retrograde_core::{Literal, Stopped};

use super::aig::Aig;
use super::diagrams::{Bdd, Diagrams};

/// A product of literals.
pub(crate) type Cube = Vec<(u32, bool)>;

/// Products, and the function that is their sum.
type Covered = (Rc<Vec<Cube>>, Bdd);

/// Sums of more products are not factored.
const MOST_CUBES: usize = 600;

/// Irredundant sums of products for some function from `lower` to `upper`.
#[derive(Default)]
pub(crate) struct Covers {
    known: HashMap<(Bdd, Bdd), Covered>,
    /// Whether all products are wanted, however many.
    all: bool,
}

impl Covers {
    /// All products of a sum for a function.
    pub(crate) fn whole(
        &mut self,
        function: Bdd,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Rc<Vec<Cube>>, Stopped> {
        self.all = true;
        Ok(self.find(function, function, diagrams)?.0)
    }

    /// The products and the function that they make; no products where there are too many.
    ///
    /// Source: S. Minato, *Fast generation of prime-irredundant covers from binary decision diagrams*
    /// (1993).
    pub(crate) fn find(
        &mut self,
        lower: Bdd,
        upper: Bdd,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Covered, Stopped> {
        if lower == Bdd::FALSE {
            return Ok((Rc::default(), Bdd::FALSE));
        }
        if upper == Bdd::TRUE {
            return Ok((vec![Cube::new()].into(), Bdd::TRUE));
        }
        if let Some((cubes, function)) = self.known.get(&(lower, upper)) {
            return Ok((cubes.clone(), *function));
        }
        let variable = diagrams.variable(lower).min(diagrams.variable(upper));
        let [l0, l1] = diagrams.split(lower, variable);
        let [u0, u1] = diagrams.split(upper, variable);
        let only0 = diagrams.minus(l0, u1)?;
        let only1 = diagrams.minus(l1, u0)?;
        let (cubes0, f0) = self.find(only0, u0, diagrams)?;
        let (cubes1, f1) = self.find(only1, u1, diagrams)?;
        let rest0 = diagrams.minus(l0, f0)?;
        let rest1 = diagrams.minus(l1, f1)?;
        let rest = diagrams.or(rest0, rest1)?;
        let both = diagrams.and(u0, u1)?;
        let (cubes, f) = self.find(rest, both, diagrams)?;
        let most = if self.all { usize::MAX } else { MOST_CUBES + 1 };
        let mut all = Vec::new();
        for (value, part) in [(false, &cubes0), (true, &cubes1)] {
            for cube in part.iter().take(most) {
                let mut cube = cube.clone();
                cube.push((variable, value));
                all.push(cube);
            }
        }
        all.extend(cubes.iter().cloned());
        all.truncate(most);
        let (low, high) = (diagrams.or(f0, f)?, diagrams.or(f1, f)?);
        let function = diagrams.node(variable, low, high)?;
        let found = (Rc::new(all), function);
        self.known.insert((lower, upper), found.clone());
        Ok(found)
    }
}

/// Gates for a sum of products, by taking out the literal that most products have, again and again; `None`
/// if there are too many products.
pub(crate) fn factored(
    cubes: &[Cube],
    aig: &mut Aig,
    of: &impl Fn(u32) -> Literal,
) -> Option<Literal> {
    if cubes.len() > MOST_CUBES {
        return None;
    }
    let cubes: Vec<Vec<Literal>> = cubes
        .iter()
        .map(|cube| cube.iter().map(|&(variable, value)| of(variable).negated_if(!value)).collect())
        .collect();
    Some(sum(cubes, aig))
}

/// The depth is at most the number of literals of the sum.
fn sum(mut cubes: Vec<Vec<Literal>>, aig: &mut Aig) -> Literal {
    let mut parts = Vec::new();
    loop {
        if cubes.iter().any(Vec::is_empty) {
            return Literal::TRUE;
        }
        let mut counts: HashMap<Literal, usize> = HashMap::new();
        for literal in cubes.iter().flatten() {
            *counts.entry(*literal).or_default() += 1;
        }
        let best =
            counts.into_iter().max_by_key(|&(literal, count)| (count, std::cmp::Reverse(literal)));
        let Some((literal, count)) = best else { break };
        if count < 2 {
            for cube in cubes {
                parts.push(product(cube, aig));
            }
            break;
        }
        let (with, without): (Vec<_>, Vec<_>) =
            cubes.into_iter().partition(|cube| cube.contains(&literal));
        // All that the products have in common is taken out at once.
        let mut common: Vec<Literal> = with[0].clone();
        common.retain(|literal| with.iter().all(|cube| cube.contains(literal)));
        let rest = with
            .into_iter()
            .map(|cube| cube.into_iter().filter(|it| !common.contains(it)).collect())
            .collect();
        let inner = sum(rest, aig);
        common.push(inner);
        parts.push(product(common, aig));
        cubes = without;
    }
    let negated = parts.into_iter().map(|part| !part).collect();
    !product(negated, aig)
}

/// Pairs the literals off, so that the tree is flat and what others have in common is likely to be met.
fn product(mut literals: Vec<Literal>, aig: &mut Aig) -> Literal {
    literals.sort_unstable();
    literals.into_iter().fold(Literal::TRUE, |all, literal| aig.and(all, literal))
}

/// Gates for a diagram, one choice for each of its nodes.
pub(crate) fn chosen(
    function: Bdd,
    diagrams: &Diagrams<'_>,
    aig: &mut Aig,
    of: &impl Fn(u32) -> Literal,
) -> Literal {
    let mut known: HashMap<Bdd, Literal> =
        HashMap::from([(Bdd::FALSE, Literal::FALSE), (Bdd::TRUE, Literal::TRUE)]);
    let mut open = vec![function];
    while let Some(&at) = open.last() {
        if known.contains_key(&at) {
            open.pop();
            continue;
        }
        let sides = diagrams.branches(at);
        match sides.map(|side| known.get(&side).copied()) {
            [Some(low), Some(high)] => {
                let condition = of(diagrams.variable(at));
                let gate = aig.choose(condition, high, low);
                known.insert(at, gate);
                open.pop();
            }
            _ => open.extend(sides.into_iter().filter(|side| !known.contains_key(side))),
        }
    }
    known[&function]
}
