//! What is too much, too slow, or from elsewhere is refused, and the server lives on.

mod common;

use std::io::Write;
use std::time::{Duration, Instant};

use common::{Running, graph, read};
use retrograde::Threads;
use retrograde_web::graphs::Size;
use retrograde_web::server::{Allowed, Settings};
use serde_json::json;

const JSON: (&str, &str) = ("Content-Type", "application/json");

fn solve() -> serde_json::Value {
    json!({"subject": {"graph": graph()}, "question": {"objective": "outcome"}})
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let server = Running::plain();
    let body = serde_json::to_vec(&solve()).unwrap();
    let status = |method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]| {
        let answered = server.raw(&server.request(method, path, headers, body)).unwrap();
        if answered.status != 400 || !answered.body.is_empty() {
            assert!(!answered.error().is_empty(), "{method} {path}");
        }
        answered.status
    };
    assert_eq!(status("GET", "/nowhere", &[], b""), 404);
    assert_eq!(status("GET", "/../Cargo.toml", &[], b""), 404);
    assert_eq!(status("GET", "/api/solve", &[], b""), 405);
    assert_eq!(status("PUT", "/", &[], b""), 405);
    assert_eq!(status("POST", "/api/about", &[JSON], &body), 405);
    assert_eq!(status("POST", "/api/solve", &[], &body), 415);
    assert_eq!(status("POST", "/api/solve", &[("Content-Type", "text/plain")], &body), 415);
    assert_eq!(
        status(
            "POST",
            "/api/solve",
            &[("Content-Type", "application/x-www-form-urlencoded")],
            &body
        ),
        415
    );
    for body in [
        &b"{"[..],
        b"\"\xff\"",
        b"[]",
        b"null",
        b"{\"subject\": {\"graph\": {}, \"opened\": \"x\"}}",
    ] {
        assert_eq!(status("POST", "/api/solve", &[JSON], body), 400);
    }
    let deep = [&b"{\"subject\":"[..], &[b'['; 200_000]].concat();
    assert_eq!(status("POST", "/api/solve", &[JSON], &deep), 400);
    assert_eq!(status("GET", "/api/jobs/none", &[], b""), 404);
    for garbage in
        [&b"\r\n\r\n"[..], b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/9.9\r\n\r\n"]
    {
        let answered = server.raw(&[garbage, b"\r\n\r\n"].concat());
        assert!(answered.is_none_or(|answered| (400..500).contains(&answered.status)));
    }
    let many: Vec<(String, String)> =
        (0..200).map(|n| (format!("X-{n}"), "1".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (&**name, &**value)).collect();
    let answered = server.raw(&server.request("GET", "/", &many, b"")).unwrap();
    assert_eq!(answered.status, 431);
    assert_eq!(server.post("/api/solve", &solve()).status, 200);
}

#[test]
fn requests_from_elsewhere_are_refused() {
    let server = Running::plain();
    let body = serde_json::to_vec(&solve()).unwrap();
    let own = format!("http://{}", server.address);
    let status = |headers: &[(&str, &str)]| {
        let headers = [headers, &[JSON]].concat();
        server.raw(&server.request("POST", "/api/solve", &headers, &body)).unwrap().status
    };
    assert_eq!(status(&[("Origin", &own), ("Sec-Fetch-Site", "same-origin")]), 200);
    assert_eq!(status(&[("Origin", "http://evil.example")]), 403);
    assert_eq!(status(&[("Origin", "null")]), 403);
    assert_eq!(status(&[("Sec-Fetch-Site", "cross-site")]), 403);
    assert_eq!(status(&[("Host", "evil.example")]), 403);
    assert_eq!(status(&[("Host", &format!("evil.example:{}", server.address.port()))]), 403);
    let page = server.raw(&server.request("GET", "/", &[("Host", "evil.example")], b"")).unwrap();
    assert_eq!(page.status, 403);
    // A link on another site may lead here.
    let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")];
    assert_eq!(server.raw(&server.request("GET", "/", &link, b"")).unwrap().status, 200);
    // Nobody else may read the answers, whatever they ask beforehand.
    let preflight = [("Origin", "http://evil.example"), ("Access-Control-Request-Method", "POST")];
    let answered = server.raw(&server.request("OPTIONS", "/api/solve", &preflight, b"")).unwrap();
    assert_eq!(answered.status, 403);
    assert!(answered.header("access-control-allow-origin").is_none());
}

#[test]
fn what_is_too_large_is_refused_before_it_is_read() {
    let graph = Size { vertices: 2, edges: 100 };
    let allowed = Allowed { request: 10_000, file: 20_000, graph, ..Allowed::default() };
    let server = Running::with(allowed);
    let answered = server.post("/api/solve", &solve());
    assert_eq!(answered.status, 413);
    assert!(answered.error().contains("3 vertices and 4 edges"), "{}", answered.error());
    let long =
        json!({"subject": {"opened": "x".repeat(20_000)}, "question": {"objective": "outcome"}});
    assert_eq!(server.post("/api/solve", &long).status, 413);
    // Announced and never sent.
    let head = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n",
        server.address
    );
    let mut stream = server.connect();
    stream.write_all(head.as_bytes()).unwrap();
    let begin = Instant::now();
    assert_eq!(read(&mut stream).unwrap().status, 413);
    assert!(begin.elapsed() < Duration::from_secs(5));
    // Sent in pieces without an announcement.
    let mut chunked = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        server.address
    ).into_bytes();
    for _ in 0..20 {
        chunked.extend_from_slice(b"3e8\r\n");
        chunked.extend_from_slice(&[b' '; 1000]);
        chunked.extend_from_slice(b"\r\n");
    }
    assert_eq!(server.raw(&chunked).unwrap().status, 413);
    let file = json!({"name": "a.txt", "content": "a b\n".repeat(3500)});
    assert_eq!(server.post("/api/open", &file).status, 200, "files may be larger");
}

#[test]
fn the_slow_are_not_waited_for() {
    let allowed = Allowed { patience: Duration::from_millis(400), ..Allowed::default() };
    let server = Running::with(allowed);
    let begin = Instant::now();
    let mut head = server.connect();
    head.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
    let mut body = server.connect();
    let start = format!(
        "POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{{",
        server.address
    );
    body.write_all(start.as_bytes()).unwrap();
    let mut idle = server.connect();
    assert!(read(&mut head).is_none_or(|answered| answered.status == 408));
    assert_eq!(read(&mut body).map(|answered| answered.status), Some(408));
    assert!(read(&mut idle).is_none());
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    assert_eq!(server.post("/api/solve", &solve()).status, 200);
}

#[test]
fn whoever_drips_bytes_does_not_keep_others_waiting() {
    let allowed =
        Allowed { patience: Duration::from_secs(2), connections: 64, ..Allowed::default() };
    let server = Running::with(allowed);
    let mut dripping: Vec<_> = (0..40).map(|_| server.connect()).collect();
    for round in 0..10 {
        for stream in &mut dripping {
            let _ = stream.write_all(if round == 0 { b"GET / HTTP/1.1\r\nX: " } else { b"y" });
        }
        let begin = Instant::now();
        assert_eq!(server.post("/api/solve", &solve()).status, 200);
        assert!(begin.elapsed() < Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(300));
    }
    // By then they have been sent away, though a byte came now and then.
    server.until("connections", 1);
}

#[test]
fn whoever_does_not_take_the_answer_is_given_up() {
    let server = Running::with(Allowed { patience: Duration::from_secs(1), ..Allowed::default() });
    let mut asked = server.open_endless();
    asked["question"] = json!({"objective": "parity"});
    asked["trace"] = json!(true);
    let asked = serde_json::to_vec(&asked).unwrap();
    let mut deaf = server.connect();
    deaf.write_all(&server.request("POST", "/api/solve", &[JSON], &asked)).unwrap();
    server.until("connections", 2);
    // The answer is some megabytes, more than waits on the way.
    server.until("connections", 1);
}

#[test]
fn what_is_told_in_a_moment_does_not_wait_for_long_work() {
    let server = Running::with(Allowed { threads: Threads::ONE, ..Allowed::default() });
    let asked = serde_json::to_vec(&server.open_endless()).unwrap();
    let mut stream = server.connect();
    stream.write_all(&server.request("POST", "/api/solve", &[JSON], &asked)).unwrap();
    server.until("running", 1);
    let begin = Instant::now();
    for path in ["/", "/api/about", "/api/presets", "/api/games", "/api/openapi.json"] {
        assert_eq!(server.get(path).status, 200);
    }
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(server.health("running"), 1);
}

#[test]
fn an_answer_ends_with_its_time_and_what_is_proven() {
    let allowed = Allowed { time: Duration::from_millis(300), ..Allowed::default() };
    let server = Running::with(allowed);
    let asked = server.open_endless();
    let begin = Instant::now();
    let answer = server.ask("/api/solve", &asked);
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert!(answer["unknown"].as_u64().unwrap() > 0);
}

#[test]
fn an_answer_that_takes_too_much_memory_is_refused() {
    let server = Running::with(Allowed { memory: 1 << 20, ..Allowed::default() });
    let text: String = (0..100_000).map(|v| format!("{v} {}\n", v + 1)).collect();
    let answered = server.post("/api/open", &json!({"name": "a.txt", "content": text}));
    assert_eq!(answered.status, 413, "{}", answered.error());
    assert_eq!(server.post("/api/solve", &solve()).status, 200);
}

#[test]
fn when_nobody_waits_for_an_answer_the_work_ends() {
    let server = Running::plain();
    let asked = serde_json::to_vec(&server.open_endless()).unwrap();
    let mut stream = server.connect();
    stream.write_all(&server.request("POST", "/api/solve", &[JSON], &asked)).unwrap();
    server.until("running", 1);
    drop(stream);
    let begin = Instant::now();
    server.until("running", 0);
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

#[test]
fn those_who_wait_in_vain_are_told_so_and_those_who_leave_lose_their_place() {
    let one = Threads::ONE;
    let server = Running::with(Allowed { threads: one, waiting: 2, ..Allowed::default() });
    let asked = serde_json::to_vec(&server.open_endless()).unwrap();
    let ask = || {
        let mut stream = server.connect();
        stream.write_all(&server.request("POST", "/api/solve", &[JSON], &asked)).unwrap();
        stream
    };
    let first = ask();
    server.until("running", 1);
    let second = ask();
    server.until("waiting", 1);
    let third = ask();
    server.until("waiting", 2);
    let refused = server.post("/api/solve", &solve());
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")));
    drop((second, third));
    server.until("waiting", 0);
    drop(first);
    assert_eq!(server.post("/api/solve", &solve()).status, 200);
}

#[test]
fn what_was_opened_goes_when_there_is_no_room_and_says_so() {
    let inputs = vec![retrograde::open("nim:1,2").unwrap()];
    let allowed = Allowed { memory: 8 << 20, ..Allowed::default() };
    let server = Running::start(Settings { inputs, allowed, ..Settings::default() });
    let text: String = (0..40_000).map(|v| format!("{v} {}\n", v + 1)).collect();
    let mut ids = Vec::new();
    for _ in 0..8 {
        let opened = server.ask("/api/open", &json!({"name": "a.txt", "content": text}));
        ids.push(opened["id"].as_str().unwrap().to_owned());
    }
    let status = |id: &str| {
        let asked = json!({"subject": {"opened": id}, "question": {"objective": "outcome"}});
        server.post("/api/solve", &asked).status
    };
    assert_eq!(status(&ids[0]), 410);
    assert_eq!(status(&ids[7]), 200);
    let pinned = server.get("/api/about").json()["opened"][0]["id"].clone();
    assert_eq!(status(pinned.as_str().unwrap()), 200, "what was named at the start stays");
    ids.sort();
    ids.dedup();
    assert!(ids.len() == 8 && ids.iter().all(|id| id.len() == 32));
}

/// Memory comes back when nobody asks any more.
#[test]
fn what_was_opened_is_let_go_when_nobody_asks() {
    let allowed = Allowed { idle: Duration::from_millis(600), ..Allowed::default() };
    let server = Running::with(allowed);
    let file = json!({"name": "a.txt", "content": "a b\nb c\n"});
    let opened = server.post("/api/open", &file).json();
    let ask = || {
        let asked =
            json!({"subject": {"opened": opened["id"]}, "question": {"objective": "outcome"}});
        server.post("/api/solve", &asked).status
    };
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(1500) {
        assert_eq!(ask(), 200, "who asks keeps it");
        std::thread::sleep(Duration::from_millis(50));
    }
    server.until("opened", 0);
    assert_eq!(ask(), 410);
}

/// A game that takes longer to solve than these tests, on one thread twice as long.
const LONG_GAME: &str = "chess:KPPvK";

#[test]
fn games_are_solved_in_jobs_that_end_when_nobody_asks() {
    let interest = Duration::from_millis(700);
    let allowed = Allowed { interest, threads: Threads::ONE, ..Allowed::default() };
    let server = Running::with(allowed);
    let look = |spec: &str| server.ask("/api/games/look", &json!({"spec": spec}))["state"].clone();
    assert_eq!(look("tic-tac-toe")["kind"], "solved");
    let state = look(LONG_GAME);
    assert_eq!(state["kind"], "solving", "{state}");
    let path = format!("/api/jobs/{}", state["job"].as_str().unwrap());
    // As long as somebody asks, it goes on.
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(2) {
        assert_eq!(server.get(&path).json()["state"], "running");
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(server.get(&path).json()["done"].as_u64().unwrap() > 0);
    server.until("jobs", 0);
    assert_eq!(server.get(&path).json()["state"], "cancelled");
    // Whoever asks for the same game again has it solved anew, and can end that.
    let again = look(LONG_GAME);
    assert_eq!(again["kind"], "solving");
    let path = format!("/api/jobs/{}", again["job"].as_str().unwrap());
    let ended = server.raw(&server.request("DELETE", &path, &[], b"")).unwrap();
    assert_eq!(ended.status, 204);
    server.until("jobs", 0);
}

#[test]
fn there_are_not_more_jobs_than_make_sense() {
    let server = Running::with(Allowed { threads: Threads::ONE, ..Allowed::default() });
    let look = |spec: &str| server.post("/api/games/look", &json!({"spec": spec}));
    for _ in 0..3 {
        assert_eq!(look(LONG_GAME).json()["state"]["kind"], "solving");
    }
    assert_eq!(server.health("jobs"), 1, "one job a game");
    let mut answers = (1..20).map(|pile| look(&format!("nim:{pile},2")));
    let refused = answers.find(|answered| answered.status != 200).unwrap();
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("5")));
    assert_eq!(server.health("jobs"), 16);
    let took = server.stop();
    assert!(took < Duration::from_secs(4), "{took:?}");
}

#[test]
fn a_server_that_is_told_to_end_does_so_soon() {
    let server = Running::plain();
    let asked = serde_json::to_vec(&server.open_endless()).unwrap();
    let mut working = server.connect();
    working.write_all(&server.request("POST", "/api/solve", &[JSON], &asked)).unwrap();
    let _idle = server.connect();
    server.until("running", 1);
    let took = server.stop();
    assert!(took < Duration::from_secs(3), "{took:?}");
    assert!(read(&mut working).is_none_or(|answered| answered.status == 503));
}
