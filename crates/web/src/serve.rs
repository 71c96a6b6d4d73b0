//! The server on a socket, with limits on abusive clients.
//!
//! axum's own loop has no limits on connections and no time-outs, neither for clients that send
//! nothing nor for those that read nothing.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::http::HeaderMap;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use crate::address::Address;
use crate::app::app;
use crate::budget::{Held, Spent};
use crate::limits::ServerLimits;
use crate::metrics::Rejection;
use crate::server::Server;
use crate::stream::{Meter, Metered};

/// How long the end waits for answers that are under way.
const FAREWELL: Duration = Duration::from_secs(3);

/// How long the end waits for the log, which nobody may read.
const LAST_LINES: Duration = Duration::from_secs(1);

/// What the system buffers for a client that does not read, in bytes: by itself it takes megabytes.
const SEND_BUFFER: u32 = 256 << 10;

/// Connections that the system accepts before the server does.
const BACKLOG: u32 = 1024;

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
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Elsewhere it would let two servers have one port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    // Connections inherit it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    Ok(Listening { listener: socket.listen(BACKLOG)? })
}

/// The permit of a connection, of which there is a limited number. A connection that has become a
/// WebSocket keeps it.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
    _share: Option<Arc<Held>>,
    pub(crate) meter: Arc<Meter>,
}

/// The address at the other end of a connection.
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
        // Moves are small and wanted at once.
        let _ = stream.set_nodelay(true);
        let (meter, limits) = (Arc::<Meter>::default(), server.limits());
        let (least, time) = (limits.send_bytes, limits.send_time);
        let stream = Metered::new(stream, Arc::clone(&meter), least, time);
        let place = Place { _permit: Arc::new(permit), _share: share.map(Arc::new), meter };
        let app = app.clone().layer(Extension(place)).layer(Extension(Peer(peer.ip())));
        tokio::spawn(attend(stream, app, limits.clone(), ended.clone()));
    }
    drop((listening, ended));
    let _ = ending.send(());
    // All connections hold on to the other end until they are through.
    let _ = timeout(FAREWELL, ending.closed()).await;
    server.log().event("end", "");
    server.log().finish(LAST_LINES).await;
}

/// The share of an address in all connections. A proxy has as many as it needs: its clients are
/// known with their first request only.
fn share(server: &Server, peer: IpAddr) -> Result<Option<Held>, Spent> {
    if server.config().proxies.contains(&peer.to_canonical()) {
        return Ok(None);
    }
    let address = Address::of(peer, &HeaderMap::new(), &[]);
    server.connections().take(address, 1).map(Some)
}

/// Whether the header `Date` has words for a time: after the year 9999 hyper panics.
fn is_date(now: SystemTime) -> bool {
    now < SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_800)
}

/// One connection, until it ends or becomes a WebSocket. When the server ends, the answer that is
/// under way is the last.
async fn attend(
    stream: Metered<TcpStream>,
    app: Router,
    limits: ServerLimits,
    mut ended: watch::Receiver<()>,
) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .auto_date_header(is_date(SystemTime::now()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_after_9999_have_no_date() {
        let last = SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_799);
        assert!(is_date(SystemTime::now()) && is_date(last));
        assert!(!is_date(last + Duration::from_secs(1)));
    }
}
