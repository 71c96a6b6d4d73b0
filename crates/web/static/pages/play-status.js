// The line below the board of a live game.

import { t } from '../lib/language.js';
import { playerName } from './names.js';
import { reasonText, resultText } from './parts.js';

/**
 * The status line: what the player should do, or who is thinking.
 * @param {import('./play.js').Table} table
 */
export function statusLine(table) {
  const { state } = table;
  if (table.pending) return t('status.sending');
  if (table.viewed) return t('viewing', { ply: table.viewed.ply });
  if (state.result) return `${resultText(state.result, state)} · ${reasonText(state)}`;
  const name = (seat) => playerName(state, seat);
  const { exact } = state.position;
  if (exact?.winner) return t('status.exact', { player: name(exact.winner), n: exact.plies });
  const own = state.yours.includes(state.to_move);
  if (own && state.yours.length > 1) return t('status.turn', { player: name(state.to_move) });
  if (own) return ownTurn(table);
  if (table.premove) return t('premove.chosen', { move: table.premove });
  const key = state.thinking ? 'status.thinking' : 'status.turn';
  return t(key, { player: name(state.to_move) });
}

function ownTurn({ state, board }) {
  if (state.moves.length >= 2) return t('status.your-turn');
  return t(board.usesTouch ? 'status.first-touch' : 'status.first');
}
