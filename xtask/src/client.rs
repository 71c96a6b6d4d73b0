//! `cargo xtask client`

use std::fmt::Write;
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::shell::Step;
use crate::system;
use crate::tools::{OPENAPI_TYPESCRIPT, OPENAPI_VALIDATOR, PRETTIER, TYPESCRIPT};
use crate::workspace::Workspace;

/// Write the TypeScript client of the server from docs/openapi.json
///
/// The types come from openapi-typescript; each operation becomes a method of a class.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  cargo xtask client")]
pub(crate) struct Arguments {}

/// The client, from the root.
const FOLDER: &str = "clients/typescript";

pub(crate) fn run(Arguments {}: &Arguments, workspace: &Workspace) -> anyhow::Result<()> {
    system::require("npm", &["--version"], &["nodejs", "npm"])?;
    write(workspace, &workspace.root.join(FOLDER))
}

/// Validates the document, and checks that the client is the one that it gives, and its types.
pub(crate) fn check(workspace: &Workspace) -> anyhow::Result<()> {
    Step::new("the OpenAPI document", OPENAPI_VALIDATOR.path(workspace)?)
        .args(["docs/openapi.json"])
        .within(&workspace.root)
        .run()?;
    let fresh = workspace.target.join("client");
    write(workspace, &fresh)?;
    for name in ["schema.d.ts", "client.ts"] {
        let read = |folder: &std::path::Path| {
            fs::read_to_string(folder.join(name)).with_context(|| format!("cannot read {name}"))
        };
        let is_same = read(&fresh)? == read(&workspace.root.join(FOLDER))?;
        ensure!(is_same, "{FOLDER}/{name} is old: run cargo xtask client");
    }
    Step::new("the types of the TypeScript client", TYPESCRIPT.path(workspace)?)
        .args(["--project", "tsconfig.json"])
        .within(&workspace.root.join(FOLDER))
        .run()
}

/// Runs the example with Node against a server of its own: it begins a game, makes a move and
/// exports the game. The program must have been built.
pub(crate) fn run_example(workspace: &Workspace) -> anyhow::Result<()> {
    let scripts = workspace.target.join("client/js");
    Step::new("the TypeScript client as JavaScript", TYPESCRIPT.path(workspace)?)
        .args(["--project", "tsconfig.json", "--noEmit", "false", "--module", "commonjs"])
        .args(["--outDir".as_ref(), scripts.as_os_str()])
        .within(&workspace.root.join(FOLDER))
        .run()?;
    let store = scripts.join("games.sqlite");
    let mut server = Command::new(workspace.target.join("debug/quoridor"))
        .args(["serve", "--port", "0", "--no-open", "--store"])
        .arg(&store)
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run target/debug/quoridor: build it first")?;
    let answer = address(&mut server).and_then(|address| {
        // Before Node 22, WebSockets are an experiment.
        let script = "require(process.argv[1]).example(process.argv[2]).then(console.log)";
        Step::new("the example of the TypeScript client", "node")
            .args(["--no-warnings", "--experimental-websocket", "--eval", script])
            .args([scripts.join("example.js")])
            .args([address])
            .output()
    });
    // It has served its purpose, however that ended.
    server.kill().context("cannot end the server")?;
    server.wait().context("cannot wait for the server")?;
    let (answer, expected) = (answer?, "e2; - / - / e2 e9 / 10 10 / 2; e3h: you +1, opponent +1\n");
    ensure!(answer == expected, "the example answered {answer:?} instead of {expected:?}");
    Ok(())
}

/// The address that a server prints in its first line.
fn address(server: &mut Child) -> anyhow::Result<String> {
    let mut line = String::new();
    let output = server.stdout.take().context("the server has no output")?;
    BufReader::new(output).read_line(&mut line).context("cannot read from the server")?;
    let address = line.split_whitespace().find(|word| word.starts_with("http://"));
    Ok(address.with_context(|| format!("no address in {line:?}"))?.to_owned())
}

fn write(workspace: &Workspace, folder: &std::path::Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).context("cannot make the folder of the client")?;
    Step::new("the types of the client", OPENAPI_TYPESCRIPT.path(workspace)?)
        // A field of a request that has a default may be left out.
        .args(["docs/openapi.json", "--default-non-nullable", "false", "--output"])
        .args([folder.join("schema.d.ts")])
        .within(&workspace.root)
        .run()?;
    let text = fs::read_to_string(workspace.root.join("docs/openapi.json"))
        .context("cannot read docs/openapi.json")?;
    let document = serde_json::from_str(&text).context("docs/openapi.json")?;
    fs::write(folder.join("client.ts"), client(&document)).context("cannot write the client")?;
    // Prettier would leave out what .gitignore names, such as the folder of the check.
    Step::new("the format of the client", PRETTIER.path(workspace)?)
        .args(["--log-level", "warn", "--print-width", "100", "--single-quote", "--write"])
        .args(["--ignore-path", "/dev/null"])
        .args([folder.join("client.ts"), folder.join("schema.d.ts")])
        .run()
}

const HEAD: &str = "\
// Made by `cargo xtask client` from docs/openapi.json. Do not edit.

import type { components, operations } from './schema';

export type Schemas = components['schemas'];

/** A request that the server refused, with its one line about what was wrong. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

type Query = Record<string, string | number | null | undefined>;

/** A server of Quoridor. WebSockets are opened by their addresses. */
export class Client {
  constructor(readonly server: string = 'http://127.0.0.1:8717') {}

  async #ask<Answer>(method: string, path: string, query?: Query, body?: unknown): Promise<Answer> {
    const url = this.#url(path, query);
    const headers = { 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const response = await fetch(url, { method, ...sent });
    const answer = await response.json();
    if (!response.ok) throw new RefusedError(response.status, answer.error);
    return answer as Answer;
  }

  #url(path: string, query: Query = {}): URL {
    const url = new URL(path, this.server);
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }

  #socket(path: string): URL {
    const url = this.#url(path);
    url.protocol = url.protocol.replace('http', 'ws');
    return url;
  }
";

/// The client: a class with a method for every operation.
fn client(document: &Value) -> String {
    let mut text = HEAD.to_owned();
    for (path, operations) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in operations.as_object().into_iter().flatten() {
            write_method(&mut text, path, method, operation);
        }
    }
    text.push_str("}\n");
    text
}

fn write_method(text: &mut String, path: &str, method: &str, operation: &Value) {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let summary = operation["summary"].as_str().unwrap_or_default();
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let in_path = parameters
        .clone()
        .filter(|parameter| parameter["in"] == "path")
        .filter_map(|parameter| parameter["name"].as_str());
    let mut arguments: Vec<String> = in_path.map(|name| format!("{name}: string")).collect();
    // `/api/games/{game}` becomes a template with the encoded argument.
    let path = path.replace('{', "${encodeURIComponent(").replace('}', ")}");
    let _ = write!(text, "\n  /** {summary}. */\n  ");
    let (status, response) = operation["responses"]
        .as_object()
        .into_iter()
        .flatten()
        .find(|(status, _)| status.starts_with(['1', '2']))
        .unwrap_or((&path, &Value::Null));
    if response["content"].is_null() {
        let _ = writeln!(
            text,
            "{id}({}): URL {{\n    return this.#socket(`{path}`);\n  }}",
            arguments.join(", ")
        );
        return;
    }
    let has_query = parameters.clone().any(|parameter| parameter["in"] == "query");
    let has_body = operation["requestBody"].is_object();
    if has_body {
        arguments.push(format!(
            "body: operations['{id}']['requestBody']['content']['application/json']"
        ));
    }
    if has_query {
        arguments.push(format!("query?: operations['{id}']['parameters']['query']"));
    }
    let answer =
        format!("operations['{id}']['responses'][{status}]['content']['application/json']");
    let query = if has_query { "query" } else { "undefined" };
    let mut sent = format!("'{}', `{path}`", method.to_uppercase());
    if has_query || has_body {
        let _ = write!(sent, ", {query}");
    }
    if has_body {
        sent.push_str(", body");
    }
    let _ = writeln!(
        text,
        "{id}({}): Promise<{answer}> {{\n    return this.#ask({sent});\n  }}",
        arguments.join(", ")
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_operation_becomes_a_method() {
        let content = json!({ "application/json": {} });
        let document = json!({ "paths": { "/api/games/{game}/claim": { "post": {
            "operationId": "claim",
            "summary": "Claim a game",
            "parameters": [{ "name": "game", "in": "path" }],
            "requestBody": { "content": content },
            "responses": { "201": { "content": content } },
        } } } });
        let text = client(&document);
        let method = text.split("/** Claim a game. */").nth(1).unwrap();
        assert_eq!(
            method,
            "\n  claim(game: string, \
             body: operations['claim']['requestBody']['content']['application/json']): \
             Promise<operations['claim']['responses'][201]['content']['application/json']> {\n    \
             return this.#ask('POST', `/api/games/${encodeURIComponent(game)}/claim`, \
             undefined, body);\n  }\n}\n"
        );
    }
}
