/** What the names of a table have in common is said once: a column shows what tells them apart. */

/** The folders that all names begin with, up to the last `/`; empty for a single name. */
export function commonFolder(names: readonly string[]): string {
  const [first = '', ...others] = names;
  if (others.length === 0) return '';
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  for (const name of others)
    while (!name.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return folder;
}

/** By name what is shown of it: without the folders that all have, and those that all files of the same name have. */
export function shortNames(names: readonly string[]): ReadonlyMap<string, string> {
  const folder = commonFolder(names);
  const alike = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const file = name.slice(name.lastIndexOf('/') + 1);
    const others = alike.get(file);
    if (others === undefined) alike.set(file, [name]);
    else others.push(name);
  }
  return new Map(
    [...alike.values()].flatMap((group) => {
      const own = commonFolder(group);
      return group.map((name): readonly [string, string] => [
        name,
        own.length > folder.length ? `…/${name.slice(own.length)}` : name.slice(folder.length),
      ]);
    }),
  );
}
