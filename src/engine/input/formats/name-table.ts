/**
 * The event names of one file as they were logged, cleaned (text/plain.ts), each with a number that fits a 16-bit column and with what
 * is known about it. A name is looked up once; the table is bounded, and names beyond it share one entry.
 */
import { type KnownName, lookUpName } from '../../../qlog-schema';
import { beginningOf, plainLine } from '../../base/text/plain';

/** Ids are below this one, which is shared by all names beyond the limit. */
export const OVERFLOW_NAME_ID = 65_535;

const OVERFLOW_NAME = '(further names)';
/** A longer name is truncated: it is only displayed. */
const MAX_NAME_LENGTH = 128;

export interface LoggedName extends KnownName {
  readonly id: number;
  readonly name: string;
}

export class NameTable {
  readonly #lookUp: (logged: string) => KnownName;
  readonly #byName = new Map<string, LoggedName>();
  readonly #byId: LoggedName[] = [];
  #overflow: LoggedName | null = null;

  /** @param lookUp what a name means; by default one of a qlog. */
  constructor(lookUp: (logged: string) => KnownName = lookUpName) {
    this.#lookUp = lookUp;
  }

  get length(): number {
    return this.#byId.length;
  }

  entry(logged: string): LoggedName {
    const existing = this.#byName.get(logged);
    if (existing !== undefined) return existing;
    if (logged.length > MAX_NAME_LENGTH + 1) return this.entry(`${beginningOf(logged, MAX_NAME_LENGTH)}…`);
    const meaning = this.#lookUp(logged);
    if (this.#byId.length < OVERFLOW_NAME_ID) {
      const entry = { ...meaning, id: this.#byId.length, name: plainLine(logged) };
      this.#byId.push(entry);
      this.#byName.set(logged, entry);
      return entry;
    }
    this.#overflow ??= { kind: 0, status: 'unknown', id: OVERFLOW_NAME_ID, name: OVERFLOW_NAME };
    // Names known to the schema are still decoded.
    return meaning.kind === 0 ? this.#overflow : { ...meaning, id: OVERFLOW_NAME_ID, name: OVERFLOW_NAME };
  }

  /** Entries from an index on, and the one of further names: what another table of the same text lacks. */
  since(index: number): readonly LoggedName[] {
    const fresh = this.#byId.slice(index);
    return this.#overflow === null ? fresh : [...fresh, this.#overflow];
  }

  /** Takes entries of another table of the same text, in their order. */
  adopt(entries: readonly LoggedName[]): void {
    for (const entry of entries) {
      if (entry.id === OVERFLOW_NAME_ID) this.#overflow = entry;
      else {
        this.#byId[entry.id] = entry;
        this.#byName.set(entry.name, entry);
      }
    }
  }

  /** The name of an id, null for an unknown id. */
  nameOf(id: number): string | null {
    return this.#byId[id]?.name ?? (id === OVERFLOW_NAME_ID ? (this.#overflow?.name ?? null) : null);
  }

  /** The entry of an id, see `nameOf`. */
  at(id: number): LoggedName | null {
    return this.#byId[id] ?? (id === OVERFLOW_NAME_ID ? this.#overflow : null);
  }
}
