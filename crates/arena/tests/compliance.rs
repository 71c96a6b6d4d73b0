//! Each engine that does one thing wrong is told what it is.

use std::time::Duration;

use quoridor_arena::compliance::check;

/// The checks that a misbehaving engine does not pass.
fn problems(fault: &str) -> Vec<(&'static str, String)> {
    let command = format!("{} {fault}", env!("CARGO_BIN_EXE_misbehaving-engine")).parse().unwrap();
    // Short, because many answers never come. An engine on a busy machine only gets more problems.
    let findings = check(&command, Duration::from_secs(1), |_| {}).unwrap();
    findings.into_iter().filter_map(|finding| Some((finding.check, finding.problem?))).collect()
}

#[test]
fn what_is_wrong_is_named() {
    let expected: [(&str, &[(&str, &str)]); 7] = [
        ("crash-at-start", &[("answers ugi with its name and ugiok", "it ends or hangs up")]),
        ("crash-on-go", &[("plays several games", "it ends or hangs up after 'go movetime 100'")]),
        ("illegal-move", &[("plays several games", "'e5e'")]),
        ("answers-twice", &[("answers once", "after its answer it sends 'bestmove")]),
        (
            "ignores-quit",
            &[
                ("ends at quit", "it keeps running and must be killed"),
                ("ends at the end of its input", "it keeps running and must be killed"),
            ],
        ),
        ("closes-stdin", &[("plays several games", "it ends or hangs up")]),
        (
            "nothing",
            &[
                ("searches until stop", "after 'go infinite' and before 'stop' it sends 'bestmove"),
                ("answers query", "it does not answer after 'query p1turn'"),
            ],
        ),
    ];
    // Most of it is waiting, which can be done at once.
    std::thread::scope(|scope| {
        for (fault, problems_expected) in expected {
            scope.spawn(move || {
                let found = problems(fault);
                for (name, words) in problems_expected {
                    let is_found = found
                        .iter()
                        .any(|(check, problem)| check == name && problem.contains(words));
                    assert!(is_found, "{fault}: {found:?}");
                }
            });
        }
    });
}

#[test]
#[ignore = "a minute of waiting in vain"]
fn who_never_answers_is_told_so() {
    for fault in ["stall", "garbage", "late"] {
        let found = problems(fault);
        assert!(
            found.iter().any(|(check, _)| *check == "moves from the start"),
            "{fault}: {found:?}"
        );
    }
}

#[test]
fn what_cannot_be_started_is_no_finding() {
    assert!(check(&"/nowhere/engine".parse().unwrap(), Duration::ZERO, |_| {}).is_err());
}
