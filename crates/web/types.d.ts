// The shapes of the data that the page's modules exchange, for `tsc --checkJs`
// (`cargo xtask check`). Those of the server come from docs/openapi.json, by `cargo xtask client`.

import type { components } from '../../clients/typescript/schema';

type Schemas = components['schemas'];
type Optional<T, Keys extends keyof T> = Omit<T, Keys> & Partial<Pick<T, Keys>>;
type AnyOf<T> = {
  [Key in T extends T ? keyof T : never]?: T extends { [K in Key]?: infer V } ? V : never;
};

export type Seat = Schemas['Seat'];
export type BySeat<T> = { [seat in Seat]?: T };
/** Why a move is illegal. */
export type Refusal = { code: string; player?: Seat | null; reason?: string };
export type Result = Optional<Schemas['Result'], 'code' | 'player'>;
export type Decision = Schemas['Decision'];

/** A value to somebody: exactly one key is there. */
export type Value = AnyOf<Schemas['Value']>;

/** A position: of the server, or with what a page can say about it. */
export type Position = Optional<
  Schemas['Position'],
  'variant' | 'walls_each' | 'pass' | 'distances' | 'exact' | 'repetitions' | 'hash'
>;

/** What a wall would do, or why it is illegal. */
export type Check = AnyOf<Schemas['CheckedMove']>;

/** A live game as a client sees it who plays these seats. */
export type GameState = Schemas['State'] & { yours: Seat[] };

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
