/**
 * The messages about a cut: a range of a connection's events, written anew as a smaller trace. Types only.
 *
 *   page   ── cut {seq, range, ticks} ──►  worker     a newer request, or null, ends the one under way
 *          ◄── cut {making} ─────────────            progress
 *          ◄── cut {made | failed} ──────
 */
import type { Tick, Ticks } from './ticks';

export interface CutRequest {
  readonly seq: number;
  /** Index of the connection. */
  readonly connection: number;
  /** Events in [fromUs, toUs], µs from the trace's start. */
  readonly fromUs: number;
  readonly toUs: number;
  readonly ticks: Ticks;
  /** Written into the cut where `fileName` is ticked. */
  readonly fileName: string;
}

export interface LeftOutCount {
  readonly name: string;
  readonly count: number;
}

/** What a cut leaves out; names are those of the log, most frequent first, at most 201 each. */
export interface LeftOutCounts {
  readonly events: readonly LeftOutCount[];
  readonly fields: readonly LeftOutCount[];
  /** What a tick would let in, in the order of the ticks. */
  readonly ticked: readonly { readonly tick: Tick; readonly count: number }[];
  /** Records that could not be read again, or are no events. */
  readonly unreadable: number;
}

export interface CutFigures {
  /** Events of the range in the file, and bytes of their records there (inflated). */
  readonly sourceEvents: number;
  readonly sourceBytes: number;
  /** Events that were written, and those at the head that carry forward what held before. */
  readonly events: number;
  readonly carried: number;
  /** Bytes of the cut. */
  readonly bytes: number;
  readonly leftOut: LeftOutCounts;
}

export type CutAnswer =
  | { readonly seq: number; readonly state: 'making'; readonly done: number; readonly total: number }
  | { readonly seq: number; readonly state: 'made'; readonly file: Blob; readonly figures: CutFigures }
  | { readonly seq: number; readonly state: 'failed'; readonly reason: string };
