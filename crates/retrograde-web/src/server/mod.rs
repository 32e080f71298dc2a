//! The server: one page, an API behind it, and limits on everything that others may ask for.

mod body;
mod connections;
mod games;
mod guard;
mod impatient;
mod jobs;
mod limits;
mod openapi;
mod opened;
mod presets;
mod queue;
mod routes;
mod state;

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener as StdListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use retrograde::table::Catalogue;
use retrograde::{Cancel, Error, Input};
use tokio::net::TcpListener;
use tokio::runtime;

pub use limits::Allowed;

use jobs::JOBS;
use state::{MOMENTS, State};

/// The port that is tried first.
pub const PORT: u16 = 8017;

/// What a server shows, and to whom.
#[derive(Debug)]
pub struct Settings {
    /// The address to listen at.
    pub host: IpAddr,
    /// The port; `None` for [`PORT`], or any that is free where that is taken.
    pub port: Option<u16>,
    /// What is open from the beginning.
    pub inputs: Vec<Input>,
    /// The games that can be looked at.
    pub catalogue: Catalogue,
    /// The folder under which tables are looked for.
    pub tables: Option<PathBuf>,
    /// How much may be asked for.
    pub allowed: Allowed,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            inputs: Vec::new(),
            catalogue: Catalogue::builtin(),
            tables: None,
            allowed: Allowed::default(),
        }
    }
}

/// Why a server could not be started.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// It cannot listen there.
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The system refuses what every server needs.
    System(io::Error),
    /// An input cannot be read.
    Input(Error),
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServeError::Listen { address, error } if error.kind() == io::ErrorKind::AddrInUse => {
                write!(f, "{address} is taken by another program: choose another port, or none")
            }
            ServeError::Listen { address, error } => {
                write!(f, "cannot listen at {address}: {error}")
            }
            ServeError::System(error) => write!(f, "the server cannot be started: {error}"),
            ServeError::Input(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}

/// A server that listens already and answers once it is [run](Self::run).
#[derive(Debug)]
pub struct Server {
    listener: StdListener,
    state: Arc<State>,
    address: SocketAddr,
}

impl Server {
    /// Reads what is to be open and begins to listen.
    ///
    /// # Errors
    /// An input cannot be read, or the address is not to be had.
    ///
    /// ```
    /// use retrograde_web::server::{Server, Settings};
    /// let server = Server::new(Settings { port: Some(0), ..Settings::default() })?;
    /// assert!(server.address().ip().is_loopback());
    /// # Ok::<(), retrograde_web::server::ServeError>(())
    /// ```
    pub fn new(settings: Settings) -> Result<Self, ServeError> {
        let (host, port) = (settings.host, settings.port);
        let listener = listen(host, port)?;
        let address = listener.local_addr().map_err(ServeError::System)?;
        let state = State::new(settings, address).map_err(ServeError::Input)?;
        Ok(Server { listener, state: Arc::new(state), address })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page.
    #[must_use]
    pub fn url(&self) -> String {
        let (ip, port) = (self.address.ip(), self.address.port());
        match ip {
            // One cannot go to nowhere in particular, but to oneself.
            ip if ip.is_unspecified() => format!("http://127.0.0.1:{port}/"),
            IpAddr::V4(ip) => format!("http://{ip}:{port}/"),
            IpAddr::V6(ip) => format!("http://[{ip}]:{port}/"),
        }
    }

    /// Answers until the switch is thrown; then all work is stopped.
    ///
    /// # Errors
    /// The system refuses what every server needs.
    pub fn run(self, until: &Cancel) -> Result<(), ServeError> {
        /// Time for those who work to notice that nobody waits for them.
        const GRACE: Duration = Duration::from_secs(2);
        let runtime = runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(self.state.allowed.threads.get() + MOMENTS + JOBS)
            .thread_name("explorer")
            .enable_all()
            .build()
            .map_err(ServeError::System)?;
        let served = runtime.block_on(async {
            self.listener.set_nonblocking(true)?;
            let listener = TcpListener::from_std(self.listener)?;
            connections::serve(listener, &self.state, until).await;
            Ok(())
        });
        runtime.shutdown_timeout(GRACE);
        served.map_err(ServeError::System)
    }
}

/// Listens at the port that was asked for, or at the usual one, or at any.
fn listen(host: IpAddr, port: Option<u16>) -> Result<StdListener, ServeError> {
    let address = SocketAddr::new(host, port.unwrap_or(PORT));
    match StdListener::bind(address) {
        Ok(listener) => Ok(listener),
        Err(error) if port.is_none() && error.kind() == io::ErrorKind::AddrInUse => {
            let any = SocketAddr::new(host, 0);
            StdListener::bind(any).map_err(|error| ServeError::Listen { address: any, error })
        }
        Err(error) => Err(ServeError::Listen { address, error }),
    }
}
