/**
 * Names of fields, from the schema's tables: the page's short words, and the other keys under which stacks log a field
 * that is asked for by its canonical name.
 */
import { eventKindOf, type FieldDefinition } from '../../../../../qlog-schema';
import { ALL_FRAME_FIELDS, EVENT_FIELDS } from '../../../../../qlog-schema/event-fields';

type Paths = readonly (readonly string[])[];

const NO_PATHS: Paths = [];

/** Short word → every key that it stands for, itself included. */
const SHORT_NAMES: ReadonlyMap<string, readonly string[]> = (() => {
  const names = new Map<string, readonly string[]>();
  for (const { fields } of EVENT_FIELDS.values())
    for (const { shortName, keys } of fields)
      if (shortName !== undefined)
        names.set(shortName, [...new Set([...(names.get(shortName) ?? [shortName]), ...keys])]);
  return names;
})();

/** Every key that a word stands for, in any event; the word itself if it is none of the page's. */
export function keysOf(word: string): readonly string[] {
  return SHORT_NAMES.get(word) ?? [word];
}

/** Canonical path, and its last word → paths of the field's other keys, by the kind of the event. */
const OTHER_PATHS: ReadonlyMap<number, ReadonlyMap<string, Paths>> = new Map(
  [...EVENT_FIELDS].map(([kind, { fields }]) => {
    const frames = fields.find(({ fact }) => fact === 'frames')?.keys[0];
    const paths = new Map<string, Paths>();
    if (frames !== undefined) addPaths(paths, ALL_FRAME_FIELDS, `${frames}.`);
    addPaths(paths, fields, '');
    return [kind, paths];
  }),
);

function addPaths(paths: Map<string, Paths>, fields: readonly FieldDefinition[], before: string): void {
  for (const { keys } of fields) {
    const [canonical, ...others] = keys.map((key) => (before + key).split('.'));
    if (canonical === undefined || others.length === 0) continue;
    paths.set(canonical.join('.'), others);
    paths.set(canonical[canonical.length - 1], others);
  }
}

/** Maximum number of cached names; a trace has a few dozen. */
const MAX_REMEMBERED = 512;

/** Paths of the other keys of a field, in the order in which they are tried. */
export class OtherPaths {
  readonly #path: string;
  readonly #byName = new Map<string, Paths>();

  /** @param path words of the canonical name. */
  constructor(path: readonly string[]) {
    this.#path = path.join('.').replace(/^data\./, '');
  }

  /** @param name of the event, as logged. */
  in(name: string): Paths {
    const names = this.#byName.get(name);
    if (names !== undefined) return names;
    const paths = OTHER_PATHS.get(eventKindOf(name))?.get(this.#path) ?? NO_PATHS;
    if (this.#byName.size < MAX_REMEMBERED) this.#byName.set(name, paths);
    return paths;
  }
}
