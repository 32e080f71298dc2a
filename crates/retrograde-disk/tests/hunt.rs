//! Reachability, safety, Büchi and co-Büchi on disk against the solvers in memory.

mod common;

use common::{file, on, random, random_graph};
use retrograde_core::{
    Arena, Column, Control, Graph, Objective, Player, Question, RegionSolution, Solution, Stopped,
    TargetGame, Terms, Vertex,
};
use retrograde_disk::{
    DiskError, FileRows, Found, Hunted, Options, buchi, cobuchi, reachability, safety,
};
use retrograde_io::{RggFile, SolutionRows, read_solution, write_csv, write_json};
use retrograde_solve::reachability as solver;

/// Who owns what and what is a target, by chance.
fn with_owners(graph: Graph, one_in: u64, state: &mut u64) -> Arena {
    let mut arena = Arena::from(graph);
    for vertex in 0..arena.graph.vertex_count() {
        arena.owners.set(vertex, [Player::Zero, Player::One][random(state, 2) as usize]);
        match random(state, one_in) {
            0 => arena.targets.set(vertex, true),
            1 => arena.targets.set(vertex, false),
            _ => {}
        }
    }
    arena
}

fn check(arena: &Arena, threads: &[usize]) {
    let file = file(arena);
    let options = retrograde_solve::Options {
        values_only: true,
        ..retrograde_solve::Options::with(Control::ALONE)
    };
    let game = TargetGame::of(arena).unwrap();
    let solvers: [(InMemory, Solver); 2] =
        [(solver::solve, reachability), (solver::safety, safety)];
    for (in_memory, on_disk) in solvers {
        let expected = in_memory(&game, &options).unwrap();
        for &threads in threads {
            let found = on_disk(&file, &on(threads)).unwrap();
            assert_eq!(found.winners(), expected.solution.winners);
            if threads == 1 {
                check_rows(arena, &file, &expected, found.clone());
            }
            for vertex in 0..arena.graph.vertex_count() as Vertex {
                assert_eq!(found.rank(vertex), expected.rank(vertex), "{vertex}");
            }
        }
    }
}

/// The winners of the solver in memory, with moves that win.
fn check_visits(arena: &Arena, threads: &[usize]) {
    let file = file(arena);
    let game = TargetGame::of(arena).unwrap();
    for objective in [Objective::Buchi, Objective::Cobuchi] {
        let memory = retrograde_solve::Options::with(Control::ALONE);
        let expected = match objective {
            Objective::Buchi => retrograde_solve::buchi::solve(&game, &memory).unwrap(),
            _ => retrograde_solve::buchi::cobuchi(&game, &memory).unwrap(),
        };
        for &threads in threads {
            let visited = match objective {
                Objective::Buchi => buchi(&file, &on(threads)).unwrap(),
                _ => cobuchi(&file, &on(threads)).unwrap(),
            };
            assert_eq!(visited.winners(), expected.solution.winners, "{objective}");
            let found = RegionSolution { winners: visited.winners(), strategy: None };
            let found = Solution::new(objective.clone(), found);
            let visited = Found::Visited(visited);
            let rows = FileRows::new(&file, &arena.names, &found, &visited, &Control::ALONE);
            let mut text = Vec::new();
            write_csv(&rows, Terms::WinLose, &mut text).unwrap();
            let solution = read_solution(&text[..], &arena.names, &objective).unwrap();
            let question = Question::new(arena, &objective).unwrap();
            retrograde_verify::verify(&question, &solution, &Default::default()).unwrap();
        }
    }
}

/// The file that is written is that of the solver in memory, with moves that keep the rule of both.
fn check_rows(arena: &Arena, file: &RggFile, expected: &solver::Ranked, found: Hunted) {
    let game = TargetGame::of(arena).unwrap();
    let (hunter, control) = (expected.hunter, Control::ALONE);
    let moves = solver::moves(&game, hunter, &found.region, &found.ranks, &control).unwrap();
    let objective = match hunter {
        Player::Zero => Objective::Reachability,
        Player::One => Objective::Safety,
    };
    let winners = expected.solution.winners.clone();
    let solution = RegionSolution { winners, strategy: Some(moves) };
    let solution = Solution::new(objective, solution);
    let edges = arena.graph.edge_count() as u64;
    let expected = SolutionRows { names: &arena.names, edges, solution: &solution, start: None };
    let winners = RegionSolution { winners: found.winners(), strategy: None };
    let known = Solution::new(solution.objective.clone(), winners);
    let found = Found::Hunted(found);
    let rows = FileRows::new(file, &arena.names, &known, &found, &control);
    let mut texts = [(); 4].map(|()| Vec::new());
    write_csv(&expected, Terms::WinLose, &mut texts[0]).unwrap();
    write_csv(&rows, Terms::WinLose, &mut texts[1]).unwrap();
    write_json(&expected, Terms::WinLose, true, &mut texts[2]).unwrap();
    write_json(&rows, Terms::WinLose, true, &mut texts[3]).unwrap();
    assert!(texts[0] == texts[1] && texts[2] == texts[3]);
    let question = Question::new(arena, &solution.objective).unwrap();
    retrograde_verify::verify(&question, &solution, &Default::default()).unwrap();
}

type InMemory =
    fn(&TargetGame<'_>, &retrograde_solve::Options<'_>) -> Result<solver::Ranked, Stopped>;
type Solver = fn(&RggFile, &Options<'_>) -> Result<Hunted, DiskError>;

#[test]
fn all_graphs_of_two_vertices_with_all_owners_and_targets() {
    for code in 0..1_u32 << 8 {
        let edges = (0..4).filter(|bit| code >> bit & 1 != 0).map(|bit| (bit / 2, bit % 2));
        let graph = Graph::from_edges(2, edges).unwrap();
        let owner = |v: u32| if code >> (4 + v) & 1 != 0 { Player::One } else { Player::Zero };
        let arena = Arena {
            owners: vec![owner(0), owner(1)].into(),
            targets: (0..2).map(|v| (v, code >> (6 + v) & 1 != 0)).collect(),
            ..Arena::from(graph)
        };
        check(&arena, &[1]);
        check_visits(&arena, &[1]);
    }
}

#[test]
fn random_arenas_small_and_large() {
    let mut state = 77;
    for case in 0..600 {
        let vertices = 1 + random(&mut state, 12) as u32;
        let graph = random_graph(vertices, 6, 3, &mut state);
        let arena = with_owners(graph, 5, &mut state);
        let threads: &[usize] = if case % 10 == 0 { &[1, 3] } else { &[1] };
        check(&arena, threads);
        check_visits(&arena, threads);
    }
    for one_in in [30, 1000] {
        let graph = random_graph(100_000, 50, 3, &mut state);
        let arena = with_owners(graph, one_in, &mut state);
        check(&arena, &[1, 2, 4]);
        check_visits(&arena, &[1, 3]);
    }
    // Ranks past what a byte holds, and more moves than one counts.
    let mut edges: Vec<(Vertex, Vertex)> = (0..700).map(|v| (v, v + 1)).collect();
    edges.extend((0..700).map(|v| (701, v)));
    let graph = Graph::from_edges(702, edges).unwrap();
    let mut arena = with_owners(graph, 1_000_000, &mut state);
    arena.targets.set(700, true);
    arena.owners.set(701, Player::One);
    check(&arena, &[1, 2]);
    check_visits(&arena, &[1, 2]);
    // As many rounds as there are links, and more levels than a byte counts: a target leads to the waiting
    // place before it, from which there is a way to the target before that.
    let links = 300;
    let waits = (0..=links).map(|link| (2 * link, 2 * link));
    let ways =
        (1..=links).flat_map(|link| [(2 * link, 2 * link - 1), (2 * link - 1, 2 * link - 2)]);
    let graph = Graph::from_edges(2 * links as usize + 1, waits.chain(ways)).unwrap();
    for visitor in [Player::Zero, Player::One] {
        let arena = Arena {
            owners: vec![visitor; 2 * links as usize + 1].into(),
            targets: (0..links as usize).map(|link| (2 * link + 1, true)).collect(),
            ..Arena::from(graph.clone())
        };
        check_visits(&arena, &[1, 2]);
        if visitor == Player::Zero {
            assert_eq!(buchi(&file(&arena), &on(1)).unwrap().begins.len(), 301);
        }
    }
}

#[test]
fn a_vertex_without_an_owner_is_named() {
    let graph = Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap();
    for owned in [&[][..], &[0], &[0, 1], &[0, 2], &[1, 2]] {
        let owners: Column<Player> = owned.iter().map(|&v| (v, Player::One)).collect();
        let arena = Arena { owners, ..Arena::from(graph.clone()) };
        let missing = (0..3).find(|v| !owned.contains(v)).unwrap();
        let error = reachability(&file(&arena), &on(1)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("vertex number {missing} has no owner")), "{error}");
    }
}
