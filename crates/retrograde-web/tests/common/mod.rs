//! A real server, and a client that says exactly what it is told to.
#![allow(dead_code, reason = "each test uses some of it")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use retrograde::Cancel;
use retrograde::games::generate;
use retrograde::io::{Format, write_arena};
use retrograde_web::server::{Allowed, Server, Settings};
use serde_json::{Value, json};

/// A server that ends with the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    cancel: &'static Cancel,
    thread: Option<JoinHandle<()>>,
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answered {
    pub(crate) fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// What is wrong, as it is told.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap_or_default().to_owned()
    }

    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

impl Running {
    pub(crate) fn start(settings: Settings) -> Self {
        let server = Server::new(Settings { port: Some(0), ..settings }).unwrap();
        let address = server.address();
        let cancel: &'static Cancel = Box::leak(Box::new(Cancel::new()));
        let thread = std::thread::spawn(move || server.run(cancel).unwrap());
        Running { address, cancel, thread: Some(thread) }
    }

    pub(crate) fn plain() -> Self {
        Running::start(Settings::default())
    }

    pub(crate) fn with(allowed: Allowed) -> Self {
        Running::start(Settings { allowed, ..Settings::default() })
    }

    /// Sends these bytes and reads what comes back until the server has enough.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Option<Answered> {
        let mut stream = self.connect();
        // A server that refuses early need not read all.
        let _ = stream.write_all(bytes);
        read(&mut stream)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// A request as bytes.
    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Vec<u8> {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        [head.as_bytes(), b"\r\n", body].concat()
    }

    pub(crate) fn get(&self, path: &str) -> Answered {
        self.raw(&self.request("GET", path, &[], b"")).unwrap()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answered {
        let body = serde_json::to_vec(body).unwrap();
        let headers = [("Content-Type", "application/json")];
        self.raw(&self.request("POST", path, &headers, &body)).unwrap()
    }

    /// The answer to a request that must be answered.
    pub(crate) fn ask(&self, path: &str, body: &Value) -> Value {
        let answered = self.post(path, body);
        assert_eq!(answered.status, 200, "{path} {}", String::from_utf8_lossy(&answered.body));
        answered.json()
    }

    pub(crate) fn health(&self, key: &str) -> u64 {
        self.get("/api/health").json()[key].as_u64().unwrap()
    }

    /// Waits until a figure is what it should be.
    pub(crate) fn until(&self, key: &str, wanted: u64) {
        let begin = Instant::now();
        loop {
            let found = self.health(key);
            if found == wanted {
                return;
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "{key} is {found}, not {wanted}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Opens a parity game that small progress measures take longer to solve than anybody waits.
    pub(crate) fn open_endless(&self) -> Value {
        let mut text = Vec::new();
        write_arena(&generate::two_counters(12).unwrap(), Format::Pgsolver, &mut text).unwrap();
        let content = String::from_utf8(text).unwrap();
        let opened = self.ask("/api/open", &json!({"name": "endless.pg", "content": content}));
        let question = json!({"objective": "parity", "solver": "progress-measures"});
        json!({"subject": {"opened": opened["id"]}, "question": question})
    }

    /// Ends the server and says how long that took.
    pub(crate) fn stop(mut self) -> Duration {
        let begin = Instant::now();
        self.cancel.cancel();
        self.thread.take().unwrap().join().unwrap();
        begin.elapsed()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.cancel.cancel();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Reads an answer to its end.
pub(crate) fn read(stream: &mut TcpStream) -> Option<Answered> {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Answered { status, head, body: bytes[end + 4..].to_vec() })
}

/// a ⇄ b, a → t; with all that any objective asks for.
pub(crate) fn graph() -> Value {
    json!({
        "vertices": [
            {"name": "a", "owner": 0, "priority": 2, "colors": [0]},
            {"name": "b", "owner": 1, "priority": 1, "target": true},
            {"name": "t", "owner": 0, "priority": 0},
        ],
        "edges": [
            {"from": 1, "to": 0, "weight": 1, "player": "left"},
            {"from": 0, "to": 1, "weight": -1},
            {"from": 0, "to": 2, "weight": 0},
            {"from": 2, "to": 2, "weight": 5},
        ],
        "acceptance": "Inf(0)",
    })
}
