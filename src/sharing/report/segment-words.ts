/** A trace of several files in words: which they are, what shows that they are one connection, what is missing. */
import type { Segment } from '../../engine/contract/log-ends';
import type { Snapshot } from '../../engine/contract/snapshot';
import { fileWords } from '../../engine/redaction/redact';
import { count, instant, plural } from '../../engine/text/figures';
import type { Row } from './quality-words';

type Segments = Pick<Snapshot, 'segments' | 'segmentEvidence'>;

const ASSUMED =
  'assumed: no id in them proves it; their headers are the same, their names differ in a number, and times and packet numbers go on from file to file';

/** `3, same group id; up to 630 packets are in none of them`; empty for a trace of one file. */
export function segmentsFigure({ segments, segmentEvidence }: Segments): string {
  if (segments.length === 0) return '';
  const missing = segments.reduce((sum, { missingPackets }) => sum + missingPackets, 0);
  const why = segmentEvidence === 'none' ? 'assumed to be of one connection' : `same ${segmentEvidence}`;
  return `${count(segments.length)}, ${why}${missing > 0 ? `; up to ${plural(missing, 'packet')} in none of them` : ''}`;
}

/** What shows that they are one connection, and a row per file; none for a trace of one file. */
export function segmentRows({ segments, segmentEvidence }: Segments): readonly Row[] {
  if (segments.length === 0) return [];
  const why = segmentEvidence === 'none' ? ASSUMED : `same ${segmentEvidence}`;
  return [['One connection', why], ...segments.map(rowOf)];
}

function rowOf({ name, events, fromUs, missingPackets, startsAnew }: Segment, index: number): Row {
  const number = index + 1;
  const words = [
    events === 0 ? 'nothing of it could be read' : `${plural(events, 'event')} from ${instant(fromUs)}`,
    ...(missingPackets > 0 ? [`up to ${plural(missingPackets, 'packet')} missing before it`] : []),
    ...(startsAnew ? ['its times start anew'] : []),
  ];
  const isNamed = name !== fileWords(number);
  return [isNamed ? `${count(number)}. ${name}` : `File ${count(number)}`, words.join('; ')];
}
