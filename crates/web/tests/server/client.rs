//! Ways to talk to a server in tests.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;

use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use quoridor_test_support::{LiveState, PATIENCE};
use quoridor_web::{Config, Server, app, bind, serve};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;
use tungstenite::{Message, WebSocket};

use crate::contract;

/// A server without a socket.
pub(crate) struct Asked {
    runtime: Runtime,
    server: Server,
    _folder: TempDir,
}

impl Asked {
    pub(crate) fn new() -> Self {
        Self::with(Config::new(2))
    }

    pub(crate) fn with(config: Config) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::new(&folder.path().join("games.sqlite"), config).unwrap();
        Self { runtime: Runtime::new().unwrap(), server, _folder: folder }
    }

    /// A server that also has a name, as behind a proxy.
    pub(crate) fn known_as(name: &str) -> Self {
        Self::with(Config { hosts: vec![name.to_owned()], ..Config::new(2) })
    }

    pub(crate) fn send(&self, request: Request<Body>) -> (StatusCode, Response<()>, Vec<u8>) {
        self.runtime.block_on(async {
            let response = app(self.server.clone()).oneshot(request).await.unwrap();
            let (parts, body) = response.into_parts();
            let bytes = body.collect().await.unwrap().to_bytes().to_vec();
            (parts.status, Response::from_parts(parts, ()), bytes)
        })
    }

    /// The answer to a request, which is JSON.
    pub(crate) fn ask(
        &self,
        method: Method,
        path: &str,
        body: Option<&str>,
    ) -> (StatusCode, Value) {
        let name = method.to_string();
        let mut request = Request::builder().method(method).uri(path).header("host", "localhost");
        if body.is_some() {
            request = request.header("content-type", "application/json");
        }
        let sent = body.map_or_else(Body::empty, |body| Body::from(body.to_owned()));
        let (status, _, bytes) = self.send(request.body(sent).unwrap());
        let text = String::from_utf8(bytes).unwrap();
        let answer =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"));
        contract::check(&name, path, body, status.as_u16(), &answer);
        (status, answer)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(Method::POST, path, Some(&body.to_string()));
        assert!(status.is_success(), "{path}: {status}: {answer}");
        answer
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, answer) = self.ask(Method::GET, path, None);
        assert!(status.is_success(), "{path}: {status}: {answer}");
        answer
    }

    /// The one line with which a request is refused.
    pub(crate) fn refuse(&self, path: &str, body: &Value) -> String {
        let (status, answer) = self.ask(Method::POST, path, Some(&body.to_string()));
        assert!(status.is_client_error(), "{path}: {status}: {answer}");
        let line = answer["error"].as_str().unwrap().to_owned();
        assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
        line
    }
}

/// A server on a real socket.
pub(crate) struct Served {
    runtime: Runtime,
    pub(crate) address: SocketAddr,
    folder: TempDir,
}

impl Served {
    pub(crate) fn new() -> Self {
        Self::with(Config::new(2))
    }

    pub(crate) fn with(config: Config) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (runtime, address) = start(&folder.path().join("games.sqlite"), config);
        Self { runtime, address, folder }
    }

    /// The file of the store.
    pub(crate) fn store(&self) -> std::path::PathBuf {
        self.folder.path().join("games.sqlite")
    }

    /// The server is gone from one moment to the next, and another takes its place.
    pub(crate) fn again(self) -> Self {
        let store = self.store();
        self.runtime.shutdown_background();
        let (runtime, address) = start(&store, Config::new(2));
        Self { runtime, address, folder: self.folder }
    }

    /// Another server with the same store, while this one runs.
    pub(crate) fn beside(&self) -> Self {
        let (runtime, address) = start(&self.store(), Config::new(2));
        Self { runtime, address, folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn connect(&self, path: &str) -> Conversation {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) =
            tungstenite::client(format!("ws://{}{path}", self.address), stream).unwrap();
        Conversation::new(socket)
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let (status, body) = self.exchange("POST", path, &body.to_string());
        assert!((200..300).contains(&status), "{path}: {status}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, body) = self.exchange("GET", path, "");
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// A request by hand.
    pub(crate) fn exchange(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        self.raw(&self.request(method, path, body))
    }

    /// The bytes of a request.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> String {
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: \
             application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    /// The status of an answer; `None` if the connection is closed without one.
    pub(crate) fn exchange_or_end(&self, method: &str, path: &str, body: &str) -> Option<u16> {
        Some(answer(self.open(&self.request(method, path, body)))?.0)
    }

    /// A connection on which bytes were sent.
    pub(crate) fn open(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // The server may have closed it already.
        let _ = stream.write_all(text.as_bytes());
        stream
    }

    /// A connection that asks for a WebSocket; its answer has not been read.
    pub(crate) fn open_socket(&self, path: &str, headers: &str) -> TcpStream {
        self.open(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\n{headers}Connection: Upgrade\r\nUpgrade: \
             websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \
             dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address
        ))
    }

    /// Sends bytes, and returns the response.
    pub(crate) fn raw(&self, text: &str) -> (u16, String) {
        answer(self.open(text)).expect("an answer")
    }

    /// Begins a game between these two, and joins it for the first.
    pub(crate) fn begin(&self, seats: &Value) -> (String, Value) {
        let begun = self.post("/api/games", &json!({ "seats": seats }));
        (begun["game"].as_str().unwrap().to_owned(), begun)
    }

    pub(crate) fn join(&self, game: &str, tokens: &[&Value]) -> Conversation {
        let mut conversation = self.connect(&format!("/api/games/{game}/live"));
        conversation.say(&json!({ "type": "join", "tokens": tokens }));
        conversation
    }
}

/// The response that comes on a connection: its status and its body. `None` if it is closed without
/// one.
pub(crate) fn answer(mut stream: TcpStream) -> Option<(u16, String)> {
    let mut answer = Vec::new();
    // What has come counts, however the connection ends.
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned();
    Some((answer.split(' ').nth(1)?.parse().ok()?, body))
}

fn start(store: &Path, config: Config) -> (Runtime, SocketAddr) {
    let server = Server::new(store, config).unwrap();
    let runtime = Runtime::new().unwrap();
    let listening = runtime.block_on(bind("127.0.0.1:0".parse().unwrap())).unwrap();
    let address = listening.address().unwrap();
    runtime.spawn(serve(listening, server, std::future::pending()));
    (runtime, address)
}

/// A WebSocket.
pub(crate) struct Conversation {
    pub(crate) socket: WebSocket<TcpStream>,
    state: LiveState,
}

impl Conversation {
    pub(crate) fn new(socket: WebSocket<TcpStream>) -> Self {
        Self { socket, state: LiveState::default() }
    }

    pub(crate) fn say(&mut self, message: &Value) {
        self.socket.send(Message::text(message.to_string())).unwrap();
    }

    /// The next message, with the whole state in place of an update.
    pub(crate) fn hear(&mut self) -> Value {
        let message = self.hear_text();
        self.state.hear(serde_json::from_str(&message).unwrap())
    }

    /// The next message as it was sent.
    pub(crate) fn hear_text(&mut self) -> String {
        loop {
            match self.socket.read().unwrap() {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next message that is wanted; the others are passed over.
    pub(crate) fn hear_until(&mut self, mut is_wanted: impl FnMut(&Value) -> bool) -> Value {
        loop {
            let message = self.hear();
            if is_wanted(&message) {
                return message;
            }
        }
    }

    pub(crate) fn hear_type(&mut self, word: &str) -> Value {
        self.hear_until(|message| message["type"] == word)
    }

    /// The next state in which it is somebody's turn, or the end.
    pub(crate) fn turn_of(&mut self, seat: &str) -> Value {
        self.hear_until(|message| {
            message["type"] == "state"
                && (message["to_move"] == seat || !message["result"].is_null())
        })
    }

    /// The server's answer to the message with this number.
    pub(crate) fn answer(&mut self, message: &Value) -> Value {
        self.say(message);
        let id = message["id"].clone();
        self.hear_until(|answer| answer["id"] == id)
    }

    /// Makes a move and waits until it is acknowledged. The state that it led to, which is told
    /// before.
    pub(crate) fn play(&mut self, ply: usize, mv: &str) -> Value {
        let id = json!(1000 + ply);
        self.say(&json!({ "type": "move", "id": id, "ply": ply, "move": mv }));
        let mut state = Value::Null;
        let answer = self.hear_until(|message| {
            if message["type"] == "state" {
                state = message.clone();
            }
            message["id"] == id
        });
        assert_eq!(answer["type"], "ok", "{answer}");
        state
    }
}
