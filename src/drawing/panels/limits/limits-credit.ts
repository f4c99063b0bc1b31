/**
 * The credit that flow control leaves the connection and the stream of which data was sent last (RFC 9000 §4.1), as lines
 * on the panel of the limits: what the peer granted, less the stream data sent. The axis is the largest congestion window:
 * credit above that holds no sender and lies above the plot; where it is never less there is no line.
 */
import { approximate } from '../../../engine/base/text/approximate';
import { amount } from '../../../engine/base/text/figures';
import type { TraceSummary } from '../../../engine/reading/contract/snapshot';
import { rangeText } from '../build/answer-values';
import { type FurtherLines, textsIn, withFurtherLines } from '../build/further-lines';
import type { LegendEntry, PanelContext, PanelDefinition } from '../panel';

interface Credit extends LegendEntry {
  /** In sentences. */
  readonly words: string;
  readonly least: (summary: TraceSummary) => number | undefined;
}

const CREDITS: readonly Credit[] = [
  {
    id: 'connection-credit',
    label: 'connection credit, of the largest window',
    words: 'the connection',
    swatch: 'dash',
    color: '--ink',
    line: { width: 1.4, dash: [5, 2] },
    least: ({ leastCreditBytes }) => leastCreditBytes,
  },
  {
    id: 'stream-credit',
    label: 'stream credit, of the largest window',
    words: 'the stream sent last',
    swatch: 'dot',
    color: '--ink',
    line: { width: 1.4, dash: [1.5, 2.5] },
    least: ({ leastStreamCreditBytes }) => leastStreamCreditBytes,
  },
];

/** Those that are less than the largest window at some time of the trace; of a receiver, which sends little, none. */
function creditsOf({ snapshot: { summary } }: PanelContext): readonly Credit[] {
  if (summary.side === 'receiver') return [];
  return CREDITS.filter(({ least }) => (least(summary) ?? Number.NaN) < summary.cwndMaxBytes);
}

const LINES: FurtherLines<Credit> = {
  series: CREDITS.map(({ id }) => id),
  onStrips: false,
  linesOf: creditsOf,
  y: (credit, height, { summary }) => Math.max(-2, height - (credit / summary.cwndMaxBytes) * height),
  textAt: (credit, within) => (Number.isNaN(credit) ? null : approximate(credit, within, amount)),
  textIn: (extremes) => rangeText(extremes, amount),
};

/** The panel with the lines, where the log says what the peer granted. */
export function withCredit(panel: PanelDefinition): PanelDefinition {
  return {
    ...withFurtherLines(panel, LINES),
    sentence(context) {
      const words = textsIn(LINES, context).map(([credit, text]) => ` Credit of ${credit.words}: ${text}.`);
      return `${panel.sentence(context)}${words.join('')}`;
    },
  };
}
