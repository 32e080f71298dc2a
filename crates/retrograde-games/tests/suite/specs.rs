//! Every game with all sorts of parameters: its powers agree, and it has at least as many positions
//! as it says.

use crate::by_spec;

use by_spec::Work;
use retrograde_core::{Graph, Names};
use retrograde_games::catalogue::{Files, Listed};
use retrograde_games::kit::{self, KitFault, KitOptions};
use retrograde_games::rules::Cops;
use retrograde_games::{ExploreError, ExploreOptions, Game, ParseError, explore};

/// Graphs that need no file: a path by its length, whose vertices have names that are hard to read.
struct Paths;

const NAMES: [&str; 7] = ["a", "-", "b c", "3", "@2", "x+y", "\"q\""];

impl Files for Paths {
    fn graph(&self, path: &str) -> Result<(Graph, Names), ParseError> {
        let count: u32 = path.parse().map_err(|_| ParseError::new("a number"))?;
        let edges = (1..count).map(|vertex| (vertex - 1, vertex));
        let graph = Graph::from_edges(count as usize, edges)
            .map_err(|error| ParseError::new(error.to_string()))?;
        let name = |vertex: u32, text: &mut String| match NAMES.get(vertex as usize) {
            Some(name) => text.push_str(name),
            None => text.push_str(&format!("v{vertex}")),
        };
        Ok((graph, Names::written(count as usize, name)))
    }
}

fn with<W: Work>(spec: &str, work: W) -> W::Output {
    by_spec::with(spec, &Paths, work).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// Small enough to be explored, at the edges of what is allowed where there are any.
const SMALL: &[&str] = &[
    "nim:0",
    "nim:6",
    "nim:5,0,3",
    "nim:2,2,2,2,2,2,2,2",
    "subtraction:1:0",
    "subtraction:2,5:17",
    "subtraction:7:3",
    "subtraction:4,3:50",
    "subtraction:4000000000:4000000000",
    "wythoff:0,0",
    "wythoff:0,4",
    "wythoff:6,3",
    "chomp:1x1",
    "chomp:1x26",
    "chomp:26x1",
    "chomp:3x4",
    "chomp:4x4",
    "kayles:0",
    "kayles:1",
    "kayles:13",
    "dawsons-kayles:0",
    "dawsons-kayles:14",
    "octal:0.0:9",
    "octal:0.1:1",
    "octal:0.2:9",
    "octal:0.4:12",
    "octal:0.06:20",
    "octal:0.0003:14",
    "octal:0.137:16",
    "octal:0.0007:25",
    "octal:4.0:9",
    "octal:4.3:9",
    "octal:.7:9",
    "mnk:1x1x1",
    "mnk:1x5x2",
    "mnk:5x1x3",
    "mnk:2x3x9",
    "mnk:3x3x1",
    "mnk:3x3x2",
    "mnk:3x3x3",
    "mnk:3x3x4",
    "mnk:2x2x2",
    "mnk:4x3x3",
    "mnk:2x5x4",
    "mnk:3x3x4294967295",
    "connect:1x1x1",
    "connect:1x6x3",
    "connect:6x1x3",
    "connect:26x1x1",
    "connect:1x63x2",
    "connect:3x3x9",
    "connect:3x4x3",
    "connect:4x4x2",
    "connect:4x4x4",
    "connect:4x4x5",
    "hexapawn:1x3",
    "hexapawn:1x63",
    "hexapawn:3x3",
    "hexapawn:4x4",
    "hexapawn:2x6",
    "breakthrough:1x3",
    "breakthrough:1x9",
    "breakthrough:3x3",
    "breakthrough:2x5",
    "breakthrough:3x4",
    "othello:4x4",
    "pong-hau-ki",
    "mu-torere",
    "three-mens-morris",
    "three-mens-morris:diagonal",
    "three-mens-morris:flying",
    "three-mens-morris:orthogonal:rows",
    "nine-holes",
    "l-game",
    "quixo:3",
    "cops:1:1",
    "cops:1:7",
    "cops:2:7",
    "cops:3:4",
    "cops:8:2",
];

/// Too large to be explored in a test, but with few enough moves to be checked in part.
const LARGE: &[&str] = &[
    "nim:200,300,400",
    "subtraction:1:4000000000",
    "wythoff:300,200",
    "chomp:9x26",
    "kayles:40",
    "octal:0.777777777:30",
    "octal:4.7:120",
    "mnk:8x8x5",
    "mnk:8x8x9",
    "connect-four",
    "connect:26x1x4",
    "connect:12x4x4",
    "connect:2x31x4",
    "hexapawn:7x9",
    "hexapawn:21x3",
    "breakthrough:7x9",
    "othello:4x6",
    "othello:8x8",
    "fox-and-hounds",
    "five-field-kono",
    "quixo:4",
    "quixo:5",
    "teeko",
    "dobutsu-shogi",
    "cops:2:20",
];

#[test]
fn powers_agree_whatever_the_parameters() {
    struct Check;
    impl Work for Check {
        type Output = Result<(), KitFault>;

        fn on<G: Game>(self, game: &G) -> Self::Output {
            let options = KitOptions { seed: 11, plays: 3, moves: 30, slots: 80 };
            kit::check(game, &options).map(|_| ())
        }
    }
    let examples = by_spec::listings().into_iter().map(|entry| entry.example);
    let examples = examples.filter(|spec| !spec.contains("cops"));
    for spec in SMALL.iter().chain(LARGE).copied().chain(examples) {
        if let Err(fault) = with(spec, Check) {
            panic!("{spec}: {fault}");
        }
    }
}

/// How many positions a game says it has at least, and how many it has, if that are not too many.
struct Positions(u64);

impl Work for Positions {
    type Output = (u64, Option<u64>);

    fn on<G: Game>(self, game: &G) -> Self::Output {
        let options = ExploreOptions { positions: self.0, ..ExploreOptions::default() };
        let explored = match self.0 {
            0 => None,
            _ => match explore(game, &[game.start().unwrap()], &options) {
                Ok(explored) => Some(explored.positions.len() as u64),
                Err(ExploreError::TooManyPositions { .. }) => None,
                Err(error) => panic!("{error}"),
            },
        };
        (game.at_least(), explored)
    }
}

#[test]
fn there_are_at_least_so_many_positions() {
    for spec in SMALL {
        let (at_least, explored) = with(spec, Positions(400_000));
        let explored = explored.unwrap_or_else(|| panic!("{spec} is not small"));
        assert!((1..=explored).contains(&at_least), "{spec}: {at_least} of {explored}");
    }
}

/// Where every way to play on can be counted, the bound is the number.
#[test]
fn some_know_it_exactly() {
    let exactly = [
        "nim:6",
        "nim:5,0,3",
        "subtraction:1:30",
        "subtraction:7:30",
        "wythoff:6,3",
        "chomp:3x4",
        "chomp:4x4",
        "octal:0.2:9",
        "octal:4.0:9",
        "mnk:3x3x1",
        "mnk:3x3x4",
        "connect:4x4x4",
    ];
    for spec in exactly {
        let (at_least, explored) = with(spec, Positions(400_000));
        assert_eq!(Some(at_least), explored, "{spec}");
    }
    // All but the end, where nothing is left.
    let (at_least, explored) = with("kayles:13", Positions(400_000));
    assert_eq!(Some(at_least + 1), explored);
}

#[test]
fn large_games_say_that_they_are() {
    for (spec, least) in [
        ("nim:65535,65535,65535,65535,65535,65535,65535,65535", u64::MAX),
        ("subtraction:1:4000000000", 4_000_000_001),
        ("wythoff:65535,65535", 1 << 32),
        ("chomp:26x26", 400_000_000_000_000),
        ("octal:4.7:120", 1_000_000_000),
        ("mnk:8x8x5", 1 << 60),
        ("mnk:8x8x9", u64::MAX),
        ("mnk:6x6x4", 10_000_000_000),
        ("connect-four", 4_531_985_219_092),
        ("connect:12x4x4", 54_233_186_631),
        ("hexapawn:7x9", 1_000_000_000),
        ("breakthrough:7x8", 100_000_000_000),
        ("cops:2:40", 820 * 40),
        ("five-field-kono", 299_000_000),
    ] {
        let (at_least, _) = with(spec, Positions(0));
        assert!(at_least >= least, "{spec}: {at_least}");
    }
    for spec in LARGE {
        assert!(with(spec, Positions(0)).0 >= 1, "{spec}");
    }
}

#[test]
fn nothing_behind_a_colon_is_refused_everywhere() {
    for entry in by_spec::listings() {
        for spec in [format!("{}:", entry.name), format!("{}:", entry.example)] {
            let message = by_spec::read(&spec, &Paths).unwrap_err().to_string();
            let expected = format!(
                "there is nothing behind a colon of '{spec}': write it as in {}",
                entry.example
            );
            assert_eq!(message, expected);
        }
        for (alias, _) in entry.aliases {
            let message = by_spec::read(&format!("{alias}:"), &Paths).unwrap_err().to_string();
            assert!(message.ends_with(&format!("write it as in {alias}")), "{message}");
        }
    }
    assert!(by_spec::read("three-mens-morris::rows", &Paths).is_err());
    let message = by_spec::read("ni:", &Paths).unwrap_err().to_string();
    assert_eq!(message, "there is no game 'ni'; did you mean nim?");
}

/// Names that could be misread are written as numbers, and everything written is read again.
#[test]
fn cops_stand_on_vertices_with_names() {
    let game = Cops::from_parameters("2:9", &Paths).unwrap();
    let shown = |text: &str| game.parse(text).map(|chase| game.show(&chase));
    assert_eq!(shown("a+v8/3:cops"), Ok("a+v8/3:cops".to_owned()));
    assert_eq!(shown("v7+@3/@0:robber"), Ok("3+v7/a:robber".to_owned()));
    assert_eq!(shown("@1+@2/@4:cops"), Ok("@1+@2/@4:cops".to_owned()));
    assert_eq!(shown("@5+@6/-"), Ok("@5+@6/-".to_owned()));
    for wrong in
        ["0+a/3:cops", "b c+a/3:cops", "@9+a/3:cops", "a/3:cops", "a+a/-:cops", "@-1+a/3:cops"]
    {
        let message = shown(wrong).unwrap_err().to_string();
        assert!(message.contains("such as a+a/a:cops"), "{wrong}: {message}");
    }
    let chase = game.parse("a+v8/3:cops").unwrap();
    assert!(game.parse_move(&chase, "@1+v7").is_some());
    assert_eq!(game.board(&chase), "cops on a+v8, robber on 3");
}
