//! Conversations over a WebSocket, with limits for those who mean ill.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::request::Parts;
use serde_json::Value;
use tokio::sync::{Notify, mpsc};
use tokio::time::{interval, timeout};

use crate::problem::Problem;
use crate::rate::{Allowance, Rate};

/// The largest frame, and the largest message, that a client may send.
const LARGEST_FRAME: usize = 8 * 1024;

/// The most that waits in a connection's buffer for a client that does not read.
const LARGEST_BACKLOG: usize = 1 << 20;

/// How many messages wait for a client. Who is further behind is disconnected, and comes back to
/// the state of that time.
const MOST_WAITING: usize = 128;

/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(15);

/// After which silence it is gone.
const SILENCE: Duration = Duration::from_secs(45);

/// How long a client may take to take one message.
const SENDING: Duration = Duration::from_secs(10);

/// How many messages a client may send.
const MESSAGES: Rate = Rate { burst: 100.0, a_second: 40.0 };

/// A WebSocket that is about to be opened, with its limits.
pub(crate) struct Opening(pub(crate) WebSocketUpgrade);

impl<S: Send + Sync> FromRequestParts<S> for Opening {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let upgrade = WebSocketUpgrade::from_request_parts(parts, state).await;
        let upgrade = upgrade.map_err(|error| {
            Problem::new(
                error.status(),
                format_args!("this route is a WebSocket: {}", error.body_text()),
            )
        })?;
        Ok(Self(
            upgrade
                .max_frame_size(LARGEST_FRAME)
                .max_message_size(LARGEST_FRAME)
                .write_buffer_size(0)
                .max_write_buffer_size(LARGEST_BACKLOG),
        ))
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
    messages: mpsc::Receiver<Utf8Bytes>,
    overrun: Arc<Notify>,
}

pub(crate) fn channel() -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(MOST_WAITING);
    let overrun = Arc::new(Notify::new());
    (
        Outbox { messages: sender, overrun: Arc::clone(&overrun) },
        Inbox { messages: receiver, overrun },
    )
}

impl Outbox {
    /// Says something that must arrive: if there is no room, the client is disconnected.
    pub(crate) fn say(&self, message: &Value) {
        if let Err(mpsc::error::TrySendError::Full(_)) =
            self.messages.try_send(message.to_string().into())
        {
            self.overrun.notify_one();
        }
    }

    /// Says something that may be left out when the client is behind.
    pub(crate) fn mention(&self, message: &Value) {
        if self.messages.capacity() > MOST_WAITING / 2 {
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
}

/// Talks with a client until it goes, says something that is no text, or says too much.
pub(crate) async fn converse(
    mut socket: WebSocket,
    mut inbox: Inbox,
    listener: &mut impl Listener,
) {
    let (mut pings, mut heard) = (interval(PING), Instant::now());
    let mut allowance = Allowance::new(MESSAGES, heard);
    let farewell = loop {
        tokio::select! {
            message = inbox.messages.recv() => {
                let Some(message) = message else { break (close_code::NORMAL, "") };
                match timeout(SENDING, socket.send(Message::Text(message))).await {
                    Ok(Ok(())) => {}
                    _ => return,
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                if !allowance.take(MESSAGES, heard) {
                    break (close_code::POLICY, "too many messages");
                }
                match message {
                    Some(Ok(Message::Text(text))) => listener.hear(text.as_str()).await,
                    Some(Ok(Message::Binary(_))) => break (close_code::UNSUPPORTED, "messages are \
                                                                                     text"),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return,
                    Some(Err(_)) => break (close_code::SIZE, "a frame has at most 8 KiB"),
                }
            }
            _ = pings.tick() => {
                let ping = Message::Ping(Vec::new().into());
                if heard.elapsed() > SILENCE || socket.send(ping).await.is_err() {
                    return;
                }
            }
            () = inbox.overrun.notified() => {
                break (close_code::AGAIN, "too far behind: connect again");
            }
        }
    };
    let frame = CloseFrame { code: farewell.0, reason: farewell.1.into() };
    // Whether or not it hears that, it is over.
    let _ = timeout(SENDING, socket.send(Message::Close(Some(frame)))).await;
}
