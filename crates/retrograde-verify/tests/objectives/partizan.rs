//! Every small partizan game with every labelling, and larger games with something changed.

use proptest::prelude::*;
use proptest::sample::Index;
use retrograde_core::{
    Column, Convention, Distance, Graph, Outcome, OutcomeSolution, Outcomes, PartizanSolution,
    Side, Value, Vertex,
};
use retrograde_verify::{verify_partizan, verify_partizan_outcomes};

use crate::partizan_oracle::{Both, Game};
use crate::small::{OUTCOMES, arbitrary_graph, arbitrary_outcome, tuples};

/// Whose an edge can be, or that it is not there.
const EDGES: [Option<Option<Side>>; 4] =
    [None, Some(None), Some(Some(Side::Left)), Some(Some(Side::Right))];

/// The game of `n` vertices whose edges are the entries of `matrix`, row by row.
fn game(n: usize, matrix: &[Option<Option<Side>>]) -> Game {
    let edge = |(at, edge): (usize, &Option<Option<Side>>)| {
        Some(((at / n) as Vertex, (at % n) as Vertex, (*edge)?))
    };
    Game::new(n, &matrix.iter().enumerate().filter_map(edge).collect::<Vec<_>>())
}

/// Every way to reserve moves, every verdict or none at each vertex without moves, both conventions.
fn games(n: usize) -> impl Iterator<Item = Game> {
    tuples(&EDGES, n * n).flat_map(move |matrix| with_verdicts(game(n, &matrix)))
}

fn with_verdicts(game: Game) -> impl Iterator<Item = Game> {
    let ends: Vec<_> = game.graph.vertices().filter(|&v| game.graph.is_terminal(v)).collect();
    let choices = [None, Some(Outcome::Win), Some(Outcome::Lose), Some(Outcome::Draw)];
    tuples(&choices, ends.len()).flat_map(move |chosen| {
        let verdicts: Column<Outcome> =
            ends.iter().zip(chosen).filter_map(|(&v, said)| Some((v as usize, said?))).collect();
        let game = Game { verdicts, ..game.clone() };
        [Convention::Normal, Convention::Misere]
            .map(|convention| Game { convention, ..game.clone() })
    })
}

fn given(values: &[Value], moves: Option<&[Option<Vertex>]>) -> OutcomeSolution {
    OutcomeSolution {
        values: values.iter().copied().collect(),
        strategy: moves.map(|moves| moves.iter().copied().collect()),
        ties: None,
    }
}

fn solution(values: &Both<Value>, moves: [Option<&[Option<Vertex>]>; 2]) -> PartizanSolution {
    PartizanSolution {
        left_first: given(&values[0], moves[0]),
        right_first: given(&values[1], moves[1]),
    }
}

fn outcomes(values: &Both<Value>) -> [Outcomes; 2] {
    [0, 1].map(|side| values[side].iter().map(|value: &Value| value.outcome()).collect())
}

#[test]
fn exactly_one_labelling_of_every_small_game_is_accepted() {
    let labels: Vec<Value> = std::iter::once(Value::Draw)
        .chain((0..=3).map(Distance).flat_map(|d| [Value::Win(d), Value::Lose(d)]))
        .collect();
    let mut seen = 0;
    for n in 0..=2 {
        let labellings: Vec<PartizanSolution> = tuples(&labels, 2 * n)
            .map(|values| solution(&[values[..n].to_vec(), values[n..].to_vec()], [None; 2]))
            .collect();
        for game in games(n) {
            let right = solution(&game.values(), [None; 2]);
            let view = game.view();
            let mut accepted =
                labellings.iter().filter(|claimed| verify_partizan(&view, claimed).is_ok());
            assert_eq!(accepted.next(), Some(&right), "{game:?}");
            assert_eq!(accepted.next(), None, "{game:?}");
            seen += 1;
        }
    }
    // Each of n vertices is one of 4 kinds of terminal or has one of 4ⁿ − 1 sets of moves.
    assert_eq!(seen, 2 * (1 + 7 + 19 * 19));
}

fn exactly_one_without_distances(games: impl Iterator<Item = Game>, n: usize) {
    let labellings: Vec<[Outcomes; 2]> = tuples(&OUTCOMES, 2 * n)
        .map(|all| [&all[..n], &all[n..]].map(|side| side.iter().copied().collect()))
        .collect();
    for game in games {
        let right = outcomes(&game.values());
        let view = game.view();
        for claimed in &labellings {
            let verdict = verify_partizan_outcomes(&view, &claimed[0], &claimed[1]);
            assert_eq!(verdict.is_ok(), *claimed == right, "{game:?} {claimed:?} {verdict:?}");
        }
    }
}

#[test]
fn exactly_one_labelling_without_distances_is_accepted() {
    for n in 0..=2 {
        exactly_one_without_distances(games(n), n);
    }
    // Every 1009th way to reserve the moves of three vertices: the number is prime.
    let some = tuples(&EDGES, 9).step_by(1009).map(|matrix| game(3, &matrix));
    exactly_one_without_distances(some, 3);
}

#[test]
fn exactly_the_best_moves_of_every_small_game_are_accepted() {
    for n in 1..=2 {
        let any: Vec<Option<Vertex>> =
            std::iter::once(None).chain((0..=n as Vertex).map(Some)).collect();
        for game in games(n) {
            let right = game.values();
            for side in Side::BOTH {
                for moves in tuples(&any, n) {
                    let best = (0..).zip(&moves).all(|(v, &to)| game.is_best(&right, v, side, to));
                    let mut both = [None; 2];
                    both[side as usize] = Some(&moves[..]);
                    let verdict = verify_partizan(&game.view(), &solution(&right, both));
                    assert_eq!(verdict.is_ok(), best, "{game:?} {moves:?} {verdict:?}");
                }
            }
        }
    }
}

fn arbitrary_game() -> impl Strategy<Value = Game> {
    let side = prop::option::of(prop::sample::select(Side::BOTH.to_vec()));
    let verdict = prop::option::of(arbitrary_outcome());
    let convention = prop::sample::select(vec![Convention::Normal, Convention::Misere]);
    let columns = (prop::collection::vec(side, 28), prop::collection::vec(verdict, 14), convention);
    (arbitrary_graph(14), columns).prop_map(|(graph, (sides, verdicts, convention))| {
        let sides = sides.into_iter().take(graph.edge_count()).enumerate();
        let players = sides.filter_map(|(edge, side)| Some((edge, side?))).collect();
        let end =
            |&(v, _): &(usize, Outcome)| v < graph.vertex_count() && graph.is_terminal(v as Vertex);
        let said = verdicts.into_iter().enumerate().filter_map(|(v, said)| Some((v, said?)));
        let verdicts = said.filter(end).collect();
        Game { graph, players, verdicts, convention }
    })
}

fn best_moves(game: &Game, right: &Both<Value>, side: Side) -> Vec<Option<Vertex>> {
    let best = |v| {
        let mut moves = game.moves(v, side).into_iter();
        moves.find(|&to| game.is_best(right, v, side, Some(to)))
    };
    game.graph.vertices().map(best).collect()
}

fn arbitrary_value() -> impl Strategy<Value = Value> {
    let distance = prop_oneof![8 => 0u32..16, 1 => Just(u32::MAX)];
    (arbitrary_outcome(), distance).prop_map(|(outcome, d)| Value::new(outcome, Distance(d)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn changed_values_are_found(
        game in arbitrary_game(),
        changes in prop::collection::vec((any::<Index>(), any::<bool>(), arbitrary_value()), 1..10),
    ) {
        let right = game.values();
        let view = game.view();
        let moves = Side::BOTH.map(|side| best_moves(&game, &right, side));
        let moves = [Some(&moves[0][..]), Some(&moves[1][..])];
        prop_assert!(verify_partizan(&view, &solution(&right, moves)).is_ok());
        let [left, side_right] = outcomes(&right);
        prop_assert!(verify_partizan_outcomes(&view, &left, &side_right).is_ok());

        let mut claimed = right.clone();
        for (place, of_right, value) in changes {
            claimed[usize::from(of_right)][place.index(right[0].len())] = value;
            let verdict = verify_partizan(&view, &solution(&claimed, [None; 2]));
            prop_assert_eq!(verdict.is_ok(), claimed == right, "{:?}", verdict);
            let [left_first, right_first] = outcomes(&claimed);
            let verdict = verify_partizan_outcomes(&view, &left_first, &right_first);
            prop_assert_eq!(verdict.is_ok(), outcomes(&claimed) == outcomes(&right));
        }
    }

    #[test]
    fn a_changed_move_is_found_unless_it_is_as_good(
        game in arbitrary_game(),
        place in any::<Index>(),
        side in prop::sample::select(Side::BOTH.to_vec()),
        to in prop::option::weighted(0.9, 0u32..15),
        along in prop::option::of(any::<Index>()),
    ) {
        let right = game.values();
        let mut moves = Side::BOTH.map(|side| best_moves(&game, &right, side));
        let v = place.index(right[0].len()) as Vertex;
        // Half of the time another edge, perhaps the other side's.
        let to = match (along, game.graph.successors(v)) {
            (None, _) | (_, []) => to,
            (Some(pick), successors) => Some(*pick.get(successors)),
        };
        moves[side as usize][v as usize] = to;
        let claimed = solution(&right, [Some(&moves[0]), Some(&moves[1])]);
        let verdict = verify_partizan(&game.view(), &claimed);
        let best = game.is_best(&right, v, side, to);
        prop_assert_eq!(verdict.is_ok(), best, "{:?}", verdict);
        if let Err(fault) = verdict {
            prop_assert_eq!(fault.vertex, Some(v));
        }
    }
}

#[test]
fn an_impartial_game_is_the_same_for_both_sides() {
    let graph = Graph::from_edges(4, [(0, 1), (0, 3), (1, 2), (2, 3), (3, 3)]).unwrap();
    let game = Game {
        graph,
        players: Column::default(),
        verdicts: Column::default(),
        convention: Convention::Normal,
    };
    let [left, right] = game.values();
    assert_eq!(left, right);
    let checked = verify_partizan(&game.view(), &solution(&[left, right], [None; 2])).unwrap();
    assert_eq!((checked.vertices, checked.edges, checked.terminals), (4, 5, 0));
}
