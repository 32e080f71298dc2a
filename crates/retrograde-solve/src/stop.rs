//! When an algorithm has to give up: after a number of steps, or because its control says so.

use std::cell::Cell;

use retrograde_core::{Control, Stopped, memory};

/// Tells an algorithm when to give up. One that takes turns with others has a number of steps for
/// its turn; all have to heed whoever may cancel, the deadline, and the memory they may take.
pub(crate) struct Stop<'a> {
    control: Control<'a>,
    /// Bytes that tables and the like may take beside what is held already.
    room: u64,
    /// Whether its steps are granted bit by bit.
    pauses: bool,
    steps_left: Cell<u64>,
    until_look: Cell<u32>,
    looks: Cell<u32>,
    is_over: Cell<bool>,
    stopped: Cell<Option<Stopped>>,
}

/// What is left where all steps granted are taken: so many that nobody ever runs out of them.
const NONE_GRANTED: u64 = 1 << 62;

/// Steps between two looks at the clock.
const LOOK_EVERY: u32 = 1 << 12;

/// Bytes that a table may take without a look at how many there are, which means to read files.
const UNASKED: u64 = 1 << 28;

/// Looks at the clock between two at memory.
const LOOKS: u32 = 64;

impl<'a> Stop<'a> {
    /// Only when the control says so.
    pub(crate) fn new(control: &Control<'a>) -> Self {
        Stop::with(control, u64::MAX, u64::MAX)
    }

    /// After `steps` steps, or when the control says so.
    pub(crate) fn after(steps: u64, control: &Control<'a>) -> Self {
        Stop::with(control, u64::MAX, steps)
    }

    /// The same, with so many bytes for tables and the like.
    fn with(control: &Control<'a>, room: u64, steps: u64) -> Self {
        Stop {
            control: *control,
            room,
            pauses: false,
            steps_left: Cell::new(steps),
            until_look: Cell::new(1),
            looks: Cell::new(0),
            is_over: Cell::new(false),
            stopped: Cell::new(None),
        }
    }

    /// The same with what may be taken beside `held` bytes, and with no more than `most`.
    pub(crate) fn within(self, held: u64, most: u64) -> Self {
        Stop { room: self.control.room().saturating_sub(held).min(most), ..self }
    }

    /// The same with so many bytes for tables and the like.
    pub(crate) fn within_room(self, room: u64) -> Self {
        Stop { room, ..self }
    }

    /// One for a turn of so many steps, with the same control and room.
    pub(crate) fn turn(&self, steps: u64) -> Self {
        Stop::with(&self.control, self.room, steps)
    }

    /// One whose steps are granted bit by bit. To run out of them is no reason to stop, only to pause
    /// where that is easy; what is taken beyond them is taken from the next grant.
    pub(crate) fn on_grants(&self) -> Self {
        Stop { pauses: true, ..Stop::with(&self.control, self.room, NONE_GRANTED) }
    }

    /// How many steps there are to take.
    pub(crate) fn steps_left(&self) -> u64 {
        self.steps_left.get()
    }

    /// Grants so many more steps.
    pub(crate) fn grant(&self, steps: u64) {
        self.steps_left.set(self.steps_left.get().saturating_add(steps));
    }

    /// Whether all steps granted are taken.
    pub(crate) fn must_pause(&self) -> bool {
        self.pauses && self.steps_left.get() <= NONE_GRANTED
    }

    /// What the steps are taken under.
    pub(crate) fn control(&self) -> &Control<'a> {
        &self.control
    }

    /// Bytes that tables and the like may take.
    pub(crate) fn room(&self) -> u64 {
        self.room
    }

    /// Whether a table of so many bytes may be made: where nobody said how much may be taken, it is
    /// not more than there is.
    pub(crate) fn fits(&self, bytes: u64) -> bool {
        let is_there = || memory::available().is_none_or(|free| bytes <= free);
        bytes <= self.room && (self.control.memory.is_some() || bytes <= UNASKED || is_there())
    }

    /// Why it is over, unless that is only because steps ran out.
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.stopped.get()
    }

    /// An error if it is over for another reason than that steps ran out.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        self.stopped.get().map_or(Ok(()), Err)
    }

    /// An error if it was cancelled. Time and memory being up is none where the answer can say what
    /// is proven by then.
    pub(crate) fn unless_cancelled(&self) -> Result<(), Stopped> {
        self.check().or_else(|why| if why == Stopped::Cancelled { Err(why) } else { Ok(()) })
    }

    /// What came of something that ran under the same control; `None`, and over, if it was stopped.
    pub(crate) fn ok<T>(&self, result: Result<T, Stopped>) -> Option<T> {
        match result {
            Ok(found) => Some(found),
            Err(why) => {
                self.end(why);
                None
            }
        }
    }

    /// Over, for this reason.
    pub(crate) fn end(&self, why: Stopped) {
        self.stopped.set(Some(why));
        self.is_over.set(true);
    }

    /// To be called about once for every edge looked at, or with a number of them; `true` means
    /// stop now.
    #[inline]
    pub(crate) fn spend(&self, steps: u32) -> bool {
        let left = self.steps_left.get().saturating_sub(u64::from(steps));
        self.steps_left.set(left);
        let look = self.until_look.get().saturating_sub(if steps == 0 { 1 } else { steps });
        self.until_look.set(look);
        if left == 0 {
            self.is_over.set(true);
        } else if look == 0 {
            self.look();
        }
        self.is_over.get()
    }

    /// As [`spend`](Self::spend) for more steps than 32 bits hold.
    pub(crate) fn spend_many(&self, steps: u64) -> bool {
        let rest = steps.saturating_sub(u64::from(u32::MAX));
        self.steps_left.set(self.steps_left.get().saturating_sub(rest));
        self.spend((steps - rest) as u32)
    }

    #[cold]
    fn look(&self) {
        self.until_look.set(LOOK_EVERY);
        let looks = self.looks.get().wrapping_add(1);
        self.looks.set(looks);
        let checked = match looks.is_multiple_of(LOOKS) {
            true => self.control.check_memory(),
            false => self.control.check(),
        };
        if let Err(why) = checked {
            self.end(why);
        }
    }
}
