// An invitation where there is no server: what the two who are introduced see. `peers` of
// lib/backend.js connects them.

import { peers } from '../lib/backend.js';
import { copyAndTell } from '../lib/copy.js';
import { fill, h, resolve, toast } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { seatName, t } from '../lib/language.js';
import { keepTokens } from '../lib/tokens.js';

const MARK = '#invite=';

/**
 * The invitations that wait for a reply, or are in use: by their tokens. They stay while the page
 * shows something else.
 * @type {Map<string, { number: number, table: any, name: string, code: string, take: any,
 *   isTaken: boolean, problem: string }>}
 */
const invitations = new Map();
let last = 0;

function prepare(table, token) {
  const made = {
    number: ++last,
    table,
    name: '',
    code: '',
    take: null,
    isTaken: false,
    problem: '',
  };
  invitations.set(token, made);
  const ended = (wasReached) => {
    invitations.delete(token);
    if (!wasReached) toast(t('invite.failed'), 'bad');
    made.table.redraw();
  };
  peers
    .invite(table.id, token, ended)
    .then(
      (ready) => Object.assign(made, ready),
      () => Object.assign(made, { problem: 'invite.impossible' }),
    )
    .then(() => made.table.redraw());
  return made;
}

/** A text to be sent, with a button that copies it. */
export function toSend(label, text, id = null, said = 'copied') {
  return [
    h('input', {
      type: 'text',
      readonly: true,
      id,
      value: text,
      'aria-label': label,
      onfocus: (event) => event.target.select(),
    }),
    h('button.primary', { onclick: () => copyAndTell(text, said) }, icon('copy'), t('copy')),
  ];
}

/**
 * The invitation to a seat, and the field for the reply.
 * @param {import('./play.js').Table} table
 */
export function invitation(table, seat, token) {
  const made = invitations.get(token) ?? prepare(table, token);
  made.table = table;
  if (!made.code) {
    return h('p.notice.friend', t(made.problem || 'invite.making'));
  }
  if (made.isTaken) return h('p.notice.friend', t('invite.connecting'));
  const label = t('invite.link', { seat: seatName(seat) });
  const address = `${location.origin}${resolve(`/play/${made.name}`)}${MARK}${made.code}`;
  const reply = h('input#invite-reply', {
    type: 'text',
    required: true,
    autocomplete: 'off',
    'aria-label': t('invite.paste'),
  });
  const take = async (event) => {
    event.preventDefault();
    made.isTaken = true;
    try {
      await made.take(reply.value);
      table.redraw();
    } catch {
      made.isTaken = false;
      toast(t('invite.broken.reply'), 'bad');
    }
  };
  return h(
    'form.notice.friend.invitation',
    // `patch` compares elements: the number tells two invitations apart.
    { 'data-number': made.number, onsubmit: take },
    h('b', label),
    toSend(label, address, 'invite-link'),
    h('b', t('invite.paste')),
    reply,
    h('button', { type: 'submit' }, t('invite.connect')),
  );
}

/** The code of the invitation in a link; empty if it is none. */
export function invitedBy(hash) {
  return peers && hash.startsWith(MARK) ? hash.slice(MARK.length) : '';
}

/** Shows the reply to an invitation until the friend is met. Answers whether the game can begin. */
export async function join(host, id, code) {
  const accepted = await peers.accept(id, code).catch(() => {
    throw new Error(t('invite.broken'));
  });
  const label = t('invite.send');
  const card = h(
    'div.page.invited',
    h('h1', t('invite.title')),
    h('p', label),
    h('div.notice.friend', toSend(label, accepted.reply, 'invite-code')),
    h('p.note', { role: 'status' }, t('invite.waiting')),
  );
  fill(host, card);
  await accepted.met.catch(() => {
    throw new Error(t('invite.failed'));
  });
  if (!card.isConnected) {
    accepted.close();
    return false;
  }
  keepTokens(id, [accepted.token]);
  history.replaceState(null, '', location.pathname);
  fill(host);
  return true;
}
