//! The routes, and the OpenAPI document that follows from their handlers.
//!
//! A route is registered once, with its handler: what it takes and answers is read from the
//! handler's types ([`Handles`]), so the document cannot say anything else.

mod handles;
mod schemas;

use axum::Router;
use axum::extract::Path;
use axum::handler::Handler;
use axum::routing::{get, post};
use quoridor_service::routes::{Answer, Routes};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

pub(crate) use self::handles::Created;
use self::handles::{Done, Handles, Parts, answer};
use self::schemas::Schemas;
use crate::extract::Body;
use crate::problem::ErrorJson;
use crate::server::Server;

/// Routes with their descriptions.
pub(crate) struct Api {
    router: Router<Server>,
    operations: Vec<Operation>,
}

/// A route with a method.
#[derive(Clone, Copy)]
pub(crate) struct Operation {
    method: &'static str,
    path: &'static str,
    /// The name of the operation in generated clients.
    id: &'static str,
    summary: &'static str,
    describe: fn(&mut Parts, &mut Schemas),
}

impl Api {
    pub(crate) fn new() -> Self {
        Self { router: Router::new(), operations: Vec::new() }
    }

    /// A route for `GET`.
    pub(crate) fn get<H, T>(
        mut self,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: H,
    ) -> Self
    where
        H: Handler<T, Server> + Handles<T>,
        T: 'static,
    {
        let describe = <H as Handles<T>>::describe;
        self.operations.push(Operation { method: "get", path, id, summary, describe });
        Self { router: self.router.route(path, get(handler)), operations: self.operations }
    }

    /// A route for `POST`.
    pub(crate) fn post<H, T>(
        mut self,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: H,
    ) -> Self
    where
        H: Handler<T, Server> + Handles<T>,
        T: 'static,
    {
        let describe = <H as Handles<T>>::describe;
        self.operations.push(Operation { method: "post", path, id, summary, describe });
        Self { router: self.router.route(path, post(handler)), operations: self.operations }
    }

    /// The router and the operations.
    pub(crate) fn into_parts(self) -> (Router<Server>, Vec<Operation>) {
        (self.router, self.operations)
    }
}

/// Routes that need nothing of the server.
impl Routes for Api {
    fn get<A: Answer>(
        self,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: fn() -> A,
    ) -> Self {
        let answer = async move || Done(handler());
        self.get(path, id, summary, answer)
    }

    fn post<Q: DeserializeOwned + JsonSchema + Send + 'static, A: Answer>(
        self,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: fn(Q) -> A,
    ) -> Self {
        let answer = async move |Body(question): Body<Q>| Done(handler(question));
        self.post(path, id, summary, answer)
    }

    fn post_to<Q: DeserializeOwned + JsonSchema + Send + 'static, A: Answer>(
        self,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        handler: fn(&str, Q) -> A,
    ) -> Self {
        let answer = async move |Path(name): Path<String>, Body(question): Body<Q>| {
            Done(handler(&name, question))
        };
        self.post(path, id, summary, answer)
    }
}

/// The document.
pub(crate) fn document(operations: &[Operation]) -> Value {
    let mut schemas = Schemas::default();
    let mut paths: Map<String, Value> = Map::new();
    for operation in operations {
        let path = paths.entry(operation.path).or_insert_with(|| json!({}));
        path[operation.method] = operation.described(&mut schemas);
    }
    schemas.document(json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Quoridor",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Play, analyse and study Quoridor.",
            "description": "docs/http.md explains the fields and the messages of the WebSockets.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
    }))
}

impl Operation {
    fn described(&self, schemas: &mut Schemas) -> Value {
        let mut parts = Parts::default();
        (self.describe)(&mut parts, schemas);
        // The body, the address or the time may be wrong even where the handler cannot fail.
        let refused = || answer(schemas.answer::<ErrorJson>(), "one line: what was wrong");
        parts.responses.entry("default").or_insert_with(refused);
        let named =
            self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<Value> = named
            .map(|name| {
                let schema = json!({ "type": "string" });
                json!({ "name": name, "in": "path", "required": true, "schema": schema })
            })
            .collect();
        parameters.append(&mut parts.parameters);
        let mut described = json!({
            "operationId": self.id,
            "summary": self.summary,
            "parameters": parameters,
            "responses": parts.responses,
        });
        if let Some(schema) = parts.body {
            let content = json!({ "application/json": { "schema": schema } });
            described["requestBody"] = json!({ "required": true, "content": content });
        }
        described
    }
}
