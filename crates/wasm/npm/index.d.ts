/** A game: where it starts, and what was played. */
export interface Game {
  /** A position string; excludes `board`, `players` and `walls`. */
  position?: string;
  /** Width and height, such as `9x9`. */
  board?: string;
  players?: 2 | 3 | 4;
  /** The walls of each player. */
  walls?: number;
  /** Moves in standard notation: `e2`, `e3h`. */
  moves?: string[];
}

export type Seat = 'South' | 'West' | 'North' | 'East';

/** A position; docs/http.md of the repository explains all fields. */
export interface Position {
  position: string;
  turn: Seat;
  /** Legal steps, and legal walls. */
  steps: string[];
  legal_walls: string[];
  pawns: Partial<Record<Seat, string>>;
  walls: string[];
  walls_left: Partial<Record<Seat, number>>;
  distances: Partial<Record<Seat, number>>;
  result: { outcome: string; winner: Seat | null } | null;
  [field: string]: unknown;
}

/** A value for the player to move: one of the fields. */
export type Value =
  { score: number } | { chance: number } | { win_in: number } | { loss_in: number };

export interface Decision {
  move: string;
  value: Value | null;
  line: string[];
  depth: number;
  nodes: number;
  root: { move: string; visits: number; value: Value; prior: number }[];
}

export interface SearchOptions {
  /** A player of the registry, such as `alphabeta` or `champion:level=5`. */
  player?: string;
  /** The longest time, 10 unless given. */
  seconds?: number;
  depth?: number;
  /** How many lines are compared. */
  lines?: number;
}

export interface Quoridor {
  /** Any request that the server answers at once. */
  request(method: 'GET' | 'POST', path: string, body?: unknown): any;
  position(game?: Game): Position;
  /** What a move would do, or why it is illegal. */
  check(game: Game, move: string): { move: string; legal: boolean; [field: string]: unknown };
  players(): { name: string; summary: string; [field: string]: unknown }[];
  /** The games of a text in any notation. */
  read(text: string): { start: string; end: string; [field: string]: unknown }[];
  write(game: Game, format?: string): string;
  /** Searches; blocks until it is done. */
  search(game?: Game, options?: SearchOptions): Promise<Decision>;
}

/** Loads the module. */
export function open(): Promise<Quoridor>;
