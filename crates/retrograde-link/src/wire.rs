//! A connection to another process, as timely reads and writes it.
//!
//! What timely writes goes out in frames, each with its length and a checksum. Between them a process says
//! that it is still there, that it has nothing more to say, or that it has ended the work and why. Silence,
//! an end without a word and bytes that make no sense all mean that the other process is gone: that is told
//! to the workers here, which end, instead of being a panic of whoever was reading.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use retrograde_core::Stopped;
use timely::communication::allocator::zero_copy::stream::Stream;

use crate::error::{ClusterError, Left};
use crate::watch::Fate;

/// How long a process may be silent before it counts as gone.
pub(crate) const SILENCE: Duration = Duration::from_secs(15);

/// How often a process says that it is still there.
pub(crate) const BEAT: Duration = Duration::from_secs(1);

/// The most bytes of a frame.
const LONGEST: usize = 1 << 18;

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    /// What timely wrote.
    Data = 1,
    /// Nothing, but the process is there.
    Beat = 2,
    /// Nothing more will come.
    Bye = 3,
    /// The work has ended, for a reason that follows in words.
    Ended = 4,
    /// The work has ended because a process is gone: its number follows, and how that was noticed.
    Lost = 5,
}

const FRAMES: [Frame; 5] = [Frame::Data, Frame::Beat, Frame::Bye, Frame::Ended, Frame::Lost];

/// Who is at the other end, and who is to be told when they are not.
#[derive(Debug)]
pub(crate) struct Peer {
    pub(crate) process: usize,
    pub(crate) hosts: Arc<Vec<String>>,
    pub(crate) fate: Arc<Fate>,
    pub(crate) ends: Arc<Ends>,
}

/// How many ends of connections were closed in good order, on either side.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    count: Mutex<usize>,
    more: Condvar,
}

impl Ends {
    fn add(&self) {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.more.notify_all();
    }

    /// Waits until so many are closed, or the time is up, or there is no use in it.
    pub(crate) fn wait(&self, wanted: usize, fate: &Fate) {
        let until = Instant::now() + SILENCE;
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        while *count < wanted && Instant::now() < until && !fate.is_over() {
            let nap = Duration::from_millis(20);
            count = self.more.wait_timeout(count, nap).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Peer {
    fn gone(&self, why: String) {
        self.lost(self.process, why);
    }

    fn lost(&self, process: usize, why: String) {
        let host = self.hosts.get(process).cloned().unwrap_or_default();
        self.fate.end(ClusterError::Lost { process, host, why, left: Left::Unknown });
    }
}

/// A connection to another process.
#[derive(Debug)]
pub(crate) struct Wire {
    peer: Arc<Peer>,
    reader: TcpStream,
    writer: Arc<Mutex<TcpStream>>,
    /// What was read of a frame.
    frame: Vec<u8>,
    /// Which part of it was not handed on.
    rest: Range<usize>,
    /// Whether the other side has said that nothing more will come.
    over: bool,
    /// Whether the other side has said anything: it may still be waiting for others before it does.
    heard: bool,
}

impl Wire {
    /// A connection on which the other side will say something before its `patience` ends.
    pub(crate) fn new(stream: TcpStream, peer: Peer, patience: Duration) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(patience + SILENCE))?;
        stream.set_write_timeout(Some(SILENCE))?;
        let writer = Arc::new(Mutex::new(stream.try_clone()?));
        let (peer, frame) = (Arc::new(peer), Vec::new());
        Ok(Wire { peer, reader: stream, writer, frame, rest: 0..0, over: false, heard: false })
    }

    /// Another end that can be written to.
    pub(crate) fn teller(&self) -> Teller {
        Teller { writer: Arc::clone(&self.writer) }
    }

    /// How it was noticed that nobody is there.
    fn silence(&self, error: &io::Error) -> String {
        match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => {
                "the connection was closed".to_owned()
            }
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut => {
                // A write waits no longer than a read does once something was heard.
                let waited = self.reader.read_timeout().ok().flatten().unwrap_or(SILENCE);
                format!("nothing was heard of it for {} s", waited.as_secs())
            }
            _ => error.to_string(),
        }
    }

    /// Reads frames until there is data, or nothing more will come.
    fn next_frame(&mut self) -> Result<(), String> {
        loop {
            let mut head = [0; 12];
            self.reader.read_exact(&mut head).map_err(|error| self.silence(&error))?;
            if !self.heard {
                self.heard = true;
                self.reader
                    .set_read_timeout(Some(SILENCE))
                    .map_err(|error| self.silence(&error))?;
            }
            let (kind, length, sum) = parse_head(&head).ok_or("it sent what makes no sense")?;
            if self.frame.len() < length {
                self.frame = vec![0; length];
            }
            let read = self.reader.read_exact(&mut self.frame[..length]);
            read.map_err(|error| self.silence(&error))?;
            let frame = &self.frame[..length];
            if crc32fast::hash(frame) != sum {
                return Err("what it sent arrived with errors".to_owned());
            }
            match kind {
                Frame::Data if length > 0 => {
                    self.rest = 0..length;
                    return Ok(());
                }
                Frame::Data | Frame::Beat => {}
                Frame::Bye => {
                    self.over = true;
                    self.peer.ends.add();
                    return Ok(());
                }
                Frame::Ended => {
                    let why = String::from_utf8_lossy(frame).into_owned();
                    let Peer { process, hosts, fate, .. } = &*self.peer;
                    let host = hosts.get(*process).cloned().unwrap_or_default();
                    fate.end(ClusterError::Ended {
                        process: *process,
                        host,
                        why,
                        left: Left::Unknown,
                    });
                    return Err(String::new());
                }
                Frame::Lost => {
                    let (number, why) = frame.split_at_checked(4).unwrap_or_default();
                    let number = number.try_into().map_or(u32::MAX, u32::from_le_bytes);
                    let why = String::from_utf8_lossy(why).into_owned();
                    self.peer.lost(number as usize, why);
                    return Err(String::new());
                }
            }
        }
    }
}

fn parse_head(head: &[u8; 12]) -> Option<(Frame, usize, u32)> {
    let (words, _) = head.as_chunks::<4>();
    let [kind, length, sum] = [0, 1, 2].map(|index| u32::from_le_bytes(words[index]));
    let kind = *FRAMES.get((kind as usize).checked_sub(1)?)?;
    let length = usize::try_from(length).ok().filter(|&length| length <= LONGEST)?;
    Some((kind, length, sum))
}

fn write_frame(mut writer: &TcpStream, kind: Frame, bytes: &[u8]) -> io::Result<()> {
    let mut head = Vec::with_capacity(12);
    for word in [kind as u32, bytes.len() as u32, crc32fast::hash(bytes)] {
        head.extend(word.to_le_bytes());
    }
    writer.write_all(&head)?;
    writer.write_all(bytes)
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty()
            && !self.over
            && let Err(why) = self.next_frame()
        {
            if !why.is_empty() {
                self.peer.gone(why);
            }
            // Whoever reads here has nobody to tell but by a panic; this is one that prints nothing. It
            // would be one of the workers, too, if they were still there.
            self.peer.fate.wait();
            resume_unwind(Box::new(()));
        }
        let length = buffer.len().min(self.rest.len());
        let begin = self.rest.start;
        buffer[..length].copy_from_slice(&self.frame[begin..begin + length]);
        self.rest.start += length;
        Ok(length)
    }
}

impl Write for Wire {
    /// Never fails: that nobody reads is told to the workers, which end.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len().min(LONGEST);
        if !self.peer.fate.is_over() {
            let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            let written = write_frame(&writer, Frame::Data, &bytes[..length]);
            drop(writer);
            // Where nobody reads any more, they may have said why: whoever reads here is about to find out.
            if let Err(error) = written
                && error.kind() != io::ErrorKind::BrokenPipe
            {
                self.peer.gone(self.silence(&error));
            }
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Wire {
            peer: Arc::clone(&self.peer),
            reader: self.reader.try_clone()?,
            writer: Arc::clone(&self.writer),
            frame: Vec::new(),
            rest: 0..0,
            over: false,
            heard: false,
        })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.reader.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        if self.peer.fate.is_over() {
            // Not all has been said that should have been; why not is told elsewhere.
            return Ok(());
        }
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Where the other side is gone already, there is nobody to tell.
        let _ = write_frame(&writer, Frame::Bye, &[]).and_then(|()| writer.shutdown(how));
        self.peer.ends.add();
        Ok(())
    }
}

/// Another end of a connection, for what goes between the frames of timely.
#[derive(Debug)]
pub(crate) struct Teller {
    writer: Arc<Mutex<TcpStream>>,
}

impl Teller {
    /// Says that this process is still there, unless it is saying something anyway.
    pub(crate) fn beat(&self) {
        if let Ok(writer) = self.writer.try_lock() {
            let _ = write_frame(&writer, Frame::Beat, &[]);
        }
    }

    /// Says that the work has ended, and why.
    pub(crate) fn end(&self, why: &ClusterError) {
        let Ok(writer) = self.writer.try_lock() else { return };
        let _ = match why {
            ClusterError::Lost { process, why, .. } => {
                let bytes = [&(*process as u32).to_le_bytes()[..], cut(why)].concat();
                write_frame(&writer, Frame::Lost, &bytes)
            }
            ClusterError::Ended { why, .. } => write_frame(&writer, Frame::Ended, cut(why)),
            ClusterError::Stopped(why) => write_frame(&writer, Frame::Ended, cut(&of_stop(*why))),
            other => write_frame(&writer, Frame::Ended, cut(&other.to_string())),
        };
        let _ = writer.shutdown(Shutdown::Both);
    }
}

/// Why a process that was stopped has ended the work, as others are told.
pub(crate) fn of_stop(why: Stopped) -> String {
    match why {
        Stopped::Cancelled => "it was told to stop".to_owned(),
        why => why.to_string(),
    }
}

fn cut(text: &str) -> &[u8] {
    &text.as_bytes()[..text.len().min(4096)]
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread;

    use super::*;

    /// A wire, and the other end of it.
    fn wire() -> (Wire, TcpStream, Arc<Fate>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        let fate = Arc::new(Fate::default());
        let hosts = Arc::new(vec!["a:1".to_owned(), "b:2".to_owned()]);
        let peer = Peer { process: 1, hosts, fate: Arc::clone(&fate), ends: Arc::default() };
        (Wire::new(stream, peer, Duration::ZERO).unwrap(), other, fate)
    }

    fn read_all(wire: &mut Wire) -> Option<Vec<u8>> {
        wire.peer.fate.leave();
        catch_unwind(AssertUnwindSafe(|| {
            let mut all = Vec::new();
            wire.read_to_end(&mut all).map(|_| all).unwrap_or_default()
        }))
        .ok()
    }

    #[test]
    fn what_is_written_is_read_and_an_end_is_told() {
        let (mut from, other, fate) = wire();
        let ends = Arc::clone(&from.peer.ends);
        let peer = Peer { process: 0, hosts: Arc::default(), fate: Arc::clone(&fate), ends };
        let mut to = Wire::new(other, peer, Duration::ZERO).unwrap();
        let bytes: Vec<u8> = (0..1_000_000_u32).map(|number| (number % 251) as u8).collect();
        let sent = bytes.clone();
        let writing = thread::spawn(move || {
            to.teller().beat();
            to.write_all(&sent).unwrap();
            to.teller().beat();
            to.shutdown(Shutdown::Write).unwrap();
        });
        assert_eq!(read_all(&mut from), Some(bytes));
        writing.join().unwrap();
        assert!(!fate.is_over());
    }

    #[test]
    fn an_end_without_a_word_is_a_loss() {
        let (mut wire, other, fate) = wire();
        drop(other);
        assert_eq!(read_all(&mut wire), None);
        let error = fate.take().unwrap().to_string();
        assert!(error.starts_with("process 1 (b:2) is gone: the connection was closed"), "{error}");
    }

    #[test]
    fn reasons_are_handed_on() {
        let (mut wire, other, fate) = wire();
        let teller = Teller { writer: Arc::new(Mutex::new(other)) };
        teller.end(&ClusterError::Input("the disk is full".to_owned()));
        assert_eq!(read_all(&mut wire), None);
        let error = fate.take().unwrap().to_string();
        assert!(error.starts_with("process 1 (b:2) ended the work: the disk is full"), "{error}");
    }

    #[test]
    fn bytes_that_make_no_sense_are_a_loss() {
        let hostile: [&[u8]; 4] = [
            b"GET / HTTP/1.1\r\n\r\n",
            &[1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
            &[1, 0, 0, 0, 1, 0, 0, 0, 9, 9, 9, 9, 7],
            &[5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ];
        for bytes in hostile {
            let (mut wire, mut other, fate) = wire();
            other.write_all(bytes).unwrap();
            drop(other);
            assert_eq!(read_all(&mut wire), None);
            assert!(matches!(fate.take(), Some(ClusterError::Lost { .. })), "{bytes:?}");
        }
    }
}
