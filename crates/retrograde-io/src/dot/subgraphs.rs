//! Open and named subgraphs: their vertices and their defaults.

use std::collections::HashMap;
use std::rc::Rc;

use retrograde_core::Vertex;

use crate::budget::Budget;
use crate::error::{Place, ReadError};
use crate::settings::Settings;

/// The statement being read in a scope: the ends of its edges, flattened.
#[derive(Debug, Default)]
pub(crate) struct Chain {
    pub(crate) vertices: Vec<Vertex>,
    /// Where each end that is complete stops in `vertices`.
    pub(crate) stops: Vec<usize>,
    /// Whether the end at hand is a subgraph rather than names.
    pub(crate) is_subgraph: bool,
    /// Ends that are named subgraphs: which end, and an index of [`Subgraphs::named`]. More may
    /// come into them until the statement is over.
    late: Vec<(usize, usize)>,
}

impl Chain {
    pub(crate) fn clear(&mut self) {
        self.vertices.clear();
        self.stops.clear();
        self.is_subgraph = false;
        self.late.clear();
    }

    /// Whether an arrow came before the end at hand.
    pub(crate) fn is_edge(&self) -> bool {
        !self.stops.is_empty()
    }
}

/// The contents of a subgraph, which may name a vertex twice.
#[derive(Debug, Default)]
struct Contents {
    vertices: Vec<Vertex>,
    /// Named subgraphs inside, as indices of [`Subgraphs::named`].
    children: Vec<usize>,
}

/// A scope that is open: the graph itself or a subgraph.
#[derive(Debug)]
pub(crate) struct Frame {
    scope: u64,
    named: Option<usize>,
    contents: Contents,
    local: Option<Box<Settings>>,
    /// The defaults in force.
    pub(crate) defaults: Rc<Settings>,
    pub(crate) chain: Chain,
    /// Where its brace is.
    pub(crate) opened: Place,
}

/// A named subgraph that is closed and may be opened again under the same parent.
#[derive(Debug)]
struct Named {
    scope: u64,
    contents: Contents,
    local: Option<Box<Settings>>,
}

/// The stack of open scopes and the table of named ones. Nothing here is copied from level to
/// level: a subgraph a million levels deep costs a million small frames.
#[derive(Debug)]
pub(crate) struct Subgraphs {
    frames: Vec<Frame>,
    named: Vec<Named>,
    by_name: HashMap<(u64, Box<str>), usize>,
    scopes: u64,
}

/// Bytes charged for each vertex of a subgraph: its list may just have doubled.
const MEMBER_BYTES: u64 = 8;

impl Subgraphs {
    /// The scope of the graph itself, whose brace is at `opened`.
    pub(crate) fn new(opened: Place) -> Self {
        let root = Frame {
            scope: 0,
            named: None,
            contents: Contents::default(),
            local: None,
            defaults: Rc::default(),
            chain: Chain::default(),
            opened,
        };
        Subgraphs { frames: vec![root], named: Vec::new(), by_name: HashMap::new(), scopes: 1 }
    }

    /// The innermost open scope.
    pub(crate) fn top(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("the graph's own scope is closed last")
    }

    /// The scope around the innermost one.
    ///
    /// # Panics
    /// If only the graph itself is open.
    pub(crate) fn outer(&self) -> &Frame {
        &self.frames[self.frames.len() - 2]
    }

    /// Whether only the graph itself is open.
    pub(crate) fn is_root(&self) -> bool {
        self.frames.len() == 1
    }

    /// Opens a subgraph, perhaps one known by this name.
    pub(crate) fn open(
        &mut self,
        name: Option<&str>,
        opened: Place,
        budget: &mut Budget,
    ) -> Result<(), ReadError> {
        budget.charge(2 * size_of::<Frame>() as u64)?;
        let parent = self.top();
        let (parent_scope, outer) = (parent.scope, Rc::clone(&parent.defaults));
        let named = match name {
            Some(name) => Some(self.find_or_add(parent_scope, name, budget)?),
            None => None,
        };
        let (scope, contents, local) = match named {
            Some(index) => {
                let known = &mut self.named[index];
                (known.scope, std::mem::take(&mut known.contents), known.local.take())
            }
            None => (self.next_scope(), Contents::default(), None),
        };
        let defaults = match &local {
            Some(local) => Rc::new(Settings::clone(local).over(&outer)),
            None => outer,
        };
        let chain = Chain::default();
        self.frames.push(Frame { scope, named, contents, local, defaults, chain, opened });
        Ok(())
    }

    fn find_or_add(
        &mut self,
        parent: u64,
        name: &str,
        budget: &mut Budget,
    ) -> Result<usize, ReadError> {
        let key = (parent, Box::from(name));
        if let Some(&index) = self.by_name.get(&key) {
            return Ok(index);
        }
        budget.charge(2 * size_of::<Named>() as u64 + 64 + name.len() as u64)?;
        let index = self.named.len();
        let scope = self.next_scope();
        self.named.push(Named { scope, contents: Contents::default(), local: None });
        self.by_name.insert(key, index);
        if !self.is_root() {
            self.top().contents.children.push(index);
        }
        Ok(index)
    }

    fn next_scope(&mut self) -> u64 {
        self.scopes += 1;
        self.scopes - 1
    }

    /// Notes that the innermost subgraph contains a vertex.
    #[inline]
    pub(crate) fn add_member(
        &mut self,
        vertex: Vertex,
        budget: &mut Budget,
    ) -> Result<(), ReadError> {
        if self.is_root() {
            return Ok(());
        }
        self.top().contents.vertices.push(vertex);
        budget.charge(MEMBER_BYTES)
    }

    /// Changes the defaults of the innermost scope, from here on.
    pub(crate) fn set_defaults(&mut self, settings: Settings) {
        let is_root = self.is_root();
        let frame = self.top();
        frame.defaults = Rc::new(settings.clone().over(&frame.defaults));
        if !is_root {
            let local = match frame.local.take() {
                Some(local) => settings.over(&local),
                None => settings,
            };
            frame.local = Some(Box::new(local));
        }
    }

    /// Closes the innermost subgraph. With `as_end`, it becomes the next end of the edge around it.
    pub(crate) fn close(&mut self, as_end: bool, budget: &mut Budget) -> Result<(), ReadError> {
        let frame = self.frames.pop().expect("only called inside a subgraph");
        budget.release(2 * size_of::<Frame>() as u64);
        if as_end && frame.named.is_none() {
            let vertices = self.all_vertices(&frame.contents, budget)?;
            self.top().chain.vertices.extend(vertices);
        }
        let is_root = self.is_root();
        match frame.named {
            Some(index) => {
                self.named[index].contents = frame.contents;
                self.named[index].local = frame.local;
                if as_end {
                    let chain = &mut self.top().chain;
                    chain.late.push((chain.stops.len(), index));
                }
            }
            None if is_root => {
                budget.release(frame.contents.vertices.len() as u64 * MEMBER_BYTES);
            }
            None => {
                let parent = &mut self.top().contents;
                append(&mut parent.vertices, frame.contents.vertices);
                append(&mut parent.children, frame.contents.children);
            }
        }
        self.top().chain.is_subgraph = true;
        Ok(())
    }

    /// Puts the vertices of named subgraphs in their places, once the statement is over.
    pub(crate) fn fill_in(&self, chain: &mut Chain, budget: &mut Budget) -> Result<(), ReadError> {
        if chain.late.is_empty() {
            return Ok(());
        }
        let known = std::mem::take(&mut chain.vertices);
        let mut late = chain.late.iter().peekable();
        let mut start = 0;
        for (end, stop) in chain.stops.iter_mut().enumerate() {
            chain.vertices.extend(&known[start..*stop]);
            start = *stop;
            if let Some(&(_, index)) = late.next_if(|&&(place, _)| place == end) {
                chain.vertices.extend(self.all_vertices(&self.named[index].contents, budget)?);
            }
            *stop = chain.vertices.len();
            budget.check(chain.vertices.len() as u64 * MEMBER_BYTES)?;
        }
        Ok(())
    }

    /// The vertices of a subgraph, each once and in the order of their first appearance in the file.
    fn all_vertices(
        &self,
        contents: &Contents,
        budget: &mut Budget,
    ) -> Result<Vec<Vertex>, ReadError> {
        let mut vertices = contents.vertices.clone();
        let mut open = contents.children.clone();
        while let Some(index) = open.pop() {
            let inner = &self.named[index].contents;
            vertices.extend(&inner.vertices);
            open.extend(&inner.children);
            budget.check(vertices.len() as u64 * MEMBER_BYTES)?;
        }
        vertices.sort_unstable();
        vertices.dedup();
        Ok(vertices)
    }
}

/// Joins two lists in any order, moving the shorter one.
fn append<T>(into: &mut Vec<T>, mut from: Vec<T>) {
    if into.len() < from.len() {
        std::mem::swap(into, &mut from);
    }
    into.append(&mut from);
}
