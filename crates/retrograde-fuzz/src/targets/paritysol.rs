//! Solutions as `paritysol` files: the first byte is the number of vertices, the rest is the file.

use retrograde_core::{Answer, Names, Objective};
use retrograde_io::{ReadFault, read_solution, write_paritysol};

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Some((&vertices, rest)) = bytes.split_first() else { return };
    let names = Names::numbered(usize::from(vertices));
    let file = [b"paritysol ", rest].concat();
    match read_solution(&file[..], &names, &Objective::PARITY) {
        Ok(solution) => {
            assert_eq!(solution.len(), names.len());
            let Answer::Regions(regions) = &solution.answer else { panic!("{solution:?}") };
            let mut text = Vec::new();
            write_paritysol(regions, &mut text).expect("a vector takes everything");
            let again = read_solution(&text[..], &names, &Objective::PARITY);
            assert_eq!(again.expect("it was just written"), solution);
        }
        Err(error) => {
            assert!(!matches!(error.fault, ReadFault::Io(_)), "a slice cannot fail: {error}");
            assert!(!error.to_string().is_empty());
        }
    }
}
