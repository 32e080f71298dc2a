//! Lines and explanations of every objective: a line is one that the solution's claims hold for,
//! looked at by plain code that knows the rules and nothing of the solvers.

use retrograde::{
    Acceptance, AnyValue, Arena, Colors, Detail, End, Error, Extremum, Graph, Grundy, Objective,
    Options, Outcome, Player, Ratio, Recurs, RegionSolution, Side, Solution, Told, Turn, Vertex,
    View, Winners, explain, line, solve, verify, words,
};

/// Numbers that look random, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % sides
    }
}

/// A small arena with everything that any objective needs; `least` moves everywhere.
fn arena(dice: &mut Dice, least: u64) -> Arena {
    let vertices = 1 + dice.below(6);
    let mut edges = Vec::new();
    for from in 0..vertices {
        for _ in 0..least + dice.below(4 - least) {
            edges.push((from as Vertex, dice.below(vertices) as Vertex));
        }
    }
    let mut arena = Arena::from(Graph::from_edges(vertices as usize, edges).unwrap());
    for vertex in 0..vertices as usize {
        arena.owners.set(vertex, Player::try_from(dice.below(2)).unwrap());
        arena.priorities.set(vertex, dice.below(5) as u32);
        arena.targets.set(vertex, dice.below(3) == 0);
        arena.colors.set(vertex, dice.below(16));
    }
    for edge in 0..arena.graph.edge_count() {
        arena.weights.set(edge, dice.below(9) as i64 - 4);
        match dice.below(3) {
            0 => arena.players.set(edge, Side::Left),
            1 => arena.players.set(edge, Side::Right),
            _ => {}
        }
    }
    arena
}

fn objectives() -> Vec<Objective> {
    let mut all: Vec<Objective> = Objective::ALL
        .into_iter()
        .map(|objective| match objective {
            Objective::Muller(_) => Objective::Muller("Inf(0)&Fin(1) | Inf(2)&Inf(3)".parse().ok()),
            other => other,
        })
        .collect();
    all.push(Objective::Parity(Extremum::Min));
    all.push(Objective::Outcome(retrograde::Convention::Misere));
    all
}

/// The vertices of a line, each of which a move leads to from the one before.
fn vertices(arena: &Arena, told: &Told<'_>) -> Vec<Vertex> {
    let path: Vec<Vertex> =
        told.steps.iter().map(|step| arena.vertex(&step.vertex).unwrap()).collect();
    for (place, step) in told.steps.iter().enumerate() {
        let next = match told.end {
            End::Repeats(back) if place + 1 == path.len() => Some(path[back]),
            _ => path.get(place + 1).copied(),
        };
        let chosen = step.chosen.as_ref().map(|chosen| arena.vertex(&chosen.name).unwrap());
        assert_eq!(chosen, next, "the move leads to the next position");
        if let Some(to) = next {
            assert!(arena.graph.successors(path[place]).contains(&to), "there is such a move");
        }
    }
    path
}

/// The weight of a move: of parallel ones, the best for whoever moves.
fn weight(arena: &Arena, from: Vertex, to: Vertex) -> i64 {
    let edges = arena.graph.edge_range(from);
    let weights = edges.filter(|&e| arena.graph.targets()[e] == to).map(|e| arena.weight(e));
    match arena.owner(from) {
        Some(Player::Zero) => weights.max().unwrap(),
        _ => weights.min().unwrap(),
    }
}

/// Who wins a play, by what player 0 wants of it; without payoffs.
fn winner(arena: &Arena, objective: &Objective, path: &[Vertex], end: End) -> Player {
    let zero_if = |holds: bool| if holds { Player::Zero } else { Player::One };
    let target = |&vertex: &Vertex| arena.is_target(vertex);
    match objective {
        Objective::Reachability if path.iter().any(target) => return Player::Zero,
        Objective::Safety if path.iter().any(target) => return Player::One,
        _ => {}
    }
    let round = match end {
        End::Repeats(back) => &path[back..],
        _ => {
            let last = *path.last().unwrap();
            assert!(arena.graph.is_terminal(last), "a play ends where there is no move");
            return arena.owner(last).unwrap().opponent();
        }
    };
    let priorities = || round.iter().map(|&vertex| arena.priority(vertex).unwrap());
    let colors = round.iter().map(|&v| arena.colors(v)).fold(Colors::EMPTY, Colors::union);
    let accepts = |wanted: &Acceptance| zero_if(wanted.accepts(colors));
    match objective {
        Objective::Reachability => Player::One,
        Objective::Safety => Player::Zero,
        Objective::Buchi => zero_if(round.iter().any(target)),
        Objective::Cobuchi => zero_if(!round.iter().any(target)),
        Objective::Parity(Extremum::Max) => zero_if(priorities().max().unwrap() % 2 == 0),
        Objective::Parity(Extremum::Min) => zero_if(priorities().min().unwrap() % 2 == 0),
        Objective::Muller(Some(wanted))
        | Objective::Rabin(Some(wanted))
        | Objective::Streett(Some(wanted)) => accepts(wanted),
        other => panic!("{other} has no winner"),
    }
}

fn check_line(arena: &Arena, solution: &Solution, from: Vertex, turn: Turn, told: &Told<'_>) {
    let path = vertices(arena, told);
    let (objective, length) = (&told.objective, path.len() as u32 - 1);
    let over = told.end == End::Over;
    let sum_of = |path: &[Vertex]| -> i128 {
        path.windows(2).map(|pair| i128::from(weight(arena, pair[0], pair[1]))).sum()
    };
    match solution.value(from) {
        AnyValue::Outcome(value) => match value.distance() {
            Some(distance) => assert_eq!((over, length), (true, distance.0)),
            None => assert!(path.iter().all(|&v| solution.value(v).to_string() == "draw")),
        },
        AnyValue::Grundy(value) => {
            assert_eq!(over, value.outcome() != Outcome::Draw, "what is decided ends");
            for (place, pair) in path.windows(2).enumerate() {
                let [here, there] = [pair[0], pair[1]].map(|vertex| match solution.value(vertex) {
                    AnyValue::Grundy(value) => value,
                    other => panic!("{other}"),
                });
                let wins = here.outcome() == Outcome::Win;
                assert!(!wins || there == Grundy::Finite(0), "step {place} moves to 0");
            }
            // Whoever makes the last move wins.
            let first = length % 2 == 1;
            assert!(!over || first == (value.outcome() == Outcome::Win));
        }
        AnyValue::Asymmetric(first, second) => {
            let last_moved = match (length % 2 == 1, turn) {
                (true, turn) => turn,
                (false, turn) => turn.other(),
            };
            // For player 0: win by the last move, draw if player 1 made it, loss without end.
            let reached = match (over, last_moved) {
                (true, Turn::First) => Outcome::Win,
                (true, Turn::Second) => Outcome::Draw,
                (false, _) => Outcome::Lose,
            };
            let claimed = match turn {
                Turn::First => first,
                Turn::Second => second.for_opponent(),
            };
            assert_eq!(reached, claimed);
        }
        AnyValue::Partizan(left, right) => {
            let value = if turn == Turn::First { left } else { right };
            match value.distance() {
                Some(distance) => assert_eq!((over, length), (true, distance.0)),
                None => assert!(!over || length > 0 || arena.graph.is_terminal(from)),
            }
            for (place, pair) in path.windows(2).enumerate() {
                let side = if place % 2 == 0 { turn.side() } else { turn.other().side() };
                let open = |&edge: &usize| {
                    arena.graph.targets()[edge] == pair[1]
                        && arena.player(edge).is_none_or(|player| player == side)
                };
                assert!(arena.graph.edge_range(pair[0]).any(|edge| open(&edge)), "{side} may not");
            }
        }
        AnyValue::Winner(claimed) => {
            assert_eq!(winner(arena, objective, &path, told.end), claimed);
        }
        AnyValue::Credit(credit) => {
            let End::Repeats(back) = told.end else { panic!("energy plays never end") };
            let mut round = path[back..].to_vec();
            round.push(path[back]);
            match credit {
                Some(credit) => {
                    // Twice round and never below zero.
                    let mut play = path.clone();
                    play.extend(&round[..]);
                    for upto in 1..=play.len() {
                        assert!(credit as i128 + sum_of(&play[..upto]) >= 0, "the credit lasts");
                    }
                    assert!(sum_of(&round) >= 0);
                }
                None => assert!(sum_of(&round) < 0),
            }
            assert!(matches!(told.recurs, Some(Recurs::Sum { sum, .. }) if sum == sum_of(&round)));
        }
        AnyValue::Mean(value) => {
            let End::Repeats(back) = told.end else { panic!("payoff plays never end") };
            let mut round = path[back..].to_vec();
            round.push(path[back]);
            let mean = Ratio::new(sum_of(&round), round.len() as u32 - 1).unwrap();
            assert_eq!((mean, told.recurs), (value, Some(Recurs::Mean(value))));
        }
        other => panic!("{other}"),
    }
    if let (AnyValue::Winner(claimed), Some(recurs)) = (solution.value(from), told.recurs) {
        let said = match recurs {
            Recurs::Priority { winner, .. }
            | Recurs::Targets { winner, .. }
            | Recurs::Colors { winner, .. } => winner,
            other => panic!("{other:?}"),
        };
        assert_eq!(said, claimed);
    }
    assert!(!told.ending.is_empty());
}

#[test]
fn lines_of_every_objective_are_what_the_solution_claims() {
    let (mut dice, options) = (Dice(1), Options::default());
    for _ in 0..120 {
        let with_ends = arena(&mut dice, 0);
        let without = arena(&mut dice, 1);
        for objective in objectives() {
            let payoff = matches!(objective, Objective::Energy | Objective::MeanPayoff);
            let arena = if payoff { &without } else { &with_ends };
            let solution = solve(arena, &objective, &options).unwrap().solution;
            verify(arena, &solution, &options).unwrap();
            let either = objective.facts().view == View::EitherMover;
            for from in arena.graph.vertices() {
                for turn in Turn::BOTH.into_iter().take(if either { 2 } else { 1 }) {
                    let told = line(arena, &solution, from, turn, None, &options).unwrap();
                    check_line(arena, &solution, from, turn, &told);
                    let detail = Detail { turn: Some(turn), ..Detail::ALL };
                    let explained = explain(arena, &solution, from, detail, &options).unwrap();
                    // As many positions as the line has, each with the line's move marked and first.
                    assert_eq!(explained.positions.len(), told.steps.len(), "{objective}");
                    for (position, step) in explained.positions.iter().zip(&told.steps) {
                        assert_eq!(position.vertex, step.vertex);
                        let best = position.moves.iter().position(|told| told.best);
                        assert_eq!(best, step.chosen.as_ref().map(|_| 0), "{objective}");
                        let first = position.moves.first().filter(|told| told.best);
                        let first = first.map(|told| &told.chosen);
                        assert_eq!(first, step.chosen.as_ref(), "{objective}");
                    }
                    assert!(!words::explanation(&explained).is_empty());
                    let short = explain(arena, &solution, from, Detail::default(), &options);
                    assert!(words::explanation(&short.unwrap()).lines().count() < 40);
                    let cut = line(arena, &solution, from, turn, Some(1), &options).unwrap();
                    assert_eq!(cut.steps.len(), 1, "{objective}");
                }
            }
        }
    }
}

#[test]
fn what_is_open_is_called_open() {
    let mut dice = Dice(7);
    let arena = arena(&mut dice, 1);
    let vertices = arena.graph.vertex_count();
    let unknown: Winners = vec![None; vertices].into_iter().collect();
    let strategy = Some(vec![None; vertices].into_iter().collect());
    let solution = Solution::new(Objective::PARITY, RegionSolution { winners: unknown, strategy });
    let options = Options::default();
    let told = line(&arena, &solution, 0, Turn::First, None, &options).unwrap();
    assert_eq!((told.steps.len(), told.end), (1, End::Open));
    assert_eq!(told.ending, "nothing is known of 0: the solver was stopped before it knew");
    let explained = explain(&arena, &solution, 0, Detail::default(), &options).unwrap();
    assert!(explained.open);
    let text = words::explanation(&explained);
    assert!(text.starts_with("Nothing is known of 0"), "{text}");
    assert!(text.contains("nothing is known there"), "{text}");
    let none = line(&arena, &solution, vertices as Vertex, Turn::First, None, &options);
    assert!(matches!(none, Err(Error::Graph(_))), "{none:?}");
}

#[test]
fn a_long_explanation_says_how_much_is_left_out() {
    let edges = (1..100_u32).map(|to| (0, to)).collect::<Vec<_>>();
    let arena = Arena::from(Graph::from_edges(100, edges).unwrap());
    let solution = solve(&arena, &Objective::OUTCOME, &Options::default()).unwrap().solution;
    let explained = explain(&arena, &solution, 0, Detail::default(), &Options::default()).unwrap();
    assert_eq!((explained.positions[0].moves.len(), explained.positions[0].more), (20, 79));
    assert!(explained.cut);
    assert!(words::explanation(&explained).contains("… and 79 more moves\n"));
    let all = explain(&arena, &solution, 0, Detail::ALL, &Options::default()).unwrap();
    assert_eq!((all.positions[0].moves.len(), all.cut), (99, false));
}
