//! Reading GraphML.

mod value;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;

use retrograde_core::{
    Acceptance, Arena, ArenaBuilder, Attribute, Control, GraphError, Vertex, Word,
};

use crate::error::{Place, ReadError, ReadFault};
use crate::graphml::check_name;
use crate::graphml::keys::{Element, Key, Keys};
use crate::graphml::plain::{PlainEdges, PlainNodes};
use crate::graphml::xml::{Token, Xml};
use crate::quote::quote;
use crate::settings::{Said, Settings, push_remark};
use crate::spot::{self, Spot};
use crate::statements::{self, End, Patience};

/// Reads a whole file.
pub(crate) fn parse(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    let patience = || Patience::new(control.threads);
    parse_with(input, builder, control, [patience(), patience()])
}

fn parse_with(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
    patience: [Patience; 2],
) -> Result<Arena, ReadError> {
    let mut reader = Reader {
        xml: Xml::new(input, control.room())?,
        builder,
        prefix: String::new(),
        keys: Keys::default(),
        defaults: Settings::default(),
        acceptance: None,
        value: String::new(),
        undeclared: HashMap::new(),
        verdict_spots: Vec::new(),
        patience,
    };
    reader.document()?;
    reader.finish()
}

struct Reader<'a> {
    xml: Xml<'a>,
    builder: ArenaBuilder,
    /// What stands before the names of GraphML's own elements, with its colon.
    prefix: String,
    keys: Keys,
    defaults: Settings,
    /// The condition, or that there is none, once it is known.
    acceptance: Option<Option<Acceptance>>,
    /// The value that was read last.
    value: String,
    /// Vertices that edges named before any node did, and where the first one did so.
    undeclared: HashMap<Vertex, Spot>,
    /// Where verdicts were given, for vertices that turn out to have moves.
    verdict_spots: Vec<(Vertex, Spot)>,
    /// With nodes and with edges.
    patience: [Patience; 2],
}

/// A tag of GraphML, or one of another language.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Key,
    Default,
    Graph,
    Node,
    Edge,
    Data,
    Hyperedge,
    Port,
    Other,
}

/// What a data element is about.
enum Data {
    /// An attribute of ours.
    Ours(Attribute),
    /// Something of this name.
    Other(Word),
    Nothing,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), ReadError> {
        while self.xml.token == Token::Text {
            self.xml.expect_blank()?;
            self.xml.advance()?;
        }
        if self.xml.token == Token::End {
            return Err(ReadFault::Empty.into());
        }
        let name = self.xml.name();
        let Some(prefix) =
            name.strip_suffix("graphml").filter(|p| p.is_empty() || p.ends_with(':'))
        else {
            let name = quote(&format!("<{name}>"));
            let message = format!("expected '<graphml>', found {name}: is this a GraphML file?");
            return Err(self.xml.fault(message));
        };
        self.prefix = prefix.to_owned();
        let mut has_graph = false;
        while let Some(tag) = self.next_child()? {
            match tag {
                Tag::Key if has_graph => {
                    return Err(self.xml.fault("a key after the graph: move it before the graph"));
                }
                Tag::Key => self.key()?,
                Tag::Graph if has_graph => {
                    return Err(self.xml.fault(
                        "a second graph starts here: a file holds one graph, so split the file",
                    ));
                }
                Tag::Graph => {
                    has_graph = true;
                    self.graph()?;
                }
                _ => self.xml.skip_element()?,
            }
        }
        let end = self.xml.place;
        if !has_graph {
            let message = "the file has no graph: add <graph edgedefault=\"directed\">";
            return Err(ReadError::syntax(end, message));
        }
        loop {
            self.xml.advance()?;
            match self.xml.token {
                Token::Text => self.xml.expect_blank()?,
                Token::End => return Ok(()),
                _ => {
                    let name = quote(&format!("<{}>", self.xml.name()));
                    return Err(self.xml.fault(format!("unexpected {name} after the end")));
                }
            }
        }
    }

    /// Goes to the next element inside the one at hand; `None` at the end of that.
    fn next_child(&mut self) -> Result<Option<Tag>, ReadError> {
        loop {
            self.xml.advance()?;
            match self.xml.token {
                Token::Text => self.xml.expect_blank()?,
                Token::Open => break,
                Token::Close | Token::End => return Ok(None),
            }
        }
        Ok(Some(match self.xml.name().strip_prefix(self.prefix.as_str()) {
            Some("key") => Tag::Key,
            Some("default") => Tag::Default,
            Some("graph") => Tag::Graph,
            Some("node") => Tag::Node,
            Some("edge") => Tag::Edge,
            Some("data") => Tag::Data,
            Some("hyperedge") => Tag::Hyperedge,
            Some("port") => Tag::Port,
            _ => Tag::Other,
        }))
    }

    fn key(&mut self) -> Result<(), ReadError> {
        let place = self.xml.place;
        let [id, domain, name] = self.xml.attributes(["id", "for", "attr.name"])?;
        let Some(id) = id else {
            return Err(self.xml.fault("the key has no id: every key needs one"));
        };
        let id = id.into_owned();
        let domain = domain.unwrap_or(Cow::Borrowed("all"));
        let attribute = name.as_deref().and_then(Attribute::named);
        if let (None, Some(name)) = (attribute, &name) {
            self.builder.pass_over(name);
        }
        // JSON has a meaning of its own for the name of names.
        let name = name.filter(|name| !matches!(&**name, "" | "id"));
        name.as_deref().map_or(Ok(()), |name| check_name(name, place))?;
        let word = name.map(|name| self.builder.word(&name)).transpose();
        let key = Key { attribute, name: word.map_err(|error| ReadError::graph(place, error))? };
        let of_nodes = matches!(&*domain, "all" | "node");
        let with_default = attribute
            .filter(|&attribute| domain == "all" || domain == Element::of(attribute).name());
        if !self.keys.declare(&id, key, &mut self.xml.budget)? {
            let message = format!("the key {} is declared twice: keep one of them", quote(&id));
            return Err(ReadError::syntax(place, message));
        }
        while let Some(tag) = self.next_child()? {
            match (tag, with_default) {
                (Tag::Default, Some(Attribute::Acceptance)) => self.acceptance()?,
                (Tag::Default, Some(Attribute::Label)) => self.xml.skip_element()?,
                (Tag::Default, Some(attribute)) => {
                    let place = self.value(attribute.name())?;
                    self.defaults.tell(attribute, self.value.trim_ascii(), place)?;
                }
                (Tag::Default, None) if of_nodes && self.is_plain()? => {
                    if let Some(name) = key.name {
                        let value = self.builder.word(&self.value);
                        let value = value.map_err(|error| ReadError::graph(place, error))?;
                        push_remark(&mut self.defaults.remarks, name, value);
                    }
                }
                (Tag::Default, None) if of_nodes => {}
                _ => self.xml.skip_element()?,
            }
        }
        Ok(())
    }

    fn graph(&mut self) -> Result<(), ReadError> {
        let opened = self.xml.place;
        let [direction] = self.xml.attributes(["edgedefault"])?;
        match direction.as_deref() {
            Some("directed") => {}
            Some("undirected") => return Err(self.undirected("edgedefault=\"directed\"")),
            None => {
                let message = "the graph does not say edgedefault: write edgedefault=\"directed\"";
                return Err(self.xml.fault(message));
            }
            Some(other) => {
                let other = quote(other);
                let message = format!("edgedefault is 'directed' or 'undirected', not {other}");
                return Err(self.xml.fault(message));
            }
        }
        let default = self.acceptance.take();
        let edges = PlainEdges::new(&self.keys);
        while let Some(tag) = self.next_child()? {
            match tag {
                Tag::Node => {
                    self.node()?;
                    self.hurry_nodes()?;
                }
                Tag::Edge => {
                    self.edge()?;
                    self.hurry_edges(&edges)?;
                }
                Tag::Data => match self.data(Element::Graph)? {
                    Data::Ours(Attribute::Acceptance) => self.acceptance()?,
                    _ => self.xml.skip_element()?,
                },
                Tag::Hyperedge => {
                    return Err(self.xml.fault(
                        "a hyperedge is no move, which leads from one node to one other: write edges",
                    ));
                }
                Tag::Graph => return Err(self.nested()),
                _ => self.xml.skip_element()?,
            }
        }
        self.acceptance = self.acceptance.take().or(default);
        if self.builder.vertex_count() == 0 {
            let message = "the graph has no nodes: a graph has at least one";
            return Err(ReadError::syntax(opened, message));
        }
        Ok(())
    }

    /// Passes nodes that can be read in a hurry, from behind one to behind another.
    fn hurry_nodes(&mut self) -> Result<(), ReadError> {
        if self.is_plain_so_far() && self.undeclared.is_empty() {
            let (chars, [patience, _]) = (self.xml.chars(), &mut self.patience);
            statements::read(chars, &mut self.builder, &PlainNodes, patience)?;
        }
        Ok(())
    }

    /// The same with edges.
    fn hurry_edges(&mut self, edges: &PlainEdges) -> Result<(), ReadError> {
        if self.is_plain_so_far() {
            let (chars, [_, patience]) = (self.xml.chars(), &mut self.patience);
            if statements::read(chars, &mut self.builder, edges, patience)? == End::AtNewName {
                let vertex = self.builder.vertex_count() as Vertex - 1;
                self.undeclared.insert(vertex, Spot::new(chars.place()));
            }
        }
        Ok(())
    }

    /// Whether what nodes and edges do not say is not said anywhere.
    fn is_plain_so_far(&self) -> bool {
        self.prefix.is_empty() && self.defaults.is_empty()
    }

    fn undirected(&self, remedy: &str) -> ReadError {
        let message = format!(
            "the graph is undirected, and moves need a direction: write {remedy} (for moves both ways, both edges)"
        );
        self.xml.fault(message)
    }

    fn nested(&self) -> ReadError {
        let message =
            "a graph inside a graph is not read: move its nodes and edges to the outer one";
        self.xml.fault(message)
    }

    fn node(&mut self) -> Result<(), ReadError> {
        let place = self.xml.place;
        let [id] = self.xml.attributes(["id"])?;
        let Some(id) = id else {
            return Err(self.xml.fault("the node has no id: every node needs one"));
        };
        check_name(&id, place)?;
        let known = self.builder.vertex_count();
        let vertex = self.builder.vertex(&id).map_err(|error| ReadError::graph(place, error))?;
        if (vertex as usize) < known && self.undeclared.remove(&vertex).is_none() {
            return Err(there_twice(&id, place));
        }
        let settings = self.settings(Element::Node)?;
        let at = |place| move |error: GraphError| ReadError::graph(place, error);
        if let Some(Said { value: Some(verdict), place }) = settings.verdict {
            self.builder.set_verdict(vertex, verdict).map_err(at(place))?;
            self.xml.budget.charge(24)?;
            self.verdict_spots.push((vertex, Spot::new(place)));
        }
        if let Some(Said { value: Some(owner), place }) = settings.owner {
            self.builder.set_owner(vertex, owner).map_err(at(place))?;
        }
        if let Some(Said { value: Some(priority), place }) = settings.priority {
            self.builder.set_priority(vertex, priority).map_err(at(place))?;
        }
        if let Some(Said { value: Some(target), place }) = settings.target {
            self.builder.set_target(vertex, target).map_err(at(place))?;
        }
        if let Some(Said { value: Some(colors), place }) = settings.colors {
            self.builder.set_colors(vertex, colors).map_err(at(place))?;
        }
        for (name, value) in settings.remarks {
            self.builder.remark(vertex, name, value).map_err(at(place))?;
        }
        Ok(())
    }

    fn edge(&mut self) -> Result<(), ReadError> {
        let place = self.xml.place;
        let [source, target, directed, source_port, target_port] =
            self.xml.attributes(["source", "target", "directed", "sourceport", "targetport"])?;
        if directed.as_deref() == Some("false") {
            return Err(self.undirected("directed=\"true\""));
        }
        if source_port.is_some() || target_port.is_some() {
            return Err(self.xml.fault(PORTS));
        }
        let mut ends = [0; 2];
        for ((name, what), end) in
            [(source, "source"), (target, "target")].into_iter().zip(&mut ends)
        {
            let Some(name) = name else {
                let message = format!("the edge has no {what}: every edge needs one");
                return Err(self.xml.fault(message));
            };
            check_name(&name, place)?;
            let known = self.builder.vertex_count();
            *end = self.builder.vertex(&name).map_err(|error| ReadError::graph(place, error))?;
            if *end as usize == known {
                self.undeclared.insert(*end, Spot::new(place));
            }
        }
        if self.undeclared.len() >= 1024 {
            // Half of the table may be empty, and both are there while a larger one is filled.
            self.xml.budget.check(self.undeclared.capacity() as u64 * 40)?;
        }
        let settings = self.settings(Element::Edge)?;
        let added = match settings.weight.and_then(|said| said.value) {
            Some(weight) => self.builder.weighted_edge(ends[0], ends[1], weight),
            None => self.builder.edge(ends[0], ends[1]),
        };
        added.map_err(|error| ReadError::graph(place, error))?;
        if let Some(player) = settings.player.and_then(|said| said.value) {
            self.builder.set_last_player(player);
        }
        if let Some(label) = settings.label.and_then(|said| said.value) {
            self.builder.set_last_label(label);
        }
        Ok(())
    }

    /// Reads the inside of a node or an edge.
    fn settings(&mut self, element: Element) -> Result<Settings, ReadError> {
        let mut settings = Settings::default();
        while let Some(tag) = self.next_child()? {
            match tag {
                Tag::Data => {
                    self.told(element, &mut settings)?;
                }
                Tag::Graph => return Err(self.nested()),
                Tag::Port => return Err(self.xml.fault(PORTS)),
                _ => self.xml.skip_element()?,
            }
        }
        let settings = match element {
            Element::Node => settings.over(&self.defaults),
            _ => Settings { remarks: Vec::new(), ..settings.over(&self.defaults) },
        };
        Ok(settings)
    }

    /// Takes a data element of a node or an edge.
    fn told(&mut self, element: Element, settings: &mut Settings) -> Result<(), ReadError> {
        let at = |place| move |error: GraphError| ReadError::graph(place, error);
        match self.data(element)? {
            Data::Ours(Attribute::Label) => {
                let place = self.value(Attribute::Label.name())?;
                let text = self.value.as_str();
                check_name(text, place)?;
                let word = (!text.is_empty()).then(|| self.builder.label(text)).transpose();
                settings.label = Some(Said { value: word.map_err(at(place))?, place });
            }
            Data::Ours(attribute) => {
                let place = self.value(attribute.name())?;
                settings.tell(attribute, self.value.trim_ascii(), place)?;
            }
            Data::Other(name) if element == Element::Node && self.is_plain()? => {
                let value = self.builder.word(&self.value);
                push_remark(&mut settings.remarks, name, value.map_err(at(self.xml.place))?);
            }
            Data::Other(_) if element == Element::Node => {}
            _ => self.xml.skip_element()?,
        }
        Ok(())
    }

    /// Looks at a data element: what it is about.
    fn data(&mut self, element: Element) -> Result<Data, ReadError> {
        let [key] = self.xml.attributes(["key"])?;
        let Some(key) = key else {
            return Err(self.xml.fault("the data has no key: name one of those declared"));
        };
        let Some(known) = self.keys.get(&key) else {
            let key = quote(&key);
            let message =
                format!("no key {key} is declared before the graph: add <key id={key} …>");
            return Err(self.xml.fault(message));
        };
        let ours = known.attribute.filter(|&attribute| Element::of(attribute) == element);
        Ok(match (ours, known.name) {
            (Some(attribute), _) => Data::Ours(attribute),
            (None, Some(name)) => Data::Other(name),
            (None, None) => Data::Nothing,
        })
    }

    fn finish(self) -> Result<Arena, ReadError> {
        if let Some((&vertex, spot)) = self.undeclared.iter().min_by_key(|&(&vertex, _)| vertex) {
            let name = quote(&self.builder.name(vertex));
            let message =
                format!("the edge names {name}, which is no node: add <node id=…> for it");
            return Err(ReadError::syntax(spot.place(), message));
        }
        let arena = spot::finish(self.builder, &self.verdict_spots)?;
        Ok(Arena { acceptance: self.acceptance.flatten(), ..arena })
    }
}

const PORTS: &str = "ports are not read: remove them, or make a node of each";

/// Says that a node has the name of one before it.
pub(crate) fn there_twice(name: &str, place: Place) -> ReadError {
    let message = format!("the node {} is there twice: keep one of them", quote(name));
    ReadError::syntax(place, message)
}

#[cfg(test)]
mod tests;
