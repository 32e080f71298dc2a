//! One target of `retrograde-fuzz`, named by the variable `TARGET`, under libFuzzer.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use retrograde_fuzz::TARGETS;

static CHECK: LazyLock<fn(&[u8])> = LazyLock::new(|| {
    let name = std::env::var("TARGET").unwrap_or_default();
    match TARGETS.iter().find(|target| target.name == name) {
        Some(target) => target.check,
        None => {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            eprintln!("TARGET must be one of {}", names.join(", "));
            std::process::exit(2);
        }
    }
});

fuzz_target!(|bytes: &[u8]| CHECK(bytes));
