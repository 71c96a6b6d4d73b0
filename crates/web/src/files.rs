//! The files of the page, which are part of the program.
//!
//! The page itself names its files below `assets/VERSION/`, where the version is a hash of all of
//! them: browsers keep those for good, and ask for others when a file has changed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Mutex, OnceLock, PoisonError};

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;
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
/// Of 11: the last two steps take ten times as long, for one per cent.
const QUALITY: i32 = 9;

/// Cache limit: more than there are files, in both compressions.
const MOST_COMPRESSED: usize = 400;

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
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let encoding = Encoding::best(accepted.unwrap_or_default());
    match encoding.and_then(|encoding| Some((encoding, encoding.compressed(&data)?))) {
        Some((encoding, small)) => {
            let encoded = (CONTENT_ENCODING, encoding.name());
            (described, [varies, encoded], small).into_response()
        }
        None => (described, [varies], data).into_response(),
    }
}

/// A compression of files. Each file is compressed once, as well as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Encoding {
    Brotli,
    Gzip,
}

impl Encoding {
    /// The best one of those that a browser accepts: `gzip, deflate, br;q=1.0`.
    fn best(accepted: &str) -> Option<Self> {
        let accepts = |encoding: &Self| {
            accepted.split(',').any(|each| {
                let (name, quality) = each.split_once(';').unwrap_or((each, ""));
                let refused = matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
                name.trim().eq_ignore_ascii_case(encoding.name()) && !refused
            })
        };
        [Self::Brotli, Self::Gzip].into_iter().find(accepts)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// A file, compressed. Builds for development read files anew each time, so that they are known
    /// by their content.
    fn compressed(self, data: &[u8]) -> Option<Bytes> {
        static KNOWN: Mutex<BTreeMap<u64, Bytes>> = Mutex::new(BTreeMap::new());
        // What is there is whole, even if somebody panicked.
        let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let mut hash = Fnv::default();
        hash.text(self.name());
        hash.bytes(data);
        if let Some(small) = known().get(&hash.value()) {
            return Some(small.clone());
        }
        let small = Bytes::from(self.compress(data).ok()?);
        let mut known = known();
        if known.len() >= MOST_COMPRESSED {
            known.clear();
        }
        known.insert(hash.value(), small.clone());
        Some(small)
    }

    fn compress(self, data: &[u8]) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Gzip => {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(data)?;
                encoder.finish()
            }
            Self::Brotli => {
                let mut small = Vec::new();
                let parameters = BrotliEncoderParams { quality: QUALITY, ..Default::default() };
                brotli::BrotliCompress(&mut &*data, &mut small, &parameters)?;
                Ok(small)
            }
        }
    }
}

/// The page, with the names that its files have for good.
fn page(html: &[u8]) -> String {
    let assets = format!("/{ASSETS}{}/", version());
    String::from_utf8_lossy(html)
        .replace("href=\"/", &format!("href=\"{assets}"))
        .replace("src=\"/", &format!("src=\"{assets}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_get_the_best_compression_that_they_accept() {
        assert_eq!(Encoding::best("gzip, deflate, br, zstd"), Some(Encoding::Brotli));
        assert_eq!(Encoding::best("gzip;q=1.0, br;q=0"), Some(Encoding::Gzip));
        assert_eq!(Encoding::best("GZIP"), Some(Encoding::Gzip));
        // Nothing but whole names.
        assert_eq!(Encoding::best("x-gzip, brotli, identity"), None);
        assert_eq!(Encoding::best(""), None);
    }

    /// Read back by the decoders of the same formats.
    #[test]
    fn what_is_compressed_can_be_read() {
        let text = "wall ".repeat(1000);
        let gzip = Encoding::Gzip.compressed(text.as_bytes()).unwrap();
        let mut read = String::new();
        std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&gzip[..]), &mut read)
            .unwrap();
        assert_eq!(read, text);
        let brotli = Encoding::Brotli.compressed(text.as_bytes()).unwrap();
        let mut read = Vec::new();
        brotli::BrotliDecompress(&mut &brotli[..], &mut read).unwrap();
        assert_eq!(read, text.as_bytes());
        assert!(brotli.len() < 100 && gzip.len() < 100, "{} {}", brotli.len(), gzip.len());
    }
}
