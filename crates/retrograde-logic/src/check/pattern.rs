//! Which labels a formula means.

/// An action of a formula, which labels match or do not.
///
/// A label is taken without its blanks. Where it is several actions at once, as in `a(1)|b`, their
/// order does not matter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Pattern {
    /// The whole label.
    Text(String),
    /// Actions that happen at once.
    Together(Vec<Action>),
}

/// One action.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Action {
    pub(crate) name: String,
    pub(crate) arguments: Arguments,
}

/// What an action says about arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Arguments {
    /// There are none.
    None,
    /// These, without blanks.
    Exactly(String),
    /// Any, or none at all.
    Any,
}

/// What the internal action is called: it is `tau` in formulas.
pub(crate) const TAU: &str = "tau";

/// A label as patterns see it.
#[derive(Debug)]
pub(crate) struct Seen {
    text: String,
    parts: Vec<Action>,
}

impl Seen {
    /// A label; `internal` are the names of the internal action.
    pub(crate) fn new(label: &str, internal: &[String]) -> Self {
        let mut text: String = label.chars().filter(|c| !c.is_whitespace()).collect();
        if internal.contains(&text) {
            TAU.clone_into(&mut text);
        }
        let mut parts = Vec::new();
        let (mut depth, mut start) = (0_usize, 0);
        for (at, byte) in text.bytes().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b'|' if depth == 0 => {
                    parts.push(Action::read(&text[start..at]));
                    start = at + 1;
                }
                _ => {}
            }
        }
        parts.push(Action::read(&text[start..]));
        parts.sort();
        Seen { text, parts }
    }
}

impl Action {
    fn read(text: &str) -> Self {
        let split = text.strip_suffix(')').and_then(|text| text.split_once('('));
        match split {
            Some((name, inside)) => {
                Action { name: name.to_owned(), arguments: Arguments::Exactly(inside.to_owned()) }
            }
            None => Action { name: text.to_owned(), arguments: Arguments::None },
        }
    }
}

impl Pattern {
    /// Whether a label is meant.
    pub(crate) fn matches(&self, label: &Seen, internal: &[String]) -> bool {
        let parts = match self {
            Pattern::Text(text) => {
                return Seen::new(text, internal).text == label.text;
            }
            Pattern::Together(parts) => parts,
        };
        if let [Action { name, arguments: Arguments::None }] = &parts[..] {
            let name = if internal.contains(name) { TAU } else { name };
            return label.text == name;
        }
        let mut left: Vec<&Action> = label.parts.iter().collect();
        let (any, exact): (Vec<&Action>, Vec<&Action>) =
            parts.iter().partition(|part| part.arguments == Arguments::Any);
        let mut take = |fits: &dyn Fn(&Action) -> bool| {
            let found = left.iter().position(|&part| fits(part));
            found.map(|at| left.swap_remove(at)).is_some()
        };
        exact.iter().all(|&part| take(&|other| other == part))
            && any.iter().all(|part| take(&|other| other.name == part.name))
            && left.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(name: &str, arguments: Arguments) -> Action {
        Action { name: name.to_owned(), arguments }
    }

    fn matches(parts: &[&Action], label: &str) -> bool {
        let internal = ["i".to_owned(), TAU.to_owned()];
        Pattern::Together(parts.iter().copied().cloned().collect())
            .matches(&Seen::new(label, &internal), &internal)
    }

    #[test]
    fn names_arguments_and_several_at_once() {
        let [bare, any] = [Arguments::None, Arguments::Any].map(|it| action("a", it));
        let one = action("a", Arguments::Exactly("1,2".to_owned()));
        assert!(matches(&[&bare], " a ") && !matches(&[&bare], "a(1)"));
        assert!(matches(&[&any], "a") && matches(&[&any], "a(x, y)"));
        assert!(!matches(&[&any], "ab") && !matches(&[&any], "a|b"));
        assert!(matches(&[&one], "a(1, 2)") && !matches(&[&one], "a(1)"));
        let b = action("b", Arguments::None);
        assert!(matches(&[&b, &one], "a(1,2)|b"));
        assert!(matches(&[&any, &one], "a(1,2)|a(3)"));
        assert!(!matches(&[&any, &one], "a(1,2)"));
        let tau = action("tau", Arguments::None);
        assert!(matches(&[&tau], "i") && matches(&[&tau], "tau"));
        assert!(matches(&[&action("i", Arguments::None)], "tau"));
        assert!(!matches(&[&bare], "tau"));
        let text = Pattern::Text("PUT !1".to_owned());
        assert!(text.matches(&Seen::new("PUT  !1", &[]), &[]));
        assert!(!text.matches(&Seen::new("PUT !2", &[]), &[]));
    }
}
