/**
 * Throughput: bytes sent, acknowledged for the first time, delivered as payload, and retransmitted, per second; beside them
 * the rate at which the sender says that it paces.
 */
import { bitRate } from '../../engine/base/text/bit-rate';
import { axisBitRate } from '../surface/ticks';
import { ratePanel } from './build/rate-panel';
import { legendEntry } from './panel';

export const throughput = ratePanel({
  id: 'throughput',
  fields: ['packets sent'],
  title: 'Throughput',
  about: {
    shows:
      'Bits per second sent, acknowledged for the first time, and delivered as payload (STREAM, CRYPTO and DATAGRAM frames). What is not in flight, as packets that hold only ACKs, is sent but not counted as acknowledged.',
    good: 'Sent and acknowledged lie on each other, near the rate of the path.',
    bad: 'For who sends the data: acknowledged stays far below sent (losses), or both fall while there is data.',
    axis: 'bits per second',
  },
  height: 84,
  side: 'both',
  digestRank: 5,
  lines: [
    legendEntry('sent-total', 'sent', 'line', '--slot-1', { width: 1.6, dash: [] }),
    legendEntry('acked-total', 'acknowledged (in flight)', 'dash', '--slot-3', { width: 1.6, dash: [6, 3] }),
    legendEntry('goodput-total', 'new data (goodput, rebuilt)', 'dot', '--slot-5', {
      width: 1.2,
      dash: [2, 2],
    }),
    legendEntry('resent-total', 'sent again', 'line', '--loss', { width: 1.4, dash: [] }),
  ],
  levels: [
    legendEntry('pacing-rate', 'pacing rate, as logged', 'dash', '--slot-7', { width: 1.2, dash: [4, 2] }),
  ],
  missing: 'no sent packets are logged (packet_sent). Log packets (qlog importance "core") on the sender.',
  format: bitRate,
  axisFormat: axisBitRate,
  sentence(rates, logged) {
    const words = (parts: typeof rates): string =>
      parts.map(({ label, text }) => `${label} ${text}`).join(', ');
    return `On average in view: ${words(rates)}${logged.length === 0 ? '' : `; ${words(logged)}`}.`;
  },
});
