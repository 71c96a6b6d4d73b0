//! Files that are not what they should be.

use std::fs::{self, OpenOptions};
use std::path::Path;

use quoridor_engine::random::Random;
use quoridor_store::{Filter, Store, StoreError};

use crate::samples::{new_store, random_played};

fn sqlite(path: &Path, sql: &str) {
    rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
}

#[test]
fn a_store_is_made_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    assert!(matches!(Store::open_existing(&path), Err(StoreError::Missing)));
    assert!(!path.exists());
    let game = random_played(&mut Random::new(1));
    let id = Store::open(&path).unwrap().add(&game).unwrap();
    assert_eq!(Store::open(&path).unwrap().played(id).unwrap(), game);
    assert_eq!(Store::open_existing(&path).unwrap().played(id).unwrap(), game);
    // An empty file becomes a store.
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    assert_eq!(Store::open(&empty).unwrap().count(&Filter::default()).unwrap(), 0);
}

#[test]
fn what_belongs_to_others_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("games.pgn");
    fs::write(&text, "[South \"Ann\"]\n\n1. e2 *\n".repeat(100)).unwrap();
    let other = folder.path().join("other.sqlite");
    sqlite(&other, "CREATE TABLE bookmarks (url TEXT)");
    let claimed = folder.path().join("claimed.sqlite");
    sqlite(&claimed, "PRAGMA application_id = 1; VACUUM");
    for path in [text, other, claimed] {
        let before = fs::read(&path).unwrap();
        for opened in [Store::open(&path), Store::open_existing(&path)] {
            let error = opened.unwrap_err();
            assert_eq!(error.to_string(), "not a store of games: the file is something else");
        }
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn a_store_of_another_version_is_left_alone() {
    let (_folder, path, store) = new_store();
    drop(store);
    for version in [6, 99] {
        sqlite(&path, &format!("PRAGMA user_version = {version}"));
        let before = fs::read(&path).unwrap();
        let error = Store::open(&path).unwrap_err();
        let line =
            format!("the store has version {version}, but this program reads only version 7");
        assert_eq!(error.to_string(), line);
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

/// Everything that can be asked, so that every page is read.
fn ask_everything(path: &Path) -> Result<(), StoreError> {
    let store = Store::open_existing(path)?;
    let listed = store.list(&Filter::default())?;
    for summary in listed.games {
        store.record(summary.id)?;
    }
    listed.damage.into_iter().next().map_or(Ok(()), Err)?;
    store.standings(&Filter::default())?;
    store.check()
}

#[test]
fn a_file_cut_short_is_said_to_be_damaged() {
    let (_folder, path, mut store) = new_store();
    let mut random = Random::new(3);
    for _ in 0..50 {
        store.add(&random_played(&mut random)).unwrap();
    }
    drop(store);
    let whole = fs::read(&path).unwrap();
    ask_everything(&path).unwrap();
    for length in (1..10).map(|tenth| whole.len() * tenth / 10).chain([50, 1000]) {
        fs::write(&path, &whole[..length]).unwrap();
        let Err(error) = ask_everything(&path) else { panic!("{length} bytes are believed") };
        assert!(!error.to_string().contains('\n'), "{length}: {error}");
        assert!(error.to_string().contains(" is damaged"), "{length}: {error}");
    }
}

/// Noise in the file is found, or changes nothing that is asked; never a panic.
#[test]
fn noise_in_the_file_is_survived() {
    let (_folder, path, mut store) = new_store();
    let mut random = Random::new(4);
    for _ in 0..20 {
        store.add(&random_played(&mut random)).unwrap();
    }
    drop(store);
    let whole = fs::read(&path).unwrap();
    let mut found = 0;
    for _ in 0..200 {
        let mut noisy = whole.clone();
        for _ in 0..100 {
            let place = random.below(noisy.len());
            noisy[place] = random.next() as u8;
        }
        fs::write(&path, &noisy).unwrap();
        if let Err(error) = ask_everything(&path) {
            assert!(!error.to_string().contains('\n'), "{error}");
            found += 1;
        }
        for rest in ["games.sqlite-wal", "games.sqlite-shm"] {
            let _ = fs::remove_file(path.with_file_name(rest));
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn what_somebody_else_wrote_is_not_believed() {
    let game = random_played(&mut Random::new(5));
    for (sql, message) in [
        ("UPDATE moves SET move = 'e5' WHERE ply = 0", "move 1, 'e5': "),
        ("UPDATE games SET plies = plies + 1", ""),
        ("UPDATE games SET plies = -1", "-1 moves"),
        ("UPDATE games SET plies = 1 << 62", ""),
        ("UPDATE games SET comment = 'another'", "its checksum differs"),
        ("DELETE FROM clocks WHERE ply = (SELECT MAX(ply) FROM clocks)", "its checksum differs"),
        ("UPDATE seats SET points = 0.25", "the points of South differ"),
        ("UPDATE positions SET symmetry = 'mirror' WHERE ply = 1", "the position after move "),
        ("UPDATE moves SET move = 'x' WHERE ply = 0", "'x': not a move"),
        ("UPDATE games SET start = 'nowhere'", "'nowhere': position string"),
        ("UPDATE games SET reason = 'sleeps'", "the reason 'sleeps' is unknown"),
        ("UPDATE games SET date = 'today'", "'today': not a date"),
    ] {
        let (_folder, path, mut store) = new_store();
        store.add(&game).unwrap();
        sqlite(&path, sql);
        let error = ask_everything(&path).unwrap_err().to_string();
        assert!(error.starts_with(&format!("game 1 is damaged: {message}")), "{error}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    assert!(
        Store::open(folder.path())
            .unwrap_err()
            .to_string()
            .contains("unable to open database file")
    );
    let nowhere = folder.path().join("no/such/folder/games.sqlite");
    assert!(Store::open(&nowhere).is_err());
    let path = folder.path().join("games.sqlite");
    drop(OpenOptions::new().create_new(true).write(true).open(&path).unwrap());
    Store::open(&path).unwrap();
}

/// A store that is deleted or replaced while it is open: nothing is acknowledged that is not saved.
#[test]
fn a_store_that_is_replaced_is_noticed() {
    let mut random = Random::new(3);
    let (folder, path, mut store) = new_store();
    let kept = random_played(&mut random);
    let id = store.add(&kept).unwrap();
    store.tidy().unwrap();
    let aside = folder.path().join("aside.sqlite");
    // Deleted, or moved away.
    fs::rename(&path, &aside).unwrap();
    for _ in 0..2 {
        let error = store.add(&random_played(&mut random)).unwrap_err();
        assert!(matches!(error, StoreError::Replaced), "{error}");
        assert!(matches!(store.reopen_if_replaced(), Err(StoreError::Missing)));
    }
    // Put back: it is the file that was opened.
    fs::rename(&aside, &path).unwrap();
    assert!(!store.reopen_if_replaced().unwrap());
    store.probe().unwrap();
    // Replaced by a copy, as a backup would be: refused, then opened again.
    fs::copy(&path, &aside).unwrap();
    fs::rename(&aside, &path).unwrap();
    assert!(matches!(store.probe(), Err(StoreError::Replaced)));
    assert!(matches!(store.add(&random_played(&mut random)), Err(StoreError::Replaced)));
    assert!(store.reopen_if_replaced().unwrap());
    let game = random_played(&mut random);
    let new = store.add(&game).unwrap();
    drop(store);
    let again = Store::open_existing(&path).unwrap();
    assert_eq!(again.played(id).unwrap(), kept);
    assert_eq!(again.played(new).unwrap(), game);
    again.check().unwrap();
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_a_store() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, _, mut store) = new_store();
    store.add(&random_played(&mut Random::new(4))).unwrap();
    let rights = || {
        let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap());
        files.map(|file| file.metadata().unwrap().permissions().mode() & 0o777).collect::<Vec<_>>()
    };
    assert_eq!(rights(), [0o600; 3], "the store, its log and its index");
}
