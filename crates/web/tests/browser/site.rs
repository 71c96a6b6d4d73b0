//! The static site from a plain file server, in place of the server: `cargo xtask site --test` sets
//! `QUORIDOR_SITE`, and the tests of the page then run against it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

/// The folder of the site, if the tests are to run against one.
pub(crate) fn folder() -> Option<PathBuf> {
    std::env::var_os("QUORIDOR_SITE").map(PathBuf::from)
}

/// Whether a test is left out, because it is about something that the site does not have;
/// docs/site.md lists these tests. `reason` says what that is.
pub(crate) fn lacks(reason: &str) -> bool {
    let is_site = folder().is_some();
    if is_site {
        println!("left out, the site has no {reason}");
    }
    is_site
}

/// Copies a folder with all that is in it.
pub(crate) fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// Sends requests of tests to who answers those of the page.
pub(crate) const FETCH: &str = "{ const files = window.fetch;
  window.fetch = async (path, { method = 'GET', body } = {}) => {
    if (!String(path).startsWith('/api/')) return files(path);
    const { request } = await import('/lib/backend.js');
    const answer = await request(method, path, body === undefined ? undefined : JSON.parse(body));
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  }; }";

/// A file server without any cleverness: it has never heard of the page.
pub(crate) struct FileServer {
    address: SocketAddr,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl FileServer {
    pub(crate) fn start(folder: PathBuf, address: SocketAddr) -> Self {
        let listener = TcpListener::bind(address).expect("the port is free");
        let address = listener.local_addr().expect("an address");
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let thread = thread::spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::SeqCst) {
                    return;
                }
                let folder = folder.clone();
                thread::spawn(move || stream.map(|stream| answer(&stream, &folder)));
            }
        });
        Self { address, is_over, thread: Some(thread) }
    }

    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for FileServer {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // Wakes the thread up.
        let _ = TcpStream::connect(self.address);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn answer(stream: &TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    lines.map_while(Result::ok).take_while(|line| !line.is_empty()).for_each(drop);
    let target = first.split(' ').nth(1).unwrap_or("/").to_owned();
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let mut file = folder.join(path.trim_start_matches('/'));
    let mut out = stream;
    if file.is_dir() && !path.ends_with('/') {
        return write!(
            out,
            "HTTP/1.1 301 Moved\r\nLocation: {path}/?{query}\r\nContent-Length: 0\r\n\
             Connection: close\r\n\r\n"
        );
    }
    if file.is_dir() {
        file = file.join("index.html");
    }
    let (status, file) =
        if file.is_file() { ("200 OK", file) } else { ("404 Not Found", folder.join("404.html")) };
    let data = fs::read(&file)?;
    let kind = match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("json" | "webmanifest") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    };
    write!(
        out,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        data.len()
    )?;
    out.write_all(&data)
}
