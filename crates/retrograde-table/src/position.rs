//! A position of some game, without its type.

use std::any::Any;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::Worth;

/// A position of the game that a [`Rules`](crate::Rules) holds. Cheap to clone; two are equal
/// if the game says so.
///
/// ```
/// use retrograde_games::rules::Nim;
/// use retrograde_table::Rules;
/// let rules = Rules::of(Nim::new(&[1, 2]).unwrap());
/// assert_eq!(rules.start(), Some(rules.parse("1,2").unwrap()));
/// ```
#[derive(Clone)]
pub struct Position(Arc<dyn Erased>);

/// A move: how players write it, and where it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as players write it.
    pub text: String,
    /// The position after it.
    pub to: Position,
}

/// A move with what it leaves to the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The move as players write it.
    pub text: String,
    /// The position after it.
    pub to: Position,
    /// What that is worth to the opponent.
    pub worth: Worth,
}

impl Position {
    pub(crate) fn new<P: Eq + Hash + fmt::Debug + Send + Sync + 'static>(position: P) -> Self {
        Position(Arc::new(position))
    }

    /// The position itself.
    pub(crate) fn get<P: 'static>(&self) -> &P {
        self.0.any().downcast_ref().expect("a position is asked about in its own game")
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(other.0.any())
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hashed());
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a position can do whatever its type.
trait Erased: fmt::Debug + Send + Sync {
    fn any(&self) -> &dyn Any;
    fn same(&self, other: &dyn Any) -> bool;
    fn hashed(&self) -> u64;
}

impl<P: Eq + Hash + fmt::Debug + Send + Sync + 'static> Erased for P {
    fn any(&self) -> &dyn Any {
        self
    }

    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref().is_some_and(|other: &P| other == self)
    }

    fn hashed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}
