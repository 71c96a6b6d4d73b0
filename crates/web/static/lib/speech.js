// What screen readers are told.

const LONGEST = 40;

/** Says a sentence to whoever listens. */
export function say(text) {
  const log = document.getElementById('speech');
  const line = document.createElement('p');
  line.textContent = text;
  log.append(line);
  while (log.children.length > LONGEST) log.firstChild.remove();
}
