// Making elements. Text goes in as text, never as markup, so that no name or comment can become
// part of the page.

import { root } from './backend.js';
import { t } from './language.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An HTML element: `h('button.primary#play', { onclick: play }, 'Play')`. The attributes may be
 * missing; those that are null, undefined or false are left out, but for `aria-…`, where false is a
 * value. Children that are null, undefined or false are left out as well. A button submits no form.
 * @param {string} selector tag, classes and id
 * @param {...any} parts attributes and children
 */
export function h(selector, ...parts) {
  const { tag, ...named } = parsed(selector);
  const type = tag === 'button' ? { type: 'button' } : {};
  return build(document.createElement(tag), { ...named, ...type }, parts);
}

/** An SVG element, in the same way. @param {string} selector @param {...any} parts */
export function svg(selector, ...parts) {
  const { tag, ...named } = parsed(selector);
  return build(document.createElementNS(SVG, tag), named, parts);
}

function parsed(selector) {
  const names = (sign) =>
    [...selector.matchAll(/([.#])([\w-]+)/g)].flatMap(([, s, name]) => (s === sign ? [name] : []));
  const [tag] = selector.match(/^\w+/);
  return { tag, class: names('.').join(' ') || null, id: names('#')[0] };
}

function build(element, named, parts) {
  const [first] = parts;
  const hasAttributes = first?.constructor === Object;
  for (const [name, value] of Object.entries(hasAttributes ? { ...named, ...first } : named)) {
    if (value === null || value === undefined) continue;
    if (value === false && !name.startsWith('aria-')) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'selected') element[name] = value;
    else if (name === 'href') element.setAttribute(name, resolve(value));
    else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : value);
  }
  append(element, hasAttributes ? parts.slice(1) : parts);
  return element;
}

/** An address of the page, where the page is. */
export function resolve(address) {
  return address.startsWith('/') ? root + address.slice(1) : address;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
}

/** Gives an element other children. */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/**
 * Gives an element other children, but keeps those that equal a wanted one, with their focus, text
 * and presses. Their listeners stay too, so these must depend only on what is visible.
 */
export function patch(element, ...children) {
  const wanted = [...h('div', children).childNodes];
  let next = element.firstChild;
  const dropUntil = (end) => {
    while (next !== end) {
      const dropped = next;
      next = next.nextSibling;
      dropped.remove();
    }
  };
  for (const child of wanted) {
    let same = next;
    while (same && !same.isEqualNode(child)) same = same.nextSibling;
    if (same) {
      dropUntil(same);
      next = same.nextSibling;
    } else element.insertBefore(child, next);
  }
  dropUntil(null);
  return element;
}

/** A small choice of one of several, as buttons in a row: `options` are `[value, text, title?]`. */
export function choice({ label, options, value, onpick, className = '' }) {
  const buttons = options.map(([each, text, title]) =>
    h('button', { role: 'radio', title, 'data-value': each, onclick: () => pick(each) }, text),
  );
  const group = h(
    'div',
    { class: `choice ${className}`, role: 'radiogroup', 'aria-label': label },
    buttons,
  );
  group.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = options.findIndex(([each]) => String(each) === group.dataset.picked);
    const [next] = options[(at + step + options.length) % options.length];
    pick(next);
    buttons[options.findIndex(([each]) => each === next)].focus();
  });
  function show(picked) {
    group.dataset.picked = picked;
    for (const button of buttons) {
      const on = button.dataset.value === String(picked);
      button.setAttribute('aria-checked', on);
      button.tabIndex = on ? 0 : -1;
    }
  }
  function pick(picked) {
    show(picked);
    onpick(picked);
  }
  show(value);
  return group;
}

/**
 * A drop-down list of `[value, text]`; `pick` gets the value that is chosen.
 * @param {object} attributes
 * @param {any[][]} options
 * @param {any} chosen
 * @param {(value: string) => void} [pick]
 */
export function select(attributes, options, chosen, pick = () => {}) {
  return h(
    'select',
    { ...attributes, onchange: (event) => pick(event.target.value) },
    options.map(([value, text]) =>
      h('option', { value, selected: String(value) === String(chosen) }, text),
    ),
  );
}

/** A dialog that is shown at once, and gone when it is closed. Answers the dialog element. */
export function dialog(title, ...children) {
  const close = h(
    'button.quiet.close',
    { 'aria-label': t('close'), onclick: () => element.close() },
    '✕',
  );
  const element = h(
    'dialog',
    { 'aria-label': title },
    h('header', h('h2', title), close),
    children,
  );
  element.addEventListener('close', () => element.remove());
  element.addEventListener('click', (event) => event.target === element && element.close());
  document.body.append(element);
  element.showModal();
  return element;
}

/** A line of news at the edge of the page, which goes away by itself. */
export function toast(text, kind = '', action = null) {
  const button = action ? h('button#toast-action', { onclick: action.run }, action.label) : null;
  const element = h('p', { class: `toast ${kind}` }, text, button ? ' ' : null, button);
  document.getElementById('toasts').append(element);
  // What waits for an answer stays.
  if (button) return;
  setTimeout(() => element.remove(), kind === 'bad' ? 7000 : 4000);
}
