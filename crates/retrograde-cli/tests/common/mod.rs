//! The program at a terminal, as a person sees it.
#![allow(dead_code, reason = "each test uses some of it")]

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// The program with these arguments, alone with its environment.
pub(crate) fn retrograde(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retrograde"));
    command.args(arguments).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color");
    command
}

/// What was written to a terminal.
pub(crate) struct Terminal {
    reader: JoinHandle<()>,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    /// A terminal of so many columns: what is written to it, and what a program is to write to.
    pub(crate) fn new(columns: u16) -> (Self, OwnedFd) {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let terminal = openpt(flags).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let size = Winsize { ws_row: 50, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&terminal, size).unwrap();
        let program = ioctl_tiocgptpeer(&terminal, flags).unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let text = seen.clone();
        let reader = thread::spawn(move || {
            let (mut buffer, mut file) = ([0; 4096], File::from(terminal));
            // A terminal that nobody writes to any more is an error.
            while let Ok(count @ 1..) = file.read(&mut buffer) {
                text.lock().unwrap().extend_from_slice(&buffer[..count]);
            }
        });
        (Terminal { reader, seen }, program)
    }

    /// What there is so far.
    pub(crate) fn so_far(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap()).replace("\r\n", "\n")
    }

    /// All of it, once the program has ended.
    pub(crate) fn text(self) -> String {
        let Terminal { reader, seen } = self;
        reader.join().unwrap();
        String::from_utf8_lossy(&seen.lock().unwrap()).replace("\r\n", "\n")
    }
}

/// What a command shows on a terminal of so many columns.
pub(crate) fn at_terminal(mut command: Command, columns: u16) -> String {
    let (terminal, fd) = Terminal::new(columns);
    command.stdout(fd.try_clone().unwrap()).stderr(fd);
    command.status().unwrap();
    drop(command);
    terminal.text()
}

/// A program that is running and is ended if the test fails.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    pub(crate) fn send(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// Waits for the end, so long at most.
    pub(crate) fn ends_within(&mut self, time: Duration) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(begin.elapsed() < time, "it has not ended after {time:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for a line on standard error that has this in it.
    pub(crate) fn says(&mut self, what: &str) {
        let stderr = self.0.stderr.as_mut().unwrap();
        let (mut line, mut byte) = (String::new(), [0]);
        while stderr.read(&mut byte).unwrap() == 1 {
            match byte[0] {
                b'\n' if line.contains(what) => return,
                b'\n' => line.clear(),
                other => line.push(other.into()),
            }
        }
        panic!("it ended without saying '{what}'");
    }

    /// What it has said on standard error since.
    pub(crate) fn said(&mut self) -> String {
        let mut text = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
