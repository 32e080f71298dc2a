//! A sketch and a builder that are told the same make the same arena, or refuse it alike.

use retrograde_core::{Arena, ArenaBuilder, Colors, GraphError, Outcome, Player, Side, Sketch};

/// Numbers that look random, the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed >> 33) % limit
    }

    fn name(&mut self, words: bool) -> String {
        let number = self.below(12);
        if words && number.is_multiple_of(3) { format!("v{number}") } else { number.to_string() }
    }
}

fn told_both(dice: &mut Dice, sketch: &mut Sketch) -> Result<Arena, GraphError> {
    let mut builder = ArenaBuilder::new();
    let words = dice.below(2) == 0;
    // Few values, so that most are repeated and some contradict.
    let values = 1 + u64::from(dice.below(6) == 0);
    for _ in 0..dice.below(12) {
        let name = dice.name(words);
        let vertex = builder.vertex(&name)?;
        sketch.vertex(&name);
        for _ in 0..dice.below(4) {
            let value = dice.below(values);
            match dice.below(6) {
                0 => {
                    sketch.owner(value);
                    builder.set_owner(vertex, Player::try_from(value)?)?;
                }
                1 => {
                    sketch.priority(value as u32);
                    builder.set_priority(vertex, value as u32)?;
                }
                2 => {
                    sketch.target();
                    builder.set_target(vertex, true)?;
                }
                3 => {
                    sketch.colors([value as u32, 3]);
                    builder.set_colors(vertex, Colors(1 << value | 0b1000))?;
                }
                4 if dice.below(8) == 0 => {
                    let verdict = [Outcome::Win, Outcome::Lose][value as usize];
                    sketch.verdict(verdict);
                    builder.set_verdict(vertex, verdict)?;
                }
                _ => {
                    let name = dice.name(words);
                    let to = builder.vertex(&name)?;
                    sketch.to(&name);
                    match dice.below(3) {
                        0 => builder.edge(vertex, to)?,
                        _ => {
                            let weight = dice.below(100) as i64 - 50;
                            sketch.weight(weight);
                            builder.weighted_edge(vertex, to, weight)?;
                        }
                    }
                    if dice.below(3) == 0 {
                        let side = Side::BOTH[dice.below(2) as usize];
                        sketch.player(side);
                        builder.set_last_player(side);
                    }
                }
            }
        }
    }
    builder.finish()
}

#[test]
fn a_sketch_and_a_builder_agree() {
    let (mut good, mut refused) = (0, 0);
    for seed in 0..20_000 {
        let mut sketch = Arena::sketch();
        let built = told_both(&mut Dice(seed), &mut sketch);
        *if built.is_ok() { &mut good } else { &mut refused } += 1;
        assert_eq!(sketch.arena(), built, "seed {seed}");
    }
    assert!(good > 1000 && refused > 1000, "{good} {refused}");
}

#[test]
fn a_million_edges_by_number_are_those_of_the_graph() {
    let count = 1_000_000_u32;
    let next = |vertex: u32| (u64::from(vertex) * 7919 + 1) as u32 % count;
    let arena = Arena::sketch().edges((0..count).map(|v| (v, next(v)))).arena().unwrap();
    assert_eq!(arena.graph.edge_count(), count as usize);
    let name = |vertex| arena.names.number(vertex).unwrap() as u32;
    assert!(arena.graph.edges().all(|(from, to)| name(to) == next(name(from))));
}
