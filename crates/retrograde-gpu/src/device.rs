//! What kernels run on: a card, or in tests a processor that plays one.

use std::fmt;
use std::marker::PhantomData;

use bytemuck::{AnyBitPattern, NoUninit};
use retrograde_core::memory::Bytes;

/// How the kernels are compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Build {
    /// Rows begin at 64-bit offsets, 32-bit ones otherwise.
    pub wide_offsets: bool,
    /// Counters of moves have 32 bits, 8 otherwise.
    pub wide_counters: bool,
}

/// The kernels, as one text in CUDA C.
pub const SOURCE: &str = concat!(
    include_str!("kernels/common.cu"),
    include_str!("kernels/split.cu"),
    include_str!("kernels/wave.cu"),
    include_str!("kernels/random.cu"),
);

impl Build {
    /// What the text is told: names and what they stand for.
    #[must_use]
    pub fn definitions(self) -> Vec<(&'static str, &'static str)> {
        let offset = if self.wide_offsets { "unsigned long long" } else { "unsigned int" };
        let mut definitions = vec![("OFFSET", offset)];
        if self.wide_counters {
            definitions.push(("WIDE", "1"));
        }
        definitions
    }
}

/// One start of a kernel.
#[derive(Clone, Copy, Debug)]
pub struct Launch {
    /// How it was compiled.
    pub build: Build,
    /// Its name.
    pub kernel: &'static str,
    /// How many blocks there are.
    pub blocks: u32,
    /// How many threads a block has, a power of two.
    pub threads: u32,
    /// How many bytes of memory the threads of a block share.
    pub shared: u32,
}

/// Room for one thing that goes to a kernel by value.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Argument([u64; 12]);

/// What goes to a kernel, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Arguments(Vec<Argument>);

impl Arguments {
    /// One more.
    ///
    /// # Panics
    /// If it has more than 96 bytes.
    #[must_use]
    pub fn and<T: NoUninit>(mut self, value: T) -> Self {
        let mut room = [0_u64; 12];
        let bytes = bytemuck::bytes_of(&value);
        bytemuck::cast_slice_mut::<u64, u8>(&mut room)[..bytes.len()].copy_from_slice(bytes);
        self.0.push(Argument(room));
        self
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Argument] {
        &self.0
    }
}

/// A card with memory of its own, on which kernels run one after the other.
pub trait Device {
    /// What it is called.
    fn name(&self) -> String;

    /// The bytes of its memory that are free.
    ///
    /// # Errors
    /// It does not answer.
    fn free(&self) -> Result<u64, DeviceError>;

    /// How many blocks run side by side.
    fn processors(&self) -> u32;

    /// The most bytes that the threads of a block can share.
    fn shared(&self) -> u32;

    /// The address of so many bytes of its memory, aligned to 256, that nobody else has.
    ///
    /// # Errors
    /// There are not that many.
    fn take(&self, bytes: u64) -> Result<u64, DeviceError>;

    /// Gives back what [`take`](Device::take) took.
    fn give_back(&self, address: u64);

    /// Copies to its memory, which was taken.
    ///
    /// # Errors
    /// It failed.
    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), DeviceError>;

    /// Copies from its memory, which was taken, when the kernels before are done.
    ///
    /// # Errors
    /// It, or a kernel before, failed.
    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), DeviceError>;

    /// Fills its memory, which was taken, with zeros.
    ///
    /// # Errors
    /// It failed.
    fn clear(&self, address: u64, bytes: u64) -> Result<(), DeviceError>;

    /// Starts a kernel, after those started before.
    ///
    /// # Safety
    /// The arguments are those of the kernel, and what they point to is as long as it expects.
    ///
    /// # Errors
    /// It does not start.
    unsafe fn start(&self, launch: &Launch, arguments: &Arguments) -> Result<(), DeviceError>;
}

/// A card that did not do what it should.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{doing} on {device} failed: {reason}")]
pub struct DeviceError {
    /// What it is called.
    pub device: String,
    /// What it was to do.
    pub doing: &'static str,
    /// What it says.
    pub reason: String,
}

/// An array in the memory of a card.
pub struct Buffer<'d, T> {
    device: &'d dyn Device,
    address: u64,
    len: u64,
    of: PhantomData<T>,
}

impl<T> fmt::Debug for Buffer<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} entries, {}", self.len, Bytes(self.bytes()))
    }
}

impl<'d, T> Buffer<'d, T> {
    /// Room for so many, with anything in it.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn new(device: &'d dyn Device, len: u64) -> Result<Self, DeviceError> {
        // A card gives nobody no bytes.
        let address = device.take((len * size_of::<T>() as u64).max(1))?;
        Ok(Buffer { device, address, len, of: PhantomData })
    }

    /// Room for so many zeros.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn zeros(device: &'d dyn Device, len: u64) -> Result<Self, DeviceError> {
        let buffer = Self::new(device, len)?;
        device.clear(buffer.address, buffer.bytes())?;
        Ok(buffer)
    }

    /// Where it is.
    #[must_use]
    pub fn address(&self) -> u64 {
        self.address
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    fn bytes(&self) -> u64 {
        self.len * size_of::<T>() as u64
    }

    /// Fills it with zeros.
    ///
    /// # Errors
    /// It failed.
    pub fn clear(&mut self) -> Result<(), DeviceError> {
        self.device.clear(self.address, self.bytes())
    }
}

impl<'d, T: NoUninit> Buffer<'d, T> {
    /// A copy of `values`.
    ///
    /// # Errors
    /// There is not that much memory.
    pub fn of(device: &'d dyn Device, values: &[T]) -> Result<Self, DeviceError> {
        let mut buffer = Self::new(device, values.len() as u64)?;
        buffer.write(0, values)?;
        Ok(buffer)
    }

    /// Puts `values` from a place on.
    ///
    /// # Errors
    /// It failed.
    ///
    /// # Panics
    /// If they do not fit.
    pub fn write(&mut self, from: u64, values: &[T]) -> Result<(), DeviceError> {
        assert!(from + values.len() as u64 <= self.len, "what is written lies within");
        let address = self.address + from * size_of::<T>() as u64;
        self.device.write(address, bytemuck::cast_slice(values))
    }
}

impl<T: NoUninit + AnyBitPattern> Buffer<'_, T> {
    /// Copies what stands from a place on.
    ///
    /// # Errors
    /// It, or a kernel before, failed.
    ///
    /// # Panics
    /// If there is less.
    pub fn read(&self, from: u64, values: &mut [T]) -> Result<(), DeviceError> {
        assert!(from + values.len() as u64 <= self.len, "what is read lies within");
        let address = self.address + from * size_of::<T>() as u64;
        self.device.read(address, bytemuck::cast_slice_mut(values))
    }

    /// Copies all of it.
    ///
    /// # Errors
    /// It, or a kernel before, failed.
    pub fn to_vec(&self) -> Result<Vec<T>, DeviceError> {
        let mut values = vec![T::zeroed(); self.len as usize];
        self.read(0, &mut values)?;
        Ok(values)
    }
}

impl<T> Drop for Buffer<'_, T> {
    fn drop(&mut self) {
        self.device.give_back(self.address);
    }
}
