//! Cops and robber on any graph: can so many cops catch him?

use std::sync::OnceLock;

use retrograde_core::{Graph, Names, Outcome, grouped};

use crate::catalogue::{Files, Listed, Listing};
use crate::picture::spread::spread;
use crate::picture::{self, Board, Man, Setup, Side, Style, Touch};
use crate::{Game, ParseError};

/// The most cops there can be.
const MOST_COPS: usize = 8;
/// The most vertices there can be: a place is a `u16`.
const MOST_VERTICES: usize = u16::MAX as usize;
/// The most choices the cops may have at once, so that a list of them fits.
const MOST_CHOICES: u64 = 1 << 22;

/// Cops and a robber on the vertices of a graph, whose edges all can go along either way. The cops
/// choose their places, then the robber his. From then on all cops move in one turn, each to a
/// neighbouring vertex or not at all, then the robber does the same. The cops win when one of them
/// and the robber meet.
///
/// The robber wins by never being caught, which is endless play: a **draw** says that he escapes
/// forever, whoever is to move. He has no other way to win, and a position that is not drawn is
/// won for the cops: `win` where they are to move, `lose` where he is.
///
/// Cops are all alike, so they are kept in order, and several may stand on one vertex. Vertices are
/// called by their names; where a name has one of the signs `+/:,@"` or a blank in it, or is just `-`,
/// by an `@` and their numbers from 0, in the order in which the file first mentions them.
///
/// Source: R. Nowakowski and P. Winkler, Vertex-to-vertex pursuit in a graph, 1983; A. Quilliot,
/// Jeux et points fixes sur les graphes, 1978; M. Aigner and M. Fromme, A game of cops and robbers,
/// 1984, for several cops.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_games::rules::Cops;
/// use retrograde_games::Game;
/// let square = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0)])?;
/// let game = Cops::new(2, &square)?;
/// let chase = game.parse("0+2/1:cops")?;
/// assert!(game.parse_move(&chase, "1+2").is_some(), "the first cop catches the robber");
/// assert!(game.parse_move(&chase, "0+0").is_none(), "too far for the second");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// With `n` vertices and `k` cops some `2 n (n + k - 1 choose k)` positions, each with up to
/// `(d + 1)^k` moves for degrees up to `d`.
#[derive(Clone, Debug)]
pub struct Cops {
    cops: usize,
    /// Where the row of each vertex begins in `near`.
    starts: Vec<u32>,
    /// Each vertex with its neighbours, in order.
    near: Vec<u16>,
    names: Names,
    /// Where the vertices are drawn, once somebody has asked.
    places: OnceLock<Vec<(f32, f32)>>,
}

/// The most vertices that are drawn.
const MOST_DRAWN: usize = 300;

const PEOPLE: [Man; 2] = [
    Man::new('c', "cop", Some(Side::First), "cop"),
    Man::new('r', "robber", Some(Side::Second), "robber"),
];

/// Where everyone stands, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Chase {
    /// The vertices of the cops in ascending order, then zeros.
    cops: [u16; MOST_COPS],
    robber: u16,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    CopsChoose,
    RobberChooses,
    CopsMove,
    RobberMoves,
}

/// Where those who move go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChaseMove {
    /// The vertices of all cops in ascending order, then zeros.
    Cops([u16; MOST_COPS]),
    /// The robber's vertex.
    Robber(u16),
}

impl Cops {
    /// So many cops on this graph, whose edges are taken both ways; its vertices are called by their
    /// numbers.
    ///
    /// # Errors
    /// As for [`with_names`](Self::with_names).
    pub fn new(cops: usize, graph: &Graph) -> Result<Self, ParseError> {
        Cops::with_names(cops, graph, Names::numbered(graph.vertex_count()))
    }

    /// So many cops on this graph, whose edges are taken both ways.
    ///
    /// ```
    /// use retrograde_core::{Graph, Names};
    /// use retrograde_games::rules::Cops;
    /// use retrograde_games::Game;
    /// let path = Graph::from_edges(3, [(0, 1), (1, 2)])?;
    /// let names = Names::written(3, |vertex, name| name.push_str(["here", "half way", "there"][vertex as usize]));
    /// let game = Cops::with_names(1, &path, names)?;
    /// assert_eq!(game.show(&game.parse("here/there:cops")?), "here/there:cops");
    /// assert_eq!(game.show(&game.parse("@2/@1:robber")?), "there/@1:robber");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// No cops or more than eight, no vertices or more than 65,535, more than 4,194,304 ways to place
    /// or to move the cops, or not one name for each vertex.
    pub fn with_names(cops: usize, graph: &Graph, names: Names) -> Result<Self, ParseError> {
        let vertices = graph.vertex_count();
        if names.len() != vertices {
            return Err(ParseError::new(format!(
                "the graph needs a name for each of its {vertices} vertices, not {}",
                names.len()
            )));
        }
        if !(1..=MOST_COPS).contains(&cops) {
            return Err(ParseError::new(format!("there can be 1 to {MOST_COPS} cops, not {cops}")));
        }
        if !(1..=MOST_VERTICES).contains(&vertices) {
            return Err(ParseError::new(format!(
                "the graph can have 1 to {} vertices, not {}",
                grouped(MOST_VERTICES),
                grouped(vertices)
            )));
        }
        let mut pairs: Vec<(u16, u16)> = (0..vertices as u16).map(|v| (v, v)).collect();
        for (from, to) in graph.edges().map(|(from, to)| (from as u16, to as u16)) {
            pairs.extend([(from, to), (to, from)]);
        }
        pairs.sort_unstable();
        pairs.dedup();
        let mut starts = vec![0; vertices + 1];
        pairs.iter().for_each(|&(from, _)| starts[usize::from(from) + 1] += 1);
        for vertex in 0..vertices {
            starts[vertex + 1] += starts[vertex];
        }
        let near = pairs.into_iter().map(|(_, to)| to).collect();
        let game = Cops { cops, starts, near, names, places: OnceLock::new() };
        let most = (0..vertices).map(|v| game.near(v as u16).len()).max().unwrap_or(1);
        let moves = (most as u64).checked_pow(cops as u32);
        let choices = game.placements().zip(moves).map(|(places, moves)| places.max(moves));
        match choices {
            Some(choices) if choices <= MOST_CHOICES => Ok(game),
            _ => Err(ParseError::new(format!(
                "{cops} cops on {} vertices have more than {} ways to stand or to move: take fewer cops or a smaller graph",
                grouped(vertices),
                grouped(MOST_CHOICES)
            ))),
        }
    }

    fn vertices(&self) -> u16 {
        (self.starts.len() - 1) as u16
    }

    /// A vertex and its neighbours.
    fn near(&self, vertex: u16) -> &[u16] {
        let vertex = usize::from(vertex);
        &self.near[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// In how many ways the cops can stand, if that fits.
    fn placements(&self) -> Option<u64> {
        let vertices = u64::from(self.vertices());
        (0..self.cops as u64)
            .try_fold(1u64, |ways, k| Some(ways.checked_mul(vertices + k)? / (k + 1)))
    }

    fn caught(&self, chase: &Chase) -> bool {
        chase.cops[..self.cops].contains(&chase.robber)
    }

    /// Appends all ways in which each cop goes to one of the vertices that `choices` has for him.
    fn all_ways<'a>(&self, choices: impl Fn(usize) -> &'a [u16], moves: &mut Vec<ChaseMove>) {
        let first = moves.len();
        let mut chosen = [0usize; MOST_COPS];
        loop {
            let mut cops = [0; MOST_COPS];
            for (cop, place) in cops[..self.cops].iter_mut().enumerate() {
                *place = choices(cop)[chosen[cop]];
            }
            cops[..self.cops].sort_unstable();
            moves.push(ChaseMove::Cops(cops));
            let Some(next) = (0..self.cops).find(|&cop| chosen[cop] + 1 < choices(cop).len())
            else {
                break;
            };
            chosen[next] += 1;
            chosen[..next].fill(0);
        }
        drop_repeats(moves, first);
    }

    /// Appends all ways to place the cops.
    fn all_places(&self, moves: &mut Vec<ChaseMove>) {
        let last = self.vertices() - 1;
        let mut cops = [0; MOST_COPS];
        loop {
            moves.push(ChaseMove::Cops(cops));
            let Some(next) = (0..self.cops).rev().find(|&cop| cops[cop] < last) else {
                break;
            };
            let place = cops[next] + 1;
            cops[next..self.cops].fill(place);
        }
    }

    fn show_cops(&self, cops: &[u16; MOST_COPS]) -> String {
        let names: Vec<String> =
            cops[..self.cops].iter().map(|&cop| self.show_vertex(cop)).collect();
        names.join("+")
    }

    /// The name of a vertex, or its number where the name would be misread.
    fn show_vertex(&self, vertex: u16) -> String {
        let name = self.names.get(vertex.into());
        if is_awkward(&name) { format!("@{vertex}") } else { name.into_owned() }
    }

    /// The vertex of that name or number.
    fn parse_vertex(&self, text: &str) -> Option<u16> {
        let vertex = match text.strip_prefix('@') {
            Some(number) => number.parse().ok()?,
            None if is_awkward(text) => return None,
            None => self.names.find(text)?.try_into().ok()?,
        };
        (vertex < self.vertices()).then_some(vertex)
    }
}

/// Whether the name of a vertex could be taken for something else in the text of a position.
fn is_awkward(name: &str) -> bool {
    let awkward = |c: char| "+/:,@\"".contains(c) || c.is_whitespace() || c.is_control();
    name.is_empty() || name == "-" || name.contains(awkward)
}

/// Sorts what was appended from `first` on and keeps one of each: which cop goes where does not
/// matter.
fn drop_repeats(moves: &mut Vec<ChaseMove>, first: usize) {
    moves[first..].sort_unstable();
    let mut kept = first;
    for next in first..moves.len() {
        if next == first || moves[next] != moves[kept - 1] {
            moves[kept] = moves[next];
            kept += 1;
        }
    }
    moves.truncate(kept);
}

impl Game for Cops {
    type Position = Chase;
    type Move = ChaseMove;

    fn start(&self) -> Option<Chase> {
        Some(Chase { cops: [0; MOST_COPS], robber: 0, phase: Phase::CopsChoose })
    }

    fn verdict(&self, chase: &Chase) -> Option<Outcome> {
        match chase.phase {
            Phase::CopsMove if self.caught(chase) => Some(Outcome::Win),
            Phase::RobberMoves if self.caught(chase) => Some(Outcome::Lose),
            _ => None,
        }
    }

    fn moves(&self, chase: &Chase, moves: &mut Vec<ChaseMove>) {
        match chase.phase {
            Phase::CopsChoose => self.all_places(moves),
            Phase::RobberChooses => moves.extend((0..self.vertices()).map(ChaseMove::Robber)),
            Phase::CopsMove => self.all_ways(|cop| self.near(chase.cops[cop]), moves),
            Phase::RobberMoves => {
                moves.extend(self.near(chase.robber).iter().map(|&to| ChaseMove::Robber(to)));
            }
        }
    }

    fn play(&self, chase: &Chase, chosen: &ChaseMove) -> Chase {
        match (*chosen, chase.phase) {
            (ChaseMove::Robber(robber), _) => Chase { robber, phase: Phase::CopsMove, ..*chase },
            (ChaseMove::Cops(cops), Phase::CopsChoose) => {
                Chase { cops, robber: 0, phase: Phase::RobberChooses }
            }
            (ChaseMove::Cops(cops), _) => Chase { cops, phase: Phase::RobberMoves, ..*chase },
        }
    }

    fn show(&self, chase: &Chase) -> String {
        let cops = self.show_cops(&chase.cops);
        match chase.phase {
            Phase::CopsChoose => "-/-".to_owned(),
            Phase::RobberChooses => format!("{cops}/-"),
            Phase::CopsMove => format!("{cops}/{}:cops", self.show_vertex(chase.robber)),
            Phase::RobberMoves => format!("{cops}/{}:robber", self.show_vertex(chase.robber)),
        }
    }

    fn parse(&self, text: &str) -> Result<Chase, ParseError> {
        let vertex = |name: &str| {
            let wrong = || format!("the graph has no vertex '{}'", name.escape_debug());
            self.parse_vertex(name).ok_or_else(wrong)
        };
        let read = || {
            let (places, turn) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
            let (names, robber) = places.split_once('/').ok_or("there is no '/' after the cops")?;
            if let (("-", "-", ""), Some(start)) = ((names, robber, turn), self.start()) {
                return Ok(start);
            }
            let (mut cops, named) = ([0; MOST_COPS], names.split('+').count());
            if named != self.cops {
                return Err(format!("there are {named} cops and not {}", self.cops));
            }
            for (cop, name) in cops.iter_mut().zip(names.split('+')) {
                *cop = vertex(name)?;
            }
            cops[..self.cops].sort_unstable();
            let (robber, phase) = match (robber, turn) {
                ("-", "") => (0, Phase::RobberChooses),
                (robber, "cops") => (vertex(robber)?, Phase::CopsMove),
                (robber, "robber") => (vertex(robber)?, Phase::RobberMoves),
                _ => return Err("neither 'cops' nor 'robber' are to move".to_owned()),
            };
            Ok(Chase { cops, robber, phase })
        };
        read().map_err(|reason: String| {
            ParseError::new(format!(
                "{reason}: write the vertices of the {} cops with '+' between them, '/', that of the robber, ':' and 'cops' or 'robber' for who is to move, such as {}/{}:cops; '-' stands for those who have no place yet, and vertices with awkward names are written as '@' and their numbers, 0 to {}",
                self.cops,
                self.show_cops(&[0; MOST_COPS]),
                self.show_vertex(0),
                self.vertices() - 1
            ))
        })
    }

    fn show_move(&self, _: &Chase, chosen: &ChaseMove) -> String {
        match chosen {
            ChaseMove::Cops(cops) => self.show_cops(cops),
            ChaseMove::Robber(robber) => self.show_vertex(*robber),
        }
    }

    fn board(&self, chase: &Chase) -> String {
        let cops = self.show_cops(&chase.cops);
        match chase.phase {
            Phase::CopsChoose => "the cops choose their places".to_owned(),
            Phase::RobberChooses => format!("cops on {cops}, the robber chooses his place"),
            _ => format!("cops on {cops}, robber on {}", self.show_vertex(chase.robber)),
        }
    }

    /// The graph, unless there are too many vertices to be drawn.
    fn picture(&self, chase: &Chase, second: bool) -> Board {
        let vertices = self.vertices();
        if usize::from(vertices) > MOST_DRAWN {
            return Board::text(self.board_seen(chase, second));
        }
        let mut board = Board::new(Style::Graph, &PEOPLE);
        let places =
            self.places.get_or_init(|| spread(vertices.into(), |vertex| self.near(vertex as u16)));
        for (vertex, &(x, y)) in (0..vertices).zip(places) {
            board.place(x, y, self.names.get(vertex.into()));
            let near = self.near(vertex).iter().filter(|&&other| other > vertex);
            board.lines.extend(near.map(|&other| [vertex.into(), other.into()]));
        }
        if chase.phase != Phase::CopsChoose {
            for cops in chase.cops[..self.cops].chunk_by(|one, other| one == other) {
                board.put(cops[0].into(), PEOPLE[0], cops.len() as u32);
            }
        }
        if matches!(chase.phase, Phase::CopsMove | Phase::RobberMoves) {
            board.put(chase.robber.into(), PEOPLE[1], 1);
        }
        let robber = matches!(chase.phase, Phase::RobberChooses | Phase::RobberMoves);
        board.turn(["cops", "robber"], Side::second(robber), true)
    }

    /// Where the cops go, in any order, or where the robber does.
    fn touches(&self, _: &Chase, chosen: &ChaseMove, _: bool) -> Vec<Touch> {
        match chosen {
            _ if usize::from(self.vertices()) > MOST_DRAWN => Vec::new(),
            ChaseMove::Cops(cops) => {
                vec![vec![cops[..self.cops].iter().map(|&cop| cop.into()).collect()]]
            }
            ChaseMove::Robber(robber) => picture::at((*robber).into()),
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Chase, ParseError> {
        let counts = setup.counts(&PEOPLE, usize::from(self.vertices()).min(MOST_DRAWN))?;
        let standing = |kind: usize| {
            let vertices = (0u16..).zip(&counts).map(move |(vertex, there)| (vertex, there[kind]));
            let people: u64 = vertices.clone().map(|(_, count)| u64::from(count)).sum();
            (people, vertices)
        };
        let ((cops, at), (robbers, robber)) = (standing(0), standing(1));
        match (cops, robbers) {
            (0, 0) => return self.start().ok_or_else(|| ParseError::new("there is no start")),
            (cops, robbers) if cops == self.cops as u64 && robbers <= 1 => {}
            (cops, robbers) => {
                return Err(ParseError::new(format!(
                    "there are {} cops and one robber, not {cops} and {robbers}",
                    self.cops
                )));
            }
        }
        let mut chase = Chase { cops: [0; MOST_COPS], robber: 0, phase: Phase::RobberChooses };
        let at = at.flat_map(|(vertex, count)| std::iter::repeat_n(vertex, count as usize));
        chase.cops.iter_mut().zip(at).for_each(|(cop, vertex)| *cop = vertex);
        if let Some((vertex, _)) = robber.into_iter().find(|&(_, count)| count > 0) {
            let phase = if setup.is_second() { Phase::RobberMoves } else { Phase::CopsMove };
            chase = Chase { robber: vertex, phase, ..chase };
        }
        Ok(chase)
    }

    /// All places of the cops, and with each all places of the robber.
    fn at_least(&self) -> u64 {
        let places = self.placements().unwrap_or(u64::MAX);
        places.saturating_mul(u64::from(self.vertices()) + 1).saturating_add(1)
    }

    fn mover(&self, chase: &Chase) -> Option<&'static str> {
        Some(match chase.phase {
            Phase::CopsChoose | Phase::CopsMove => "cops",
            Phase::RobberChooses | Phase::RobberMoves => "robber",
        })
    }
}

impl Listed for Cops {
    const LISTING: Listing = Listing {
        name: "cops",
        title: "Cops and robber",
        aliases: &[],
        parameters: ":COPS:GRAPH-FILE",
        example: "cops:2:examples/cops/c4.txt",
        summary: "cops catch a robber on a graph from a file",
        rules: "Cops choose vertices of an undirected graph, then a robber does, and in turn all \
                cops and the robber stay or move to a neighbour. The cops win by catching him; he \
                wins by escaping forever, which counts as a draw.",
        known: "one cop wins exactly on dismantlable graphs (R. Nowakowski and P. Winkler, \
                Vertex-to-vertex pursuit in a graph, 1983), three on every planar graph, and the \
                Petersen graph needs three (M. Aigner and M. Fromme, A game of cops and robbers, \
                1984)",
        impartial: false,
        dense: false,
    };

    fn from_parameters(parameters: &str, files: &dyn Files) -> Result<Self, ParseError> {
        let Some((cops, path)) = parameters.split_once(':').filter(|(_, path)| !path.is_empty())
        else {
            return Err(ParseError::new(
                "cops takes how many cops there are and the file of a graph, as in cops:2:graph.dot",
            ));
        };
        match cops.parse() {
            Ok(count) if (1..=MOST_COPS).contains(&count) => {
                let (graph, names) = files.graph(path)?;
                Cops::with_names(count, &graph, names)
            }
            _ => Err(ParseError::new(format!(
                "there can be 1 to {MOST_COPS} cops, not '{cops}', as in cops:2:graph.dot"
            ))),
        }
    }
}
