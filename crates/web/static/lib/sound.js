// Sounds, made on the spot: nothing to load, and nothing to hear unless it is switched on.

import { settings } from './settings.js';

let audio = null;

function tone(frequency, start, length, volume, shape) {
  const from = audio.currentTime + start;
  const gain = audio.createGain();
  const source = audio.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(frequency, from);
  gain.gain.setValueAtTime(volume, from);
  gain.gain.exponentialRampToValueAtTime(0.0001, from + length);
  source.connect(gain).connect(audio.destination);
  source.start(from);
  source.stop(from + length);
}

const SOUNDS = {
  step: () => tone(420, 0, 0.09, 0.15, 'triangle'),
  wall: () => {
    tone(130, 0, 0.14, 0.3, 'square');
    tone(90, 0.01, 0.16, 0.3, 'sine');
  },
  won: () => [523, 659, 784].forEach((f, i) => tone(f, i * 0.12, 0.3, 0.15, 'triangle')),
  lost: () => [392, 330, 262].forEach((f, i) => tone(f, i * 0.14, 0.3, 0.15, 'triangle')),
  refused: () => tone(160, 0, 0.12, 0.1, 'sawtooth'),
};

/** Plays a sound by its name, if the player wants sounds. */
export function play(name) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  SOUNDS[name]();
}
