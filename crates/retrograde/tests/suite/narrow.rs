//! Deep, narrow games: a level, wave or batch with little in it wakes no thread.
//!
//! Counted are the times that the threads of this process went to sleep, so these tests stand alone
//! in their program and run one after the other, in one function.
#![cfg(target_os = "linux")]

use std::fs;

use retrograde::games::generate::Recipe;
use retrograde::{Arena, Control, Engine, Objective, Options, Player, Threads, open, solve};

/// How often the threads of this process, those that ended not counted, have gone to sleep.
fn sleeps() -> u64 {
    let threads = fs::read_dir("/proc/self/task").unwrap();
    threads
        .filter_map(|thread| fs::read_to_string(thread.unwrap().path().join("status")).ok())
        .filter_map(|status| {
            let line = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches"))?;
            line.split_whitespace().last()?.parse::<u64>().ok()
        })
        .sum()
}

/// Fails if the work, which has so many levels, sleeps more than once in a hundred of them.
fn narrow(what: &str, levels: u64, work: impl FnOnce()) {
    let before = sleeps();
    work();
    let slept = sleeps().saturating_sub(before);
    assert!(slept < levels / 100, "{what}: {slept} sleeps for {levels} levels");
}

#[test]
fn narrow_levels_are_done_by_one_thread() {
    for threads in [1, 2, 8] {
        let threads = Threads::new(threads).unwrap();
        let options = Options { threads, engine: Engine::Explored, ..Options::default() };
        let mut deep = Arena::default();
        // Past what is done alone because the whole game is small.
        narrow("exploring", 200_000, || {
            deep = open("subtraction:1,2,3:200000").unwrap().arena(&options).unwrap();
        });
        let mut chain: Arena =
            "chain 200000".parse::<Recipe>().unwrap().build(&Control::default()).unwrap();
        for vertex in 0..chain.graph.vertex_count() {
            let owner = if vertex % 3 == 0 { Player::One } else { Player::Zero };
            chain.owners.set(vertex, owner);
            chain.targets.set(vertex, vertex == 199_999);
            chain.priorities.set(vertex, vertex as u32 % 2);
        }
        for objective in ["outcome", "asymmetric", "grundy"] {
            narrow(objective, 50_000, || {
                solve(&deep, &Objective::named(objective).unwrap(), &options).unwrap();
            });
        }
        for objective in ["outcome", "reachability", "safety", "buchi", "cobuchi", "parity"] {
            narrow(objective, 200_000, || {
                solve(&chain, &Objective::named(objective).unwrap(), &options).unwrap();
            });
        }
    }
}
