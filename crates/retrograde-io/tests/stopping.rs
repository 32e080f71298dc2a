//! Readers stop when they are told to, however long their input is.

use std::io::{self, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use retrograde_core::{Cancel, Control, Names, Objective, Stopped};
use retrograde_io::{Format, ReadError, ReadFault, Source, read_arena, read_stream};

/// The same text again and again after a beginning, without an end.
struct Endless {
    begin: Vec<u8>,
    again: Vec<u8>,
    at: usize,
}

impl Endless {
    fn new(begin: &str, again: &str) -> Self {
        Endless { begin: begin.into(), again: again.repeat(1000).into(), at: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = match self.at < self.begin.len() {
            true => &self.begin[self.at..],
            false => &self.again[(self.at - self.begin.len()) % self.again.len()..],
        };
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
}

/// Inputs that are well formed as far as anybody can tell.
fn endless(format: Format) -> Endless {
    match format {
        Format::Edges => Endless::new("", "a b\n1 2\n# and so on\n"),
        Format::Dot => Endless::new("digraph {", "a -> b; /* and so on */\n"),
        Format::Json => Endless::new("{\"more\": [0", ", {\"x\": [true, \"y\"]}"),
        Format::Pgsolver => Endless::new("parity 3;\n0 0 0 1,2;\n", "% and so on\n \n"),
        Format::Hoa => Endless::new("HOA: v1\n", "/* and so on */ \n"),
        Format::Aut => Endless::new("des (0, 18446744073709551615, 2)\n", "(0, \"a\", 1)\n"),
        Format::Graphml => Endless::new("<graphml>", "<desc>and <!-- so --> on</desc>\n"),
        Format::Mtx => Endless::new("%%MatrixMarket matrix coordinate pattern general\n", "%\n\n"),
        Format::Npz => Endless::new("PK", "and so on"),
        Format::Rgg => {
            Endless { begin: b"\x89RGG\r\n\x1a\n".to_vec(), ..Endless::new("", "and so on") }
        }
        other => panic!("{other} is new here"),
    }
}

/// What a reader says, and how long it takes to say so after it is told to stop.
fn stopped<T>(read: impl FnOnce(&Control<'_>) -> Result<T, ReadError>) -> (ReadFault, Duration) {
    let cancel = Cancel::new();
    let control = Control { cancel: Some(&cancel), ..Control::ALONE };
    thread::scope(|scope| {
        let told = scope.spawn(|| {
            thread::sleep(Duration::from_millis(30));
            cancel.cancel();
            Instant::now()
        });
        let error = read(&control).err().expect("the input has no end");
        let end = Instant::now();
        (error.fault, end.saturating_duration_since(told.join().unwrap()))
    })
}

fn check((fault, after): (ReadFault, Duration), what: &str) {
    assert!(matches!(fault, ReadFault::Stopped(Stopped::Cancelled)), "{what}: {fault}");
    assert!(after < Duration::from_millis(600), "{what}: {after:?}");
}

#[test]
fn every_reader_of_graphs_can_be_stopped() {
    for format in Format::ALL {
        check(stopped(|control| read_arena(endless(format), format, control)), format.name());
    }
}

#[test]
fn every_reader_of_solutions_can_be_stopped() {
    for (objective, begin, again) in [
        (Objective::OUTCOME, "vertex,outcome,distance\n", "\r\n"),
        (Objective::Grundy, "{\"more\": [0", ", 1"),
        (Objective::PARITY, "paritysol 1;\n", "% and so on\n"),
    ] {
        let read = |control: &Control<'_>| {
            let source = Source::stream(Endless::new(begin, again)).watched(*control);
            source.read_solution(&Names::numbered(2), &objective)
        };
        check(stopped(read), objective.name());
    }
}

#[test]
fn deadlines_are_kept() {
    let deadline = Some(Instant::now());
    let control = Control { deadline, ..Control::ALONE };
    let error = read_arena(endless(Format::Edges), Format::Edges, &control).unwrap_err();
    assert!(matches!(error.fault, ReadFault::Stopped(Stopped::Deadline)));
    assert_eq!(error.to_string(), "the time allowed was up");
}

#[test]
fn decompressors_pass_the_word_on() {
    let mut member = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    member.write_all(b"").unwrap();
    let empty = member.finish().unwrap();
    let text = zstd::encode_all(&b"a b\n"[..], 0).unwrap();
    for again in [empty, text] {
        let read = |control: &Control<'_>| {
            let input = Endless { begin: Vec::new(), again, at: 0 };
            read_stream(input, Some(Format::Edges), control)
        };
        check(stopped(read), "compressed");
    }
}
