//! Zielonka's recursion with a bound on the size of what is looked for: quasi-polynomial time.

use std::ops::Range;

use retrograde_core::{Bitmap, Player, RegionSolution, Strategy, Winners};

use super::game::{Game, player_of};
use super::levels::Levels;
use super::nested::Nest;
use crate::stop::Stop;

/// Solves a game in which every vertex has a move; `None` if stopped first.
///
/// A *dominion* of a player is a set of vertices within which that player can stay and win. Asked
/// for player P with two bounds, the recursion hands back a set that contains all dominions of P up
/// to the one size and meets none of the opponent's up to the other. Like Zielonka's it takes away
/// the attractor of the highest priority, finds within the rest what the opponent wins, takes that
/// away with its attractor, and starts again. Of several disjoint dominions all but one have at most
/// half the vertices: so all rounds but one look only for dominions of half the bound. With both
/// bounds at the number of vertices, what comes back is where P wins.
///
/// A set found with a bound is no proof in itself, so the strategies are made afterwards. In a game
/// that P wins everywhere, with highest priority h:
/// - If h is good for P, then P attracts to it, may move at will from it within the game, and wins
///   everywhere in the rest: go on there.
/// - If not, then P wins somewhere in what the opponent cannot attract to h. Solve that game; what P
///   wins of it has lower priorities, so make a strategy there; attract to it; go on with what is
///   left.
///
/// Neither descends by more than the number of different priorities, and both keep their own stack:
/// memory is linear in vertices and edges whatever the priorities.
///
/// # Complexity
/// V^O(log V) · E time for the regions, and at most V · d such solutions, of parts of the game, for
/// the strategies with d priorities; few in practice. 28 bytes a vertex and about 100 a priority.
///
/// Source: P. Parys, *Parity games: Zielonka's algorithm in quasi-polynomial time* (2019); K.
/// Lehtinen, P. Parys, S. Schewe and D. Wojtczak, *A recursive approach to solving parity games in
/// quasipolynomial time* (2022).
pub(super) fn solve(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let n = game.graph().vertex_count() as u32;
    let mut solver = Solver::new(game, stop)?;
    let zeros = solver.region(0..n, Player::Zero, Bounds { mine: n, theirs: n })?;
    let ones = zeros.end..n;
    let mut one = Bitmap::new(n as usize);
    let vertices = &solver.nest.order[ones.start as usize..];
    vertices.iter().for_each(|&vertex| one.set(vertex as usize));
    let mut strategy = Strategy::empty(n as usize);
    solver.find_strategy(zeros, Player::Zero, &mut strategy)?;
    solver.find_strategy(ones, Player::One, &mut strategy)?;
    Some(RegionSolution { winners: Winners::of_one(one), strategy: Some(strategy) })
}

/// How large the dominions may be that a call of the recursion answers for.
#[derive(Clone, Copy)]
struct Bounds {
    /// Dominions of the player up to this size must be found.
    mine: u32,
    /// Dominions of the opponent up to this size must be left out.
    theirs: u32,
}

impl Bounds {
    /// The bounds for what is left of a part, `size` vertices: nothing in it is larger than that.
    /// After a large round the opponent's is half of what it was for the part before, of which the
    /// round took more than half.
    fn within(self, size: u32, after_large: bool) -> Self {
        let theirs = if after_large { self.theirs / 2 } else { self.theirs };
        Bounds { mine: self.mine.min(size), theirs: theirs.min(size) }
    }
}

/// One call of the recursion: what does `player` win of the game on `part`?
struct Call {
    player: Player,
    /// What is left of the game. Always begins where it did.
    part: Range<u32>,
    bounds: Bounds,
    round: Round,
}

impl Call {
    fn new(player: Player, part: Range<u32>, bounds: Bounds) -> Self {
        Call { player, part, bounds, round: Round::Begin }
    }
}

/// What a call looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    Begin,
    /// All that the opponent wins, once and for all: the highest priority is good for them.
    Whole,
    /// Dominions of the opponent up to half the bound, until there are none.
    Small,
    /// One up to the bound. What it leaves of any other up to the bound is at most half of it.
    Large,
    /// Dominions up to half of what the bound was then, until there are none; then the call ends.
    SmallAgain,
}

/// A game won everywhere by the player in question, for which a strategy is to be made.
struct Won {
    part: Range<u32>,
    /// What of it has a strategy by now and is still to be attracted to, at the front of the part.
    done: Option<Range<u32>>,
}

struct Solver<'g> {
    game: &'g Game<'g>,
    levels: Levels,
    nest: Nest,
    stop: &'g Stop<'g>,
}

impl<'g> Solver<'g> {
    fn new(game: &'g Game<'g>, stop: &'g Stop<'g>) -> Option<Self> {
        Some(Solver { game, levels: Levels::new(game, stop)?, nest: Nest::new(game), stop })
    }

    /// Moves what `player` wins of the game on `part`, as far as the bounds go, to its front and
    /// returns where that is.
    fn region(&mut self, part: Range<u32>, player: Player, bounds: Bounds) -> Option<Range<u32>> {
        let Solver { game, levels, nest, stop } = self;
        let mut calls = vec![Call::new(player, part.clone(), bounds)];
        // What the call that ended last has found.
        let mut found = part.start..part.start;
        while let Some(call) = calls.last_mut() {
            let opponent = call.player.opponent();
            let mut ends = call.round == Round::Whole;
            let after_large = call.round == Round::Large;
            if call.round != Round::Begin {
                call.round = match call.round {
                    Round::Small if found.is_empty() => Round::Large,
                    Round::Large => Round::SmallAgain,
                    round => round,
                };
                ends |= call.round == Round::SmallAgain && found.is_empty();
                if !found.is_empty() {
                    let seeds = nest.send_back(&call.part, found.clone());
                    call.part.end = nest.attract(game, &call.part, seeds, opponent, None, stop)?;
                }
            }
            call.bounds = call.bounds.within(call.part.len() as u32, after_large);
            let start = call.part.start;
            if call.bounds.mine == 0 {
                // Nothing of the part, be it empty or not, has to be found.
                found = start..start;
                calls.pop();
                continue;
            }
            if ends {
                found = call.part.clone();
                calls.pop();
                continue;
            }
            let highest = nest.highest(levels, &call.part, stop)?;
            let is_mine = player_of(highest) == call.player;
            call.round = match call.round {
                Round::Begin | Round::Small if !is_mine => Round::Whole,
                Round::Begin => Round::Small,
                round => round,
            };
            let end = if is_mine {
                let seeds = nest.sort_back(&call.part, |vertex| levels.of(vertex) == highest);
                nest.attract(game, &call.part, seeds, call.player, None, stop)?
            } else {
                call.part.end
            };
            let size = match call.round {
                Round::Small => call.bounds.theirs / 2,
                _ => call.bounds.theirs,
            };
            let bounds = Bounds { mine: size, theirs: call.bounds.mine };
            calls.push(Call::new(opponent, start..end, bounds));
        }
        Some(found)
    }

    /// Makes a strategy for `player` in the game on `part`, all of which they win.
    fn find_strategy(
        &mut self,
        part: Range<u32>,
        player: Player,
        strategy: &mut Strategy,
    ) -> Option<()> {
        let (game, stop) = (self.game, self.stop);
        let mut stack = vec![Won { part, done: None }];
        while let Some(won) = stack.last_mut() {
            let Solver { levels, nest, .. } = self;
            if let Some(done) = won.done.take() {
                let seeds = nest.send_back(&won.part, done);
                won.part.end =
                    nest.attract(game, &won.part, seeds, player, Some(strategy), stop)?;
            }
            if won.part.is_empty() {
                stack.pop();
                continue;
            }
            let highest = nest.highest(levels, &won.part, stop)?;
            let seeds = nest.sort_back(&won.part, |vertex| levels.of(vertex) == highest);
            if player_of(highest) == player {
                nest.stay(game, &won.part, seeds, player, strategy, stop)?;
                won.part.end =
                    nest.attract(game, &won.part, seeds, player, Some(strategy), stop)?;
                continue;
            }
            let end = nest.attract(game, &won.part, seeds, player.opponent(), None, stop)?;
            let rest = won.part.start..end;
            let size = rest.len() as u32;
            let mine = self.region(rest, player, Bounds { mine: size, theirs: size })?;
            debug_assert!(!mine.is_empty(), "what is won everywhere has such a part");
            won.done = Some(mine.clone());
            stack.push(Won { part: mine, done: None });
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use retrograde_core::Control;

    use super::*;
    use crate::parity::agreement::{Plain, games};

    /// All sets in which `player` can stay and win, as bits.
    fn dominions(plain: &Plain, player: Player) -> Vec<u32> {
        let is_dominion = |&set: &u32| {
            let inside: Vec<bool> = (0..plain.len()).map(|v| set >> v & 1 != 0).collect();
            let stays = |v: usize| {
                let mut moves = plain.moves[v].iter().map(|&to| inside[to as usize]);
                if plain.owners[v] == player {
                    moves.any(|stays| stays)
                } else {
                    moves.all(|stays| stays)
                }
            };
            let vertices = || (0..plain.len()).filter(|&v| inside[v]);
            vertices().all(stays) && {
                let winners = plain.zielonka(&inside);
                vertices().all(|v| winners[v] == player)
            }
        };
        (1..1 << plain.len()).filter(is_dominion).collect()
    }

    /// Half of ten, not half of the four vertices left: a dominion of ten, of which a large round
    /// took six, may have four more.
    #[test]
    fn bounds_are_halved_before_the_part_shrinks() {
        let bounds = Bounds { mine: 10, theirs: 10 }.within(4, true);
        assert_eq!((bounds.mine, bounds.theirs), (4, 4));
        let bounds = Bounds { mine: 3, theirs: 10 }.within(7, true);
        assert_eq!((bounds.mine, bounds.theirs), (3, 5));
        let bounds = Bounds { mine: 10, theirs: 10 }.within(7, false);
        assert_eq!((bounds.mine, bounds.theirs), (7, 7));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(192))]

        #[test]
        fn a_call_finds_and_leaves_out_what_its_bounds_say(plain in games(1..=7, 7)) {
            let graph = plain.graph();
            let game = plain.game(&graph);
            let stop = Stop::new(&Control::ALONE);
            let n = plain.len() as u32;
            for player in [Player::Zero, Player::One] {
                let all_mine = dominions(&plain, player);
                let all_theirs = dominions(&plain, player.opponent());
                for (mine, theirs) in (0..=n).flat_map(|mine| (0..=n).map(move |theirs| (mine, theirs))) {
                    let mut solver = Solver::new(&game, &stop).unwrap();
                    let found = solver.region(0..n, player, Bounds { mine, theirs }).unwrap();
                    let found = &solver.nest.order[found.start as usize..found.end as usize];
                    let found = found.iter().fold(0u32, |set, vertex| set | 1 << vertex);
                    for dominion in all_mine.iter().filter(|set| set.count_ones() <= mine) {
                        prop_assert_eq!(dominion & !found, 0, "found {:b}, not {:b}", found, dominion);
                    }
                    for dominion in all_theirs.iter().filter(|set| set.count_ones() <= theirs) {
                        prop_assert_eq!(dominion & found, 0, "found {:b} in {:b}", dominion, found);
                    }
                }
            }
        }
    }
}
