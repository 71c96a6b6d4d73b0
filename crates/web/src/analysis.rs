//! Questions about positions and games, over a WebSocket.

use axum::extract::State;
use axum::extract::ws::WebSocket;
use axum::response::Response;
use quoridor_service::Outbox as _;
use quoridor_service::analysis::{Question, Questions, ReviewSink};
use quoridor_service::routes::stored::keep_review;
use quoridor_store::GameId;

use crate::address::Address;
use crate::compute::Ticket;
use crate::server::{Action, Server};
use crate::socket::{self, Listener, Opening, Outbox, Terms};

/// `GET /api/analysis`
pub(crate) async fn connect(State(server): State<Server>, opening: Opening) -> Response {
    let Opening { upgrade, terms } = opening;
    upgrade.on_upgrade(async move |socket| talk(server, socket, terms).await)
}

/// When the client goes, its tickets go, and with them all its searches.
async fn talk(server: Server, socket: WebSocket, terms: Terms) {
    let (outbox, inbox) = socket::channel(server.limits().outbox);
    let questions = Questions::new(server.limits().questions);
    let mut visitor = Visitor { address: terms.address, server, outbox, questions };
    socket::converse(socket, inbox, &mut visitor, &terms).await;
}

/// A connection, and its questions.
struct Visitor {
    server: Server,
    address: Address,
    outbox: Outbox,
    questions: Questions<Ticket>,
}

impl Listener for Visitor {
    async fn hear(&mut self, text: &str) {
        let Self { server, address, outbox, questions } = self;
        questions.hear(text, outbox, |question| begin(server, *address, outbox, question));
    }

    fn is_idle(&self) -> bool {
        self.questions.is_idle()
    }
}

fn begin(
    server: &Server,
    address: Address,
    outbox: &Outbox,
    question: &Question,
) -> Result<Ticket, quoridor_service::Problem> {
    server.allow(address, Action::Question)?;
    let work = question.work(
        server.limits().analysis_time,
        &server.resources().of(address),
        Box::new(outbox.clone()),
        |game| review_sink(server, game),
    )?;
    let (ticket, ahead) = server.compute().analysis(address, work)?;
    outbox.say(&question.queued(ahead));
    Ok(ticket)
}

/// Stores the review of a game.
fn review_sink(server: &Server, game: GameId) -> ReviewSink {
    let store = server.writer().clone();
    Box::new(move |reviewed, review| {
        let (reviewed, review) = (reviewed.clone(), review.clone());
        store.tell(move |store| keep_review(store, game, &reviewed, &review));
    })
}
