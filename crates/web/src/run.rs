//! The server as a program: until Ctrl-C, or until it is told to end.

use std::io;
use std::net::SocketAddr;

use tokio::runtime::Builder;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};

use crate::serve::{bind, serve};
use crate::server::Server;

/// Serves on an address until the program is told to end. `announce` is called with the
/// address once it listens.
///
/// # Errors
/// The port is in use, or the address is not one of this machine; the system has no threads, or
/// tells nobody of signals.
pub fn run(
    address: SocketAddr,
    server: Server,
    announce: impl FnOnce(SocketAddr, &Server),
) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let listening = bind(address).await?;
        // A program that reads the address may end the server at once.
        let told_to_end = told_to_end()?;
        server.listens_on(listening.address()?);
        announce(listening.address()?, &server);
        serve(listening, server, told_to_end).await;
        Ok(())
    });
    // Conversations do not end by themselves; what they were told is on the disk.
    runtime.shutdown_background();
    served
}

/// Listens for Ctrl-C, and for what asks a program to end, from now on: what comes before anybody
/// waits for it counts too.
#[cfg(unix)]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    let (mut interrupted, mut terminated) =
        (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

/// Listens for Ctrl-C from now on: what comes before anybody waits for it counts too.
#[cfg(windows)]
fn told_to_end() -> io::Result<impl Future<Output = ()>> {
    let mut interrupted = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        let _ = interrupted.recv().await;
    })
}
