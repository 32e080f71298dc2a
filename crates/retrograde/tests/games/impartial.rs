//! Impartial games against what is known of them: `tests/data/games/*.csv`.

use retrograde::games::catalogue::NoFiles;
use retrograde::games::kit::{self, KitOptions};
use retrograde::games::{ExploreOptions, Game};
use retrograde::table::{Catalogue, Roots};
use retrograde::{
    Answer, AnyValue, Arena, GrundyValues, Objective, Options, Outcome, Vertex, solve, verify,
};

use crate::by_spec::{self, Work};
use crate::known::{Known, known};

/// A game with the Grundy value of every position.
struct Solved {
    arena: Arena,
    start: Vertex,
    values: GrundyValues,
}

impl Solved {
    fn of(spec: &str, symmetry: bool) -> Solved {
        Solved::with(spec, symmetry, &[])
    }

    /// Explores from the start and some more positions, solves in both ways, and checks the
    /// solutions.
    fn with(spec: &str, symmetry: bool, more: &[String]) -> Solved {
        let rules = Catalogue::builtin().open(spec, &NoFiles).unwrap();
        assert!(rules.listing().unwrap().impartial, "{spec}");
        let start = rules.start().unwrap();
        let more = more.iter().map(|name| rules.parse(name).unwrap());
        let roots: Vec<_> = [start.clone()].into_iter().chain(more).collect();
        let options = ExploreOptions { symmetry, ..ExploreOptions::default() };
        let arena = rules.explore(Roots::From(&roots), &options).unwrap();
        let [grundy, outcome] = [Objective::Grundy, Objective::OUTCOME].map(|objective| {
            let solution = solve(&arena, &objective, &Options::default()).unwrap().solution;
            verify(&arena, &solution, &Options::default()).unwrap();
            solution
        });
        let Answer::Grundy(values) = grundy.answer else { panic!("{spec}: {grundy:?}") };
        for vertex in arena.graph.vertices() {
            let AnyValue::Outcome(value) = outcome.value(vertex) else { panic!("{spec}") };
            assert_eq!(values.get(vertex).outcome(), value.outcome());
        }
        let start = arena.names.find(&rules.show(&start)).unwrap();
        Solved { arena, start, values }
    }

    /// Solved for the sake of a question: not all single heaps can be met from the start.
    fn for_question(Known { game, question, answer }: &Known) -> Solved {
        let heaps = match question.as_str() {
            "grundy of single heaps" => answer.split(' ').count(),
            "period" => game.rsplit(':').next().unwrap().parse().unwrap(),
            _ => 0,
        };
        let more: Vec<String> = (0..heaps).map(|heap| heap.to_string()).collect();
        Solved::with(game, false, &more)
    }

    fn value(&self, name: &str) -> u32 {
        let vertex = self.arena.names.find(name).unwrap_or_else(|| panic!("no position {name}"));
        self.values.finite(vertex).expect("plays end")
    }

    fn values<T: ToString>(&self, names: impl Iterator<Item = T>) -> Vec<u32> {
        names.map(|name| self.value(&name.to_string())).collect()
    }

    /// The names of lost positions, as a set.
    fn lost(&self) -> Vec<String> {
        let vertices = self.arena.graph.vertices();
        let lost = vertices.filter(|&vertex| self.values.finite(vertex) == Some(0));
        let mut names: Vec<_> =
            lost.map(|vertex| self.arena.names.get(vertex).into_owned()).collect();
        names.sort_unstable();
        names
    }

    fn answer(&self, question: &str, expected: &str) -> String {
        let outcome = |value| if value == 0 { Outcome::Lose } else { Outcome::Win }.to_string();
        let list =
            |values: Vec<u32>| values.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let start = self.values.finite(self.start).unwrap();
        match question {
            "positions" => self.arena.graph.vertex_count().to_string(),
            "start" => outcome(start),
            "grundy" => start.to_string(),
            "grundy of single heaps" => list(self.values(0..expected.split(' ').count())),
            "period" => {
                let values = self.values(0..self.arena.names.len());
                let repeats = |period: &usize| {
                    (*period..values.len()).all(|n| values[n] == values[n - period])
                };
                (1..values.len()).find(repeats).unwrap().to_string()
            }
            "lost" => {
                let mut names: Vec<_> = expected.split(' ').collect();
                names.sort_unstable();
                if self.lost() == names { expected.to_owned() } else { self.lost().join(" ") }
            }
            _ => {
                if let Some(row) = question.strip_prefix("grundy of row ") {
                    let row: u32 = row.parse().unwrap();
                    list(self.values((0..=row).map(|column| format!("{row},{column}"))))
                } else if let Some(name) = question.strip_prefix("outcome of ") {
                    outcome(self.value(name.trim_matches('"')))
                } else {
                    panic!("what is {question}?")
                }
            }
        }
    }
}

/// Games that take longer than a test should.
const LARGE: [&str; 2] = ["kayles:50", "dawsons-kayles:52"];

fn check(file: &str) {
    for known in known(file) {
        if !LARGE.contains(&known.game.as_str()) {
            let (solved, Known { game, question, answer }) = (Solved::for_question(&known), &known);
            assert_eq!(solved.answer(question, answer), *answer, "{game}: {question}");
        }
    }
}

#[test]
fn nim_is_known() {
    check("nim.csv");
}

#[test]
fn subtraction_is_known() {
    check("subtraction.csv");
}

#[test]
fn wythoff_is_known() {
    check("wythoff.csv");
}

#[test]
fn octal_games_are_known() {
    check("octal.csv");
}

#[test]
fn chomp_is_known() {
    check("chomp.csv");
}

#[test]
#[ignore = "takes 10 s"]
fn large_octal_games_are_known() {
    let large = known("octal.csv").into_iter().filter(|known| LARGE.contains(&known.game.as_str()));
    for known in large {
        let (solved, Known { game, question, answer }) = (Solved::for_question(&known), &known);
        println!("{game}: {} positions", solved.arena.names.len());
        assert_eq!(solved.answer(question, answer), *answer, "{game}: {question}");
    }
}

#[test]
fn every_position_of_nim_is_worth_the_exclusive_or_of_its_heaps() {
    for symmetry in [false, true] {
        let solved = Solved::of("nim:9,6,7,2", symmetry);
        for vertex in solved.arena.graph.vertices() {
            let name = solved.arena.names.get(vertex);
            let heaps = name.split(',').map(|heap| heap.parse::<u32>().unwrap());
            assert_eq!(solved.values.finite(vertex), Some(heaps.fold(0, |sum, heap| sum ^ heap)));
        }
    }
}

#[test]
fn every_lost_position_of_wythoff_is_a_golden_pair() {
    let solved = Solved::of("wythoff:100,100", true);
    // The whole part of n times the golden ratio, without rounding; the other one is n more.
    let golden = |n: u64| (n + (5 * n * n).isqrt()) / 2;
    let pairs = (0..).map(|n| (golden(n), golden(n) + n)).take_while(|&(_, high)| high <= 100);
    let mut expected: Vec<String> = pairs.map(|(low, high)| format!("{low},{high}")).collect();
    expected.sort_unstable();
    assert_eq!(solved.lost(), expected);
}

#[test]
fn heaps_of_an_octal_game_add_up() {
    for spec in ["octal:0.137:14", "kayles:13", "octal:4.7:11", "octal:0.26:12"] {
        let solved = Solved::of(spec, false);
        for vertex in solved.arena.graph.vertices() {
            let name = solved.arena.names.get(vertex);
            // A single heap may not be met alone: then its value is not known from here.
            let heaps: Option<Vec<Vertex>> =
                name.split(',').map(|heap| solved.arena.names.find(heap)).collect();
            if let Some(heaps) = heaps {
                let values = heaps.iter().map(|&heap| solved.values.finite(heap).unwrap());
                assert_eq!(solved.values.finite(vertex), Some(values.fold(0, |sum, v| sum ^ v)));
            }
        }
    }
}

#[test]
fn symmetry_does_not_change_the_value() {
    for spec in ["nim:4,3,4", "wythoff:12,12", "chomp:5x5", "chomp:4x6"] {
        let (all, few) = (Solved::of(spec, false), Solved::of(spec, true));
        for vertex in all.arena.graph.vertices() {
            let name = all.arena.names.get(vertex);
            assert_eq!(all.values.finite(vertex), Some(few.value(&name)), "{spec}: {name}");
        }
    }
}

#[test]
fn every_game_passes_the_kit() {
    struct Check;
    impl Work for Check {
        type Output = kit::Report;

        fn on<G: Game>(self, game: &G) -> kit::Report {
            let options = KitOptions { plays: 20, slots: 200, ..KitOptions::default() };
            kit::check(game, &options).unwrap_or_else(|fault| panic!("{fault}"))
        }
    }
    let specs = [
        "nim:3,4,5",
        "nim:7,0,7,2",
        "nim:1,1,1,1,1,1,1,1",
        "nim:0",
        "nim:30,20",
        "subtraction:1,3,4:21",
        "subtraction:2,7:500",
        "subtraction:5:3",
        "wythoff:3,5",
        "wythoff:20,4",
        "wythoff:9,9",
        "wythoff:0,0",
        "kayles:30",
        "dawsons-kayles:40",
        "kayles:0",
        "octal:0.137:30",
        "octal:4.7:24",
        "octal:.7777:60",
        "octal:0.0:3",
        "chomp:4x5",
        "chomp:5x5",
        "chomp:1x1",
        "chomp:26x1",
        "chomp:1x26",
        "chomp:3x26",
        "chomp:26x26",
    ];
    for spec in specs {
        let report = by_spec::with(spec, &NoFiles, Check).unwrap();
        assert!(report.positions > 0, "{spec}");
    }
}

#[test]
fn parameters_out_of_range_are_refused_with_what_is_possible() {
    let specs = [
        "nim",
        "nim:",
        "nim:3,,4",
        "nim:65536",
        "nim:-1",
        "nim:1,1,1,1,1,1,1,1,1",
        "nim:x",
        "subtraction",
        "subtraction:1,2",
        "subtraction:0,1:5",
        "subtraction::5",
        "subtraction:1:",
        "subtraction:1:4000000001",
        "subtraction:99999999999999999999:5",
        "wythoff:3",
        "wythoff:3,5,7",
        "wythoff:3,99999",
        "wythoff:",
        "kayles",
        "kayles:121",
        "kayles:-1",
        "kayles:1:2",
        "dawsons-kayles:4294967296",
        "octal:0.137",
        "octal:0.138:5",
        "octal:1.7:5",
        "octal:0.:5",
        "octal:7:5",
        "octal:0.7:121",
        "octal:0.7:",
        "chomp",
        "chomp:0x4",
        "chomp:4x",
        "chomp:4x5x6",
        "chomp:27x1",
        "chomp:4294967295x4294967295",
        "chomp:4x99999999999999999999",
    ];
    for spec in specs {
        let error = Catalogue::builtin().open(spec, &NoFiles).expect_err(spec).to_string();
        let name = spec.split(':').next().unwrap();
        assert!(error.contains(&format!("as in {name}:")), "{spec}: {error}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused() {
    struct Refuse(&'static [&'static str]);
    impl Work for Refuse {
        type Output = ();

        fn on<G: Game>(self, game: &G) {
            for text in self.0 {
                let error = game.parse(text).expect_err(text).to_string();
                assert!(error.contains("write"), "{text}: {error}");
            }
        }
    }
    let cases: [(&str, &[&str]); 5] = [
        ("nim:3,4", &["", "3", "3,5", "4,4", "3,4,0", "-1,2", "a,b", "99999,1"]),
        ("subtraction:1:7", &["", "8", "-1", "x", "99999999999"]),
        ("wythoff:2,5", &["", "3,3", "6,0", "1", "1,2,3", "70000,1"]),
        ("kayles:6", &["", "7", "3,4", "0,1", "x", "1,,1"]),
        ("chomp:3x2", &["", "3", "3,3,3", "0,0", "2,3", "4,1", "x,y", "300,1"]),
    ];
    for (spec, texts) in cases {
        by_spec::with(spec, &NoFiles, Refuse(texts)).unwrap();
    }
}
