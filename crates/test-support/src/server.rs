//! The server as a process, and how to talk to it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// A server that is killed when it is dropped.
#[derive(Debug)]
pub struct Server {
    /// The process.
    pub process: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Server {
    /// Starts `quoridor serve` with the games of a store, on a free port.
    pub fn start(program: &Path, store: &Path) -> Self {
        Self::of(Command::new(program).args(["serve", "--port", "0", "--store"]).arg(store))
    }

    /// Starts a command that prints its address in its first line.
    pub fn of(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).parse().unwrap();
        Self { process, address }
    }

    /// As `kill -9` does.
    pub fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The JSON that a request is answered with.
pub fn exchange(address: SocketAddr, method: &str, path: &str, body: &str) -> Value {
    request(address, method, path, body).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The JSON that a request is answered with, if the server is there until it is answered.
///
/// # Errors
/// The server is gone, or went while it answered.
pub fn request(address: SocketAddr, method: &str, path: &str, body: &str) -> io::Result<Value> {
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: \
         application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).map_err(|error| io::Error::other(format!("{error}: {answer}")))
}

/// A WebSocket.
///
/// # Errors
/// The server is gone.
pub fn connect(address: SocketAddr, path: &str) -> tungstenite::Result<WebSocket<TcpStream>> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(crate::PATIENCE))?;
    stream.set_nodelay(true)?;
    let url = format!("ws://{address}{path}");
    tungstenite::client(url, stream)
        .map(|(socket, _)| socket)
        .map_err(|_| tungstenite::Error::ConnectionClosed)
}

/// A WebSocket to a game, for the seat of this token.
///
/// # Errors
/// The server is gone.
pub fn join(
    address: SocketAddr,
    game: &str,
    token: &Value,
) -> tungstenite::Result<WebSocket<TcpStream>> {
    let mut socket = connect(address, &format!("/api/games/{game}/live"))?;
    let join = json!({ "type": "join", "tokens": [token] });
    socket.send(Message::text(join.to_string()))?;
    Ok(socket)
}

/// The moves of a game's state.
pub fn moves(state: &Value) -> Vec<String> {
    state["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned()).collect()
}
