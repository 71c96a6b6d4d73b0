// Two players on one screen: begins a game, makes a move, exports the game. docs/http.md explains
// the messages and fields.

import { Client, RefusedError, type Schemas } from './client';

export async function example(server: string): Promise<string> {
  const client = new Client(server);
  const begun: Schemas['Tokens'] = await client.beginGame({
    seats: { South: { human: 'Ann' }, North: { human: 'Bob' } },
  });
  const tokens = Object.values(begun.tokens);
  const moves = await play(client.playGame(begun.game), tokens, 'e2');
  const checked = await client.checkMove({ game: { moves }, move: 'e3h' });
  const wall = 'after' in checked ? checked.text : checked.reason;
  const { text } = await client.exportGame({
    game: { moves },
    format: 'position',
  });
  try {
    await client.showStoredGame('0');
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error;
  }
  return `${moves.join(' ')}; ${text}; e3h: ${wall}`;
}

/** Makes the first move of a game. Answers the moves that the server has then. */
function play(live: URL, tokens: string[], move: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(live);
    const send = (message: object) => socket.send(JSON.stringify(message));
    let moves: string[] = [];
    socket.onopen = () => send({ type: 'join', tokens });
    socket.onerror = () => reject(new Error('the connection failed'));
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'error') reject(new Error(message.error));
      if (message.type === 'state' && message.moves.length === 0) {
        send({ type: 'move', id: 1, ply: 0, move });
      }
      // An update has what has changed: of the moves, those after the first `ply`.
      if (message.moves) moves = [...moves.slice(0, message.ply ?? 0), ...message.moves];
      if (moves.length > 0) {
        socket.close();
        resolve(moves);
      }
    };
  });
}
