//! Reading networkx node-link data.

use std::io::Read;

use retrograde_core::{
    Acceptance, Arena, ArenaBuilder, Colors, Control, GraphError, Outcome, Player, Side, Vertex,
    Word,
};

use crate::NAME_LIMIT;
use crate::budget::Budget;
use crate::condition;
use crate::error::{Place, ReadError, ReadFault};
use crate::json::early::{EarlyBuilder, EarlyEdges, unknown};
use crate::json::lexer::Token;
use crate::json::plain::{PlainEdges, PlainNodes};
use crate::json::walk::Walk;
use crate::quote::quote;
use crate::spot::{self, Spot};
use crate::statements::{self, Language, Patience};
use crate::values;

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
    let walk = Walk::new(input, Budget::new(control.room()))?;
    match walk.lexer.token {
        Token::OpenObject => {}
        Token::End => return Err(ReadError { file: None, place: None, fault: ReadFault::Empty }),
        _ => {
            let found = walk.describe_value();
            return Err(walk.lexer.fault(format!(
                "expected an object with \"nodes\" and \"edges\", as nx.node_link_data makes it, found {found}"
            )));
        }
    }
    let mut reader = Reader {
        walk,
        builder,
        memory_limit: control.room(),
        verdict_spots: Vec::new(),
        has_nodes: false,
        acceptance: None,
        edges: None,
        early: None,
        remarks: Vec::new(),
        source: String::new(),
        target: String::new(),
        patience,
    };
    reader.document()?;
    reader.finish()
}

struct Reader<'a> {
    walk: Walk<'a>,
    builder: ArenaBuilder,
    memory_limit: u64,
    /// Where verdicts were given, for vertices that turn out to have moves.
    verdict_spots: Vec<(Vertex, Spot)>,
    acceptance: Option<Acceptance>,
    /// Whether the key `nodes` was read.
    has_nodes: bool,
    /// Which of the keys `edges` and `links` was read.
    edges: Option<&'static str>,
    early: Option<EarlyEdges>,
    /// What is said of the node at hand beside the attributes.
    remarks: Vec<(Word, Word)>,
    source: String,
    target: String,
    patience: Patience,
}

/// A value that was read, and where.
struct Found<T> {
    value: T,
    place: Place,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), ReadError> {
        let (mut is_direction_known, mut is_graph_known) = (false, false);
        let mut first = self.walk.enter()?;
        while self.walk.next_member(&mut first)? {
            match self.walk.key.as_str() {
                "directed" => {
                    self.refuse_twice(is_direction_known)?;
                    is_direction_known = true;
                    self.directed()?;
                }
                "nodes" => {
                    self.refuse_twice(self.has_nodes)?;
                    self.has_nodes = true;
                    self.node_list()?;
                }
                "graph" => {
                    self.refuse_twice(is_graph_known)?;
                    is_graph_known = true;
                    self.graph()?;
                }
                "edges" => self.edge_list("edges")?,
                "links" => self.edge_list("links")?,
                _ => self.walk.skip_value()?,
            }
        }
        let end = self.walk.key_place;
        if self.walk.lexer.token != Token::End {
            let found = self.walk.lexer.describe();
            return Err(self.walk.lexer.fault(format!("unexpected {found} after the object")));
        }
        if !self.has_nodes {
            return Err(ReadError::syntax(
                end,
                "the object has no \"nodes\": add the list, as nx.node_link_data makes it",
            ));
        }
        if self.edges.is_none() {
            return Err(ReadError::syntax(
                end,
                "the object has no \"edges\" (or \"links\"): add the list, empty if there are none",
            ));
        }
        Ok(())
    }

    fn directed(&mut self) -> Result<(), ReadError> {
        match self.walk.lexer.token {
            Token::True => self.walk.lexer.advance(),
            Token::False => Err(self.walk.lexer.fault(
                "the graph is undirected, and moves need a direction: make it an nx.DiGraph (for moves both ways, G.to_directed())",
            )),
            _ => {
                let found = self.walk.describe_value();
                Err(self.walk.lexer.fault(format!("directed is true or false, not {found}")))
            }
        }
    }

    /// Leaves out what is said of a node or an edge under a name that means nothing here.
    fn pass_over(&mut self) -> Result<(), ReadError> {
        self.builder.pass_over(&self.walk.key);
        self.walk.skip_value()
    }

    /// Remembers what is said of a node under a name that means nothing here, unless it is a list or an
    /// object.
    fn remark(&mut self) -> Result<(), ReadError> {
        self.builder.pass_over(&self.walk.key);
        let lexer = &self.walk.lexer;
        let text = match lexer.token {
            Token::Text | Token::Number if !lexer.is_too_long() => lexer.text(),
            Token::True => "true",
            Token::False => "false",
            _ => return self.walk.skip_value(),
        };
        let builder = &mut self.builder;
        let words = builder.word(&self.walk.key).and_then(|key| Ok((key, builder.word(text)?)));
        let (name, value) = words.map_err(|error| ReadError::graph(lexer.place, error))?;
        self.remarks.push((name, value));
        self.walk.lexer.advance()
    }

    /// Reads the attributes of the graph as a whole.
    fn graph(&mut self) -> Result<(), ReadError> {
        // The first versions of networkx wrote a list of pairs.
        if self.walk.lexer.token != Token::OpenObject {
            return self.walk.skip_value();
        }
        let mut acceptance = None;
        let mut first = self.walk.enter()?;
        while self.walk.next_member(&mut first)? {
            match self.walk.key.as_str() {
                "acceptance" => {
                    self.refuse_twice(acceptance.is_some())?;
                    acceptance = Some(self.attribute(condition::parse)?.value);
                }
                _ => self.walk.skip_value()?,
            }
        }
        self.acceptance = acceptance.flatten();
        Ok(())
    }

    fn refuse_twice(&self, is_known: bool) -> Result<(), ReadError> {
        if !is_known {
            return Ok(());
        }
        let key = quote(&self.walk.key);
        let message = format!("{key} is given twice in one object: keep one of them");
        Err(ReadError::syntax(self.walk.key_place, message))
    }

    /// Steps into a list of nodes or edges.
    fn expect_list(&self, what: &str) -> Result<(), ReadError> {
        if self.walk.lexer.token == Token::OpenArray {
            return Ok(());
        }
        let found = self.walk.describe_value();
        Err(self.walk.lexer.fault(format!("expected a list of {what}, found {found}")))
    }

    fn expect_object(&self, what: &str) -> Result<(), ReadError> {
        if self.walk.lexer.token == Token::OpenObject {
            return Ok(());
        }
        let found = self.walk.describe_value();
        Err(self.walk.lexer.fault(format!("expected {what}, found {found}")))
    }

    fn node_list(&mut self) -> Result<(), ReadError> {
        self.expect_list("nodes")?;
        let mut first = self.walk.enter()?;
        loop {
            self.hurry(&PlainNodes)?;
            if !self.walk.next_element(&mut first)? {
                break;
            }
            self.expect_object("a node such as {\"id\": \"a\"}")?;
            self.node()?;
        }
        if self.builder.vertex_count() == 0 {
            return Err(ReadError::syntax(
                self.walk.key_place,
                "the graph has no nodes: a graph has at least one",
            ));
        }
        Ok(())
    }

    /// Passes elements that can be read in a hurry, from behind a comma to behind another.
    fn hurry(&mut self, language: &dyn Language) -> Result<(), ReadError> {
        let lexer = &mut self.walk.lexer;
        if lexer.token != Token::Comma {
            return Ok(());
        }
        statements::read(&mut lexer.chars, &mut self.builder, language, &mut self.patience)?;
        let Place { line, column } = lexer.chars.place();
        lexer.place = Place::new(line, column.map_or(1, |column| column - 1));
        Ok(())
    }

    fn node(&mut self) -> Result<(), ReadError> {
        let opened = self.walk.lexer.place;
        let mut id = None;
        let mut verdict: Option<Found<Option<Outcome>>> = None;
        let mut owner: Option<Found<Option<Player>>> = None;
        let mut priority: Option<Found<Option<u32>>> = None;
        let mut target: Option<Found<Option<bool>>> = None;
        let mut colors: Option<Found<Option<Colors>>> = None;
        self.remarks.clear();
        let mut first = self.walk.enter()?;
        while self.walk.next_member(&mut first)? {
            match self.walk.key.as_str() {
                "id" => {
                    self.refuse_twice(id.is_some())?;
                    id = Some(self.read_name("a node's id", End::Source)?);
                }
                "verdict" => {
                    self.refuse_twice(verdict.is_some())?;
                    verdict = Some(self.attribute(values::verdict)?);
                }
                "owner" => {
                    self.refuse_twice(owner.is_some())?;
                    owner = Some(self.attribute(values::owner)?);
                }
                "priority" => {
                    self.refuse_twice(priority.is_some())?;
                    priority = Some(self.attribute(values::priority)?);
                }
                "target" => {
                    self.refuse_twice(target.is_some())?;
                    target = Some(self.attribute(values::target)?);
                }
                "colors" => {
                    self.refuse_twice(colors.is_some())?;
                    colors = Some(self.colors()?);
                }
                _ => self.remark()?,
            }
        }
        let Some(place) = id else {
            return Err(ReadError::syntax(opened, "the node has no \"id\": every node needs one"));
        };
        let known = self.builder.vertex_count();
        let at = |place| move |error: GraphError| ReadError::graph(place, error);
        let vertex = self.builder.vertex(&self.source).map_err(at(place))?;
        if (vertex as usize) < known {
            return Err(listed_twice(&self.source, place));
        }
        if let Some(Found { value: Some(verdict), place }) = verdict {
            self.builder.set_verdict(vertex, verdict).map_err(at(place))?;
            self.walk.budget.charge(24)?;
            self.verdict_spots.push((vertex, Spot::new(place)));
        }
        if let Some(Found { value: Some(owner), place }) = owner {
            self.builder.set_owner(vertex, owner).map_err(at(place))?;
        }
        if let Some(Found { value: Some(priority), place }) = priority {
            self.builder.set_priority(vertex, priority).map_err(at(place))?;
        }
        if let Some(Found { value: Some(target), place }) = target {
            self.builder.set_target(vertex, target).map_err(at(place))?;
        }
        if let Some(Found { value: Some(colors), place }) = colors {
            self.builder.set_colors(vertex, colors).map_err(at(place))?;
        }
        for &(name, value) in &self.remarks {
            self.builder.remark(vertex, name, value).map_err(at(opened))?;
        }
        Ok(())
    }

    fn edge_list(&mut self, key: &'static str) -> Result<(), ReadError> {
        self.refuse_twice(self.edges == Some(key))?;
        if self.edges.is_some() {
            let message = "the object has both \"edges\" and \"links\": keep one of them";
            return Err(ReadError::syntax(self.walk.key_place, message));
        }
        self.edges = Some(key);
        self.expect_list("edges")?;
        let mut early = (!self.has_nodes).then(|| EarlyBuilder::new(self.memory_limit));
        let mut first = self.walk.enter()?;
        loop {
            if early.is_none() {
                self.hurry(&PlainEdges)?;
            }
            if !self.walk.next_element(&mut first)? {
                break;
            }
            self.expect_object("an edge such as {\"source\": \"a\", \"target\": \"b\"}")?;
            self.edge(early.as_mut())?;
        }
        if let Some(early) = early {
            let early = early.finish()?;
            // Both graphs are there until the end.
            let left = self.memory_limit.saturating_sub(early.heap_bytes());
            // There are no nodes yet.
            self.builder = std::mem::take(&mut self.builder).with_memory_limit(left);
            self.early = Some(early);
        }
        Ok(())
    }

    fn edge(&mut self, early: Option<&mut EarlyBuilder>) -> Result<(), ReadError> {
        let opened = self.walk.lexer.place;
        let (mut source, mut target) = (None, None);
        let mut weight: Option<Found<Option<i64>>> = None;
        let mut player: Option<Found<Option<Side>>> = None;
        let mut label: Option<Found<Option<String>>> = None;
        let mut first = self.walk.enter()?;
        while self.walk.next_member(&mut first)? {
            match self.walk.key.as_str() {
                "source" => {
                    self.refuse_twice(source.is_some())?;
                    source = Some(self.read_name("an edge's source", End::Source)?);
                }
                "target" => {
                    self.refuse_twice(target.is_some())?;
                    target = Some(self.read_name("an edge's target", End::Target)?);
                }
                "weight" => {
                    self.refuse_twice(weight.is_some())?;
                    weight = Some(self.attribute(values::weight)?);
                }
                "player" => {
                    self.refuse_twice(player.is_some())?;
                    player = Some(self.attribute(values::player)?);
                }
                "label"
                    if !matches!(self.walk.lexer.token, Token::OpenObject | Token::OpenArray) =>
                {
                    self.refuse_twice(label.is_some())?;
                    label = Some(self.attribute(|text| Ok(text.to_owned()))?);
                }
                _ => self.pass_over()?,
            }
        }
        let missing = |key| {
            let message = format!("the edge has no \"{key}\": every edge needs one");
            ReadError::syntax(opened, message)
        };
        let source = source.ok_or_else(|| missing("source"))?;
        let target = target.ok_or_else(|| missing("target"))?;
        let weight = weight.and_then(|read| read.value);
        let (builder, from, to) = match early {
            Some(early) => {
                let from = early.mention(&self.source, source)?;
                let to = early.mention(&self.target, target)?;
                (&mut early.builder, from, to)
            }
            None => {
                let builder = &mut self.builder;
                let from = find(builder, &self.source, source)?;
                let to = find(builder, &self.target, target)?;
                (builder, from, to)
            }
        };
        let added = match weight {
            Some(weight) => builder.weighted_edge(from, to, weight),
            None => builder.edge(from, to),
        };
        added.map_err(|error| ReadError::graph(opened, error))?;
        if let Some(player) = player.and_then(|read| read.value) {
            builder.set_last_player(player);
        }
        if let Some(label) = label.and_then(|read| read.value) {
            let word = builder.label(&label).map_err(|error| ReadError::graph(opened, error))?;
            builder.set_last_label(word);
        }
        Ok(())
    }

    /// Keeps a name, which is a string or a number, called by its text; gives its place.
    fn read_name(&mut self, what: &str, end: End) -> Result<Place, ReadError> {
        let lexer = &mut self.walk.lexer;
        if !matches!(lexer.token, Token::Text | Token::Number) {
            let found = self.walk.describe_value();
            let message = format!("{what} is a string or a number, not {found}");
            return Err(self.walk.lexer.fault(message));
        }
        if lexer.is_too_long() {
            let (limit, name) = (NAME_LIMIT >> 10, quote(lexer.text()));
            let message = format!("the name {name} is longer than {limit} KiB: shorten it");
            return Err(lexer.fault(message));
        }
        let place = lexer.place;
        lexer.swap_text(match end {
            End::Source => &mut self.source,
            End::Target => &mut self.target,
        });
        lexer.advance()?;
        Ok(place)
    }

    /// Reads the value of an attribute, in quotes or not; `null` stands for none.
    fn attribute<T>(
        &mut self,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Found<Option<T>>, ReadError> {
        let lexer = &self.walk.lexer;
        let text = match lexer.token {
            Token::Text | Token::Number if lexer.is_too_long() => {
                let (key, limit) = (&self.walk.key, NAME_LIMIT >> 10);
                let message = format!("the value of {key} is longer than {limit} KiB: shorten it");
                return Err(lexer.fault(message));
            }
            Token::Text | Token::Number => Some(lexer.text()),
            Token::True => Some("true"),
            Token::False => Some("false"),
            Token::Null => None,
            Token::OpenObject | Token::OpenArray => {
                let (key, found) = (&self.walk.key, self.walk.describe_value());
                let message = format!("the value of {key} cannot be {found}");
                return Err(lexer.fault(message));
            }
            _ => return Err(self.walk.expected_value()),
        };
        let value = text.map(read).transpose().map_err(|message| lexer.fault(message))?;
        let place = lexer.place;
        self.walk.lexer.advance()?;
        Ok(Found { value, place })
    }

    /// Reads colours: a list of numbers, or the text that DOT has.
    fn colors(&mut self) -> Result<Found<Option<Colors>>, ReadError> {
        if self.walk.lexer.token != Token::OpenArray {
            return self.attribute(values::colors);
        }
        let place = self.walk.lexer.place;
        let mut colors = Colors::EMPTY;
        let mut first = self.walk.enter()?;
        while self.walk.next_element(&mut first)? {
            if self.walk.lexer.token != Token::Number {
                let found = self.walk.describe_value();
                let message = format!("colors are numbers from 0 to 63 in a list, not {found}");
                return Err(self.walk.lexer.fault(message));
            }
            let one = self.attribute(values::colors)?;
            colors = colors.union(one.value.unwrap_or_default());
        }
        Ok(Found { value: Some(colors), place })
    }

    fn finish(mut self) -> Result<Arena, ReadError> {
        if let Some(early) = self.early.take() {
            early.settle(&mut self.builder)?;
        }
        let arena = spot::finish(self.builder, &self.verdict_spots)?;
        Ok(Arena { acceptance: self.acceptance, ..arena })
    }
}

/// Which of the two names an edge has.
#[derive(Clone, Copy)]
enum End {
    Source,
    Target,
}

/// Says that a node has been there before.
pub(crate) fn listed_twice(name: &str, place: Place) -> ReadError {
    let name = quote(name);
    let message = format!(
        "the node {name} is listed twice (the id 1 and the id \"1\" name the same one): keep one of them"
    );
    ReadError::syntax(place, message)
}

/// The vertex of that name, which must be known.
fn find(builder: &mut ArenaBuilder, name: &str, place: Place) -> Result<Vertex, ReadError> {
    let known = builder.vertex_count();
    let vertex = builder.vertex(name).map_err(|error| ReadError::graph(place, error))?;
    if vertex as usize == known { Err(unknown(name, Some(place))) } else { Ok(vertex) }
}

#[cfg(test)]
mod tests;
