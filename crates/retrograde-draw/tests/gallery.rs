//! Every kind of graph, drawn and read back. The pictures stay in the build folder's `tmp`.

mod common;

use std::path::Path;

use common::check::check;
use common::{gallery, solve};
use retrograde_draw::{Direction, SvgOptions, svg};

#[test]
fn every_graph_of_the_gallery_is_drawn_cleanly() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (name, arena) in gallery() {
        let solution = solve(&arena);
        for direction in [Direction::Auto, Direction::Down, Direction::Right] {
            let mut options = SvgOptions::default();
            options.title = Some(name.to_owned());
            options.direction = direction;
            let picture = svg(&arena, &solution, &options).unwrap();
            if direction == Direction::Auto {
                std::fs::write(folder.join(format!("{name}.svg")), &picture).unwrap();
            }
            check(&picture, &arena);
        }
    }
}

#[test]
fn long_chains_are_folded_into_the_shape_of_a_slide() {
    let (_, arena) = gallery().into_iter().find(|(name, _)| *name == "02-chain-500").unwrap();
    let picture = svg(&arena, &solve(&arena), &SvgOptions::default()).unwrap();
    let document = roxmltree::Document::parse(&picture).unwrap();
    let side = |name| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
    let aspect = side("width") / side("height");
    assert!((1.0..3.0).contains(&aspect), "{aspect}");
}

#[test]
fn the_same_graph_gives_the_same_picture() {
    for (_, arena) in gallery() {
        let solution = solve(&arena);
        let draw = || svg(&arena, &solution, &SvgOptions::default()).unwrap();
        assert_eq!(draw(), draw());
    }
}
