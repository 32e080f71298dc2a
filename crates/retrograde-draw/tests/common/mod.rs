//! Graphs to draw, and everything that can be drawn of them.
#![allow(dead_code)]

pub(crate) mod check;
pub(crate) mod legend;
pub(crate) mod owned;
pub(crate) mod owned_legend;
pub(crate) mod solvers;

use retrograde_core::{
    Answer, Arena, ArenaBuilder, AsymmetricSolution, Convention, Graph, GrundyValues, Objective,
    Outcome, OutcomeSolution, PartizanOutcomes, PartizanSolution, Side, Solution, Vertex,
};
use retrograde_draw::{DotOptions, SvgOptions, dot, svg};

pub(crate) use solvers::solve_outcomes;

/// Who wins, and in how many moves.
pub(crate) fn solve(arena: &Arena) -> Solution {
    solution(solve_outcomes(arena))
}

/// The solution of an objective with answers of this kind.
pub(crate) fn solution(answer: impl Into<Answer>) -> Solution {
    let answer = answer.into();
    let objective = match answer {
        Answer::Outcome(_) => Objective::OUTCOME,
        Answer::Asymmetric(_) => Objective::Asymmetric,
        Answer::Grundy(_) => Objective::Grundy,
        Answer::Partizan(_) | Answer::PartizanOutcomes(_) => {
            Objective::Partizan(Convention::Normal)
        }
        Answer::Regions(_) => Objective::Buchi,
        Answer::Machines(_) => Objective::Muller(None),
        Answer::Energy(_) => Objective::Energy,
        Answer::MeanPayoff(_) => Objective::MeanPayoff,
        _ => panic!("a kind of answer without a picture"),
    };
    Solution { objective, answer }
}

/// A picture of the whole graph.
pub(crate) fn whole(arena: &Arena, solution: &Solution) -> String {
    svg(arena, solution, &SvgOptions::default(), &Default::default()).unwrap()
}

/// The graph for Graphviz.
pub(crate) fn graphviz(arena: &Arena, solution: &Solution) -> String {
    let mut out = Vec::new();
    dot(arena, solution, &DotOptions::default(), &mut out, &Default::default()).unwrap();
    String::from_utf8(out).unwrap()
}

/// An answer for each kind of picture of games without owners.
pub(crate) struct Solved {
    pub(crate) outcome: OutcomeSolution,
    pub(crate) asymmetric: AsymmetricSolution,
    pub(crate) grundy: GrundyValues,
    pub(crate) partizan: PartizanSolution,
}

impl Solved {
    pub(crate) fn new(arena: &Arena) -> Self {
        Solved {
            outcome: solve_outcomes(arena),
            asymmetric: solvers::solve_asymmetric(arena),
            grundy: solvers::solve_grundy(arena),
            partizan: solvers::solve_partizan(arena),
        }
    }

    /// The kinds, by name.
    pub(crate) fn kinds(&self) -> [(&'static str, Solution); 5] {
        let outcomes = PartizanOutcomes::from(self.partizan.clone());
        [
            ("outcome", solution(self.outcome.clone())),
            ("asymmetric", solution(self.asymmetric.clone())),
            ("grundy", solution(self.grundy.clone())),
            ("partizan", solution(self.partizan.clone())),
            ("partizan-outcomes", solution(outcomes)),
        ]
    }
}

/// The same arena with a third of the edges Left's and a third Right's, by a pattern that keeps
/// parallel edges apart.
pub(crate) fn with_players(mut arena: Arena) -> Arena {
    for edge in 0..arena.graph.edge_count() {
        match edge * 7 % 11 % 3 {
            0 => arena.players.set(edge, Side::Left),
            1 => arena.players.set(edge, Side::Right),
            _ => {}
        }
    }
    arena
}

pub(crate) fn numbered(
    vertices: usize,
    edges: impl IntoIterator<Item = (Vertex, Vertex)>,
) -> Arena {
    Arena::from(Graph::from_edges(vertices, edges).unwrap())
}

/// Edges written as `a>b`, or `a>L>b` and `a>R>b` for those of one side.
pub(crate) fn partizan(text: &str) -> Arena {
    let mut builder = ArenaBuilder::new();
    for word in text.split_whitespace() {
        let names: Vec<&str> = word.split('>').collect();
        let (from, to) = (names[0], names[names.len() - 1]);
        let ends = [from, to].map(|name| builder.vertex(name).unwrap());
        builder.edge(ends[0], ends[1]).unwrap();
        match names[1..names.len() - 1] {
            ["L"] => builder.set_last_player(Side::Left),
            ["R"] => builder.set_last_player(Side::Right),
            _ => {}
        }
    }
    builder.finish().unwrap()
}

/// Edges written as `a>b`, in the order of first appearance; a word without `>` is a vertex.
pub(crate) fn named(text: &str) -> Arena {
    let mut builder = ArenaBuilder::new();
    for word in text.split_whitespace() {
        let ends: Vec<Vertex> =
            word.split('>').map(|name| builder.vertex(&name.replace('_', " ")).unwrap()).collect();
        for pair in ends.windows(2) {
            builder.edge(pair[0], pair[1]).unwrap();
        }
    }
    builder.finish().unwrap()
}

/// A cheap reproducible stream of numbers below a bound.
pub(crate) fn noise(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 11) % below as u64) as usize
    }
}

/// A random graph in which every fifth vertex has no moves.
pub(crate) fn random(vertices: usize, edges: usize, seed: u64) -> Arena {
    let mut below = noise(seed);
    let moves: Vec<_> = (0..edges)
        .map(|_| {
            let from = loop {
                let from = below(vertices);
                if from % 5 != 4 {
                    break from;
                }
            };
            (from as Vertex, below(vertices) as Vertex)
        })
        .collect();
    numbered(vertices, moves)
}

/// Every kind of graph a picture should cope with, by name.
pub(crate) fn gallery() -> Vec<(&'static str, Arena)> {
    let chain = |length: u32| numbered(length as usize, (1..length).map(|to| (to - 1, to)));
    let subtraction = (0..22u32).rev().flat_map(|pile| {
        (1..=3).filter(move |take| *take <= pile).map(move |take| (pile, pile - take))
    });
    let subtraction = {
        let mut builder = ArenaBuilder::new();
        for (from, to) in subtraction {
            let from = builder.numbered_vertex(u64::from(from)).unwrap();
            let to = builder.numbered_vertex(u64::from(to)).unwrap();
            builder.edge(from, to).unwrap();
        }
        builder.finish().unwrap()
    };
    let grid = (0..25u32).flat_map(|at| {
        let right = (at % 5 < 4).then_some((at, at + 1));
        let down = (at < 20).then_some((at, at + 5));
        right.into_iter().chain(down)
    });
    let complete = (0..8u32).flat_map(|from| (from + 1..8).map(move |to| (from, to)));
    let tree = {
        let mut edges = Vec::new();
        let mut below = noise(3);
        let (mut level, mut next) = (vec![0u32], 1u32);
        for width in [5, 4, 3, 2] {
            let mut children = Vec::new();
            for &parent in &level {
                for _ in 0..below(width) + 1 {
                    if next < 100 {
                        edges.push((parent, next));
                        children.push(next);
                        next += 1;
                    }
                }
            }
            level = children;
        }
        let count = next as usize;
        numbered(count, edges)
    };
    let odd_names = {
        let mut builder = ArenaBuilder::new();
        let names = [
            "start <&> \"here\"",
            "a name of sixty characters which nobody would want to read!!",
            "漢字の名前がとても長いので短くする",
            "naïve ♟ Ω",
            "two words",
            "",
            "tab\there\nand line",
        ];
        let ids = names.map(|name| builder.vertex(name).unwrap());
        for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 6), (6, 0)] {
            builder.edge(ids[from], ids[to]).unwrap();
        }
        builder.finish().unwrap()
    };
    let verdicts = {
        let mut builder = ArenaBuilder::new();
        let names = ["start", "left", "right", "won", "lost", "drawn"];
        let ids = names.map(|name| builder.vertex(name).unwrap());
        for (from, to) in [(0, 1), (0, 2), (1, 3), (1, 5), (2, 4), (2, 5)] {
            builder.edge(ids[from], ids[to]).unwrap();
        }
        for (at, verdict) in [(3, Outcome::Win), (4, Outcome::Lose), (5, Outcome::Draw)] {
            builder.set_verdict(ids[at], verdict).unwrap();
        }
        builder.finish().unwrap()
    };
    vec![
        ("01-first", numbered(5, [(0, 1), (0, 2), (1, 3), (2, 1), (2, 4), (4, 2)])),
        ("02-chain-4", chain(4)),
        ("02-chain-60", chain(60)),
        ("02-chain-500", chain(500)),
        ("03-escape", named("a>b b>a a>t")),
        ("04-two-cycle", named("a>b b>a")),
        ("04-self-loop", named("a>a")),
        ("04-self-loop-and-move", named("a>a a>b b>c c>c c>c")),
        ("04-parallel", named("a>b a>b b>c c>d c>d c>d c>a c>a")),
        ("05-subtraction-21", subtraction),
        ("06-cycle-with-tail", named("a>b>c>a c>d d>e")),
        ("07-grid-5x5", numbered(25, grid)),
        ("08-random-30", random(30, 60, 1)),
        ("08-random-150", random(150, 300, 2)),
        ("08-random-500", random(500, 1500, 5)),
        ("09-star-40", numbered(41, (1..41).map(|leaf| (0, leaf)))),
        ("09-reverse-star-40", numbered(41, (1..41).map(|leaf| (leaf, 0)))),
        ("10-complete-8", numbered(8, complete)),
        ("11-three-components", named("a>b>c>a c>d x>y>z x>z p>q q>p p>r lone")),
        ("12-tree", tree),
        ("13-single", numbered(1, [])),
        ("13-isolated-30", numbered(30, [])),
        ("13-empty", numbered(0, [])),
        ("14-odd-names", odd_names),
        ("15-verdicts", verdicts),
    ]
}
