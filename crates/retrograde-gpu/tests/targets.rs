//! Attractors by the kernels, run by a processor that plays a card: the winners and ranks of the solver
//! of the library, with moves that the checker takes.

mod emulation;

use emulation::Emulated;
use proptest::prelude::*;
use retrograde_core::{
    Arena, Bitmap, Column, Control, Distance, Graph, Objective, Player, Question, RegionSolution,
    Solution, TargetGame, Vertex, Winners,
};
use retrograde_gpu::device::Device;
use retrograde_gpu::targets;
use retrograde_solve::{Options, buchi, reachability};

/// An arena with owners and targets, a bit each.
fn arena(graph: Graph, ones: impl Fn(usize) -> bool, marked: impl Fn(usize) -> bool) -> Arena {
    let count = graph.vertex_count();
    let owners = |vertex| if ones(vertex) { Player::One } else { Player::Zero };
    let owners: Column<Player> = (0..count).map(|vertex| (vertex, owners(vertex))).collect();
    let targets =
        (0..count).filter(|&vertex| marked(vertex)).map(|vertex| (vertex, true)).collect();
    Arena { owners, targets, ..Arena::from(graph) }
}

/// Winners and moves must hold before the checker, which shares nothing with either solver.
#[track_caller]
fn verify(
    arena: &Arena,
    objective: &Objective,
    winners: Winners,
    moves: retrograde_core::Strategy,
) {
    let solution =
        Solution::new(objective.clone(), RegionSolution { winners, strategy: Some(moves) });
    let question = Question::new(arena, objective).expect("a question");
    retrograde_verify::verify(&question, &solution, &retrograde_verify::Options::default())
        .expect("it holds");
}

fn split(player: Player, own: Bitmap) -> Winners {
    let other = own.clone().complement();
    match player {
        Player::Zero => Winners::from_regions(own, other),
        Player::One => Winners::from_regions(other, own),
    }
}

#[track_caller]
fn check(card: &Emulated, arena: &Arena) {
    let game = TargetGame::of(arena).expect("owners");
    assert!(card.holds_nothing());
    let (control, options) = (Control::ALONE, Options::default());
    let size = (arena.graph.vertex_count() as u64, arena.graph.edge_count() as u64);
    for hunter in [Player::Zero, Player::One] {
        let expected = match hunter {
            Player::Zero => reachability::solve(&game, &options),
            Player::One => reachability::safety(&game, &options),
        }
        .expect("an answer");
        card.most.set(0);
        let found = targets::attract(card, &game, hunter, &control).expect("an answer");
        assert!(card.most.get() <= targets::estimate(size.0, size.1, card.shared()));
        for vertex in arena.graph.vertices() {
            let rank = found.region.get(vertex as usize);
            let rank = rank.then(|| Distance(found.ranks.get(vertex as usize)));
            assert_eq!(rank, expected.rank(vertex), "vertex {vertex}, {hunter:?}");
        }
        let moves = reachability::moves(&game, hunter, &found.region, &found.ranks, &control);
        let objective = match hunter {
            Player::Zero => Objective::Reachability,
            Player::One => Objective::Safety,
        };
        verify(arena, &objective, split(hunter, found.region), moves.expect("moves"));

        let visitor = hunter;
        let (objective, expected) = match visitor {
            Player::Zero => (Objective::Buchi, buchi::solve(&game, &options)),
            Player::One => (Objective::Cobuchi, buchi::cobuchi(&game, &options)),
        };
        card.most.set(0);
        let found = targets::visit(card, &game, visitor, &control).expect("an answer");
        assert!(card.most.get() <= targets::estimate_visits(size.0, size.1, card.shared()));
        let (spoiled, levels) = (&found.spoiled, &found.levels);
        let rounds = buchi::Rounds { spoiled, levels, begins: &found.begins, ranks: &found.ranks };
        let moves = buchi::moves(&game, visitor, rounds, &control).expect("moves");
        let winners = split(visitor.opponent(), found.spoiled);
        assert_eq!(winners, expected.expect("an answer").solution.winners);
        verify(arena, &objective, winners, moves);
    }
}

/// Every graph of three vertices, with changing owners and targets.
#[test]
fn all_small_graphs() {
    let Some(card) = Emulated::new(100 << 10) else { return };
    for edges in 0..1_u32 << 9 {
        let chosen = (0..9).filter(|edge| edges >> edge & 1 == 1);
        let graph = Graph::from_edges(3, chosen.map(|edge| (edge / 3, edge % 3))).expect("a graph");
        let (ones, marked) = (edges.wrapping_mul(5) >> 2, edges.wrapping_mul(11) >> 4);
        check(&card, &arena(graph, |v| ones >> v & 1 == 1, |v| marked >> v & 1 == 1));
    }
}

fn arenas() -> impl Strategy<Value = Arena> {
    let sizes = (1..80_u32).prop_flat_map(|vertices| {
        let edges = prop::collection::vec((0..vertices, 0..vertices), 0..240);
        let marks = prop::collection::vec((any::<bool>(), 0..6_u8), vertices as usize);
        (Just(vertices), edges, marks)
    });
    sizes.prop_map(|(vertices, edges, marks)| {
        let graph = Graph::from_edges(vertices as usize, edges).expect("a graph");
        arena(graph, |vertex| marks[vertex].0, |vertex| marks[vertex].1 == 0)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_arenas(arena in arenas()) {
        thread_local!(static CARD: Option<Emulated> = Emulated::new(100 << 10));
        CARD.with(|card| if let Some(card) = card {
            check(card, &arena);
        });
    }
}

/// A row that all blocks share, and more moves than a byte counts.
#[test]
fn stars() {
    let Some(card) = Emulated::new(100 << 10) else { return };
    let count = 20_000_u32;
    let into = (1..count).map(|from| (from, 0));
    let edges = into.chain((count..count + 300).map(|to| (1, to))).chain([(0, 1)]);
    let graph = Graph::from_edges(count as usize + 300, edges).expect("a graph");
    check(&card, &arena(graph, |vertex| vertex % 3 == 1, |vertex| vertex == 0));
}

/// A chain in which every round takes out one more link, so that there are as many rounds as links.
#[test]
fn a_chain_of_many_rounds() {
    let Some(card) = Emulated::new(100 << 10) else { return };
    let links = 40_u32;
    // The visitor can go on to the next goal or wait; the last goal leads to a vertex that only waits.
    let edges = (0..links).flat_map(|link| {
        let (goal, rest) = (2 * link, 2 * link + 1);
        [(goal, rest), (rest, rest), (rest, goal + 2)]
    });
    let last: Vertex = 2 * links;
    let graph =
        Graph::from_edges(last as usize + 2, edges.chain([(last, last + 1), (last + 1, last + 1)]));
    check(&card, &arena(graph.expect("a graph"), |_| false, |vertex| vertex % 2 == 0));
}
