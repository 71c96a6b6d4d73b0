//! Which handler answers a request.

use quoridor_service::Problem;
use quoridor_service::routes::{Answer, Routes};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A request.
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    /// The path, without its query.
    pub(crate) path: &'a str,
    pub(crate) body: &'a str,
}

/// A status, and JSON.
pub(crate) type Answered = (u16, String);

/// Goes through the routes until one fits.
pub(crate) struct Dispatch<'a> {
    request: &'a Request<'a>,
    pub(crate) answered: Option<Answered>,
}

impl<'a> Dispatch<'a> {
    pub(crate) const fn new(request: &'a Request<'a>) -> Self {
        Self { request, answered: None }
    }

    fn is(&self, method: &str, path: &str) -> bool {
        self.answered.is_none() && self.request.method == method && self.request.path == path
    }
}

/// An answer as a status and JSON.
pub(crate) fn answered<T: Serialize>(result: Result<T, Problem>) -> Answered {
    answered_with(200, result)
}

pub(crate) fn answered_with<T: Serialize>(status: u16, result: Result<T, Problem>) -> Answered {
    let written = match result {
        Ok(answer) => serde_json::to_string(&answer).map(|text| (status, text)),
        Err(problem) => serde_json::to_string(&problem.json()).map(|text| (problem.status(), text)),
    };
    written.unwrap_or_else(|error| (500, format!("{{\"error\": \"{error}\"}}")))
}

/// A body in JSON.
pub(crate) fn read<T: DeserializeOwned>(body: &str) -> Result<T, Problem> {
    serde_json::from_str(body).map_err(|error| {
        Problem::bad(format_args!(
            "Failed to deserialize the JSON body into the target type: {error}"
        ))
    })
}

/// The parameter of a path like `/api/lessons/{name}`.
pub(crate) fn parameter<'a>(pattern: &str, path: &'a str) -> Option<&'a str> {
    let (before, rest) = pattern.split_once('{')?;
    let (_, after) = rest.split_once('}')?;
    let value = path.strip_prefix(before)?.strip_suffix(after)?;
    (!value.is_empty() && !value.contains('/')).then_some(value)
}

/// The answer of a handler that gets the body.
///
/// A function of its own, because it is loaded later than the list of routes, if its handler is.
#[inline(never)]
fn answer<Q: DeserializeOwned, A: Answer>(body: &str, handler: impl FnOnce(Q) -> A) -> Answered {
    answered(read(body).and_then(|body| handler(body).result()))
}

/// The list of routes is gone through for every request, so comparing paths is part of the list.
impl Routes for Dispatch<'_> {
    #[inline(always)]
    fn get<A: Answer>(
        mut self,
        path: &'static str,
        _: &'static str,
        _: &'static str,
        handler: fn() -> A,
    ) -> Self {
        if self.is("GET", path) {
            self.answered = Some(answered(handler().result()));
        }
        self
    }

    #[inline(always)]
    fn post<Q: DeserializeOwned, A: Answer>(
        mut self,
        path: &'static str,
        _: &'static str,
        _: &'static str,
        handler: fn(Q) -> A,
    ) -> Self {
        if self.is("POST", path) {
            self.answered = Some(answer(self.request.body, handler));
        }
        self
    }

    #[inline(always)]
    fn post_to<Q: DeserializeOwned, A: Answer>(
        mut self,
        path: &'static str,
        _: &'static str,
        _: &'static str,
        handler: fn(&str, Q) -> A,
    ) -> Self {
        if self.answered.is_none()
            && self.request.method == "POST"
            && let Some(name) = parameter(path, self.request.path)
        {
            self.answered = Some(answer(self.request.body, |body| handler(name, body)));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_one_part_of_a_path() {
        assert_eq!(parameter("/api/lessons/{name}", "/api/lessons/jump"), Some("jump"));
        assert_eq!(parameter("/api/x/{id}/review", "/api/x/17/review"), Some("17"));
        for path in ["/api/lessons/", "/api/lessons", "/api/lessons/a/b", "/api/position"] {
            assert_eq!(parameter("/api/lessons/{name}", path), None, "{path}");
        }
    }
}
