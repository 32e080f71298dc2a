//! How much memory a process takes.

use retrograde_core::{Control, memory};
use retrograde_link::{Cluster, ClusterError};

/// Bytes that a process takes for lists on their way, for each of its workers.
const ON_THE_WAY: u64 = 16 << 20;

/// Bytes that a process of a cluster takes to solve a graph of that size, at most: its share of two bytes a
/// vertex, of the vertices before each (4 bytes an edge, and 4 or 8 a vertex for where a row begins) and of
/// what is decided in a round; where there are other processes, 4 bytes an edge for messages that a slow
/// network leaves waiting; and where nobody `has_reverse` rows, 12 bytes an edge and 4 a vertex while
/// moves are exchanged.
///
/// ```
/// use retrograde_cluster::{Cluster, estimate};
/// let hosts = (0..100).map(|node| format!("node{node}:2101")).collect();
/// let cluster = Cluster::hosts(16, 0, hosts)?;
/// let bytes = estimate(4_000_000_000, 20_000_000_000, &cluster, true);
/// assert!(bytes < 3 << 30);
/// # Ok::<(), retrograde_cluster::ClusterError>(())
/// ```
#[must_use]
pub fn estimate(vertices: u64, edges: u64, cluster: &Cluster, has_reverse: bool) -> u64 {
    let processes = cluster.processes() as u64;
    let share = |all: u64| all.div_ceil(processes);
    let (vertices, edges_here) = (share(vertices), share(edges));
    let offset = if edges > u64::from(u32::MAX) { 8 } else { 4 };
    // A share is not exactly a share, and lists that grow have room to spare.
    let rows = (4 * edges_here).saturating_add(edges_here / 8).saturating_add(offset * vertices);
    let gathering = if has_reverse { 0 } else { 12 * edges_here + (4 + offset) * vertices };
    let deciding = 2 * vertices + 12 * vertices;
    // What is told in one round may be all there is to tell, and the network slower than the workers.
    let sent = if processes > 1 { 4 * edges_here } else { 0 };
    let waiting = cluster.workers() as u64 * ON_THE_WAY + sent;
    rows.saturating_add(gathering.max(deciding)).saturating_add(2 * vertices + waiting)
}

/// As [`estimate`], for a Büchi or co-Büchi game, where how vertices begin is kept for both players.
#[must_use]
pub fn estimate_visits(vertices: u64, edges: u64, cluster: &Cluster, has_reverse: bool) -> u64 {
    let share = vertices.div_ceil(cluster.processes() as u64);
    estimate(vertices, edges, cluster, has_reverse).saturating_add(6 * share)
}

/// As [`estimate`], for a list of edges, of which moves are kept both ways and come with where they stand
/// in the list; `together` of the workers are in this process.
pub(crate) fn estimate_list(vertices: u64, edges: u64, together: usize, workers: usize) -> u64 {
    let share = |all: u64| (u128::from(all) * together as u128 / workers as u128) as u64 + 1;
    let (here, edges_here) = (share(vertices), share(edges));
    let alone = Cluster::threads(together).unwrap_or_default();
    // Rows while they are made take four words a move, and those that are made one and a place.
    let (making, made) = (16 * edges_here, 4 * edges_here + 9 * here);
    let sent = if together < workers { 4 * edges_here } else { 0 };
    estimate(here, edges_here, &alone, false).saturating_add(making + made + sent)
}

/// Bytes that a process of a cluster takes to solve a game over an index of so many slots, at most: two
/// for each slot of its share, and where moves may leave a tier, four for each that waits for its round.
///
/// ```
/// use retrograde_cluster::{Cluster, estimate_slots};
/// let hosts = (0..100).map(|node| format!("node{node}:2101")).collect();
/// let cluster = Cluster::hosts(16, 0, hosts)?;
/// assert!(estimate_slots(1_000_000_000_000, 1_000_000_000_000 / 50, &cluster) < 24 << 30);
/// # Ok::<(), retrograde_cluster::ClusterError>(())
/// ```
#[must_use]
pub fn estimate_slots(slots: u64, largest_tier: u64, cluster: &Cluster) -> u64 {
    let processes = cluster.processes() as u64;
    let waiting = cluster.workers() as u64 * ON_THE_WAY;
    let tier = largest_tier.div_ceil(processes);
    (2 * slots.div_ceil(processes)).saturating_add(16 * tier).saturating_add(waiting)
}

/// Refuses what takes more memory than there is, or than is allowed, if each process of this machine needs
/// so much.
pub(crate) fn check(
    each: u64,
    cluster: &Cluster,
    control: &Control<'_>,
) -> Result<(), ClusterError> {
    let available = control.room().min(memory::available().unwrap_or(u64::MAX));
    let processes = cluster.together();
    let needed = each.saturating_mul(processes as u64);
    match needed > available {
        true => Err(ClusterError::Memory { processes, needed, available }),
        false => Ok(()),
    }
}
