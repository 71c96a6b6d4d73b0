//! The files of the site.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::split::Parts;
use crate::workspace::Workspace;

/// Networks and the opening book, fetched when somebody needs them; the first is the network of the
/// levels. With the crates that they are the data of.
pub(super) const LATER: [(&str, &str); 5] = [
    ("engine", "puct.weights"),
    ("engine", "nnue.weights"),
    ("literature", "hola-2016-nn.weights"),
    ("literature", "hola-2016-qlnn.weights"),
    ("engine", "opening.book"),
];

/// The path of one of these files.
pub(super) fn data_file((of, file): (&str, &str), workspace: &Workspace) -> PathBuf {
    workspace.root.join("crates").join(of).join("data").join(file)
}

/// The views that have addresses of their own: a file host then finds the page there.
const VIEWS: [&str; 4] = ["analysis", "games", "learn", "watch"];

/// Scripts and WebAssembly of the site, pictures in its styles, and nothing from elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data:; font-src 'self'; media-src 'self' data:; \
                      connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'";

/// The first load: what the start page needs before it can be used.
const FIRST: [&str; 8] = [
    "index.html",
    "app.js",
    "site/worker.js",
    "site/module.js",
    "site/searches.js",
    "site/rest.js",
    "site/shelf.js",
    "site/border.js",
];

/// The most bytes of the first load, compressed with brotli.
const MOST_FIRST: u64 = 450_000;

type Files = BTreeMap<String, Vec<u8>>;

/// Where a site will be.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    /// The path of its start.
    pub(crate) base: &'a str,
    /// The server that tells browsers how others reach them.
    pub(crate) stun: Option<&'a str>,
}

/// Writes the site into a folder, which is emptied first.
pub(crate) fn write(
    out: &Path,
    place: Place<'_>,
    module: &Parts,
    workspace: &Workspace,
) -> anyhow::Result<()> {
    if out.exists() {
        let is_site = out.join("service-worker.js").is_file() || out.read_dir()?.next().is_none();
        ensure!(is_site, "{} is there and is no site: it is not emptied", out.display());
        fs::remove_dir_all(out)?;
    }
    let mut files = Files::new();
    let own = workspace.root.join("crates/wasm/site");
    collect(&workspace.root.join("crates/web/static"), "", &mut files)?;
    collect(&own, "site/", &mut files)?;
    for (from, to) in [
        ("site/backend.js", "lib/backend.js"),
        ("site/manifest.webmanifest", "manifest.webmanifest"),
        ("site/icon-192.png", "icon-192.png"),
        ("site/icon-512.png", "icon-512.png"),
    ] {
        let file = files.remove(from).with_context(|| format!("{from} is missing"))?;
        files.insert(to.to_owned(), file);
    }
    let worker = files.remove("site/service-worker.js").context("no service worker")?;
    files.insert("site/quoridor.wasm".to_owned(), module.first.clone());
    files.insert("site/rest.wasm".to_owned(), module.rest.clone());
    for file in LATER {
        files.insert(format!("site/{}", file.1), fs::read(data_file(file, workspace))?);
    }
    let page = page(&text(&files, "index.html")?, place);
    files.insert("index.html".to_owned(), page.clone().into_bytes());
    // What hosts answer to paths that they do not know, such as /play/17.
    files.insert("404.html".to_owned(), page.clone().into_bytes());
    for view in VIEWS {
        files.insert(format!("{view}/index.html"), page.clone().into_bytes());
    }
    let worker = service_worker(&String::from_utf8(worker)?, &files)?;
    files.insert("service-worker.js".to_owned(), worker.into_bytes());
    for (name, data) in &files {
        put(&out.join(name), data)?;
        if is_worth_compressing(name) {
            put(&out.join(format!("{name}.gz")), &gzip(data)?)?;
            put(&out.join(format!("{name}.br")), &brotli(data)?)?;
        }
    }
    report(out, &files)
}

fn collect(folder: &Path, prefix: &str, files: &mut Files) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, fs::read(entry.path())?);
        }
    }
    Ok(())
}

fn text(files: &Files, name: &str) -> anyhow::Result<String> {
    let file = files.get(name).with_context(|| format!("{name} is missing"))?;
    Ok(String::from_utf8(file.clone())?)
}

/// The page at a base, with its policy, its manifest, and the module loaded early.
fn page(html: &str, Place { base, stun }: Place<'_>) -> String {
    let stun = stun.map_or_else(String::new, |address| {
        format!("\n    <meta name=\"stun\" content=\"{address}\" />")
    });
    let head = format!(
        "<meta charset=\"utf-8\" />\n    \
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\" />\n    \
         <link rel=\"manifest\" href=\"/manifest.webmanifest\" />\n    \
         <meta name=\"theme-color\" content=\"#5b3418\" />\n    \
         <link rel=\"apple-touch-icon\" href=\"/icon-192.png\" />{stun}"
    );
    html.replace("<meta charset=\"utf-8\" />", &head)
        .replace("href=\"/", &format!("href=\"{base}"))
        .replace("src=\"/", &format!("src=\"{base}"))
}

/// The service worker with the names of the files and a version: a hash of all of them.
fn service_worker(script: &str, files: &Files) -> anyhow::Result<String> {
    let mut hash = DefaultHasher::new();
    files.hash(&mut hash);
    let hash = hash.finish();
    let later: Vec<String> = LATER.iter().map(|(_, name)| format!("site/{name}")).collect();
    let is_first = |name: &&String| {
        let is_copy = name.ends_with("/index.html") || name.as_str() == "404.html";
        !later.contains(name) && !is_copy
    };
    let first: Vec<&String> = files.keys().filter(is_first).collect();
    Ok(script
        .replace("{{version}}", &format!("{hash:016x}"))
        .replace("{{files}}", &serde_json::to_string(&first)?)
        .replace("{{later}}", &serde_json::to_string(&later)?))
}

fn put(path: &Path, data: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, data).with_context(|| format!("cannot write {}", path.display()))
}

fn is_worth_compressing(name: &str) -> bool {
    !name.ends_with(".png")
}

fn gzip(data: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data)?;
    Ok(encoder.finish()?)
}

fn brotli(data: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut small = Vec::new();
    let parameters = BrotliEncoderParams { quality: 11, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut &*data, &mut small, &parameters)?;
    Ok(small)
}

/// Prints the sizes of the first load, as docs/speed.md has them.
fn report(out: &Path, files: &Files) -> anyhow::Result<()> {
    let page = text(files, "index.html")?;
    let is_named = |name: &String| {
        let is_loaded = FIRST.contains(&name.as_str()) || name.as_str() == "lang/en.json";
        is_loaded || page.contains(&format!("/{name}\""))
    };
    let size = |name: &str, ending: &str| -> anyhow::Result<u64> {
        let path = out.join(format!("{name}{ending}"));
        Ok(fs::metadata(if path.exists() { path } else { out.join(name) })?.len())
    };
    let mut rows = vec![("module", vec!["site/quoridor.wasm".to_owned()])];
    rows.push(("page", files.keys().filter(|name| is_named(name)).cloned().collect()));
    rows.push(("rest of the module, later", vec!["site/rest.wasm".to_owned()]));
    rows.push(("network of the levels, later", vec![format!("site/{}", LATER[0].1)]));
    println!("| part | files | bytes | gzip | brotli |\n|---|---|---|---|---|");
    let mut first_load = 0;
    for (part, names) in rows {
        let sum = |ending: &str| -> anyhow::Result<u64> {
            names.iter().map(|name| size(name, ending)).sum()
        };
        let (plain, gzip, brotli) = (sum("")?, sum(".gz")?, sum(".br")?);
        println!("| {part} | {} | {plain} | {gzip} | {brotli} |", names.len());
        if !part.ends_with("later") {
            first_load += brotli;
        }
    }
    println!("first load: {first_load} bytes with brotli");
    ensure!(
        first_load <= MOST_FIRST,
        "the first load is more than {MOST_FIRST} bytes; LATER in xtask/src/site/build.rs names \
         what is loaded later"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_at_its_base_with_its_policy() {
        let html = "<meta charset=\"utf-8\" /><link href=\"/a.css\" /><script src=\"/b.js\">";
        let page = page(html, Place { base: "/quoridor/", stun: Some("stun:a.org:3478") });
        assert!(page.contains("href=\"/quoridor/a.css\"") && page.contains("src=\"/quoridor/b.js"));
        assert!(page.contains("wasm-unsafe-eval") && !page.contains("unsafe-inline"));
        assert!(page.contains("<meta name=\"stun\" content=\"stun:a.org:3478\" />"));
    }

    #[test]
    fn a_version_is_another_when_a_file_is() {
        let mut files = Files::from([("a.js".to_owned(), b"1".to_vec())]);
        let script = "'{{version}}' '{{files}}' '{{later}}'";
        let one = service_worker(script, &files).unwrap();
        assert!(one.contains(r#"["a.js"]"#) && one.contains(r#""site/puct.weights""#), "{one}");
        files.insert("a.js".to_owned(), b"2".to_vec());
        assert_ne!(one, service_worker(script, &files).unwrap());
    }
}
