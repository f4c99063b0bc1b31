/** Messages about a trace of several files: what is missing between two of them, and what is not known of their times. */
import { plural } from '../../base/text/figures';
import type { Segment } from '../contract/log-ends';
import type { Message } from '../contract/snapshot';

/** @param segments the files in order. */
export function segmentMessages(segments: readonly Segment[]): readonly Message[] {
  return segments.flatMap(({ name, missingPackets, startsAnew }, i) => [
    ...(missingPackets > 0 ? [missing(name, i + 1, missingPackets)] : []),
    ...(startsAnew ? [anew(name, i + 1)] : []),
  ]);
}

function missing(name: string, file: number, packets: number): Message {
  const text =
    `${name}: up to ${plural(packets, 'packet')} sent before this file begins ${packets === 1 ? 'is' : 'are'} in none of the files. ` +
    'What was in flight there is not known, and a finding across the gap may be wrong.';
  return { kind: 'segment-missing', level: 'warning', text, places: [], entry: name, file };
}

function anew(name: string, file: number): Message {
  const text = `${name}: its times start anew, and nothing says when. They follow the last time of the file before.`;
  return { kind: 'segment-times', level: 'note', text, places: [], entry: name, file };
}
