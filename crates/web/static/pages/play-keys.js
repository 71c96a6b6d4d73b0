// The keys of a live game.

import { change, settings } from '../lib/settings.js';

/** The keys of a live game; `table` is the game, see play.js. */
export function tableKeys(table) {
  const browse = (by) => () => table.browse(by);
  const watches = table.tokens.length > 0 && !table.plays();
  return [
    {
      keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
      label: 'keys.arrows',
      run: (key) => table.board.arrow(key),
    },
    { keys: ['w'], label: 'keys.wall', run: () => table.board.showWall() },
    { keys: ['r'], label: 'keys.turn', run: () => table.board.turn() },
    { keys: ['Enter'], label: 'keys.place', run: () => table.board.confirm() },
    { keys: ['Escape'], label: 'keys.cancel', run: () => table.escape() },
    { keys: ['u'], label: 'keys.undo', run: () => table.send('undo') },
    { keys: ['t'], label: 'keys.hint', run: () => table.askHint() },
    { keys: ['q'], label: 'keys.resign', run: () => table.resign() },
    { keys: ['n'], label: 'keys.rematch', run: () => table.send('rematch') },
    { keys: ['x'], label: 'keys.flip', run: () => table.flip() },
    { keys: ['p'], label: 'keys.paths', run: () => change({ paths: !settings.paths }) },
    { keys: ['s'], label: 'keys.sound', run: () => change({ sound: !settings.sound }) },
    { keys: ['l'], label: 'keys.reader', run: () => change({ reader: !settings.reader }) },
    { keys: ['PageUp', ','], label: 'keys.back', run: browse(-1) },
    { keys: ['PageDown', '.'], label: 'keys.forward', run: browse(1) },
    ...(watches
      ? [
          {
            keys: [' '],
            label: 'keys.pause',
            run: () => table.send(table.state?.paused ? 'resume' : 'pause'),
          },
        ]
      : []),
  ];
}
