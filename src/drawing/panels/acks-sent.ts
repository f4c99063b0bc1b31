/** ACKs sent: how often a receiver acknowledges: the pulse that its peer's congestion control runs on. */
import type { LegendEntry, PanelContext, PanelDefinition } from './panel';
import { paintRates, spanAt } from './rate-panel';
import { rateOf } from './readings';

const ACKS: LegendEntry = {
  id: 'acks-sent-total',
  label: 'packets with ACKs sent',
  swatch: 'dash',
  color: '--slot-3',
};

function perSecond(rate: number): string {
  return rate >= 10 || rate === 0 ? `${rate.toFixed(0)}/s` : `${rate.toFixed(1)}/s`;
}

function ackText({ answer }: PanelContext, fromUs: number, toUs: number): string {
  const rate = rateOf(answer, ACKS.id, fromUs, toUs);
  return Number.isNaN(rate) ? '–' : perSecond(rate);
}

export const acksSent: PanelDefinition = {
  id: 'acks-sent',
  title: 'ACKs sent',
  height: 80,
  series: [ACKS.id],
  side: 'receiver',
  missing: ({ catalogue }) =>
    catalogue.some(({ id }) => id === ACKS.id)
      ? null
      : 'no ACK frame in any packet_sent event. Log the frames of packets (qlog importance "core").',
  legend: () => [ACKS],
  paint: (context, tools) => paintRates('acks-sent', [ACKS], context, tools, perSecond),
  values(context, timeUs) {
    const span = spanAt(context, timeUs);
    return span === null ? new Map() : new Map([[ACKS.id, ackText(context, ...span)]]);
  },
  sentence: (context) =>
    `${ackText(context, context.viewport.fromUs, context.viewport.toUs)} packets with ACKs sent on average in view.`,
  cells: (context, fromUs, toUs) => [ackText(context, fromUs, toUs)],
};
