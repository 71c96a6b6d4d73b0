//! How the process begins and ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::thread;

use quoridor_test_support::{PATIENCE, Server, exchange, wait_for};

use crate::{program, serve};

const DOCKERFILE: &str = include_str!("../../../../Dockerfile");

/// With a port and a folder that are free here.
#[test]
fn the_command_of_the_image_serves_the_game() {
    let command = DOCKERFILE.lines().find_map(|line| line.strip_prefix("CMD ")).unwrap();
    let arguments: Vec<String> = serde_json::from_str(command).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let arguments = arguments.iter().map(|argument| match argument.as_str() {
        "8717" => "0",
        "/games" => folder.path().to_str().unwrap(),
        other => other,
    });
    let server = Server::of(Command::new(program()).args(arguments));
    // An address that only a server on all of them answers.
    let published = SocketAddr::from(([127, 0, 0, 2], server.address.port()));
    assert_eq!(exchange(published, "GET", "/api/health", "")["ok"], true);
    assert!(folder.path().join("games.sqlite").is_file());
}

/// `--lan` prints the addresses that other devices can use: each of them answers, and none is the
/// loopback address, which only the first line has.
#[test]
fn the_addresses_for_other_devices_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(program())
        .args(["serve", "--lan", "--no-open", "--port", "0", "--store"])
        .arg(folder.path().join("games.sqlite"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    output.read_line(&mut first).unwrap();
    let address = first.strip_prefix("Quoridor is at http://127.0.0.1:").unwrap();
    let port: u16 = address.split('/').next().unwrap().parse().unwrap();
    let here = SocketAddr::from(([127, 0, 0, 1], port));
    let mut server = Server { process: child, address: here };
    assert_eq!(exchange(server.address, "GET", "/api/health", "")["ok"], true);
    let reachable = |line: &str| {
        let origin = line.strip_prefix("Others find it at http://").unwrap();
        let address: SocketAddr = origin.strip_suffix('/').unwrap().parse().unwrap();
        assert!(!address.ip().is_loopback() && address.port() == port, "{line}");
        assert_eq!(exchange(address, "GET", "/api/health", "")["ok"], true, "{line}");
    };
    // Every network interface of the machine has its line.
    let own = Command::new("hostname").arg("-I").output().unwrap().stdout;
    let own = String::from_utf8(own).unwrap();
    let is_usable = |address: &&str| !address.contains(':') && !address.starts_with("169.254.");
    let own = own.split_whitespace().filter(is_usable).count();
    for _ in 0..own {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        reachable(line.trim_end());
    }
    server.kill();
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
}

#[test]
fn a_busy_port_is_named() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_quoridor"))
        .args(["serve", "--port", &port, "--store"])
        .arg(folder.path().join("games.sqlite"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&port) && error.contains("--port") && error.lines().count() == 1,
        "{error}"
    );
}

/// Plain `quoridor` serves: where no store can be, it says so as `serve` does.
#[test]
fn without_a_command_the_game_is_served() {
    for arguments in [&[][..], &["serve"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quoridor"));
        let output = command
            .args(arguments)
            .env_remove("XDG_DATA_HOME")
            .env_remove("HOME")
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains("--store"), "{arguments:?}");
    }
}

#[test]
fn a_store_that_cannot_be_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_quoridor"));
    let output = command
        .current_dir(folder.path())
        .args(["serve", "--store", "missing/games.sqlite"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("missing/games.sqlite"));
}

#[cfg(unix)]
#[test]
fn an_end_that_is_asked_for_is_clean() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = serve(&folder.path().join("games.sqlite"));
    let pid = served.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(served.process.wait().unwrap().code(), Some(0));
}

/// A store that can only be read is refused when the server starts, not when somebody moves. Root
/// may write everywhere, so the server runs as somebody else if the test is run by root.
#[cfg(unix)]
#[test]
fn a_store_that_can_only_be_read_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    drop(serve(&store));
    for name in std::fs::read_dir(folder.path()).unwrap() {
        let path = name.unwrap().path();
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o444)).unwrap();
    }
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o777)).unwrap();
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    let program = env!("CARGO_BIN_EXE_quoridor");
    let mut command = if is_root {
        let mut command = Command::new("setpriv");
        command.args(["--reuid", "65534", "--clear-groups", program]);
        command
    } else {
        Command::new(program)
    };
    let output = command.args(["serve", "--port", "0", "--store"]).arg(&store).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("games.sqlite: the store can only be read"), "{error}");
}

/// A full pipe blocked the server, which then ignored SIGTERM.
#[cfg(unix)]
#[test]
fn a_log_that_nobody_reads_stops_nobody() {
    const REQUESTS: usize = 3000;
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.sqlite");
    let mut command = Command::new(program());
    command.args(["serve", "--log", "--port", "0", "--store"]).arg(store).stderr(Stdio::piped());
    let mut server = Server::of(&mut command);
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let request = format!("GET /api/nothing HTTP/1.1\r\nHost: {}\r\n", server.address);
    let last = format!("{request}Connection: close\r\n\r\n");
    let many = format!("{request}\r\n").repeat(REQUESTS - 1) + &last;
    let mut sender = stream.try_clone().unwrap();
    let mut answers = String::new();
    thread::scope(|scope| {
        scope.spawn(|| sender.write_all(many.as_bytes()).unwrap());
        stream.read_to_string(&mut answers).unwrap();
    });
    assert_eq!(answers.matches("HTTP/1.1 ").count(), REQUESTS);
    // The pipe takes 64 KiB, and 1,000 lines wait. The requests may have exceeded the rate.
    let request =
        format!("GET /metrics HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", server.address);
    let read = || {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.starts_with("HTTP/1.1 200 ").then_some(answer)
    };
    let metrics = wait_for(read, || "the metrics");
    let name = "quoridor_log_lines_dropped ";
    let dropped = metrics.lines().find_map(|line| line.strip_prefix(name));
    assert!(dropped.expect(&metrics).parse::<u64>().unwrap() > 0, "{metrics}");
    let told = Command::new("kill").arg(server.process.id().to_string()).status().unwrap();
    assert!(told.success());
    assert!(server.process.wait().unwrap().success());
}
