//! How fast a card is: `cargo bench -p retrograde-gpu --bench card [-- VERTICES …]`.
//!
//! Random graphs, 5.2 moves a vertex on average, a vertex in twenty without any. Times of turning around
//! and labelling graphs that are made on the card, the bytes that they must move against what the card
//! copies in the same run; and of one graph in the machine's memory the whole way, copies included, beside
//! the solver of the library on all threads.

use std::env;
use std::time::Instant;

use retrograde_core::{
    Bitmap, Column, Control, Convention, Distance, Graph, OutcomeGame, OwnedGraph, Player,
    TargetGame, Vertex,
};
use retrograde_gpu::device::{Buffer, Device};
use retrograde_gpu::{Card, GpuError, Random, outcome, targets, turned};
use retrograde_solve::Options;
use retrograde_solve::outcome::Method;
use retrograde_solve::{buchi, reachability};

const RUNS: usize = 3;

fn main() {
    let card = match Card::first() {
        Ok(card) => card,
        Err(error) => {
            println!("SKIPPED: {error}");
            return;
        }
    };
    println!("{}, {:.1} GB free", card.name(), gb(card.free().unwrap_or(0)));
    let copied = copy_bandwidth(&card).unwrap_or(f64::NAN);
    println!("it copies {copied:.2} TB/s, counting what is read and what is written\n");
    println!(
        "{:>13} {:>13} {:>9} {:>9} {:>9}  {:>20}  {:>22}",
        "vertices",
        "edges",
        "turn ms",
        "label ms",
        "total ms",
        "turn, of copying",
        "label, of copying"
    );
    let sizes: Vec<u32> = env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1_000_000, 100_000_000, 1_000_000_000] } else { sizes };
    for &vertices in &sizes {
        if let Err(error) = on_the_card(&card, vertices, copied) {
            println!("{vertices:>13} {error}");
        }
    }
    println!();
    if let Err(error) = from_memory(&card, sizes[0].min(20_000_000)) {
        println!("{error}");
    }
}

fn gb(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

fn random(vertices: u32) -> Random {
    // Those that have moves have 1 to 10; with one in twenty without, 5.2 on average.
    Random { vertices, terminals: 0.05, most: 10, seed: 7 }
}

/// Terabytes a second that the driver copies within the card.
fn copy_bandwidth(card: &Card) -> Result<f64, GpuError> {
    let bytes = (card.free()? / 4).min(8 << 30);
    let (from, mut to) = (Buffer::<u8>::zeros(card, bytes)?, Buffer::<u8>::zeros(card, bytes)?);
    let mut best = f64::INFINITY;
    for _ in 0..=RUNS {
        let begin = Instant::now();
        card.copy(&from, &mut to)?;
        best = best.min(begin.elapsed().as_secs_f64());
    }
    Ok(2.0 * bytes as f64 / best / 1e12)
}

fn on_the_card(card: &Card, vertices: u32, copied: f64) -> Result<(), GpuError> {
    let control = Control::default();
    let (mut turn, mut label, mut edges) = (f64::INFINITY, f64::INFINITY, 0);
    let mut words = String::new();
    for run in 0..=RUNS {
        let rows = random(vertices).make(card)?;
        edges = rows.edges();
        card.wait()?;
        let begin = Instant::now();
        let (turned, shape) = turned::turn(card, rows, &control)?;
        card.wait()?;
        let turning = begin.elapsed().as_secs_f64();
        let begin = Instant::now();
        let labelled = outcome::label(card, &shape, &turned, None, false, &control)?;
        card.wait()?;
        let labelling = begin.elapsed().as_secs_f64();
        // The first compiles the kernels.
        if run > 0 {
            (turn, label) = (turn.min(turning), label.min(labelling));
        }
        let decided = (labelled.lost() + labelled.won()) as f64 / f64::from(vertices);
        words = format!("{:.0} % decided in {} rounds", 100.0 * decided, labelled.rounds());
    }
    // The least that any way of turning around must move: edges and rows in, edges and rows out.
    let least = (8 * edges + 8 * u64::from(vertices)) as f64;
    // Labelling must read the edges into decided vertices, and write a value for each vertex.
    let wave = (4 * edges + 13 * u64::from(vertices)) as f64;
    let share = |bytes: f64, seconds: f64| 100.0 * bytes / seconds / 1e12 / copied;
    println!(
        "{vertices:>13} {edges:>13} {:>9.2} {:>9.2} {:>9.2}  {:>6.1} GB, {:>7.1} %  {:>8.1} GB, {:>7.1} %  {words}",
        1e3 * turn,
        1e3 * label,
        1e3 * (turn + label),
        least / 1e9,
        share(least, turn),
        wave / 1e9,
        share(wave, label),
    );
    Ok(())
}

fn from_memory(card: &Card, vertices: u32) -> Result<(), GpuError> {
    let graph = random(vertices).make(card)?.download()?;
    let verdicts = Column::default();
    let game =
        OutcomeGame::new(&graph, &verdicts, Convention::Normal).expect("there are no verdicts");
    let control = Control::default();
    let (mut with_card, mut without) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..RUNS {
        let begin = Instant::now();
        let values = outcome::solve(card, &game, &control)?;
        with_card = with_card.min(begin.elapsed().as_secs_f64());
        let begin = Instant::now();
        let options = Options { values_only: true, ..Options::default() };
        let solved = retrograde_solve::outcome::solve(&game, Method::Auto, &options);
        let solution = solved.expect("it is solved").solution;
        without = without.min(begin.elapsed().as_secs_f64());
        let same =
            (0..vertices as Vertex).all(|vertex| values.get(vertex) == solution.values.get(vertex));
        assert!(same, "the card finds what the library finds");
    }
    println!("{vertices} vertices in memory, answers to memory, copies included:");
    beside("outcome", with_card, without);
    attractors(card, &graph)
}

fn beside(what: &str, with_card: f64, without: f64) {
    println!(
        "  {what:<12} {:>8.1} ms on the card, {:>8.1} ms by the library on {} threads, {:.1} times faster",
        1e3 * with_card,
        1e3 * without,
        retrograde_core::Threads::all().get(),
        without / with_card
    );
}

/// Reachability and Büchi of the same graph, half of it player 1's and a vertex in a hundred a target.
fn attractors(card: &Card, graph: &Graph) -> Result<(), GpuError> {
    let count = graph.vertex_count();
    let (mut ones, mut targets) = (Bitmap::new(count), Bitmap::new(count));
    let scatter = |vertex: usize| (vertex as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    (0..count).filter(|&vertex| scatter(vertex) % 2 == 0).for_each(|vertex| ones.set(vertex));
    (0..count).filter(|&vertex| scatter(vertex) % 101 == 0).for_each(|vertex| targets.set(vertex));
    let game = TargetGame { arena: OwnedGraph::from_bitmap(graph, ones), targets };
    let options = Options { values_only: true, ..Options::default() };
    let control = Control::default();

    let begin = Instant::now();
    let found = targets::attract(card, &game, Player::Zero, &control)?;
    let with_card = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let expected = reachability::solve(&game, &options).expect("it is solved");
    beside("reachability", with_card, begin.elapsed().as_secs_f64());
    let rank = |vertex: Vertex| {
        let won = found.region.get(vertex as usize);
        won.then(|| Distance(found.ranks.get(vertex as usize)))
    };
    assert!(graph.vertices().all(|vertex| rank(vertex) == expected.rank(vertex)));

    let begin = Instant::now();
    let found = targets::visit(card, &game, Player::Zero, &control)?;
    let with_card = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let expected = buchi::solve(&game, &options).expect("it is solved").solution.winners;
    beside("buchi", with_card, begin.elapsed().as_secs_f64());
    assert_eq!(&found.spoiled, expected.region(Player::One));
    println!("  the answers are equal; buchi took {} rounds", found.begins.len() + 1);
    Ok(())
}
