//! Chromium, driven over its debugging pipe.
//!
//! The protocol is JSON, and these tests need a dozen of its commands; a library for all of it
//! takes longer to compile than everything else together. Over a pipe, not a socket, because the
//! browser then ends with the tests, however those end.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;

use quoridor_test_support::PATIENCE;
use serde_json::{Value, json};

/// The one browser of all tests; each has windows of its own, which share nothing.
static CHROMIUM: LazyLock<Chromium> = LazyLock::new(Chromium::start);

pub(crate) struct Chromium {
    input: Mutex<ChildStdin>,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    last: u64,
    /// Who waits for the answer to which command.
    waiting: HashMap<u64, Sender<Value>>,
    /// Problems by window, in words.
    problems: HashMap<String, Vec<String>>,
}

/// A window of the browser, used by one test.
pub(crate) struct Window {
    session: String,
}

impl Chromium {
    fn start() -> Self {
        let profile = fresh_profile();
        // A pipe is spoken through the descriptors 3 and 4.
        let mut process = Command::new("sh")
            .args(["-c", "exec chromium \"$@\" 3<&0 4>&1 1>&2", "chromium"])
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--hide-scrollbars",
            ])
            .args([
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-extensions",
            ])
            .args([
                "--disable-background-timer-throttling",
                "--disable-renderer-backgrounding",
                "--lang=en-US",
            ])
            // Two pages then reach each other without multicast, which not every network has.
            .arg("--disable-features=WebRtcHideLocalIpsWithMdns")
            .args([
                "--disable-backgrounding-occluded-windows",
                "--disable-dev-shm-usage",
                "--remote-debugging-pipe",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("sh starts");
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            unreachable!("both were asked for");
        };
        let shared = Arc::new(Mutex::new(Shared::default()));
        let listener = Arc::clone(&shared);
        thread::spawn(move || {
            listen(output, &listener);
            let _ = process.wait();
        });
        Self { input: Mutex::new(input), shared }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&self, session: Option<&str>, method: &str, parameters: &Value) -> Receiver<Value> {
        let (sender, receiver) = channel();
        let id = {
            let mut shared = self.lock();
            shared.last += 1;
            let id = shared.last;
            shared.waiting.insert(id, sender);
            id
        };
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = input.write_all(format!("{message}\0").as_bytes()).and_then(|()| input.flush());
        assert!(sent.is_ok(), "Chromium does not run: `cargo xtask test` installs it");
        receiver
    }

    /// The answer, which may be an error.
    fn try_to_ask(&self, session: Option<&str>, method: &str, parameters: &Value) -> Value {
        let answer = self.send(session, method, parameters).recv_timeout(PATIENCE);
        answer.unwrap_or_else(|_| panic!("Chromium does not answer {method}: is it installed?"))
    }

    fn ask(&self, session: Option<&str>, method: &str, parameters: &Value) -> Value {
        let answer = self.try_to_ask(session, method, parameters);
        assert!(answer.get("error").is_none(), "{method} {parameters}: {answer}");
        answer["result"].clone()
    }
}

fn listen(output: ChildStdout, shared: &Mutex<Shared>) {
    for message in BufReader::new(output).split(0) {
        let Ok(Ok(message)) = message.map(|bytes| serde_json::from_slice::<Value>(&bytes)) else {
            return;
        };
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(waiting) = message["id"].as_u64().and_then(|id| shared.waiting.remove(&id)) {
            // Nobody waits any more if a test has failed.
            let _ = waiting.send(message);
        } else if let (Some(session), Some(problem)) =
            (message["sessionId"].as_str(), problem(&message))
        {
            shared.problems.entry(session.to_owned()).or_default().push(problem);
        }
    }
}

/// The problem that an event reports, if any.
fn problem(event: &Value) -> Option<String> {
    let details = &event["params"];
    match event["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(format!("exception: {}", details["exceptionDetails"])),
        "Runtime.consoleAPICalled" if details["type"] == "error" => {
            Some(format!("console: {}", details["args"]))
        }
        "Log.entryAdded" if details["entry"]["level"] == "error" => {
            Some(format!("log: {} ({})", details["entry"]["text"], details["entry"]["url"]))
        }
        _ => None,
    }
}

impl Window {
    /// A window that shares no cookies and no storage with others.
    pub(crate) fn open() -> Self {
        let context =
            CHROMIUM.ask(None, "Target.createBrowserContext", &json!({ "disposeOnDetach": true }));
        Self::open_in(&context["browserContextId"])
    }

    fn open_in(context: &Value) -> Self {
        let target = CHROMIUM.ask(
            None,
            "Target.createTarget",
            &json!({ "url": "about:blank", "browserContextId": context }),
        );
        let attached = CHROMIUM.ask(
            None,
            "Target.attachToTarget",
            &json!({ "targetId": target["targetId"], "flatten": true }),
        );
        let session = attached["sessionId"].as_str().expect("a session").to_owned();
        let window = Self { session };
        for domain in ["Page", "Runtime", "Log"] {
            window.ask(&format!("{domain}.enable"), &json!({}));
        }
        window.ask("Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }));
        window
    }

    /// Another tab of the same browser: with its storage, but not with that of the tab.
    pub(crate) fn another_tab(&self) -> Self {
        let info = self.ask("Target.getTargetInfo", &json!({}));
        Self::open_in(&info["targetInfo"]["browserContextId"])
    }

    /// The answer, which may be an error.
    pub(crate) fn try_to_ask(&self, method: &str, parameters: &Value) -> Value {
        CHROMIUM.try_to_ask(Some(&self.session), method, parameters)
    }

    pub(crate) fn ask(&self, method: &str, parameters: &Value) -> Value {
        CHROMIUM.ask(Some(&self.session), method, parameters)
    }

    /// Returns and clears the problems so far.
    pub(crate) fn problems(&self) -> Vec<String> {
        CHROMIUM.lock().problems.remove(&self.session).unwrap_or_default()
    }
}

/// A folder for the browser's own files. Those of earlier runs are removed.
fn fresh_profile() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix("chromium-"));
        if owner.is_some_and(|owner| !Path::new("/proc").join(owner).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    folder.join(format!("chromium-{}", std::process::id()))
}
