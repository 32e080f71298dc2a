//! The reader of `aut` files.
#![no_main]

use libfuzzer_sys::fuzz_target;
use retrograde_fuzz::check_reader;
use retrograde_io::Format;

fuzz_target!(|bytes: &[u8]| check_reader(Format::Aut, bytes));
