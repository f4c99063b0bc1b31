/** Received: received bytes per second: what a receiver's trace can show of the connection. */
import { bitRate } from '../../engine/base/text/bit-rate';
import { axisBitRate } from '../surface/ticks';
import { ratePanel } from './build/rate-panel';
import { legendEntry } from './panel';

export const received = ratePanel({
  id: 'received',
  fields: ['packets received'],
  title: 'Received',
  about: {
    shows: 'Bits per second that arrived here.',
    good: 'Near the rate of the path while data is wanted.',
    bad: "Far below it for seconds: look at the sender's trace for the reason.",
    axis: 'bits per second',
  },
  height: 120,
  side: 'receiver',
  lines: [legendEntry('received-total', 'received', 'line', '--slot-1', { width: 1.6, dash: [] })],
  missing: 'no received packets are logged (packet_received). Log packets (qlog importance "core").',
  format: bitRate,
  axisFormat: axisBitRate,
  sentence: ([rate]) => `Received ${rate?.text} on average in view.`,
});
