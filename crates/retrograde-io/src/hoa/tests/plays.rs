//! Plays of games that are read are won as the format says.

use proptest::prelude::*;

use super::{colors, file, game, read_game};

/// A formula as anyone would write the type down.
#[derive(Clone, Debug)]
enum Plain {
    Constant(bool),
    /// Whether a transition in the set, or one not in it, is taken infinitely often.
    Inf {
        inside: bool,
        set: u32,
    },
    Not(Box<Plain>),
    Join(bool, Box<Plain>, Box<Plain>),
}

impl Plain {
    fn any() -> impl Strategy<Value = Plain> {
        let inf = (any::<bool>(), 0..3_u32).prop_map(|(inside, set)| Plain::Inf { inside, set });
        let leaf = prop_oneof![
            1 => any::<bool>().prop_map(Plain::Constant),
            4 => inf.clone(),
            4 => inf.prop_map(|inf| Plain::Not(Box::new(inf))),
        ];
        leaf.prop_recursive(4, 12, 2, |part| {
            (any::<bool>(), part.clone(), part)
                .prop_map(|(and, one, other)| Plain::Join(and, Box::new(one), Box::new(other)))
        })
    }

    /// Whether it holds of a play that takes transitions with these sets for ever.
    fn holds(&self, taken: &[u32]) -> bool {
        match self {
            Plain::Constant(value) => *value,
            Plain::Inf { inside, set } => {
                taken.iter().any(|sets| (sets >> set & 1 == 1) == *inside)
            }
            Plain::Not(part) => !part.holds(taken),
            Plain::Join(true, one, other) => one.holds(taken) && other.holds(taken),
            Plain::Join(false, one, other) => one.holds(taken) || other.holds(taken),
        }
    }

    fn text(&self) -> String {
        let named = |word: &str, inside: bool, set: u32| {
            format!("{word}({}{set})", if inside { "" } else { "!" })
        };
        match self {
            Plain::Constant(value) => if *value { "t" } else { "f" }.to_owned(),
            &Plain::Inf { inside, set } => named("Inf", inside, set),
            Plain::Not(part) => match **part {
                Plain::Inf { inside, set } => named("Fin", inside, set),
                _ => unreachable!("only terms are negated"),
            },
            Plain::Join(true, one, other) => format!("({}) & ({})", one.text(), other.text()),
            Plain::Join(false, one, other) => format!("({}) | ({})", one.text(), other.text()),
        }
    }
}

/// Sets in braces, or nothing where there are none.
fn signature(sets: u32) -> String {
    let listed = (0..3).filter(|set| sets >> set & 1 == 1).map(|set| format!("{set} "));
    if sets == 0 { String::new() } else { format!("{{{}}}", listed.collect::<String>()) }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Along any cycle, player 0's condition holds exactly if the formula does not.
    #[test]
    fn cycles_are_accepted_where_the_formula_holds(
        formula in Plain::any(),
        states in proptest::collection::vec(
            (0..8_u32, proptest::collection::vec((0..4_usize, 0..8_u32), 1..4), 0..4_usize),
            1..5,
        ),
    ) {
        let count = states.len();
        let body: String = states
            .iter()
            .enumerate()
            .map(|(state, (on_state, moves, _))| {
                let moves = moves.iter().map(|(to, sets)| format!(" {} {}", to % count, signature(*sets)));
                format!("State: {state} {} {}\n", signature(*on_state), moves.collect::<String>())
            })
            .collect();
        let arena = read_game(&game(&format!("3 {}", formula.text()), &"0 ".repeat(count), &body)).unwrap();
        // Everyone sticks to one move; after as many as there are states, the play is in its cycle.
        let (mut state, mut vertex) = (0, 0);
        let (mut taken, mut seen, mut highest) = (Vec::new(), 0, 0);
        let marks = colors(&arena);
        for step in 0..3 * count {
            let (on_state, moves, choice) = &states[state];
            let choice = choice % moves.len();
            let mut passed = vec![vertex];
            let mut next = arena.graph.successors(vertex)[choice];
            if next as usize >= count {
                passed.push(next);
                next = arena.graph.successors(next)[0];
            }
            if step >= count {
                taken.push(on_state | moves[choice].1);
                for vertex in passed {
                    seen |= marks[vertex as usize];
                    highest = highest.max(arena.priorities.get(vertex as usize).unwrap_or(0));
                }
            }
            state = moves[choice].0 % count;
            vertex = next;
            prop_assert_eq!(vertex as usize, state);
        }
        let zero_wins = match &arena.acceptance {
            Some(acceptance) => acceptance.accepts(retrograde_core::Colors(seen)),
            None => highest % 2 == 0,
        };
        prop_assert_eq!(zero_wins, !formula.holds(&taken), "{}", formula.text());
    }
    /// Along any cycle, the largest priority is odd exactly if the colours on it are accepted.
    #[test]
    fn cycles_keep_their_winner(
        max in any::<bool>(),
        odd in any::<bool>(),
        cycle in proptest::collection::vec(proptest::option::of(0..4_u32), 1..6),
        detours in proptest::collection::vec(proptest::option::of(0..4_u32), 6),
    ) {
        let colour = |of: &Option<u32>| of.map_or(String::new(), |colour| format!("{{{colour}}}"));
        let count = cycle.len();
        let body: String = (0..count)
            .map(|at| {
                let (here, aside) = (colour(&cycle[at]), colour(&detours[at]));
                format!("State: {at} {} {here} 0 {aside}\n", (at + 1) % count)
            })
            .collect();
        let name = format!("parity {} {} 4", if max { "max" } else { "min" }, if odd { "odd" } else { "even" });
        let arena = read_game(&file(&name, &"0 ".repeat(count), &body)).unwrap();
        let (mut at, mut largest) = (0, 0);
        loop {
            largest = largest.max(arena.priorities.get(at as usize).unwrap());
            at = arena.graph.successors(at)[0];
            if at == 0 {
                break;
            }
        }
        let seen = cycle.iter().flatten().copied();
        // Where no colour is seen, the one past the end decides.
        let decides = if max { seen.max().map_or(-1, i64::from) } else { seen.min().map_or(4, i64::from) };
        prop_assert_eq!(largest % 2 == 1, (decides.rem_euclid(2) == 1) == odd);
    }
}
