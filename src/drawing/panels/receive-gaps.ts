/**
 * Gaps: the longest time between two ack-eliciting packets, per few pixels. A receiver sees a paused sender, a loss and
 * its repair, or a paced window as gaps and cannot distinguish them; neither does the panel.
 */
import { SLICE_STRIDE } from '../../engine/base/columns/series';
import { approximateOf } from '../../engine/base/text/approximate';
import { duration } from '../../engine/base/text/figures';
import { axisDuration } from '../surface/ticks';
import { extremesOf, sliceOf } from './build/answer-values';
import { barPanel } from './build/bar-panel';
import { legendEntry } from './panel';

const HEADROOM = 1.15;
const GAP = 'receive-gap';

export const receiveGaps = barPanel({
  id: 'receive-gaps',
  fields: ['packets received'],
  title: 'Gaps',
  about: {
    shows: 'The longest pause between two packets that ask for an ACK.',
    good: 'About as long as packets are apart at the rate of the path.',
    bad: 'One pause per round trip: the sender stops and waits for ACKs.',
    axis: 'time, ms',
  },
  height: 80,
  series: [GAP],
  side: 'receiver',
  digestRank: 4,
  missing: ({ catalogue }) =>
    catalogue.some(({ id }) => id === GAP)
      ? null
      : 'fewer than two packets that ask for an ACK are logged as received (ack-eliciting packet_received). Log packets with their frames (qlog importance "core").',
  entry: () => legendEntry(GAP, 'longest gap between packets', 'area', '--slot-5'),
  fill: ({ slots }) => ({ color: slots[4], pattern: 'solid' }),
  numberOf({ answer }, from, to) {
    const slice = sliceOf(answer, GAP);
    let gapUs = 0;
    for (let i = from; slice !== undefined && i < to; i++) {
      const longest = slice.values[i * SLICE_STRIDE + 2];
      if (longest > gapUs) gapUs = longest;
    }
    return gapUs;
  },
  text({ answer }, fromUs, toUs) {
    const extremes = extremesOf(answer, GAP, fromUs, toUs);
    return extremes === null ? '–' : approximateOf(extremes.maxIn, duration);
  },
  top: (longest) => (longest > 0 ? longest * HEADROOM : 1),
  axisFormat: axisDuration,
  sentence: (text) => `The longest gap between packets in view is ${text}.`,
});
