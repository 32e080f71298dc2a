//! A small game for each objective, with a solution that is right and one that is not.

use retrograde_core::{
    Arena, AsymmetricSolution, Convention, Distance, EnergySolution, Graph, GrundyValues, Mealy,
    MealySolution, MealyStep, MeanPayoffSolution, Objective, Outcome, OutcomeSolution,
    PartizanOutcomes, PartizanSolution, Player, Ratio, RegionSolution, Solution, Strategies,
    Strategy, Value, Vertex, Winners,
};

pub(crate) struct Case {
    pub(crate) arena: Arena,
    pub(crate) objective: Objective,
    pub(crate) right: Solution,
    pub(crate) wrong: Solution,
}

impl Case {
    fn new<A: Into<retrograde_core::Answer>>(
        arena: Arena,
        objective: Objective,
        answer: impl Fn(bool) -> A,
    ) -> Self {
        let [right, wrong] =
            [true, false].map(|is_right| Solution::new(objective.clone(), answer(is_right)));
        Case { arena, objective, right, wrong }
    }
}

/// 0 → 1 → 2.
fn path() -> Arena {
    Arena::from(Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap())
}

/// Player 0 moves from 0 to 1, from where player 1 has to come back, or to 2, where player 1 stays.
/// 1 is a target, of priority 2 and colour 0; 2 has the colour 1. A round by 1 earns 1, each stay at
/// 2 costs 1.
fn fork() -> Arena {
    let mut arena = Arena::from(Graph::from_edges(3, [(0, 1), (0, 2), (1, 0), (2, 2)]).unwrap());
    let owners = [Player::Zero, Player::One, Player::One];
    arena.owners = owners.into_iter().enumerate().collect();
    arena.priorities = [1, 2, 1].into_iter().enumerate().collect();
    arena.targets = [(1, true)].into_iter().collect();
    arena.colors = [(1, 0b01), (2, 0b10)].into_iter().collect();
    arena.weights = [(0, 1), (3, -1)].into_iter().collect();
    arena
}

fn strategy(moves: [Option<Vertex>; 3]) -> Strategy {
    moves.into_iter().collect()
}

fn winners(numbers: [u8; 3]) -> Winners {
    let player = |number| Some(if number == 0 { Player::Zero } else { Player::One });
    numbers.into_iter().map(player).collect()
}

/// In order of [`Objective::ALL`], those with two kinds of answers one after the other.
pub(crate) fn cases() -> Vec<Case> {
    let (win, lose) = (|d| Value::Win(Distance(d)), |d| Value::Lose(Distance(d)));
    let onwards = || strategy([Some(1), Some(2), None]);
    let values = |last| OutcomeSolution::new([lose(2), win(1), last].into_iter().collect(), None);
    let outcome = Case::new(path(), Objective::OUTCOME, |right| {
        let first = if right { 2 } else { 4 };
        let values = [lose(first), win(1), lose(0)];
        OutcomeSolution::new(values.into_iter().collect(), Some(onwards()))
    });
    let asymmetric = Case::new(path(), Objective::Asymmetric, |right| {
        let last = if right { Outcome::Draw } else { Outcome::Lose };
        AsymmetricSolution {
            first: [Outcome::Draw, Outcome::Win, last].into_iter().collect(),
            second: [Outcome::Lose, Outcome::Draw, Outcome::Lose].into_iter().collect(),
            strategies: Some(Strategies { first: onwards(), second: onwards() }),
        }
    });
    let grundy = Case::new(path(), Objective::Grundy, |right| {
        GrundyValues::from_finite(vec![0, if right { 1 } else { 2 }, 0])
    });
    let partizan = Case::new(path(), Objective::Partizan(Convention::Normal), |right| {
        let last = if right { lose(0) } else { Value::Draw };
        PartizanSolution { left_first: values(lose(0)), right_first: values(last) }
    });
    let by_outcomes = Case::new(path(), Objective::Partizan(Convention::Normal), |right| {
        let last = if right { lose(0) } else { Value::Draw };
        PartizanOutcomes::from(PartizanSolution {
            left_first: values(lose(0)),
            right_first: values(last),
        })
    });
    let mut cases = vec![outcome, asymmetric, grundy, partizan, by_outcomes];
    for (objective, won, first, last) in [
        (Objective::Reachability, [0, 0, 1], 1, Some(2)),
        (Objective::Safety, [0, 1, 0], 2, None),
        (Objective::Buchi, [0, 0, 1], 1, Some(2)),
        (Objective::Cobuchi, [0, 0, 0], 2, None),
        (Objective::PARITY, [0, 0, 1], 1, Some(2)),
    ] {
        cases.push(Case::new(fork(), objective, |right| RegionSolution {
            winners: winners(won),
            strategy: Some(strategy([Some(if right { first } else { 3 - first }), None, last])),
        }));
    }
    cases.push(Case::new(fork(), Objective::Energy, |right| EnergySolution {
        winners: winners([0, 0, 1]),
        credits: [Some(0), Some(if right { 0 } else { 1 }), None].into_iter().collect(),
        strategy: Some(strategy([Some(1), None, Some(2)])),
    }));
    cases.push(Case::new(fork(), Objective::MeanPayoff, |right| {
        let half = Ratio::new(1, 2);
        let second = if right { half } else { Some(Ratio::from(0)) };
        MeanPayoffSolution {
            values: [half, second, Some(Ratio::from(-1))].into_iter().collect(),
            strategy: Some(strategy([Some(1), Some(0), Some(2)])),
            bounds: None,
        }
    }));
    let colors = |text: &str| Some(text.parse().unwrap());
    for objective in [
        Objective::Muller(colors("Inf(0)")),
        Objective::Rabin(colors("Fin(1)&Inf(0)")),
        Objective::Streett(colors("Fin(1) | Inf(0)")),
    ] {
        let step = |vertex, to| MealyStep { vertex, memory: 0, to, next: 0 };
        let machine = |player, steps| Mealy::new(player, 3, 1, 0, steps).unwrap();
        let machines = || {
            let zero = machine(Player::Zero, vec![step(0, Some(1)), step(1, None)]);
            [zero, machine(Player::One, vec![step(2, Some(2))])]
        };
        cases.push(Case::new(fork(), objective.clone(), |right| {
            let mut solution = MealySolution::new(winners([0, 0, 1]), Some(machines()));
            let moves = solution.moves.as_mut().expect("moves of machines");
            moves.set(0, Some(if right { 1 } else { 2 }));
            solution
        }));
        cases.push(Case::new(fork(), objective, |right| {
            let won = winners([0, 0, if right { 1 } else { 0 }]);
            let moves = Some(strategy([Some(1), None, Some(2)]));
            MealySolution { winners: won, machines: None, moves }
        }));
    }
    cases
}
