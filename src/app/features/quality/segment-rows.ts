/** The files of a trace, as rows of its quality. */
import type { Snapshot } from '../../../engine/contract/snapshot';
import { count, instant, plural } from '../../../engine/text/figures';
import type { Row } from '../../../sharing/report/quality-words';

/** @returns nothing for a trace of one file. */
export function segmentRows({ segments }: Snapshot): readonly Row[] {
  return segments.map(({ name, events, fromUs, missingPackets, startsAnew }, i) => {
    const words = [
      events === 0 ? 'nothing of it could be read' : `${plural(events, 'event')} from ${instant(fromUs)}`,
      missingPackets > 0 ? `up to ${count(missingPackets)} packets missing before it` : null,
      startsAnew ? 'its times start anew' : null,
    ];
    return [`${count(i + 1)}. ${name}`, words.filter((word) => word !== null).join('; ')];
  });
}
