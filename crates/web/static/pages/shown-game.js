// A game between the two strongest players, half a second a move, which the first view shows. Both
// get two random walls to begin with.

const MOVES =
  'h5v d2v e2 e8 e3 e7 e4 e6 d3h e5 f3h d5 a2h e4h d4 c4h h3h d6 e4 e6 f4 f4v d5v e7 d7v ' +
  'e8 e8h f8 e4 g8 d4 g9 c4 b4v c3 f9 b3 e9 b4 d9 b5 a5v b6 b6h b5h d8 c6 c8h d6 c8 d7 b8 ' +
  'c7 b7h b7 a7v c7 b9 d7 a9 d8 a8 c8 a7 b8 a6 b9';

export const SHOWN_GAME = {
  players: { South: 'puct', North: 'alphabeta' },
  moves: MOVES.split(' '),
};
