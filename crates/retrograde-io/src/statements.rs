//! Statements as they mostly are, one after the other: a vertex, or an edge between two.
//!
//! Languages that can say much more spend most of their files on these. Pieces of such a file are read in
//! a hurry, several at a time, and added to the graph in order. A piece is cut where a statement may end.
//! Whether one does is certain once all before it has been read: a piece that is nothing but whole
//! statements ends where the next one begins. The first that is anything else goes back to the reader
//! of the whole language, which knows what to do and what to say.

use retrograde_core::{ArenaBuilder, GraphError, Threads};

use crate::NAME_LIMIT;
use crate::batch::{Ahead, Batch, Edge, Stumble, Wrong};
use crate::chars::{Chars, Span, Uncounted};
use crate::digits::any_plain_number;
use crate::error::{Place, ReadError};
use crate::in_order::in_order;
use crate::pieces::{PIECE, Pieces, Spare};

/// A name as it is written.
#[derive(Clone, Copy)]
pub(crate) enum Name<'t> {
    Number(u64),
    Text(&'t str),
}

/// One statement, and where in the text its parts begin.
pub(crate) struct Statement<'t> {
    pub(crate) from: Name<'t>,
    pub(crate) from_at: usize,
    pub(crate) to: Option<Name<'t>>,
    pub(crate) to_at: usize,
    pub(crate) weight: Option<i64>,
    /// Where an edge is said to be when it cannot be added.
    pub(crate) edge_at: usize,
    /// Whether there is a key besides, which means nothing.
    pub(crate) has_key: bool,
}

/// What a language says of statements.
pub(crate) trait Language: Sync {
    /// The statement at `at`, if it is one, and where the next may begin.
    fn statement<'t>(&self, text: &'t str, at: usize) -> Option<(Statement<'t>, usize)>;

    /// Finds the last place in a text where a statement may end.
    fn cut(&self) -> fn(&[u8]) -> Option<usize>;

    /// What a name must be.
    fn vertices(&self) -> Vertices;

    /// Whether the graph is asked beforehand if it has room for an edge.
    fn asks_for_room(&self) -> bool;

    /// Whether a statement whose name is not what it must be is left to the reader of the whole language,
    /// which then finds that name among the vertices, as the last one.
    fn leaves_names(&self) -> bool {
        false
    }

    /// What is wrong with a name that is not what it must be.
    fn wrong_name(&self, name: &str, place: Place) -> ReadError;

    /// All statements of a piece, if it has nothing else, in an empty batch. Made for each language on its
    /// own: this is where the time goes.
    fn batch(&self, piece: &[u8], mut batch: Batch) -> Option<Batch> {
        let text = std::str::from_utf8(piece).ok()?;
        let (mut at, mut number) = (0, 0);
        while at < text.len() {
            let (statement, next) = self.statement(text, at)?;
            let Statement { from, to, weight, has_key, .. } = statement;
            batch.has_key |= has_key;
            let is_taken = match (from, to) {
                (Name::Number(from), Some(Name::Number(to))) => {
                    batch.push(number, Edge { from, to, weight })
                }
                _ => false,
            };
            if !is_taken {
                from.with(|from| batch.push_name(number, from));
                if let Some(to) = to {
                    to.with(|to| batch.push_second_name(to));
                    batch.push_edge(weight);
                }
            }
            at = next;
            number += 1;
        }
        Some(batch)
    }
}

/// What a name must be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Vertices {
    Any,
    New,
    Known,
}

/// When to look again for statements that can be read in a hurry: looking costs something, too.
pub(crate) struct Patience {
    next: u64,
    /// How long a piece is.
    size: usize,
    threads: Threads,
}

impl Patience {
    pub(crate) fn new(threads: Threads) -> Self {
        Patience { next: 0, size: PIECE, threads }
    }

    /// Looks everywhere, and cuts pieces of that size.
    #[cfg(test)]
    pub(crate) fn endless(threads: Threads, size: usize) -> Self {
        Patience { next: 0, size, threads }
    }

    /// Never looks.
    #[cfg(test)]
    pub(crate) fn never() -> Self {
        Patience { next: u64::MAX, size: PIECE, threads: Threads::ONE }
    }
}

/// Why no more statements were read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// What comes next is something else, or should be looked at more closely.
    AtOther,
    /// What comes next names a vertex that [is left](Language::leaves_names).
    AtNewName,
}

/// Reads statements in a hurry where there are many; stands after the last one, at the beginning of
/// another or at something else.
///
/// # Errors
/// What is wrong with a name or with adding to the graph, where the reader of the whole language would
/// say it.
pub(crate) fn read(
    chars: &mut Chars<'_>,
    builder: &mut ArenaBuilder,
    language: &dyn Language,
    patience: &mut Patience,
) -> Result<End, ReadError> {
    let is_small = patience.size < PIECE;
    if chars.position() < patience.next {
        return Ok(End::AtOther);
    }
    let at_hand = chars.at_hand()?;
    let looked_at = at_hand.len() as u64;
    let cut = language.cut();
    let seen = cut(at_hand).map(|end| &at_hand[..end]);
    if !is_small && seen.is_none_or(|seen| language.batch(seen, Batch::default()).is_none()) {
        patience.next = chars.position() + looked_at;
        return Ok(End::AtOther);
    }
    let mut end = End::AtOther;
    let mut span = Span::new(chars.place());
    let threads = patience.threads;
    let mut input = Uncounted(chars);
    let mut pieces = Pieces::new(&mut input, patience.size, cut);
    let (spare, spare_batches) = (Spare::new(), Spare::new());
    let ahead = Ahead::new();
    // What must be new is not known, and one thread looks names up when it adds them.
    let looks_up = language.vertices() != Vertices::New && !threads.is_one();
    let left = in_order(
        threads,
        || Ok::<_, ReadError>(pieces.next(spare.take())),
        |piece| {
            let mut batch = language.batch(&piece, spare_batches.take());
            if let Some(batch) = batch.as_mut().filter(|_| looks_up) {
                ahead.look_up(batch);
            }
            (batch, piece)
        },
        |(batch, mut piece)| {
            let Some(mut batch) = batch else { return Ok(Some((None, piece))) };
            if batch.has_key {
                builder.pass_over("key");
            }
            let (known, names) = (builder.vertex_count(), batch.names());
            let rules = (language.vertices(), language.asks_for_room());
            if let Err(stumble) = batch.add_to(builder, rules) {
                if stumble.error.is_some() || !language.leaves_names() {
                    return Err(explain(language, span, &piece, &stumble));
                }
                let text = std::str::from_utf8(&piece).unwrap_or_default();
                let statement = nth(language, text, stumble.line);
                let at = statement.map_or(0, |statement| statement.edge_at);
                span.pass(&piece[..at]);
                piece.drain(..at);
                end = End::AtNewName;
                return Ok(Some((None, piece)));
            }
            ahead.go_on(builder, (names, builder.vertex_count() - known));
            span.pass(&piece);
            spare.give(piece);
            spare_batches.give(batch);
            Ok(None)
        },
    )?;
    let held = pieces.held(left.into_iter().map(|(_, piece)| piece).collect());
    chars.resume(span, held);
    patience.next = match end {
        _ if is_small => chars.position(),
        End::AtOther => chars.position() + PIECE as u64,
        // There will be more of these.
        End::AtNewName => u64::MAX,
    };
    Ok(end)
}

/// Says what went wrong, and where.
#[cold]
fn explain(language: &dyn Language, mut span: Span, piece: &[u8], stumble: &Stumble) -> ReadError {
    let text = std::str::from_utf8(piece).unwrap_or_default();
    let Some(statement) = nth(language, text, stumble.line) else {
        return ReadError::graph(None, GraphError::TooManyVertices);
    };
    let at = match stumble.at {
        Wrong::From => statement.from_at,
        Wrong::To => statement.to_at,
        Wrong::Edge => statement.edge_at,
    };
    span.pass(&piece[..at]);
    let name = if stumble.at == Wrong::From { Some(statement.from) } else { statement.to };
    match (&stumble.error, name) {
        (Some(error), _) => ReadError::graph(span.place(), GraphError::clone(error)),
        (None, Some(name)) => name.with(|name| language.wrong_name(name, span.place())),
        (None, None) => ReadError::graph(span.place(), GraphError::TooManyVertices),
    }
}

/// A statement of a piece, which are counted from 0.
fn nth<'t>(language: &dyn Language, text: &'t str, number: u64) -> Option<Statement<'t>> {
    let mut at = 0;
    for _ in 0..number {
        at = language.statement(text, at)?.1;
    }
    Some(language.statement(text, at)?.0)
}

impl Name<'_> {
    fn with<T>(self, work: impl FnOnce(&str) -> T) -> T {
        match self {
            Name::Number(number) => work(itoa::Buffer::new().format(number)),
            Name::Text(text) => work(text),
        }
    }
}

/// The place of the first byte from `at` on that is not wanted.
#[inline]
pub(crate) fn skip(bytes: &[u8], mut at: usize, wanted: impl Fn(u8) -> bool) -> usize {
    while bytes.get(at).is_some_and(|&byte| wanted(byte)) {
        at += 1;
    }
    at
}

/// A plain number or what is between two quotes, without anything that is escaped there.
#[inline]
pub(crate) fn number_or_quoted(text: &str, at: usize) -> Option<(Name<'_>, usize)> {
    let bytes = text.as_bytes();
    if let Some((number, after)) = any_plain_number(bytes, at) {
        return Some((Name::Number(number), after));
    }
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let end = skip(bytes, at + 1, |byte| byte >= b' ' && !matches!(byte, b'"' | b'\\'));
    let is_name = bytes.get(end) == Some(&b'"') && end - at <= NAME_LIMIT;
    is_name.then(|| (Name::Text(&text[at + 1..end]), end + 1))
}

/// What tests of readers in a hurry have in common.
#[cfg(test)]
pub(crate) mod hurry {
    use retrograde_core::{Arena, Threads};

    use super::Patience;
    use crate::ReadError;

    /// Statements read in a hurry, in pieces of any size, are those read one by one. `read` reads the text
    /// with the patience that it is handed, as often as it asks.
    pub(crate) fn compare(
        text: &str,
        read: impl Fn(&str, &dyn Fn() -> Patience) -> Result<Arena, ReadError>,
    ) {
        let plainly = read(text, &Patience::never);
        for (threads, size) in [(1, 20), (1, 60), (2, 33), (2, 100), (3, 400)] {
            let threads = Threads::new(threads).unwrap();
            let hurried = read(text, &|| Patience::endless(threads, size));
            match (&plainly, &hurried) {
                (Ok(plainly), Ok(hurried)) => {
                    assert_eq!(plainly, hurried, "{size}: {text}");
                    assert_eq!(plainly.unread, hurried.unread, "{size}: {text}");
                }
                (Err(plainly), Err(hurried)) => {
                    assert_eq!(plainly.to_string(), hurried.to_string(), "{size}: {text}");
                }
                _ => panic!("{size}: {plainly:?} and {hurried:?} of {text}"),
            }
        }
    }
}
