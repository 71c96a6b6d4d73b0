//! Conversations over a WebSocket, with limits on abusive clients.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::request::Parts;
use serde_json::Value;
use tokio::sync::{Notify, mpsc};
use tokio::time::{interval, timeout};

use crate::address::Address;
use crate::budget::Held;
use crate::metrics::Rejection;
use crate::problem::Problem;
use crate::rate::Allowance;
use crate::serve::{Peer, Place};
use crate::server::{Action, Server};

/// A WebSocket that is about to be opened, with its limits and its permit.
pub(crate) struct Opening {
    pub(crate) upgrade: WebSocketUpgrade,
    pub(crate) terms: Terms,
}

/// Who opened a WebSocket, and what it may do.
pub(crate) struct Terms {
    pub(crate) address: Address,
    server: Server,
    place: Option<Place>,
    /// The share of an address behind a proxy.
    _share: Option<Held>,
}

impl FromRequestParts<Server> for Opening {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Self, Problem> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, server).await;
        let upgrade = upgrade.map_err(|error| {
            Problem::new(
                error.status(),
                format_args!("this route is a WebSocket: {}", error.body_text()),
            )
        })?;
        let address = parts.extensions.get().copied().unwrap_or(Address::NONE);
        server.allow(address, Action::Socket)?;
        let peer = parts.extensions.get::<Peer>().map(|&Peer(peer)| peer.to_canonical());
        let is_proxied = peer.is_some_and(|peer| server.config().proxies.contains(&peer));
        let share = is_proxied.then(|| server.connections().take(address, 1)).transpose();
        let share = share.map_err(|_| {
            server.metrics().reject(Rejection::Connections);
            Problem::too_many("your address has too many connections: close one")
        })?;
        let limits = server.limits();
        let upgrade = upgrade
            .max_frame_size(limits.message_bytes)
            .max_message_size(limits.message_bytes)
            .write_buffer_size(0)
            .max_write_buffer_size(limits.backlog_bytes);
        let place = parts.extensions.get().cloned();
        let terms = Terms { address, server: server.clone(), place, _share: share };
        Ok(Self { upgrade, terms })
    }
}

impl Terms {
    /// A message is complete: sets the number of bytes that may come before the next one is.
    fn message_is_complete(&self) {
        if let Some(place) = &self.place {
            place.meter.allow(self.server.limits().unfinished_bytes);
        }
    }

    fn is_flooded(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.meter.is_flooded())
    }
}

/// Where messages to a client are put. Never blocks.
#[derive(Clone)]
pub(crate) struct Outbox {
    messages: mpsc::Sender<Utf8Bytes>,
    overrun: Arc<Notify>,
}

/// Where the connection takes them from.
pub(crate) struct Inbox {
    pub(crate) messages: mpsc::Receiver<Utf8Bytes>,
    overrun: Arc<Notify>,
}

impl Outbox {
    /// Puts a message; if there is no room for it, the client is disconnected.
    pub(crate) fn send(&self, message: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.messages.try_send(message) {
            self.disconnect();
        }
    }

    /// Whether the client has gone.
    pub(crate) fn is_closed(&self) -> bool {
        self.messages.is_closed()
    }

    /// Disconnects the client, which may connect again.
    pub(crate) fn disconnect(&self) {
        self.overrun.notify_one();
    }
}

/// A queue with a limit on its messages. A client that is further behind is disconnected, and comes
/// back to the state of that time.
pub(crate) fn channel(most: usize) -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(most);
    let overrun = Arc::new(Notify::new());
    (
        Outbox { messages: sender, overrun: Arc::clone(&overrun) },
        Inbox { messages: receiver, overrun },
    )
}

impl quoridor_service::Outbox for Outbox {
    /// If there is no room, the client is disconnected.
    fn say(&self, message: &Value) {
        self.send(message.to_string().into());
    }

    fn mention(&self, message: &Value) {
        if self.messages.capacity() > self.messages.max_capacity() / 2 {
            let _ = self.messages.try_send(message.to_string().into());
        }
    }
}

/// Waits for the first message. `None` if it does not come in time.
pub(crate) async fn first_message(socket: &mut WebSocket, patience: Duration) -> Option<Utf8Bytes> {
    let first = timeout(patience, async {
        loop {
            match socket.recv().await {
                Some(Ok(Message::Text(text))) => return Some(text),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                _ => return None,
            }
        }
    });
    first.await.ok().flatten()
}

/// Who listens to a client.
pub(crate) trait Listener: Send {
    /// The client has said something.
    fn hear(&mut self, text: &str) -> impl Future<Output = ()> + Send;

    /// Whether nothing is lost if a client that says nothing is disconnected.
    fn is_idle(&self) -> bool {
        false
    }
}

/// Talks with a client until it goes, says something that is no text, or says too much.
pub(crate) async fn converse(
    mut socket: WebSocket,
    mut inbox: Inbox,
    listener: &mut impl Listener,
    terms: &Terms,
) {
    let limits = terms.server.limits();
    let (mut pings, mut heard) = (interval(limits.ping), Instant::now());
    let mut spoken = heard;
    terms.message_is_complete();
    let mut allowance = Allowance::new(limits.messages, heard);
    let farewell = loop {
        tokio::select! {
            message = inbox.messages.recv() => {
                let Some(message) = message else { break (close_code::NORMAL, "") };
                match timeout(limits.send_time, socket.send(Message::Text(message))).await {
                    Ok(Ok(())) => {}
                    _ => return,
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                if !allowance.take(limits.messages, heard) {
                    break (close_code::POLICY, "too many messages");
                }
                if matches!(message, Some(Ok(_))) {
                    terms.message_is_complete();
                }
                match message {
                    Some(Ok(Message::Text(text))) => {
                        spoken = heard;
                        listener.hear(text.as_str()).await;
                    }
                    Some(Ok(Message::Binary(_))) => {
                        break (close_code::UNSUPPORTED, "messages are text");
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(_)) if terms.is_flooded() => {
                        break (close_code::SIZE, "a message has at most 8 KiB, in few frames");
                    }
                    Some(Err(error)) => match violation(error) {
                        Some(violation) => break violation,
                        None => return,
                    },
                }
            }
            _ = pings.tick() => {
                if spoken.elapsed() > limits.idle && listener.is_idle() {
                    break (close_code::AWAY, "idle: connect again when there is a question");
                }
                let ping = Message::Ping(Vec::new().into());
                if heard.elapsed() > limits.silence || socket.send(ping).await.is_err() {
                    return;
                }
            }
            () = inbox.overrun.notified() => {
                break (close_code::AGAIN, "too far behind, or too many come: connect again");
            }
        }
    };
    if !matches!(farewell.0, close_code::NORMAL | close_code::AWAY) {
        terms.server.metrics().reject(Rejection::Socket);
    }
    let frame = CloseFrame { code: farewell.0, reason: farewell.1.into() };
    // Whether or not it hears that, it is over.
    let _ = timeout(limits.send_time, socket.send(Message::Close(Some(frame)))).await;
}

/// The rule of WebSockets that a client broke, as its code and in words; `None` if the connection
/// is gone.
fn violation(error: axum::Error) -> Option<(u16, &'static str)> {
    match error.into_inner().downcast_ref::<tungstenite::Error>()? {
        tungstenite::Error::Capacity(_) => Some((close_code::SIZE, "a message has at most 8 KiB")),
        tungstenite::Error::Utf8(_) => Some((close_code::INVALID, "a text is UTF-8")),
        tungstenite::Error::Protocol(_) => {
            Some((close_code::PROTOCOL, "not what RFC 6455 says a client sends"))
        }
        _ => None,
    }
}
