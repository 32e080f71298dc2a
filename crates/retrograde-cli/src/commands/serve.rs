//! `retrograde serve`: the explorer in the browser.

use std::ffi::OsString;
use std::io::{self, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use retrograde::{MemoryLimit, Threads};
use retrograde_web::server::{Allowed, PORT, ServeError, Server, Settings};

use crate::failure::Failure;
use crate::input::{CommonArguments, format_parser};
use crate::solver::{parse_threads, parse_time};
use crate::{Program, interrupt};

const AFTER_HELP: &str = "\
Examples:
  retrograde serve --open                  the explorer, in a new tab of the browser
  retrograde serve game.dot --open         with a graph of your own
  retrograde serve connect:5x4x4           with a built-in game
  retrograde serve --tables tables         with the tables in a folder and those below it
  retrograde serve --port 8080             at a port of your choice

The first line on standard output is the address of the page. The server answers programs on this
machine alone, unless --host says otherwise; it reads no files but those that are named here, and ends
with Ctrl-C.";

/// Show the explorer in the browser: draw graphs, watch solvers, play games
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Serve {
    /// Graph files and built-in games to begin with
    #[arg(value_name = "INPUT")]
    inputs: Vec<OsString>,

    /// The format of the graphs, where their extensions do not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    input_format: Option<String>,

    /// The port to listen at [default: 8017, or any that is free]
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// The address to listen at; others than 127.0.0.1 let other machines ask
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: IpAddr,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Answer from the tables in this folder and those below it
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,

    /// How many answers are worked on at once [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<Threads>,

    /// How long an answer may take, such as 10 (seconds), 1.5s, 200ms or 2m
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = parse_time)]
    timeout: Duration,

    #[command(flatten)]
    common: CommonArguments,
}

impl Serve {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let opening = self.common.opening(program, self.input_format.as_deref());
        let mut inputs = Vec::new();
        for name in &self.inputs {
            inputs.push(self.common.open(name, self.input_format.as_deref(), program)?);
        }
        if let Some(folder) = self.tables.as_deref().filter(|folder| !folder.is_dir()) {
            let folder = folder.display();
            return Err(Failure::message(format!("--tables {folder}: there is no such folder")));
        }
        let usual = Allowed::default();
        let memory = match self.common.memory() {
            MemoryLimit::Available => usual.memory,
            MemoryLimit::Bytes(bytes) => bytes,
            MemoryLimit::Unlimited => u64::MAX,
        };
        let threads = self.threads.unwrap_or(usual.threads);
        let server = Server::new(Settings {
            host: self.host,
            port: self.port,
            inputs,
            catalogue: opening.catalogue,
            tables: self.tables.clone(),
            allowed: Allowed { memory, threads, time: self.timeout, ..usual },
        })
        .map_err(failure)?;
        let (notes, url) = (self.common.notes(), server.url());
        if self.port.is_none() && server.address().port() != PORT {
            notes.say(format!("port {PORT} is taken: another was chosen"));
        }
        if !self.host.is_loopback() {
            notes.say("other machines can ask, too: whoever reaches this one sees all that is opened here");
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{url}").and_then(|()| out.flush())?;
        drop(out);
        if self.open && !browse(&url) {
            notes.say(format!("no browser was found: open {url} in one"));
        }
        server.run(interrupt::cancel()).map_err(failure)?;
        Err(Failure::Served)
    }
}

fn failure(error: ServeError) -> Failure {
    match error {
        ServeError::Input(error) => error.into(),
        error => Failure::message(error.to_string()),
    }
}

/// Shows an address in whatever people use for that.
fn browse(url: &str) -> bool {
    let commands: &[&[&str]] = if cfg!(target_os = "macos") {
        &[&["open"]]
    } else if cfg!(windows) {
        &[&["rundll32", "url.dll,FileProtocolHandler"]]
    } else {
        &[&["xdg-open"], &["gio", "open"], &["wslview"]]
    };
    commands.iter().any(|command| {
        let mut process = Command::new(command[0]);
        process.args(&command[1..]).arg(url);
        process.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        process.spawn().is_ok()
    })
}
