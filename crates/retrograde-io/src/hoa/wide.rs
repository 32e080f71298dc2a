//! Formulas over more sets than there are colours, as long as priorities can say the same.

use std::collections::HashMap;

use super::expression::{self, Algebra};
use super::lexer::{Lexer, Token};
use crate::error::ReadError;

/// Priorities of sets that say the same as a formula: it holds if the highest that comes up infinitely
/// often is odd.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct WideRanks {
    of: HashMap<u32, u32>,
    /// Of a move in none of the sets.
    pub(super) none: u32,
}

impl WideRanks {
    pub(super) fn of(&self, set: u32) -> u32 {
        self.of.get(&set).copied().unwrap_or(self.none)
    }

    /// Reads the formula after the number of sets; `None` if it is not one after the other of sets that
    /// decide.
    pub(super) fn read(lexer: &mut Lexer<'_>, sets: u64) -> Result<Option<Self>, ReadError> {
        lexer.advance()?;
        let mut formula = Formula { sets, nodes: Vec::new() };
        let root = expression::read(lexer, &mut formula)?;
        if !lexer.is_at_item() {
            return Err(lexer.expected("'&', '|' or the end of the formula"));
        }
        Ok(formula.ranks(root))
    }
}

#[derive(Clone, Copy)]
enum Node {
    Constant(bool),
    /// Whether the set comes up infinitely often, or does not.
    Set {
        set: u32,
        often: bool,
    },
    And(usize, usize),
    Or(usize, usize),
}

struct Formula {
    sets: u64,
    nodes: Vec<Node>,
}

impl Formula {
    fn push(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Takes off the sets that decide, from the outside in.
    fn ranks(&self, root: usize) -> Option<WideRanks> {
        let mut order: Vec<(u32, bool)> = Vec::new();
        let mut known: HashMap<u32, ()> = HashMap::new();
        let mut at = root;
        let none = loop {
            let (node, is_and) = match self.nodes[at] {
                Node::Constant(holds) => break holds,
                node @ Node::Set { often, .. } => (node, !often),
                node @ Node::And(..) => (node, true),
                node @ Node::Or(..) => (node, false),
            };
            let mut parts = vec![at];
            let mut rest = None;
            let mut decided = Vec::new();
            while let Some(part) = parts.pop() {
                match self.nodes[part] {
                    Node::And(left, right) if is_and => parts.extend([right, left]),
                    Node::Or(left, right) if !is_and => parts.extend([right, left]),
                    Node::Constant(holds) if holds == is_and => {}
                    Node::Set { set, often } if often != is_and => decided.push(set),
                    _ if rest.replace(part).is_some() => return None,
                    _ => {}
                }
            }
            for set in decided {
                if known.insert(set, ()).is_none() {
                    order.push((set, !is_and));
                }
            }
            match (rest, node) {
                (Some(rest), _) => at = rest,
                // A set that cannot come up any more decides nothing.
                (None, _) => break is_and,
            }
            if let Node::Set { set, often } = self.nodes[at]
                && known.contains_key(&set)
            {
                break !often;
            }
        };
        let none = u32::from(none);
        let (mut of, mut rank) = (HashMap::new(), none);
        for (set, holds) in order.into_iter().rev() {
            rank += u32::from((rank % 2 == 1) != holds);
            of.insert(set, rank);
        }
        Some(WideRanks { of, none })
    }
}

impl Algebra for Formula {
    type Item = usize;

    const OPERANDS: &'static str = "Inf(n), Fin(n), t, f or '('";

    fn operand(&mut self, lexer: &mut Lexer<'_>) -> Result<Option<usize>, ReadError> {
        let Token::Word(word) = &lexer.token else { return Ok(None) };
        let often = match word.as_str() {
            "t" | "f" => {
                let node = Node::Constant(word == "t");
                lexer.advance()?;
                return Ok(Some(self.push(node)));
            }
            "Inf" => true,
            "Fin" => false,
            _ => return Ok(None),
        };
        lexer.advance()?;
        lexer.pass(b'(')?;
        let set = match lexer.token {
            Token::Number(number) if number < self.sets => u32::try_from(number).ok(),
            Token::Number(_) => None,
            _ => return Err(lexer.expected("an acceptance set")),
        };
        let Some(set) = set else { return Err(lexer.no_such_set(self.sets)) };
        lexer.advance()?;
        lexer.pass(b')')?;
        Ok(Some(self.push(Node::Set { set, often })))
    }

    fn not(&mut self, _: usize) -> Option<usize> {
        None
    }

    fn and(&mut self, left: usize, right: usize) -> usize {
        self.push(Node::And(left, right))
    }

    fn or(&mut self, left: usize, right: usize) -> usize {
        self.push(Node::Or(left, right))
    }
}
