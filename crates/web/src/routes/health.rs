//! Health and metrics.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::time::timeout;

use crate::address::Address;
use crate::problem::Problem;
use crate::server::Server;

/// The health of the server.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Health")]
pub(crate) struct HealthJson {
    ok: bool,
    /// Why it is not well.
    problems: Vec<String>,
    version: &'static str,
    analyses: AnalysesJson,
}

/// The analyses of the server.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Analyses")]
struct AnalysesJson {
    /// How many are searched at the moment.
    running: usize,
    /// How many wait for their turn.
    waiting: usize,
}

impl IntoResponse for HealthJson {
    fn into_response(self) -> Response {
        let status = if self.ok { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
        (status, Json(self)).into_response()
    }
}

/// Where other devices find the server.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Addresses")]
pub(crate) struct AddressesJson {
    /// Origins such as `http://192.168.1.7:8717`, the likeliest first. Empty if the server serves
    /// its own machine alone.
    origins: Vec<String>,
}

/// `GET /api/addresses`: for links that are sent to others.
pub(crate) async fn addresses(State(server): State<Server>) -> Json<AddressesJson> {
    Json(AddressesJson { origins: server.origins() })
}

/// `GET /api/health`: 503 if the store cannot be read or written, the disk is full, or moves wait
/// too long.
pub(crate) async fn health(State(server): State<Server>) -> HealthJson {
    let limits = server.limits();
    let probe = server.writer().ask(quoridor_store::Store::probe);
    let mut problems = Vec::new();
    match timeout(limits.store_time, probe).await {
        Ok(Ok(())) => {}
        Ok(Err(problem)) => problems.push(problem.to_string()),
        Err(_) => problems.push(format!(
            "the store has not answered for {} seconds: {} requests wait",
            limits.store_time.as_secs_f64(),
            server.writer().waiting()
        )),
    }
    if let Some(free) = free_bytes(server.folder()).filter(|&free| free < limits.disk_bytes) {
        problems.push(format!("the disk is full: {} MiB are free", free >> 20));
    }
    let (running, waiting) = server.compute().analyses();
    if waiting >= limits.analyses {
        problems.push(format!("{waiting} analyses wait"));
    }
    HealthJson {
        ok: problems.is_empty(),
        problems,
        version: env!("CARGO_PKG_VERSION"),
        analyses: AnalysesJson { running, waiting },
    }
}

/// The space that is left on the disk of a folder.
#[cfg(unix)]
fn free_bytes(folder: &std::path::Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

#[cfg(not(unix))]
const fn free_bytes(_: &std::path::Path) -> Option<u64> {
    None
}

/// `GET /metrics`, for Prometheus on this machine, not for proxied clients.
pub(crate) async fn metrics(
    State(server): State<Server>,
    Extension(address): Extension<Address>,
) -> Result<Response, Problem> {
    if !address.is_here() {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "metrics are for programs on the machine that the server runs on",
        ));
    }
    let compute = server.compute();
    let ((analysing, analyses), (thinking, moves)) = (compute.analyses(), compute.games());
    let (used, total) = server.resources().memory();
    let (connections, _) = server.connections().used_of();
    let (bytes, _) = server.bytes().used_of();
    let text = server.metrics().text(&[
        ("connections", "Open connections", connections),
        ("games", "Games in memory", server.games().count() as u64),
        ("moves_searched", "Moves that are searched", thinking as u64),
        ("moves_waiting", "Moves that wait for a thread", moves as u64),
        ("analyses_searched", "Analyses that are searched", analysing as u64),
        ("analyses_waiting", "Analyses that wait", analyses as u64),
        ("store_waiting", "Writes that wait for the store", server.writer().waiting() as u64),
        ("searches_waiting", "Searches in the store that wait", server.readers().waiting() as u64),
        ("body_bytes", "Bodies of requests and answers under way", bytes),
        ("log_lines_dropped", "Lines of the log that nobody read", server.log().dropped()),
        ("table_bytes", "Memory that tables of players hold", used << 20),
        ("table_budget_bytes", "Memory that they may hold", total.saturating_mul(1 << 20)),
        ("resident_bytes", "Resident memory of the process", resident_bytes()),
    ]);
    Ok(([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text)
        .into_response())
}

/// The resident memory of this process; 0 where the system does not say.
fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kibibytes.unwrap_or_default() << 10
}
