/** `--tell`: what of a trace is let into an answer that leaves this machine. */
import type { ShareOption, ShareOptions } from '../../engine/reading/contract/share-options';
import { listOf, UsageError } from './arg-values';

/** Values of `--tell`, by share option. */
export const TELL_VALUES = {
  fileName: 'file-name',
  groupNames: 'group-names',
  addresses: 'addresses',
  connectionIds: 'connection-ids',
  wallClock: 'time-of-day',
  requestTexts: 'requests',
  reasonPhrases: 'reasons',
} as const satisfies { readonly [option in ShareOption]: string };

/** @throws UsageError */
export function shareOptionsOf(values: readonly string[]): ShareOptions {
  const words = listOf(values);
  const allowed: readonly string[] = Object.values(TELL_VALUES);
  const unknown = words.find((word) => !allowed.includes(word));
  if (unknown !== undefined) throw new UsageError(`--tell takes ${allowed.join(', ')}, not "${unknown}"`);
  const entries = Object.entries(TELL_VALUES).map(([option, word]) => [option, words.includes(word)]);
  return Object.fromEntries(entries) as ShareOptions;
}
