//! Bodies of requests: neither too large, nor too slow, nor too many at once.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, Request};
use retrograde::memory::Bytes as Size;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::refusal::Refusal;

/// Bodies up to this size are not counted.
const SMALL: usize = 64 << 10;

/// What all large bodies together may take while they arrive.
#[derive(Debug)]
pub(crate) struct Bodies {
    room: Arc<Semaphore>,
    /// How long a body may take to arrive.
    patience: Duration,
}

impl Bodies {
    pub(crate) fn new(largest: usize, patience: Duration) -> Self {
        // A semaphore counts blocks, of which there are few enough for any machine.
        let room = Arc::new(Semaphore::new(4 * blocks(largest)));
        Bodies { room, patience }
    }

    /// The body of a request, of JSON and of at most so many bytes.
    pub(crate) async fn read(&self, request: Request<Body>, most: usize) -> Result<Bytes, Refusal> {
        check_type(request.headers())?;
        let announced = announced(request.headers())?;
        if announced.is_some_and(|announced| announced > most as u64) {
            return Err(too_large(most));
        }
        let expected = announced.map_or(most, |announced| announced as usize);
        let wanted = if expected <= SMALL { 0 } else { blocks(expected) as u32 };
        let room = timeout(self.patience, self.room.acquire_many(wanted)).await;
        let _room = room.map_err(|_| no_room())?;
        let read = collect(request.into_body(), most, expected);
        timeout(self.patience, read).await.unwrap_or_else(|_| Err(too_slow()))
    }
}

fn blocks(bytes: usize) -> usize {
    bytes.div_ceil(SMALL)
}

async fn collect(body: Body, most: usize, expected: usize) -> Result<Bytes, Refusal> {
    let mut body = std::pin::pin!(body);
    // What is announced is not yet there.
    let mut bytes = Vec::with_capacity(expected.min(SMALL));
    while let Some(frame) = std::future::poll_fn(|context| body.as_mut().poll_frame(context)).await
    {
        let frame = frame.map_err(|_| cut_off())?;
        if let Some(data) = frame.data_ref() {
            if bytes.len() + data.len() > most {
                return Err(too_large(most));
            }
            bytes.extend_from_slice(data);
        }
    }
    Ok(bytes.into())
}

/// Other sites can send forms without asking; JSON they cannot.
fn check_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    match essence.eq_ignore_ascii_case("application/json") {
        true => Ok(()),
        false => {
            Err(Refusal::new(415, "the body is to be JSON: say Content-Type: application/json"))
        }
    }
}

fn announced(headers: &HeaderMap) -> Result<Option<u64>, Refusal> {
    let Some(length) = headers.get(CONTENT_LENGTH) else { return Ok(None) };
    let length = length.to_str().ok().and_then(|length| length.parse().ok());
    length.map(Some).ok_or_else(cut_off)
}

fn too_large(most: usize) -> Refusal {
    let most = Size(most as u64);
    Refusal::new(Refusal::TOO_LARGE, format!("the request is larger than {most}"))
}

fn no_room() -> Refusal {
    let error = "too many are sending large files: send it again in a moment";
    Refusal::new(Refusal::BUSY, error).later(5)
}

fn too_slow() -> Refusal {
    Refusal::new(408, "the request takes too long to arrive")
}

fn cut_off() -> Refusal {
    Refusal::new(Refusal::MALFORMED, "the request is cut off")
}
