/** Flow control limits the sender for most of the time: the receiver's credit is the bottleneck. */
import { duration, percent } from '../../base/text/figures';
import { creditWords } from '../conditions/streams-waited';
import { above, below, evidence, supporting } from '../finding/evidence';
import type { Evidence } from '../finding/finding';
import { type Interval, lengthOf, timeAbove, totalLength, without } from '../measures/intervals';
import { HOLDER_OF } from '../partition/holders';
import type { Partition } from '../partition/partition';
import { isFull } from '../partition/trip-holds';
import type { DetectInput } from '../rule/rule-input';
import { limitedShare } from './limited-share';

/** Above half, as the finding itself. */
const T = { fullShare: 0.5 } as const;

/**
 * The path was busy meanwhile, where its rate is proved: then it is the bottleneck, whatever else holds the sender. That RTTs are long
 * shows no queue: a host that answers late raises them as well.
 */
function fullRow({ cells, span, path }: Partition): Evidence {
  const [starts, held, trip] = [cells.startUs.view(), cells.held.view(), cells.trip.view()];
  let [heldUs, fullUs] = [0, 0];
  for (let cell = 0; cell < cells.length; cell++) {
    if (HOLDER_OF[held[cell]]?.holder !== 'credit') continue;
    const us = (starts[cell + 1] ?? span.endUs) - starts[cell];
    heldUs += us;
    if (isFull(path, trip[cell])) fullUs += us;
  }
  return evidence({
    id: 'full',
    name: 'of the time held by flow control, the share in which the path was full (its rate is proved)',
    normal: 'all of it, where the path is the bottleneck',
    value: heldUs > 0 ? fullUs / heldUs : 0,
    limit: below(T.fullShare, 'share'),
    panel: 'delivery-rate',
  });
}

/** How long nothing was left of a credit, where the log says what the peer granted; empty where it does not. */
function creditRow(
  { state, stalls }: DetectInput,
  { startUs, endUs }: Interval,
  [id, name, whose]: readonly [id: string, name: 'connectionCredit' | 'streamCredit', whose: string],
): readonly Evidence[] {
  const credit = state.series[name];
  const knownUs = { startUs: Math.max(startUs, credit.length > 0 ? credit.timesUs.at(0) : endUs), endUs };
  if (lengthOf(knownUs) <= 0) return [];
  const outside = without([knownUs], stalls.spans);
  const outsideUs = totalLength(outside);
  return [
    supporting({
      id,
      name: `of that time, as far as the log says, the share in which ${whose} had no credit left`,
      normal: '0 %',
      value: (outsideUs - totalLength(timeAbove(credit, 0, outside))) / outsideUs,
      limit: above(0, 'share'),
      panel: 'limits',
    }),
  ];
}

const CREDITS = [
  ['credit', 'connectionCredit', 'the connection'],
  ['stream-credit', 'streamCredit', 'the stream sent last'],
] as const;

export const flowControlLimited = limitedShare(
  { id: 'flow-control-limited', title: 'Limited by flow control' },
  {
    holders: ['credit'],
    by: 'flow control',
    held: 'the receiver allows no more to be sent, though the window has room,',
    logged: (input, interval, partition) => [
      fullRow(partition),
      ...CREDITS.flatMap((credit) => creditRow(input, interval, credit)),
    ],
    verdict: (shares, pathHasRoom, input) =>
      `Flow control held the sender for ${percent(shares.held)} of the ${duration(shares.us)}, ` +
      `the window for ${percent(shares.window)}: the receiver's credit is the bottleneck` +
      `${pathHasRoom ? ', the network is not' : ''} (RFC 9000 §4.1)` +
      `${creditWords(input, shares.held * shares.us)}.`,
    why:
      'A sender that waits until the receiver allows more (MAX_DATA, MAX_STREAM_DATA) cannot fill the path, whatever its ' +
      'window allows; RFC 9000 §4.2 asks receivers to give credit early enough.',
    next: "Limits: when flow control holds the sender. Raise the receiver's windows, or let it read faster.",
    panels: ['limits', 'throughput', 'congestion'],
  },
);
