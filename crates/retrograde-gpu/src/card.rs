//! An NVIDIA card, through its driver and NVRTC, both loaded when they are first asked for.

use std::collections::HashMap;
use std::fmt;
use std::panic;
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::sys::CUdevice_attribute as Attribute;
use cudarc::driver::sys::CUfunction_attribute as FunctionAttribute;
use cudarc::driver::{
    CudaContext, CudaFunction, CudaModule, DeviceRepr, DriverError, LaunchConfig, PushKernelArg,
    result,
};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};

use crate::device::{Argument, Arguments, Buffer, Build, Device, DeviceError, Launch, SOURCE};
use crate::error::GpuError;

/// A card.
pub struct Card {
    context: Arc<CudaContext>,
    name: String,
    processors: u32,
    shared: u32,
    architecture: (i32, i32),
    kernels: Mutex<Kernels>,
}

/// Kernels that were compiled, by what they were told.
#[derive(Default)]
struct Kernels {
    modules: HashMap<Build, Arc<CudaModule>>,
    functions: HashMap<(Build, &'static str), CudaFunction>,
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Card").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Card {
    /// The first card of this machine.
    ///
    /// # Errors
    /// There is none, or its driver or NVRTC is missing.
    pub fn first() -> Result<Self, GpuError> {
        let none = |reason: String| GpuError::NoCard { reason };
        // SAFETY: only looks for a library of that name.
        if !unsafe { cudarc::driver::sys::is_culib_present() } {
            return Err(none("the driver's library, libcuda, is not installed".to_owned()));
        }
        // SAFETY: only looks for a library of that name.
        if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
            let reason = "the library NVRTC, which compiles for it, is not installed (on Debian and \
                          Ubuntu it comes with the package libnvrtc or the CUDA toolkit)";
            return Err(none(reason.to_owned()));
        }
        // A driver that lacks what the bindings ask for makes them panic.
        let context = panic::catch_unwind(|| CudaContext::new(0))
            .map_err(|_| none("its driver is too old".to_owned()))?
            .map_err(|error| none(said(&error)))?;
        let attribute = |which| context.attribute(which).map_err(|error| none(said(&error)));
        let processors = attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)? as u32;
        let shared =
            attribute(Attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)? as u32;
        let architecture = context.compute_capability().map_err(|error| none(said(&error)))?;
        let name = context.name().map_err(|error| none(said(&error)))?;
        Ok(Card { context, name, processors, shared, architecture, kernels: Mutex::default() })
    }

    /// Waits until all kernels that were started are done.
    ///
    /// # Errors
    /// One of them failed.
    pub fn wait(&self) -> Result<(), DeviceError> {
        self.failed("running kernels", self.context.synchronize())
    }

    /// Copies within its memory, and waits.
    ///
    /// # Errors
    /// It failed.
    ///
    /// # Panics
    /// If the arrays differ in length.
    pub fn copy(&self, from: &Buffer<'_, u8>, to: &mut Buffer<'_, u8>) -> Result<(), DeviceError> {
        assert_eq!(from.len(), to.len(), "all of it is copied");
        self.bind()?;
        let (source, target) = (from.address(), to.address());
        // SAFETY: both arrays are that long, and they are not the same one.
        let copied = unsafe { result::memcpy_dtod_sync(target, source, from.len() as usize) };
        self.failed("copying within it", copied)?;
        self.wait()
    }

    fn failed<T>(
        &self,
        doing: &'static str,
        result: Result<T, DriverError>,
    ) -> Result<T, DeviceError> {
        result.map_err(|error| self.error(doing, said(&error)))
    }

    fn error(&self, doing: &'static str, reason: String) -> DeviceError {
        DeviceError { device: self.name.clone(), doing, reason }
    }

    fn bind(&self) -> Result<(), DeviceError> {
        self.failed("choosing the card", self.context.bind_to_thread())
    }

    fn kernel(&self, build: Build, name: &'static str) -> Result<CudaFunction, DeviceError> {
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(function) = kernels.functions.get(&(build, name)) {
            return Ok(function.clone());
        }
        self.bind()?;
        let module = match kernels.modules.get(&build) {
            Some(module) => Arc::clone(module),
            None => Arc::clone(kernels.modules.entry(build).or_insert(self.compile(build)?)),
        };
        let function = self.failed("finding a kernel", module.load_function(name))?;
        kernels.functions.insert((build, name), function.clone());
        Ok(function)
    }

    fn compile(&self, build: Build) -> Result<Arc<CudaModule>, DeviceError> {
        let (major, minor) = self.architecture;
        let mut options = vec![format!("-arch=compute_{major}{minor}")];
        options.extend(build.definitions().iter().map(|(name, text)| format!("-D{name}={text}")));
        let options = CompileOptions { options, ..CompileOptions::default() };
        let compiled = compile_ptx_with_opts(SOURCE, options)
            .map_err(|error| self.error("compiling kernels", error.to_string()))?;
        self.failed("loading kernels", self.context.load_module(compiled))
    }
}

/// What the driver says of an error.
fn said(error: &DriverError) -> String {
    let text = error.error_string().map(|text| text.to_string_lossy().into_owned());
    text.unwrap_or_else(|_| format!("{error:?}"))
}

impl Device for Card {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn free(&self) -> Result<u64, DeviceError> {
        self.bind()?;
        let (free, _) = self.failed("asking for its memory", result::mem_get_info())?;
        Ok(free as u64)
    }

    fn processors(&self) -> u32 {
        self.processors
    }

    fn shared(&self) -> u32 {
        self.shared
    }

    fn take(&self, bytes: u64) -> Result<u64, DeviceError> {
        self.bind()?;
        // SAFETY: what is taken is written to before it is read, by kernels or by copies.
        self.failed("taking memory", unsafe { result::malloc_sync(bytes as usize) })
    }

    fn give_back(&self, address: u64) {
        if self.bind().is_ok() {
            // SAFETY: `Buffer` gives back what it took, once. What fails here is not needed any more.
            let _ = unsafe { result::free_sync(address) };
        }
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        self.bind()?;
        // SAFETY: `Buffer` writes within what it took.
        self.failed("copying to it", unsafe { result::memcpy_htod_sync(address, bytes) })
    }

    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.bind()?;
        // SAFETY: `Buffer` reads within what it took; the copy waits for the kernels before it.
        self.failed("copying from it", unsafe { result::memcpy_dtoh_sync(bytes, address) })
    }

    fn clear(&self, address: u64, bytes: u64) -> Result<(), DeviceError> {
        self.bind()?;
        // SAFETY: `Buffer` clears within what it took.
        self.failed("clearing memory", unsafe {
            result::memset_d8_sync(address, 0, bytes as usize)
        })
    }

    unsafe fn start(&self, launch: &Launch, arguments: &Arguments) -> Result<(), DeviceError> {
        let function = self.kernel(launch.build, launch.kernel)?;
        if launch.shared > 48 << 10 {
            let limit = FunctionAttribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            let set = function.set_attribute(limit, launch.shared as i32);
            self.failed("asking for shared memory", set)?;
        }
        let stream = self.context.default_stream();
        let mut builder = stream.launch_builder(&function);
        for argument in arguments.all() {
            builder.arg(argument);
        }
        let shape = LaunchConfig {
            grid_dim: (launch.blocks, 1, 1),
            block_dim: (launch.threads, 1, 1),
            shared_mem_bytes: launch.shared,
        };
        // SAFETY: the caller has seen to the arguments.
        let started = unsafe { builder.launch(shape) };
        self.failed("starting a kernel", started.map(drop))
    }
}

// SAFETY: plain bytes, of which a kernel reads as many as its argument has, from their beginning.
unsafe impl DeviceRepr for Argument {}
