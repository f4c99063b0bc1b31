/**
 * Findings that come by chance as time passes, whatever the sender does: the longer a log, the more often it has one. Where
 * logs of unlike length are compared that is said beside the findings.
 */
import { duration } from '../../base/text/figures';

/** Rules of such findings: other work on the machine stops a host. */
const BY_CHANCE: readonly string[] = ['host-stall'];

/** Logs whose lengths are further apart than this: the longer over the shorter. */
const APART = 1.25;

export interface ComparedLog {
  readonly name: string;
  /** Of several logs their median. */
  readonly lengthUs: number;
}

/** @param ids ids of what is found in any of them. @returns a sentence; empty where there is nothing to say. */
export function unlikeLengthsWords(ids: readonly string[], logs: readonly ComparedLog[]): string {
  const lengths = logs.map(({ lengthUs }) => lengthUs);
  const areApart = Math.max(...lengths) > APART * Math.min(...lengths);
  if (!areApart || !ids.some((id) => BY_CHANCE.includes(id))) return '';
  const each = logs.map(({ name, lengthUs }) => `${name} ${duration(lengthUs)}`).join(', ');
  return `A host may stop at any time, so that a longer log shows it more often: ${each}.`;
}
