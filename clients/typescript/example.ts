// Begins a game against the computer, and asks about a wall. docs/http.md explains the fields.

import { Client, RefusedError, type Schemas } from './client';

export async function example(server: string): Promise<string> {
  const client = new Client(server);
  const { champion } = await client.listPlayers();
  const begun: Schemas['Tokens'] = await client.beginGame({
    seats: { South: { human: 'Ann' }, North: { computer: `${champion}:level=1` } },
  });
  const state = await client.showGame(begun.game);
  const { steps, legal_walls: walls } = state.position;
  const checked = await client.checkMove({ game: { moves: state.moves }, move: 'e3h' });
  const found = 'after' in checked ? checked.text : checked.reason;
  const { total } = await client.listGames({ limit: 1, order: 'newest' });
  try {
    await client.showStoredGame('0');
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error;
  }
  const socket = client.playGame(begun.game).href;
  return `${steps.length + walls.length} moves; e3h: ${found}; ${total} games; ${socket}`;
}
