//! Large graphs: all of one in blocks, and what is around a vertex.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Graph, Paint, Question, Row, Subject, VertexNamed};

/// `POST /api/overview`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OverviewRequest {
    /// The game.
    pub subject: Subject,
    /// The question.
    pub question: Question,
}

/// A graph in blocks: by strongly connected component and layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Overview {
    /// The blocks.
    pub blocks: Vec<Block>,
    /// The edges between blocks.
    pub arrows: Vec<Arrow>,
    /// What layers are: distances, or how far play can go before it is over or goes round.
    pub layers: String,
    /// What was put together to keep it readable; empty where nothing was.
    pub merged: String,
}

/// Vertices of a layer and of a component, or of several that were put together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Block {
    /// Its place in the list.
    pub id: u32,
    /// What it is, in words.
    pub title: String,
    /// Which group of components it belongs to: blocks of one are drawn side by side.
    pub group: u32,
    /// How many vertices it has.
    pub size: u64,
    /// The first and the last layer in it; nothing where there is none, as for draws.
    #[cfg_attr(test, schema(value_type = Option<Vec<u64>>))]
    pub layer: Option<[u64; 2]>,
    /// How many vertices of each class, by the names of [`PaintClass`](super::PaintClass).
    pub counts: BTreeMap<String, u64>,
    /// Whether play can go round in it.
    pub cyclic: bool,
    /// Some of its vertices.
    pub sample: Vec<Sample>,
}

/// A vertex to begin a walk with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Sample {
    /// Its place in the list of vertices.
    pub index: u32,
    /// Its name.
    pub name: String,
}

/// The edges from a block to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Arrow {
    /// From this block.
    pub from: u32,
    /// To this block.
    pub to: u32,
    /// So many edges.
    pub edges: u64,
}

/// `POST /api/neighbourhood`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NeighbourhoodRequest {
    /// The game.
    pub subject: Subject,
    /// The question.
    pub question: Question,
    /// The vertex in the middle.
    pub vertex: VertexNamed,
    /// How many edges away, at most 6; 2 unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub radius: Option<u32>,
    /// How many vertices at most; 60 unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub limit: Option<u32>,
}

/// What is around a vertex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Neighbourhood {
    /// The part of the graph, with places to draw it at. Its first vertex is the one in the middle.
    pub graph: Graph,
    /// What its vertices are worth.
    #[cfg_attr(test, schema(value_type = Vec<Object>))]
    pub rows: Vec<Row>,
    /// How they look; their moves are edges of the part.
    pub paints: Vec<Paint>,
    /// Their places in the whole graph.
    pub ids: Vec<u32>,
    /// Vertices of the part with neighbours that are not shown.
    pub open: Vec<u32>,
}
