// Icons: strokes on a 24 by 24 grid, in the colour of the text beside them.

import { svg } from './dom.js';

const PATHS = {
  analyse: 'M4 20V4M4 20h16M8 15l4-5 3 3 5-7',
  back: 'M15 5l-7 7 7 7',
  bot:
    'M7 9h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2zM12 9V5' +
    'M9.5 13.5v1M14.5 13.5v1M3 13v3M21 13v3',
  check: 'M5 12.5l4.5 4.5L19 7',
  clear: 'M5 7h14M10 11v6M14 11v6M7 7l1 13h8l1-13M9 7V4h6v3',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  draw: 'M6 9h12M6 15h12',
  download: 'M12 4v11M7 10l5 5 5-5M4 20h16',
  edit: 'M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3',
  end: 'M6 5l7 7-7 7M17 5v14',
  eye:
    'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z' +
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  flag: 'M6 21V4M6 5h11l-2.5 4 2.5 4H6',
  flip: 'M8 4v14M8 18l-4-4M16 20V6M16 6l4 4',
  forward: 'M9 5l7 7-7 7',
  friend:
    'M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6' +
    'M16 5.5a3.5 3.5 0 0 1 0 6.5M17.5 14.3c2.2.7 3.5 2.6 3.5 5.7',
  hint:
    'M9 18h6M10 21h4' +
    'M12 3a6 6 0 0 0-3.8 10.6c.8.7 1.3 1.4 1.3 2.4h5c0-1 .5-1.7 1.3-2.4' +
    'A6 6 0 0 0 12 3z',
  home: 'M18 5l-7 7 7 7M7 5v14',
  keys: 'M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8',
  learn: 'M12 7c-2-2-5-2.5-9-2.5v14c4 0 7 .5 9 2.5 2-2 5-2.5 9-2.5v-14c-4 0-7 .5-9 2.5zM12 7v14',
  list: 'M8 6h13M8 12h13M8 18h13M3.5 6h.01M3.5 12h.01M3.5 18h.01',
  paths: 'M5 20c0-8 14-6 14-16M5 20l-2-3M5 20l3-2M19 4l-3 1M19 4l1 3',
  pause: 'M8 5v14M16 5v14',
  play: 'M7 4.5l12 7.5-12 7.5z',
  puzzle:
    'M10 4.5a2 2 0 0 1 4 0V7h5v5h-2.5a2 2 0 0 0 0 4H19v4h-5v-2.5a2 2 0 0 0-4 0V20H5v-4H3.5' +
    'a2 2 0 0 1 0-4H5V7h5z',
  rematch: 'M4 12a8 8 0 0 1 14-5.3L20 9M20 4v5h-5M20 12a8 8 0 0 1-14 5.3L4 15M4 20v-5h5',
  screen: 'M3 5h18v11H3zM9 20h6M12 16v4',
  settings:
    'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM12 3v3M12 18v3M3 12h3M18 12h3' +
    'M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M18.4 5.6l-2.1 2.1M7.7 16.3l-2.1 2.1',
  share: 'M8 12h12M16 7l5 5-5 5M13 4H4v16h9',
  step: 'M6 5l9 7-9 7zM18 5v14',
  turn: 'M20 12a8 8 0 1 1-2.3-5.6L20 9M20 4v5h-5',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  upload: 'M12 15V4M7 9l5-5 5 5M4 20h16',
};

/**
 * An icon, for eyes only: what it stands beside has a name of its own.
 * @param {keyof typeof PATHS} name
 */
export function icon(name) {
  return svg(
    'svg.icon',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: PATHS[name] }),
  );
}
