/** A parameter of a link: how it is written and read. The list of all is `parts.ts`. */
import * as v from 'valibot';
import type { LinkState } from './state';
import type { Written } from './values';

export interface Part {
  readonly name: string;
  /** The first version of links that has it: in an older one the name means nothing. */
  readonly since: 1 | 2 | 4 | 6 | 7 | 9 | 10 | 11 | 12 | 13;
  /** @returns the written value; null for the default, which is not written. */
  readonly format: (state: LinkState) => string | null;
  /** @returns the state with this part set; null for an invalid value. */
  readonly read: (state: LinkState, raw: string) => LinkState | null;
  /** Description of valid values, for the error message. */
  readonly form: string;
  /** Longest value, where it may be longer than `MAX_VALUE`. */
  readonly maxLength?: number;
}

/** A part whose value is set only if it matches its schema. */
export function part<T>(
  name: string,
  form: string,
  format: (state: LinkState) => string | null,
  value: Written<T>,
  put: (state: LinkState, value: T) => LinkState,
): Part {
  return {
    name,
    form,
    since: 1,
    format: (state) => format(state) || null,
    read: (state, raw) => {
      const read = v.safeParse(value, raw);
      return read.success ? put(state, read.output) : null;
    },
  };
}
