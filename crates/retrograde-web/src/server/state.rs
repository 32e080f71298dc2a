//! What all answers share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use retrograde::io::Format;
use retrograde::table::Catalogue;
use retrograde::{Cancel, CountComponents, Error, Input, Objective, Options, Shape};

use super::Settings;
use super::body::Bodies;
use super::games::{Games, Tables};
use super::guard::Guard;
use super::jobs::Jobs;
use super::limits::Allowed;
use super::opened::{Game, Kept, Origin, Store};
use super::queue::{self, Queue};
use crate::api::{
    About, FormatListed, ObjectiveListed, Opened, OpenedKind, Question, Shape as ApiShape, Subject,
};
use crate::graphs::{self, DRAWN};
use crate::refusal::Refusal;

/// How many are told something in a moment at once.
pub(super) const MOMENTS: usize = 2;

/// What all answers share.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) allowed: Allowed,
    pub(crate) guard: Guard,
    /// For work that may take long.
    pub(crate) queue: Queue,
    /// For what is told in a moment, and must not wait for long work.
    pub(crate) moments: Queue,
    pub(crate) bodies: Bodies,
    pub(crate) opened: Store,
    pub(crate) jobs: Jobs,
    pub(crate) games: Games,
    pub(crate) tables: Tables,
    pub(crate) catalogue: Catalogue,
    pub(crate) connections: AtomicUsize,
}

impl State {
    /// Reads what is to be open from the beginning.
    pub(super) fn new(settings: Settings, address: SocketAddr) -> Result<Self, Error> {
        let allowed = settings.allowed;
        let opened = Store::new(allowed.memory / 4);
        let options = Options {
            memory: retrograde::MemoryLimit::Bytes(allowed.memory),
            threads: allowed.threads,
            ..Options::default()
        };
        for mut input in settings.inputs {
            let origin = match input.rules() {
                Some(rules) => Origin::Game { rules: rules.clone(), explored: Default::default() },
                None => Origin::Graph(Arc::new(input.arena(&options)?)),
            };
            let name = match &origin {
                Origin::Game { .. } => input.label().to_owned(),
                Origin::Graph(_) => input.short_label(),
            };
            opened.keep(Kept::new(name, Question::of(&input), origin, true));
        }
        Ok(State {
            allowed,
            guard: Guard::new(address),
            queue: Queue::new(allowed.threads.get(), allowed.waiting),
            moments: Queue::new(MOMENTS, allowed.waiting),
            bodies: Bodies::new(allowed.file, allowed.patience),
            opened,
            jobs: Jobs::new(allowed.interest),
            games: Games::new(allowed.memory / 4),
            tables: Tables::under(settings.tables.as_deref()),
            catalogue: settings.catalogue,
            connections: AtomicUsize::new(0),
        })
    }

    /// What holds for work on an answer.
    pub(crate) fn options<'a>(&self, cancel: &'a Cancel) -> Options<'a> {
        queue::options(&self.allowed, self.opened.bytes() + self.games.bytes(), cancel)
    }

    /// The game that a question is about.
    pub(crate) fn game(&self, subject: Subject, options: &Options<'_>) -> Result<Game, Refusal> {
        match subject {
            Subject::Graph(graph) => Ok(Game::sent(graphs::arena(&graph, self.allowed.graph)?)),
            Subject::Opened(id) => {
                let game = Game::opened(self.opened.get(&id)?, options)?;
                self.opened.trim();
                Ok(game)
            }
        }
    }

    /// What pages are told of something that was opened.
    pub(crate) fn tell(&self, kept: &Kept, options: &Options<'_>) -> Result<Opened, Refusal> {
        let mut told = Opened {
            id: kept.id.clone(),
            name: kept.name.clone(),
            kind: match kept.origin {
                Origin::Graph(_) => OpenedKind::Graph,
                Origin::Game { .. } => OpenedKind::Game,
            },
            shape: None,
            question: kept.question.clone(),
            graph: None,
            notes: Vec::new(),
        };
        let Some(arena) = kept.known() else { return Ok(told) };
        let shape = Shape::of(&arena, CountComponents::IfQuick, options)?;
        told.shape = Some(ApiShape {
            vertices: shape.vertices as u64,
            edges: shape.edges as u64,
            terminals: shape.terminals as u64,
            components: shape.components.map(|components| components.count as u64),
            acyclic: shape.acyclic,
        });
        if DRAWN.holds(&arena) {
            told.graph = Some(graphs::whole(&arena, &options.control(arena.heap_bytes()))?);
        }
        if let Ok(objective) = kept.question.objective(&arena) {
            let notes = retrograde::notes(&arena, &objective);
            told.notes = notes.iter().map(ToString::to_string).collect();
        }
        Ok(told)
    }

    /// What there is.
    pub(crate) fn about(&self, options: &Options<'_>) -> Result<About, Refusal> {
        let opened = self.opened.pinned();
        let opened: Result<Vec<Opened>, Refusal> =
            opened.iter().map(|kept| self.tell(kept, options)).collect();
        Ok(About {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            limits: self.allowed.into(),
            objectives: Objective::ALL.iter().map(ObjectiveListed::of).collect(),
            formats: Format::ALL.into_iter().map(format).collect(),
            opened: opened?,
            tables: self.tables.listed(),
        })
    }

    /// Opens what was sent.
    pub(crate) fn open(
        &self,
        mut input: Input,
        name: &str,
        options: &Options<'_>,
    ) -> Result<Opened, Refusal> {
        let arena = Arc::new(input.arena(options)?);
        let kept = Kept::new(name.to_owned(), Question::of(&input), Origin::Graph(arena), false);
        let told = self.tell(&kept, options)?;
        self.opened.keep(kept);
        Ok(told)
    }
}

fn format(format: Format) -> FormatListed {
    FormatListed {
        name: format.name().to_owned(),
        extensions: format.extensions().iter().map(|&name| name.to_owned()).collect(),
        read: true,
        write: format.is_written(),
    }
}
