//! Whoever asks for the best move is told the same one: a solution, a line, an explanation, a game to
//! play, whether the game was explored, solved over its index or opened from a table.

use std::sync::Arc;

use retrograde::games::generate::Recipe;
use retrograde::table::{BuildOptions, SolvedGame};
use retrograde::{
    Answer, Arena, Control, Detail, Objective, Options, Outcome, Solution, Turn, Vertex, explain,
    line, open, played, solve,
};

fn solved(arena: &Arena) -> Solution {
    solve(arena, &Objective::OUTCOME, &Options::default()).unwrap().solution
}

/// The move that a line begins with and an explanation marks, which have to be the same.
fn told(arena: &Arena, solution: &Solution, vertex: Vertex) -> Option<(String, Option<String>)> {
    let options = Options::default();
    let line = line(arena, solution, vertex, Turn::First, Some(1), &options).unwrap();
    let chosen = line.steps[0].chosen.clone();
    let detail = Detail { depth: 0, ..Detail::default() };
    let explained = explain(arena, solution, vertex, detail, &options).unwrap();
    let first = explained.positions[0].moves.first().filter(|told| told.best);
    assert_eq!(first.map(|told| &told.chosen), chosen.as_ref());
    chosen.map(|chosen| (chosen.name, chosen.to))
}

#[test]
fn in_a_game_given_by_rules() {
    let games = [
        "nim:3,4,5",
        "nim:2,2,2",
        "tic-tac-toe",
        "connect:3x3x3",
        "hexapawn:3x3",
        "breakthrough:2x4",
        "three-mens-morris",
        "pong-hau-ki",
        "mu-torere",
        "quixo:3",
        "kayles:7",
        "subtraction:1,3,4:21",
    ];
    let mut positions = 0;
    for spec in games {
        let options = Options::default();
        let mut input = open(spec).unwrap();
        let arena = input.arena(&options).unwrap();
        let rules = input.rules().unwrap().clone();
        let solution = solved(&arena);
        let bare = Options { values_only: true, ..options };
        let bare = solve(&arena, &Objective::OUTCOME, &bare).unwrap().solution;
        let folder = tempfile::tempdir().unwrap();
        let mut ways: Vec<SolvedGame> = Vec::new();
        if rules.slots().is_some() {
            ways.push(input.solve_index(&options).unwrap());
            let folder = folder.path().join("table");
            ways.push(input.build(&folder, &BuildOptions::default(), &options).unwrap());
        }
        let Answer::Outcome(outcomes) = &solution.answer else { panic!("outcomes") };
        let again = input.arena(&options).unwrap();
        let (values, ties) = (outcomes.values.clone(), outcomes.ties.clone());
        ways.push(SolvedGame::explored(rules.clone(), Arc::new(again), values, ties));
        let step = arena.graph.vertex_count().div_ceil(400);
        for vertex in arena.graph.vertices().step_by(step) {
            positions += 1;
            let name = arena.name(vertex);
            let best = told(&arena, &solution, vertex);
            assert_eq!(best, told(&arena, &bare, vertex), "{spec}: {name}, from values alone");
            let strategy = solution.best_move(vertex).map(|to| arena.name(to).into_owned());
            assert_eq!(strategy, best.as_ref().and_then(|(_, to)| to.clone()), "{spec}: {name}");
            let position = rules.parse(&name).unwrap();
            for way in &ways {
                let moves = way.moves(&position).unwrap();
                let first = moves.first();
                let first = first.map(|chosen| (chosen.text.clone(), Some(rules.show(&chosen.to))));
                assert_eq!(first, best, "{spec}: {name}, {way:?}");
                let line = way.line(&position, Some(1), &Control::default()).unwrap();
                let chosen = line.steps[0].chosen.as_ref().map(|chosen| chosen.text.clone());
                assert_eq!(chosen, best.clone().map(|(name, _)| name), "{spec}: {name}, {way:?}");
            }
            // The rule: nothing earlier in the order of the rules is as good.
            if let Some((name, _)) = &best {
                let all = ways[0].moves(&position).unwrap();
                let worth = all[0].worth.to_leave();
                let equal = |text: &str| {
                    all.iter().any(|it| it.text == text && it.worth.to_leave() == worth)
                };
                let choices = rules.choices(&position);
                let first = choices.iter().find(|choice| equal(&choice.text)).unwrap();
                assert_eq!(first.text, *name, "{spec}");
            }
        }
    }
    assert!(positions > 2000, "{positions}");
}

#[test]
fn on_a_graph() {
    for seed in 0..60 {
        let recipe = format!("random 40 moves=2.5 terminals=0.2 seed={seed}");
        let mut arena: Arena =
            recipe.parse::<Recipe>().unwrap().build(&Control::default()).unwrap();
        // Some ends are ties, which endless play is preferred to.
        for vertex in arena.graph.vertices().filter(|&v| v % 3 == 0) {
            if arena.graph.is_terminal(vertex) {
                arena.verdicts.set(vertex as usize, Outcome::Draw);
            }
        }
        let solution = solved(&arena);
        let game = played(arena.clone(), 0, &Options::default()).unwrap();
        for vertex in arena.graph.vertices() {
            let best = told(&arena, &solution, vertex).map(|(name, to)| {
                assert_eq!(to, None, "on a graph a move is where it leads");
                name
            });
            let strategy = solution.best_move(vertex).map(|to| arena.name(to).into_owned());
            assert_eq!(strategy, best);
            let position = game.rules().parse(&arena.name(vertex)).unwrap();
            let first = game.moves(&position).unwrap().into_iter().next();
            assert_eq!(first.map(|chosen| chosen.text), best);
        }
    }
}

#[test]
fn at_the_position_where_they_differed() {
    let mut input = open("nim:3,4,5").unwrap();
    let arena = input.arena(&Options::default()).unwrap();
    let solution = solved(&arena);
    let vertex = arena.vertex("0,4,4").unwrap();
    let best = told(&arena, &solution, vertex).unwrap();
    assert_eq!(Some(best.1.unwrap()), solution.best_move(vertex).map(|to| arena.name(to).into()));
    let rules = input.rules().unwrap().clone();
    let dense = input.solve_index(&Options::default()).unwrap();
    let first = dense.moves(&rules.parse("0,4,4").unwrap()).unwrap().remove(0);
    assert_eq!(first.text, best.0);
}
