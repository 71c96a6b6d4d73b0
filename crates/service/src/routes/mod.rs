//! Requests that are answered at once, and the list of those that need nothing but their body.
//!
//! A transport implements [`Routes`] and is given every route by [`questions`]: so a new route is
//! known to the server, to its OpenAPI document and to the static site.

pub mod book;
pub mod lessons;
pub mod picture;
pub mod players;
pub mod positions;
pub mod puzzles;
pub mod stored;
pub mod texts;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// The answer of a route.
pub trait Answer: 'static {
    /// The JSON that is answered.
    type Json: Serialize + JsonSchema;

    /// The answer, or why there is none.
    ///
    /// # Errors
    /// The request was not done.
    fn result(self) -> Result<Self::Json, Problem>;
}

/// An answer that is always given, whatever was asked.
#[derive(Debug)]
pub struct Always<T>(pub T);

impl<T: Serialize + JsonSchema + 'static> Answer for Always<T> {
    type Json = T;

    fn result(self) -> Result<T, Problem> {
        Ok(self.0)
    }
}

impl<T: Serialize + JsonSchema + 'static> Answer for Result<T, Problem> {
    type Json = T;

    fn result(self) -> Self {
        self
    }
}

/// A list of routes that a transport makes. `id` is the name of the operation in generated clients,
/// `summary` its description.
#[must_use]
pub trait Routes: Sized {
    /// A route for `GET`.
    fn get<A: Answer>(
        self,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: fn() -> A,
    ) -> Self;

    /// A route for `POST` with a body.
    fn post<Q: DeserializeOwned + JsonSchema + Send + 'static, A: Answer>(
        self,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: fn(Q) -> A,
    ) -> Self;

    /// A route for `POST` with a body and one parameter in its path.
    fn post_to<Q: DeserializeOwned + JsonSchema + Send + 'static, A: Answer>(
        self,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: fn(&str, Q) -> A,
    ) -> Self;
}

/// The route that writes what was read: its body may be as large as a file of games.
pub fn exports<R: Routes>(routes: R) -> R {
    routes.post("/api/export", "exportGame", "Write a game as text", texts::export)
}

/// Every other route that needs nothing but its body.
pub fn questions<R: Routes>(routes: R) -> R {
    routes
        .post("/api/position", "describePosition", "Describe a position", positions::describe)
        .post(
            "/api/check",
            "checkMove",
            "What a move would do, or why it is illegal",
            positions::check,
        )
        .post("/api/setup", "checkSetup", "Whether an edited position is legal", positions::setup)
        .post("/api/book", "openingBook", "The opening book about a position", book::book)
        .post("/api/picture", "drawMoment", "A picture of a moment of a game", picture::picture)
        .get("/api/players", "listPlayers", "The computer players", players::list)
        .get("/api/lessons", "listLessons", "The lessons", lessons::list)
        .post_to("/api/lessons/{name}", "tryLesson", "How an attempt stands", lessons::attempt)
        .get("/api/puzzles", "listPuzzles", "The puzzles", puzzles::list)
        .post_to(
            "/api/puzzles/{id}",
            "tryPuzzle",
            "How an attempt at a puzzle stands",
            puzzles::attempt,
        )
        .post(
            "/api/puzzle-of-the-day",
            "puzzleOfTheDay",
            "The puzzle of a day",
            puzzles::of_the_day,
        )
        .post(
            "/api/puzzle-rating",
            "ratePuzzleAttempt",
            "The solver's rating after an attempt",
            puzzles::rate,
        )
}
