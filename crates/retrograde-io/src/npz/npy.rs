//! The header of a NumPy array file: what its elements are and how many.
//!
//! Source: R. Kern and others, 2007, "A Simple File Format for NumPy Arrays" (NEP 1), and its
//! versions 2 and 3.

use std::io::Read;

use crate::quote::{quote, quote_bytes};

/// The longest header that is read. NumPy's own are below 200 bytes.
const LONGEST_HEADER: usize = 64 << 10;

/// What the header of an array says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    /// The type of the elements.
    pub(crate) kind: Kind,
    /// How NumPy writes that type.
    pub(crate) descr: String,
    /// Bytes of an element.
    pub(crate) size: usize,
    pub(crate) is_big_endian: bool,
    pub(crate) shape: Vec<u64>,
}

/// What the elements of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Bool,
    Signed,
    Unsigned,
    Float,
    /// Text of one byte a character.
    Bytes,
    /// Text of four bytes a character.
    Unicode,
}

impl Header {
    /// Reads magic, version and header; leaves `input` at the first element.
    pub(crate) fn read(input: &mut dyn Read) -> Result<Self, String> {
        let mut start = [0; 8];
        read_exact(input, &mut start)?;
        if !start.starts_with(b"\x93NUMPY") {
            return Err(format!("is no NumPy array: it starts with {}", quote_bytes(&start)));
        }
        let length = match start[6] {
            1 => {
                let mut length = [0; 2];
                read_exact(input, &mut length)?;
                usize::from(u16::from_le_bytes(length))
            }
            2 | 3 => {
                let mut length = [0; 4];
                read_exact(input, &mut length)?;
                usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX)
            }
            version => {
                return Err(format!("has version {version} of the NumPy format: 1 to 3 are read"));
            }
        };
        if length > LONGEST_HEADER {
            return Err(format!("has a header of {length} bytes, far more than NumPy writes"));
        }
        let mut text = vec![0; length];
        read_exact(input, &mut text)?;
        let wrong = || format!("has a header that NumPy does not write: {}", quote_bytes(&text));
        let parsed = std::str::from_utf8(&text).ok().and_then(parse_dict).ok_or_else(wrong)?;
        let descr = match parsed.descr {
            Descr::Simple(descr) => descr,
            Descr::Record => return Err("holds records rather than numbers".to_owned()),
        };
        let (kind, size, is_big_endian) = parse_descr(&descr)?;
        // With more than one axis the order of the elements would matter; no member has that.
        if parsed.shape.len() > 1 && parsed.is_fortran_order {
            return Err(format!("is an array of {} axes in Fortran order", parsed.shape.len()));
        }
        Ok(Header { kind, descr, size, is_big_endian, shape: parsed.shape })
    }

    /// The number of elements of a one-dimensional array.
    pub(crate) fn length(&self) -> Result<u64, String> {
        match self.shape[..] {
            [length] => Ok(length),
            _ => Err(format!("is an array of {} axes: it should have one", self.shape.len())),
        }
    }
}

fn read_exact(input: &mut dyn Read, buffer: &mut [u8]) -> Result<(), String> {
    input.read_exact(buffer).map_err(|error| super::damage(&error))
}

/// Kind, size and byte order of a type such as `<i4`.
fn parse_descr(descr: &str) -> Result<(Kind, usize, bool), String> {
    let unknown = || format!("holds elements of type {}, which is not read", quote(descr));
    let mut chars = descr.chars();
    let order = chars.next().ok_or_else(unknown)?;
    let letter = chars.next().ok_or_else(unknown)?;
    let digits = chars.as_str();
    if letter == 'O' {
        return Err("holds Python objects (a pickle), which are not read: save numbers".to_owned());
    }
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.len() > 6 {
        return Err(unknown());
    }
    let size: usize = digits.parse().map_err(|_| unknown())?;
    let kind = match (letter, size) {
        ('b', 1) => Kind::Bool,
        ('i', 1 | 2 | 4 | 8) => Kind::Signed,
        ('u', 1 | 2 | 4 | 8) => Kind::Unsigned,
        ('f', 2 | 4 | 8) => Kind::Float,
        ('S', _) => Kind::Bytes,
        ('U', _) => Kind::Unicode,
        _ => return Err(unknown()),
    };
    let is_big_endian = match order {
        '>' => true,
        '<' => false,
        '|' if size == 1 || kind == Kind::Bytes => false,
        _ => return Err(unknown()),
    };
    Ok((kind, if kind == Kind::Unicode { size * 4 } else { size }, is_big_endian))
}

enum Descr {
    Simple(String),
    Record,
}

struct Dict {
    descr: Descr,
    is_fortran_order: bool,
    shape: Vec<u64>,
}

/// Reads the dictionary with exactly the keys `descr`, `fortran_order` and `shape`.
fn parse_dict(text: &str) -> Option<Dict> {
    let mut rest = Rest(text.trim());
    let (mut descr, mut is_fortran_order, mut shape) = (None, None, None);
    rest.take("{")?;
    while rest.take("}").is_none() {
        let key = rest.string()?;
        rest.take(":")?;
        match key {
            "descr" if descr.is_none() => descr = Some(rest.descr()?),
            "fortran_order" if is_fortran_order.is_none() => {
                is_fortran_order = Some(rest.take("False").is_none());
                if is_fortran_order == Some(true) {
                    rest.take("True")?;
                }
            }
            "shape" if shape.is_none() => shape = Some(rest.tuple()?),
            _ => return None,
        }
        if rest.take(",").is_none() {
            rest.take("}")?;
            break;
        }
    }
    rest.0.is_empty().then_some(Dict {
        descr: descr?,
        is_fortran_order: is_fortran_order?,
        shape: shape?,
    })
}

/// What is left of a header, without blanks in front.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    fn take(&mut self, token: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(token)?.trim_start();
        Some(())
    }

    fn string(&mut self) -> Option<&'a str> {
        let mark = self.0.chars().next().filter(|&c| c == '\'' || c == '"')?;
        let (text, rest) = self.0[1..].split_once(mark)?;
        self.0 = rest.trim_start();
        (!text.contains('\\')).then_some(text)
    }

    /// A type: a string, or a list of fields up to the last bracket before the next key.
    fn descr(&mut self) -> Option<Descr> {
        if !self.0.starts_with('[') {
            return Some(Descr::Simple(self.string()?.to_owned()));
        }
        let mut depth = 0_u32;
        let end = self.0.find(|c| {
            depth = match c {
                '[' => depth + 1,
                ']' => depth - 1,
                _ => depth,
            };
            depth == 0
        })?;
        self.0 = self.0[end + 1..].trim_start();
        Some(Descr::Record)
    }

    fn tuple(&mut self) -> Option<Vec<u64>> {
        let mut numbers = Vec::new();
        self.take("(")?;
        while self.take(")").is_none() {
            let digits = self.0.find(|c: char| !c.is_ascii_digit())?;
            numbers.push(self.0[..digits].parse().ok()?);
            self.0 = self.0[digits..].trim_start();
            // Python 2 wrote long integers so.
            let _ = self.take("L");
            if self.take(",").is_none() {
                self.take(")")?;
                break;
            }
        }
        Some(numbers)
    }
}

/// A header of version 1 as NumPy writes it: the elements start at a multiple of 64 bytes.
pub(crate) fn header_bytes(descr: &str, shape: &str) -> Vec<u8> {
    let dict = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    let length = (10 + dict.len() + 1).next_multiple_of(64) - 10;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend_from_slice(&(length as u16).to_le_bytes());
    bytes.extend_from_slice(dict.as_bytes());
    bytes.resize(10 + length - 1, b' ');
    bytes.push(b'\n');
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(dict: &str) -> Result<Header, String> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend_from_slice(&(dict.len() as u16).to_le_bytes());
        bytes.extend_from_slice(dict.as_bytes());
        Header::read(&mut &bytes[..])
    }

    #[test]
    fn headers_are_read_strictly() {
        let header =
            read("{'descr': '>u8', 'fortran_order': False, 'shape': (3L,), }  \n").unwrap();
        let expected = Header {
            kind: Kind::Unsigned,
            descr: ">u8".to_owned(),
            size: 8,
            is_big_endian: true,
            shape: vec![3],
        };
        assert_eq!(header, expected);
        assert_eq!(
            read("{\"shape\":(),\"fortran_order\":True,\"descr\":\"|S3\"}").unwrap().size,
            3
        );
        for wrong in [
            "",
            "{}",
            "{'descr': '<i4', 'fortran_order': False, 'shape': (3,)} x",
            "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), 'more': 1}",
            "{'descr': '<i4', 'descr': '<i4', 'fortran_order': False, 'shape': (3,)}",
            "{'descr': '<i4', 'fortran_order': 0, 'shape': (3,)}",
            "{'descr': '<i4', 'fortran_order': False, 'shape': (-3,)}",
            "{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
            "{'descr': '<i4', 'fortran_order': False, 'shape': 3}",
            "{'descr': '<i4' 'fortran_order': False, 'shape': (3,)}",
            "{'descr': '<i4', 'fortran_order': False, 'shape': (3,",
            "{'descr': '<i4', 'fortran_order': False, 'shape': (3 4)}",
        ] {
            let error = read(wrong).unwrap_err();
            assert!(
                error.starts_with("has a header that NumPy does not write"),
                "{wrong}: {error}"
            );
        }
    }

    #[test]
    fn only_known_types_are_read() {
        for wrong in
            ["<i3", "=i4", "|i4", "<c8", "<f16", "<M8[s]", "i4", "<", "", "<i", "<i4000000"]
        {
            let dict = format!("{{'descr': '{wrong}', 'fortran_order': False, 'shape': (3,)}}");
            let error = read(&dict).unwrap_err();
            assert_eq!(error, format!("holds elements of type '{wrong}', which is not read"));
        }
        let record = "{'descr': [('a', '<i4', (2,)), ('b', [('c', '|b1')])], 'fortran_order': False, 'shape': (3,)}";
        assert_eq!(read(record).unwrap_err(), "holds records rather than numbers");
    }

    #[test]
    fn our_header_is_one_that_we_read() {
        let bytes = header_bytes("<i8", "(2,)");
        assert_eq!(bytes.len(), 128);
        let header = Header::read(&mut &bytes[..]).unwrap();
        assert_eq!((header.size, header.shape), (8, vec![2]));
    }
}
