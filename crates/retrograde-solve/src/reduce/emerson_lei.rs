//! Emerson–Lei conditions as parity, in an arena that can be written down.

use std::fmt::Write as _;

use retrograde_core::{Acceptance, Arena, Control, EmersonLeiGame, Player};

use super::{Image, Players, ReduceError, Reduced, owned};
use crate::construct::assemble::{push_name, written};
use crate::emerson_lei::{Limits, Reduction, reduce};

/// A game with colours and a condition on them as a parity game, by way of the Zielonka tree.
///
/// A vertex `v` has a copy for each leaf of the tree that can come up there; the copy at leaf `k` is
/// called `v@k`. The image of `v` is its copy at the first leaf, `v@0`, and the same player wins from
/// there. To turn moves back as well, as strategies with memory, use
/// [`emerson_lei::reduce`](crate::emerson_lei::reduce) itself.
///
/// ```
/// use retrograde_core::{ArenaBuilder, Attribute, Colors, Control, Player};
/// use retrograde_solve::emerson_lei::Limits;
/// use retrograde_solve::reduce::emerson_lei_to_parity;
/// let mut builder = ArenaBuilder::new();
/// let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
/// for (from, to) in [(a, a), (a, b), (b, a)] {
///     builder.edge(from, to)?;
/// }
/// builder.set_owner(a, Player::Zero)?;
/// builder.set_owner(b, Player::Zero)?;
/// builder.set_colors(a, Colors(0b01))?;
/// builder.set_colors(b, Colors(0b10))?;
/// let condition = "Inf(0)&Inf(1)".parse()?;
/// let (arena, limits) = (builder.finish()?, Limits::default());
/// let reduced = emerson_lei_to_parity(&arena, &condition, &limits, &Control::default())?;
/// assert_eq!(reduced.arena.names.get(reduced.image.get(b)), "b@0");
/// assert_eq!(reduced.arena.attributes(), [Attribute::Owner, Attribute::Priority]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Missing`] for the first vertex without an owner; [`ReduceError::EmersonLei`] for a
/// tree or a game beyond the limits, and where it was stopped.
///
/// # Complexity
/// As [`emerson_lei::reduce`](crate::emerson_lei::reduce), and the names as text.
///
/// Source: A. Casares, T. Colcombet and N. Fijalkow, *Optimal transformations of games and automata
/// using Muller conditions* (2021), after W. Zielonka (1998).
pub fn emerson_lei_to_parity(
    arena: &Arena,
    acceptance: &Acceptance,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Reduced, ReduceError> {
    let game = EmersonLeiGame::new(owned(arena)?, &arena.colors, acceptance.clone());
    let Reduction { graph, ones, priorities, origin, leaf, start, .. } =
        reduce(&game, limits, control)?;
    let owner = |copy| if ones.get(copy) { Player::One } else { Player::Zero };
    let owners = (0..origin.len()).map(|copy| (copy, owner(copy))).collect();
    let names = written(origin.len(), &mut control.pace(), |copy, text| {
        push_name(text, &arena.names, origin[copy as usize]);
        write!(text, "@{}", leaf[copy as usize]).expect("a string takes all text");
    })?;
    let priorities = priorities.into_iter().enumerate().collect();
    let arena = Arena { names, owners, priorities, ..Arena::from(graph) };
    Ok(Reduced { arena, image: Image::At(start), players: Players::Kept })
}
