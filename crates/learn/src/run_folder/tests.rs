use super::*;

use quoridor_engine::random::Random;
use serde::Serialize;

#[derive(Serialize)]
struct Config {
    nodes: u64,
    rate: f64,
}

fn identity(seed: u64) -> Identity {
    Identity::new("test", seed, &Config { nodes: 300, rate: 0.1 })
}

fn error(path: &Path, identity: &Identity) -> String {
    let error = RunFolder::open(path, identity).map(|_| ()).unwrap_err().to_string();
    error.replace(&path.display().to_string(), "FOLDER")
}

/// An experiment in which every step draws a random number and adds it up: `steps` steps, killed
/// (dropped without a checkpoint) after some of them.
fn work(path: &Path, steps: u64, dies_after: Option<u64>) {
    let mut folder = RunFolder::open(path, &identity(7)).unwrap();
    let text = folder.state_text().unwrap().unwrap_or("0 0").to_owned();
    let (done, sum) = text.split_once(' ').unwrap();
    let (done, mut sum): (u64, u64) = (done.parse().unwrap(), sum.parse().unwrap());
    for step in done..steps {
        let number = Random::new(step).next() % 1000;
        sum += number;
        folder.row("numbers.csv", "step,number", &[&step, &number]);
        if step.is_multiple_of(3) {
            folder.row("sums.csv", "step,sum", &[&step, &sum]);
        }
        if dies_after == Some(step) {
            // The remains of a process that was killed between the tables and the checkpoint.
            fs::write(path.join(".checkpoint.1.tmp"), "half").unwrap();
            let rest = fs::metadata(path.join("numbers.csv")).map_or(0, |file| file.len());
            append(&path.join("numbers.csv"), rest, b"half a row").unwrap();
            return;
        }
        if step % 4 == 3 || step + 1 == steps {
            folder.checkpoint(format!("{} {sum}", step + 1).as_bytes()).unwrap();
        }
    }
}

/// The names and contents of the files of a folder.
pub(crate) fn files(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

#[test]
fn what_was_killed_ends_as_if_nobody_had_touched_it() {
    let (unbroken, killed) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    work(unbroken.path(), 30, None);
    for death in [0, 2, 3, 4, 5, 9, 9, 11, 20, 29] {
        work(killed.path(), 30, Some(death));
    }
    work(killed.path(), 30, None);
    let names: Vec<String> = files(unbroken.path()).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["checkpoint", "lock", "numbers.csv", "run.toml", "sums.csv"]);
    assert_eq!(files(killed.path()), files(unbroken.path()));
    let table = RunFolder::open(killed.path(), &identity(7)).unwrap().table("sums.csv").unwrap();
    assert_eq!((table.lines().next(), table.lines().count()), (Some("step,sum"), 11));
}

#[test]
fn only_the_same_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(RunFolder::open(path, &identity(1)).unwrap().is_new());
    assert!(!RunFolder::open(path, &identity(1)).unwrap().is_new());
    assert_eq!(
        error(path, &identity(2)),
        "FOLDER: the run in this folder has seed = \"1\", not \"2\": name another folder"
    );
    let other = Identity::new("test", 1, &Config { nodes: 500, rate: 0.1 });
    assert_eq!(
        error(path, &other),
        "FOLDER: the run in this folder has config.nodes = 300, not 500: name another folder"
    );
    let other = Identity::new("another", 1, &Config { nodes: 300, rate: 0.1 });
    assert!(error(path, &other).contains("has experiment = \"test\", not \"another\""));
    let held = RunFolder::open(path, &identity(1)).unwrap();
    assert_eq!(error(path, &identity(1)), "FOLDER: another process is at work in this folder");
    drop(held);
    fs::write(path.join(IDENTITY), "seed = ").unwrap();
    assert!(error(path, &identity(1)).starts_with("FOLDER/run.toml: not TOML: "));
    let foreign = tempfile::tempdir().unwrap();
    fs::write(foreign.path().join("thesis.txt"), "three years").unwrap();
    assert_eq!(
        error(foreign.path(), &identity(1)),
        "FOLDER: the folder is not empty and has no run.toml: name another one"
    );
    assert_eq!(files(foreign.path()).len(), 1, "nothing was put there");
}

/// Every truncation and every changed byte of a checkpoint is noticed; so is a table that has lost
/// rows.
#[test]
fn damage_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    work(path, 4, None);
    let good = fs::read(path.join(CHECKPOINT)).unwrap();
    for length in 0..good.len() {
        assert!(Checkpoint::read(&good[..length]).is_err(), "{length}");
    }
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1;
        assert!(Checkpoint::read(&bad).is_err(), "{place}");
    }
    assert!(Checkpoint::read(&[good.as_slice(), b"x"].concat()).is_err());
    fs::write(path.join(CHECKPOINT), &good[..good.len() - 1]).unwrap();
    assert_eq!(error(path, &identity(7)), "FOLDER/checkpoint: its state has 5 bytes instead of 6");
    fs::write(path.join(CHECKPOINT), &good).unwrap();
    fs::write(path.join("sums.csv"), "step,sum\n").unwrap();
    assert!(error(path, &identity(7)).starts_with("FOLDER/sums.csv: it has 9 bytes, and had "));
    fs::write(path.join("sums.csv"), "step,sum\n0,1111\n3,123456\n").unwrap();
    assert!(error(path, &identity(7)).starts_with("FOLDER/sums.csv: it was changed after"));
}

/// A table of which one digit was changed is refused in one line, at opening and while the run is
/// open.
#[test]
fn a_changed_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    work(path, 4, None);
    let table = path.join("numbers.csv");
    let good = fs::read_to_string(&table).unwrap();
    let bad = good.replacen("\n0,", "\n1,", 1);
    assert_eq!(bad.len(), good.len());
    let open = RunFolder::open(path, &identity(7)).unwrap();
    fs::write(&table, &bad).unwrap();
    let problem = "FOLDER/numbers.csv: it was changed after the last checkpoint: restore it, or \
                   begin again in another folder";
    let while_open = open.table("numbers.csv").unwrap_err().to_string();
    assert_eq!(while_open.replace(&path.display().to_string(), "FOLDER"), problem);
    drop(open);
    assert_eq!(error(path, &identity(7)), problem);
    assert_eq!(fs::read_to_string(&table).unwrap(), bad, "nothing was written");
    fs::write(&table, good).unwrap();
    work(path, 30, None);
}

/// A folder of format 1, whose checkpoint has no checksums of its tables, is continued and ends
/// with the files of one that always had them.
#[test]
fn a_checkpoint_without_checksums_of_tables_opens() {
    let (unbroken, old) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    work(unbroken.path(), 30, None);
    work(old.path(), 4, None);
    let lengths: Vec<u64> = ["numbers.csv", "sums.csv"]
        .map(|table| fs::metadata(old.path().join(table)).unwrap().len())
        .to_vec();
    let head = format!(
        "quoridor checkpoint 1\ntable {} numbers.csv\ntable {} sums.csv\n",
        lengths[0], lengths[1]
    );
    let state = RunFolder::open(old.path(), &identity(7)).unwrap().state().unwrap().to_vec();
    let sum = quoridor_store::files::checksum(&[head.as_bytes(), &state].concat());
    let state_line = format!("state {} {sum:016x}\n", state.len());
    let bytes = [head.as_bytes(), state_line.as_bytes(), &state].concat();
    fs::write(old.path().join(CHECKPOINT), bytes).unwrap();
    work(old.path(), 30, None);
    assert_eq!(files(old.path()), files(unbroken.path()));
}

/// Cells with commas and quotes come back as they were, and a bad row is named by its line.
#[test]
fn cells_come_back_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let mut folder = RunFolder::open(folder.path(), &identity(7)).unwrap();
    folder.row("t.csv", "a,b", &[&"random:seed=1,x=2", &0.5]);
    folder.row("t.csv", "a,b", &[&"say \"no\"", &""]);
    assert_eq!(
        folder.table("t.csv").unwrap(),
        "a,b\n\"random:seed=1,x=2\",0.5\n\"say \"\"no\"\"\",\n"
    );
    assert_eq!(folder.rows("t.csv").unwrap(), [["random:seed=1,x=2", "0.5"], ["say \"no\"", ""]]);
    let numbers = folder.parsed_rows("t.csv", |_, row| row[1].parse::<f64>().ok());
    assert!(numbers.unwrap_err().to_string().ends_with("t.csv: line 3 is not a row of this table"));
}
