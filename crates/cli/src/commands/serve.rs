//! `quoridor serve`: the game in a browser.

use std::io::{ErrorKind, Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::thread;

use anyhow::{Context, Error, anyhow};
use clap::Args;
use quoridor_web::Server;

use crate::failure::Failure;
use crate::store::StoreArguments;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PORT: u16 = 8717;

/// Serve the game to your browser: play, analyse, look at games (also what plain `quoridor` does)
///
/// Games are kept move by move in the store of games: after any interruption they go on where they were.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor serve\n  quoridor serve --port 8080 --store games.sqlite\n\n\
                        How programs can use it: docs/http.md")]
pub(crate) struct Arguments {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// The address to listen on. There are no passwords: whoever can reach it can play and analyse
    #[arg(long, value_name = "ADDRESS", default_value_t = ADDRESS)]
    listen: IpAddr,

    /// A name under which browsers may reach it, beside localhost and addresses; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// How many threads search [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    #[command(flatten)]
    store: StoreArguments,
}

impl Default for Arguments {
    fn default() -> Self {
        Self { port: PORT, listen: ADDRESS, host: Vec::new(), threads: None, store: StoreArguments::default() }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let store = arguments.store.path_to_make()?;
    let threads = arguments.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let server = Server::new(&store, threads).with_context(|| store.display().to_string())?;
    let server = server.known_as(arguments.host.clone());
    if !arguments.listen.is_loopback() {
        let warning = "there are no passwords: whoever can reach this address can play and analyse here";
        let _ = writeln!(stderr(), "warning: {warning}");
    }
    let address = SocketAddr::new(arguments.listen, arguments.port);
    let announce = |address: SocketAddr| {
        // Whoever started it in the background may have closed the output.
        let _ = writeln!(stdout(), "Quoridor is at http://{address}/ (Ctrl-C to end)");
        let _ = stdout().flush();
    };
    quoridor_web::run(address, server, announce).map_err(|error| explained(error, address))?;
    Ok(String::new())
}

fn explained(error: std::io::Error, address: SocketAddr) -> Error {
    match error.kind() {
        ErrorKind::AddrInUse => anyhow!(
            "port {} is in use, perhaps by another Quoridor: open http://{address}/, or choose another with serve --port",
            address.port()
        ),
        _ => Error::from(error).context(format!("cannot listen on {address}")),
    }
}
