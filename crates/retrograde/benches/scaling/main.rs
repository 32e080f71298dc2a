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

/// Two moves from every vertex, which belongs to either player, with weights up to a thousand.
fn sparse(family: &str, vertices: u32) -> Arena {
    let mut draw = Draw(1);
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
    println!("on all threads, ms; 'x' is the time over that of a tenth of the size");
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
    let mut before = None;
    for &size in sizes {
        let arena = sparse(family, size);
        let question = Question::new(&arena, objective).expect("all it needs");
        let start = Instant::now();
        let control = Control { deadline: Some(start + PATIENCE), ..Control::default() };
        let solved = registry::solve(&question, &Options::with(control)).expect("few vertices");
        let time = start.elapsed().as_secs_f64() * 1e3;
        match (solved.solution.is_complete(), before) {
            (false, _) => println!("{family:<17} {size:>8} given up"),
            (true, None) => println!("{family:<17} {size:>8} {time:>9.1}"),
            (true, Some(before)) => {
                println!("{family:<17} {size:>8} {time:>9.1} {:>6.1} x", time / before);
            }
        }
        before = Some(time).filter(|_| solved.solution.is_complete());
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
