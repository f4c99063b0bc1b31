/** Values that tests of what is written make themselves: as if `redact` had returned them. */
import {
  SHARE_OPTIONS,
  type ShareOption,
  type ShareOptions,
} from '../../src/engine/reading/contract/share-options.ts';
import type { Redacted } from '../../src/engine/service/redaction/redact.ts';

export function asRedacted<T>(value: T): Redacted<T> {
  return value as Redacted<T>;
}

export const SHARE_ALL = Object.fromEntries(SHARE_OPTIONS.map(({ id }) => [id, true])) as {
  readonly [option in ShareOption]: true;
} satisfies ShareOptions;
