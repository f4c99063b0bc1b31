/** The files of one connection's log as data: docs/check-in-ci.md. */
import type { Evidence } from '../../../engine/input/bytes/source';
import type { Segment } from '../../../engine/reading/contract/log-ends';
import { ms } from './numbers';

export interface SegmentRecord {
  readonly file: string;
  /** 0 where nothing of it could be read. */
  readonly events: number;
  /** Time of its first event; null where it holds none. */
  readonly startMs: number | null;
  /** Its times start anew and nothing says when: they follow the last time of the file before. */
  readonly timesStartAnew: boolean;
  /** Packets sent between the file before and this one that no file holds, at most. */
  readonly missingPackets: number;
}

/** The files of one connection's log, in order. */
export interface SegmentsRecord {
  /** The id that shows that they are of one connection; null where none does and it is assumed. */
  readonly sameId: string | null;
  readonly files: readonly SegmentRecord[];
}

/** @param segments of a snapshot or a text; empty where the trace is one file. @returns null for one file. */
export function segmentsRecord(
  segments: readonly Segment[],
  evidence: Evidence | null,
): SegmentsRecord | null {
  if (segments.length === 0) return null;
  return {
    sameId: evidence === 'none' || evidence === 'link' ? null : evidence,
    files: segments.map(({ name, events, fromUs, startsAnew, missingPackets }) => ({
      file: name,
      events,
      startMs: ms(fromUs),
      timesStartAnew: startsAnew,
      missingPackets,
    })),
  };
}
