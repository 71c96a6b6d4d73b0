// The shapes of the data that the page's modules exchange, for `tsc --checkJs`
// (`cargo xtask check`). docs/http.md is the contract for those that come from the server.

export type Seat = 'South' | 'West' | 'North' | 'East';
export type BySeat<T> = { [seat in Seat]?: T };

/** Why a move is illegal: a code, and what it refers to. */
export interface Refusal {
  code: string;
  reason: string;
  params?: { wall?: string; player?: Seat };
}

/** A value to somebody: exactly one key is there. */
export interface Value {
  steps?: number;
  score?: number;
  chance?: number;
  win_in?: number;
  loss_in?: number;
}

export interface Result {
  outcome: string;
  winner: Seat | null;
  reason: string;
  code?: string;
  player?: Seat;
}

/** A position as the server describes it. */
export interface Position {
  position: string;
  width: number;
  height: number;
  seats: Seat[];
  turn: Seat;
  pawns: BySeat<string>;
  goals: BySeat<string[]>;
  walls: string[];
  walls_left: BySeat<number>;
  walls_each?: number;
  steps: string[];
  legal_walls: string[];
  pass?: boolean;
  refused: { [wall: string]: Refusal };
  distances?: BySeat<number>;
  paths: BySeat<string[]>;
  changes: { [wall: string]: BySeat<number> };
  exact?: { winner: Seat | null; plies: number | null } | null;
  repetitions?: number;
  result: Result | null;
}

/** What a wall would do, or why it is illegal. */
export interface Check {
  move: string;
  legal: boolean;
  code?: string;
  reason?: string;
  sealed?: { player: Seat; squares: string[] };
  after?: { position: string; distances: BySeat<number>; paths: BySeat<string[]> };
}

/** A place on the board in squares: u from the left edge of column a, v from the bottom edge. */
export interface Spot {
  u: number;
  v: number;
}

/** A place or a direction on the screen, y downwards. */
export interface Point {
  x: number;
  y: number;
}

export type Orientation = 'h' | 'v';

export interface Aim {
  kind: 'wall' | 'step';
  wall?: string;
  square?: string;
  /** The wall waits for a confirmation. */
  held?: boolean;
}

export interface LastMove {
  move: string;
  from: string | null;
  seat: Seat;
}

export interface PlannedLine {
  moves: string[];
  rank: number;
}

/** What a board shows and what the player points at; see `static/board/state.js`. */
export interface BoardState {
  position: Position | null;
  bottom: Seat;
  movable: boolean;
  premover: Seat | null;
  premove: string | null;
  confirm: boolean | null;
  spot: Spot | null;
  last: LastMove | null;
  owners: { [wall: string]: Seat };
  aim: Aim | null;
  orientation: Orientation | null;
  check: Check | null;
  drag: Point | null;
  half: Point | null;
  paths: boolean;
  lines: PlannedLine[];
  marks: { from: string; to: string }[];
  heat: Map<string, { bad: number; text: string }> | null;
  editing: boolean;
  hint: string | null;
}

export interface Sitter {
  human?: string;
  computer?: string;
  here: boolean;
  out: string | null;
}

/** A live game, as the server sends it. */
export interface GameState {
  game: string;
  yours: Seat[];
  seats: BySeat<Sitter>;
  start: string;
  moves: string[];
  position: Position;
  to_move: Seat | null;
  thinking: boolean;
  clock: {
    minutes: number;
    increment: number;
    left: BySeat<number>;
    running: Seat | null;
  } | null;
  offers: { [what: string]: Seat[] };
  spectators: number;
  paused: boolean;
  pace: number;
  inside: Decision | null;
  result: Result | null;
  rematch: string | null;
}

/** What a computer player thought. */
export interface Decision {
  move: string;
  value: Value | null;
  south: Value | null;
  line: string[];
  depth: number;
  nodes: number;
  root: { move: string; visits: number; value: Value; prior: number }[];
  terms: { name: string; value: number; weight: number; product: number }[] | null;
}
