//! Attribute lists of the DOT language.

use retrograde_core::{ArenaBuilder, Attribute};

use crate::NAME_LIMIT;
use crate::dot::graph::{GraphMarks, Scope};
use crate::dot::lexer::Lexer;
use crate::dot::scope::say_once;
use crate::dot::token::Token;
use crate::error::{Place, ReadError};
use crate::quote::quote;
use crate::settings::{Said, Settings, push_remark};
use crate::values;

/// What an attribute list is about.
pub(crate) enum About<'a> {
    Vertices,
    Edges,
    /// The graph or a subgraph, with what the graph is to be told.
    Graph(Scope, &'a mut GraphMarks),
}

/// Reads one or more lists in brackets; `name` is memory for the names in them, and `builder` has
/// numbers for labels and for what means nothing here.
pub(crate) fn read(
    lexer: &mut Lexer<'_>,
    name: &mut String,
    builder: &mut ArenaBuilder,
    mut about: About<'_>,
) -> Result<Settings, ReadError> {
    let mut settings = Settings::default();
    while lexer.token == Token::OpenBracket {
        let opened = lexer.place;
        lexer.advance()?;
        loop {
            match lexer.token {
                Token::Id => read_one(lexer, name, builder, &mut about, &mut settings)?,
                Token::CloseBracket => break,
                Token::Keyword(_) => return Err(lexer.misplaced_keyword()),
                Token::End => {
                    let message = "the bracket that opens here never closes: add ']'";
                    return Err(ReadError::syntax(opened, message));
                }
                _ => {
                    let found = lexer.describe();
                    let message =
                        format!("expected an attribute such as owner=0, or ']', found {found}");
                    return Err(lexer.fault(message));
                }
            }
            if matches!(lexer.token, Token::Comma | Token::Semicolon) {
                lexer.advance()?;
            }
        }
        lexer.advance()?;
    }
    Ok(settings)
}

fn read_one(
    lexer: &mut Lexer<'_>,
    name: &mut String,
    builder: &mut ArenaBuilder,
    about: &mut About<'_>,
    settings: &mut Settings,
) -> Result<(), ReadError> {
    let place = lexer.place;
    lexer.swap_text(name);
    lexer.advance()?;
    let is_alone = matches!(lexer.token, Token::Comma | Token::Semicolon | Token::CloseBracket);
    if is_alone
        && matches!(about, About::Vertices)
        && Attribute::named(name).is_none()
        && name != "id"
    {
        return remark(builder, settings, name, "true", place);
    }
    if lexer.token != Token::Equals {
        let (name, found) = (quote(name), lexer.describe());
        return Err(lexer.fault(format!("expected '=' after {name}, found {found}")));
    }
    lexer.advance()?;
    lexer.expect_value("=")?;
    let text = lexer.text();
    let is_ours = match about {
        About::Vertices => {
            matches!(name.as_str(), "verdict" | "owner" | "priority" | "target" | "colors")
        }
        About::Edges => matches!(name.as_str(), "weight" | "player" | "label"),
        About::Graph(..) => false,
    };
    if is_ours && lexer.is_too_long() {
        let (name, limit) = (&*name, NAME_LIMIT >> 10);
        let message = format!("the value of {name} is longer than {limit} KiB: shorten it");
        return Err(lexer.fault(message));
    }
    // Graphviz takes an empty value for none at all.
    let wanted = !text.is_empty();
    let in_place = |message| lexer.fault(message);
    match (about, name.as_str()) {
        (About::Vertices, name @ "verdict") => {
            let value = wanted.then(|| values::verdict(text)).transpose().map_err(in_place)?;
            say_once(&mut settings.verdict, name, value, place)?;
        }
        (About::Vertices, name @ "owner") => {
            let value = wanted.then(|| values::owner(text)).transpose().map_err(in_place)?;
            say_once(&mut settings.owner, name, value, place)?;
        }
        (About::Vertices, name @ "priority") => {
            let value = wanted.then(|| values::priority(text)).transpose().map_err(in_place)?;
            say_once(&mut settings.priority, name, value, place)?;
        }
        // Graphviz itself knows a `target`: the window in which a link opens, such as `_top`.
        (About::Vertices, name @ "target") if !text.starts_with('_') => {
            let value = wanted.then(|| values::target(text)).transpose().map_err(in_place)?;
            say_once(&mut settings.target, name, value, place)?;
        }
        (About::Vertices, name @ "colors") => {
            let value = wanted.then(|| values::colors(text)).transpose().map_err(in_place)?;
            say_once(&mut settings.colors, name, value, place)?;
        }
        (About::Edges, name @ "weight") => {
            let value = wanted.then(|| values::weight(text)).transpose().map_err(in_place)?;
            say_once(&mut settings.weight, name, value, place)?;
        }
        (About::Edges, name @ "player") => {
            let value = wanted.then(|| values::player(text)).transpose().map_err(in_place)?;
            say_once(&mut settings.player, name, value, place)?;
        }
        (About::Edges, "label") => {
            let word = wanted.then(|| builder.label(text)).transpose();
            let value = word.map_err(|error| ReadError::graph(place, error))?;
            settings.label = Some(Said { value, place });
        }
        (About::Graph(scope, graph), name) => graph.tell(lexer, name, place, *scope)?,
        (About::Vertices, name)
            if wanted && !matches!(name, "target" | "id") && !lexer.is_too_long() =>
        {
            builder.pass_over(name);
            remark(builder, settings, name, text, place)?;
        }
        (_, name) => builder.pass_over(name),
    }
    lexer.advance()
}

/// Remembers what is said under a name that means nothing here.
fn remark(
    builder: &mut ArenaBuilder,
    settings: &mut Settings,
    name: &str,
    value: &str,
    place: Place,
) -> Result<(), ReadError> {
    let words = builder.word(name).and_then(|name| Ok((name, builder.word(value)?)));
    let (name, value) = words.map_err(|error| ReadError::graph(place, error))?;
    push_remark(&mut settings.remarks, name, value);
    Ok(())
}
