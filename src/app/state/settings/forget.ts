/**
 * Forgets what this page has in the browser's storage: everything whose key begins with its name, also what other
 * versions have put there. What stands in the database is `src/app/state/keep`.
 */

const PREFIX = 'qlogscope.';

/** Never throws: where the browser gives no storage, nothing is kept in it. */
export function forgetChoices(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // No storage here.
  }
}
