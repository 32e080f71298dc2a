//! Connections: few enough, quick enough, and gone when the server goes.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::Response;
use axum::middleware::{self, Next};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use retrograde::Cancel;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{interval, sleep, timeout};
use tower::ServiceExt;

use super::guard::harden;
use super::impatient::Impatient;
use super::routes;
use super::state::State;

/// How often to look at the switch.
const LOOK: Duration = Duration::from_millis(50);

/// How long the connections have for a farewell.
const FAREWELL: Duration = Duration::from_millis(500);

/// Answers until the switch is thrown.
pub(super) async fn serve(listener: TcpListener, state: &Arc<State>, until: &Cancel) {
    let guarded = middleware::from_fn_with_state(state.clone(), guarded);
    let router = routes::routes().layer(guarded).with_state(state.clone());
    let (closing, closed) = watch::channel(false);
    let places = Arc::new(Semaphore::new(state.allowed.connections));
    let accept = async {
        loop {
            let Ok(place) = places.clone().acquire_owned().await else { return };
            match listener.accept().await {
                Ok((stream, _)) => {
                    let (router, state, closed) = (router.clone(), state.clone(), closed.clone());
                    tokio::spawn(async move {
                        let _place = place;
                        talk(stream, router, state, closed).await;
                    });
                }
                // Without a place for one more there may be one soon.
                Err(_) => sleep(LOOK).await,
            }
        }
    };
    let watch = async {
        let mut ticks = interval(LOOK);
        while !until.is_cancelled() {
            ticks.tick().await;
            state.jobs.sweep();
            state.opened.sweep(state.allowed.idle);
            state.games.sweep(state.allowed.idle);
        }
    };
    tokio::select! {
        () = accept => {}
        () = watch => {}
    }
    state.queue.close();
    state.moments.close();
    state.jobs.close();
    drop(closing);
    let all = state.allowed.connections as u32;
    let _ = timeout(FAREWELL, places.acquire_many(all)).await;
}

/// One connection, until either side has enough.
async fn talk(
    stream: TcpStream,
    router: Router,
    state: Arc<State>,
    mut closed: watch::Receiver<bool>,
) {
    // Answers are short, and somebody waits for them.
    let _ = stream.set_nodelay(true);
    state.connections.fetch_add(1, Relaxed);
    let service = router.map_request(|request: hyper::Request<Incoming>| request.map(Body::new));
    let service = service.map_err(|never: Infallible| match never {});
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(state.allowed.patience)
        .max_headers(64)
        .max_buf_size(64 << 10)
        .serve_connection(
            TokioIo::new(Impatient::new(stream, state.allowed.patience)),
            TowerToHyperService::new(service),
        );
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        _ = closed.changed() => {
            connection.as_mut().graceful_shutdown();
            let _ = timeout(FAREWELL, connection).await;
        }
    }
    state.connections.fetch_sub(1, Relaxed);
}

/// Turns away who may not ask, and tells browsers what to make of the answers.
async fn guarded(
    axum::extract::State(state): axum::extract::State<Arc<State>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let checked = state.guard.check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => routes::refused(refusal),
    };
    harden(response.headers_mut());
    response
}
