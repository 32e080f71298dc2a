//! Positions that come as text, one a line: the rows that come back are those that a look at every move
//! gives, in order, on any number of threads.

use std::io::{self, Read};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograde_core::{Cancel, Control, NamedMove, Stopped, Threads};
use retrograde_games::catalogue::NoFiles;
use retrograde_table::dense::DenseOptions;
use retrograde_table::{
    BuildOptions, Catalogue, Kind, ProbeError, Probed, RowFormat, Rules, SolvedGame, TableError,
};

fn rules(spec: &str) -> Rules {
    Catalogue::builtin().open(spec, &NoFiles).unwrap()
}

/// The rows by way of all moves, sorted.
fn expected(game: &SolvedGame, text: &str) -> Option<String> {
    let rules = game.rules();
    let position = rules.parse(text).ok()?;
    let worth = game.worth(&position).unwrap()?;
    let best = game.moves(&position).unwrap().into_iter().next();
    let best = best.map(|best| NamedMove { to: rules.show(&best.to), name: best.text });
    Some(format!("{} {worth} {best:?}", rules.show(&position)))
}

fn shown(probed: &Probed) -> Option<String> {
    let Probed::Known(row) = probed else { return None };
    Some(format!("{} {} {:?}", row.position, row.worth, row.best))
}

fn answered(game: &SolvedGame, text: &str, threads: usize) -> Vec<(String, Probed)> {
    let control = Control::default().on(Threads::new(threads).unwrap());
    let (mut all, mut asked) = (Vec::new(), 0);
    game.probe_lines(text.as_bytes(), None, &control, |answers| {
        asked += answers.asked;
        all.extend(answers.probed);
        Ok(())
    })
    .unwrap();
    assert_eq!(all.len() as u64, asked);
    all
}

#[test]
fn rows_are_those_of_a_look_at_every_move_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for spec in ["quixo:3", "tic-tac-toe", "nim:3,4", "connect:3x4x3"] {
        let rules = rules(spec);
        let dense = rules.solve(&DenseOptions::default()).unwrap();
        let build = |kind, name: &str| {
            let folder = folder.path().join(format!("{}-{name}", spec.replace(':', "-")));
            let options = BuildOptions { kind, ..BuildOptions::default() };
            rules.build(spec, &folder, &options).unwrap()
        };
        let games = [dense, build(Kind::Distance, "distances"), build(Kind::Outcome, "outcomes")];
        let slots = rules.slots().unwrap();
        let places = (0..slots).filter(|slot| slots < 30_000 || slot % 17 == 3);
        let mut lines = Vec::new();
        for (number, position) in places.filter_map(|slot| rules.unrank(slot)).enumerate() {
            lines.push(rules.show(&position));
            if number % 100 == 1 {
                lines.push("nonsense".to_owned());
            }
        }
        for game in &games {
            let expected: Vec<_> = lines.iter().map(|line| expected(game, line)).collect();
            for threads in [1, 2, 5] {
                let answers = answered(game, &lines.join("\n\n"), threads);
                assert!(answers.iter().map(|(text, _)| text).eq(&lines), "{spec}");
                let answers: Vec<_> = answers.iter().map(|(_, probed)| shown(probed)).collect();
                assert!(answers == expected, "{spec} on {threads} threads");
            }
        }
    }
}

#[test]
fn what_is_no_position_is_named_with_its_line() {
    let game = rules("nim:1,2").solve(&DenseOptions::default()).unwrap();
    let mut text = String::new();
    for line in 1..=50_000 {
        text += if line % 7_000 == 0 { "what\n" } else { ["0,1\n", "\n", "1,2\r\n"][line % 3] };
    }
    for (threads, format) in [(1, RowFormat::Csv), (2, RowFormat::Json), (3, RowFormat::Csv)] {
        let control = Control::default().on(Threads::new(threads).unwrap());
        let (mut refused, mut rows, mut asked) = (Vec::new(), Vec::new(), 0);
        game.probe_lines(text.as_bytes(), Some(format), &control, |answers| {
            refused.extend(answers.refused);
            rows.extend(answers.rows);
            asked += answers.asked;
            Ok(())
        })
        .unwrap();
        assert_eq!(
            refused.iter().map(|refused| refused.line).collect::<Vec<_>>(),
            [7_000, 14_000, 21_000, 28_000, 35_000, 42_000, 49_000]
        );
        assert!(refused.iter().all(|refused| refused.text == "what"));
        let rows = String::from_utf8(rows).unwrap();
        assert_eq!(rows.lines().count() as u64, asked);
        let expected = match format {
            RowFormat::Csv => "\"0,1\",win,1,1 from heap 2,\"0,0\"",
            _ => {
                "{\"distance\":1,\"move\":\"1 from heap 2\",\"outcome\":\"win\",\
                 \"position\":\"0,1\",\"to\":\"0,0\"}"
            }
        };
        assert_eq!(rows.lines().nth(1), Some(expected));
    }
}

/// Lines without end, and how many bytes of them were read.
struct Endless<'a>(&'a AtomicU64);

impl Read for Endless<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        bytes.chunks_mut(4).for_each(|line| line.copy_from_slice(&b"0,1\n"[..line.len()]));
        self.0.fetch_add(bytes.len() as u64, Relaxed);
        Ok(bytes.len())
    }
}

#[test]
fn little_is_on_its_way_and_whoever_refuses_or_stops_ends_it() {
    let game = rules("nim:1,2").solve(&DenseOptions::default()).unwrap();
    for threads in [1, 2, 3] {
        let (read, cancel) = (AtomicU64::new(0), Cancel::new());
        let control = Control {
            threads: Threads::new(threads).unwrap(),
            cancel: Some(&cancel),
            ..Control::default()
        };
        let mut taken = 0;
        let refused = game.probe_lines(Endless(&read), Some(RowFormat::Csv), &control, |answers| {
            taken += 4 * answers.asked;
            std::thread::sleep(std::time::Duration::from_millis(2));
            let ahead = read.load(Relaxed) - taken;
            assert!(
                ahead <= (1 << 16) * (5 * threads as u64 + 1),
                "{ahead} bytes are on their way"
            );
            if taken > 1 << 21 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
        });
        assert!(matches!(refused, Err(ProbeError::Output(_))));
        let mut pieces = 0;
        let stopped = game.probe_lines(Endless(&read), Some(RowFormat::Csv), &control, |_| {
            pieces += 1;
            if pieces == 3 {
                cancel.cancel();
            }
            Ok(())
        });
        let Err(ProbeError::Table(TableError::Stopped(Stopped::Cancelled))) = stopped else {
            panic!("{stopped:?}");
        };
    }
}

/// One line at a time from somebody who waits for each answer.
struct Waits<'a> {
    asked: u64,
    answered: &'a AtomicU64,
}

impl Read for Waits<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        assert_eq!(self.answered.load(Relaxed), self.asked, "nothing is read before the answer");
        if self.asked == 20 {
            return Err(io::Error::other("gone"));
        }
        self.asked += 1;
        bytes[..4].copy_from_slice(b"1,2\n");
        Ok(4)
    }
}

#[test]
fn whoever_waits_for_an_answer_gets_it_and_trouble_with_input_is_told() {
    let game = rules("nim:1,2").solve(&DenseOptions::default()).unwrap();
    for threads in [1, 4] {
        let control = Control::default().on(Threads::new(threads).unwrap());
        let answered = AtomicU64::new(0);
        let lines = Waits { asked: 0, answered: &answered };
        let trouble = game.probe_lines(lines, Some(RowFormat::Csv), &control, |answers| {
            answered.fetch_add(answers.asked, Relaxed);
            Ok(())
        });
        assert_eq!(trouble.unwrap_err().to_string(), "line 21: gone");
    }
}

#[test]
fn texts_have_a_row_each_also_those_with_nothing_in_them() {
    let game = rules("nim:1,2").solve(&DenseOptions::default()).unwrap();
    let answers = game.probe_texts(["0,1", "", "x\ny"], Some(RowFormat::Csv)).unwrap();
    let rows = String::from_utf8(answers.rows).unwrap();
    assert_eq!(rows, "\"0,1\",win,1,1 from heap 2,\"0,0\"\n\"\",,,,\n\"x\ny\",,,,\n");
    assert_eq!((answers.asked, answers.refused[0].line, answers.refused[1].line), (3, 2, 3));
}
