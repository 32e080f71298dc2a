//! What is said over the wire, one file per resource. The description of it for programs,
//! `openapi.json`, is made of these types.

mod about;
mod answer;
mod asked;
mod board;
mod game_told;
mod games;
mod graph;
mod jobs;
mod open;
mod part;
mod problem;
mod told;
mod trace;

pub use about::{About, FormatListed, Limits, ObjectiveListed, Preset};
pub use answer::{Answer, Paint, PaintClass, Row};
pub use asked::{Question, SolveRequest, Subject};
pub use board::{Board, Man, Piece, Place, Turns};
pub use game_told::{
    Bar, GameLine, GameLineRequest, GameLineStep, GameStats, Longest, SectionListed, StatsRequest,
    WorthCounts,
};
pub use games::{
    Choice, EditRequest, Edited, GameListed, Look, LookRequest, LookState, ParameterListed,
    TableListed, Worth,
};
pub use graph::{Edge, Graph, Side, Verdict, Vertex};
pub use jobs::{JobState, JobStatus};
pub use open::{
    Encoding, ExportRequest, Exported, LayoutRequest, OpenRequest, Opened, OpenedKind, Places,
    Shape,
};
pub use part::{
    Arrow, Block, Neighbourhood, NeighbourhoodRequest, Overview, OverviewRequest, Sample,
};
pub use problem::Problem;
pub use told::{
    ExplainRequest, ExplainedMove, ExplainedPosition, Explanation, Line, LineRequest, LineStep,
    Loop, Turn, VertexNamed,
};
pub use trace::{Change, ChangeKind, Event, Looked, Region, Trace};
