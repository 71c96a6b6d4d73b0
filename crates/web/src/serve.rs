//! The server on a socket, with limits for those who mean ill.
//!
//! axum's own loop has no time-outs for connections that say nothing, so this is ours: at most so
//! many connections, headers within ten seconds, and an end that waits for answers that are under
//! way.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
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

/// The place of a connection among those that may be. Whoever holds on to a connection that has
/// become a WebSocket holds on to this.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
}

/// Who is at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Serves until `end` comes.
pub async fn serve(listening: Listening, server: Server, end: impl Future<Output = ()>) {
    let app = app(server);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let (ending, ended) = watch::channel(());
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
        let (Ok((stream, peer)), Ok(permit)) = accepted else {
            // Too many open files, most likely: they become fewer.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let place = Place { _permit: Arc::new(permit) };
        let app = app.clone().layer(Extension(place)).layer(Extension(Peer(peer.ip())));
        tokio::spawn(attend(stream, app, ended.clone()));
    }
    drop((listening, ended));
    let _ = ending.send(());
    // All connections hold on to the other end until they are through.
    let _ = timeout(FAREWELL, ending.closed()).await;
}

/// One connection, until it ends or becomes a WebSocket. When the server ends, the answer that is
/// under way is the last.
async fn attend(stream: TcpStream, app: Router, mut ended: watch::Receiver<()>) {
    // Moves are small and wanted at once.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(LARGEST_HEADERS)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        // How it ended matters to nobody.
        _ = connection.as_mut() => return,
        _ = ended.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}
