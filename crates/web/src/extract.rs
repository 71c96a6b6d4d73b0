//! Bodies and parameters of requests; errors are one line of JSON.

use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use crate::problem::Problem;

/// A body in JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let body = axum::Json::<T>::from_request(request, state).await;
        body.map(|axum::Json(body)| Self(body)).map_err(|error| match error.status() {
            // JSON of another shape is as bad as no JSON.
            StatusCode::UNPROCESSABLE_ENTITY => Problem::bad(error.body_text()),
            status => Problem::new(status, error.body_text()),
        })
    }
}

/// The query of a request.
pub(crate) struct Parameters<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Parameters<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query
            .map(|Query(query)| Self(query))
            .map_err(|error| Problem::new(error.status(), error.body_text()))
    }
}
