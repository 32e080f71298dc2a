//! Many at once: all are answered, rightly and soon, and nothing is left behind.

mod common;

use std::time::{Duration, Instant};

use common::Running;
use serde_json::{Value, json};

/// A path of so many vertices: who moves at an even distance from the end loses.
fn path(length: u64) -> Value {
    let vertices: Vec<Value> = (0..length).map(|v| json!({"name": v.to_string()})).collect();
    let edges: Vec<Value> = (1..length).map(|v| json!({"from": v, "to": v - 1})).collect();
    json!({"subject": {"graph": {"vertices": vertices, "edges": edges}}, "question": {"objective": "outcome"}, "trace": true})
}

fn check(answer: &Value, length: u64) {
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(rows.len() as u64, length);
    for (row, v) in rows.iter().zip(0u64..) {
        let outcome = if v.is_multiple_of(2) { "lose" } else { "win" };
        assert_eq!((row["outcome"].as_str(), row["distance"].as_u64()), (Some(outcome), Some(v)));
    }
}

#[test]
fn fifty_clients_at_once_are_all_answered_and_memory_returns() {
    const CLIENTS: u64 = 50;
    const REQUESTS: u64 = 12;
    let server = Running::plain();
    let round = || {
        let slowest = std::thread::scope(|scope| {
            let clients: Vec<_> = (0..CLIENTS)
                .map(|client| {
                    let server = &server;
                    scope.spawn(move || {
                        let mut slowest = Duration::ZERO;
                        for request in 0..REQUESTS {
                            let length = 2 + (client * 7 + request * 31) % 300;
                            let begin = Instant::now();
                            check(&server.ask("/api/solve", &path(length)), length);
                            slowest = slowest.max(begin.elapsed());
                        }
                        slowest
                    })
                })
                .collect();
            clients.into_iter().map(|client| client.join().unwrap()).max().unwrap()
        });
        assert!(slowest < Duration::from_secs(30), "somebody waited for {slowest:?}");
    };
    // The first round takes what the program keeps for itself.
    round();
    server.until("connections", 1);
    let before = server.health("resident_bytes");
    for _ in 0..3 {
        round();
    }
    server.until("connections", 1);
    server.until("running", 0);
    let after = server.health("resident_bytes");
    assert!(after < before + (48 << 20), "{before} bytes before, {after} after");
}

#[test]
fn large_files_leave_nothing_behind() {
    let server = Running::plain();
    let text: String = (0..200_000).map(|v| format!("{v} {}\n", v / 2)).collect();
    let open = || {
        let opened = server.ask("/api/open", &json!({"name": "a.txt", "content": text}));
        let asked =
            json!({"subject": {"opened": opened["id"]}, "question": {"objective": "outcome"}});
        server.ask("/api/solve", &asked);
        let kept = server.health("kept_bytes");
        (kept, server.health("resident_bytes"))
    };
    open();
    let (kept_before, before) = open();
    for _ in 0..6 {
        open();
    }
    let (kept, after) = open();
    let grown = after.saturating_sub(before);
    assert!(grown < (kept - kept_before) + (64 << 20), "{grown} bytes more, {kept} kept");
}

#[test]
fn long_work_does_not_keep_short_work_from_its_turn() {
    let server = Running::plain();
    let endless = serde_json::to_vec(&server.open_endless()).unwrap();
    let headers = [("Content-Type", "application/json")];
    let mut stream = server.connect();
    std::io::Write::write_all(
        &mut stream,
        &server.request("POST", "/api/solve", &headers, &endless),
    )
    .unwrap();
    server.until("running", 1);
    if std::thread::available_parallelism().unwrap().get() > 1 {
        let begin = Instant::now();
        check(&server.ask("/api/solve", &path(20)), 20);
        assert!(begin.elapsed() < Duration::from_secs(10));
    }
}
