//! A server for one test.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use quoridor_web::{Config, Server, bind, serve};
use tempfile::TempDir;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::site::{self, FileServer};

/// A server with a store of its own; both are gone with it.
pub(crate) struct TestServer {
    folder: TempDir,
    config: Config,
    address: SocketAddr,
    running: Option<Running>,
    /// The folder of the static site, if the tests are of one.
    site: Option<PathBuf>,
}

enum Running {
    Server {
        end: oneshot::Sender<()>,
        thread: JoinHandle<()>,
    },
    /// The static site.
    Files(FileServer),
}

impl TestServer {
    pub(crate) fn start() -> Self {
        Self::with(Config::new(2))
    }

    pub(crate) fn with(config: Config) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the store");
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let mut server = Self { folder, config, address, running: None, site: site::folder() };
        server.resume();
        server
    }

    /// A file server with a copy of the site, which a test may change.
    pub(crate) fn of_site_copy() -> Self {
        let folder = tempfile::tempdir().expect("a folder for the site");
        let copy = folder.path().join("site");
        site::copy(&site::folder().expect("there is a site"), &copy).expect("a copy of the site");
        let (config, address) = (Config::new(2), SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
        let mut server = Self { folder, config, address, running: None, site: Some(copy) };
        server.resume();
        server
    }

    /// A file of the site's copy.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("site").join(name)
    }

    /// The address of a page.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Ends the server, and all its connections with it.
    pub(crate) fn stop(&mut self) {
        match self.running.take() {
            Some(Running::Server { end, thread }) => {
                let _ = end.send(());
                thread.join().expect("the server did not panic");
            }
            Some(Running::Files(files)) => drop(files),
            None => {}
        }
    }

    /// Starts it again, at the same place and with the same games.
    pub(crate) fn resume(&mut self) {
        if let Some(folder) = &self.site {
            let files = FileServer::start(folder.clone(), self.address);
            self.address = files.address();
            self.running = Some(Running::Files(files));
            return;
        }
        let store = self.folder.path().join("games.sqlite");
        let (end, ended) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let (address, config) = (self.address, self.config.clone());
        let thread = thread::spawn(move || {
            let runtime = Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let server = Server::new(&store, config).expect("the store opens");
                let listening = bind(address).await.expect("the port is free");
                tell.send(listening.address().expect("an address")).expect("somebody waits");
                tokio::select! {
                    () = serve(listening, server, std::future::pending()) => {}
                    _ = ended => {}
                }
            });
            runtime.shutdown_background();
        });
        self.address = told.recv().expect("the server starts");
        self.running = Some(Running::Server { end, thread });
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(Running::Server { end, thread }) = self.running.take() {
            let _ = end.send(());
            let _ = thread.join();
        }
    }
}
