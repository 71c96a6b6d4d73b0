//! Files of many games.

use quoridor_core::record;
use quoridor_core::{Player, Variant};
use quoridor_engine::random::Random;
use quoridor_store::{Duplicates, Filter, Imported};

use crate::samples::{game_of, new_store, random_played, random_record};

/// A number of games, each with its number in a tag.
pub(crate) fn file_of(games: usize) -> Vec<String> {
    let mut random = Random::new(51);
    let variant = Variant { size: "5x5".parse().unwrap(), walls: 3, ..Variant::STANDARD };
    let texts = (1..=games).map(|number| {
        let game = game_of(variant, &mut random);
        let mut record = record::Record::new(&game, game.position().outcome());
        let names = [
            ("Round", number.to_string()),
            ("South", "Ann".to_owned()),
            ("North", "Bob".to_owned()),
        ];
        record.tags = names
            .into_iter()
            .map(|(name, value)| record::Tag { name: name.to_owned(), value })
            .collect();
        record.write().unwrap()
    });
    texts.collect()
}

#[test]
fn of_ten_thousand_games_a_bad_one_is_named_and_the_others_are_kept() {
    let (_folder, _, mut store) = new_store();
    let mut texts = file_of(10_000);
    let line = texts[..6789].concat().lines().count() + 6;
    texts[6789] =
        "[Round \"6790\"]\n[South \"Ann\"]\n[North \"Bob\"]\n[Result \"*\"]\n\n1. e7 *\n\n"
            .to_owned();
    let text = texts.concat();
    let mut acknowledged = Vec::new();
    let import = |imported: &Imported| acknowledged.push(imported.added);
    let imported = store.import(record::read(&text), Duplicates::Skip, import).unwrap();
    assert_eq!((imported.added, imported.duplicates), (9_999, 0));
    assert_eq!(imported.bad.len(), 1);
    let message = imported.bad[0].to_string();
    assert!(message.starts_with(&format!("line {line}, game 6790: 'e7': illegal: ")), "{message}");
    assert_eq!(acknowledged, [1000, 2000, 3000, 4000, 5000, 6000, 6999, 7999, 8999, 9999]);
    assert_eq!(store.count(&Filter::default()).unwrap(), 9_999);
    let south =
        Filter { player: Some("Ann".to_owned()), seat: Some(Player::South), ..Filter::default() };
    assert_eq!(store.count(&south).unwrap(), 9_999);
    store.check().unwrap();
    // Once more: nothing is new.
    let imported = store.import(record::read(&text), Duplicates::Skip, |_| {}).unwrap();
    assert_eq!((imported.added, imported.duplicates, imported.bad.len()), (0, 9_999, 1));
    assert_eq!(store.count(&Filter::default()).unwrap(), 9_999);
}

#[test]
fn what_is_exported_is_known_when_it_comes_back() {
    let (_folder, _, mut store) = new_store();
    let mut random = Random::new(52);
    let mut text = String::new();
    for _ in 0..50 {
        let ids = [
            store.add(&random_played(&mut random)).unwrap(),
            store.add_record(&random_record(&mut random)).unwrap(),
        ];
        ids.iter().for_each(|&id| text.push_str(&store.record(id).unwrap().write().unwrap()));
    }
    let imported = store.import(record::read(&text), Duplicates::Skip, |_| {}).unwrap();
    assert_eq!((imported.added, imported.duplicates, imported.bad.len()), (0, 100, 0));
    let imported = store.import(record::read(&text), Duplicates::Keep, |_| {}).unwrap();
    assert_eq!((imported.added, imported.duplicates), (100, 0));
    // Into a new store, nothing is lost.
    let (_folder, _, mut other) = new_store();
    other.import(record::read(&text), Duplicates::Keep, |_| {}).unwrap();
    let ids = other.list(&Filter::default()).unwrap().games.into_iter().map(|summary| summary.id);
    let again: String = ids.map(|id| other.record(id).unwrap().write().unwrap()).collect();
    assert_eq!(again, text);
}

#[test]
fn what_differs_in_anything_but_the_notation_is_another_game() {
    let (_folder, _, mut store) = new_store();
    let base = "[South \"Ann\"]\n\n1. e2 e8 *\n";
    let same = "[South \"Ann\"]\n[Dialect \"hola\"]\n\nu d *\n";
    let others = [
        "[South \"Bob\"]\n\n1. e2 e8 *\n",
        "[North \"Ann\"]\n\n1. e2 e8 *\n",
        "[South \"Ann\"]\n\n1. e2 e8 1-0\n",
        "[South \"Ann\"]\n\n1. e2 e8 {so} *\n",
        "[South \"Ann\"]\n\n1. e2 e8 ( e8h ) *\n",
        "[South \"Ann\"]\n[Round \"1\"]\n\n1. e2 e8 *\n",
        "[South \"Ann\"]\n\n1. e2 *\n",
    ];
    let mut import = |text: &str| {
        let imported = store.import(record::read(text), Duplicates::Skip, |_| {}).unwrap();
        assert!(imported.bad.is_empty());
        (imported.added, imported.duplicates)
    };
    assert_eq!(import(&[base, base].join("\n")), (1, 1));
    assert_eq!(import(same), (0, 1));
    others.iter().for_each(|other| assert_eq!(import(other), (1, 0), "{other}"));
}

#[test]
fn what_the_store_has_no_place_for_is_named() {
    let (_folder, _, mut store) = new_store();
    let text = "1. e2 *\n\n1. e2 {[%clk 4000000000:00:00]} *\n\n1. e2 e8 *\n";
    let imported = store.import(record::read(text), Duplicates::Skip, |_| {}).unwrap();
    assert_eq!(imported.added, 2);
    assert_eq!(
        imported.bad[0].to_string(),
        "game 2: the store cannot keep a time of 14400000000000 s"
    );
}
