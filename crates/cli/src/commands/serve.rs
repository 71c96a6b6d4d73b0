//! `quoridor serve`: the game in a browser.

use std::io::{ErrorKind, IsTerminal, Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Error, anyhow};
use clap::Args;
use quoridor_web::{Config, PublicUrl, Server};

use crate::browser;
use crate::cores;
use crate::failure::Failure;
use crate::store::{StoreArguments, make_private_folder};

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// All addresses of this machine.
const EVERYWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

const PORT: u16 = 8717;

/// Serve the game to your browser: play, analyse, browse games (the default command)
///
/// On a terminal of a machine with a display, the page opens by itself. Games are kept move by move
/// in the store of games: after any interruption they continue where they were.
#[derive(Args)]
#[command(after_help = "Examples:\n  quoridor serve\n  \
                        quoridor serve --lan\n  \
                        quoridor serve --port 8080 --data games --no-open\n  \
                        quoridor serve --public https://quoridor.example --log\n\n\
                        How programs can use it: docs/http.md\n\
                        Limits, proxies, metrics: docs/security.md")]
pub(crate) struct Arguments {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// The address to listen on. There are no passwords: everybody who can reach it can play and
    /// analyse
    #[arg(long, value_name = "ADDRESS", default_value_t = ADDRESS)]
    listen: IpAddr,

    /// Serve other devices on your network too, and print the addresses under which they find it:
    /// the same as --listen 0.0.0.0
    #[arg(long, conflicts_with = "listen")]
    lan: bool,

    /// A name under which browsers may reach it, beside localhost and addresses; may be given
    /// several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// Where a reverse proxy publishes the server, such as `https://quoridor.example`: its name is
    /// accepted, and the addresses that it names in X-Forwarded-For or Forwarded count for limits
    #[arg(long, value_name = "URL")]
    public: Option<PublicUrl>,

    /// The address of a reverse proxy; may be given several times [default with --public: the
    /// loopback addresses]
    #[arg(long, value_name = "ADDRESS", requires = "public")]
    proxy: Vec<IpAddr>,

    /// The memory for the tables of all computer players and analyses, in MiB [default: a quarter
    /// of the machine's]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    memory: Option<u64>,

    /// Write a line of JSON to the error output for every request
    #[arg(long)]
    log: bool,

    /// Number of search threads [default: one less than the number of cores, so that moves are
    /// accepted at once during searches]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,

    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,

    /// The folder in which games are kept, as games.sqlite; it is created if necessary
    #[arg(long, value_name = "DIR", conflicts_with = "store")]
    data: Option<PathBuf>,

    #[command(flatten)]
    store: StoreArguments,
}

impl Default for Arguments {
    fn default() -> Self {
        Self {
            port: PORT,
            listen: ADDRESS,
            lan: false,
            host: Vec::new(),
            public: None,
            proxy: Vec::new(),
            memory: None,
            log: false,
            threads: None,
            no_open: false,
            data: None,
            store: StoreArguments::default(),
        }
    }
}

impl Arguments {
    /// Where the games are kept; the folder is there.
    fn path_of_store(&self) -> Result<PathBuf, Failure> {
        let Some(folder) = &self.data else { return self.store.path_to_make() };
        make_private_folder(folder)
            .with_context(|| format!("--data: cannot make the folder {}", folder.display()))?;
        Ok(folder.join("games.sqlite"))
    }

    fn config(&self) -> Config {
        let loopback = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)];
        let proxies = match &self.public {
            Some(_) if self.proxy.is_empty() => loopback.to_vec(),
            _ => self.proxy.clone(),
        };
        Config {
            hosts: self.host.clone(),
            public: self.public.clone(),
            proxies,
            memory: self.memory,
            logs: self.log,
            ..Config::new(self.threads.unwrap_or_else(|| cores::all() - 1))
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let store = arguments.path_of_store()?;
    let server = Server::new(&store, arguments.config());
    let server = server.with_context(|| store.display().to_string())?;
    let listen = if arguments.lan { EVERYWHERE } else { arguments.listen };
    if !listen.is_loopback() {
        let warning = "there are no passwords: everybody who can reach this address can play and \
                       analyse here";
        let _ = writeln!(stderr(), "warning: {warning}");
    }
    let address = SocketAddr::new(listen, arguments.port);
    let announce = |address: SocketAddr, server: &Server| {
        // The output may be closed if it runs in the background.
        let _ = match &arguments.public {
            Some(url) => writeln!(
                stdout(),
                "Quoridor is at {url}, served on http://{address}/ (Ctrl-C to end)"
            ),
            None => writeln!(stdout(), "Quoridor is at {} (Ctrl-C to end)", page_of(address)),
        };
        if arguments.public.is_none() {
            for origin in server.origins() {
                let _ = writeln!(stdout(), "Others find it at {origin}/");
            }
        }
        let _ = stdout().flush();
        if stdout().is_terminal() && !arguments.no_open {
            browser::open(&page_of(address));
        }
    };
    quoridor_web::run(address, server, announce).map_err(|error| explained(error, address))?;
    Ok(String::new())
}

/// Where a browser on this machine finds what is served there: an address that stands for all of
/// them is none that can be opened everywhere.
fn page_of(address: SocketAddr) -> String {
    let here = if address.ip().is_unspecified() {
        SocketAddr::new(ADDRESS, address.port())
    } else {
        address
    };
    format!("http://{here}/")
}

fn explained(error: std::io::Error, address: SocketAddr) -> Error {
    match error.kind() {
        ErrorKind::AddrInUse => anyhow!(
            "port {} is in use, perhaps by another Quoridor: open http://{address}/, or choose \
             another with serve --port",
            address.port()
        ),
        _ => Error::from(error).context(format!("cannot listen on {address}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_can_be_opened() {
        let page = |address: &str| page_of(address.parse().unwrap());
        assert_eq!(page("127.0.0.1:8717"), "http://127.0.0.1:8717/");
        assert_eq!(page("0.0.0.0:80"), "http://127.0.0.1:80/");
        assert_eq!(page("[::1]:8717"), "http://[::1]:8717/");
        assert_eq!(page("[::]:8717"), "http://127.0.0.1:8717/");
    }
}
