// A game with a friend without a server: two browsers talk to each other (WebRTC). The page that
// invites leads the game, and answers the guest's page as a server would. Nobody introduces the
// two: a link takes the invitation there, and a code that is pasted takes the reply back.

import { pack, unpack } from '../lib/packed.js';
import { Remote } from './remote.js';

/** The longest search for addresses to be reached at, in milliseconds. */
const SEARCH = 4000;

const GAME = /^\/api\/games\/(\w+)(\/live)?$/;

/**
 * A game of a friend: every browser counts its own games, so a guest's page needs another name for
 * it, the number with a mark that belongs to the invitation.
 */
const FRIENDS_GAME = /^\/api\/games\/\w+-(\w+)(\/live)?$/;
const nameOf = (game, mark) => `${game}-${mark}`;
const newMark = () => crypto.getRandomValues(new Uint32Array(1))[0].toString(36);

function peerConnection() {
  // Without such a server only devices of the same network find each other.
  const stun = /** @type {HTMLMetaElement} */ (document.querySelector('meta[name="stun"]'));
  const peer = new RTCPeerConnection(stun ? { iceServers: [{ urls: stun.content }] } : {});
  // Otherwise the other side would notice only after half a minute.
  addEventListener('pagehide', () => peer.close());
  return peer;
}

/** How to reach this browser, when all its addresses are known. */
async function description(peer) {
  await peer.setLocalDescription();
  await /** @type {Promise<void>} */ (
    new Promise((done) => {
      const look = () => peer.iceGatheringState === 'complete' && done();
      peer.addEventListener('icegatheringstatechange', look);
      setTimeout(done, SEARCH);
      look();
    })
  );
  return peer.localDescription.sdp;
}

/** Calls back once, when the other side is gone for good, with whether it was ever reached. */
function onEnd(peer, channel, end) {
  let isOver = false;
  let wasReached = channel.readyState === 'open';
  channel.addEventListener('open', () => {
    wasReached = true;
  });
  const over = () => {
    if (isOver) return;
    isOver = true;
    peer.close();
    end(wasReached);
  };
  channel.addEventListener('close', over);
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'failed') over();
  });
}

/**
 * Invites somebody to a seat. `request` and `connect` answer here, `ended` is called when the
 * friend has gone, with whether there was one.
 * @param {string} game
 * @param {string} token
 */
export async function invite(game, token, { request, connect, ended }) {
  const mark = newMark();
  const peer = peerConnection();
  const channel = peer.createDataChannel('game');
  const hangUp = answer(channel, new Set([game]), { request, connect });
  onEnd(peer, channel, (wasReached) => {
    hangUp();
    ended(wasReached);
  });
  const code = await pack(JSON.stringify({ offer: await description(peer), token }));
  return {
    name: nameOf(game, mark),
    code,
    /** Takes the reply. Throws if it is none. */
    async take(reply) {
      const { answer: sdp } = JSON.parse(await unpack(reply.trim()));
      await peer.setRemoteDescription({ type: 'answer', sdp });
    },
  };
}

/** Answers the guest, about the games of the two only. What is answered ends all connections. */
function answer(channel, games, { request, connect }) {
  const open = new Map();
  const tell = (message) => {
    if (channel.readyState === 'open') channel.send(JSON.stringify(message));
  };
  const mayAsk = (path) => games.has(GAME.exec(path)?.[1]);
  const refused = { status: 403, body: { error: 'this is not a game of yours' } };
  const act = {
    async request({ number, path }) {
      const failed = ({ message }) => ({ status: 500, body: { error: message } });
      const found = mayAsk(path) ? await request('GET', path).catch(failed) : refused;
      tell({ number, ...found });
    },
    connect({ number, path }) {
      if (!mayAsk(path)) {
        tell({ number, closed: true });
        return;
      }
      const ends = {
        opened: () => tell({ number, opened: true }),
        heard: (text) => {
          // A rematch is a game of its own, of the same two.
          const { rematch } = JSON.parse(text);
          if (rematch) games.add(String(rematch));
          tell({ number, text });
        },
        closed: () => {
          open.delete(number);
          tell({ number, closed: true });
        },
      };
      open.set(number, connect(path, ends));
    },
    say: ({ number, text }) => open.get(number)?.send(text),
    close({ number }) {
      open.get(number)?.close();
      open.delete(number);
    },
  };
  channel.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    if (Object.hasOwn(act, message.what)) act[message.what](message);
  });
  return () => {
    for (const connection of open.values()) connection.close();
    open.clear();
  };
}

/**
 * Accepts an invitation: the token of the seat, the reply to send back, and the friend, who comes
 * when the reply has arrived. Throws if it is none.
 * @param {string} name the game's
 * @param {string} code
 */
export async function accept(name, code) {
  const { offer, token } = JSON.parse(await unpack(code));
  const peer = peerConnection();
  const friend = new Promise((come, fail) => {
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'failed') fail(new Error('the friend cannot be reached'));
    });
    peer.addEventListener('datachannel', ({ channel }) => {
      const met = () => come(new Friend(peer, channel, name.split('-').at(-1)));
      if (channel.readyState === 'open') met();
      else channel.addEventListener('open', met, { once: true });
    });
  });
  await peer.setRemoteDescription({ type: 'offer', sdp: offer });
  const reply = await pack(JSON.stringify({ answer: await description(peer) }));
  return { token, reply, friend, close: () => peer.close() };
}

/** Who leads the games that this browser is a guest of: answers as the back end does. */
class Friend {
  #remote;
  #mark;

  constructor(peer, channel, mark) {
    this.#mark = mark;
    this.#remote = new Remote((message) => {
      if (channel.readyState === 'open') channel.send(JSON.stringify(message));
    });
    channel.addEventListener('message', ({ data }) => this.#hear(JSON.parse(data)));
    onEnd(peer, channel, () => this.#remote.end('the connection is lost'));
  }

  leads(path) {
    return FRIENDS_GAME.exec(path)?.[1] === this.#mark;
  }

  request(method, path, body, signal) {
    return this.#remote.request(method, this.#theirs(path), body, signal);
  }

  connect(path, ends) {
    return this.#remote.connect(this.#theirs(path), ends);
  }

  #hear({ body, text, ...news }) {
    const named = text === undefined ? undefined : JSON.stringify(this.#named(JSON.parse(text)));
    this.#remote.hear({ ...news, body: body && this.#named(body), text: named });
  }

  /** Games as they are called here. */
  #named(message) {
    const { game, rematch } = message;
    return {
      ...message,
      ...(game && { game: nameOf(game, this.#mark) }),
      ...(rematch && { rematch: nameOf(rematch, this.#mark) }),
    };
  }

  /** Paths as they are called there. */
  #theirs(path) {
    return path.replace(`-${this.#mark}`, '');
  }
}
