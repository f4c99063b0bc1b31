/** Flow control limits the sender for most of the time: the receiver's credit is the bottleneck. */
import { percent } from '../../text/figures';
import type { Evidence } from '../detector';
import { above, supporting } from '../evidence';
import type { DetectInput } from '../input';
import { type Interval, lengthOf, timeAbove, totalLength, without } from '../intervals';
import { limitedShare, timeWords } from './limited-share';

/** How long the connection had no credit left, where the log says what its peer granted; streams have credit of their own. */
function creditRows({ state, stalls }: DetectInput, { startUs, endUs }: Interval): readonly Evidence[] {
  const { connectionCredit: credit } = state.series;
  const knownUs = { startUs: Math.max(startUs, credit.timesUs[0] ?? endUs), endUs };
  if (lengthOf(knownUs) <= 0) return [];
  const judged = without([knownUs], stalls.spans);
  const judgedUs = totalLength(judged);
  return [
    supporting({
      id: 'credit',
      name: 'of that time, as far as the log says, the share in which the connection had no credit left',
      value: (judgedUs - totalLength(timeAbove(credit, 0, judged))) / judgedUs,
      limit: above(0, 'share'),
      panel: 'limits',
    }),
  ];
}

export const flowControlLimited = limitedShare(
  { id: 'flow-control-limited', title: 'Limited by flow control' },
  {
    limit: 'flowControl',
    noQueue: true,
    logged: creditRows,
    verdict: (shares, pathHasRoom) =>
      `Flow control held the sender for ${percent(shares.of.flowControl)} of the ${timeWords(shares)}, ` +
      `the window for ${percent(shares.of.window)}: the receiver's credit is the bottleneck` +
      `${pathHasRoom ? ', the network is not' : ''} (RFC 9000 §4.1).`,
    why:
      'A sender that waits for MAX_DATA or MAX_STREAM_DATA cannot fill the path, whatever its window allows; RFC 9000 ' +
      '§4.2 asks receivers to give credit early enough.',
    next: "Limits: when flow control holds the sender. Raise the receiver's windows, or let it read faster.",
    panels: ['limits', 'throughput', 'congestion'],
  },
);
