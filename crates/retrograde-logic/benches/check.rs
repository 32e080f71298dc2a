//! Formulas of alternation depth 1, 2 and 3 on a random system and on a long one, beside naive evaluation
//! with bit sets in the same run: time, memory, size of the evidence.

use std::time::{Duration, Instant};

use retrograde_core::{Arena, Bitmap, Column, Control, Graph, Labels, Names, Vertex, memory};
use retrograde_logic::check::{Formula, Options, check};

const STATES: usize = 1_000_000;
const TRANSITIONS: usize = 3_000_000;
const LABELS: [&str; 3] = ["a", "b", "c"];

fn main() {
    // `cargo test` runs benches too, and wants to know whether they run and not how fast.
    let is_test = !std::env::args().any(|argument| argument == "--bench");
    let states = if is_test { 1000 } else { STATES };
    println!("{states} states, {} transitions, 3 actions", states * 3);
    println!(
        "{:<8} {:<6} {:>5} {:>7} {:>10} {:>10} {:>9} {:>10} {:>11} {:>6} {:>17}",
        "system",
        "formula",
        "depth",
        "holds",
        "positions",
        "moves",
        "check",
        "MiB more",
        "naive",
        "ratio",
        "evidence"
    );
    for (name, model) in [("random", random(states)), ("long", long(states))] {
        for (kind, text) in FORMULAS {
            measure(name, &model, kind, text, is_test);
        }
    }
}

/// One formula for each depth: every `b` can be followed by an `a`; infinitely many `a` on some path;
/// on some path infinitely many `a` and only finitely many `c`.
const FORMULAS: [(&str, &str); 3] = [
    ("1", "nu X. [true]X && (mu Y. <a>true || <true>Y)"),
    ("2", "nu X. mu Y. <a>X || <true>Y"),
    ("3", "mu Z. nu X. mu Y. <a>X || <b>Y || <c>Z"),
];

fn measure(name: &str, model: &Arena, kind: &str, text: &str, is_test: bool) {
    let formula = Formula::parse(text).expect("the formulas are right");
    let control = Control::default();
    let before = memory::resident().unwrap_or(0);
    let start = Instant::now();
    let options = Options { all: true, ..Options::default() };
    let checked = check(model, &formula, &options, &control).expect("nobody stops it");
    let took = start.elapsed();
    let more = memory::resident().unwrap_or(0).saturating_sub(before) >> 20;
    let evidence = checked.evidence(0, &control).expect("nobody stops it").expect("it was asked");
    // Naive evaluation may take as many rounds as there are states.
    let limit = if is_test { Duration::MAX } else { Duration::from_secs(60) };
    let start = Instant::now();
    let naive = Naive { model, end: start.checked_add(limit) }.evaluate(kind);
    let naive_took = start.elapsed();
    let (shown, ratio) = match naive {
        Some(set) => {
            for (state, holds) in checked.answers() {
                assert_eq!(set.get(state as usize), holds, "state {state}");
            }
            let ratio = naive_took.as_secs_f64() / took.as_secs_f64();
            (format!("{naive_took:.2?}"), format!("{ratio:.1}"))
        }
        None => ("over 60 s".to_owned(), format!(">{:.0}", 60.0 / took.as_secs_f64())),
    };
    println!(
        "{name:<8} {kind:<6} {:>5} {:>7} {:>10} {:>10} {:>9} {more:>10} {shown:>11} {ratio:>6} {:>8}/{:<8}",
        checked.posed().alternation_depth(),
        checked.holds(0).is_some_and(|it| it),
        checked.game().positions(),
        checked.game().graph().edge_count(),
        format!("{took:.2?}"),
        evidence.origin.len(),
        evidence.serves.len(),
    );
}

/// Sets of states, rounds of whole passes over the transitions.
struct Naive<'a> {
    model: &'a Arena,
    end: Option<Instant>,
}

impl Naive<'_> {
    /// The states with a transition of an action into a set.
    fn before(&self, action: Option<u32>, set: &Bitmap) -> Bitmap {
        let graph = &self.model.graph;
        let mut found = Bitmap::new(graph.vertex_count());
        for from in graph.vertices() {
            for edge in graph.edge_range(from) {
                let fits = action.is_none_or(|action| self.model.labels.get(edge) == Some(action));
                if fits && set.get(graph.targets()[edge] as usize) {
                    found.set(from as usize);
                    break;
                }
            }
        }
        found
    }

    fn fix(
        &self,
        greatest: bool,
        mut step: impl FnMut(&Bitmap) -> Option<Bitmap>,
    ) -> Option<Bitmap> {
        let nothing = Bitmap::new(self.model.graph.vertex_count());
        let mut set = if greatest { nothing.complement() } else { nothing };
        loop {
            if self.end.is_some_and(|end| Instant::now() > end) {
                return None;
            }
            let next = step(&set)?;
            if next.words() == set.words() {
                return Some(set);
            }
            set = next;
        }
    }

    fn evaluate(&self, kind: &str) -> Option<Bitmap> {
        let all = || Bitmap::new(self.model.graph.vertex_count()).complement();
        let [a, b, c] = [0, 1, 2].map(Some);
        match kind {
            "1" => {
                let done = self.before(a, &all());
                let can = self.fix(false, |y| Some(or(self.before(None, y), &done)))?;
                self.fix(true, |x| {
                    let bad = self.before(None, &x.clone().complement());
                    Some(and(bad.complement(), &can))
                })
            }
            "2" => self.fix(true, |x| {
                let again = self.before(a, x);
                self.fix(false, |y| Some(or(self.before(None, y), &again)))
            }),
            _ => self.fix(false, |z| {
                let out = self.before(c, z);
                self.fix(true, |x| {
                    let again = or(self.before(a, x), &out);
                    self.fix(false, |y| Some(or(self.before(b, y), &again)))
                })
            }),
        }
    }
}

fn or(mut one: Bitmap, two: &Bitmap) -> Bitmap {
    one.words_mut().iter_mut().zip(two.words()).for_each(|(one, two)| *one |= two);
    one
}

fn and(mut one: Bitmap, two: &Bitmap) -> Bitmap {
    one.words_mut().iter_mut().zip(two.words()).for_each(|(one, two)| *one &= two);
    one
}

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) as usize) % bound
    }
}

fn model(states: usize, edges: Vec<(Vertex, Vertex, u32)>) -> Arena {
    let mut sorted = edges;
    sorted.sort_by_key(|&(from, ..)| from);
    let labels: Vec<u32> = sorted.iter().map(|&(.., label)| label).collect();
    let graph = Graph::from_edges(states, sorted.iter().map(|&(from, to, _)| (from, to)));
    let words = Names::written(LABELS.len(), |word, text| text.push_str(LABELS[word as usize]));
    Arena {
        labels: Labels::new(words, Column::from(labels)),
        ..Arena::from(graph.expect("in range"))
    }
}

/// Transitions anywhere.
fn random(states: usize) -> Arena {
    let mut dice = Dice(1);
    let count = states * TRANSITIONS / STATES;
    let edges = (0..count).map(|_| {
        (dice.below(states) as Vertex, dice.below(states) as Vertex, dice.below(3) as u32)
    });
    let edges = edges.collect();
    model(states, edges)
}

/// A chain with short steps back, `a` only at its end: what happens there is felt far away.
fn long(states: usize) -> Arena {
    let mut dice = Dice(2);
    let mut edges = Vec::new();
    for state in 0..states {
        let next = (state + 1) % states;
        let label = if state + 1 == states { 0 } else { 1 };
        edges.push((state as Vertex, next as Vertex, label));
        for label in [1, 2] {
            let back = state.saturating_sub(dice.below(50));
            edges.push((state as Vertex, back as Vertex, label));
        }
    }
    model(states, edges)
}
