/** Throughput: bytes sent, acknowledged for the first time, delivered as payload, and retransmitted, per second. */
import { ratePanel } from './rate-panel';
import { bitRate } from './words';

export const throughput = ratePanel({
  id: 'throughput',
  title: 'Throughput',
  height: 100,
  side: 'both',
  digestRank: 5,
  lines: [
    { id: 'sent-total', label: 'sent', swatch: 'line', color: '--slot-1' },
    { id: 'acked-total', label: 'acknowledged', swatch: 'dash', color: '--slot-3' },
    { id: 'goodput-total', label: 'goodput (rebuilt)', swatch: 'dot', color: '--slot-5' },
    { id: 'resent-total', label: 'sent again', swatch: 'line', color: '--loss' },
  ],
  missing: 'no packet_sent event. Log packets (qlog importance "core") on the sender.',
  format: bitRate,
  sentence: (rates) =>
    `On average in view: ${rates.map(({ label, text }) => `${label} ${text}`).join(', ')}.`,
});
