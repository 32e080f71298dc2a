//! The tokens of the DOT language and the bytes they are made of.

/// A token. The text of an [`Id`](Token::Id) is in [`Lexer::text`](super::lexer::Lexer::text).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name or a value: a bare word, a numeral, a quoted string or an HTML string.
    Id,
    Keyword(Keyword),
    OpenBrace,
    CloseBrace,
    OpenBracket,
    CloseBracket,
    Semicolon,
    Comma,
    Colon,
    Equals,
    /// `->`
    Arrow,
    /// `--`
    Line,
    /// The end of the file.
    End,
}

impl Token {
    /// How a token that is always the same is written.
    pub(crate) fn symbol(self) -> Option<&'static str> {
        Some(match self {
            Token::Id | Token::Keyword(_) | Token::End => return None,
            Token::OpenBrace => "{",
            Token::CloseBrace => "}",
            Token::OpenBracket => "[",
            Token::CloseBracket => "]",
            Token::Semicolon => ";",
            Token::Comma => ",",
            Token::Colon => ":",
            Token::Equals => "=",
            Token::Arrow => "->",
            Token::Line => "--",
        })
    }
}

/// A word of the language, in any case; in quotes it is a name like any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
    Strict,
    Graph,
    Digraph,
    Subgraph,
    Node,
    Edge,
}

impl Keyword {
    const ALL: [(&'static str, Keyword); 6] = [
        ("strict", Keyword::Strict),
        ("graph", Keyword::Graph),
        ("digraph", Keyword::Digraph),
        ("subgraph", Keyword::Subgraph),
        ("node", Keyword::Node),
        ("edge", Keyword::Edge),
    ];

    /// The keyword that a bare word is, if it is one.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        if !(4..=8).contains(&word.len()) {
            return None;
        }
        let (_, keyword) = Self::ALL.iter().find(|(name, _)| word.eq_ignore_ascii_case(name))?;
        Some(*keyword)
    }
}

/// White space.
pub(crate) const BLANK: u8 = 1;
/// What a word starts with.
pub(crate) const WORD_START: u8 = 2;
/// What a word goes on with.
pub(crate) const WORD: u8 = 4;

/// Which kinds of token each byte may belong to.
pub(crate) static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut index = 0;
    while index < 256 {
        let byte = index as u8;
        classes[index] = if matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) {
            BLANK
        } else if byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80 {
            WORD_START | WORD
        } else if byte.is_ascii_digit() {
            WORD
        } else {
            0
        };
        index += 1;
    }
    classes
};

/// Whether `name` can stand in a file without quotes.
pub(crate) fn is_bare(name: &str) -> bool {
    let bytes = name.as_bytes();
    let Some(&first) = bytes.first() else { return false };
    if CLASSES[first as usize] & WORD_START != 0 {
        return bytes.iter().all(|&byte| CLASSES[byte as usize] & WORD != 0)
            && Keyword::parse(name).is_none();
    }
    bytes.iter().all(u8::is_ascii_digit)
}
