//! All engines agree: the same graphs and games through every engine there is, compared with the
//! processor's answers vertex by vertex, and every answer through the independent checker.

use retrograde::{
    Answer, Answered, Arena, Column, Engine, Error, Graph, MemoryLimit, Objective, Options,
    Outcome, Player, Solution, StoredGraph, Threads, Wanted, estimate, io, needs, open, solve,
    verify, verify_stored, verify_table,
};

/// The engines beside the processor's.
const ENGINES: [Engine; 3] = [Engine::Disk, Engine::Gpu, Engine::Cluster];

/// What engines beyond the processor solve.
const OBJECTIVES: [Objective; 6] = [
    Objective::OUTCOME,
    Objective::Outcome(retrograde::Convention::Misere),
    Objective::Reachability,
    Objective::Safety,
    Objective::Buchi,
    Objective::Cobuchi,
];

/// A generator of numbers that look random (the constants are D. E. Knuth's, for MMIX).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// A graph with owners, targets and verdicts at some of the vertices without moves.
fn arena(graph: Graph, random: &mut Random) -> Arena {
    let count = graph.vertex_count();
    let players = [Player::Zero, Player::One];
    let owners = (0..count).map(|vertex| (vertex, players[random.below(2) as usize])).collect();
    let targets =
        (0..count).filter(|_| random.below(8) == 0).map(|vertex| (vertex, true)).collect();
    let mut verdicts = Column::default();
    let outcomes = [Outcome::Win, Outcome::Lose, Outcome::Draw];
    for vertex in graph.vertices().filter(|&vertex| graph.is_terminal(vertex)) {
        if let Some(&verdict) = outcomes.get(random.below(8) as usize) {
            verdicts.set(vertex as usize, verdict);
        }
    }
    Arena { owners, targets, verdicts, ..Arena::from(graph) }
}

fn random_graph(random: &mut Random, vertices: u32, edges: u64) -> Graph {
    let vertex = |random: &mut Random| random.below(u64::from(vertices)) as u32;
    let edges: Vec<_> = (0..edges).map(|_| (vertex(random), vertex(random))).collect();
    Graph::from_edges(vertices as usize, edges).unwrap()
}

/// What must be equal, bit for bit: values with distances, ties and moves of outcomes; winners of the
/// others, whose moves may be others as good.
#[track_caller]
fn assert_same(found: &Solution, expected: &Solution, words: &str) {
    match (&found.answer, &expected.answer) {
        (Answer::Regions(found), Answer::Regions(expected)) => {
            assert_eq!(found.winners, expected.winners, "{words}");
        }
        (found, expected) => assert_eq!(found, expected, "{words}"),
    }
}

#[track_caller]
fn agree(arena: &Arena, engines: &[Engine]) {
    let stored = StoredGraph::of(arena, &Options::default()).unwrap();
    for objective in &OBJECTIVES {
        let expected = solve(arena, objective, &Options::default()).unwrap().solution;
        for &engine in engines.iter().filter(|engine| engine.serves(objective)) {
            for threads in [Threads::ONE, Threads::new(3).unwrap()] {
                let options = Options { engine, threads, ..Options::default() };
                let found = solve(arena, objective, &options)
                    .unwrap_or_else(|error| panic!("{} {objective}: {error}", engine.name()));
                let words = format!("{} {objective}", engine.name());
                assert_same(&found.solution, &expected, &words);
                let checked = verify(arena, &found.solution, &Options::default()).expect(&words);
                let options = Options::default();
                let streamed = verify_stored(&stored, &arena.names, &found.solution, &options);
                assert_eq!(streamed.expect(&words), checked, "{words}");
            }
        }
    }
}

#[test]
fn what_is_told_beforehand_is_what_solving_demands() {
    let mut random = Random(4);
    let graph = random_graph(&mut random, 1_000, 3_000);
    let arena = arena(graph, &mut random);
    for objective in &OBJECTIVES {
        let options = Options::default();
        let in_memory = estimate(&arena, objective, &options).unwrap();
        let told = needs(1_000, 3_000, &in_memory, objective, &options);
        for needs in told.into_iter().filter(|needs| needs.obstacle.is_none()) {
            // Where nothing is allowed, solving says what it would take.
            let memory = MemoryLimit::Bytes(0);
            let demanded = match solve(
                &arena,
                objective,
                &Options { engine: needs.engine, memory, ..options },
            ) {
                Err(Error::EngineMemory { engine: Engine::Disk, needed, .. }) => needed,
                Err(Error::EngineMemory { needed, .. }) => in_memory.graph + needed,
                Err(_) if needs.engine == Engine::Cpu => continue,
                other => panic!("{} {objective}: {other:?}", needs.engine.name()),
            };
            assert_eq!(needs.memory, Some(demanded), "{} {objective}", needs.engine.name());
        }
    }
}

/// The engines that can be used here; says loudly which cannot.
fn engines() -> Vec<Engine> {
    let small = Arena::from(Graph::from_edges(2, [(0, 1)]).unwrap());
    let usable = |engine: &Engine| {
        let options = Options { engine: *engine, ..Options::default() };
        match solve(&small, &Objective::OUTCOME, &options) {
            Ok(_) => true,
            Err(error @ (Error::EngineAbsent { .. } | Error::EngineFailed { .. })) => {
                eprintln!("SKIPPED: the engine {} is not compared: {error}", engine.name());
                false
            }
            Err(error) => panic!("{}: {error}", engine.name()),
        }
    };
    ENGINES.into_iter().filter(usable).collect()
}

#[test]
fn on_all_graphs_of_two_vertices_and_many_of_three() {
    let (engines, mut random) = (engines(), Random(1));
    for vertices in [1, 2, 3_u32] {
        let pairs = vertices * vertices;
        for edges in (0..1_u32 << pairs).filter(|edges| vertices < 3 || edges % 11 == 0) {
            let chosen = (0..pairs).filter(|pair| edges >> pair & 1 == 1);
            let chosen = chosen.map(|pair| (pair / vertices, pair % vertices));
            let graph = Graph::from_edges(vertices as usize, chosen).unwrap();
            agree(&arena(graph, &mut random), &engines);
        }
    }
}

#[test]
fn on_random_graphs() {
    let (engines, mut random) = (engines(), Random(2));
    for case in 0..40 {
        let vertices = 1 + random.below(60) as u32;
        let edges = random.below(u64::from(vertices) * 3);
        let graph = random_graph(&mut random, vertices, edges);
        eprintln!("case {case}");
        agree(&arena(graph, &mut random), &engines);
    }
}

#[test]
fn on_a_medium_graph_a_star_and_a_long_path() {
    let (engines, mut random) = (engines(), Random(3));
    let medium = random_graph(&mut random, 20_000, 50_000);
    agree(&arena(medium, &mut random), &engines);
    let star = (1..5_000).flat_map(|vertex| [(0, vertex), (vertex, vertex % 7)]);
    agree(&arena(Graph::from_edges(5_000, star).unwrap(), &mut random), &engines);
    let path = Graph::from_edges(1_000, (1..1_000).map(|vertex| (vertex, vertex - 1))).unwrap();
    agree(&arena(path, &mut random), &engines);
}

/// Games over their index: in memory, tier by tier from disk, and by workers.
#[test]
fn on_games_over_their_index() {
    for spec in ["quixo:3", "mnk:3x3x3", "connect:4x3x3", "hexapawn:3x4", "three-mens-morris"] {
        let input = open(spec).unwrap();
        let options = Options { threads: Threads::new(2).unwrap(), ..Options::default() };
        let expected = input.solve_index(&options).unwrap();
        let tiers = open(spec).unwrap();
        let mut found = vec![("disk", tiers.solve_tiers(&options).unwrap())];
        let workers = open(spec).unwrap();
        #[cfg(feature = "cluster")]
        found.push(("cluster", workers.solve_workers(&options).unwrap()));
        let rules = input.rules().unwrap();
        for (engine, game) in &found {
            for slot in 0..rules.slots().unwrap() {
                let Some(position) = rules.unrank(slot) else { continue };
                let [expected, found] =
                    [&expected, game].map(|game| game.worth(&position).unwrap());
                assert_eq!(found, expected, "{engine}, {spec}, {}", rules.show(&position));
            }
            verify_table(game, &options).expect(spec);
        }
        drop(workers);
    }
}

/// What processes that share a graph write, put together, is what one writes: a binary graph, and a list of
/// edges whose names are numbers.
#[cfg(feature = "cluster")]
#[test]
fn on_shares_of_graphs_and_lists() {
    use std::fmt::Write;
    use std::fs;

    use retrograde::cluster::Cluster;
    use retrograde::io::{SolutionRows, write_csv};
    use retrograde::{Sharing, Terms};

    let mut random = Random(4);
    for (case, vertices) in [1, 2, 7, 60, 3_000].into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let graph = random_graph(&mut random, vertices, u64::from(vertices) * 2);
        // In another order, with holes, and some that have no edges.
        let mut text = "# a list\n12345\n".to_owned();
        let mut edges: Vec<_> = graph.edges().collect();
        for place in (1..edges.len()).rev() {
            edges.swap(place, random.below(place as u64 + 1) as usize);
        }
        edges.iter().for_each(|(from, to)| writeln!(text, "{} {}", 3 * from, 3 * to).unwrap());
        let list = folder.path().join("list.txt");
        fs::write(&list, &text).unwrap();
        let rows = folder.path().join("rows.rgg");
        let told = arena(graph, &mut random);
        let options = Options::default();
        retrograde::io::OutputFile::write(&rows, |out| {
            retrograde::io::write_rgg(&told, out, &options.control(0))
        })
        .unwrap();
        let targets = [Objective::Reachability, Objective::Safety];
        let outcomes = [Objective::OUTCOME, Objective::Outcome(retrograde::Convention::Misere)];
        let asked = outcomes.iter().flat_map(|objective| [(&list, objective), (&rows, objective)]);
        let asked = asked.chain(targets.iter().map(|objective| (&rows, objective)));
        for (number, (path, objective)) in asked.enumerate() {
            let arena = open(path).unwrap().arena(&options).unwrap();
            let solved = solve(&arena, objective, &options).unwrap();
            let (names, edges) = (&arena.names, arena.graph.edge_count() as u64);
            let expected = SolutionRows { names, edges, solution: &solved.solution, start: None };
            let mut csv = Vec::new();
            write_csv(&expected, Terms::WinLose, &mut csv).unwrap();
            for workers in [1, 3] {
                let answer = folder.path().join(format!("shares-{number}-{workers}"));
                let cluster = Cluster::threads(workers).unwrap();
                let patience = std::time::Duration::ZERO;
                let sharing = Sharing { cluster, answer, patience };
                let input = open(path).unwrap();
                input.solve_share(objective, &sharing, &options).unwrap();
                let mut merged = Vec::new();
                input.merge_shares(objective, &sharing.answer, &mut merged, &options).unwrap();
                let words = format!("{case} {objective} {}", path.display());
                match objective {
                    Objective::Outcome(_) => assert!(merged == csv, "{words}"),
                    _ => {
                        let source = retrograde::io::Source::stream(&merged[..]);
                        let solution = source.read_solution(names, objective).unwrap();
                        verify(&arena, &solution, &options).expect(&words);
                        assert_same(&solution, &solved.solution, &words);
                    }
                }
            }
        }
    }
}

#[test]
fn a_file_that_is_solved_on_disk_stays_there_and_answers_the_same() {
    let mut random = Random(11);
    let graph = random_graph(&mut random, 5000, 12_000);
    let arena = arena(graph, &mut random);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.rgg");
    let out = io::OutputFile::write(&path, |out| {
        io::write_rgg(&arena, out, &Options::default().control(0))
    });
    out.unwrap();
    for objective in OBJECTIVES {
        let expected = solve(&arena, &objective, &Options::default()).unwrap().solution;
        let options = Options { engine: Engine::Disk, ..Options::default() };
        let answered = open(&path).unwrap().solve(&objective, Wanted::Moves, &options).unwrap();
        let Answered::Stored(solved) = answered else { panic!("the edges stay on disk") };
        assert!(!solved.graph.is_temporary());
        for vertex in arena.graph.vertices() {
            assert_eq!(solved.solution.value(vertex), expected.value(vertex), "{objective:?}");
            let found = solved.best_move(vertex, &options).unwrap();
            if matches!(objective, Objective::Outcome(_)) {
                let first = expected.moves(vertex).next().flatten();
                assert_eq!(found, first, "{objective:?} at {vertex}");
            }
            assert!(found.is_none_or(|to| arena.graph.successors(vertex).contains(&to)));
        }
        // Whoever wants it all as a graph gets that.
        let answered = open(&path).unwrap().solve(&objective, Wanted::Graph, &options).unwrap();
        assert!(matches!(answered, Answered::Graph { .. }));
    }
}
