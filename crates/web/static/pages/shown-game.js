// A game of two levels against each other, which the first view shows.

const MOVES =
  'f6v b7v g7h f8v e2 e8 d2 d6h d3 e7 e7v d7 d4 c7 b6h c8 d5 d5v e5h c5v c8h c3v d4 d8 e4 e8 ' +
  'a1h e9 f4 f4v f3 f2v f2 d9 c1h c9 e2 b9 d2 a9 a8v a8 c2 a7 d2 a6 e2 a5 d2 a4 e2 a3 f2 a2 ' +
  'f1 b2 f2 c2 f1 d2 e1 e2 d1 e1';

export const SHOWN_GAME = {
  names: { South: 6, North: 5 },
  moves: MOVES.split(' '),
};
