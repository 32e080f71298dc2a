//! Processes that are started from here, and what becomes of them.

use std::fs::{self, File};
use std::io::{self, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use retrograde::Stopped;
use retrograde::cluster::STOPS_WITHIN;

use super::child::{Said, TOLD};
use crate::failure::Failure;
use crate::interrupt;

/// How long the others may take to notice that one has failed, and to say what is left of the work.
const GRACE: Duration = Duration::from_secs(3);

const LOOK: Duration = Duration::from_millis(20);

/// Where the processes that share a folder find the addresses of all.
pub(super) const HOSTS: &str = "hosts";

fn failed(what: &str, error: &io::Error) -> Failure {
    Failure::message(format!("{what}: {error}"))
}

/// Starts processes like this one, waits for all, and says why the first of them failed. Whether they keep
/// checkpoints says whether they have something to do when they are stopped.
pub(crate) fn start(count: usize, folder: &Path, keep: bool) -> Result<(), Failure> {
    let addresses = free_addresses(count).map_err(|error| failed("no ports are free", &error))?;
    fs::write(folder.join(HOSTS), addresses.join("\n"))
        .map_err(|error| failed("cannot write hosts", &error))?;
    let ends = Started::new(count, folder)
        .map_err(|error| failed("cannot start so many processes", &error))?
        .wait(keep)?;
    let well = |end: &Option<ExitStatus>| end.is_some_and(|end| end.success());
    if ends.iter().all(well) { Ok(()) } else { Err(trouble(&ends, folder)) }
}

/// Processes that end when this is dropped.
struct Started(Vec<Child>);

impl Drop for Started {
    fn drop(&mut self) {
        self.0.iter_mut().for_each(|child| drop(child.kill()));
        self.0.iter_mut().for_each(|child| drop(child.wait()));
    }
}

impl Started {
    fn new(count: usize, folder: &Path) -> io::Result<Self> {
        let program = std::env::current_exe()?;
        let mut started = Started(Vec::with_capacity(count));
        for process in 0..count {
            // The first one shows how far things are; what others say is looked at if they fail.
            let stderr = match process {
                0 => Stdio::inherit(),
                _ => File::create(folder.join(format!("stderr-{process}")))?.into(),
            };
            let mut command = Command::new(&program);
            command.args(std::env::args_os().skip(1));
            command.env(TOLD, format!("{process}\n{}", folder.display()));
            // What is written to their input stops them; that it ends tells them that this process has.
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(stderr);
            started.0.push(command.spawn()?);
        }
        Ok(started)
    }

    /// Tells all of them to stop in good order.
    fn tell(&mut self) {
        for input in self.0.iter_mut().filter_map(|child| child.stdin.as_mut()) {
            // Whoever has ended already need not be told.
            let _ = input.write_all(b"\n");
        }
    }

    /// Waits until all have ended, or one has failed and the others have had time to notice: how each
    /// ended, if it did so by itself. Whoever stops this process stops those that it has started, which may
    /// `keep` what they have done.
    fn wait(mut self, keep: bool) -> Result<Vec<Option<ExitStatus>>, Failure> {
        let (mut until, mut told): (Option<Instant>, Option<Instant>) = (None, None);
        loop {
            let looked = self.0.iter_mut().map(Child::try_wait).collect::<Result<Vec<_>, _>>();
            let ends = looked.map_err(|error| failed("a process", &error))?;
            if told.is_none() && interrupt::cancel().is_cancelled() {
                told = Some(Instant::now());
                self.tell();
            }
            if ends.iter().flatten().any(|end| !end.success()) {
                until.get_or_insert_with(|| Instant::now() + GRACE);
            }
            let late = until.is_some_and(|until| Instant::now() >= until);
            let over = late || ends.iter().all(Option::is_some);
            match told {
                Some(told) if over || !keep || told.elapsed() >= STOPS_WITHIN => {
                    return Err(retrograde::Error::from(Stopped::Cancelled).into());
                }
                None if over => return Ok(ends),
                _ => thread::sleep(LOOK),
            }
        }
    }
}

/// Why the work of processes that ended like this came to nothing: one message, that of the process that
/// knows best.
fn trouble(ends: &[Option<ExitStatus>], folder: &Path) -> Failure {
    let said: Vec<Said> =
        (0..ends.len()).filter_map(|process| Said::read(folder, process)).collect();
    let tell = |said: &Said| Failure::Told { status: said.status, text: said.text.clone() };
    if let Some(own) = said.iter().find(|said| !said.heard) {
        return tell(own);
    }
    // One that says nothing was killed or has panicked; others know it by its number, and the checkpoint
    // that they have completed.
    let silent = |&(process, end): &(usize, ExitStatus)| {
        !end.success() && Said::read(folder, process).is_none()
    };
    let mut ended = ends.iter().enumerate().filter_map(|(process, end)| Some((process, (*end)?)));
    let Some((process, end)) = ended.find(silent) else {
        let nothing = || Failure::message("the processes ended without a word");
        return said.first().map_or_else(nothing, tell);
    };
    let about = format!("process {process} (");
    if let Some(known) = said.iter().find(|said| said.text.starts_with(&about)) {
        return tell(known);
    }
    let errors = fs::read(folder.join(format!("stderr-{process}"))).unwrap_or_default();
    let errors = String::from_utf8_lossy(&errors);
    let why = errors.lines().map(str::trim).find(|line| !line.is_empty());
    let why = why.map_or_else(|| end.to_string(), str::to_owned);
    let kept = interrupt::kept_by_engine().unwrap_or_else(|| {
        "there is no checkpoint: started again, the work begins anew".to_owned()
    });
    Failure::message(format!("process {process} is gone: {why}; {kept}"))
}

/// So many addresses on this machine where nobody listens.
fn free_addresses(count: usize) -> io::Result<Vec<String>> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}
