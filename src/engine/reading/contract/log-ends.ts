/**
 * The two ends of a log of one connection, and the seams of a trace of several files. Types only. `segments` compares the
 * ends of logs to see which continues which; nothing here leaves the device.
 */
import type { TimeFormat } from '../../../qlog-schema';
import type { LogIdentity } from '../../input/formats/log-identity';

/** Lowest and highest packet number. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

export interface LogEnds {
  readonly identity: LogIdentity;
  readonly timeFormat: TimeFormat | null;
  /** Time 0 as ms since 1970; null where the log states none. */
  readonly originMs: number | null;
  /** First and last event, µs from time 0. */
  readonly fromUs: number;
  readonly toUs: number;
  /** By packet number space (RFC 9000 §12.3); null where the log holds no number of it. */
  readonly sent: readonly (NumberRange | null)[];
  readonly received: readonly (NumberRange | null)[];
  /** Ids of the paths that its events name; with several, each numbers the packets of application data anew. */
  readonly paths: readonly string[];
}

/** One file of a trace, in order. */
export interface Segment {
  /** As the file is called. */
  readonly name: string;
  /** Offset of its text in all texts joined. */
  readonly offset: number;
  readonly events: number;
  /** Time of its first event, µs from the trace's start; NaN where it holds none. */
  readonly fromUs: number;
  /** Its times start anew, and nothing says when: they follow the last time of the file before. */
  readonly startsAnew: boolean;
  /** Packets sent between the file before and this one that no file holds: 0 unless a file is missing. */
  readonly missingPackets: number;
}
