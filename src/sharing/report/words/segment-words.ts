/** A trace of several files in words: which they are, what shows that they are one connection, what is missing. */
import { count, instant, plural } from '../../../engine/base/text/figures';
import type { Segment } from '../../../engine/reading/contract/log-ends';
import type { Snapshot } from '../../../engine/reading/contract/snapshot';
import { fileWords } from '../../../engine/service/redaction/redact';
import type { Row } from './quality-words';

type Segments = Pick<Snapshot, 'segments' | 'segmentEvidence'>;

/** What shows that they are one connection, where that is no id: short, and in full. */
const UNPROVEN = {
  none: [
    'assumed to be of one connection',
    'assumed: no id in them proves it; their headers are the same, their names differ in a number, and times and packet numbers go on from file to file',
  ],
  link: [
    'one trace in a link, not checked',
    'a link names them as one trace; whether they are of one connection was not checked',
  ],
} as const;

/** @param inFull with what it is assumed from. */
function whyOne({ segmentEvidence: evidence }: Segments, inFull: boolean): string {
  if (evidence === 'none' || evidence === 'link') return UNPROVEN[evidence][inFull ? 1 : 0];
  return `same ${evidence}`;
}

/** `3, same group id; up to 630 packets are in none of them`; empty for a trace of one file. */
export function segmentsFigure(of: Segments): string {
  const { segments } = of;
  if (segments.length === 0) return '';
  const missing = segments.reduce((sum, { missingPackets }) => sum + missingPackets, 0);
  return `${count(segments.length)}, ${whyOne(of, false)}${missing > 0 ? `; up to ${plural(missing, 'packet')} in none of them` : ''}`;
}

/** What shows that they are one connection, and a row per file; none for a trace of one file. */
export function segmentRows(of: Segments): readonly Row[] {
  const { segments } = of;
  if (segments.length === 0) return [];
  return [['One connection', whyOne(of, true)], ...segments.map(rowOf)];
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
