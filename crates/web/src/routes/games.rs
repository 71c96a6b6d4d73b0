//! Games that are being played.

use axum::extract::ws::{Message, WebSocket};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, Json};
use quoridor_service::Outbox as _;
use quoridor_service::live::{
    Begun, Client, Command, Envelope, Join, StateJson, Tokens, TokensJson,
};
use quoridor_service::routes::stored::game_id;
use quoridor_session::GameId;

use crate::address::Address;
use crate::extract::Body;
use crate::openapi::Created;
use crate::problem::Problem;
use crate::server::{Action, Server};
use crate::socket::{self, Listener, Opening, Outbox, Terms, first_message};

fn new_token() -> Result<String, quoridor_service::Problem> {
    quoridor_session::new_token().map_err(quoridor_service::Problem::busy)
}

/// `POST /api/games`
pub(crate) async fn begin(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
    Body(request): Body<Begun>,
) -> Result<Created<TokensJson>, Problem> {
    server.allow(address, Action::NewGame)?;
    let (change, tokens) = request.change(&server.resources().of(address), &mut new_token)?;
    let game = server.games().begin(change).await?;
    if let Some(milliseconds) = request.pace() {
        server.games().set_pace(game, milliseconds).await?;
    }
    Ok(Created(tokens.json(game)))
}

/// `POST /api/games/{game}/claim`: new tokens for a game, for a browser on this machine. So a
/// game that was begun in the terminal, or in another browser, can be continued. The tokens that
/// others have stay good.
pub(crate) async fn claim(
    State(server): State<Server>,
    Path(game): Path<String>,
    Extension(address): Extension<Address>,
) -> Result<Json<TokensJson>, Problem> {
    let config = server.config();
    // A proxy may add no header, and then everybody seems to be here.
    if !address.is_here() || !config.hosts.is_empty() || config.public.is_some() {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "seats can only be claimed in a browser on the machine that the server runs on",
        ));
    }
    let game = game_id(&game)?;
    let readers = server.readers();
    let seating = readers.ask(address, move |store| store.live(game)).await?.seating;
    let tokens = Tokens::of_seating(&seating, &mut new_token)?;
    let (seats, control) = (tokens.seats.clone(), tokens.control.clone());
    let store = server.games().store();
    store.ask(move |store| store.claim(game, &seats, control.as_deref())).await?;
    Ok(Json(tokens.json(game)))
}

/// `GET /api/games/{game}`
pub(crate) async fn show(
    State(server): State<Server>,
    Path(game): Path<String>,
) -> Result<Json<StateJson>, Problem> {
    Ok(Json(server.games().look(game_id(&game)?).await?))
}

/// `GET /api/games/{game}/live`
pub(crate) async fn live(
    State(server): State<Server>,
    Path(game): Path<String>,
    Opening { upgrade, terms }: Opening,
) -> Result<Response, Problem> {
    let game = game_id(&game)?;
    // Reject unknown games before upgrading.
    server.games().look(game).await?;
    Ok(upgrade.on_upgrade(async move |socket| play(server, game, socket, terms).await))
}

async fn play(server: Server, game: GameId, mut socket: WebSocket, terms: Terms) {
    let patience = server.limits().introduction;
    let Some(first) = first_message(&mut socket, patience).await else { return };
    let join = match Join::read(&first) {
        Ok(join) => join,
        Err(problem) => {
            let _ = socket.send(Message::Text(problem.message(None).to_string().into())).await;
            return;
        }
    };
    let (games, client) = (server.games(), server.games().new_client());
    let (outbox, inbox) = socket::channel(server.limits().outbox);
    let address = terms.address;
    if let Err(problem) = games.join(game, client, address, outbox.clone(), join).await {
        outbox.say(&problem.message(None));
    }
    let mut visitor = Visitor { server: server.clone(), address, game, client, outbox };
    socket::converse(socket, inbox, &mut visitor, &terms).await;
    games.leave(game, client).await;
}

/// Somebody who is connected to a game.
struct Visitor {
    server: Server,
    address: Address,
    game: GameId,
    client: Client,
    outbox: Outbox,
}

impl Listener for Visitor {
    async fn hear(&mut self, text: &str) {
        if let Err((id, problem)) = self.pass_on(text).await {
            self.outbox.say(&problem.message(id));
        }
    }
}

impl Visitor {
    async fn pass_on(&self, text: &str) -> Result<(), (Option<u64>, Problem)> {
        let envelope = Envelope::read(text).map_err(|(id, problem)| (id, problem.into()))?;
        let id = envelope.id;
        let action = match envelope.command {
            Command::Hint {} => Some(Action::Question),
            Command::Rematch {} => Some(Action::NewGame),
            _ => None,
        };
        let allowed = action.map_or(Ok(()), |action| self.server.allow(self.address, action));
        allowed.map_err(|problem| (id, problem))?;
        let games = self.server.games();
        games.say(self.game, self.client, envelope).await.map_err(|problem| (id, problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rate;
    use crate::server::Config;

    /// 139 games began in 40 seconds.
    #[tokio::test]
    async fn a_rematch_costs_as_much_as_a_new_game() {
        let folder = tempfile::tempdir().unwrap();
        let mut config = Config::new(1);
        config.limits.new_games = Rate::new(1.0, 0.0);
        let server = Server::new(&folder.path().join("games.sqlite"), config).unwrap();
        let (outbox, mut inbox) = socket::channel(1);
        let client = server.games().new_client();
        let peer = std::net::IpAddr::from([192, 0, 2, 1]);
        let address = Address::of(peer, &axum::http::HeaderMap::new(), &[]);
        let mut visitor = Visitor { server, address, game: GameId(1), client, outbox };
        for refusal in ["there is no game 1", "rate limit exceeded"] {
            visitor.hear(r#"{"type": "rematch", "id": 5}"#).await;
            let answer = inbox.messages.recv().await.unwrap();
            assert!(answer.contains(refusal), "{answer}");
        }
    }

    #[tokio::test]
    async fn a_message_to_a_game_that_cannot_be_read_is_answered_under_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let server = Server::new(&folder.path().join("games.sqlite"), Config::new(1)).unwrap();
        let (outbox, mut inbox) = socket::channel(1);
        let client = server.games().new_client();
        let (address, game) = (Address::NONE, GameId(1));
        let mut visitor = Visitor { server, address, game, client, outbox };
        visitor.hear(r#"{"type": "ping", "id": 5}"#).await;
        let answer: serde_json::Value =
            serde_json::from_str(&inbox.messages.recv().await.unwrap()).unwrap();
        assert_eq!((&answer["type"], &answer["id"]), (&"error".into(), &5.into()), "{answer}");
    }
}
