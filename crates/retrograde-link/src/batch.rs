//! What workers send each other: numbers by the thousand, with a word that says what they are for.

use std::borrow::Cow;
use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// What the numbers of a batch are for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Topic {
    /// Nothing was made of the bytes of another process.
    #[default]
    Garbled,
    /// Vertices that have a move to a lost one.
    Claim,
    /// Vertices one of whose moves is refuted.
    Lower,
    /// Moves: who they lead to and from where.
    Edges,
    /// Moves of a list: whose they are, which of the reader's, and where they lead.
    Moves,
    /// Vertices of a list.
    Vertices,
    /// Vertices that somebody wants to know the value of, each with a number of the asker's.
    Ask,
    /// The asker's numbers, each with the value asked for.
    Tell,
    /// How far a worker is.
    Tally,
}

impl Topic {
    const ALL: [Topic; 9] = [
        Topic::Garbled,
        Topic::Claim,
        Topic::Lower,
        Topic::Edges,
        Topic::Moves,
        Topic::Vertices,
        Topic::Ask,
        Topic::Tell,
        Topic::Tally,
    ];
}

/// Numbers from one worker for another. Threads hand it over as it is; between processes it is written
/// as bytes, numbers in little endian behind four of their number, the sender, the addressee and the
/// topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// What the numbers are for.
    pub topic: Topic,
    /// The worker that sends them.
    pub from: u32,
    /// The worker that they are for.
    pub to: u32,
    /// The numbers.
    pub words: Vec<u32>,
}

impl Accountable for Batch {
    fn record_count(&self) -> i64 {
        1
    }
}

/// Bytes before the numbers.
const HEAD: usize = 16;

impl ContainerBytes for Batch {
    fn from_bytes(bytes: Bytes) -> Self {
        Batch::parse(&bytes).unwrap_or_default()
    }

    fn length_in_bytes(&self) -> usize {
        (HEAD + 4 * self.words.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let head = [self.words.len() as u32, self.from, self.to, self.topic as u32];
        let odd: &[u32] = if self.words.len().is_multiple_of(2) { &[] } else { &[0] };
        for words in [&head[..], &self.words, odd] {
            // The writer is a buffer in memory, of the length that was asked for above.
            let _ = writer.write_all(bytemuck::cast_slice(&little(words)));
        }
    }
}

/// Numbers as they lie in memory where they are written in little endian.
fn little(words: &[u32]) -> Cow<'_, [u32]> {
    // Almost everywhere they do, and are not looked at.
    match cfg!(target_endian = "little") {
        true => Cow::Borrowed(words),
        false => words.iter().map(|word| word.to_le()).collect(),
    }
}

impl Batch {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let (head, words) = bytes.split_at_checked(HEAD)?;
        let (head, _) = head.as_chunks::<4>();
        let [length, from, to, topic] = [0, 1, 2, 3].map(|index| u32::from_le_bytes(head[index]));
        let bytes = words.get(..(length as usize).checked_mul(4)?)?;
        let topic = *Topic::ALL.get(topic as usize)?;
        let mut words = vec![0; length as usize];
        bytemuck::cast_slice_mut(&mut words).copy_from_slice(bytes);
        if cfg!(target_endian = "big") {
            words.iter_mut().for_each(|word| *word = u32::from_le(*word));
        }
        Some(Batch { topic, from, to, words })
    }
}

/// Sends each batch to its addressee.
pub(crate) struct Post;

impl Distributor<Batch> for Post {
    fn partition<T: Clone, P: Push<Message<T, Batch>>>(
        &mut self,
        batch: &mut Batch,
        time: &T,
        pushers: &mut [P],
    ) {
        if let Some(pusher) = pushers.get_mut(batch.to as usize) {
            Message::push_at(batch, time.clone(), pusher);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Batch>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_survive_being_bytes_and_other_bytes_are_garbled() {
        for length in [0, 1, 2, 3, 5000] {
            let words = (0..length).map(|n: u32| n.wrapping_mul(0x9e37_79b9)).collect();
            let batch = Batch { topic: Topic::Ask, from: 3, to: 70_000, words };
            let mut bytes = Vec::new();
            batch.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), batch.length_in_bytes());
            assert_eq!(Batch::parse(&bytes), Some(batch));
            for cut in [0, 1, 15, bytes.len().saturating_sub(9)] {
                let parsed = Batch::parse(&bytes[..cut.min(bytes.len())]);
                assert!(parsed.is_none_or(|batch| batch.words.is_empty()));
            }
        }
        let mut hostile = vec![0xff; 64];
        assert_eq!(Batch::parse(&hostile), None);
        hostile[..4].copy_from_slice(&2_u32.to_le_bytes());
        assert_eq!(Batch::parse(&hostile), None);
    }
}
