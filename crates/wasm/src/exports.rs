//! The border of the module: texts come in through one buffer and go out through another.
//!
//! To call a function with a text, the page asks for [`input`] of its length, writes the bytes
//! there, and calls. What is answered lies in the output; events are passed to the import `emit`
//! while a function runs. Rust reads and writes its own buffers only: nothing here is unsafe but
//! the fixed names of the functions, which the page has to know.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use quoridor_engine::set_clock;
use quoridor_players::shipped;
use serde_json::Value;

use crate::backend::{Backend, Host};
use crate::search::{Searcher, Task, search};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds by a clock that never goes back.
    safe fn now() -> f64;
    /// Days since 1 January 1970.
    safe fn today() -> f64;
    /// Random bits.
    safe fn random() -> u32;
    /// Takes an event: the place and the length of JSON in UTF-8.
    safe fn emit(place: *const u8, length: usize);
    /// Sees to it that all of the module is loaded.
    safe fn load();
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<String> = const { RefCell::new(String::new()) };
    static BACKEND: RefCell<Backend> = RefCell::new(Backend::new(HOST));
    static SEARCHER: RefCell<Searcher> = RefCell::new(Searcher::default());
}

const HOST: Host = Host { emit: emit_json, now: clock, today: days, random: random_bytes };

fn clock() -> Duration {
    Duration::from_secs_f64(now().max(0.0) / 1000.0)
}

fn days() -> u64 {
    today() as u64
}

fn random_bytes() -> [u8; 16] {
    let mut bytes = [0; 16];
    bytes.chunks_mut(4).for_each(|four| four.copy_from_slice(&random().to_le_bytes()));
    bytes
}

fn emit_json(event: &Value) {
    let text = event.to_string();
    emit(text.as_ptr(), text.len());
}

/// The input as text.
fn text() -> String {
    set_clock(clock);
    INPUT.with_borrow(|input| String::from_utf8_lossy(input).into_owned())
}

/// Leaves a text in the output; its length.
fn put(text: String) -> usize {
    OUTPUT.with_borrow_mut(|output| {
        *output = text;
        output.len()
    })
}

/// Sees to it that all of the module is loaded: on the site, functions that the first page does not
/// need are in a second file (xtask/src/site/split.rs), and call this first.
#[unsafe(no_mangle)]
extern "C" fn load_rest() {
    load();
}

/// Makes room for this many bytes of input.
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *const u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_ptr()
    })
}

/// The place of the output.
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Answers a request: the input has a line with the method, one with the path, and the body. The
/// output is the JSON of the answer; its length and the status come back.
#[unsafe(no_mangle)]
extern "C" fn request() -> u64 {
    let text = text();
    let mut parts = text.splitn(3, '\n');
    let mut part = || parts.next().unwrap_or_default();
    let (method, path, body) = (part(), part(), part());
    let (status, answer) = BACKEND.with_borrow_mut(|backend| backend.request(method, path, body));
    (u64::from(status) << 32) | put(answer) as u64
}

/// Opens a conversation at the path of the input. 0, or the status with an answer as in `request`.
#[unsafe(no_mangle)]
extern "C" fn open(connection: u32) -> u64 {
    let opened = BACKEND.with_borrow_mut(|backend| backend.open(connection.into(), &text()));
    match opened {
        Ok(()) => 0,
        Err((status, answer)) => (u64::from(status) << 32) | put(answer) as u64,
    }
}

/// A client says the input.
#[unsafe(no_mangle)]
extern "C" fn say(connection: u32) {
    BACKEND.with_borrow_mut(|backend| backend.say(connection.into(), &text()));
}

/// A client goes.
#[unsafe(no_mangle)]
extern "C" fn close(connection: u32) {
    BACKEND.with_borrow_mut(|backend| backend.close(connection.into()));
}

/// A search says the input.
#[unsafe(no_mangle)]
extern "C" fn found(task: u32) {
    BACKEND.with_borrow_mut(|backend| backend.found(task.into(), &text()));
}

/// A search has ended.
#[unsafe(no_mangle)]
extern "C" fn ended(task: u32) {
    BACKEND.with_borrow_mut(|backend| backend.ended(task.into()));
}

/// The worker of a search failed.
#[unsafe(no_mangle)]
extern "C" fn failed(task: u32) {
    BACKEND.with_borrow_mut(|backend| backend.failed(task.into()));
}

/// What was to be kept is stored; the input is empty, or has a problem.
#[unsafe(no_mangle)]
extern "C" fn stored() {
    let problem = text();
    let problem = Some(problem.as_str()).filter(|problem| !problem.is_empty());
    BACKEND.with_borrow_mut(|backend| backend.stored(problem));
}

/// Does what is due; the milliseconds until something will be.
#[unsafe(no_mangle)]
extern "C" fn tick() -> f64 {
    set_clock(clock);
    BACKEND.with_borrow_mut(Backend::tick) as f64
}

/// Takes the row of a game that was kept. The length of the output: a problem in one line, if any.
#[unsafe(no_mangle)]
extern "C" fn restore(game: f64) -> usize {
    let restored = BACKEND.with_borrow_mut(|backend| backend.restore(game as i64, &text()));
    put(restored.err().unwrap_or_default())
}

/// Takes the bytes of a file, by its place in the list of files.
#[unsafe(no_mangle)]
extern "C" fn provide(file: usize) {
    let bytes = INPUT.with_borrow_mut(std::mem::take);
    if let Some(name) = shipped::names().nth(file) {
        quoridor_engine::shipped::provide(name, bytes);
    }
}

/// The files that can be provided, separated by spaces: the length of the output.
#[unsafe(no_mangle)]
extern "C" fn files() -> usize {
    put(shipped::names().collect::<Vec<_>>().join(" "))
}

/// The file of the network that the task of the input needs: the length of the output, 0 if none.
#[unsafe(no_mangle)]
extern "C" fn needs() -> usize {
    let task = serde_json::from_str::<Task>(&text()).ok();
    put(task.as_ref().and_then(crate::search::needs).unwrap_or_default().to_owned())
}

/// Runs the task of the input.
#[unsafe(no_mangle)]
extern "C" fn run() {
    if let Ok(task) = serde_json::from_str::<Task>(&text()) {
        SEARCHER.with_borrow_mut(|searcher| search(searcher, &task, emit_json));
    }
}

/// Searches the start position with the player of the input: the length of the output, which has
/// the nodes and the move.
#[unsafe(no_mangle)]
extern "C" fn search_nodes(nodes: f64) -> usize {
    put(crate::search::count_nodes(&text(), nodes as u64))
}
