//! The grammar of the DOT language, read with a stack of open scopes instead of recursion.

use std::io::Read;
use std::rc::Rc;

use retrograde_core::{Arena, ArenaBuilder, Control, GraphError, Vertex};

use crate::NAME_LIMIT;
use crate::budget::Budget;
use crate::dot::attributes::{self, About};
use crate::dot::graph::{GraphMarks, Scope};
use crate::dot::lexer::Lexer;
use crate::dot::plain::Plain;
use crate::dot::scope::Marks;
use crate::dot::strict::StrictEdges;
use crate::dot::subgraphs::Subgraphs;
use crate::dot::token::{Keyword, Token};
use crate::error::{Place, ReadError, ReadFault};
use crate::quote::quote;
use crate::settings::Settings;
use crate::statements::{self, Patience};

/// Reads a whole file.
pub(crate) fn parse(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    parse_with(input, builder, control, Patience::new(control.threads))
}

fn parse_with(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
    patience: Patience,
) -> Result<Arena, ReadError> {
    let mut lexer = Lexer::new(input)?;
    if lexer.token == Token::End {
        return Err(ReadError { file: None, place: None, fault: ReadFault::Empty });
    }
    let is_strict = header(&mut lexer)?;
    let opened = lexer.place;
    let mut parser = Parser {
        lexer,
        builder,
        marks: Marks::default(),
        graph: GraphMarks::default(),
        strict: is_strict.then(StrictEdges::default),
        subgraphs: Subgraphs::new(opened),
        budget: Budget::new(control.room()),
        name: String::new(),
        patience,
    };
    parser.pass_statement()?;
    parser.statements()?;
    parser.finish()
}

/// Reads up to the opening brace; says whether the graph is strict.
fn header(lexer: &mut Lexer<'_>) -> Result<bool, ReadError> {
    let is_strict = lexer.token == Token::Keyword(Keyword::Strict);
    if is_strict {
        lexer.advance()?;
    }
    match lexer.token {
        Token::Keyword(Keyword::Digraph) => lexer.advance()?,
        Token::Keyword(Keyword::Graph) => {
            return Err(lexer.fault(
                "the graph is undirected, and moves need a direction: write 'digraph' and '->' (for moves both ways, both edges)",
            ));
        }
        _ => {
            let found = lexer.describe();
            return Err(lexer.fault(format!("expected 'digraph', found {found}")));
        }
    }
    if lexer.token == Token::Id {
        lexer.advance()?;
    }
    if lexer.token != Token::OpenBrace {
        let found = lexer.describe();
        return Err(lexer.fault(format!("expected '{{' to open the graph, found {found}")));
    }
    Ok(is_strict)
}

/// What may come next.
enum Expect {
    /// A statement, or the end of the scope.
    Statement,
    /// The end of an edge, after an arrow.
    End,
    /// More of a statement that has begun with names or a subgraph.
    More,
    /// Nothing: the graph is closed.
    Nothing,
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    builder: ArenaBuilder,
    marks: Marks,
    graph: GraphMarks,
    strict: Option<StrictEdges>,
    subgraphs: Subgraphs,
    budget: Budget,
    /// The name that was read last.
    name: String,
    patience: Patience,
}

impl Parser<'_> {
    fn statements(&mut self) -> Result<(), ReadError> {
        let mut expect = Expect::Statement;
        loop {
            expect = match expect {
                Expect::Statement => self.statement()?,
                Expect::End => self.edge_end()?,
                Expect::More => self.more()?,
                Expect::Nothing => return Ok(()),
            };
        }
    }

    fn statement(&mut self) -> Result<Expect, ReadError> {
        match self.lexer.token {
            Token::Id => {
                let place = self.take_name()?;
                if self.lexer.token == Token::Equals {
                    self.lexer.advance()?;
                    self.lexer.expect_value("=")?;
                    let scope = self.scope();
                    self.graph.tell(&self.lexer, &self.name, place, scope)?;
                    self.lexer.advance()?;
                    return Ok(Expect::Statement);
                }
                self.named_end(place)
            }
            Token::Keyword(keyword @ (Keyword::Node | Keyword::Edge | Keyword::Graph)) => {
                self.defaults(keyword)
            }
            Token::Keyword(Keyword::Subgraph) | Token::OpenBrace => self.open_subgraph(),
            Token::Keyword(_) => Err(self.lexer.misplaced_keyword()),
            Token::CloseBrace => self.close_brace(),
            Token::Semicolon => {
                self.pass_statement()?;
                Ok(Expect::Statement)
            }
            Token::End => {
                let opened = self.subgraphs.top().opened;
                Err(ReadError::syntax(opened, "the brace that opens here never closes: add '}'"))
            }
            _ => {
                let found = self.lexer.describe();
                Err(self.lexer.fault(format!("expected a name, '{{' or '}}', found {found}")))
            }
        }
    }

    /// Passes the token at hand, behind which a statement begins, and all statements that can be read in a
    /// hurry.
    fn pass_statement(&mut self) -> Result<(), ReadError> {
        // A vertex has nothing else to note then.
        let is_plain = self.strict.is_none()
            && self.subgraphs.is_root()
            && self.subgraphs.top().defaults.is_empty()
            && self.budget.check(self.marks.heap_bytes()).is_ok();
        if is_plain {
            let chars = &mut self.lexer.chars;
            statements::read(chars, &mut self.builder, &Plain, &mut self.patience)?;
        }
        self.lexer.advance()
    }

    fn edge_end(&mut self) -> Result<Expect, ReadError> {
        match self.lexer.token {
            Token::Id => {
                let place = self.take_name()?;
                self.named_end(place)
            }
            Token::Keyword(Keyword::Subgraph) | Token::OpenBrace => self.open_subgraph(),
            Token::Keyword(_) => Err(self.lexer.misplaced_keyword()),
            _ => {
                let found = self.lexer.describe();
                Err(self.lexer.fault(format!("expected a name or '{{' after '->', found {found}")))
            }
        }
    }

    /// Goes on after a name or a subgraph.
    fn more(&mut self) -> Result<Expect, ReadError> {
        match self.lexer.token {
            Token::Arrow => {
                let chain = &mut self.subgraphs.top().chain;
                chain.stops.push(chain.vertices.len());
                chain.is_subgraph = false;
                self.lexer.advance()?;
                return Ok(Expect::End);
            }
            Token::Comma if !self.subgraphs.top().chain.is_subgraph => {
                self.lexer.advance()?;
                if self.lexer.token != Token::Id {
                    let found = self.lexer.describe();
                    let message = format!("expected a name after ',', found {found}");
                    return Err(self.lexer.fault(message));
                }
                let place = self.take_name()?;
                return self.named_end(place);
            }
            Token::Line => {
                return Err(self.lexer.fault(
                    "'--' has no direction, and moves need one: write '->' (for moves both ways, both edges)",
                ));
            }
            Token::OpenBracket => {
                let chain = &self.subgraphs.top().chain;
                let about = if chain.is_edge() { About::Edges } else { About::Vertices };
                let settings =
                    attributes::read(&mut self.lexer, &mut self.name, &mut self.builder, about)?;
                self.end_statement(&settings)?;
            }
            _ => self.end_statement(&Settings::default())?,
        }
        Ok(Expect::Statement)
    }

    /// Keeps the name at hand and goes on behind it; gives the place where it was.
    fn take_name(&mut self) -> Result<Place, ReadError> {
        if self.lexer.is_too_long() {
            let (limit, name) = (NAME_LIMIT >> 10, quote(self.lexer.text()));
            let message = format!("the name {name} is longer than {limit} KiB: shorten it");
            return Err(self.lexer.fault(message));
        }
        let place = self.lexer.place;
        self.lexer.swap_text(&mut self.name);
        self.lexer.advance()?;
        Ok(place)
    }

    /// Takes the name just read for a vertex, with its port if it has one.
    fn named_end(&mut self, place: Place) -> Result<Expect, ReadError> {
        let known = self.builder.vertex_count();
        let vertex =
            self.builder.vertex(&self.name).map_err(|error| ReadError::graph(place, error))?;
        let frame = self.subgraphs.top();
        frame.chain.vertices.push(vertex);
        if vertex as usize == known {
            self.marks.create(vertex, &frame.defaults);
            for &(name, value) in &frame.defaults.remarks {
                let said = self.builder.remark(vertex, name, value);
                said.map_err(|error| ReadError::graph(place, error))?;
            }
            if vertex >= 1024 && vertex.is_power_of_two() {
                self.budget.check(self.marks.heap_bytes())?;
            }
        }
        self.subgraphs.add_member(vertex, &mut self.budget)?;
        for _ in 0..2 {
            if self.lexer.token != Token::Colon {
                break;
            }
            self.lexer.advance()?;
            self.lexer.expect_value(":")?;
            self.lexer.advance()?;
        }
        Ok(Expect::More)
    }

    fn open_subgraph(&mut self) -> Result<Expect, ReadError> {
        let mut has_name = false;
        if self.lexer.token == Token::Keyword(Keyword::Subgraph) {
            self.lexer.advance()?;
            if self.lexer.token == Token::Id {
                self.take_name()?;
                has_name = true;
            }
            if self.lexer.token != Token::OpenBrace {
                let found = self.lexer.describe();
                let message = format!("expected '{{' to open the subgraph, found {found}");
                return Err(self.lexer.fault(message));
            }
        }
        let name = has_name.then_some(self.name.as_str());
        self.subgraphs.open(name, self.lexer.place, &mut self.budget)?;
        self.lexer.advance()?;
        Ok(Expect::Statement)
    }

    fn close_brace(&mut self) -> Result<Expect, ReadError> {
        if self.subgraphs.is_root() {
            return self.end_of_graph();
        }
        self.lexer.advance()?;
        // Only edges need the list of what is inside; whether there is one shows here or showed
        // before the subgraph.
        let is_before_arrow = self.lexer.token == Token::Arrow;
        let is_after_arrow = self.subgraphs.outer().chain.is_edge();
        self.subgraphs.close(is_before_arrow || is_after_arrow, &mut self.budget)?;
        Ok(Expect::More)
    }

    fn end_of_graph(&mut self) -> Result<Expect, ReadError> {
        if self.builder.vertex_count() == 0 {
            let message = "the graph has no vertices: a graph has at least one";
            return Err(self.lexer.fault(message));
        }
        self.lexer.advance()?;
        match self.lexer.token {
            Token::End => Ok(Expect::Nothing),
            Token::Keyword(Keyword::Strict | Keyword::Graph | Keyword::Digraph) => Err(self
                .lexer
                .fault("a second graph starts here: a file holds one graph, so split the file")),
            _ => {
                let found = self.lexer.describe();
                Err(self.lexer.fault(format!("unexpected {found} after the end of the graph")))
            }
        }
    }

    /// A statement such as `node [owner=0]`.
    fn defaults(&mut self, keyword: Keyword) -> Result<Expect, ReadError> {
        let place = self.lexer.place;
        self.lexer.swap_text(&mut self.name);
        self.lexer.advance()?;
        if self.lexer.token != Token::OpenBracket {
            let word = quote(&self.name);
            let message = format!(
                "{word} is a word of the language: write '[' after it, or put it in quotes to make it a name"
            );
            return Err(ReadError::syntax(place, message));
        }
        let about = match keyword {
            Keyword::Node => About::Vertices,
            Keyword::Edge => About::Edges,
            _ => About::Graph(self.scope(), &mut self.graph),
        };
        let settings = attributes::read(&mut self.lexer, &mut self.name, &mut self.builder, about)?;
        self.subgraphs.set_defaults(settings);
        Ok(Expect::Statement)
    }

    /// What an attribute that stands alone here is about.
    fn scope(&self) -> Scope {
        if self.subgraphs.is_root() { Scope::Graph } else { Scope::Subgraph }
    }

    /// Does what the statement says, now that its attributes are known.
    fn end_statement(&mut self, settings: &Settings) -> Result<(), ReadError> {
        let mut chain = std::mem::take(&mut self.subgraphs.top().chain);
        if chain.is_edge() {
            chain.stops.push(chain.vertices.len());
            self.subgraphs.fill_in(&mut chain, &mut self.budget)?;
            self.edges(&chain.vertices, &chain.stops, settings)?;
        } else if !chain.is_subgraph {
            for &vertex in &chain.vertices {
                let builder = &self.builder;
                self.marks.tell(vertex, settings, || builder.name(vertex))?;
                for &(name, value) in &settings.remarks {
                    let said = self.builder.remark(vertex, name, value);
                    said.map_err(|error| ReadError::graph(self.lexer.place, error))?;
                }
            }
        } else if let Some(place) = settings.vertex_place() {
            return Err(ReadError::syntax(
                place,
                "a subgraph has no such attribute: write 'node [...]' first inside its braces",
            ));
        }
        chain.clear();
        self.subgraphs.top().chain = chain;
        Ok(())
    }

    /// Adds an edge from each vertex of every end to each vertex of the next one.
    fn edges(
        &mut self,
        vertices: &[Vertex],
        stops: &[usize],
        settings: &Settings,
    ) -> Result<(), ReadError> {
        let defaults = Rc::clone(&self.subgraphs.top().defaults);
        let weight = settings.weight.or(defaults.weight).and_then(|said| said.value);
        let player = settings.player.or(defaults.player).and_then(|said| said.value);
        let label = settings.label.or(defaults.label).and_then(|said| said.value);
        let place = self.lexer.place;
        let mut start = 0;
        for pair in stops.windows(2) {
            let edges = (pair[0] - start) as u64 * (pair[1] - pair[0]) as u64;
            self.builder.expect_edges(edges).map_err(|error| ReadError::graph(place, error))?;
            for &from in &vertices[start..pair[0]] {
                for &to in &vertices[pair[0]..pair[1]] {
                    if let Some(strict) = &mut self.strict {
                        let edge = (from, to);
                        let (builder, budget) = (&self.builder, &mut self.budget);
                        strict.add(edge, settings, &defaults, builder, budget)?;
                        continue;
                    }
                    let added = match weight {
                        Some(weight) => self.builder.weighted_edge(from, to, weight),
                        None => self.builder.edge(from, to),
                    };
                    added.map_err(|error| ReadError::graph(place, error))?;
                    if let Some(player) = player {
                        self.builder.set_last_player(player);
                    }
                    if let Some(label) = label {
                        self.builder.set_last_label(label);
                    }
                }
            }
            start = pair[0];
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Arena, ReadError> {
        let graph = |error: GraphError| ReadError::graph(None, error);
        if let Some(strict) = self.strict {
            strict.settle(&mut self.builder).map_err(graph)?;
        }
        let mut arena = self.builder.finish().map_err(graph)?;
        self.marks.settle(&mut arena)?;
        self.graph.settle(&mut arena);
        Ok(arena)
    }
}

#[cfg(test)]
mod tests;
