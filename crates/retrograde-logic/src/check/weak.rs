//! Games of formulas without alternation, solved in linear time.

use retrograde_core::{
    Bitmap, Control, Player, RegionSolution, Stopped, Strategy, Vertex, Winners,
};

use super::ask::Asks;
use super::game::FormulaGame;

/// Finds who wins everywhere in the game of a formula in which no cycle has both kinds of fixpoints.
///
/// The components of the formula are looked at from the bottom up. In one with least fixpoints the
/// defender wins where they can force play out of it to where they win already; in one with greatest
/// ones the doubter. Each is an attractor that looks at every move once.
///
/// # Complexity
/// O(V + E) time; `4 E + 21 V` bytes beside the game and the answer.
///
/// Source: R. Cleaveland and B. Steffen, *A linear-time model-checking algorithm for the
/// alternation-free modal mu-calculus* (1993).
pub(crate) fn solve(
    game: &FormulaGame,
    asks: &Asks,
    greatest: &[bool],
    control: &Control<'_>,
) -> Result<RegionSolution, Stopped> {
    control.check()?;
    let graph = game.graph();
    let back = graph.transposed(control)?;
    let mut pace = control.pace();
    let count = game.positions();
    // Positions by level, as a counting sort leaves them.
    let level = |position: Vertex| asks.get(game.ask(position)).level as usize;
    let mut starts = vec![0_u32; asks.levels + 1];
    for position in graph.vertices() {
        pace.steps(1)?;
        starts[level(position) + 1] += 1;
    }
    for at in 0..asks.levels {
        starts[at + 1] += starts[at];
    }
    let mut next = starts.clone();
    let mut by_level: Vec<Vertex> = vec![0; count];
    for position in graph.vertices() {
        pace.steps(1)?;
        let place = &mut next[level(position)];
        by_level[*place as usize] = position;
        *place += 1;
    }
    drop(next);
    let mut state = vec![State::Later; count];
    let mut left = vec![0_u32; count];
    let mut strategy = Strategy::empty(count);
    let mut queue: Vec<Vertex> = Vec::new();
    for at in 0..asks.levels {
        let members = &by_level[starts[at] as usize..starts[at + 1] as usize];
        // Who has to get out of here.
        let player = if greatest[at] { Player::One } else { Player::Zero };
        let (won, lost) = (State::of(player), State::of(player.opponent()));
        for &position in members {
            let moves = graph.successors(position);
            pace.steps(1 + moves.len())?;
            let good = |to: &&Vertex| state[**to as usize] == won;
            // One good move is enough for the player, and all are needed of the other.
            let needed = match game.owner(position) == player {
                true => match moves.iter().find(good) {
                    Some(&to) => {
                        strategy.set(position, Some(to));
                        0
                    }
                    None => 1,
                },
                false => moves.iter().filter(|to| !good(to)).count() as u32,
            };
            left[position as usize] = needed;
            state[position as usize] = State::Open;
            if needed == 0 {
                queue.push(position);
            }
        }
        // Those of this level only now: while they were looked at, none of them was won.
        queue.iter().for_each(|&position| state[position as usize] = won);
        // First come, first served: so that who gets out takes a shortest way.
        let mut next = 0;
        while let Some(&position) = queue.get(next) {
            next += 1;
            let moves = back.successors(position);
            pace.steps(1 + moves.len())?;
            for &from in moves {
                // What comes to this level from above is not open yet.
                if state[from as usize] != State::Open {
                    continue;
                }
                left[from as usize] -= 1;
                if left[from as usize] > 0 {
                    continue;
                }
                if game.owner(from) == player {
                    strategy.set(from, Some(position));
                }
                state[from as usize] = won;
                queue.push(from);
            }
        }
        queue.clear();
        for &position in members {
            pace.steps(1)?;
            if state[position as usize] == State::Open {
                state[position as usize] = lost;
            }
        }
        for &position in members {
            if state[position as usize] == lost && game.owner(position) != player {
                let moves = graph.successors(position);
                pace.steps(1 + moves.len())?;
                let stays = moves.iter().copied().find(|&to| state[to as usize] == lost);
                strategy.set(position, stays);
            }
        }
    }
    let mut one = Bitmap::new(count);
    for position in state.iter().enumerate().filter(|&(_, &it)| it == State::One).map(|it| it.0) {
        one.set(position);
    }
    Ok(RegionSolution { winners: Winners::of_one(one), strategy: Some(strategy) })
}

/// Who wins at a position, once that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its level has not come yet.
    Later,
    Open,
    Zero,
    One,
}

impl State {
    fn of(player: Player) -> Self {
        match player {
            Player::Zero => State::Zero,
            Player::One => State::One,
        }
    }
}
