//! Repair: the games that are whole go into a new store, which takes the place of the damaged one.

use std::fs;
use std::path::{Path, PathBuf};

use quoridor_core::record::{Record, Tag};
use quoridor_core::{ByPlayer, Game, Move, Player, Position};
use rusqlite::{Connection, OptionalExtension, params};

use super::live::insert_exits;
use super::open::beside;
use super::seating;
use crate::files::{sync_name, write_atomically};
use crate::live_game::LiveGame;
use crate::rows::{GameRows, fingerprint};
use crate::{Filter, GameId, Source, Store, StoreError};

/// The result of a repair.
#[derive(Debug)]
pub struct Repaired {
    /// The number of games that are in the store.
    pub kept: u64,
    /// What was wrong with the others, and what else is missing.
    pub damage: Vec<StoreError>,
    /// The damaged store, as it was.
    pub damaged: PathBuf,
    /// What could be read of the games that are not in the store; `None` if all are.
    pub aside: Option<PathBuf>,
}

impl Store {
    /// Repairs a store that no other program uses. Games keep their numbers. The damaged file is
    /// kept under another name; so is what can be read of the games that are not whole, as records
    /// with the tag `Damage`.
    ///
    /// `None` if nothing is wrong.
    ///
    /// # Errors
    /// Other programs use the store; nothing of it can be read; the disk is full. The store is as
    /// it was.
    pub fn repair(path: &Path) -> Result<Option<Repaired>, StoreError> {
        let old = Self::open_existing(path)?;
        lock(&old)?;
        let survey = old.survey(|_| ())?;
        if survey.damage.is_empty() {
            return Ok(None);
        }
        let (new_path, damaged) = (beside(path, ".repaired"), free_name(path, "damaged"));
        remove_store(&new_path);
        let copied = copy(&old, &new_path).and_then(|mut copied| {
            let aside = (!copied.aside.is_empty()).then(|| free_name(path, "aside.pgn"));
            if let Some(aside) = &aside {
                write_atomically(aside, copied.aside.as_bytes())?;
            }
            copied.damage.extend(survey.damage.into_iter().filter(|damage| {
                // Games are listed by why they were left out.
                !matches!(damage, StoreError::DamagedGame { .. })
            }));
            Ok(Repaired { kept: copied.kept, damage: copied.damage, damaged, aside })
        });
        // An open file can be moved under Unix only, where the lock keeps others out until then.
        let old = cfg!(unix).then_some(old);
        let swapped = copied.and_then(|repaired| {
            swap(path, &new_path, &repaired.damaged)?;
            Ok(Some(repaired))
        });
        drop(old);
        if swapped.is_err() {
            remove_store(&new_path);
        }
        swapped
    }
}

/// A name beside a path that is free.
fn free_name(path: &Path, suffix: &str) -> PathBuf {
    let names = std::iter::once(String::new()).chain((2..).map(|number| format!("-{number}")));
    let mut names = names.map(|number| beside(path, &format!("{number}.{suffix}")));
    names.find(|name| !name.exists()).expect("some name is free")
}

fn remove_store(path: &Path) {
    for suffix in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(beside(path, suffix));
    }
}

/// Brings the log into the file, and keeps other programs out.
fn lock(store: &Store) -> Result<(), StoreError> {
    store.connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
    let mode: String =
        store.connection.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0))?;
    store.connection.execute_batch("BEGIN EXCLUSIVE; COMMIT")?;
    if mode == "delete" { Ok(()) } else { Err(StoreError::Busy) }
}

/// Puts a new file in the place of an old one, which keeps another name. At every moment one of
/// them is there.
fn swap(path: &Path, new: &Path, old: &Path) -> Result<(), StoreError> {
    if fs::hard_link(path, old).is_err() {
        fs::copy(path, old)?;
    }
    sync_name(old)?;
    fs::rename(new, path)?;
    Ok(sync_name(path)?)
}

#[derive(Default)]
struct Copied {
    kept: u64,
    damage: Vec<StoreError>,
    aside: String,
}

/// Copies what is whole into a new store.
fn copy(old: &Store, path: &Path) -> Result<Copied, StoreError> {
    let mut new = Store::open(path)?;
    // A rematch is copied after the game that it follows.
    new.connection.pragma_update(None, "foreign_keys", false)?;
    let mut copied = Copied::default();
    let (ids, _) = old.ids(&Filter::default())?;
    for id in ids {
        match copy_game(old, &mut new, id) {
            Ok(()) => copied.kept += 1,
            Err(error) => {
                let damage = error.only_damage(id)?;
                copied.aside.push_str(&salvage(&old.connection, id, &damage));
                copied.damage.push(damage);
            }
        }
    }
    if let Err(error) = copy_tournaments(old, &mut new) {
        copied.damage.push(error);
    }
    let sql = "UPDATE seatings SET rematch = NULL WHERE rematch NOT IN (SELECT id FROM games)";
    new.connection.execute(sql, [])?;
    new.check()?;
    new.connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    Ok(copied)
}

/// Copies a game under its number.
fn copy_game(old: &Store, new: &mut Store, id: GameId) -> Result<(), StoreError> {
    let (rows, checksum) = GameRows::load_unverified(&old.connection, id)?;
    let is_whole = rows.checksum() == checksum && rows.summary.plies == rows.moves.len();
    // The checksum itself may be what is damaged.
    if !is_whole && rows.fingerprint != Some(fingerprint(&rows.record()?)) {
        return Err(GameRows::load(&old.connection, id)
            .err()
            .unwrap_or_else(|| StoreError::Damaged("it is not what was written".to_owned())));
    }
    rows.record()?;
    let live = match rows.summary.source {
        Source::Live => Some(old.live(id)?),
        Source::Played | Source::Imported => None,
    };
    let text = |sql: &str| -> Result<Option<String>, StoreError> {
        Ok(old.connection.query_row(sql, [id.0], |row| row.get(0)).optional()?)
    };
    let review = text("SELECT document FROM reviews WHERE game = ?1")?;
    let columns = "SELECT added, changed FROM games WHERE id = ?1";
    let (added, changed): (String, Option<i64>) =
        old.connection.query_row(columns, [id.0], |row| Ok((row.get(0)?, row.get(1)?)))?;
    new.write(|transaction| {
        rows.insert_as(transaction, Some(id))?;
        let sql = "UPDATE games SET added = ?2, changed = ?3 WHERE id = ?1";
        transaction.execute(sql, params![id.0, added, changed])?;
        if let Some(LiveGame { seating, exits, .. }) = &live {
            seating::insert(transaction, id, seating)?;
            insert_exits(transaction, id, exits)?;
            if let Some(rematch) = seating.rematch {
                seating::set_rematch(transaction, id, rematch)?;
            }
        }
        if let Some(review) = review {
            let sql = "INSERT INTO reviews (game, document) VALUES (?1, ?2)";
            transaction.execute(sql, params![id.0, review])?;
        }
        Ok(())
    })
}

/// Copies the tournaments, with the games that were copied.
fn copy_tournaments(old: &Store, new: &mut Store) -> Result<(), StoreError> {
    for (tournament, config, seed) in old.tournaments()? {
        let games = old.tournament_games(tournament)?;
        new.write(|transaction| {
            let sql = "INSERT INTO tournaments (id, config, seed) VALUES (?1, ?2, ?3)";
            transaction.execute(sql, params![tournament.0, config, seed.cast_signed()])?;
            let sql = "INSERT INTO tournament_games (tournament, number, game) \
                       SELECT ?1, ?2, id FROM games WHERE id = ?3";
            for (number, game) in games {
                transaction.execute(sql, params![tournament.0, number as i64, game.0])?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// What can be read of a damaged game: its players, and its moves up to the first that is not
/// legal.
fn salvage(connection: &Connection, id: GameId, damage: &StoreError) -> String {
    let tag = |name: &str, value: String| Tag { name: name.to_owned(), value };
    let tags = [tag("Damage", damage.to_string())];
    if let Ok((rows, _)) = GameRows::load_unverified(connection, id)
        && let Ok(mut record) = rows.record()
    {
        record.tags.splice(0..0, tags.clone());
        if let Ok(text) = record.write() {
            return text;
        }
    }
    let text = |sql: &str, seat: &str| -> Option<String> {
        let mut statement = connection.prepare_cached(sql).ok()?;
        statement.query_row(params![id.0, seat], |row| row.get(0)).ok()
    };
    let start = text("SELECT start FROM games WHERE id = ?1 AND ?2 = ''", "");
    let start: Position = start.and_then(|start| start.parse().ok()).unwrap_or_default();
    let name = |seat: Player| {
        let sql = "SELECT name FROM seats JOIN players ON players.id = player \
                   WHERE game = ?1 AND seat = ?2";
        text(sql, &seat.to_string())
    };
    let mut game = Game::new(start);
    let sql = "SELECT move FROM moves WHERE game = ?1 AND ply = ?2";
    while let Some(mv) = text(sql, &game.moves().len().to_string()) {
        let mv: Option<Move> = mv.parse().ok();
        if mv.is_none_or(|mv| game.replay(mv).is_err()) {
            break;
        }
    }
    let mut record =
        Record { tags: tags.to_vec(), ..Record::new(&game, game.position().outcome()) };
    let names = ByPlayer::new(start.seats(), name);
    for (seat, name) in names.iter() {
        record.tags.extend(name.clone().map(|name| tag(&seat.to_string(), name)));
    }
    record.write().unwrap_or_else(|error| format!("; game {id}: {error}\n\n"))
}
