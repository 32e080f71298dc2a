//! Every kind of graph, drawn and read back. The pictures stay in the build folder's `tmp`.

use crate::common;

use std::fs::File;
use std::path::Path;

use common::check::check;
use common::legend::check_legend;
use common::owned::{OwnedAnswers, with_owners};
use common::owned_legend::check_owned_legend;
use common::{Solved, gallery, solve, with_players};
use retrograde_draw::{Direction, DotOptions, SvgOptions, Terms, dot, svg};

#[test]
fn every_graph_of_the_gallery_is_drawn_cleanly() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (name, arena) in gallery() {
        let solution = solve(&arena);
        for direction in [Direction::Auto, Direction::Down, Direction::Right] {
            let mut options = SvgOptions::default();
            options.title = Some(name.to_owned());
            options.direction = direction;
            let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
            if direction == Direction::Auto {
                std::fs::write(folder.join(format!("{name}.svg")), &picture).unwrap();
            }
            check(&picture, &arena);
        }
    }
}

#[test]
fn every_objective_is_drawn_cleanly_and_explained() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (name, arena) in gallery() {
        if arena.graph.vertex_count() > 60 {
            continue;
        }
        let arena = with_players(arena);
        let solved = Solved::new(&arena);
        for (kind, solution) in solved.kinds() {
            let mut options = SvgOptions::default();
            options.title = Some(format!("{name}, {kind}"));
            options.terms = Terms::Pn;
            let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
            std::fs::write(folder.join(format!("{kind}-{name}.svg")), &picture).unwrap();
            check(&picture, &arena);
            check_legend(&picture, &arena, &solution, options.terms);

            let mut file = File::create(folder.join(format!("{kind}-{name}.dot"))).unwrap();
            let mut options = DotOptions::default();
            options.terms = Terms::Pn;
            dot(&arena, &solution, &options, &mut file, &Default::default()).unwrap();
        }
    }
}

#[test]
fn every_objective_with_owners_is_drawn_cleanly_and_explained() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (name, arena) in gallery() {
        if arena.graph.vertex_count() > 60 {
            continue;
        }
        let arena = with_owners(arena);
        let numbers: Vec<u32> = (0..37).map(|at| at * at % 41).collect();
        let answers = OwnedAnswers::made_up(&arena, &numbers);
        for (kind, solution) in answers.kinds() {
            for direction in [Direction::Auto, Direction::Down, Direction::Right] {
                let mut options = SvgOptions::default();
                options.title = Some(format!("{name}, {kind}"));
                options.direction = direction;
                let picture = svg(&arena, &solution, &options, &Default::default()).unwrap();
                if direction == Direction::Auto {
                    std::fs::write(folder.join(format!("{kind}-{name}.svg")), &picture).unwrap();
                }
                check(&picture, &arena);
                check_owned_legend(&picture, &arena, &solution);
            }
            let mut file = File::create(folder.join(format!("{kind}-{name}.dot"))).unwrap();
            dot(&arena, &solution, &DotOptions::default(), &mut file, &Default::default()).unwrap();
        }
    }
}

#[test]
fn long_chains_are_folded_into_the_shape_of_a_slide() {
    let (_, arena) = gallery().into_iter().find(|(name, _)| *name == "02-chain-500").unwrap();
    let picture = svg(&arena, &solve(&arena), &SvgOptions::default(), &Default::default()).unwrap();
    let document = roxmltree::Document::parse(&picture).unwrap();
    let side = |name| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
    let aspect = side("width") / side("height");
    assert!((1.0..3.0).contains(&aspect), "{aspect}");
}

#[test]
fn the_same_graph_gives_the_same_picture() {
    for (_, arena) in gallery() {
        let solution = solve(&arena);
        let draw = || svg(&arena, &solution, &SvgOptions::default(), &Default::default()).unwrap();
        assert_eq!(draw(), draw());
    }
}
