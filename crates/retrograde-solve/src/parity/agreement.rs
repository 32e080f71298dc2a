//! The parity solvers against brute force, against each other and against naive checks.

use proptest::prelude::*;
use retrograde_core::{
    Bitmap, Control, Graph, OwnedGraph, ParityGame, Player, RegionSolution, Vertex, Winners,
};

use super::game::{Game, player_of};
use super::{fixpoint, progress_measures, quasi, strategy_improvement};
use crate::stop::Stop;

type Solver = fn(&Game<'_>, &Stop<'_>) -> Option<RegionSolution>;

const SOLVERS: [(&str, Solver); 4] = [
    ("fixpoint", fixpoint::solve),
    ("progress measures", progress_measures::solve),
    ("quasi-polynomial", quasi::solve),
    ("strategy improvement", strategy_improvement::solve),
];

/// A game as the oracles like it: rows of successors, owners, priorities.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    pub(super) moves: Vec<Vec<Vertex>>,
    pub(super) owners: Vec<Player>,
    pub(super) priorities: Vec<u32>,
}

impl Plain {
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn graph(&self) -> Graph {
        let rows = self.moves.iter().enumerate();
        let edges = rows.flat_map(|(from, row)| row.iter().map(move |&to| (from as Vertex, to)));
        Graph::from_edges(self.len(), edges).expect("a graph")
    }

    pub(super) fn game<'a>(&self, graph: &'a Graph) -> Game<'a> {
        let mut ones = Bitmap::new(self.len());
        let owned = (0..self.len()).filter(|&v| self.owners[v] == Player::One);
        owned.for_each(|v| ones.set(v));
        let arena = OwnedGraph::from_bitmap(graph, ones);
        Game::new(ParityGame::max(arena, self.priorities.clone()), &Control::ALONE).unwrap()
    }

    /// Who wins the play in which every vertex has the move `choice` says.
    fn winner_of_play(&self, start: usize, choice: &[usize]) -> Player {
        let step = |v: usize| self.moves[v][choice[v]] as usize;
        let mut at = start;
        (0..self.len()).for_each(|_| at = step(at));
        let mut largest = 0;
        for _ in 0..self.len() {
            at = step(at);
            largest = largest.max(self.priorities[at]);
        }
        player_of(largest)
    }

    /// Whom each vertex is won by: player 0 needs one positional strategy good against all.
    fn brute_force(&self) -> Vec<Player> {
        let mut winners = vec![Player::One; self.len()];
        for_all_choices(self, Player::Zero, &mut vec![0; self.len()], &mut |plain, mine| {
            let mut wins = vec![true; plain.len()];
            for_all_choices(plain, Player::One, &mut mine.to_vec(), &mut |plain, both| {
                for (start, win) in wins.iter_mut().enumerate() {
                    *win = *win && plain.winner_of_play(start, both) == Player::Zero;
                }
            });
            for (winner, _) in winners.iter_mut().zip(wins).filter(|&(_, win)| win) {
                *winner = Player::Zero;
            }
        });
        winners
    }

    /// The winners in the subgame of the vertices of `inside`, by Zielonka's recursion.
    pub(super) fn zielonka(&self, inside: &[bool]) -> Vec<Player> {
        let vertices = (0..self.len()).filter(|&v| inside[v]);
        let Some(top) = vertices.clone().map(|v| self.priorities[v]).max() else {
            return vec![Player::Zero; self.len()];
        };
        let player = player_of(top);
        let highest: Vec<_> =
            (0..self.len()).map(|v| inside[v] && self.priorities[v] == top).collect();
        let attracted = self.attractor(inside, highest, player);
        let rest: Vec<_> = (0..self.len()).map(|v| inside[v] && !attracted[v]).collect();
        let winners = self.zielonka(&rest);
        let lost: Vec<_> = (0..self.len()).map(|v| rest[v] && winners[v] != player).collect();
        if !lost.contains(&true) {
            return vec![player; self.len()];
        }
        let lost = self.attractor(inside, lost, player.opponent());
        let rest: Vec<_> = (0..self.len()).map(|v| inside[v] && !lost[v]).collect();
        let mut winners = self.zielonka(&rest);
        (0..self.len()).filter(|&v| lost[v]).for_each(|v| winners[v] = player.opponent());
        winners
    }

    fn attractor(&self, inside: &[bool], mut set: Vec<bool>, player: Player) -> Vec<bool> {
        loop {
            let joins = |v: usize| {
                let mut moves =
                    self.moves[v].iter().map(|&to| to as usize).filter(|&to| inside[to]);
                inside[v]
                    && !set[v]
                    && if self.owners[v] == player {
                        moves.any(|to| set[to])
                    } else {
                        moves.all(|to| set[to])
                    }
            };
            let Some(new) = (0..self.len()).find(|&v| joins(v)) else { return set };
            set[new] = true;
        }
    }

    /// Says what is wrong with a solution's strategies, given the right winners.
    fn fault(&self, winners: &[Player], solution: &RegionSolution) -> Option<String> {
        if !solution.winners.iter().eq(winners.iter().map(|&winner| Some(winner))) {
            return Some(format!("winners are {winners:?}"));
        }
        let Some(strategy) = &solution.strategy else { return Some("no strategy".into()) };
        let mut left = vec![Vec::new(); self.len()];
        for v in 0..self.len() {
            let chosen = strategy.get(v as Vertex);
            if self.owners[v] != winners[v] {
                if chosen.is_some() {
                    return Some(format!("a move at {v}, where the owner loses"));
                }
                left[v].clone_from(&self.moves[v]);
            } else {
                match chosen.filter(|to| self.moves[v].contains(to)) {
                    Some(to) => left[v].push(to),
                    None => return Some(format!("no good move at {v}")),
                }
            }
            if left[v].iter().any(|&to| winners[to as usize] != winners[v]) {
                return Some(format!("the region can be left at {v}"));
            }
        }
        let bad = |&v: &usize| player_of(self.priorities[v]) != winners[v];
        (0..self.len())
            .filter(bad)
            .find(|&v| self.returns(&left, v))
            .map(|v| format!("a lost cycle with its largest priority at {v}"))
    }

    /// Whether one can come back to `start` through vertices of no larger priority.
    fn returns(&self, moves: &[Vec<Vertex>], start: usize) -> bool {
        let mut seen = vec![false; self.len()];
        let mut stack = vec![start];
        while let Some(v) = stack.pop() {
            for &to in &moves[v] {
                if to as usize == start {
                    return true;
                }
                if !seen[to as usize] && self.priorities[to as usize] <= self.priorities[start] {
                    seen[to as usize] = true;
                    stack.push(to as usize);
                }
            }
        }
        false
    }

    /// Every solver finds these winners, with strategies that hold.
    fn check(&self, winners: &[Player]) {
        let graph = self.graph();
        let game = self.game(&graph);
        for (name, solve) in SOLVERS {
            let solution = solve(&game, &Stop::after(50_000_000, &Control::ALONE));
            let solution = solution.unwrap_or_else(|| panic!("{name} takes forever on {self:?}"));
            let fault = self.fault(winners, &solution);
            assert_eq!(fault, None, "{name} on {self:?} says {solution:?}");
        }
    }
}

/// Calls `visit` with every way to choose a move at each vertex of `player`; the others keep theirs.
fn for_all_choices(
    plain: &Plain,
    player: Player,
    choice: &mut [usize],
    visit: &mut dyn FnMut(&Plain, &[usize]),
) {
    let mine: Vec<_> = (0..plain.len()).filter(|&v| plain.owners[v] == player).collect();
    mine.iter().for_each(|&v| choice[v] = 0);
    loop {
        visit(plain, choice);
        let Some(&next) = mine.iter().find(|&&v| choice[v] + 1 < plain.moves[v].len()) else {
            return;
        };
        choice[next] += 1;
        mine.iter().take_while(|&&v| v != next).for_each(|&v| choice[v] = 0);
    }
}

/// The last `count` digits of a number, the lowest first.
fn digits(number: usize, base: usize, count: usize) -> Vec<usize> {
    (0..count as u32).map(|place| number / base.pow(place) % base).collect()
}

#[test]
fn all_tiny_arenas_agree_with_brute_force() {
    for n in 1..=3usize {
        let subsets = (1 << n) - 1;
        for rows in 0..usize::pow(subsets, n as u32) {
            let row = |set: usize| (0..n as Vertex).filter(|v| (set + 1) >> v & 1 != 0).collect();
            let moves: Vec<Vec<Vertex>> = digits(rows, subsets, n).into_iter().map(row).collect();
            for owners in 0..1 << n {
                let player = |bit| if bit == 0 { Player::Zero } else { Player::One };
                let owners: Vec<_> = digits(owners, 2, n).into_iter().map(player).collect();
                for priorities in 0..usize::pow(4, n as u32) {
                    let priorities: Vec<_> =
                        digits(priorities, 4, n).into_iter().map(|p| p as u32).collect();
                    // Other orders are the same arenas under other names.
                    if priorities.is_sorted() {
                        let plain =
                            Plain { moves: moves.clone(), owners: owners.clone(), priorities };
                        plain.check(&plain.brute_force());
                    }
                }
            }
        }
    }
}

pub(super) fn games(
    sizes: std::ops::RangeInclusive<usize>,
    priorities: u32,
) -> impl Strategy<Value = Plain> {
    sizes.prop_flat_map(move |n| {
        let row = proptest::collection::vec(0..n as Vertex, 1..=3);
        let owner = proptest::bool::ANY.prop_map(|b| if b { Player::One } else { Player::Zero });
        let vertex = (row, owner, 0..priorities);
        proptest::collection::vec(vertex, n).prop_map(|vertices| {
            let mut plain = Plain { moves: vec![], owners: vec![], priorities: vec![] };
            for (row, owner, priority) in vertices {
                plain.moves.push(row);
                plain.owners.push(owner);
                plain.priorities.push(priority);
            }
            plain
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn small_random_games_agree_with_brute_force(plain in games(1..=6, 6)) {
        let winners = plain.brute_force();
        prop_assert_eq!(&plain.zielonka(&vec![true; plain.len()]), &winners);
        plain.check(&winners);
    }

    #[test]
    fn random_games_agree_with_the_naive_recursion(plain in games(5..=40, 6)) {
        plain.check(&plain.zielonka(&vec![true; plain.len()]));
    }

    #[test]
    fn games_of_many_priorities_agree_with_the_naive_recursion(plain in games(5..=25, 25)) {
        plain.check(&plain.zielonka(&vec![true; plain.len()]));
    }

    #[test]
    fn a_solver_that_is_stopped_says_so_or_is_right(plain in games(5..=20, 6), steps in 1..400u64) {
        let graph = plain.graph();
        let game = plain.game(&graph);
        let winners = plain.zielonka(&vec![true; plain.len()]);
        for (_, solve) in SOLVERS {
            if let Some(solution) = solve(&game, &Stop::after(steps, &Control::ALONE)) {
                prop_assert_eq!(plain.fault(&winners, &solution), None);
            }
            prop_assert!(solve(&game, &Stop::after(1, &Control::ALONE)).is_none());
        }
    }
}

#[test]
fn the_empty_game_is_solved() {
    Plain { moves: vec![], owners: vec![], priorities: vec![] }.check(&[]);
}

#[test]
fn priorities_up_to_the_largest_are_fine() {
    let plain = Plain {
        moves: vec![vec![1, 2], vec![0], vec![0]],
        owners: vec![Player::One, Player::Zero, Player::Zero],
        priorities: vec![5, u32::MAX - 1, u32::MAX],
    };
    plain.check(&[Player::One; 3]);
}

/// A long chain that leads back to its start, so that decisions at one end must travel to the other.
#[test]
fn long_chains_need_no_stack() {
    let n = 100_000;
    let moves =
        (0..n as Vertex).map(|v| vec![(v + 1) % n as Vertex, v.saturating_sub(1)]).collect();
    let owners = (0..n).map(|v| if v % 3 == 0 { Player::One } else { Player::Zero }).collect();
    let mut priorities = vec![1; n];
    priorities[0] = 2;
    let plain = Plain { moves, owners, priorities };
    let graph = plain.graph();
    let game = plain.game(&graph);
    let solutions = SOLVERS.map(|(_, solve)| {
        solve(&game, &Stop::new(&Control::ALONE)).expect("nobody stops it").winners
    });
    assert!(solutions.iter().all(Winners::is_complete));
    assert!(solutions.windows(2).all(|pair| pair[0] == pair[1]));
}
