//! A game of one's own, from its rules to a line, a picture, a table, probes and play.
//!
//! `cargo run --release -p retrograde --example own_game` shows all of it and checks itself. The rules
//! are in `track.rs`, some fifty lines.

mod track;

use retrograde::draw::{SvgOptions, svg};
use retrograde::games::kit::{self, KitOptions};
use retrograde::table::{BuildOptions, Catalogue, Rules, SolvedGame};
use retrograde::{Objective, Opening, Options, Outcome};

use track::Track;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The methods of a game must agree with each other; the kit finds out whether they do.
    let track = Track { squares: 9 };
    kit::check(&track, &KitOptions::default())?;

    // Beside the built-in games, it goes wherever they do.
    let catalogue = Catalogue::builtin().with::<Track>();
    let opening = Opening { catalogue: catalogue.clone(), ..Opening::default() };
    let mut input = opening.open("track:9")?;
    let rules: Rules = input.rules().unwrap().clone();
    let start = rules.start().unwrap();

    // Solved from its start, with a line of best play.
    let game = input.solve_game(&start, &Options::default())?;
    println!("{} is a {}", rules.show(&start), game.worth(&start)?.unwrap());
    for step in &game.line(&start, None, &Default::default())?.steps {
        let chosen = step.chosen.as_ref().map_or("no move is left", |chosen| &chosen.text);
        let worth = step.worth.map_or(String::new(), |worth| worth.to_string());
        println!("  {:>4}  {worth:<10}  {chosen}", rules.show(&step.position));
    }

    // A picture of the whole game.
    let arena = input.arena(&Options::default())?;
    let solved = retrograde::solve(&arena, &Objective::OUTCOME, &Options::default())?;
    retrograde::verify(&arena, &solved.solution, &Options::default())?;
    let picture = svg(&arena, &solved.solution, &SvgOptions::default(), &Default::default())?;
    println!("a picture of {} positions in {} bytes", solved.solution.len(), picture.len());

    // Kept in a table, which says what it is of; opened again, it answers without solving.
    let folder = std::env::temp_dir().join(format!("track-{}", std::process::id()));
    input.build(&folder, &BuildOptions::default(), &Options::default())?;
    let stored = SolvedGame::open(&folder, &catalogue, &opening)?;
    retrograde::verify_table(&stored, &Options::default())?;
    let probed = stored.rules().parse("7/2")?;
    println!("7/2 is a {} in the table", stored.worth(&probed)?.unwrap());

    // Play against it: whoever is to move takes the best move.
    let (mut position, mut movers) = (stored.rules().start().unwrap(), ["you", "I"].iter().cycle());
    while let Some(best) = stored.moves(&position)?.into_iter().next() {
        println!("{} {}", movers.next().unwrap(), best.text);
        position = best.to;
    }
    assert_eq!(stored.worth(&position)?.unwrap().outcome(), Some(Outcome::Lose));
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
