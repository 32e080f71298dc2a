//! What a file says of its vertices and edges.

use std::io;
use std::ops::Range;

use bytemuck::Pod;
use retrograde_core::{
    Acceptance, Arena, Bitmap, Column, Control, GraphError, Outcome, Player, Side, Vertex,
};

use crate::condition;
use crate::error::ReadError;
use crate::rgg::file::{RggFile, fault};
use crate::rgg::layout::{Kind, PIECE, damaged};
use crate::rgg::store::Buffer;

impl RggFile {
    /// Calls `visit` with each verdict on a vertex of the range, in order.
    ///
    /// # Errors
    /// What the system reports; a file that is damaged.
    ///
    /// # Panics
    /// If there are no such vertices.
    pub fn verdicts(
        &self,
        vertices: Range<usize>,
        visit: impl FnMut(Vertex, Outcome),
    ) -> io::Result<()> {
        self.each_code(Kind::Verdicts, vertices, verdict, visit)
    }

    /// Calls `visit` with each owner of a vertex of the range, in order.
    ///
    /// # Errors
    /// As for [`verdicts`](Self::verdicts).
    ///
    /// # Panics
    /// If there are no such vertices.
    pub fn owners(
        &self,
        vertices: Range<usize>,
        visit: impl FnMut(Vertex, Player),
    ) -> io::Result<()> {
        self.each_code(Kind::Owners, vertices, owner, visit)
    }

    /// Calls `visit` with each vertex of the range that is a target, in order.
    ///
    /// # Errors
    /// As for [`verdicts`](Self::verdicts).
    ///
    /// # Panics
    /// If there are no such vertices.
    pub fn targets(&self, vertices: Range<usize>, mut visit: impl FnMut(Vertex)) -> io::Result<()> {
        self.each_code(Kind::Targets, vertices, target, |vertex, is_target| {
            if is_target {
                visit(vertex);
            }
        })
    }

    fn each_code<T>(
        &self,
        kind: Kind,
        vertices: Range<usize>,
        decode: fn(u8) -> io::Result<Option<T>>,
        mut visit: impl FnMut(Vertex, T),
    ) -> io::Result<()> {
        let Some(section) = self.store().directory.find(kind) else { return Ok(()) };
        let mut buffer = Buffer::default();
        for first in vertices.clone().step_by(PIECE as usize) {
            let end = vertices.end.min(first + PIECE as usize);
            let codes: &[u8] =
                self.store().fetch(section, first as u64..end as u64, &mut buffer)?;
            for (vertex, &code) in (first..).zip(codes).filter(|(_, code)| **code != 0) {
                if let Some(value) = decode(code)? {
                    visit(vertex as Vertex, value);
                }
            }
        }
        Ok(())
    }

    fn codes<T: Copy + Default>(
        &self,
        kind: Kind,
        decode: fn(u8) -> io::Result<Option<T>>,
        control: &Control<'_>,
    ) -> Result<Column<T>, ReadError> {
        let Some(section) = self.store().directory.find(kind) else { return Ok(Column::default()) };
        let codes: Vec<u8> = self.list(section, control)?;
        let mut column = Column::default();
        for (index, code) in codes.into_iter().enumerate() {
            if let Some(value) = decode(code).map_err(fault)? {
                column.set(index, value);
            }
        }
        Ok(column)
    }

    fn optional<T: Pod + Default>(
        &self,
        kind: Kind,
        presence: Kind,
        count: usize,
        control: &Control<'_>,
    ) -> Result<Column<T>, ReadError> {
        let Some(section) = self.store().directory.find(kind) else { return Ok(Column::default()) };
        let values: Vec<T> = self.list(section, control)?;
        let Some(section) = self.store().directory.find(presence) else { return Ok(values.into()) };
        let mut present = Bitmap::new(count);
        present.words_mut().copy_from_slice(&self.list::<u64>(section, control)?);
        Ok(present.ones().take_while(|&index| index < count).map(|i| (i, values[i])).collect())
    }

    /// All attributes; the graph and the names of the arena are empty.
    pub(crate) fn said(&self, control: &Control<'_>) -> Result<Arena, ReadError> {
        let (vertices, edges) = (self.vertex_count(), self.edge_count() as usize);
        let mut said = Arena {
            verdicts: self.codes(Kind::Verdicts, verdict, control)?,
            owners: self.codes(Kind::Owners, owner, control)?,
            targets: self.codes(Kind::Targets, target, control)?,
            players: self.codes(Kind::Players, player, control)?,
            priorities: self.optional(Kind::Priorities, Kind::HavePriority, vertices, control)?,
            weights: self.optional(Kind::Weights, Kind::HaveWeight, edges, control)?,
            acceptance: self.acceptance(control)?,
            ..Arena::default()
        };
        if let Some(section) = self.store().directory.find(Kind::Colors) {
            let colors: Vec<u64> = self.list(section, control)?;
            said.colors = colors.into_iter().enumerate().filter(|&(_, set)| set != 0).collect();
        }
        Ok(said)
    }

    fn acceptance(&self, control: &Control<'_>) -> Result<Option<Acceptance>, ReadError> {
        let Some(section) = self.store().directory.find(Kind::Acceptance) else { return Ok(None) };
        let text = String::from_utf8(self.list(section, control)?);
        let text = text.map_err(|_| fault(damaged("the acceptance makes no sense")))?;
        condition::parse(&text).map(Some).map_err(|message| ReadError::syntax(None, message))
    }

    /// That all attributes make sense.
    pub(crate) fn check_said(&self, control: &Control<'_>) -> Result<(), ReadError> {
        let said = self.said(control)?;
        let mut reader = self.forward().reader();
        let mut wrong = None;
        for (vertex, _) in said.verdicts.iter() {
            let visit = |vertex, degree| wrong = wrong.or((degree > 0).then_some(vertex));
            reader.degrees(vertex..vertex + 1, visit).map_err(fault)?;
        }
        match wrong {
            None => Ok(()),
            Some(vertex) => {
                let name = self.names(control)?.get(vertex).into_owned();
                let error = GraphError::VerdictOnMoves { vertex, name };
                Err(ReadError::graph(None, error))
            }
        }
    }
}

fn unknown<T>(kind: Kind, code: u8) -> io::Result<T> {
    Err(damaged(format!("the {} have the code {code}: make the file again", kind.name())))
}

fn verdict(code: u8) -> io::Result<Option<Outcome>> {
    Ok(match code {
        0 => None,
        1 => Some(Outcome::Win),
        2 => Some(Outcome::Lose),
        3 => Some(Outcome::Draw),
        _ => return unknown(Kind::Verdicts, code),
    })
}

fn owner(code: u8) -> io::Result<Option<Player>> {
    Ok(match code {
        0 => None,
        1 => Some(Player::Zero),
        2 => Some(Player::One),
        _ => return unknown(Kind::Owners, code),
    })
}

fn target(code: u8) -> io::Result<Option<bool>> {
    Ok(match code {
        0 => None,
        1 => Some(false),
        2 => Some(true),
        _ => return unknown(Kind::Targets, code),
    })
}

fn player(code: u8) -> io::Result<Option<Side>> {
    Ok(match code {
        0 => None,
        1 => Some(Side::Left),
        2 => Some(Side::Right),
        _ => return unknown(Kind::Players, code),
    })
}
