//! Which processes there are, where they run, and how many workers each has.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use retrograde_core::quote::shown;

use crate::error::ClusterError;

const NO_ADDRESS: &str = "is not an address such as node1:2101";

/// The most bytes of a list of hosts: some ten thousand of them.
const LONGEST_LIST: u64 = 1 << 20;

/// The most bytes of a name, as domains have them.
const LONGEST_NAME: usize = 255;

/// Whether it is a name with a port.
fn is_address(text: &str) -> bool {
    let is_name = |name: &str| {
        (1..=LONGEST_NAME).contains(&name.len())
            && !name.chars().any(|c| c.is_whitespace() || c.is_control())
    };
    let is_port = |port: &str| port.parse::<u16>().is_ok_and(|port| port > 0);
    text.rsplit_once(':').is_some_and(|(name, port)| is_name(name) && is_port(port))
}

/// Says that something is no address. Of what is long only the beginning is shown.
fn no_address(text: &str) -> String {
    const SHOWN: usize = 40;
    let start: String = text.chars().take(SHOWN).collect();
    let more = if start.len() < text.len() { "…" } else { "" };
    format!("'{}{more}' {NO_ADDRESS}", shown(&start))
}

/// Which processes there are, which of them this one is, and how many workers each has.
///
/// ```
/// use retrograde_link::Cluster;
/// let cluster = Cluster::threads(4)?;
/// assert_eq!((cluster.processes(), cluster.workers()), (1, 4));
///
/// let hosts = Cluster::parse_hosts("# the two of them\nnode1:2101\nnode2:2101\n")?;
/// let cluster = Cluster::hosts(8, 1, hosts)?;
/// assert_eq!(cluster.host(1), "node2:2101");
/// # Ok::<(), retrograde_link::ClusterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    workers: usize,
    process: usize,
    hosts: Vec<String>,
}

/// One process with one worker.
impl Default for Cluster {
    fn default() -> Self {
        Cluster { workers: 1, process: 0, hosts: vec![String::new()] }
    }
}

impl Cluster {
    /// One process with so many workers, each a thread.
    ///
    /// # Errors
    /// There are none.
    pub fn threads(workers: usize) -> Result<Self, ClusterError> {
        Cluster::hosts(workers, 0, vec![String::new()])
    }

    /// As many processes as there are hosts, each with so many workers; this is number `process` of them,
    /// counted from 0, and listens at its `host:port`.
    ///
    /// # Errors
    /// No workers, no such process, an address without a port or one that is there twice.
    pub fn hosts(workers: usize, process: usize, hosts: Vec<String>) -> Result<Self, ClusterError> {
        let setup = |text: String| Err(ClusterError::Setup(text));
        if workers == 0 {
            return setup("a process needs at least one worker".to_owned());
        }
        if process >= hosts.len() {
            let count = hosts.len();
            return setup(format!("there is no process {process}: there are {count}, from 0 on"));
        }
        if hosts.len() > 1 {
            for (index, host) in hosts.iter().enumerate() {
                if !is_address(host) {
                    return setup(no_address(host));
                }
                if hosts[..index].contains(host) {
                    return setup(format!("the address {host} is there twice"));
                }
            }
        }
        Ok(Cluster { workers, process, hosts })
    }

    /// So many processes on this machine, at consecutive ports.
    ///
    /// # Errors
    /// As [`hosts`](Self::hosts).
    pub fn local(workers: usize, process: usize, ports: &[u16]) -> Result<Self, ClusterError> {
        let hosts = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
        Cluster::hosts(workers, process, hosts)
    }

    /// The addresses of a list with one `host:port` a line; empty lines and what follows a `#` are left
    /// out.
    ///
    /// # Errors
    /// There are none; a line is something else.
    pub fn parse_hosts(text: &str) -> Result<Vec<String>, ClusterError> {
        let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
        let lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty());
        let host = |(number, line): (u32, &str)| match is_address(line) {
            true => Ok(line.to_owned()),
            false => {
                let text = format!("line {number}: {}", no_address(line));
                Err(ClusterError::Setup(text))
            }
        };
        let hosts: Vec<String> = lines.map(host).collect::<Result<_, _>>()?;
        match hosts.is_empty() {
            true => Err(ClusterError::Setup("the list of hosts is empty".to_owned())),
            false => Ok(hosts),
        }
    }

    /// The addresses of a list in a file, as [`parse_hosts`](Self::parse_hosts) takes it.
    ///
    /// # Errors
    /// The file cannot be read, is much longer than a list of hosts, or is no such list.
    pub fn read_hosts(path: &Path) -> Result<Vec<String>, ClusterError> {
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(ClusterError::file(path))?;
        let read = file.take(LONGEST_LIST + 1).read_to_end(&mut bytes);
        read.map_err(ClusterError::file(path))?;
        let setup = |text: &str| ClusterError::Setup(text.to_owned());
        if bytes.len() as u64 > LONGEST_LIST {
            return Err(setup("a list of hosts has at most 1 MiB"));
        }
        let text = String::from_utf8(bytes).map_err(|_| setup("it is not text in UTF-8"))?;
        Cluster::parse_hosts(&text)
    }

    /// Workers of each process.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// Which process this is.
    #[must_use]
    pub fn process(&self) -> usize {
        self.process
    }

    /// How many processes there are.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.hosts.len()
    }

    /// How many of the processes are on the machine of this one, which it shares memory with: those whose
    /// addresses have the same name.
    ///
    /// ```
    /// use retrograde_link::Cluster;
    /// let hosts = Cluster::parse_hosts("node1:2101\nnode1:2102\nnode2:2101\n")?;
    /// assert_eq!(Cluster::hosts(8, 1, hosts)?.together(), 2);
    /// # Ok::<(), retrograde_link::ClusterError>(())
    /// ```
    #[must_use]
    pub fn together(&self) -> usize {
        let name = |host: &str| host.rsplit_once(':').map(|(name, _)| name.to_owned());
        let mine = name(&self.hosts[self.process]);
        self.hosts.iter().filter(|host| name(host) == mine).count()
    }

    /// Where a process runs.
    ///
    /// # Panics
    /// If there is no such process.
    #[must_use]
    pub fn host(&self, process: usize) -> &str {
        &self.hosts[process]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_addresses_are_told() {
        for line in ["node2", "node2:", ":2101", "node 2:2101", "node2:0", "node2:65536", "a:b"] {
            let error = Cluster::parse_hosts(&format!("node1:2101 # one\n\n{line}\n"));
            let error = error.unwrap_err().to_string();
            let expected = format!("line 3: '{line}' is not an address such as node1:2101");
            assert_eq!(error, expected);
        }
        assert_eq!(Cluster::parse_hosts("[::1]:2101\n").unwrap(), ["[::1]:2101"]);
    }

    #[test]
    fn of_long_lines_the_beginning_is_shown_and_long_files_are_not_read() {
        for line in ["x".repeat(1 << 20), "x".repeat(1000) + ":2101"] {
            let error = Cluster::parse_hosts(&line).unwrap_err().to_string();
            let start = "x".repeat(40);
            let expected = format!("line 1: '{start}…' is not an address such as node1:2101");
            assert_eq!(error, expected);
        }
        #[cfg(unix)]
        {
            let error = Cluster::read_hosts(Path::new("/dev/zero")).unwrap_err().to_string();
            assert_eq!(error, "a list of hosts has at most 1 MiB");
        }
    }
}
