//! Stores that older versions of the program wrote: their tournaments are resumed.
//!
//! `data/store-579c22e.sqlite` was written by the program at commit 579c22e, which identified
//! tournaments by `Debug` output:
//!
//! ```text
//! quoridor match random mertens-2006 --depth 1 --games 4 --store old.sqlite
//! quoridor match random hola-2016-path --depth 1 --games 2 --draw 34,8,0.2 --resign 3,6.5 \
//!     --repetition 0 --store old.sqlite
//! quoridor tournament --config tournament.toml --store old.sqlite
//! ```

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use quoridor_arena::{Archive, StoredTournament, TournamentEvent, TournamentPlan};
use quoridor_store::{Store, TournamentId};

const MATCH: &str = "format = \"round-robin\"\nrounds = 4\ndepth = 1\n\
                     [[players]]\nplayer = \"random\"\n[[players]]\nplayer = \"mertens-2006\"\n";

const ADJUDICATED: &str = "format = \"round-robin\"\nrounds = 1\ndepth = 1\ndraw = \"34,8,0.2\"\n\
                           resign = \"3,6.5\"\nrepetition = 0\n\
                           [[players]]\nplayer = \"random\"\n[[players]]\nplayer = \
                           \"hola-2016-path\"\n";

const TOURNAMENT: &str = "format = \"round-robin\"\nrounds = 2\nseed = 7\ndepth = 1\nmaxplies = 0\n\
                          [[players]]\nplayer = \"random\"\n[[players]]\nplayer = \
                          \"mertens-2006\"\n\
                          [[players]]\nplayer = \"hola-2016-path\"\n";

/// Plays the rest of a tournament, checks its number in the store and that the games are those of a
/// tournament that was never stopped, and returns the numbers of the games played now.
fn resume(store: &mut Store, text: &str, number: i64) -> Vec<usize> {
    let plan = TournamentPlan::read(text).unwrap();
    let mut archive = StoredTournament::begin_or_resume(store, &plan).unwrap();
    assert_eq!(archive.id(), TournamentId(number), "{text}");
    let mut played = Vec::new();
    let run = plan.run(&mut archive, &AtomicBool::new(false), |event| {
        if let TournamentEvent::GameOver(fixture, _) = event {
            played.push(fixture.number);
        }
        ControlFlow::Continue(())
    });
    run.unwrap();
    let mut whole = BTreeMap::new();
    plan.run(&mut whole, &AtomicBool::new(false), |_| ControlFlow::Continue(())).unwrap();
    let moves = |games: BTreeMap<usize, quoridor_store::PlayedGame>| {
        games.into_iter().map(|(number, game)| (number, game.game)).collect::<Vec<_>>()
    };
    assert_eq!(moves(archive.played().unwrap()), moves(whole));
    played
}

#[test]
fn matches_of_an_older_store_are_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sqlite");
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/store-579c22e.sqlite");
    std::fs::copy(fixture, &path).unwrap();
    let mut store = Store::open(&path).unwrap();
    assert_eq!(resume(&mut store, MATCH, 1), [4, 5, 6, 7]);
    assert_eq!(resume(&mut store, ADJUDICATED, 2), []);
    assert_eq!(resume(&mut store, TOURNAMENT, 3), [6, 7, 8, 9, 10, 11]);
    // Once more: now under today's text, and nothing is left to play.
    assert_eq!(resume(&mut store, TOURNAMENT, 3), []);
}
