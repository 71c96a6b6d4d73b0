//! The server on a socket, with limits for those who mean ill.
//!
//! axum's own loop has no time-outs for connections that say nothing, so this is ours: at most so
//! many connections, headers within ten seconds, and an end that waits for answers that are under
//! way.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::address::Address;
use crate::app::app;
use crate::budget::{Held, Spent};
use crate::limits::ServerLimits;
use crate::metrics::Rejection;
use crate::server::Server;

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

/// The permit of a connection, of which there is a limited number. A connection that has become a
/// WebSocket keeps it.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
    _share: Option<Arc<Held>>,
    meter: Arc<Meter>,
}

impl Place {
    /// Lets a number of bytes arrive, and cuts the connection off when more come.
    pub(crate) fn allow(&self, bytes: u64) {
        let most = self.meter.received.load(Ordering::Relaxed) + bytes;
        self.meter.most.store(most, Ordering::Relaxed);
    }

    /// Whether more bytes came than were allowed.
    pub(crate) fn is_flooded(&self) -> bool {
        self.meter.is_flooded()
    }
}

/// How many bytes have arrived, and how many may.
#[derive(Debug)]
struct Meter {
    received: AtomicU64,
    most: AtomicU64,
}

impl Meter {
    fn is_flooded(&self) -> bool {
        self.received.load(Ordering::Relaxed) > self.most.load(Ordering::Relaxed)
    }
}

/// Who is at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// Serves until `end` comes.
pub async fn serve(listening: Listening, server: Server, end: impl Future<Output = ()>) {
    let app = app(server.clone());
    let places = Arc::new(Semaphore::new(server.limits().connections));
    let (ending, ended) = watch::channel(());
    if let Ok(address) = listening.address() {
        server.listens_on(address);
        server.log().event("start", &address.to_string());
    }
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
        let Ok(share) = share(&server, peer.ip()) else {
            server.metrics().reject(Rejection::Connections);
            continue;
        };
        let meter = Arc::new(Meter { received: AtomicU64::new(0), most: AtomicU64::new(u64::MAX) });
        let stream = Metered { stream, meter: Arc::clone(&meter) };
        let place = Place { _permit: Arc::new(permit), _share: share.map(Arc::new), meter };
        let app = app.clone().layer(Extension(place)).layer(Extension(Peer(peer.ip())));
        tokio::spawn(attend(stream, app, server.limits().clone(), ended.clone()));
    }
    drop((listening, ended));
    let _ = ending.send(());
    // All connections hold on to the other end until they are through.
    let _ = timeout(FAREWELL, ending.closed()).await;
    server.log().event("end", "");
}

/// The share of an address in all connections. A proxy has as many as it needs: whom it speaks for
/// is known with the first request only.
fn share(server: &Server, peer: IpAddr) -> Result<Option<Held>, Spent> {
    if server.config().proxies.contains(&peer.to_canonical()) {
        return Ok(None);
    }
    let address = Address::of(peer, &HeaderMap::new(), &[]);
    server.connections().take(address, 1).map(Some)
}

/// A connection that counts what it receives: fragments of a WebSocket message are seen nowhere
/// else.
struct Metered {
    stream: TcpStream,
    meter: Arc<Meter>,
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let count = (buffer.filled().len() - before) as u64;
        self.meter.received.fetch_add(count, Ordering::Relaxed);
        if self.meter.is_flooded() {
            return Poll::Ready(Err(io::Error::other("too many bytes without a message")));
        }
        read
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// One connection, until it ends or becomes a WebSocket. When the server ends, the answer that is
/// under way is the last.
async fn attend(
    stream: Metered,
    app: Router,
    limits: ServerLimits,
    mut ended: watch::Receiver<()>,
) {
    // Moves are small and wanted at once.
    let _ = stream.stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_time)
        .max_buf_size(limits.header_bytes)
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
