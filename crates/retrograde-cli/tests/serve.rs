//! The explorer as people start it: where it says it is, what it answers, and how it ends.
#![cfg(target_os = "linux")]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{ChildStdout, Stdio};
use std::time::Duration;

use common::{Running, retrograde};
use rustix::process::Signal;

/// Time for a server to end, on a busy machine.
const SOON: Duration = Duration::from_secs(10);

/// The explorer, and the address that it prints.
fn start(arguments: &[&str], path: Option<&str>) -> (Running, String, BufReader<ChildStdout>) {
    let mut command = retrograde(&[&["serve"], arguments].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(path) = path {
        command.env("PATH", path);
    }
    let mut child = command.spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    let url = line.trim_end();
    let address = url.strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    (Running(child), address.unwrap_or_else(|| panic!("{url}")).to_owned(), out)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let head = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn it_prints_one_address_and_ends_with_a_signal() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/escape.txt");
    for (signal, status, word) in
        [(Signal::INT, 130, "interrupted"), (Signal::TERM, 143, "terminated")]
    {
        let (mut running, address, mut out) = start(&["--port", "0", example, "nim:1,2"], None);
        assert!(get(&address, "/").contains("<!doctype html>"));
        let about = get(&address, "/api/about");
        assert!(about.contains("\"escape.txt\"") && about.contains("\"nim:1,2\""));
        assert!(get(&address, "/api/nothing").starts_with("HTTP/1.1 404"));
        running.send(signal);
        assert_eq!(running.ends_within(SOON).code(), Some(status));
        assert_eq!(running.said().trim_end(), format!("{word}: the server has ended"));
        let mut rest = String::new();
        out.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "", "the address is all that goes to standard output");
    }
}

#[test]
fn a_port_that_is_taken_is_left_alone() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let output = retrograde(&["serve", "--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("is taken by another program: choose another port"), "{said}");
    // Unless a port was asked for, one is found.
    let (_one, first, _out) = start(&[], None);
    let (mut two, second, _other) = start(&[], None);
    assert_ne!(first, second);
    assert!(get(&second, "/").starts_with("HTTP/1.1 200"));
    two.send(Signal::INT);
    two.ends_within(SOON);
    assert!(two.said().contains("port 8017 is taken: another was chosen"));
}

#[test]
fn without_a_browser_it_says_so() {
    let (mut running, address, _out) = start(&["--port", "0", "--open"], Some("/nowhere"));
    assert!(get(&address, "/").starts_with("HTTP/1.1 200"));
    running.send(Signal::INT);
    running.ends_within(SOON);
    assert!(
        running.said().contains(&format!("no browser was found: open http://{address}/ in one"))
    );
}
