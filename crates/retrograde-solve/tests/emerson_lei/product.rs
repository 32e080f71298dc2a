//! All plays in which a machine moves for its player: it must win every one of them.

use std::collections::HashMap;

use retrograde_core::{Bitmap, Colors, EmersonLeiGame, Mealy, Player, Vertex};

/// Whether `machine` wins every play from `region`; what goes wrong where it does not.
pub(crate) fn check(
    game: &EmersonLeiGame<'_>,
    region: &Bitmap,
    machine: &Mealy,
) -> Result<(), String> {
    let starts: Vec<_> = region.ones().map(|v| (v as Vertex, machine.initial())).collect();
    let mut numbers: HashMap<(Vertex, u32), usize> = HashMap::new();
    let mut states: Vec<(Vertex, u32)> = Vec::new();
    let mut number = |state, states: &mut Vec<_>| {
        *numbers.entry(state).or_insert_with(|| {
            states.push(state);
            states.len() - 1
        })
    };
    for &start in &starts {
        number(start, &mut states);
    }
    let mut moves: Vec<Vec<usize>> = Vec::new();
    while moves.len() < states.len() {
        let (vertex, memory) = states[moves.len()];
        let step = machine.step(vertex, memory);
        let step = step.ok_or_else(|| format!("no step at {vertex} in {memory}"))?;
        let all = game.arena.graph().successors(vertex);
        let is_mine = game.arena.owner(vertex) == machine.player();
        let open: Vec<Vertex> = match step.to {
            Some(to) if is_mine && all.contains(&to) => vec![to],
            None if !is_mine => all.to_vec(),
            to => return Err(format!("{to:?} is no move at {vertex} in {memory}")),
        };
        moves.push(open.into_iter().map(|to| number((to, step.next), &mut states)).collect());
    }
    let colors: Vec<Colors> =
        states.iter().map(|&(vertex, _)| game.colors[vertex as usize]).collect();
    let all = colors.iter().fold(Colors::EMPTY, |all, &set| all.union(set));
    let wanted = machine.player() == Player::Zero;
    // Every set of colours that the player does not want: is there a cycle with just these?
    for set in (0..=all.0).map(Colors).filter(|set| set.is_subset(all)) {
        if game.acceptance.accepts(set) != wanted
            && let Some(state) = cycle_with(&moves, &colors, set)
        {
            let (vertex, memory) = states[state];
            return Err(format!("a cycle with the colours {set} at {vertex} in {memory}"));
        }
    }
    Ok(())
}

/// A vertex of a strongly connected part with exactly these colours, if there is one.
fn cycle_with(moves: &[Vec<usize>], colors: &[Colors], set: Colors) -> Option<usize> {
    let inside = |state: usize| colors[state].is_subset(set);
    let reached: Vec<Vec<bool>> = (0..moves.len())
        .map(|from| {
            let mut seen = vec![false; moves.len()];
            let mut open: Vec<usize> = if inside(from) { vec![from] } else { vec![] };
            while let Some(state) = open.pop() {
                for &to in &moves[state] {
                    if inside(to) && !seen[to] {
                        seen[to] = true;
                        open.push(to);
                    }
                }
            }
            seen
        })
        .collect();
    (0..moves.len()).find(|&state| {
        let together =
            (0..moves.len()).filter(|&other| reached[state][other] && reached[other][state]);
        reached[state][state] && together.fold(Colors::EMPTY, |all, s| all.union(colors[s])) == set
    })
}
