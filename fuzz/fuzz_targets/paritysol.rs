//! Solutions as `paritysol` files: the first byte is the number of vertices, the rest is the file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retrograde_core::Names;
use retrograde_io::{ReadFault, RegionObjective, read_regions, write_paritysol};

fuzz_target!(|bytes: &[u8]| {
    let Some((&vertices, rest)) = bytes.split_first() else { return };
    let names = Names::numbered(usize::from(vertices));
    let file = [b"paritysol ", rest].concat();
    match read_regions(&file[..], &names, RegionObjective::Parity) {
        Ok(solution) => {
            assert_eq!(solution.winners.len(), names.len());
            let mut text = Vec::new();
            write_paritysol(&solution, &mut text).expect("a vector takes everything");
            let again = read_regions(&text[..], &names, RegionObjective::Parity);
            assert_eq!(again.expect("it was just written"), solution);
        }
        Err(error) => {
            assert!(!matches!(error.fault, ReadFault::Io(_)), "a slice cannot fail: {error}");
            assert!(!error.to_string().is_empty());
        }
    }
});
