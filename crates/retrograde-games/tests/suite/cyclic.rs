//! Games with cycles: their powers agree, and their moves are those of naive versions that work on
//! the text of positions.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use retrograde_core::{Graph, Outcome};
use retrograde_games::catalogue::NoFiles;
use retrograde_games::rules::three_mens_morris::{Lines, Movement};
use retrograde_games::rules::{
    Cops, FiveFieldKono, FoxAndHounds, LGame, MuTorere, PongHauKi, ThreeMensMorris,
};
use retrograde_games::{ExploreOptions, Explored, Game, explore, kit};

use crate::by_spec;
use crate::naive;

fn explored<G: Game>(game: &G, symmetry: bool) -> Explored<G::Position> {
    let options = ExploreOptions { symmetry, ..ExploreOptions::default() };
    explore(game, &[game.start().unwrap()], &options).unwrap()
}

/// The positions one move away.
fn next<G: Game>(game: &G, position: &G::Position) -> Vec<G::Position> {
    let mut moves = Vec::new();
    if game.verdict(position).is_none() {
        game.moves(position, &mut moves);
    }
    moves.iter().map(|chosen| game.play(position, chosen)).collect()
}

/// Text comes back as it went, and symmetry changes neither verdicts nor where moves lead.
fn check_words<G: Game>(game: &G, position: &G::Position) {
    let text = game.show(position);
    assert_eq!(game.parse(&text).as_ref(), Ok(position), "{text}");
    assert!(!text.contains([' ', ',']), "{text} is one word");
    assert!(!game.board(position).is_empty());
    let mut moves = Vec::new();
    if game.verdict(position).is_none() {
        game.moves(position, &mut moves);
    }
    let shown: BTreeSet<String> = moves.iter().map(|m| game.show_move(position, m)).collect();
    assert_eq!(shown.len(), moves.len(), "{text}: no two moves look the same");
    for chosen in moves.iter().step_by(7) {
        let word = game.show_move(position, chosen);
        assert_eq!(game.parse_move(position, &word).as_ref(), Some(chosen), "{text}: {word}");
    }
    let class = game.canonical(position);
    assert_eq!(game.canonical(&class), class, "{text}");
    assert_eq!(game.verdict(&class), game.verdict(position), "{text}");
    let classes = |of: &G::Position| -> BTreeSet<String> {
        next(game, of).iter().map(|to| game.show(&game.canonical(to))).collect()
    };
    assert_eq!(classes(position), classes(&class), "{text}");
}

/// The index and the un-moves, all of them.
fn check_index<G: Game>(game: &G) {
    let slots = game.slots().unwrap();
    assert_eq!(game.unrank(slots), None);
    assert_eq!(game.unrank(u64::MAX), None);
    let tiers = game.tiers();
    assert_eq!((tiers[0].start, tiers.last().unwrap().end), (0, slots));
    assert!(tiers.windows(2).all(|pair| pair[0].end == pair[1].start && !pair[0].is_empty()));
    let tier = |slot: u64| tiers.partition_point(|tier| tier.end <= slot);
    let mut forward = vec![Vec::new(); slots as usize];
    for slot in 0..slots {
        let position = game.unrank(slot).unwrap();
        assert_eq!(game.rank(&position), slot);
        assert_eq!(game.canonical(&position), position);
        let mut row: Vec<u64> = next(game, &position).iter().map(|to| game.rank(to)).collect();
        row.sort_unstable();
        row.dedup();
        for &to in &row {
            assert!(to < slots && tier(to) <= tier(slot), "{}", game.show(&position));
            if tier(to) == tier(slot) {
                forward[to as usize].push(slot);
            }
        }
    }
    for slot in 0..slots {
        let position = game.unrank(slot).unwrap();
        let mut before = Vec::new();
        assert!(game.unmoves(&position, &mut before));
        let mut found: Vec<u64> = before.iter().map(|p| game.rank(p)).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found, forward[slot as usize], "{}", game.show(&position));
    }
}

/// Everything that can be met is in the index, under the slot of its class.
fn check_ranks<G: Game>(game: &G, explored: &Explored<G::Position>) {
    for position in &explored.positions {
        let class = game.unrank(game.rank(position));
        assert_eq!(class, Some(game.canonical(position)), "{}", game.show(position));
    }
}

#[test]
fn small_games() {
    fn check<G: Game>(game: &G) {
        let all = explored(game, false);
        all.positions.iter().for_each(|position| check_words(game, position));
        check_index(game);
        check_ranks(game, &all);
    }
    check(&PongHauKi::new());
    check(&MuTorere::new());
    for lines in [Lines::All, Lines::Rows] {
        for movement in [Movement::Orthogonal, Movement::Diagonal, Movement::Flying] {
            check(&ThreeMensMorris::new(movement, lines));
        }
    }
}

#[test]
fn l_game() {
    let game = LGame::new();
    check_index(&game);
    let all = explored(&game, false);
    check_ranks(&game, &all);
    all.positions.iter().step_by(101).for_each(|position| check_words(&game, position));
}

#[test]
fn fox_and_hounds_in_part() {
    let game = FoxAndHounds::new();
    let slots = game.slots().unwrap();
    assert_eq!(slots, 35_960 * 28 * 2);
    let tiers = game.tiers();
    assert_eq!(tiers.len(), 29, "from no hound advanced to all on the last row");
    assert_eq!(tiers.last().unwrap().end, slots);
    let tier = |slot: u64| tiers.partition_point(|tier| tier.end <= slot);
    for slot in (0..slots).step_by(101) {
        let position = game.unrank(slot).unwrap();
        assert_eq!(game.rank(&position), slot);
        check_words(&game, &position);
        for to in next(&game, &position) {
            let to_slot = game.rank(&to);
            assert!(tier(to_slot) <= tier(slot));
            let mut before = Vec::new();
            assert!(game.unmoves(&to, &mut before));
            let same = tier(to_slot) == tier(slot);
            assert_eq!(before.contains(&position), same, "{}", game.show(&position));
            assert!(before.iter().all(|p| next(&game, p).contains(&to)));
        }
    }
    assert_eq!(game.unrank(slots), None);
}

/// Positions of random plays.
fn stroll<G: Game>(game: &G, choices: &[usize]) -> Vec<G::Position> {
    let mut path = vec![game.start().unwrap()];
    for &choice in choices {
        let options = next(game, path.last().unwrap());
        match options.len() {
            0 => break,
            count => path.push(options[choice % count].clone()),
        }
    }
    path
}

/// Moves lead where the naive rules say.
fn check_moves<G: Game>(game: &G, position: &G::Position, naive: impl Fn(&str) -> Vec<String>) {
    let text = game.show(position);
    let found: BTreeSet<String> = next(game, position).iter().map(|p| game.show(p)).collect();
    let expected: BTreeSet<String> = naive(&text).into_iter().collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn moves_are_the_naive_ones() {
    fn all<G: Game>(game: &G, step: usize, naive: impl Fn(&str) -> Vec<String>) {
        let positions = explored(game, false).positions;
        positions.iter().step_by(step).for_each(|p| check_moves(game, p, &naive));
    }
    all(&PongHauKi::new(), 1, naive::pong_hau_ki);
    all(&MuTorere::new(), 1, naive::mu_torere);
    for lines in [Lines::All, Lines::Rows] {
        for movement in [Movement::Orthogonal, Movement::Diagonal, Movement::Flying] {
            let game = ThreeMensMorris::new(movement, lines);
            all(&game, 1, |text| naive::three_mens_morris(text, movement, lines));
        }
    }
    all(&LGame::new(), 97, naive::l_game);
    let game = FoxAndHounds::new();
    for slot in (0..game.slots().unwrap()).step_by(997) {
        check_moves(&game, &game.unrank(slot).unwrap(), naive::fox_and_hounds);
    }
}

/// Labels by going over all positions until nothing changes.
fn slow_outcomes<P>(explored: &Explored<P>) -> Vec<Outcome> {
    let graph = &explored.graph;
    let mut outcomes = vec![Outcome::Draw; graph.vertex_count()];
    loop {
        let mut changed = false;
        for vertex in graph.vertices() {
            let next = graph.successors(vertex).iter().map(|&to| outcomes[to as usize]);
            let outcome = match explored.verdicts.get(vertex as usize) {
                Some(verdict) => verdict,
                None => next.min().map_or(Outcome::Lose, Outcome::for_opponent),
            };
            changed |= outcome != std::mem::replace(&mut outcomes[vertex as usize], outcome);
        }
        if !changed {
            return outcomes;
        }
    }
}

/// Undirected graphs with their edges, of at most `most` vertices.
fn graphs(most: usize) -> impl Strategy<Value = (usize, Vec<(u32, u32)>)> {
    (1..=most).prop_flat_map(|count| {
        let vertex = 0..count as u32;
        (Just(count), prop::collection::vec((vertex.clone(), vertex), 0..3 * count))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// Nowakowski and Winkler 1983: one cop wins exactly on dismantlable graphs.
    #[test]
    fn one_cop_wins_on_dismantlable_graphs((count, edges) in graphs(8)) {
        let graph = Graph::from_edges(count, edges.iter().copied()).unwrap();
        let game = Cops::new(1, &graph).unwrap();
        let outcome = slow_outcomes(&explored(&game, false))[0];
        let expected = if naive::dismantlable(count, &edges) { Outcome::Win } else { Outcome::Draw };
        prop_assert_eq!(outcome, expected);
    }

    /// Several cops against a fixpoint over cops that are told apart.
    #[test]
    fn several_cops_win_where_the_fixpoint_says((count, edges) in graphs(5), cops in 1usize..=3) {
        let graph = Graph::from_edges(count, edges.iter().copied()).unwrap();
        let game = Cops::new(cops, &graph).unwrap();
        let found = explored(&game, false);
        found.positions.iter().step_by(5).for_each(|position| check_words(&game, position));
        let expected = if naive::cops_win(count, &edges, cops) { Outcome::Win } else { Outcome::Draw };
        prop_assert_eq!(slow_outcomes(&found)[0], expected);
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn kono_plays_by_the_rules(choices in prop::collection::vec(0usize..100, 0..200)) {
        let game = FiveFieldKono::new();
        for position in stroll(&game, &choices) {
            check_words(&game, &position);
            check_moves(&game, &position, naive::five_field_kono);
        }
    }

    /// Nothing that is written ends in a panic, and what is read is shown and read again.
    #[test]
    fn any_text_is_read_or_refused(text in "[-xoXO.#/:+,0-9a-h foxhundscpr]{0,40}|.{0,20}", at in 0usize..40) {
        struct Read<'a>(&'a str, usize);
        impl by_spec::Work for Read<'_> {
            type Output = ();
            fn on<G: Game>(self, game: &G) {
                // A slip of the pen in a position that is right.
                let mut slip: Vec<char> = game.show(&game.start().unwrap()).chars().collect();
                let at = self.1 % slip.len();
                slip[at] = self.0.chars().next().unwrap_or('x');
                for text in [self.0.to_owned(), slip.into_iter().collect()] {
                    if let Ok(position) = game.parse(&text) {
                        assert_eq!(game.parse(&game.show(&position)), Ok(position.clone()));
                        next(game, &position);
                        assert!(game.slots().is_none_or(|slots| game.rank(&position) < slots));
                    }
                }
            }
        }
        for name in SPECS {
            by_spec::with(name, &NoFiles, Read(&text, at)).unwrap();
            let spec = format!("{name}:{text}:");
            prop_assert!(by_spec::read(&spec, &NoFiles).is_err());
        }
        let square = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)]).unwrap();
        by_spec::Work::on(Read(&text, at), &Cops::new(2, &square).unwrap());
        let spec = format!("cops:{text}");
        prop_assert!(by_spec::read(&spec, &NoFiles).is_err());
    }
}

const SPECS: [&str; 6] = [
    "pong-hau-ki",
    "mu-torere",
    "three-mens-morris",
    "l-game",
    "fox-and-hounds",
    "five-field-kono",
];

#[test]
fn kono_ends_where_the_rules_say() {
    let game = FiveFieldKono::new();
    let verdict = |text: &str| game.parse(text).map(|men| game.verdict(&men));
    let lost = Ok(Some(Outcome::Lose));
    assert_eq!(verdict("xxxxx/x...x/oo.oo/o.oo./.....:o"), lost);
    assert_eq!(verdict("xx.../x..xx/xx.../o...o/ooooo:x"), lost);
    assert_eq!(verdict("ooooo/o...o/...../x...x/xxxxx:x"), Ok(None));
    let shut_in = "o..o./...../.o.o./xooox/xxxxx";
    assert_eq!(verdict(&format!("{shut_in}:x")), Ok(Some(Outcome::Draw)));
    assert_eq!(verdict(&format!("{shut_in}:o")), Ok(None));
    let refused = |text: &str| verdict(text).unwrap_err().to_string();
    assert!(refused("xxxxx/x...x/oo.oo/o.oo./.....:x").contains("over before"));
    assert!(refused("xxxxx/x...x/ooooo/oo.../.....:o").contains("3 stay on points of the colour"));
    assert!(refused("ooooo/o...o/...../x...x/xxxx.:x").contains("each side has 7 men"));
}

/// What is met by going on from the start is in the index, mirror images of either colour by itself
/// are the same, and un-moves take back what moves do.
#[test]
fn kono_on_a_narrow_board() {
    let game = FiveFieldKono::narrow(5).unwrap();
    let all = explored(&game, false);
    check_ranks(&game, &all);
    for position in all.positions.iter().step_by(7) {
        check_words(&game, position);
    }
    // 8! / (2! 2! 4!) and 7! / (3! 3! 1!) ways, of which twelve each are their own images.
    assert_eq!(game.slots(), Some((420 + 12) / 2 * ((140 + 12) / 2)));
    let options = kit::KitOptions { slots: u64::MAX, plays: 5, ..kit::KitOptions::default() };
    let report = kit::check(&game, &options).unwrap();
    assert!(report.slots == game.slots().unwrap() && report.unmoves > report.positions);
}

#[test]
fn parameters_are_read() {
    let read = |spec: &str| by_spec::read(spec, &NoFiles);
    for spec in ["three-mens-morris:diagonal", "three-mens-morris:rows", "nine-holes"] {
        assert_eq!(read(spec), Ok(()));
    }
    let refused = |spec: &str| read(spec).unwrap_err().to_string();
    assert!(refused("three-mens-morris:sideways").contains("'orthogonal', 'diagonal' or 'flying'"));
    assert_eq!(refused("cops:2:g.dot"), "'g.dot' cannot be read here");
    let many = "there can be 1 to 8 cops, not '99999999999999999999999', as in cops:2:graph.dot";
    assert_eq!(refused("cops:99999999999999999999999:g.dot"), many);
    assert!(refused("cops:2").contains("as in cops:2:graph.dot"));
}

#[test]
fn crowds_of_cops_are_refused() {
    let complete = |n: u32| {
        let edges = (0..n).flat_map(|from| (0..from).map(move |to| (from, to)));
        Graph::from_edges(n as usize, edges).unwrap()
    };
    assert!(Cops::new(2, &complete(40)).is_ok());
    let refusal = Cops::new(8, &complete(40)).unwrap_err().to_string();
    assert!(refusal.contains("take fewer cops or a smaller graph"), "{refusal}");
    let empty = Graph::from_edges(0, []).unwrap();
    assert!(Cops::new(1, &empty).is_err());
    let wide = Graph::from_edges(65_536, []).unwrap();
    assert!(Cops::new(1, &wide).is_err());
    assert!(Cops::new(0, &complete(3)).is_err() && Cops::new(9, &complete(3)).is_err());
}

/// The outcomes of each class of positions are those of its members.
#[test]
fn symmetry_preserves_outcomes() {
    fn check<G: Game>(game: &G) {
        let (all, classes) = (explored(game, false), explored(game, true));
        let (all_outcomes, class_outcomes) = (slow_outcomes(&all), slow_outcomes(&classes));
        let by_class: BTreeMap<String, Outcome> =
            classes.positions.iter().map(|p| game.show(p)).zip(class_outcomes).collect();
        for (position, outcome) in all.positions.iter().zip(all_outcomes) {
            let class = game.show(&game.canonical(position));
            assert_eq!(by_class[&class], outcome, "{}", game.show(position));
        }
    }
    check(&PongHauKi::new());
    check(&MuTorere::new());
    check(&ThreeMensMorris::new(Movement::Orthogonal, Lines::All));
    check(&LGame::new());
}
