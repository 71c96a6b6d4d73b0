//! A connection with limits on what arrives and on what is not taken.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// How many bytes have arrived, and how many may.
#[derive(Debug)]
pub(crate) struct Meter {
    received: AtomicU64,
    most: AtomicU64,
}

impl Default for Meter {
    fn default() -> Self {
        Self { received: AtomicU64::new(0), most: AtomicU64::new(u64::MAX) }
    }
}

impl Meter {
    /// Lets a number of bytes arrive, and cuts the connection off when more come.
    pub(crate) fn allow(&self, bytes: u64) {
        let most = self.received.load(Ordering::Relaxed) + bytes;
        self.most.store(most, Ordering::Relaxed);
    }

    /// Whether more bytes came than were allowed.
    pub(crate) fn is_flooded(&self) -> bool {
        self.received.load(Ordering::Relaxed) > self.most.load(Ordering::Relaxed)
    }
}

/// A connection that counts what it receives (fragments of a WebSocket message are seen nowhere
/// else), and ends if the other side hardly takes what it is sent.
pub(crate) struct Metered<S> {
    stream: S,
    meter: Arc<Meter>,
    /// The minimum rate: the other side takes this many bytes in this time, or everything.
    least: usize,
    time: Duration,
    /// While something waits to be taken: the end of that time, and what was taken so far.
    window: Option<Pin<Box<Sleep>>>,
    taken: usize,
}

impl<S> Metered<S> {
    pub(crate) const fn new(stream: S, meter: Arc<Meter>, least: usize, time: Duration) -> Self {
        Self { stream, meter, least, time, window: None, taken: 0 }
    }
}

impl<S: AsyncWrite + Unpin> Metered<S> {
    fn write(
        &mut self,
        context: &mut Context<'_>,
        write: impl FnOnce(Pin<&mut S>, &mut Context<'_>) -> Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match write(Pin::new(&mut self.stream), context) {
            Poll::Ready(Ok(count)) => {
                self.taken += count;
                Poll::Ready(Ok(count))
            }
            Poll::Ready(error) => Poll::Ready(error),
            Poll::Pending => loop {
                if self.window.is_none() {
                    (self.window, self.taken) = (Some(Box::pin(sleep(self.time))), 0);
                }
                let Some(window) = &mut self.window else { return Poll::Pending };
                ready!(window.as_mut().poll(context));
                if self.taken < self.least {
                    return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
                }
                self.window = None;
            },
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        let count = (buffer.filled().len() - before) as u64;
        self.meter.received.fetch_add(count, Ordering::Relaxed);
        if self.meter.is_flooded() {
            return Poll::Ready(Err(io::Error::other("too many bytes without a message")));
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write(context, bytes))
    }

    /// Without this, hyper copies every answer once more.
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream, context| stream.poll_write_vectored(context, slices))
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Everything was taken.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.window = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::runtime::Builder;

    const TIME: Duration = Duration::from_millis(40);

    /// Sends 4 KiB to a reader that takes a given number of bytes a millisecond.
    fn send(least: usize, taken: usize) -> io::Result<()> {
        Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
            let (stream, mut other) = duplex(64);
            let mut metered = Metered::new(stream, Arc::default(), least, TIME);
            let reads = async move {
                let mut buffer = vec![0; taken];
                while taken > 0 && other.read(&mut buffer).await.is_ok_and(|count| count > 0) {
                    sleep(Duration::from_millis(1)).await;
                }
                // It is there, but does not read.
                std::future::pending::<()>().await;
            };
            tokio::select! {
                sent = async {
                    metered.write_all(&vec![0; 4 << 10]).await?;
                    metered.flush().await
                } => sent,
                () = reads => unreachable!(),
            }
        })
    }

    #[test]
    fn a_connection_ends_if_the_other_side_hardly_reads() {
        let is_over = |sent: io::Result<()>| sent.unwrap_err().kind() == io::ErrorKind::TimedOut;
        assert!(is_over(send(1, 0)));
        assert!(is_over(send(4096, 1)), "one byte now and then is too little");
        send(1, 64).unwrap();
    }
}
