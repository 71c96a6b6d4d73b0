//! `quoridor` without a subcommand: what there is, and the start position.

use quoridor_core::{Diagram, Position};

pub(crate) fn run() -> String {
    let start = Position::default();
    let diagram = Diagram::of(&start);
    format!(
        "Quoridor: be the first to cross the board. Each turn, move your pawn or place a wall.\n\n\
         {diagram}\n\
         What there is:\n\
         \x20 quoridor play                                the game, in this terminal\n\
         \x20 quoridor show --moves \"e2 e8 e3h\"            a position: board, distances, legal moves\n\
         \x20 quoridor go --moves \"e2 e8\" --movetime 500   what a player would do here\n\
         \x20 quoridor agents                              the players, and what can be set\n\
         \x20 quoridor match champion mertens-2006         who is stronger\n\
         \x20 quoridor engine                              a player for other programs (UGI, UCI)\n\
         \x20 quoridor perft 4                             count move sequences, the test of the rules\n\
         \x20 quoridor convert --to hola games.pgn         moves and games in other notations\n\
         \x20 quoridor reproduce                           what papers found, found again\n\
         \x20 quoridor games import games.pgn              keep games; list, search, show, count, export them\n\
         \x20 quoridor completions bash                    completions for your shell\n\n\
         Each has --help. The rules: docs/rules.md. How moves are written: docs/notation.md.\n\
         How programs talk to it: docs/protocol.md. Keys of the game: docs/terminal.md.\n"
    )
}
