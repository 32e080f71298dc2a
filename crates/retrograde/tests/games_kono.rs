//! Five-field kono: both engines agree on a smaller board, and the answers in
//! `data/games/five-field-kono.csv`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use retrograde::games::combinatorics::Placements;
use retrograde::games::rules::FiveFieldKono;
use retrograde::games::{ExploreOptions, Game, explore};
use retrograde::solve::outcome::{self, Options};
use retrograde::verify::verify_outcome;
use retrograde::{Convention, Distance, Outcome, OutcomeGame, Value};
use retrograde_table::Slot;
use retrograde_table::dense::{self, DenseOptions, DenseTable};

#[test]
fn both_engines_agree_on_narrow_boards() {
    let game = FiveFieldKono::narrow(5).unwrap();
    let table = dense::solve(&game, &DenseOptions::default()).unwrap();
    let roots: Vec<_> = (0..table.len()).filter_map(|slot| game.unrank(slot)).collect();
    for symmetry in [false, true] {
        let options = ExploreOptions { symmetry, ..ExploreOptions::default() };
        let explored = explore(&game, &roots, &options).unwrap();
        let question =
            OutcomeGame::new(&explored.graph, &explored.verdicts, Convention::Normal).unwrap();
        let solved = outcome::solve(&question, &Options::default()).unwrap();
        verify_outcome(&question, &solved.solution).unwrap();
        let mut seen = [0; 4];
        for (vertex, position) in (0..).zip(&explored.positions) {
            let slot = table.get(game.rank(position));
            let kind = match (slot, solved.solution.values.get(vertex)) {
                (Slot::Win(one), Value::Win(other)) if one == other => 0,
                (Slot::Lose(one), Value::Lose(other)) if one == other => 1,
                (Slot::Tie, Value::Draw) => 2,
                (Slot::Draw, Value::Draw) => 3,
                (one, other) => panic!("{}: {one:?}, {other:?}", game.show(position)),
            };
            seen[kind] += 1;
        }
        assert!(seen.iter().take(2).all(|&count| count > 0), "{seen:?}");
        let holes = table.counts().hole;
        if symmetry {
            assert_eq!(explored.positions.len() as u64, table.len() - holes);
        }
    }
}

fn answers() -> BTreeMap<String, String> {
    let path =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games/five-field-kono.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("game,question,answer,source"));
    let fields = |line: &str| {
        let fields: Vec<String> = line.splitn(4, ',').map(str::to_owned).collect();
        assert!(fields.len() == 4 && fields[0] == "five-field-kono", "{line}");
        (fields[1].clone(), fields[2].clone())
    };
    lines.map(fields).collect()
}

#[test]
fn there_are_as_many_slots_as_counting_gives() {
    let answers = answers();
    let ways = |points, men| Placements::new(points, [men, men]).unwrap().count();
    assert_eq!((2 * ways(13, 3) * ways(12, 4)).to_string(), answers["arrangements"]);
    let game = FiveFieldKono::new();
    assert_eq!(game.slots().unwrap().to_string(), answers["slots"]);
    assert_eq!(game.at_least().to_string(), answers["met"]);
}

/// What can be met from the start, a bit for each slot.
fn met(game: &FiveFieldKono) -> Vec<u64> {
    let mut met = vec![0u64; game.slots().unwrap().div_ceil(64) as usize];
    let mut moves = Vec::new();
    let mut pending = vec![game.rank(&game.start().unwrap())];
    met[pending[0] as usize / 64] |= 1 << (pending[0] % 64);
    while let Some(slot) = pending.pop() {
        let position = game.unrank(slot).unwrap();
        if game.verdict(&position).is_some() {
            continue;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        for chosen in &moves {
            let to = game.rank(&game.play(&position, chosen));
            let (word, bit) = (&mut met[to as usize / 64], 1 << (to % 64));
            if *word & bit == 0 {
                *word |= bit;
                pending.push(to);
            }
        }
    }
    met
}

/// Whether a slot is worth what the slots after it say.
fn holds(game: &FiveFieldKono, table: &DenseTable, slot: u64) -> bool {
    let Some(position) = game.unrank(slot) else { return table.get(slot) == Slot::Hole };
    match game.verdict(&position) {
        Some(Outcome::Lose) => return table.get(slot) == Slot::Lose(Distance(0)),
        Some(_) => return table.get(slot) == Slot::Tie,
        None => {}
    }
    let mut moves = Vec::new();
    game.moves(&position, &mut moves);
    let next = moves.iter().map(|chosen| table.get(game.rank(&game.play(&position, chosen))));
    let (mut shortest, mut longest, mut open) = (None, 0, false);
    for after in next {
        match after {
            Slot::Lose(Distance(plies)) => {
                shortest = Some(shortest.map_or(plies + 1, |win: u32| win.min(plies + 1)));
            }
            Slot::Win(Distance(plies)) => longest = longest.max(plies + 1),
            Slot::Tie | Slot::Draw => open = true,
            Slot::Hole => return false,
        }
    }
    match (shortest, open) {
        (Some(plies), _) => table.get(slot) == Slot::Win(Distance(plies)),
        (None, true) => matches!(table.get(slot), Slot::Tie | Slot::Draw),
        (None, false) => table.get(slot) == Slot::Lose(Distance(longest)),
    }
}

#[test]
#[ignore = "takes 200 s and 650 MB"]
fn the_whole_game() {
    let answers = answers();
    let game = FiveFieldKono::new();
    let table = dense::solve(&game, &DenseOptions::default()).unwrap();
    assert!((0..table.len()).step_by(17).all(|slot| holds(&game, &table, slot)));
    let start = table.get(game.rank(&game.start().unwrap()));
    assert_eq!(start.outcome(), Outcome::parse(&answers["start"]));
    let met = met(&game);
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut longest = 0;
    for slot in (0..table.len()).filter(|slot| met[*slot as usize / 64] >> (slot % 64) & 1 == 1) {
        let value = table.get(slot);
        if let Slot::Win(Distance(plies)) | Slot::Lose(Distance(plies)) = value {
            longest = longest.max(plies);
        }
        let question = match value {
            Slot::Win(_) => "met win",
            Slot::Lose(_) => "met lose",
            Slot::Tie => "met tie",
            Slot::Draw => "met draw",
            Slot::Hole => panic!("slot {slot} is met and a hole"),
        };
        *counts.entry(question).or_default() += 1;
    }
    assert_eq!(counts.values().sum::<u64>().to_string(), answers["met"]);
    for question in ["met win", "met lose", "met tie"] {
        assert_eq!(counts[question].to_string(), answers[question], "{question}");
    }
    assert_eq!(longest.to_string(), answers["longest"]);
}
