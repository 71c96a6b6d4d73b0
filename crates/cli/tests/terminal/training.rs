//! A network is trained from the menu.

use crate::play;

#[test]
fn a_training_is_stopped_and_goes_on() {
    let terminal = play("");
    terminal.wait_for("Train a network");
    terminal.keys(&["Down", "Down", "Down", "Enter"]);
    terminal.wait_for("100,000 actions");
    terminal.keys(&["Enter"]);
    // Enough that a checkpoint with something learnt is kept.
    terminal.wait_until("a test", |screen| screen.contains(" actions: against random"));
    terminal.keys(&["Escape"]);
    terminal.wait_for("stopped: start it again to go on");
    let folder = terminal.folder().join("data/quoridor/training/hola-2016");
    assert!(folder.join("checkpoint").is_file() && folder.join("curve.csv").is_file());
    terminal.keys(&["Enter"]);
    terminal.wait_until("more actions", |screen| screen.contains(" of 100000 actions"));
    terminal.keys(&["C-c"]);
    terminal.wait_for_end();
}
