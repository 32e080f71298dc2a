//! Reads a picture back and checks that it shows what it should, cleanly.

use std::collections::{BTreeMap, BTreeSet};

use retrograde_core::{Arena, Vertex};
use roxmltree::{Document, Node};

/// A rectangle on the page.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    corner: f64,
}

impl Area {
    fn of(rect: Node<'_, '_>) -> Self {
        let number = |name| number(rect.attribute(name).unwrap());
        let (left, top) = (number("x"), number("y"));
        Area {
            left,
            top,
            right: left + number("width"),
            bottom: top + number("height"),
            corner: number("rx"),
        }
    }

    fn shrunk(self, by: f64) -> Self {
        Area {
            left: self.left + by,
            top: self.top + by,
            right: self.right - by,
            bottom: self.bottom - by,
            ..self
        }
    }

    fn contains(&self, (x, y): (f64, f64)) -> bool {
        x > self.left && x < self.right && y > self.top && y < self.bottom
    }

    /// How far a point is from the border with its round corners; negative inside.
    fn distance(&self, (x, y): (f64, f64)) -> f64 {
        let past = |at: f64, low: f64, high: f64| {
            (at - f64::midpoint(low, high)).abs() - (high - low) / 2.0 + self.corner
        };
        let (x, y) = (past(x, self.left, self.right), past(y, self.top, self.bottom));
        x.max(0.0).hypot(y.max(0.0)) + x.max(y).min(0.0) - self.corner
    }

    fn meets(&self, other: &Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

fn number(text: &str) -> f64 {
    let value: f64 = text.parse().unwrap_or_else(|_| panic!("{text} is no number"));
    assert!(value.is_finite() && value.abs() < 1e6, "{text}");
    value
}

fn title<'a>(node: Node<'a, '_>) -> &'a str {
    node.children().find(|child| child.has_tag_name("title")).and_then(|t| t.text()).unwrap_or("")
}

fn class<'a>(node: &Node<'a, '_>) -> &'a str {
    node.attribute("class").unwrap_or("")
}

/// Points along a path of `M`, `L`, `C` and `Z`, close together.
fn points(path: &str) -> Vec<(f64, f64)> {
    let mut result: Vec<(f64, f64)> = Vec::new();
    let commands = path.split_inclusive(char::is_alphabetic).collect::<Vec<_>>();
    // Each piece ends with the letter of the next command.
    let mut letter = "M";
    for piece in &commands[1..] {
        let (numbers, next) = match piece.strip_suffix(char::is_alphabetic) {
            Some(numbers) => (numbers, &piece[numbers.len()..]),
            None => (*piece, ""),
        };
        let values: Vec<f64> = numbers.split_whitespace().map(number).collect();
        let pairs: Vec<(f64, f64)> = values.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        let mix =
            |a: (f64, f64), b: (f64, f64), t: f64| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
        let steps = (1..=24).map(|step| f64::from(step) / 24.0);
        match letter {
            "M" => result.push(pairs[0]),
            "L" => {
                let from = *result.last().unwrap();
                result.extend(steps.map(|t| mix(from, pairs[0], t)));
            }
            "C" => {
                let from = *result.last().unwrap();
                result.extend(steps.map(|t| {
                    let [ab, bc, cd] =
                        [(from, pairs[0]), (pairs[0], pairs[1]), (pairs[1], pairs[2])]
                            .map(|(a, b)| mix(a, b, t));
                    mix(mix(ab, bc, t), mix(bc, cd, t), t)
                }));
            }
            other => panic!("path command {other}"),
        }
        letter = next;
    }
    result
}

/// Checks a picture of a whole graph whose names are all different and need no shortening.
///
/// # Panics
/// If a node or move is missing, drawn twice or not where it belongs; if nodes overlap, a line
/// runs through a node, or anything lies outside of the picture.
pub(crate) fn check(svg: &str, arena: &Arena) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    let root = document.root_element();
    let view: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(number).collect();
    let graph = root.children().find(|node| class(node) == "graph").unwrap();
    let shift: Vec<f64> = graph
        .attribute("transform")
        .and_then(|text| text.strip_prefix("translate(")?.strip_suffix(')'))
        .map(|text| text.split(' ').map(number).collect())
        .unwrap();
    let page = Area {
        left: -shift[0],
        top: -shift[1],
        right: view[2] - shift[0],
        bottom: view[3] - shift[1],
        corner: 0.0,
    };

    let mut areas: BTreeMap<&str, Area> = BTreeMap::new();
    for node in graph.children().filter(|node| class(node).starts_with("node ")) {
        let (name, _) = title(node).rsplit_once(": ").unwrap();
        let outline = node.children().find(|child| class(child) == "outline").unwrap();
        let area = Area::of(outline);
        assert!(page.meets(&area) && page.contains((area.left, area.top)));
        assert!(page.contains((area.right, area.bottom)), "{name} is off the page");
        for (other, taken) in &areas {
            assert!(!area.meets(taken), "{name} lies on {other}");
        }
        assert!(areas.insert(name, area).is_none(), "{name} is drawn twice");
        check_texts(node, area);
    }
    assert_eq!(areas.len(), arena.graph.vertex_count());

    let name = |vertex: Vertex| arena.names.get(vertex).into_owned();
    let mut expected: BTreeSet<(String, String)> =
        arena.graph.edges().map(|(from, to)| (name(from), name(to))).collect();
    for step in graph.descendants().filter(|node| class(node) == "move") {
        let (from, to) = title(step).split_once(" → ").unwrap();
        assert!(expected.remove(&(from.to_owned(), to.to_owned())), "{from} → {to}");
        check_line(step, (from, to), &areas, &page);
    }
    assert!(expected.is_empty(), "not drawn: {expected:?}");
    check_labels(graph, &areas, &page);
}

/// Checks that what is written on lines lies on no node and inside of the picture.
fn check_labels(graph: Node<'_, '_>, areas: &BTreeMap<&str, Area>, page: &Area) {
    for label in graph.children().filter(|child| LINE_LABELS.contains(&class(child))) {
        let area = Area::of(label.first_element_child().unwrap());
        let text = label.last_element_child().unwrap().text().unwrap();
        let width = text.chars().map(least_width).sum::<f64>() * 11.0;
        assert!(width < area.right - area.left, "{text} is wider than its place");
        assert!(page.contains((area.left, area.top)), "{text} is off the page");
        assert!(page.contains((area.right, area.bottom)), "{text} is off the page");
        for (name, node) in areas {
            assert!(!node.meets(&area), "{text} lies on {name}");
        }
    }
}

/// How many pairs of labels of lines lie on each other.
pub(crate) fn label_overlaps(svg: &str) -> usize {
    let document = Document::parse(svg).unwrap();
    let graph = document.descendants().find(|node| class(node) == "graph").unwrap();
    let labels: Vec<Area> = graph
        .children()
        .filter(|child| LINE_LABELS.contains(&class(child)))
        .map(|label| Area::of(label.first_element_child().unwrap()))
        .collect();
    let pairs = labels
        .iter()
        .enumerate()
        .flat_map(|(at, one)| labels[..at].iter().filter(move |other| one.meets(other)));
    pairs.count()
}

/// The classes of what is written on lines.
const LINE_LABELS: [&str; 3] = ["weight", "side", "count"];

/// Checks that the text of a node stays inside of it, and inside of the cell it belongs to.
fn check_texts(node: Node<'_, '_>, area: Area) {
    let cells: Vec<Area> = node
        .children()
        .filter(|child| class(child) == "cell")
        .map(|cell| Area::of(cell.first_element_child().unwrap()))
        .collect();
    let ring = node.children().find(|child| class(child) == "ring").map(Area::of);
    let inside = ring.unwrap_or(area);
    for (index, cell) in cells.iter().enumerate() {
        assert!(inside.contains((cell.left, cell.top)), "{cell:?} in {inside:?}");
        assert!(inside.contains((cell.right, cell.bottom)), "{cell:?} in {inside:?}");
        assert!(!cells[..index].iter().any(|other| other.meets(cell)), "{cells:?}");
    }
    let mut written: Vec<Area> = Vec::new();
    for text in node.children().filter(|child| child.has_tag_name("text")) {
        let content = text.text().unwrap_or("");
        let attribute = |name| number(text.attribute(name).unwrap());
        let (x, y, size) = (attribute("x"), attribute("y"), attribute("font-size"));
        let half = content.chars().map(least_width).sum::<f64>() * size / 2.0;
        let ink =
            Area { left: x - half, top: y - size * 0.7, right: x + half, bottom: y, corner: 0.0 };
        let holder = cells.iter().find(|cell| cell.contains((x, y))).unwrap_or(&inside);
        assert!(holder.contains((ink.left, ink.top)), "{content} in {holder:?}");
        assert!(holder.contains((ink.right, ink.bottom)), "{content} in {holder:?}");
        assert!(!written.iter().any(|other| other.meets(&ink)), "{content} lies on text");
        let alone = cells.iter().all(|cell| cell.contains((x, y)) || !cell.meets(&ink));
        assert!(alone, "{content} runs into a cell");
        written.push(ink);
    }
    assert!(written.len() >= 2, "a name and a value");
}

/// The width of a character in Arial, or less, as a share of the font size.
fn least_width(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | ',' | '.' | ':' | '|' | ' ' | '\u{300}'..='\u{36f}' => 0.22,
        '-' | 'f' | 't' | 'r' | '(' | ')' | '{' | '}' => 0.27,
        'm' | 'w' | 'W' | 'M' => 0.72,
        _ => 0.5,
    }
}

fn check_line(
    step: Node<'_, '_>,
    (from, to): (&str, &str),
    areas: &BTreeMap<&str, Area>,
    page: &Area,
) {
    let path = |wanted: &str| {
        let found = step.children().filter(|child| class(child) == wanted).collect::<Vec<_>>();
        assert_eq!(found.len(), 1, "one {wanted} for {from} → {to}");
        points(found[0].attribute("d").unwrap())
    };
    let (line, arrow) = (path("line"), path("arrow"));
    let (start, tip) = (line[0], arrow[0]);
    assert!(areas[from].distance(start).abs() < 0.5, "{from} → {to} starts at {start:?}");
    assert!(areas[to].distance(tip).abs() < 0.5, "{from} → {to} ends at {tip:?}");
    for point in line.iter().chain(&arrow) {
        assert!(page.contains(*point), "{from} → {to} leaves the page at {point:?}");
        for (other, area) in areas {
            let deep = if *other == from || *other == to { 23.0 } else { 1.0 };
            assert!(!area.shrunk(deep).contains(*point), "{from} → {to} runs through {other}");
        }
    }
}
