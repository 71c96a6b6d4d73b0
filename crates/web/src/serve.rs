//! The server on a socket, with limits for those who mean ill.
//!
//! axum's own loop has no time-outs for connections that say nothing, so this is ours: at most so many connections, headers within ten seconds, and an end that
//! waits for answers that are under way.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::app::app;
use crate::server::Server;

/// The most connections at a time. Further ones wait until one ends.
const MOST_CONNECTIONS: usize = 2000;

/// How long the headers of a request may take; silent connections end then too.
const HEADERS: Duration = Duration::from_secs(10);

/// The largest headers.
const LARGEST_HEADERS: usize = 32 * 1024;

/// How long the end waits for answers that are under way.
const FAREWELL: Duration = Duration::from_secs(3);

/// A socket on which nobody is served yet.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
}

impl Listening {
    /// Where it is: the port is known even if any was asked for.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Opens a socket.
///
/// # Errors
/// The port is in use, or the address is not one of this machine.
pub async fn bind(address: SocketAddr) -> io::Result<Listening> {
    Ok(Listening { listener: TcpListener::bind(address).await? })
}

/// The place of a connection among those that may be. Whoever holds on to a connection that has become a WebSocket holds on to this.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
}

/// Serves until `end` comes.
pub async fn serve(listening: Listening, server: Server, end: impl Future<Output = ()>) {
    let app = app(server);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let (connections, graceful) = (connections(), GracefulShutdown::new());
    tokio::pin!(end);
    loop {
        let accepted = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (listening.listener.accept().await, place)
        };
        let accepted = tokio::select! {
            accepted = accepted => accepted,
            () = &mut end => break,
        };
        let (Ok((stream, _)), Ok(permit)) = accepted else {
            // Too many open files, most likely: they become fewer.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        // Moves are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let app: Router = app.clone().layer(Extension(Place { _permit: Arc::new(permit) }));
        let connection =
            connections.serve_connection_with_upgrades(TokioIo::new(stream), TowerToHyperService::new(app));
        // How it ended matters to nobody.
        tokio::spawn(graceful.watch(connection.into_owned()));
    }
    drop(listening);
    let _ = timeout(FAREWELL, graceful.shutdown()).await;
}

fn connections() -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(LARGEST_HEADERS);
    builder
}
