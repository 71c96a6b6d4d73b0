// The title of the page, in the tab of the browser.

/** @param {string} [text] */
export function setTitle(text) {
  document.title = text ? `${text} – Quoridor` : 'Quoridor';
}
