// The clipboard. Browsers give pages without encryption no access to it but the old one: a device
// of the local network has such a page.

/**
 * Copies a text; answers whether that was possible.
 * @param {string} text
 */
export async function copy(text) {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'for-ears';
  // Inside a dialog, nothing outside it can be selected.
  const place = document.querySelector('dialog[open]') ?? document.body;
  place.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}
