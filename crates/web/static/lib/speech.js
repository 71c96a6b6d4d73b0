// Announcements for screen readers.

const LONGEST = 40;

/** Announces a sentence. */
export function say(text) {
  const log = document.getElementById('speech');
  const line = document.createElement('p');
  line.textContent = text;
  log.append(line);
  while (log.children.length > LONGEST) log.firstChild.remove();
}
