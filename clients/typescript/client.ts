// Made by `cargo xtask client` from docs/openapi.json. Do not edit.

import type { components, operations } from './schema';

export type Schemas = components['schemas'];

/** A request that the server refused, with its one line about what was wrong. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

type Query = Record<string, string | number | null | undefined>;

/** A server of Quoridor. WebSockets are opened by their addresses. */
export class Client {
  constructor(readonly server: string = 'http://127.0.0.1:8717') {}

  async #ask<Answer>(method: string, path: string, query?: Query, body?: unknown): Promise<Answer> {
    const url = this.#url(path, query);
    const headers = { 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
    const response = await fetch(url, { method, ...sent });
    const answer = await response.json();
    if (!response.ok) throw new RefusedError(response.status, answer.error);
    return answer as Answer;
  }

  #url(path: string, query: Query = {}): URL {
    const url = new URL(path, this.server);
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }

  #socket(path: string): URL {
    const url = this.#url(path);
    url.protocol = url.protocol.replace('http', 'ws');
    return url;
  }

  /** Where other devices find the server. */
  listAddresses(): Promise<
    operations['listAddresses']['responses'][200]['content']['application/json']
  > {
    return this.#ask('GET', `/api/addresses`);
  }

  /** WebSocket: analyse positions. */
  analyse(): URL {
    return this.#socket(`/api/analysis`);
  }

  /** The opening book about a position. */
  openingBook(
    body: operations['openingBook']['requestBody']['content']['application/json'],
  ): Promise<operations['openingBook']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/book`, undefined, body);
  }

  /** What a move would do, or why it is illegal. */
  checkMove(
    body: operations['checkMove']['requestBody']['content']['application/json'],
  ): Promise<operations['checkMove']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/check`, undefined, body);
  }

  /** What was played in a position. */
  explore(
    body: operations['explore']['requestBody']['content']['application/json'],
  ): Promise<operations['explore']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/explore`, undefined, body);
  }

  /** Write a game as text. */
  exportGame(
    body: operations['exportGame']['requestBody']['content']['application/json'],
  ): Promise<operations['exportGame']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/export`, undefined, body);
  }

  /** Begin a live game. */
  beginGame(
    body: operations['beginGame']['requestBody']['content']['application/json'],
  ): Promise<operations['beginGame']['responses'][201]['content']['application/json']> {
    return this.#ask('POST', `/api/games`, undefined, body);
  }

  /** The state of a live game. */
  showGame(
    game: string,
  ): Promise<operations['showGame']['responses'][200]['content']['application/json']> {
    return this.#ask('GET', `/api/games/${encodeURIComponent(game)}`);
  }

  /** The tokens of a game, for a browser on the server's machine. */
  claimGame(
    game: string,
  ): Promise<operations['claimGame']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/games/${encodeURIComponent(game)}/claim`);
  }

  /** WebSocket: play or watch a game. */
  playGame(game: string): URL {
    return this.#socket(`/api/games/${encodeURIComponent(game)}/live`);
  }

  /** Whether the server is well. */
  health(): Promise<operations['health']['responses'][200]['content']['application/json']> {
    return this.#ask('GET', `/api/health`);
  }

  /** Read games and positions from a text. */
  importGames(
    body: operations['importGames']['requestBody']['content']['application/json'],
  ): Promise<operations['importGames']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/import`, undefined, body);
  }

  /** The lessons. */
  listLessons(): Promise<
    operations['listLessons']['responses'][200]['content']['application/json']
  > {
    return this.#ask('GET', `/api/lessons`);
  }

  /** How an attempt stands. */
  tryLesson(
    name: string,
    body: operations['tryLesson']['requestBody']['content']['application/json'],
  ): Promise<operations['tryLesson']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/lessons/${encodeURIComponent(name)}`, undefined, body);
  }

  /** A picture of a moment of a game. */
  drawMoment(
    body: operations['drawMoment']['requestBody']['content']['application/json'],
  ): Promise<operations['drawMoment']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/picture`, undefined, body);
  }

  /** The computer players. */
  listPlayers(): Promise<
    operations['listPlayers']['responses'][200]['content']['application/json']
  > {
    return this.#ask('GET', `/api/players`);
  }

  /** Describe a position. */
  describePosition(
    body: operations['describePosition']['requestBody']['content']['application/json'],
  ): Promise<operations['describePosition']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/position`, undefined, body);
  }

  /** The puzzle of a day. */
  puzzleOfTheDay(
    body: operations['puzzleOfTheDay']['requestBody']['content']['application/json'],
  ): Promise<operations['puzzleOfTheDay']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/puzzle-of-the-day`, undefined, body);
  }

  /** The solver's rating after an attempt. */
  ratePuzzleAttempt(
    body: operations['ratePuzzleAttempt']['requestBody']['content']['application/json'],
  ): Promise<operations['ratePuzzleAttempt']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/puzzle-rating`, undefined, body);
  }

  /** The puzzles. */
  listPuzzles(): Promise<
    operations['listPuzzles']['responses'][200]['content']['application/json']
  > {
    return this.#ask('GET', `/api/puzzles`);
  }

  /** How an attempt at a puzzle stands. */
  tryPuzzle(
    id: string,
    body: operations['tryPuzzle']['requestBody']['content']['application/json'],
  ): Promise<operations['tryPuzzle']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/puzzles/${encodeURIComponent(id)}`, undefined, body);
  }

  /** Whether an edited position is legal. */
  checkSetup(
    body: operations['checkSetup']['requestBody']['content']['application/json'],
  ): Promise<operations['checkSetup']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/setup`, undefined, body);
  }

  /** List the games of the store. */
  listGames(
    query?: operations['listGames']['parameters']['query'],
  ): Promise<operations['listGames']['responses'][200]['content']['application/json']> {
    return this.#ask('GET', `/api/store/games`, query);
  }

  /** Add the games of a text to the store. */
  keepGames(
    body: operations['keepGames']['requestBody']['content']['application/json'],
  ): Promise<operations['keepGames']['responses'][200]['content']['application/json']> {
    return this.#ask('POST', `/api/store/games`, undefined, body);
  }

  /** A game of the store. */
  showStoredGame(
    id: string,
  ): Promise<operations['showStoredGame']['responses'][200]['content']['application/json']> {
    return this.#ask('GET', `/api/store/games/${encodeURIComponent(id)}`);
  }

  /** The review of a game of the store. */
  showReview(
    id: string,
  ): Promise<operations['showReview']['responses'][200]['content']['application/json']> {
    return this.#ask('GET', `/api/store/games/${encodeURIComponent(id)}/review`);
  }
}
