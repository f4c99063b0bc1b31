/** What the names of a table have in common is said once. */

/** The folders that all names begin with, up to the last `/`; empty for a single name. */
export function commonFolder(names: readonly string[]): string {
  const [first = '', ...others] = names;
  if (others.length === 0) return '';
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  for (const name of others)
    while (!name.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder;
}
