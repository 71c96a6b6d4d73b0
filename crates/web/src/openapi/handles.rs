//! The request and response of a handler, read from its types.

use std::future::Future;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use quoridor_service::routes::Answer;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::schemas::Schemas;
use crate::extract::{Body, Parameters};
use crate::problem::Problem;
use crate::routes::health::HealthJson;
use crate::socket::Opening;

/// The parts of an operation that follow from its handler.
#[derive(Default)]
pub(crate) struct Parts {
    pub(super) parameters: Vec<Value>,
    pub(super) body: Option<Value>,
    pub(super) responses: Map<String, Value>,
}

/// A handler; `T` is the list of its arguments, as in [`Handler`](axum::handler::Handler).
pub(crate) trait Handles<T> {
    fn describe(parts: &mut Parts, schemas: &mut Schemas);
}

/// An argument of a handler.
pub(crate) trait Takes {
    fn describe(_: &mut Parts, _: &mut Schemas) {}
}

/// The answer of a handler.
pub(crate) trait Answers {
    fn describe(parts: &mut Parts, schemas: &mut Schemas);
}

macro_rules! handles {
    ($marker:ty; $($argument:ident),*) => {
        impl<F, Fut, M, $($argument),*> Handles<$marker> for F
        where
            F: FnOnce($($argument),*) -> Fut,
            Fut: Future<Output: Answers>,
            $($argument: Takes,)*
        {
            fn describe(parts: &mut Parts, schemas: &mut Schemas) {
                $($argument::describe(parts, schemas);)*
                Fut::Output::describe(parts, schemas);
            }
        }
    };
}

handles!((M, A); A);
handles!((M, A, B); A, B);
handles!((M, A, B, C); A, B, C);
handles!((M, A, B, C, D); A, B, C, D);

impl<F, Fut> Handles<((),)> for F
where
    F: FnOnce() -> Fut,
    Fut: Future<Output: Answers>,
{
    fn describe(parts: &mut Parts, schemas: &mut Schemas) {
        Fut::Output::describe(parts, schemas);
    }
}

impl<S> Takes for State<S> {}
impl<T> Takes for Path<T> {}
impl<T> Takes for Extension<T> {}

impl<T: JsonSchema> Takes for Body<T> {
    fn describe(parts: &mut Parts, schemas: &mut Schemas) {
        parts.body = Some(schemas.request::<T>());
    }
}

impl<T: JsonSchema> Takes for Parameters<T> {
    fn describe(parts: &mut Parts, schemas: &mut Schemas) {
        parts.parameters.append(&mut schemas.query::<T>());
    }
}

impl Takes for Opening {
    fn describe(parts: &mut Parts, _: &mut Schemas) {
        parts.responses.insert("101".to_owned(), json!({ "description": "a WebSocket" }));
    }
}

/// The answer of a request that made something.
pub(crate) struct Created<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

/// The answer of a route that needs nothing of the server.
pub(crate) struct Done<A>(pub(crate) A);

impl<A: Answer> IntoResponse for Done<A> {
    fn into_response(self) -> Response {
        self.0.result().map(Json).map_err(Problem::from).into_response()
    }
}

impl<A: Answer> Answers for Done<A> {
    fn describe(parts: &mut Parts, schemas: &mut Schemas) {
        Json::<A::Json>::describe(parts, schemas);
    }
}

pub(super) fn answer(schema: Value, description: &str) -> Value {
    let content = json!({ "application/json": { "schema": schema } });
    json!({ "description": description, "content": content })
}

impl<T: JsonSchema> Answers for Json<T> {
    fn describe(parts: &mut Parts, schemas: &mut Schemas) {
        parts.responses.insert("200".to_owned(), answer(schemas.answer::<T>(), "done"));
    }
}

/// The same with 200 and with 503.
impl Answers for HealthJson {
    fn describe(parts: &mut Parts, schemas: &mut Schemas) {
        for (status, description) in [("200", "well"), ("503", "not well")] {
            let schema = schemas.answer::<Self>();
            parts.responses.insert(status.to_owned(), answer(schema, description));
        }
    }
}

impl<T: JsonSchema> Answers for Created<T> {
    fn describe(parts: &mut Parts, schemas: &mut Schemas) {
        parts.responses.insert("201".to_owned(), answer(schemas.answer::<T>(), "made"));
    }
}

/// A WebSocket: described by the [`Opening`] that it takes.
impl Answers for Response {
    fn describe(_: &mut Parts, _: &mut Schemas) {}
}

impl<T: Answers> Answers for Result<T, Problem> {
    fn describe(parts: &mut Parts, schemas: &mut Schemas) {
        T::describe(parts, schemas);
    }
}
