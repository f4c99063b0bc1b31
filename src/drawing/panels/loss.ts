/** Loss: packets lost per few pixels. */
import { count, plural } from '../../engine/base/text/figures';
import type { TraceSummary, WindowAnswer } from '../../engine/reading/contract/snapshot';
import type { Fill } from '../surface/surface';
import { axisCount } from '../surface/ticks';
import { increaseOf, increaseText, sumOf } from './build/answer-values';
import { barPanel } from './build/bar-panel';
import { legendEntry } from './panel';
import { lossKindWords, lossWords } from './words';

type LossMethod = TraceSummary['lossMethod'];

/** Solid if the stack logs it, striped if it is inferred: not by colour alone. */
const PATTERNS: { readonly [method in LossMethod]: Fill['pattern'] } = {
  logged: 'solid',
  counted: 'solid',
  'in-flight-drop': 'diagonal',
  'ack-gap': 'diagonal',
  'window-cut': 'diagonal',
  'resent-data': 'diagonal',
};

/** Totals of the packets that the stack declared lost for a reason, which it logs. */
const TRIGGERED = [
  ['lost-by-packet-threshold-total', 'packet threshold'],
  ['lost-by-time-threshold-total', 'time threshold'],
  ['lost-by-pto-total', 'PTO'],
] as const;

/** ` (9 packet threshold, 3 time threshold)`: why the stack declared packets lost; empty where it does not say so. */
function triggerWords(answer: WindowAnswer, fromUs: number, toUs: number): string {
  const parts = TRIGGERED.flatMap(([id, words]) => {
    const packets = increaseOf(answer, id, fromUs, toUs);
    return packets > 0 ? [`${increaseText(answer, id, { fromUs, toUs }, count)} ${words}`] : [];
  });
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

export const loss = barPanel({
  id: 'loss',
  fields: ['losses', 'packets sent', 'ACK ranges'],
  title: 'Loss',
  about: {
    shows: 'Packets that the sender declared lost.',
    good: 'Single losses with long gaps between them, each followed by one reduction of the window.',
    bad: 'Many in a row, or losses in every round trip.',
    axis: 'packets per bar',
  },
  height: 56,
  series: TRIGGERED.map(([id]) => id),
  side: 'both',
  missing: ({ summary }) =>
    summary.lossesKnown
      ? null
      : 'no loss is logged (packet_lost), none is counted, and there are no packets from which one could be inferred. Log packet_sent ' +
        'and packet_received, or packet_lost, on the sender.',
  oneValue: ({ summary }) => (summary.packetsLost === 0 ? 'no packet was lost.' : null),
  entry: ({ summary }) =>
    legendEntry(
      'loss',
      `packets lost, ${lossWords(summary.lossMethod)}${lossKindWords(summary)}`,
      'area',
      '--loss',
      null,
      PATTERNS[summary.lossMethod],
    ),
  fill: (palette, { summary }) => ({ color: palette.loss, pattern: PATTERNS[summary.lossMethod] }),
  numberOf({ answer: { losses } }, from, to) {
    let packets = 0;
    for (let i = from; i < to; i++) packets += losses[i];
    return packets;
  },
  text: ({ answer }, fromUs, toUs) =>
    `${count(sumOf(answer.losses, answer.window, fromUs, toUs))}${triggerWords(answer, fromUs, toUs)}`,
  top: (highest) => Math.max(1, highest) * 1.1,
  axisFormat: axisCount('lost'),
  sentence(_, { answer, viewport: { fromUs, toUs }, snapshot }) {
    const lost = plural(sumOf(answer.losses, answer.window, fromUs, toUs), 'packet');
    const how = lossWords(snapshot.summary.lossMethod);
    return `${lost} lost in view, ${how}${triggerWords(answer, fromUs, toUs)}.`;
  },
});
