//! How processes find each other, and make sure that they were started for the same work.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::thread;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::error::ClusterError;
use crate::watch::Watch;

/// What processes tell each other first changes with this number, and so does what they say after it.
const VERSION: u64 = 2;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// For one attempt, which may be on the way when somebody stops it.
const ATTEMPT: Duration = Duration::from_millis(250);

/// For the other side to introduce itself.
const GREETING: Duration = Duration::from_secs(5);

/// What a process says first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    pub(crate) process: u64,
    pub(crate) processes: u64,
    pub(crate) workers: u32,
    /// Whether it keeps checkpoints, which takes all of them.
    pub(crate) checkpoints: bool,
    pub(crate) size: u64,
    pub(crate) fingerprint: u64,
}

impl Hello {
    const MAGIC: &[u8; 8] = b"RGCLUSTR";
    const LENGTH: usize = 8 + 6 * 8 + 4;

    fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Self::MAGIC.to_vec();
        let Hello { process, processes, workers, checkpoints, size, fingerprint } = self;
        // In one word, so that processes of all versions know each other for what they are.
        let workers = u64::from(workers) | u64::from(checkpoints) << 32;
        for word in [VERSION, process, processes, workers, size, fingerprint] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// The version and what was said; `None` where it is no greeting.
    fn parse(bytes: &[u8]) -> Option<(u64, Self)> {
        let (said, sum) = bytes.split_at_checked(Self::LENGTH - 4)?;
        let words = said.strip_prefix(Self::MAGIC)?;
        if crc32fast::hash(said).to_le_bytes() != sum {
            return None;
        }
        let (words, _) = words.as_chunks::<8>();
        let word = |index: usize| words.get(index).map(|&word| u64::from_le_bytes(word));
        let (process, processes) = (word(1)?, word(2)?);
        let (workers, checkpoints) = (word(3)? as u32, word(3)? >> 32 != 0);
        let (size, fingerprint) = (word(4)?, word(5)?);
        Some((word(0)?, Hello { process, processes, workers, checkpoints, size, fingerprint }))
    }

    /// What is not the same with the other process.
    fn differs(self, (version, other): (u64, Self)) -> Option<&'static str> {
        let differences = [
            (version != VERSION, "the versions of the program differ"),
            (self.processes != other.processes, "the numbers of processes differ"),
            (self.workers != other.workers, "the numbers of workers differ"),
            (self.size != other.size, "the sizes of the inputs differ"),
            (self.fingerprint != other.fingerprint, "the inputs or what is asked of them differ"),
            (other.checkpoints && !self.checkpoints, "it keeps checkpoints, and this one does not"),
            (self.checkpoints != other.checkpoints, "it keeps no checkpoints, and this one does"),
        ];
        differences.into_iter().find_map(|(differs, what)| differs.then_some(what))
    }
}

/// Connects this process to all others: those before it are called, those after it call.
pub(crate) fn connect(
    cluster: &Cluster,
    hello: Hello,
    patience: Duration,
    watch: Watch<'_>,
) -> Result<Vec<Option<TcpStream>>, ClusterError> {
    let until = Instant::now() + patience;
    let meeting = Meeting { cluster, hello, patience, until, watch };
    let listener = meeting.listen()?;
    let mut streams: Vec<Option<TcpStream>> = (0..cluster.processes()).map(|_| None).collect();
    for (process, stream) in streams.iter_mut().enumerate().take(cluster.process()) {
        *stream = Some(meeting.call(process)?);
    }
    while let Some(missing) = (cluster.process() + 1..streams.len()).find(|&p| streams[p].is_none())
    {
        let (process, stream) = meeting.answer(&listener, missing)?;
        streams[process] = Some(stream);
    }
    Ok(streams)
}

struct Meeting<'a> {
    cluster: &'a Cluster,
    hello: Hello,
    patience: Duration,
    until: Instant,
    watch: Watch<'a>,
}

impl Meeting<'_> {
    /// Whether to try again.
    fn pause(&self, process: usize, why: &str) -> Result<(), ClusterError> {
        self.watch.check()?;
        if Instant::now() >= self.until {
            let host = self.cluster.host(process).to_owned();
            let (seconds, why) = (self.patience.as_secs(), why.to_owned());
            return Err(ClusterError::Unreached { process, host, seconds, why });
        }
        thread::sleep(PAUSE);
        Ok(())
    }

    fn listen(&self) -> Result<TcpListener, ClusterError> {
        let host = self.cluster.host(self.cluster.process());
        loop {
            let listener = TcpListener::bind(host).or_else(|error| match error.kind() {
                // A name that stands for this machine elsewhere, but not for an address of its own.
                ErrorKind::AddrNotAvailable => {
                    let port = host.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
                    TcpListener::bind((Ipv4Addr::UNSPECIFIED, port.unwrap_or(0)))
                }
                _ => Err(error),
            });
            match listener {
                Ok(listener) => match listener.set_nonblocking(true) {
                    Ok(()) => return Ok(listener),
                    Err(why) => return Err(ClusterError::Listen { host: host.to_owned(), why }),
                },
                // The process before this one, which had the same place, may not be gone yet; a name may
                // not be known yet.
                Err(why) => {
                    self.watch.check()?;
                    if Instant::now() >= self.until || why.kind() == ErrorKind::PermissionDenied {
                        return Err(ClusterError::Listen { host: host.to_owned(), why });
                    }
                    thread::sleep(PAUSE);
                }
            }
        }
    }

    /// Calls a process until it answers.
    fn call(&self, process: usize) -> Result<TcpStream, ClusterError> {
        loop {
            let why = match self.reach(process) {
                Ok((stream, said)) => match self.check(process, said) {
                    Ok(()) => return Ok(stream),
                    Err(Some(what)) => return Err(self.mismatch(process, what)),
                    Err(None) => "another process answers there".to_owned(),
                },
                Err(error) => error.to_string(),
            };
            self.pause(process, &why)?;
        }
    }

    fn reach(&self, process: usize) -> io::Result<(TcpStream, (u64, Hello))> {
        let addresses: Vec<SocketAddr> = self.cluster.host(process).to_socket_addrs()?.collect();
        let mut last = io::Error::new(ErrorKind::NotFound, "no such host");
        for address in addresses {
            match TcpStream::connect_timeout(&address, ATTEMPT) {
                Ok(mut stream) => {
                    stream.write_all(&self.hello.to_bytes())?;
                    let said = self.greeting(&mut stream)?;
                    return Ok((stream, said));
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Waits for a process to call. Whoever else calls is not answered.
    fn answer(
        &self,
        listener: &TcpListener,
        missing: usize,
    ) -> Result<(usize, TcpStream), ClusterError> {
        loop {
            match listener.accept() {
                Ok((mut stream, _)) => {
                    let said =
                        stream.set_nonblocking(false).and_then(|()| self.greeting(&mut stream));
                    let said = said.and_then(|said| {
                        stream.write_all(&self.hello.to_bytes())?;
                        Ok(said)
                    });
                    let said = match said {
                        Ok(said) => said,
                        // Whoever that was, it may not have been the one that is waited for.
                        Err(_) => {
                            self.pause(missing, "it has not called")?;
                            continue;
                        }
                    };
                    let process = said.1.process as usize;
                    match self.check(process, said) {
                        Ok(()) if process > self.cluster.process() => return Ok((process, stream)),
                        Err(Some(what)) => return Err(self.mismatch(process, what)),
                        _ => continue,
                    }
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    self.pause(missing, "it has not called")?;
                }
                Err(error) => self.pause(missing, &error.to_string())?,
            }
        }
    }

    /// What the other side says first, if it does so soon.
    fn greeting(&self, stream: &mut TcpStream) -> io::Result<(u64, Hello)> {
        stream.set_read_timeout(Some(PAUSE))?;
        let begin = Instant::now();
        let until = self.until.min(begin + GREETING);
        let (mut bytes, mut length) = ([0; Hello::LENGTH], 0);
        while length < bytes.len() {
            match stream.read(&mut bytes[length..]) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(more) => length += more,
                Err(error) => {
                    let waits = matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
                    if !waits || self.watch.check().is_err() {
                        return Err(error);
                    }
                    if Instant::now() >= until {
                        let waited = begin.elapsed().as_secs_f64();
                        let text = format!("it took the call and said nothing for {waited:.1} s");
                        return Err(io::Error::new(ErrorKind::TimedOut, text));
                    }
                }
            }
        }
        let no_greeting =
            || io::Error::new(ErrorKind::InvalidData, "another program answers there");
        Hello::parse(&bytes).ok_or_else(no_greeting)
    }

    /// Whether it is the one that it should be, started for the same work.
    fn check(&self, process: usize, said: (u64, Hello)) -> Result<(), Option<&'static str>> {
        match self.hello.differs(said) {
            Some(what) => Err(Some(what)),
            None if said.1.process == process as u64 && process < self.cluster.processes() => {
                Ok(())
            }
            None => Err(None),
        }
    }

    fn mismatch(&self, process: usize, what: &'static str) -> ClusterError {
        let known = process < self.cluster.processes();
        let host = if known { self.cluster.host(process).to_owned() } else { "unknown".to_owned() };
        ClusterError::Mismatch { process, host, what }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greetings_survive_being_bytes_and_no_others_pass() {
        let (workers, checkpoints, size, fingerprint) = (3, true, 4, 5);
        let hello = Hello { process: 1, processes: 2, workers, checkpoints, size, fingerprint };
        let bytes = hello.to_bytes();
        assert_eq!(bytes.len(), Hello::LENGTH);
        assert_eq!(Hello::parse(&bytes), Some((VERSION, hello)));
        for place in 0..bytes.len() {
            let mut hostile = bytes.clone();
            hostile[place] ^= 1;
            assert_eq!(Hello::parse(&hostile), None);
            assert_eq!(Hello::parse(&bytes[..place]), None);
        }
        assert_eq!(hello.differs((VERSION, hello)), None);
        assert!(hello.differs((VERSION + 1, hello)).is_some());
        assert!(hello.differs((VERSION, Hello { fingerprint: 6, ..hello })).is_some());
        let other = Hello { checkpoints: false, ..hello };
        assert_eq!(
            hello.differs((VERSION, other)),
            Some("it keeps no checkpoints, and this one does")
        );
        let expected = Some("it keeps checkpoints, and this one does not");
        assert_eq!(other.differs((VERSION, hello)), expected);
    }
}
