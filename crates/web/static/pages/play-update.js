// What a live game's messages change.

/** @typedef {import('../../types').GameState} GameState */

/**
 * The state after an update, which has the fields that have changed; also in `position`. Of the
 * moves, the first `ply` are as before.
 * @param {GameState} state
 * @param {any} update
 * @returns {GameState}
 */
export function updated(state, { ply, moves, position, ...rest }) {
  return {
    ...state,
    ...rest,
    moves: moves ? [...state.moves.slice(0, ply), ...moves] : state.moves,
    position: position ? { ...state.position, ...position } : state.position,
  };
}
