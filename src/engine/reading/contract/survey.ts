/** What a table of traces asks of a file: little of each of its traces, so that the columns need not be kept. Types only. */
import type { LogEnds } from './log-ends';
import type { ConnectionSummary } from './quality';
import type { Message, Snapshot } from './snapshot';

/** The least and the most of the congestion window in equal columns over the trace; bytes, NaN before it is known. */
export interface WindowSketch {
  /** Start of the first column, µs of the trace. */
  readonly fromUs: number;
  readonly columnUs: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** One trace of a file that was read to its end, as far as a row shows it. */
export interface TraceSurvey
  extends Pick<
    Snapshot,
    'connection' | 'extent' | 'summary' | 'findings' | 'remarks' | 'models' | 'notJudged'
  > {
  readonly of: ConnectionSummary;
  /** Payload that arrived for the first time, or what a receiver received, bytes; null where that is none, or not known. */
  readonly goodputBytes: number | null;
  /** Why its text was read in part only; null where it was read to its end. */
  readonly ended: Message | null;
  /** Time 0 as ms since 1970; null where no time of day is logged. */
  readonly originMs: number | null;
  /** Null where no window is logged. */
  readonly window: WindowSketch | null;
}

export interface FileSurvey {
  /** The worst ones where the file holds more than a table lists; empty where none could be read. */
  readonly traces: readonly TraceSurvey[];
  /** SHA-256 of its bytes as they are stored; of several files of one log that of their hashes. Null where it is no file. */
  readonly hash: string | null;
  /** Those that are counted and not judged (reading/stages/recorded.ts) left out. */
  readonly connectionCount: number;
  /** Why nothing of the file, or of an entry of an archive, could be read. */
  readonly failures: readonly Message[];
  /** What shows which other log continues this one; null where the file is no single log. */
  readonly ends: LogEnds | null;
}
