// Positions and moves in words, for screen readers.

import { isWall } from '../board/geometry.js';
import { seatName, t } from '../lib/language.js';

/** A move as a sentence: "South moves to e2". */
export function spokenMove(seat, move) {
  const player = seatName(seat);
  if (move === 'pass') return t('spoken.pass', { player });
  if (!isWall(move)) return t('spoken.step', { player, square: move });
  return t(move[2] === 'h' ? 'spoken.wall-h' : 'spoken.wall-v', {
    player,
    wall: move,
    square: move.slice(0, 2),
  });
}

/** A position in sentences, one a line; `short` leaves out walls and steps. */
export function describe(position, { short = false } = {}) {
  const players = position.seats.map((seat) =>
    t('spoken.player', {
      player: seatName(seat),
      square: position.pawns[seat],
      distance: position.distances[seat],
      walls: position.walls_left[seat],
    }),
  );
  const turn = position.result
    ? t('spoken.over')
    : t('status.turn', { player: seatName(position.turn) });
  if (short) return [...players, turn].join(' ');
  const walls = position.walls.length
    ? t('spoken.walls', { walls: position.walls.join(', ') })
    : t('spoken.no-walls');
  const steps = position.result ? [] : [t('spoken.steps', { steps: position.steps.join(', ') })];
  return [...players, walls, turn, ...steps].join('\n');
}
