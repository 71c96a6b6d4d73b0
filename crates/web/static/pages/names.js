// Names of players. People are named relative to the viewer: "You", "Opponent", a name that
// somebody entered, or the seat for everybody else.

import { dialog, h } from '../lib/dom.js';
import { has, seatName, t } from '../lib/language.js';

/** @typedef {import('../../types').Seat} Seat */
/** @typedef {import('../../types').GameState} GameState */

/** Players of the registry by the work that describes them; `bot.…` says what each does. */
const WORKS = {
  alphabeta: 'Alpha-beta',
  champion: 'Champion',
  eizagirre: 'Eizagirre',
  'glendenning-2005': 'Glendenning 2005',
  'hola-2016-heuristic': 'Hoľa 2016',
  'hola-2016-nn': 'Hoľa 2016',
  'hola-2016-path': 'Hoľa 2016',
  'hola-2016-qlnn': 'Hoľa 2016',
  'mertens-2006': 'Mertens 2006',
  nnue: 'NNUE',
  'respall-2018': 'Respall 2018',
  'respall-2018-ga': 'Respall 2018',
  'saadatinia-2020': 'Saadatinia 2020',
  'van-steenbergen-brain1': 'Van Steenbergen 2006',
  'van-steenbergen-brain2': 'Van Steenbergen 2006',
  'van-steenbergen-brain3': 'Van Steenbergen 2006',
  'van-steenbergen-brain4': 'Van Steenbergen 2006',
};

/** The level of a player with one: 1 to 10. */
export function levelOf(spec) {
  const level = spec.match(/^(?:alphabeta|champion|puct):(?:[^:]*,)?level=(\d+)(?:,|$)/)?.[1];
  return level ? Number(level) : null;
}

/** A computer player: what it is called, and in a few words what it is. @param {string} spec */
export function computerTitle(spec) {
  const level = levelOf(spec);
  if (level) return { name: t('level', { level }), about: t(`level.name.${level}`) };
  const kind = spec.split(':')[0];
  const about = has(`bot.${kind}`) ? t(`bot.${kind}`) : '';
  if (has(`bot.${kind}.name`)) return { name: t(`bot.${kind}.name`), about };
  return { name: WORKS[kind] ?? spec, about };
}

/** The same in one line: "Glendenning 2005 · evolved weights". */
export function computerName(spec) {
  const { name, about } = computerTitle(spec);
  return about ? `${name} · ${about}` : name;
}

/**
 * The name of a seat's player, as the viewer should read it.
 * @param {Pick<GameState, 'seats' | 'yours'>} game
 * @param {Seat} seat
 */
export function playerName({ seats, yours }, seat) {
  const who = seats[seat];
  if (who?.computer) {
    const { name } = computerTitle(who.computer);
    // Of several that are called the same, the seat says which.
    const twins = Object.values(seats).filter((each) => each.computer === who.computer);
    return twins.length > 1 ? `${name} (${seatName(seat)})` : name;
  }
  if (who?.human) return who.human;
  if (yours.length !== 1) return seatName(seat);
  if (yours[0] === seat) return t('me');
  return Object.keys(seats).length === 2 ? t('opponent.title') : seatName(seat);
}

/** The only seat of the viewer, if it has just one. */
export function viewerSeat({ yours }) {
  return yours.length === 1 ? yours[0] : null;
}

/** Whether other people play: then no computer may help. */
export function isAgainstPeople({ seats, yours }) {
  return (
    yours.length > 0 &&
    Object.entries(seats).some(([seat, who]) => !who.computer && !yours.includes(seat))
  );
}

/** A name in a list of games: the record's, or neutral. */
export function recordedName(seat, name) {
  if (!name) return seatName(seat);
  const kind = /^[a-z][\w-]*(?=:|$)/.exec(name)?.[0];
  const isComputer = kind && (kind in WORKS || has(`bot.${kind}.name`));
  return isComputer ? computerTitle(name).name : name;
}

/** A dialog about a computer player: what it is, and how programs name it. */
export function showComputer(spec) {
  const { name, about } = computerTitle(spec);
  const level = levelOf(spec);
  const kind = spec.split(':')[0];
  const more = level
    ? t(`level.about.${level}`)
    : has(`bot.${kind}.more`)
      ? t(`bot.${kind}.more`)
      : '';
  dialog(
    name,
    about ? h('p', h('b', about)) : null,
    more ? h('p', more) : null,
    h('p.note', t('bot.spec'), ' ', h('code.spec', spec)),
  );
}
