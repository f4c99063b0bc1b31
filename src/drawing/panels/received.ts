/** Received: the bytes that arrive, per second: what a receiver's trace can show of the connection. */
import type { LegendEntry, PanelDefinition } from './panel';
import { paintRates, spanAt } from './rate-panel';
import { rateOf } from './readings';
import { bitRate } from './words';

const RATE: LegendEntry = { id: 'received-total', label: 'received', swatch: 'line', color: '--slot-1' };

export const received: PanelDefinition = {
  id: 'received',
  title: 'Received',
  height: 120,
  series: [RATE.id],
  side: 'receiver',
  missing: ({ catalogue }) =>
    catalogue.some(({ id }) => id === RATE.id)
      ? null
      : 'no packet_received event. Log packets (qlog importance "core").',
  legend: () => [RATE],
  paint: (context, tools) => paintRates('received', [RATE], context, tools, bitRate),
  values(context, timeUs) {
    const span = spanAt(context, timeUs);
    return span === null
      ? new Map()
      : new Map([[RATE.id, bitRate(rateOf(context.answer, RATE.id, ...span))]]);
  },
  sentence(context) {
    const { fromUs, toUs } = context.viewport;
    return `Received ${bitRate(rateOf(context.answer, RATE.id, fromUs, toUs))} on average in view.`;
  },
  cells: (context, fromUs, toUs) => [bitRate(rateOf(context.answer, RATE.id, fromUs, toUs))],
};
