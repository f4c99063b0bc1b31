/** ACKs sent: how often a receiver sends ACKs, which clock its peer's congestion control. */
import { fixed } from '../../engine/base/text/figures';
import { axisPerSecond } from '../surface/ticks';
import { ratePanel } from './build/rate-panel';
import { legendEntry } from './panel';

export const acksSent = ratePanel({
  id: 'acks-sent',
  fields: ['packets sent'],
  title: 'ACKs sent',
  about: {
    shows: "How often this side sends ACKs, which clock its peer's sending.",
    good: 'Several per round trip.',
    bad: 'Fewer than two per round trip: the sender gets its ACKs in bursts.',
    axis: 'packets per second',
  },
  height: 80,
  side: 'receiver',
  digestRank: 3,
  lines: [
    legendEntry('acks-sent-total', 'packets with ACKs sent', 'dash', '--slot-3', {
      width: 1.6,
      dash: [6, 3],
    }),
  ],
  missing:
    'no sent ACKs are logged (ACK frames in packet_sent events). Log the frames of packets (qlog importance "core").',
  axisFormat: axisPerSecond,
  format: (rate) => (rate >= 10 || rate === 0 ? `${fixed(rate, 0)}/s` : `${fixed(rate, 1)}/s`),
  sentence: ([rate]) => `${rate?.text} packets with ACKs sent on average in view.`,
});
