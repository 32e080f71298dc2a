//! How the time of solving grows: mean payoffs and energy with the size of sparse games, beside a tenth
//! of it, and conditions on colours with their number, beside all copies that could come up.
//!
//! `--quick` leaves out the games of a million vertices.

#[path = "../outcome/machine.rs"]
mod machine;

use std::time::{Duration, Instant};

use retrograde::solve::emerson_lei::{self, Limits};
use retrograde::solve::{Options, registry};
use retrograde::{Acceptance, Arena, Control, Graph, Objective, Player, Posed, Question};

/// When a game is given up.
const PATIENCE: Duration = Duration::from_secs(60);

const FAMILIES: [&str; 4] = ["two random moves", "torus", "ring with chords", "ring with leaps"];

/// Numbers that look random and are the same each time.
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((u128::from(self.0 ^ (self.0 >> 33)) * u128::from(limit)) >> 64) as u64
    }
}

/// Games of a family and size: what is slow about one of them may not be about the next.
const SEEDS: [u64; 3] = [1, 2, 3];

/// Two moves from every vertex, which belongs to either player, with weights up to a thousand.
fn sparse(family: &str, vertices: u32, seed: u64) -> Arena {
    let mut draw = Draw(seed);
    let side = f64::from(vertices).sqrt() as u32;
    let n = if family == "torus" { side * side } else { vertices };
    let edges: Vec<(u32, u32)> = (0..n)
        .flat_map(|v| {
            let mut any = || draw.below(n.into()) as u32;
            let ends = match family {
                "two random moves" => [any(), any()],
                "torus" => [v / side * side + (v + 1) % side, (v + side) % n],
                "ring with chords" => [(v + 1) % n, any()],
                _ => [(v + 1) % n, (v + side) % n],
            };
            ends.map(|to| (v, to))
        })
        .collect();
    let mut arena = Arena::from(Graph::from_edges(n as usize, edges).expect("few vertices"));
    arena.owners = owners(n as usize, &mut draw);
    arena.weights = (0..2 * n as usize).map(|e| (e, draw.below(2001) as i64 - 1000)).collect();
    arena
}

fn owners(vertices: usize, draw: &mut Draw) -> retrograde::Column<Player> {
    let owner = |v| (v, [Player::Zero, Player::One][draw.below(2) as usize]);
    (0..vertices).map(owner).collect()
}

fn main() {
    println!(
        "on all threads, ms, of {} games each; 'x' is the median of the times over that of a tenth of the \
         size, and the sum of them over its",
        SEEDS.len()
    );
    for objective in [Objective::MeanPayoff, Objective::Energy] {
        println!("\n{}\n", objective.name());
        FAMILIES.iter().for_each(|family| growth(&objective, family));
    }
    println!(
        "\nStreett, 10^4 vertices with a colour each and two moves: ms, copies met and possible\n"
    );
    for pairs in [4, 6, 7, 8] {
        colors(pairs);
    }
}

fn growth(objective: &Objective, family: &str) {
    let sizes: &[u32] =
        if machine::is_quick() { &[10_000, 100_000] } else { &[10_000, 100_000, 1_000_000] };
    let mut before: Option<[f64; SEEDS.len()]> = None;
    for &size in sizes {
        let times = SEEDS.map(|seed| time(objective, &sparse(family, size, seed)));
        print!("{family:<17} {size:>8} ");
        for time in times {
            match time.is_finite() {
                true => print!("{time:>9.1}"),
                false => print!(" given up"),
            }
        }
        if let Some(before) = before {
            print!(
                " {:>6.1} x, of sums {:>5.1} x",
                median(times) / median(before),
                sum(times) / sum(before)
            );
        }
        println!();
        before = Some(times);
    }
}

fn median<const N: usize>(mut times: [f64; N]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[N / 2]
}

fn sum<const N: usize>(times: [f64; N]) -> f64 {
    times.iter().sum()
}

/// How many milliseconds it takes; infinitely many if it is given up.
fn time(objective: &Objective, arena: &Arena) -> f64 {
    let question = Question::new(arena, objective).expect("all it needs");
    let start = Instant::now();
    let control = Control { deadline: Some(start + PATIENCE), ..Control::default() };
    let solved = registry::solve(&question, &Options::with(control)).expect("few vertices");
    match solved.solution.is_complete() {
        true => start.elapsed().as_secs_f64() * 1e3,
        false => f64::INFINITY,
    }
}

fn colors(pairs: u64) {
    const VERTICES: usize = 10_000;
    let mut draw = Draw(1);
    let mut edges = Vec::new();
    for v in 0..VERTICES as u32 {
        edges.extend((0..2).map(|_| (v, draw.below(VERTICES as u64) as u32)));
    }
    let mut arena = Arena::from(Graph::from_edges(VERTICES, edges).expect("few vertices"));
    arena.owners = owners(VERTICES, &mut draw);
    arena.colors = (0..VERTICES).map(|v| (v, 1 << draw.below(2 * pairs))).collect();
    let condition: Acceptance = (0..pairs)
        .map(|pair| format!("(Fin({})|Inf({}))", 2 * pair, 2 * pair + 1))
        .collect::<Vec<_>>()
        .join("&")
        .parse()
        .expect("a condition");
    let question =
        Question::new(&arena, &Objective::Streett(Some(condition))).expect("all it needs");
    let Posed::Colors(game) = &question.posed else { unreachable!("it is about colours") };
    let start = Instant::now();
    let control = Control { deadline: Some(start + PATIENCE), ..Control::default() };
    let limits = Limits::in_room(8 << 30);
    match emerson_lei::solve(game, &limits, &Options::with(control)) {
        Ok(solved) => println!(
            "{:>3} colours {:>9.1} {:>12} {:>14} {}",
            2 * pairs,
            start.elapsed().as_secs_f64() * 1e3,
            solved.vertices,
            VERTICES * solved.leaves,
            if solved.solution.winners.is_complete() { "" } else { "given up" }
        ),
        Err(error) => println!("{:>3} colours: {error}", 2 * pairs),
    }
}
