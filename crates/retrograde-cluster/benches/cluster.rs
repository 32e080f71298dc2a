//! How fast workers are beside the parallel solver: `cargo bench -p retrograde-cluster --bench cluster
//! [-- VERTICES]`.

use std::env;
use std::time::Instant;

use retrograde_core::{Column, Control, Convention, Graph, OutcomeGame, Threads, Vertex};
use retrograde_solve::Options;
use retrograde_solve::outcome::Method;

fn main() {
    let vertices = env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(10_000_000);
    let graph = random(vertices);
    println!("{} vertices, {} edges", graph.vertex_count(), graph.edge_count());
    let verdicts = Column::default();
    let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).expect("no verdicts");
    let control = Control { threads: Threads::new(2).unwrap(), ..Control::default() };
    let options = Options { values_only: true, control, ..Options::default() };
    for _ in 0..3 {
        let begin = Instant::now();
        let solved = retrograde_solve::outcome::solve(&game, Method::Retrograde, &options).unwrap();
        let cpu = begin.elapsed().as_secs_f64();
        println!("cpu {cpu:.3} s ({:?} of it transposing)", solved.report.transposing);
        for workers in [1, 2] {
            let begin = Instant::now();
            let values = retrograde_cluster::outcome(&game, workers, &control).unwrap();
            let cluster = begin.elapsed().as_secs_f64();
            assert_eq!(values, solved.solution.values);
            println!("cluster, {workers} workers {cluster:.3} s, {:.2} times", cluster / cpu);
        }
    }
}

fn random(vertices: u32) -> Graph {
    let mut state = 7_u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 32) * below) >> 32
    };
    let mut edges = Vec::new();
    for from in 0..vertices {
        if next(20) > 0 {
            // 1 to 4 moves, one a little more often than others: 2.5 a vertex, those without counted in.
            let moves = 1 + next(4) + u64::from(next(100) < 13);
            for _ in 0..moves {
                edges.push((from, next(vertices.into()) as Vertex));
            }
        }
    }
    Graph::from_edges(vertices as usize, edges).expect("in range")
}
