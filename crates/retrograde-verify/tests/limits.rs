//! Large games: what checks take is what was estimated, and they end when they are told to.

use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use retrograde_core::{
    Allowance, Answer, Arena, AsymmetricSolution, Cancel, Control, Convention, EnergySolution,
    Graph, Grundy, GrundyValues, Mealy, MealySolution, MealyStep, MeanPayoffSolution, Objective,
    Outcome, OutcomeSolution, Outcomes, PartizanOutcomes, Player, Question, Ratio, RegionSolution,
    Solution, Stopped, Strategy, Value, Vertex, Winners,
};
use retrograde_verify::{Options, VerifyError, estimate, verify};

/// Both tests look at the whole process, and want it for themselves.
static ALONE: Mutex<()> = Mutex::new(());

/// Vertices in a ring, all of them `owner`'s. The first is a target and has a colour, and moving on
/// from there earns `weight`.
fn ring(n: u32, owner: Player, weight: i64) -> Arena {
    let next = |v| (v, (v + 1) % n);
    let mut arena = Arena::from(Graph::from_edges(n as usize, (0..n).map(next)).unwrap());
    arena.owners = (0..n as usize).map(|v| (v, owner)).collect();
    arena.targets = [(0, true)].into_iter().collect();
    arena.colors = [(0, 1)].into_iter().collect();
    arena.weights = [(0, weight)].into_iter().collect();
    arena
}

/// Vertices of priorities 2, 4, 6, … in a row, each connected both ways with the next, and beside
/// each, both ways, one of the priority below. Player 0 wins all of it, and to see that there are as
/// many components inside each other as vertices to look at.
fn comb(n: u32) -> Arena {
    let row = (1..n / 2).flat_map(|v| [(2 * v - 1, 2 * v + 1), (2 * v + 1, 2 * v - 1)]);
    let teeth = (0..n / 2).flat_map(|v| [(2 * v, 2 * v + 1), (2 * v + 1, 2 * v)]);
    let mut arena = Arena::from(Graph::from_edges(n as usize, row.chain(teeth)).unwrap());
    arena.owners = (0..n as usize).map(|v| (v, Player::One)).collect();
    arena.priorities = (0..n).map(|v| (v as usize, v + 1)).collect();
    arena
}

fn won(n: u32, player: Player) -> Winners {
    (0..n).map(|_| Some(player)).collect()
}

fn around(n: u32) -> Strategy {
    (0..n).map(|v| Some((v + 1) % n)).collect()
}

fn nowhere(n: u32) -> Strategy {
    Strategy::empty(n as usize)
}

/// A game of `n` vertices for the objective.
fn arena(objective: &Objective, n: u32) -> Arena {
    match objective {
        Objective::Parity(_) => comb(n),
        Objective::Energy => ring(n, Player::One, -1),
        Objective::MeanPayoff => ring(n, Player::Zero, 1),
        _ => ring(n, Player::One, 0),
    }
}

/// A solution of it that holds.
fn answer(objective: &Objective, n: u32) -> Answer {
    let all = |outcome: Outcome| (0..n).map(|_| outcome).collect::<Outcomes>();
    match objective {
        Objective::Outcome(_) => {
            OutcomeSolution::new((0..n).map(|_| Value::Draw).collect(), Some(around(n))).into()
        }
        Objective::Asymmetric => AsymmetricSolution {
            first: all(Outcome::Lose),
            second: all(Outcome::Win),
            strategies: None,
        }
        .into(),
        Objective::Grundy => {
            let mut values = GrundyValues::default();
            (0..n).for_each(|_| values.push(Grundy::Loopy(&[])));
            values.into()
        }
        Objective::Partizan(_) => {
            let draws = all(Outcome::Draw);
            PartizanOutcomes { left_first: draws.clone(), right_first: draws }.into()
        }
        Objective::Energy => EnergySolution {
            winners: won(n, Player::One),
            credits: (0..n).map(|_| None).collect(),
            strategy: Some(around(n)),
        }
        .into(),
        Objective::MeanPayoff => MeanPayoffSolution {
            values: (0..n).map(|_| Ratio::new(1, n)).collect(),
            strategy: Some(around(n)),
            bounds: None,
        }
        .into(),
        Objective::Muller(_) => {
            MealySolution { winners: won(n, Player::Zero), machines: None, moves: None }.into()
        }
        Objective::Rabin(_) => {
            let step = |vertex: Vertex| MealyStep { vertex, memory: 0, to: None, next: 0 };
            let machine = |player, steps| Mealy::new(player, n as usize, 1, 0, steps).unwrap();
            let machines =
                [machine(Player::Zero, (0..n).map(step).collect()), machine(Player::One, vec![])];
            MealySolution::new(won(n, Player::Zero), Some(machines)).into()
        }
        Objective::Safety | Objective::Cobuchi => {
            RegionSolution { winners: won(n, Player::One), strategy: Some(around(n)) }.into()
        }
        _ => RegionSolution { winners: won(n, Player::Zero), strategy: Some(nowhere(n)) }.into(),
    }
}

fn objectives() -> Vec<Objective> {
    let colors = |text: &str| Some(text.parse().unwrap());
    vec![
        Objective::OUTCOME,
        Objective::Asymmetric,
        Objective::Grundy,
        Objective::Partizan(Convention::Normal),
        Objective::Reachability,
        Objective::Safety,
        Objective::Buchi,
        Objective::Cobuchi,
        Objective::PARITY,
        Objective::Energy,
        Objective::MeanPayoff,
        Objective::Muller(colors("Inf(0)&Fin(1)")),
        Objective::Rabin(colors("Inf(0)&Fin(1)")),
    ]
}

#[test]
fn no_check_takes_more_than_was_estimated() {
    let _alone = ALONE.lock();
    let n = 1_000_000;
    for objective in objectives() {
        let arena = arena(&objective, n);
        // Estimated without the question, which counts: it is made after the allowance.
        let bytes = estimate(&Question::new(&arena, &objective).unwrap());
        let memory = Some(Allowance::from_now(bytes));
        let question = Question::new(&arena, &objective).unwrap();
        let solution = Solution::new(objective.clone(), answer(&objective, n));
        let control = Control { memory, ..Control::ALONE };
        let checked = verify(&question, &solution, &Options { control, ..Options::default() });
        assert!(checked.is_ok(), "{objective}: {bytes} bytes, {checked:?}");
    }
}

#[test]
fn checks_end_soon_after_they_are_told_to() {
    let _alone = ALONE.lock();
    let n = 5_000_000;
    let objective = Objective::PARITY;
    let arena = arena(&objective, n);
    let question = Question::new(&arena, &objective).unwrap();
    let solution = Solution::new(objective.clone(), answer(&objective, n));
    for after in [10, 300, 900] {
        let cancel = Cancel::new();
        let control = Control { cancel: Some(&cancel), ..Control::ALONE };
        let options = Options { control, ..Options::default() };
        let (verdict, told, ended) = thread::scope(|scope| {
            let switch = scope.spawn(|| {
                thread::sleep(Duration::from_millis(after));
                let told = Instant::now();
                cancel.cancel();
                told
            });
            let verdict = verify(&question, &solution, &options);
            let ended = Instant::now();
            (verdict, switch.join().unwrap(), ended)
        });
        assert_eq!(verdict, Err(VerifyError::Stopped(Stopped::Cancelled)), "after {after} ms");
        let late = ended.duration_since(told);
        assert!(late < Duration::from_millis(100 + 500), "{late:?} late, told after {after} ms");
    }
}
