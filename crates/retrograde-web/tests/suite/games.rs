//! Games over the wire: every game of the catalogue is looked at, solved, played and set up.
#![cfg(feature = "server")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle, sleep};
use std::time::{Duration, Instant};

use retrograde::Cancel;
use retrograde::table::{BuildOptions, Catalogue};
use retrograde_web::games::OwnGraphs;
use retrograde_web::server::{Server, Settings};
use serde_json::{Value, json};

/// A server that goes when it is dropped.
struct Running {
    address: SocketAddr,
    until: Arc<Cancel>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn new(tables: Option<&Path>) -> Self {
        let tables = tables.map(Path::to_owned);
        let server =
            Server::new(Settings { port: Some(0), tables, ..Settings::default() }).unwrap();
        let (address, until) = (server.address(), Arc::new(Cancel::new()));
        let switch = until.clone();
        let thread = Some(thread::spawn(move || server.run(&switch).unwrap()));
        Running { address, until, thread }
    }

    fn send(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        (status, body.to_owned())
    }

    fn get(&self, path: &str) -> Value {
        let (status, body) = self.send("GET", path, "");
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    fn ask(&self, about: &str, request: &Value) -> Value {
        let path = format!("/api/games/{about}");
        let (status, body) = self.send("POST", &path, &request.to_string());
        assert_eq!(status, 200, "{about} {request}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    fn refused(&self, about: &str, request: &Value) -> (u16, String) {
        let path = format!("/api/games/{about}");
        let (status, body) = self.send("POST", &path, &request.to_string());
        let problem: Value = serde_json::from_str(&body).unwrap();
        (status, problem["error"].as_str().unwrap().to_owned())
    }

    /// Looks until the game is solved.
    fn look(&self, request: &Value) -> Value {
        let begun = Instant::now();
        loop {
            let look = self.ask("look", request);
            if look["state"]["kind"] != "solving" {
                return look;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "{request} takes too long");
            let job = self.get(&format!("/api/jobs/{}", look["state"]["job"].as_str().unwrap()));
            assert_ne!(job["state"], "failed", "{request}: {job}");
            sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.until.cancel();
        self.thread.take().map(JoinHandle::join);
    }
}

#[test]
fn every_game_is_looked_at_played_and_set_up() {
    let server = Running::new(None);
    let games = server.get("/api/games");
    let games = games.as_array().unwrap();
    assert_eq!(games.len(), Catalogue::builtin().entries().count());
    for game in games {
        let spec = game["examples"][0].as_str().unwrap();
        assert!(!game["board"]["places"].as_array().unwrap().is_empty(), "{spec} has a board");
        // Two of them are too large for a test, or for anybody who waits.
        let mut look = match spec {
            "teeko" => continue,
            spec => server.look(&json!({ "spec": spec })),
        };
        if look["state"]["kind"] == "too-large" {
            assert!(["five-field-kono", "dobutsu-shogi"].contains(&spec), "{spec}: {look}");
            let build = format!("retrograde table build {spec} -o tables/{spec}");
            assert_eq!(look["state"]["build"], build);
            assert!(look["moves"][0]["value"].is_null());
            continue;
        }
        // Best play ends, or a draw goes on forever.
        for _ in 0..12 {
            let (value, best) = (look["value"].clone(), look["moves"][0].clone());
            check_set_up(&server, spec, &look);
            if best.is_null() {
                assert!(look["ended"].as_str().unwrap().starts_with("the game is over"), "{spec}");
                break;
            }
            assert_eq!(best["best"], true, "{spec}");
            assert_eq!(best["value"]["outcome"], value["outcome"], "{spec}");
            assert_eq!(best["value"]["distance"], value["distance"], "{spec}");
            let second = !look["second"].as_bool().unwrap();
            let next = json!({ "spec": spec, "position": best["to"], "second": second });
            look = server.look(&next);
            assert_eq!(look["second"], second, "{spec}: {look}");
        }
    }
}

/// The board that is drawn, sent back, is the same position.
fn check_set_up(server: &Running, spec: &str, look: &Value) {
    let board = &look["board"];
    let mover = if look["second"] == true { "second" } else { "first" };
    let pieces = &board["pieces"];
    let edited = server.ask("edit", &json!({ "spec": spec, "pieces": pieces, "mover": mover }));
    assert_eq!(edited["position"], look["position"], "{spec}: {edited}");
    assert_eq!(edited["second"], look["second"], "{spec}");
}

#[test]
fn boards_that_cannot_be_are_refused_with_the_reason() {
    let server = Running::new(None);
    let king = json!({ "place": 0, "piece": "king", "side": "first" });
    let refused = server.ask("edit", &json!({ "spec": "chess:KQvK", "pieces": [king] }));
    assert_eq!(refused["kind"], "refused");
    assert!(refused["words"].as_str().unwrap().starts_with("each side has one king"), "{refused}");
    let written = server.ask("edit", &json!({ "spec": "nim:1,2", "text": "2,2" }));
    assert!(written["words"].as_str().unwrap().starts_with("2,2 cannot come of 1,2"), "{written}");
    let far = json!({ "place": 4_000_000_000u32, "piece": "pin" });
    let refused = server.ask("edit", &json!({ "spec": "kayles:5", "pieces": [far] }));
    assert_eq!(refused["words"], "the board has no place 4000000000");
    let (status, error) = server.refused("look", &json!({ "spec": "nym:1,2" }));
    assert_eq!((status, &*error), (422, "there is no game 'nym'; did you mean nim?"));
    let (status, error) = server.refused("look", &json!({ "spec": "cops:1:/etc/passwd" }));
    assert_eq!(status, 422);
    assert!(error.starts_with("no file is opened here"), "{error}");
    let (status, _) = server.refused("look", &json!({ "spec": "n".repeat(10_000) }));
    assert_eq!(status, 422);
    let (status, error) = server.refused("stats", &json!({ "spec": "hexapawn:3x3" }));
    assert_eq!((status, &*error), (422, "the game is not solved: look at it first"));
}

#[test]
fn figures_lines_and_reasons_are_told() {
    let server = Running::new(None);
    server.look(&json!({ "spec": "tic-tac-toe" }));
    let stats = server.ask("stats", &json!({ "spec": "tic-tac-toe" }));
    let bars = stats["histogram"].as_array().unwrap();
    let sum = |of: &str| bars.iter().map(|bar| bar[of].as_u64().unwrap()).sum::<u64>();
    assert_eq!(sum("win"), stats["counts"]["win"]);
    assert_eq!(sum("lose"), stats["counts"]["lose"]);
    assert_eq!(stats["longest"][0]["value"]["distance"], 5);
    let at = json!({ "spec": "tic-tac-toe", "position": "xo./.../..." });
    let line = server.ask("line", &at);
    assert_eq!(line["steps"].as_array().unwrap().len(), 6);
    assert_eq!(line["steps"][1]["second"], true);
    assert_eq!(line["steps"][0]["move"], "a2");
    assert_eq!(line["steps"][0]["touched"], json!([3]));
    assert_eq!(line["ending"], "the game is over: the player to move has lost");
    let why = server.ask("explain", &at);
    assert!(why["text"][0].as_str().unwrap().contains("win"), "{why}");
}

#[test]
fn positions_that_the_start_does_not_lead_to_are_solved_from_there() {
    let server = Running::new(None);
    let start = server.look(&json!({ "spec": "othello:4x4" }));
    assert_eq!(start["value"]["outcome"], "lose");
    // White alone and Black with a disc in the corner cannot come of the start.
    let odd = json!({ "spec": "othello:4x4", "position": "b.../.w../..../....:b" });
    let look = server.look(&odd);
    assert_eq!(look["value"]["outcome"], "win", "{look}");
    let mut request = odd.clone();
    request["second"] = json!(false);
    let line = server.ask("line", &request);
    assert_eq!(line["steps"][0]["move"], "c3");
}

#[test]
fn tables_answer_for_games_that_are_too_large() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("below").join("quixo3");
    let rules = Catalogue::builtin().open("quixo:3", &OwnGraphs).unwrap();
    rules.build("quixo:3", &table, &BuildOptions::default()).unwrap();
    let server = Running::new(Some(folder.path()));
    let listed = server.get("/api/about")["tables"].clone();
    assert_eq!(listed[0]["spec"], "quixo:3");
    let look = server.ask("look", &json!({ "spec": "quixo:3", "table": listed[0]["id"] }));
    assert_eq!(look["state"]["kind"], "solved");
    assert_eq!(look["value"]["distance"], 7);
    let stats = server.ask("stats", &json!({ "spec": "quixo:3", "table": listed[0]["id"] }));
    assert!(stats["counts"]["win"].as_u64().unwrap() > 0);
    let (status, error) =
        server.refused("look", &json!({ "spec": "quixo:4", "table": listed[0]["id"] }));
    assert_eq!((status, &*error), (422, "the table is of quixo:3, not of quixo:4"));
    let (status, _) = server.refused("look", &json!({ "spec": "quixo:3", "table": "nope" }));
    assert_eq!(status, 404);
}

#[test]
fn a_job_that_is_stopped_is_begun_anew_by_the_next_look() {
    let server = Running::new(None);
    let look = server.ask("look", &json!({ "spec": "teeko" }));
    assert_eq!(look["state"]["kind"], "solving", "{look}");
    let job = look["state"]["job"].as_str().unwrap();
    let path = format!("/api/jobs/{job}");
    assert_eq!(server.send("DELETE", &path, "").0, 204);
    let begun = Instant::now();
    while server.get(&path)["state"] == "running" {
        assert!(begun.elapsed() < Duration::from_secs(10), "it goes on");
        sleep(Duration::from_millis(10));
    }
    assert_eq!(server.get(&path)["state"], "cancelled");
    let again = server.ask("look", &json!({ "spec": "teeko" }));
    assert_eq!(again["state"]["kind"], "solving");
    assert_ne!(again["state"]["job"].as_str().unwrap(), job);
}
