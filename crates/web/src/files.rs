//! The files of the page, which are part of the program.

use std::fmt::Write;

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

const PAGE: &str = "index.html";

/// A file; the page itself for every path that does not look like one: the page knows what
/// `/play/17` is.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, "files can only be read")
            .into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let path = if is_file { path } else { PAGE };
    match Files::get(path) {
        Some(found) => answer(path, found, &headers),
        None => Problem::new(StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

/// Browsers ask each time whether a file has changed, and are told in a few bytes that it has not.
fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let mut tag = String::from("\"");
    for byte in &file.metadata.sha256_hash()[..16] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    let kind = match path.rsplit('.').next() {
        // What a browser runs must be called so.
        Some("js" | "mjs") => "text/javascript; charset=utf-8".to_owned(),
        Some("webmanifest") => "application/manifest+json".to_owned(),
        _ => match file.metadata.mimetype() {
            text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
            other => other.to_owned(),
        },
    };
    let headers = [(CONTENT_TYPE, kind), (ETAG, tag), (CACHE_CONTROL, "no-cache".to_owned())];
    (headers, file.data.into_owned()).into_response()
}
