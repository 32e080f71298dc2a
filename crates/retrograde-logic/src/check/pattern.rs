//! Which labels a formula means.

use std::fmt;

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

/// What the internal action is called in formulas, whatever its names in the model.
pub(crate) const TAU: &str = "tau";

/// A label as patterns see it: without its blanks, and with actions that happen at once in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Seen {
    Internal,
    Actions(Vec<Action>),
}

impl Seen {
    /// A label; `internal` are the names of the internal action.
    pub(crate) fn new(label: &str, internal: &[String]) -> Self {
        let text: String = label.chars().filter(|c| !c.is_whitespace()).collect();
        if internal.contains(&text) {
            return Seen::Internal;
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
        Seen::Actions(parts)
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seen::Actions(parts) = self else { return f.write_str(TAU) };
        for (at, Action { name, arguments }) in parts.iter().enumerate() {
            let bar = if at > 0 { "|" } else { "" };
            match arguments {
                Arguments::None => write!(f, "{bar}{name}")?,
                Arguments::Exactly(inside) => write!(f, "{bar}{name}({inside})")?,
                Arguments::Any => write!(f, "{bar}{name}(*)")?,
            }
        }
        Ok(())
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
            Pattern::Text(text) => return Seen::new(text, internal) == *label,
            Pattern::Together(parts) => parts,
        };
        let is_internal = match &parts[..] {
            [Action { name, arguments: Arguments::None }] => name == TAU || internal.contains(name),
            _ => false,
        };
        let Seen::Actions(of_label) = label else { return is_internal };
        if is_internal {
            return false;
        }
        let mut left: Vec<&Action> = of_label.iter().collect();
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
        // Whoever says what it is called means no other name.
        let other = ["lose".to_owned()];
        let seen = |label: &str| Seen::new(label, &other);
        let internal = Pattern::Together(vec![tau]);
        assert!(internal.matches(&seen("lose"), &other) && !internal.matches(&seen("tau"), &other));
        assert!(Pattern::Text("tau".to_owned()).matches(&seen("tau"), &other));
        let text = Pattern::Text("PUT !1".to_owned());
        assert!(text.matches(&Seen::new("PUT  !1", &[]), &[]));
        assert!(!text.matches(&Seen::new("PUT !2", &[]), &[]));
    }
}
