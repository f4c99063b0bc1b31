/** Received: what a receiver's trace can show — bytes that arrive, the gaps between them, its own ACKs. */
import { duration } from '../text/figures';
import type { LegendEntry, PanelContext, PanelDefinition } from './panel';
import { paintRates, spanAt } from './rate-panel';
import { extremesOf, rateOf } from './readings';
import { bitRate } from './words';

const RATE: LegendEntry = { id: 'received-total', label: 'received', swatch: 'line', color: '--slot-1' };

function gapText({ answer }: PanelContext, fromUs: number, toUs: number): string {
  const extremes = extremesOf(answer, 'receive-gap', fromUs, toUs);
  return extremes === null ? '–' : duration(extremes.max);
}

function ackText(context: PanelContext, fromUs: number, toUs: number): string {
  const rate = rateOf(context.answer, 'acks-sent-total', fromUs, toUs);
  return Number.isNaN(rate) ? '–' : `${rate.toFixed(0)}/s`;
}

export const received: PanelDefinition = {
  id: 'received',
  title: 'Received',
  height: 120,
  series: ['received-total', 'receive-gap', 'acks-sent-total'],
  side: 'receiver',
  missing: ({ catalogue }) =>
    catalogue.some((info) => info.id === 'received-total')
      ? null
      : 'no packet_received event. Log packets (qlog importance "core").',
  legend: () => [
    RATE,
    { id: 'receive-gap', label: 'longest gap between packets', swatch: 'mark', color: '--ink-faint' },
    { id: 'acks-sent-total', label: 'packets with ACKs sent', swatch: 'mark', color: '--ink-faint' },
  ],
  paint: (context, tools) => paintRates('received', [RATE], context, tools, bitRate),
  values(context, timeUs) {
    const span = spanAt(context, timeUs);
    if (span === null) return new Map();
    return new Map([
      ['received-total', bitRate(rateOf(context.answer, 'received-total', ...span))],
      ['receive-gap', gapText(context, ...span)],
      ['acks-sent-total', ackText(context, ...span)],
    ]);
  },
  sentence(context) {
    const { fromUs, toUs } = context.viewport;
    const rate = bitRate(rateOf(context.answer, 'received-total', fromUs, toUs));
    return `Received ${rate} on average in view; longest gap between packets ${gapText(context, fromUs, toUs)}; ACKs sent ${ackText(context, fromUs, toUs)}.`;
  },
  cells: (context, fromUs, toUs) => [
    bitRate(rateOf(context.answer, 'received-total', fromUs, toUs)),
    gapText(context, fromUs, toUs),
    ackText(context, fromUs, toUs),
  ],
};
