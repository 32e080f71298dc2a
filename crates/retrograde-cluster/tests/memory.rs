//! Memory that a process takes, against what was told before. Alone in its program: what others take would
//! count.
#![cfg(target_os = "linux")]

use std::fs;

use retrograde_cluster::{Cluster, ClusterError, Options, Rows, Rule, each, estimate};
use retrograde_core::{Allowance, Control, Outcome, RowSource, Threads, memory};
use retrograde_games::generate;

/// The most memory that this process has held since somebody asked for it to be counted anew.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
}

#[test]
fn a_process_takes_no_more_than_it_was_said() {
    let graph = generate::random(3_000_000, 2.5, 0.05, 1).unwrap();
    let back = graph.transpose(Threads::ONE);
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let lost = each(|_| Outcome::Lose);
    let rule = Rule::Outcome(&lost);
    let options = Options { cluster: Cluster::threads(2).unwrap(), ..Options::default() };
    for reverse in [Some(&back as &dyn RowSource), None] {
        let told = estimate(vertices, edges, &options.cluster, reverse.is_some());
        // Counted anew from here on.
        fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = memory::resident().unwrap();
        let rows = Rows { forward: &graph, reverse, rule, fingerprint: Some(1) };
        let answer = rows.solve(&options, &Control::default()).unwrap();
        let taken = peak().saturating_sub(before);
        assert!(taken <= told, "{taken} bytes were taken and {told} told");
        assert!(told < 4 * taken, "{taken} bytes were taken and {told} told");
        drop(answer);

        let memory = Some(Allowance::from_now(told / 2));
        let control = Control { memory, ..Control::default() };
        assert!(matches!(rows.solve(&options, &control), Err(ClusterError::Memory { .. })));
    }
}
