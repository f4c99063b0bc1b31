/** Throughput: what was sent, acknowledged for the first time, delivered as payload, and sent again, per second. */
import type { LegendEntry, PanelContext, PanelDefinition } from './panel';
import { paintRates, spanAt } from './rate-panel';
import { rateOf } from './readings';
import { bitRate } from './words';

const LINES: readonly LegendEntry[] = [
  { id: 'sent-total', label: 'sent', swatch: 'line', color: '--slot-1' },
  { id: 'acked-total', label: 'acknowledged', swatch: 'dash', color: '--slot-3' },
  { id: 'goodput-total', label: 'goodput (rebuilt)', swatch: 'dot', color: '--slot-5' },
  { id: 'resent-total', label: 'sent again', swatch: 'line', color: '--loss' },
];

function present({ snapshot }: PanelContext): readonly LegendEntry[] {
  return LINES.filter(({ id }) => snapshot.catalogue.some((info) => info.id === id));
}

export const throughput: PanelDefinition = {
  id: 'throughput',
  title: 'Throughput',
  height: 100,
  series: LINES.map(({ id }) => id),
  side: 'both',
  missing: ({ catalogue }) =>
    catalogue.some((info) => info.id === 'sent-total')
      ? null
      : 'no packet_sent event. Log packets (qlog importance "core") on the sender.',
  legend: present,
  paint: (context, tools) => paintRates('throughput', present(context), context, tools, bitRate),
  values(context, timeUs) {
    const span = spanAt(context, timeUs);
    if (span === null) return new Map();
    return new Map(present(context).map(({ id }) => [id, bitRate(rateOf(context.answer, id, ...span))]));
  },
  sentence(context) {
    const { fromUs, toUs } = context.viewport;
    const parts = present(context).map(
      ({ id, label }) => `${label} ${bitRate(rateOf(context.answer, id, fromUs, toUs))}`,
    );
    return `On average in view: ${parts.join(', ')}.`;
  },
  cells: (context, fromUs, toUs) =>
    present(context).map(({ id }) => bitRate(rateOf(context.answer, id, fromUs, toUs))),
};
