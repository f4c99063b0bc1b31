/** Loss: packets lost per column where they are dense, one mark each where they are isolated. */

import type { TraceSummary } from '../../engine/contract/snapshot';
import { count } from '../../engine/text/figures';
import type { Fill } from '../surface/surface';
import { barPanel } from './bar-panel';
import { sumOf } from './readings';
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

export const loss = barPanel({
  id: 'loss',
  title: 'Loss',
  height: 80,
  series: [],
  side: 'both',
  missing: ({ summary }) =>
    summary.lossesKnown
      ? null
      : 'no packet_lost event, no loss counter and no packets from which a loss could be inferred. Log packet_sent ' +
        'and packet_received, or packet_lost, on the sender.',
  entry: ({ summary }) => ({
    id: 'loss',
    label: `packets lost, ${lossWords(summary.lossMethod)}${lossKindWords(summary)}`,
    swatch: 'area',
    color: '--loss',
    pattern: PATTERNS[summary.lossMethod],
  }),
  fill: (palette, { summary }) => ({ color: palette.loss, pattern: PATTERNS[summary.lossMethod] }),
  numberOf({ answer: { losses } }, from, to) {
    let packets = 0;
    for (let i = from; i < to; i++) packets += losses[i] as number;
    return packets;
  },
  text: ({ answer }, fromUs, toUs) => count(sumOf(answer.losses, answer.window, fromUs, toUs)),
  top: (highest) => Math.max(1, highest) * 1.1,
  axisFormat: (value) => (Number.isInteger(value) ? count(value) : ''),
  hasHeads: true,
  sentence: (text, { snapshot }) =>
    `${text} packets lost in view, ${lossWords(snapshot.summary.lossMethod)}.`,
});
