//! A game without its type says what the game says, and answers the same however it was solved.

mod graph;

use std::collections::HashSet;
use std::sync::Arc;

use retrograde_core::{Allowance, Arena, Cancel, Control, NamedMove, Stopped, Threads, Vertex};
use retrograde_games::catalogue::{Files, Listed, Listing, NoFiles};
use retrograde_games::rules::Quixo;
use retrograde_games::{ExploreError, ExploreOptions, Game, ParseError};
use retrograde_table::dense::DenseOptions;
use retrograde_table::{
    BuildOptions, Catalogue, End, Kind, Overview, Position, Roots, Row, Rules, SolvedGame, Table,
    TableError, Worth,
};

/// Games with an index, small enough to be solved in every way.
const INDEXED: &[&str] = &[
    "nim:3,4,5",
    "tic-tac-toe",
    "connect:3x3x3",
    "hexapawn:3x3",
    "breakthrough:2x4",
    "pong-hau-ki",
    "mu-torere",
    "three-mens-morris",
    "three-mens-morris:flying",
    "l-game",
    "quixo:3",
];

fn rules(spec: &str) -> Rules {
    let rules = Catalogue::builtin().open(spec, &NoFiles);
    rules.unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// The game of a spec, explored from its start or over its index.
fn explored(spec: &str, symmetry: bool, whole: bool) -> SolvedGame {
    let rules = rules(spec);
    let start: Vec<Position> = rules.start().into_iter().collect();
    let roots = if whole { Roots::Index } else { Roots::From(&start) };
    let options = ExploreOptions { symmetry, ..ExploreOptions::default() };
    let arena = rules.explore(roots, &options).unwrap();
    let (values, ties) = graph::solve(&arena);
    SolvedGame::explored(rules, Arc::new(arena), values, Some(ties))
}

fn rows(solved: &SolvedGame) -> Vec<Row> {
    let mut rows = Vec::new();
    let all = solved.each_row(&Control::ALONE, |row| {
        rows.push(row);
        Ok::<(), TableError>(())
    });
    all.unwrap();
    rows
}

fn overview(solved: &SolvedGame) -> Overview {
    solved.overview(&Control::default()).unwrap()
}

#[test]
fn however_a_game_was_solved_it_answers_the_same() {
    let mut compared = 0;
    for &spec in INDEXED {
        let rules = rules(spec);
        if rules.slots().is_none() {
            continue;
        }
        compared += 1;
        let folder = tempfile::tempdir().unwrap();
        let stored = rules.build(spec, folder.path(), &BuildOptions::default()).unwrap();
        let opened = SolvedGame::open(folder.path(), &Catalogue::builtin(), &NoFiles).unwrap();
        let ways = [
            explored(spec, false, false),
            explored(spec, true, false),
            rules.solve(&DenseOptions::default()).unwrap(),
            stored,
            opened,
        ];
        let arena = ways[0].arena().unwrap();
        let step = arena.graph.vertex_count().div_ceil(300);
        for vertex in arena.graph.vertices().step_by(step) {
            let position = rules.parse(&arena.names.get(vertex)).unwrap();
            let name = rules.show(&position);
            let worth = ways[0].worth(&position).unwrap();
            let moves = ways[0].moves(&position).unwrap();
            let line = ways[0].line(&position, Some(40), &Control::ALONE).unwrap();
            assert!(worth.is_some());
            assert_eq!(moves.is_empty(), arena.graph.is_terminal(vertex), "{spec}: {name}");
            for other in &ways[1..] {
                assert_eq!(other.worth(&position).unwrap(), worth, "{spec}: {name}, {other:?}");
                assert_eq!(other.moves(&position).unwrap(), moves, "{spec}: {name}, {other:?}");
                let other = other.line(&position, Some(40), &Control::ALONE).unwrap();
                assert_eq!(other, line, "{spec}: {name}, {other:?}");
            }
            match worth.and_then(Worth::distance) {
                Some(distance) if distance.0 < 40 => {
                    assert_eq!((line.steps.len() as u32, line.end), (distance.0 + 1, End::Over));
                }
                Some(_) => assert_eq!(line.end, End::Cut),
                None => {
                    let drawn = |step: &retrograde_table::Step| step.worth == worth;
                    assert!(line.steps.iter().all(drawn), "{spec}: {name}");
                }
            }
        }
        let start = ways[2].start().unwrap();
        assert!(ways.iter().all(|way| way.start().unwrap() == start));
        assert_eq!(overview(&ways[2]), overview(&ways[3]), "{spec}");
        assert_eq!(rows(&ways[2]), rows(&ways[3]), "{spec}");
    }
    assert!(compared >= 6, "only {compared} of the games have an index");
}

#[test]
fn over_the_index_all_ways_have_the_same_rows() {
    for &spec in INDEXED {
        let rules = rules(spec);
        if rules.slots().is_none() {
            continue;
        }
        let dense = rules.solve(&DenseOptions::default()).unwrap();
        let by_graph = explored(spec, true, true);
        let arena = by_graph.arena().unwrap();
        let graph = &arena.graph;
        let rows = rows(&dense);
        assert_eq!(rows, self::rows(&by_graph), "{spec}");
        for threads in [Threads::ONE, Threads::all()] {
            let edges = rules.edges(&Control::default().on(threads));
            assert_eq!(edges, Ok(graph.edge_count() as u64), "{spec}: edges");
        }
        let (one, other) = (overview(&dense), overview(&by_graph));
        assert_eq!(one.counts.positions(), graph.vertex_count() as u64, "{spec}");
        let without_holes = |mut overview: Overview| {
            overview.counts.hole = 0;
            overview
        };
        assert_eq!(without_holes(one), other, "{spec}");
        for (vertex, row) in (0..).zip(&rows) {
            let to =
                row.best.as_ref().map(|best| arena.names.find(&best.to).expect("it leads there"));
            assert_eq!(to.is_none(), graph.is_terminal(vertex), "{spec}: {}", row.position);
            // The first of the moves is the one.
            let position = rules.parse(&row.position).unwrap();
            let first = dense.moves(&position).unwrap().into_iter().next();
            let first =
                first.map(|first| NamedMove { to: rules.show(&first.to), name: first.text });
            assert_eq!(first, row.best, "{spec}: {}", row.position);
        }
    }
}

#[test]
fn a_table_of_outcomes_answers_without_distances() {
    let folder = tempfile::tempdir().unwrap();
    let rules = rules("quixo:3");
    let options = BuildOptions { kind: Kind::Outcome, ..BuildOptions::default() };
    let solved = rules.build("quixo:3", folder.path(), &options).unwrap();
    let start = rules.start().unwrap();
    assert_eq!(solved.worth(&start).unwrap(), Some(Worth::Win(None)));
    assert_eq!(solved.moves(&start).unwrap()[0].worth, Worth::Lose(None));
    let overview = overview(&solved);
    assert_eq!((overview.longest_win, overview.longest_loss), (None, None));
    let line = solved.line(&start, Some(100), &Control::ALONE).unwrap();
    assert!(line.end != End::Cut, "{:?}", line.end);
}

#[test]
fn every_game_of_the_catalogue_can_be_held() {
    let catalogue = Catalogue::builtin();
    assert!(catalogue.entries().count() > 20);
    for entry in catalogue.entries() {
        // Its example needs a file.
        if entry.name == "cops" {
            continue;
        }
        let rules = rules(entry.example);
        assert_eq!(rules.listing().map(|listing| listing.name), Some(entry.name));
        let start =
            rules.start().or_else(|| (0..rules.slots()?).find_map(|slot| rules.unrank(slot)));
        let start = start.unwrap_or_else(|| panic!("{} has a position", entry.example));
        assert_eq!(rules.parse(&rules.show(&start)).as_ref(), Ok(&start), "{}", entry.example);
        assert!(!rules.board(&start).is_empty());
        let choices = rules.choices(&start);
        let texts: HashSet<&str> = choices.iter().map(|choice| &*choice.text).collect();
        assert_eq!(texts.len(), choices.len(), "{}: moves look alike", entry.example);
        for choice in &choices {
            assert_eq!(rules.parse_move(&start, &choice.text).as_ref(), Some(choice));
        }
        assert_eq!(rules.parse_move(&start, "no such move"), None);
    }
}

/// A pile from which one or two are taken.
#[derive(Debug)]
struct Takeaway(u32);

impl Game for Takeaway {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> Option<u32> {
        Some(self.0)
    }

    fn moves(&self, &left: &u32, moves: &mut Vec<u32>) {
        moves.extend(1..=left.min(2));
    }

    fn play(&self, &left: &u32, &take: &u32) -> u32 {
        left - take
    }

    fn show(&self, left: &u32) -> String {
        left.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        text.parse().map_err(|_| ParseError::new("write the pile as a number, such as 7"))
    }

    fn show_move(&self, _: &u32, take: &u32) -> String {
        format!("take {take}")
    }

    fn slots(&self) -> Option<u64> {
        Some(u64::from(self.0) + 1)
    }

    fn rank(&self, &left: &u32) -> u64 {
        left.into()
    }

    fn unrank(&self, slot: u64) -> Option<u32> {
        (slot <= u64::from(self.0)).then_some(slot as u32)
    }
}

impl Listed for Takeaway {
    const LISTING: Listing = Listing {
        name: "takeaway",
        title: "Takeaway",
        aliases: &[("take-seven", "7")],
        parameters: ":PILE",
        example: "takeaway:21",
        summary: "a game of the tests",
        rules: "Players take one or two from a pile. Whoever cannot take loses.",
        known: "Lost where the pile is a multiple of three.",
        impartial: true,
        dense: false,
    };

    fn from_parameters(parameters: &str, _: &dyn Files) -> Result<Self, ParseError> {
        let pile = parameters.parse().map(Takeaway);
        pile.map_err(|_| ParseError::new("takeaway takes a number, as in takeaway:21"))
    }
}

#[test]
fn games_of_ones_own_are_opened_where_they_are_listed() {
    let games = Catalogue::builtin().with::<Takeaway>();
    assert_eq!(games.entries().count(), Catalogue::builtin().entries().count() + 1);
    assert_eq!(games.clone().with::<Takeaway>().entries().count(), games.entries().count());
    let folder = tempfile::tempdir().unwrap();
    let rules = games.open("takeaway:21", &NoFiles).unwrap();
    rules.build("takeaway:21", folder.path(), &BuildOptions::default()).unwrap();
    let solved = SolvedGame::open(folder.path(), &games, &NoFiles).unwrap();
    assert!(matches!(solved.start().unwrap(), Some(Worth::Lose(Some(plies))) if plies.0 == 14));
    assert_eq!(solved.table().unwrap().spec(), "takeaway:21");

    let error = SolvedGame::open(folder.path(), &Catalogue::builtin(), &NoFiles).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "{}: the table is of 'takeaway:21': there is no game 'takeaway': \
             'retrograde games' lists those there are",
            folder.path().display()
        )
    );
    let message = |spec: &str| games.open(spec, &NoFiles).unwrap_err().to_string();
    assert_eq!(message("takeawya"), "there is no game 'takeawya'; did you mean takeaway?");
    assert_eq!(
        message("takeaway:"),
        "there is nothing behind a colon of 'takeaway:': write it as in takeaway:21"
    );
    assert_eq!(message("take-seven:8"), "take-seven takes no parameters: leave out ':8'");
    let alias = games.open("take-seven", &NoFiles).unwrap();
    assert_eq!(alias.show(&alias.start().unwrap()), "7");
}

#[test]
fn positions_are_equal_and_hashed_as_the_game_says() {
    let rules = rules("tic-tac-toe");
    let start = rules.start().unwrap();
    let mut seen = HashSet::from([start.clone()]);
    for choice in rules.choices(&start) {
        assert_ne!(choice.to, start);
        assert!(seen.insert(choice.to));
    }
    assert_eq!(seen.len(), 10);
    assert!(!seen.insert(rules.parse(&rules.show(&start)).unwrap()));
    // Of another game, even a position that looks the same is another.
    let other = Rules::of(Quixo::new(3).unwrap());
    assert_ne!(other.start().unwrap(), start);
}

#[test]
fn a_table_is_asked_through_the_rules_as_through_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let (rules, game) = (rules("quixo:3"), Quixo::new(3).unwrap());
    let solved = rules.build("quixo:3", folder.path(), &BuildOptions::default()).unwrap();
    let table = solved.table().unwrap();
    let verified = rules.verify(table, &Control::default()).unwrap();
    assert_eq!(verified.positions + verified.holes, table.slots());
    let start = solved.start().unwrap().unwrap();
    assert_eq!(table.probe(game.rank(&game.start().unwrap())).unwrap(), start);
    let mut csv = Vec::new();
    rules.export_csv(table, &mut csv, &Control::default()).unwrap();
    let mut expected = Vec::new();
    table.export_csv(&game, &mut expected, &Control::default()).unwrap();
    assert_eq!(csv, expected);

    let other = self::rules("quixo:4");
    let error = SolvedGame::stored(other, Table::open(folder.path()).unwrap()).unwrap_err();
    assert!(matches!(error, TableError::OtherIndex { .. }), "{error}");
}

#[test]
fn what_cannot_fit_is_refused_before_it_is_explored() {
    let refused = |spec: &str, bytes: u64| -> ExploreError {
        let memory = Some(Allowance::from_now(bytes));
        let control = Control { memory, ..Control::default() };
        let options = ExploreOptions { control, ..ExploreOptions::default() };
        rules(spec).explore(Roots::Index, &options).unwrap_err()
    };
    let error = refused("quixo:4", 1 << 20);
    assert!(matches!(error, ExploreError::Hopeless { needed, .. } if needed > 1 << 20), "{error}");
    // Too large an index to look at every slot of.
    let error = refused("quixo:5", 1 << 33);
    assert!(matches!(error, ExploreError::Hopeless { .. }), "{error}");
}

#[test]
fn exploring_from_positions_knows_them_by_name() {
    let rules = rules("hexapawn:3x3");
    let from = rules.parse("bbb/.w./w.w:b").unwrap();
    let arena: Arena = rules.explore(Roots::From(&[from]), &ExploreOptions::default()).unwrap();
    assert_eq!(arena.names.find("bbb/.w./w.w:b"), Some(0 as Vertex));
    assert_eq!(arena.names.find("bbb/.../www:w"), None);
}

#[test]
fn whoever_has_been_stopped_does_nothing_more() {
    let folder = tempfile::tempdir().unwrap();
    let rules = rules("quixo:3");
    let stored = rules.build("quixo:3", folder.path(), &BuildOptions::default()).unwrap();
    let table = stored.table().unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    assert_eq!(rules.edges(&control), Err(Stopped::Cancelled));
    let stopped = |error: TableError| error.stopped() == Some(Stopped::Cancelled);
    assert!(stopped(table.stats(&control, 1).unwrap_err()));
    assert!(stopped(table.check_file(&control).unwrap_err()));
    assert!(stopped(stored.overview(&control).unwrap_err()));
    let row = stored.each_row(&control, |_| Ok::<(), TableError>(()));
    assert!(stopped(row.unwrap_err()));
    let error = rules.verify(table, &control).unwrap_err();
    assert_eq!(error.to_string(), "cancelled");
    let error = rules.export_csv(table, &mut Vec::new(), &control).unwrap_err();
    assert_eq!(error.to_string(), "cancelled");
    let error = table.export_npz(&mut Vec::new(), &control).unwrap_err();
    assert_eq!(error.to_string(), "cancelled");
    let dense = DenseOptions { control, ..DenseOptions::default() };
    assert_eq!(rules.solve(&dense).unwrap_err().to_string(), "cancelled");
}
