//! Games with owners and targets for the tests, brute force over positional strategies, and checks of
//! strategies from the definition.
#![allow(dead_code, reason = "not every test file uses all of it")]

pub(crate) mod chains;

use proptest::prelude::*;
use retrograde_core::{
    Bitmap, Control, Graph, OwnedGraph, Player, RegionSolution, TargetGame, Vertex,
};

/// What player 0 wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Objective {
    Reachability,
    Safety,
    Buchi,
    Cobuchi,
}

/// A game that owns its graph.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) graph: Graph,
    pub(crate) ones: Bitmap,
    pub(crate) targets: Bitmap,
}

impl Case {
    pub(crate) fn game(&self) -> TargetGame<'_> {
        let arena = OwnedGraph::from_bitmap(&self.graph, self.ones.clone());
        TargetGame { arena, targets: self.targets.clone() }
    }

    pub(crate) fn owner(&self, vertex: Vertex) -> Player {
        if self.ones.get(vertex as usize) { Player::One } else { Player::Zero }
    }

    pub(crate) fn is_target(&self, vertex: Vertex) -> bool {
        self.targets.get(vertex as usize)
    }
}

/// A bitmap of the vertices for which `is_set`.
pub(crate) fn bits(vertices: usize, is_set: impl Fn(usize) -> bool) -> Bitmap {
    let mut bits = Bitmap::new(vertices);
    (0..vertices).filter(|&vertex| is_set(vertex)).for_each(|vertex| bits.set(vertex));
    bits
}

/// Random games of up to `vertices` vertices with `per_vertex` times as many moves at most.
pub(crate) fn cases(vertices: usize, per_vertex: usize) -> impl Strategy<Value = Case> {
    (1..=vertices, 1..=4u8).prop_flat_map(move |(n, rarity)| {
        let edges = proptest::collection::vec((0..n as u32, 0..n as u32), 0..=n * per_vertex);
        let owners = proptest::collection::vec(any::<bool>(), n);
        let targets = proptest::collection::vec(0..=rarity, n);
        (Just(n), edges, owners, targets).prop_map(|(n, edges, owners, targets)| Case {
            graph: Graph::from_edges(n, edges).unwrap(),
            ones: bits(n, |vertex| owners[vertex]),
            targets: bits(n, |vertex| targets[vertex] == 0),
        })
    })
}

/// Every graph of `vertices` vertices without parallel edges, with all owners and all targets.
pub(crate) fn all_cases(vertices: usize) -> impl Iterator<Item = Case> {
    let pairs = vertices * vertices;
    (0..1u64 << pairs).flat_map(move |code| {
        let chosen = (0..pairs).filter(move |pair| code >> pair & 1 == 1);
        let edges = chosen.map(|pair| ((pair / vertices) as u32, (pair % vertices) as u32));
        let graph = Graph::from_edges(vertices, edges).unwrap();
        (0..1u64 << (2 * vertices)).map(move |code| Case {
            graph: graph.clone(),
            ones: bits(vertices, |vertex| code >> vertex & 1 == 1),
            targets: bits(vertices, |vertex| code >> (vertices + vertex) & 1 == 1),
        })
    })
}

/// Who wins the play from `start` when every vertex has a fixed move.
fn winner_of_play(case: &Case, moves: &[Option<Vertex>], start: Vertex, of: Objective) -> Player {
    let vertices = case.graph.vertex_count();
    let won_if = |wanted: bool| if wanted { Player::Zero } else { Player::One };
    let mut path = vec![start];
    loop {
        let last = *path.last().expect("the start");
        if case.is_target(last) && matches!(of, Objective::Reachability | Objective::Safety) {
            return won_if(of == Objective::Reachability);
        }
        let Some(next) = moves[last as usize] else { return case.owner(last).opponent() };
        path.push(next);
        if path.len() > 2 * vertices {
            // The second half of so long a path is only on the cycle.
            let on_cycle = path[vertices..].iter().any(|&vertex| case.is_target(vertex));
            return match of {
                Objective::Reachability => Player::One,
                Objective::Safety => Player::Zero,
                Objective::Buchi => won_if(on_cycle),
                Objective::Cobuchi => won_if(!on_cycle),
            };
        }
    }
}

/// All ways to fix one move at each vertex of `player`, starting from `moves`.
fn choices(case: &Case, player: Player, moves: &[Option<Vertex>]) -> Vec<Vec<Option<Vertex>>> {
    case.graph.vertices().fold(vec![moves.to_vec()], |all, vertex| {
        let row = case.graph.successors(vertex);
        if case.owner(vertex) != player || row.is_empty() {
            return all;
        }
        let fixed = |moves: Vec<Option<Vertex>>| {
            row.iter().map(move |&to| {
                let mut moves = moves.clone();
                moves[vertex as usize] = Some(to);
                moves
            })
        };
        all.into_iter().flat_map(fixed).collect()
    })
}

/// The winners from the definition: some fixed strategy of the winner beats every fixed reply. Checked
/// from both sides.
pub(crate) fn brute_force(case: &Case, of: Objective) -> Vec<Player> {
    let vertices = case.graph.vertex_count();
    let wins = |player: Player| {
        let mut wins = vec![false; vertices];
        for own in choices(case, player, &vec![None; vertices]) {
            let replies = choices(case, player.opponent(), &own);
            for start in case.graph.vertices() {
                let is_won = |moves: &Vec<_>| winner_of_play(case, moves, start, of) == player;
                wins[start as usize] = wins[start as usize] || replies.iter().all(is_won);
            }
        }
        wins
    };
    let (zero, one) = (wins(Player::Zero), wins(Player::One));
    assert!(zero.iter().zip(&one).all(|(zero, one)| zero != one), "determined: {case:?}");
    zero.into_iter().map(|zero| if zero { Player::Zero } else { Player::One }).collect()
}

/// The winners of a solution, all of them known.
pub(crate) fn winners(solution: &RegionSolution) -> Vec<Player> {
    solution.winners.iter().map(|winner| winner.expect("complete")).collect()
}

/// Checks that each player's moves win against all that the opponent can do.
pub(crate) fn check_strategy(case: &Case, of: Objective, solution: &RegionSolution) {
    for player in [Player::Zero, Player::One] {
        check_moves_of(case, of, solution, player);
    }
}

fn check_moves_of(case: &Case, of: Objective, solution: &RegionSolution, player: Player) {
    let (graph, n) = (&case.graph, case.graph.vertex_count());
    let strategy = solution.strategy.as_ref().expect("moves");
    let region = solution.winners.region(player);
    let decides = |vertex: Vertex| {
        case.is_target(vertex) && matches!(of, Objective::Reachability | Objective::Safety)
    };
    // What is left of the graph when the player's moves are fixed.
    let mut edges = Vec::new();
    for vertex in graph.vertices().filter(|&vertex| region.get(vertex as usize)) {
        let own = case.owner(vertex) == player;
        if !own {
            assert_eq!(strategy.get(vertex), None, "a loser has no move at {vertex}: {case:?}");
        }
        if decides(vertex) {
            assert_eq!(strategy.get(vertex), None, "the play is over at {vertex}: {case:?}");
            assert_eq!(player == Player::Zero, of == Objective::Reachability, "{case:?}");
            continue;
        }
        let moves = if own {
            let to =
                strategy.get(vertex).unwrap_or_else(|| panic!("no move at {vertex}: {case:?}"));
            assert!(graph.successors(vertex).contains(&to), "no such move at {vertex}: {case:?}");
            vec![to]
        } else {
            graph.successors(vertex).to_vec()
        };
        for to in moves {
            assert!(region.get(to as usize), "{vertex} → {to} leaves the region: {case:?}");
            edges.push((vertex, to));
        }
    }
    // No infinite play that the player would lose.
    let wants_targets = (of == Objective::Buchi) == (player == Player::Zero);
    match of {
        Objective::Reachability | Objective::Safety => {
            if (of == Objective::Reachability) == (player == Player::Zero) {
                assert!(is_acyclic(n, &edges), "never gets there: {case:?}");
            }
        }
        Objective::Buchi | Objective::Cobuchi if wants_targets => {
            edges.retain(|&(from, to)| !case.is_target(from) && !case.is_target(to));
            assert!(is_acyclic(n, &edges), "a cycle without targets: {case:?}");
        }
        Objective::Buchi | Objective::Cobuchi => {
            let left = Graph::from_edges(n, edges).unwrap();
            assert!(!has_target_on_cycle(case, &left), "a cycle with a target: {case:?}");
        }
    }
}

/// Whether vertices without incoming edges can be taken away until none is left.
fn is_acyclic(vertices: usize, edges: &[(Vertex, Vertex)]) -> bool {
    let graph = Graph::from_edges(vertices, edges.iter().copied()).unwrap();
    let mut incoming = vec![0; vertices];
    edges.iter().for_each(|&(_, to)| incoming[to as usize] += 1);
    let mut free: Vec<Vertex> = graph.vertices().filter(|&v| incoming[v as usize] == 0).collect();
    let mut next = 0;
    while let Some(&vertex) = free.get(next) {
        next += 1;
        for &to in graph.successors(vertex) {
            incoming[to as usize] -= 1;
            if incoming[to as usize] == 0 {
                free.push(to);
            }
        }
    }
    free.len() == vertices
}

/// Whether a target can be reached from itself: by one search a target in small graphs, by strongly
/// connected components in large ones.
fn has_target_on_cycle(case: &Case, graph: &Graph) -> bool {
    let mut targets = case.targets.ones().map(|v| v as Vertex);
    if graph.vertex_count() > 2000 {
        let components = retrograde_solve::scc::components(graph, &Control::ALONE).unwrap();
        let id = |vertex: Vertex| components.of(vertex);
        return targets.any(|target| {
            let is_same = |&vertex: &Vertex| id(vertex) == id(target);
            graph.successors(target).iter().any(is_same)
        });
    }
    targets.any(|target| {
        let mut seen = Bitmap::new(graph.vertex_count());
        let mut stack = graph.successors(target).to_vec();
        while let Some(vertex) = stack.pop() {
            if !seen.get(vertex as usize) {
                seen.set(vertex as usize);
                stack.extend(graph.successors(vertex));
            }
        }
        seen.get(target as usize)
    })
}
