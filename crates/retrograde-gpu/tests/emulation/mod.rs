//! A processor that plays a card, made of the kernels' own text by a C++ compiler.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::fmt::Write as _;
use std::process::Command;
use std::{env, fs};

use libloading::Library;
use retrograde_gpu::device::{Arguments, Build, Device, DeviceError, Launch, SOURCE};
use tempfile::TempDir;

type Start = unsafe extern "C" fn(*const c_char, c_uint, c_uint, c_uint, *mut *mut c_void) -> c_int;

pub(crate) struct Emulated {
    folder: TempDir,
    compiler: String,
    shared: u32,
    libraries: RefCell<HashMap<Build, Library>>,
    memory: RefCell<HashMap<u64, Vec<Aligned>>>,
    sizes: RefCell<HashMap<u64, u64>>,
    pub(crate) free: u64,
    held: Cell<u64>,
    /// The most bytes that were held at a time.
    pub(crate) most: Cell<u64>,
}

#[derive(Clone, Copy)]
#[repr(align(256))]
struct Aligned(#[expect(dead_code, reason = "only its address is used")] [u8; 256]);

/// What lies around memory that was taken, so that who writes past its end is found.
const FENCE: u8 = 0x5a;

impl Emulated {
    /// A card whose blocks share so many bytes; `None`, said loudly, where there is no C++ compiler.
    pub(crate) fn new(shared: u32) -> Option<Self> {
        let compiler = env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
        if Command::new(&compiler).arg("--version").output().is_err() {
            assert!(env::var_os("CI").is_none(), "{compiler} is needed to run the kernels");
            eprintln!(
                "SKIPPED: the kernels are not run, since there is no C++ compiler ({compiler})"
            );
            return None;
        }
        Some(Emulated {
            folder: TempDir::new().expect("a folder"),
            compiler,
            shared,
            libraries: RefCell::default(),
            memory: RefCell::default(),
            sizes: RefCell::default(),
            free: 1 << 30,
            held: Cell::default(),
            most: Cell::default(),
        })
    }

    pub(crate) fn holds_nothing(&self) -> bool {
        self.memory.borrow().is_empty()
    }

    fn compile(&self, build: Build) -> Library {
        let mut text = String::new();
        for (name, meaning) in build.definitions() {
            writeln!(text, "#define {name} {meaning}").expect("a text");
        }
        let name = format!("kernels-{}-{}", build.wide_offsets, build.wide_counters);
        let source = self.folder.path().join(format!("{name}.cpp"));
        let library = self.folder.path().join(format!("lib{name}.so"));
        let table = include_str!("table.h");
        fs::write(&source, [include_str!("card.h"), &text, SOURCE, table].concat())
            .expect("a file");
        let flags = ["-std=c++17", "-O1", "-shared", "-fPIC", "-Wall", "-Wno-unused-function"];
        let done = Command::new(&self.compiler)
            .args(flags)
            .args(["-Wno-strict-aliasing", "-Wno-maybe-uninitialized"])
            // Compilers that harden what they build take a jump to another stack for an attack.
            .args(["-U_FORTIFY_SOURCE", "-o"])
            .arg(&library)
            .arg(&source)
            .output()
            .expect("a compiler");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        // SAFETY: it was made here, and has nothing that runs when it is loaded.
        unsafe { Library::new(library) }.expect("a library")
    }

    fn check_fences(&self) {
        for (address, memory) in &*self.memory.borrow() {
            let end = memory.len() * 256;
            // SAFETY: the last 256 bytes of memory that is held.
            let fence = unsafe {
                std::slice::from_raw_parts((*address as usize + end - 256) as *const u8, 256)
            };
            assert!(fence.iter().all(|&byte| byte == FENCE), "a kernel wrote past the end");
        }
    }
}

impl Device for Emulated {
    fn name(&self) -> String {
        "a processor".to_owned()
    }

    fn free(&self) -> Result<u64, DeviceError> {
        Ok(self.free)
    }

    fn processors(&self) -> u32 {
        2
    }

    fn shared(&self) -> u32 {
        self.shared
    }

    fn take(&self, bytes: u64) -> Result<u64, DeviceError> {
        let memory = vec![Aligned([FENCE; 256]); bytes.div_ceil(256) as usize + 1];
        let address = memory.as_ptr() as u64;
        self.held.set(self.held.get() + bytes);
        self.most.set(self.most.get().max(self.held.get()));
        self.sizes.borrow_mut().insert(address, bytes);
        self.memory.borrow_mut().insert(address, memory);
        Ok(address)
    }

    fn give_back(&self, address: u64) {
        self.check_fences();
        assert!(self.memory.borrow_mut().remove(&address).is_some(), "it was taken");
        let bytes = self.sizes.borrow_mut().remove(&address).unwrap_or_default();
        self.held.set(self.held.get() - bytes);
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        // SAFETY: buffers write within what they took.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len()) };
        Ok(())
    }

    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), DeviceError> {
        // SAFETY: buffers read within what they took.
        unsafe {
            std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), bytes.len())
        };
        Ok(())
    }

    fn clear(&self, address: u64, bytes: u64) -> Result<(), DeviceError> {
        // SAFETY: buffers clear within what they took.
        unsafe { std::ptr::write_bytes(address as *mut u8, 0, bytes as usize) };
        Ok(())
    }

    unsafe fn start(&self, launch: &Launch, arguments: &Arguments) -> Result<(), DeviceError> {
        assert!(launch.shared <= self.shared, "{launch:?} shares more than there is");
        assert!(launch.threads.is_power_of_two() && launch.threads <= 1024 && launch.blocks > 0);
        let mut libraries = self.libraries.borrow_mut();
        let library = libraries.entry(launch.build).or_insert_with(|| self.compile(launch.build));
        let mut arguments = arguments.all().to_vec();
        let mut pointers: Vec<*mut c_void> =
            arguments.iter_mut().map(|argument| std::ptr::from_mut(argument).cast()).collect();
        let name = CString::new(launch.kernel).expect("a name");
        // SAFETY: `start` in card.h has this type; the caller has seen to the arguments.
        let found = unsafe {
            let start: libloading::Symbol<'_, Start> = library.get(b"start").expect("start");
            start(
                name.as_ptr(),
                launch.blocks,
                launch.threads,
                launch.shared,
                pointers.as_mut_ptr(),
            )
        };
        assert_eq!(found, 0, "there is a kernel {}", launch.kernel);
        Ok(())
    }
}
