//! The files of the page, which are part of the program.
//!
//! The page itself names its files below `assets/VERSION/`, where the version is a hash of all of
//! them: browsers keep those for good, and ask for others when a file has changed.

use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::OnceLock;

use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use quoridor_engine::Fnv;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Files;

const PAGE: &str = "index.html";
const ASSETS: &str = "assets/";

/// Browsers ask each time whether a file has changed, and are told in a few bytes that it has not.
const ASK_AGAIN: &str = "no-cache";
const FOR_GOOD: &str = "public, max-age=31536000, immutable";

/// A file; the page itself for every path that does not look like one: the page knows what
/// `/play/17` is.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, "files can only be read")
            .into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let asset = path.strip_prefix(ASSETS).and_then(|rest| rest.split_once('/'));
    // A page that is open while the program is replaced gets the new files.
    let (path, keep) = match asset {
        Some((asked, path)) if asked == version() => (path, FOR_GOOD),
        Some((_, path)) => (path, ASK_AGAIN),
        None => (path, ASK_AGAIN),
    };
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let path = if is_file { path } else { PAGE };
    match Files::get(path) {
        Some(found) => answer(path, found, keep, &headers),
        None => Problem::new(StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

/// A hash of all files: FNV of their names and hashes.
fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        let mut names: Vec<_> = Files::iter().collect();
        names.sort_unstable();
        let mut hash = Fnv::default();
        for name in names {
            hash.text(&name);
            if let Some(file) = Files::get(&name) {
                hash.bytes(&file.metadata.sha256_hash());
            }
        }
        format!("{:016x}", hash.value())
    })
}

fn answer(path: &str, file: EmbeddedFile, keep: &str, headers: &HeaderMap) -> Response {
    let mut tag = format!("\"{}-", version());
    for byte in &file.metadata.sha256_hash()[..16] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response();
    }
    let kind = match path.rsplit('.').next() {
        // Browsers run scripts of this type only.
        Some("js" | "mjs") => "text/javascript; charset=utf-8".to_owned(),
        Some("webmanifest") => "application/manifest+json".to_owned(),
        _ => match file.metadata.mimetype() {
            text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
            other => other.to_owned(),
        },
    };
    let described = [(CONTENT_TYPE, kind), (ETAG, tag), (CACHE_CONTROL, keep.to_owned())];
    let data = if path == PAGE { page(&file.data).into_bytes() } else { file.data.into_owned() };
    let varies = (VARY, ACCEPT_ENCODING.as_str());
    let takes_gzip = headers
        .get(ACCEPT_ENCODING)
        .and_then(|accepted| accepted.to_str().ok())
        .is_some_and(|accepted| accepted.contains("gzip"));
    match takes_gzip.then(|| compressed(&data)) {
        Some(Ok(small)) => (described, [varies, (CONTENT_ENCODING, "gzip")], small).into_response(),
        _ => (described, [varies], data).into_response(),
    }
}

/// The files are small, and browsers keep them: to compress one takes less than a millisecond.
fn compressed(data: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data)?;
    encoder.finish()
}

/// The page, with the names that its files have for good.
fn page(html: &[u8]) -> String {
    let assets = format!("/{ASSETS}{}/", version());
    String::from_utf8_lossy(html)
        .replace("href=\"/", &format!("href=\"{assets}"))
        .replace("src=\"/", &format!("src=\"{assets}"))
}
