/** Patterns of names, as a shell has them: `*` stands for any characters, `?` for one. No regular expression: the user types them. */

/** Whether the whole name matches. Time grows with the product of both lengths at most. */
export function matchesGlob(pattern: string, name: string): boolean {
  let [at, place] = [0, 0];
  /** The last `*`, and where in the name what it stands for ends. */
  let [star, until] = [-1, 0];
  while (place < name.length) {
    const wanted = pattern[at];
    if (wanted === '*') {
      [star, until] = [at++, place];
    } else if (wanted === '?' || wanted === name[place]) {
      at++;
      place++;
    } else if (star >= 0) {
      at = star + 1;
      place = ++until;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
