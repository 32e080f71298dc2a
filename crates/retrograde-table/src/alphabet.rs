//! Symbols: small numbers for what slots say, the same throughout a table.

use retrograde_core::{Control, Stopped};

use crate::Worth;
use crate::header::Kind;

/// What the symbols of a table mean. Symbol 0 is always the hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alphabet {
    kind: Kind,
    /// The packed slots that the symbols of a table with distances stand for, in rising order.
    palette: Vec<u16>,
    /// What each symbol says.
    worths: Vec<Worth>,
}

/// How many bits a symbol takes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// Two bits, four symbols a byte.
    Pair,
    Byte,
    Word,
}

impl Width {
    /// The bytes that so many symbols take.
    pub(crate) fn bytes(self, symbols: u64) -> u64 {
        match self {
            Width::Pair => symbols.div_ceil(4),
            Width::Byte => symbols,
            Width::Word => symbols.saturating_mul(2),
        }
    }
}

impl Alphabet {
    /// Hole, win, lose and draw, without distances.
    pub(crate) fn outcomes() -> Self {
        let worths = vec![Worth::Hole, Worth::Win(None), Worth::Lose(None), Worth::Draw];
        Alphabet { kind: Kind::Outcome, palette: Vec::new(), worths }
    }

    /// The symbols of these packed slots, which begin with the hole and rise.
    pub(crate) fn with_palette(palette: Vec<u16>) -> Option<Self> {
        let rises =
            palette.first() == Some(&Worth::Hole.pack()) && palette.is_sorted_by(|a, b| a < b);
        let worths: Option<Vec<Worth>> = palette.iter().map(|&code| Worth::unpack(code)).collect();
        rises.then_some(Alphabet { kind: Kind::Distance, palette, worths: worths? })
    }

    /// The symbols that a table with these packed slots needs; `None` if one of them is no slot.
    pub(crate) fn of_codes(codes: &[u16], control: &Control<'_>) -> Result<Option<Self>, Stopped> {
        let mut used = vec![false; 1 << 16];
        used[usize::from(Worth::Hole.pack())] = true;
        for some in codes.chunks(1 << 20) {
            control.check()?;
            some.iter().for_each(|&code| used[usize::from(code)] = true);
        }
        let palette = (0..=u16::MAX).filter(|&code| used[usize::from(code)]).collect();
        Ok(Alphabet::with_palette(palette))
    }

    /// The symbols that several tables need together.
    pub(crate) fn joined<'a>(all: impl Iterator<Item = &'a Alphabet> + Clone) -> Self {
        let mut palette: Vec<u16> = all.clone().flat_map(|some| some.palette.clone()).collect();
        palette.sort_unstable();
        palette.dedup();
        let only_outcomes = all.clone().all(|some| some.kind == Kind::Outcome);
        match Alphabet::with_palette(palette) {
            Some(alphabet) if !only_outcomes => alphabet,
            _ => Alphabet::outcomes(),
        }
    }

    /// For each symbol of another alphabet its symbol here; that of the hole where there is none.
    pub(crate) fn symbols_of(&self, other: &Alphabet) -> Vec<u16> {
        let symbol = |worth: &Worth| self.worths.iter().position(|own| own == worth).unwrap_or(0);
        other.worths.iter().map(|worth| symbol(worth) as u16).collect()
    }

    #[cfg(test)]
    pub(crate) fn of(codes: &[u16]) -> Self {
        Alphabet::of_codes(codes, &Control::ALONE).unwrap().unwrap()
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn palette(&self) -> &[u16] {
        &self.palette
    }

    /// Whether there is a symbol for that.
    pub(crate) fn says(&self, worth: Worth) -> bool {
        self.worths.contains(&worth)
    }

    /// How many symbols there are.
    pub(crate) fn len(&self) -> usize {
        self.worths.len()
    }

    pub(crate) fn width(&self) -> Width {
        match (self.kind, self.len()) {
            (Kind::Outcome, _) => Width::Pair,
            (Kind::Distance, ..=256) => Width::Byte,
            (Kind::Distance, _) => Width::Word,
        }
    }

    /// How wide the symbols are, and how many.
    pub(crate) fn shape(&self) -> (Width, usize) {
        (self.width(), self.len())
    }

    #[inline]
    pub(crate) fn worth(&self, symbol: u16) -> Worth {
        self.worths[usize::from(symbol)]
    }

    /// For every packed slot its symbol. What is not in the alphabet gets that of the hole.
    pub(crate) fn symbols(&self) -> Vec<u16> {
        let mut symbols = vec![0; 1 << 16];
        match self.kind {
            Kind::Distance => {
                for (symbol, &code) in (0..).zip(&self.palette) {
                    symbols[usize::from(code)] = symbol;
                }
            }
            Kind::Outcome => {
                for code in 0..=u16::MAX {
                    symbols[usize::from(code)] = match Worth::unpack(code) {
                        None | Some(Worth::Hole) => 0,
                        Some(Worth::Win(_)) => 1,
                        Some(Worth::Lose(_)) => 2,
                        Some(Worth::Tie | Worth::Draw) => 3,
                    };
                }
            }
        }
        symbols
    }
}
