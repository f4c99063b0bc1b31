/**
 * Deletes this page's entries in the browser's local storage: all keys with its prefix, also those of other
 * versions. The database is in `src/app/state/device`.
 */

const PREFIX = 'qlogscope.';

/** Never throws, also without storage. */
export function forgetChoices(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // No storage.
  }
}
