/** What is asked and answered of the times in which something held, and of the records that decide it. */
import type { AccountPart } from '../../findings/account/parts';
import type { Finding } from '../../findings/finding/finding';
import type { TimeRange } from '../../input/bytes/source';
import type { WantedField } from '../../input/formats/records';

/** A part of the account (`heldKey`) or a finding by its key, or a stream with the request on it. */
export type Subject =
  | { readonly kind: 'held' | 'finding'; readonly key: string }
  | { readonly kind: 'stream'; readonly streamId: number };

/** `held.window.cutRandom` */
export const heldKey = ({ holder, cause }: Pick<AccountPart, 'holder' | 'cause'>): string =>
  ['held', holder, ...(cause === null ? [] : [cause])].join('.');

export interface StretchesRequest {
  readonly connection: number;
  readonly of: Subject;
}

/** A record that decides it, of the longest stretch, the first, a typical or the last one; of a request at its start, first byte or end. */
export interface DecidingRecord {
  readonly place: 'longest' | 'first' | 'typical' | 'last' | 'start' | 'first byte' | 'end';
  /** Number of the event in its connection. */
  readonly row: number;
  readonly timeUs: number;
  /** As the file writes it. */
  readonly name: string;
  readonly packetNumber: number | null;
  /** What of it decides. */
  readonly shows: WantedField;
  /** What that is compared with, in a few words; empty where it speaks for itself. */
  readonly why: string;
  /** The stretch that it decides: it may stand before it, or end it. */
  readonly stretch: TimeRange;
}

export interface Stretches {
  /** From and to of each stretch, µs, ascending; of more than `MAX_STRETCHES` those nearest to each other are one. */
  readonly timesUs: Float64Array<ArrayBuffer>;
  /** Null for none. */
  readonly longest: TimeRange | null;
  readonly records: readonly DecidingRecord[];
}

export const MAX_STRETCHES = 20_000;

/** Each time that a finding came. */
export function findingTimes(finding: Pick<Finding, 'startUs' | 'endUs' | 'times'>): readonly TimeRange[] {
  return (finding.times ?? [finding]).map(({ startUs, endUs }) => ({ fromUs: startUs, toUs: endUs }));
}

/** Of a stream, or a request: none where its beginning does not show. @param logEndUs its end where none is in the log. */
export function lifeTimes(startUs: number, endUs: number, logEndUs: number): readonly TimeRange[] {
  return startUs >= 0 ? [{ fromUs: startUs, toUs: endUs >= startUs ? endUs : logEndUs }] : [];
}

/** The first of the longest; null for none. */
export function longestTime(times: readonly TimeRange[]): TimeRange | null {
  return times.reduce<TimeRange | null>(
    (best, one) => (best === null || timeLength(one) > timeLength(best) ? one : best),
    null,
  );
}

/** µs. */
export const timeLength = ({ fromUs, toUs }: TimeRange): number => toUs - fromUs;

/** From and to of each, as `Stretches` has them. */
export const inArray = (times: readonly TimeRange[]): Float64Array<ArrayBuffer> =>
  Float64Array.from(times.flatMap(({ fromUs, toUs }) => [fromUs, toUs]));
