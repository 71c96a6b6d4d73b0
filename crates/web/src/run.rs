//! The server as a program: until Ctrl-C, or until it is told to end.

use std::io;
use std::net::SocketAddr;

use tokio::runtime::Builder;

use crate::serve::{bind, serve};
use crate::server::Server;

/// Serves on an address until the program is told to end. `announce` hears where, once it is so.
///
/// # Errors
/// The port is in use, or the address is not one of this machine; the system has no threads.
pub fn run(address: SocketAddr, server: Server, announce: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(async {
        let listening = bind(address).await?;
        announce(listening.address()?);
        serve(listening, server, told_to_end()).await;
        Ok(())
    });
    // Conversations do not end by themselves; what they were told is on the disk.
    runtime.shutdown_background();
    served
}

/// Waits for Ctrl-C, or what asks a program to end.
async fn told_to_end() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<Option<()>>();
    tokio::select! {
        () = interrupted => {}
        _ = terminated => {}
    }
}
