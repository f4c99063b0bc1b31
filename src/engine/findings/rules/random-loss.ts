/**
 * Random loss: packets that were lost though no queue, no rate limit and no outage shows why (transport/loss-kinds). A sender that takes each
 * for congestion keeps its window small for what it did not cause; by how much that held it, and what it cost, the account says.
 */
import { count, duration, instant, percent, plural } from '../../base/text/figures';
import { connectivityOf } from '../../sender/transport/connectivity/connectivity-of';
import { LOSS_KINDS, type LossKinds } from '../../sender/transport/loss-kinds/loss-kinds';
import { causesOf } from '../account/causes';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder } from '../close-up/steps';
import { whyNotJudged } from '../conditions/sender-view';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, deciding, holdsAll, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import type { Interval } from '../measures/intervals';
import { roundTripAt } from '../measures/round-trips';
import { HELD, heldBy } from '../partition/holders';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'random-loss', title: 'Random loss' };

const T = {
  /** At 0.5 % NewReno keeps a window of 1.22 ÷ √p = 17 packets (RFC 5348 §3.1), less than most paths hold. */
  minShare: 0.005,
  /** Fewer are no rate. */
  minPackets: 10,
  /** Of the losses of a known kind: else something else loses most. */
  minOfKnown: 0.5,
  /** Share of the span that the path stood idle for it, from which it is an alarm. */
  warningShare: 0.5,
} as const;

/** Time in which cuts for random loss held the sender, from the first to the last, µs, and shares of the span, 0 to 1. */
interface Charge extends Interval {
  readonly heldUs: number;
  readonly held: number;
  /** In which the path stood idle for them. */
  readonly idle: number;
}

/** Null where the trace has no account. */
function chargeOf(input: DetectInput): Charge | null {
  const { partition, earlier } = input;
  if (partition === null) return null;
  const { cells, trips, path, holds, idle, span } = partition;
  const causes = causesOf(input, trips, path, earlier);
  const [starts, held, tripOf] = [cells.startUs.view(), cells.held.view(), cells.trip.view()];
  let [heldUs, idleUs, startUs, endUs] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let cell = 0; cell < cells.length; cell++) {
    if (causes[tripOf[cell]] !== 'cutRandom') continue;
    const by = heldBy(held[cell], holds[tripOf[cell]]);
    if (by !== HELD.window && by !== HELD.pacing) continue;
    startUs = Math.min(startUs, starts[cell]);
    endUs = starts[cell + 1] ?? span.endUs;
    heldUs += endUs - starts[cell];
    idleUs += idle.idleUs[cell];
  }
  const us = span.endUs - span.startUs;
  return { startUs, endUs, heldUs, held: heldUs / us, idle: idleUs / us };
}

function rowsOf({ counts }: LossKinds, sent: number): readonly Evidence[] {
  const { random, unknown, ...others } = counts;
  const ofOthers = Object.values(others).reduce((sum, packets) => sum + packets, 0);
  return [
    deciding({
      id: 'rate',
      name: 'packets lost at random, as a share of those sent',
      normal: 'far below 0.1 % on a wire',
      value: random / sent,
      limit: atLeast(T.minShare, 'share'),
      panel: 'loss',
    }),
    deciding({
      id: 'packets',
      name: 'how many these are',
      normal: 'none or a few',
      value: random,
      limit: atLeast(T.minPackets, 'packets'),
      panel: 'loss',
    }),
    deciding({
      id: 'known',
      name: 'share of the lost packets whose kind shows',
      normal: 'queues and rate limits lose most',
      value: random / (random + ofOthers),
      limit: atLeast(T.minOfKnown, 'share'),
      panel: 'loss',
    }),
  ];
}

function chargeRows(charge: Charge | null): readonly Evidence[] {
  if (charge === null) return [];
  return [
    supporting({
      id: 'held',
      name: 'time in which cuts of the window for them held the sender',
      normal: '0 %',
      value: charge.held,
      limit: above(0, 'share'),
      panel: 'limits',
    }),
    supporting({
      id: 'idle',
      name: 'time in which the path stood idle for it',
      normal: '0 %',
      value: charge.idle,
      limit: atLeast(T.warningShare, 'share', { note: ' for an alarm' }),
      panel: 'delivery-rate',
    }),
  ];
}

/** One of them in the middle, its loss, and the cut that answers it. */
function closeUp({ state }: DetectInput, sentUs: Float64Array): CloseUp | null {
  const find = new StepFinder(state);
  const us = sentUs[sentUs.length >> 1];
  const loss = find.lossFrom(us + 1, ', at random');
  return closeUpOf(state, [
    find.sendUpTo(us, ' that is lost'),
    loss,
    loss && find.cutWithin(loss.timeUs - 1, loss.timeUs + roundTripAt(state, us)),
    loss && find.sendFrom(loss.timeUs + 1),
  ]);
}

function findingOf(
  input: DetectInput,
  { sentUs, kinds, counts }: LossKinds,
  rows: readonly Evidence[],
): Finding {
  const { state } = input;
  const random = sentUs.filter((_, i) => LOSS_KINDS[kinds[i]] === 'random');
  const [firstUs, lastUs] = [random[0], random[random.length - 1]];
  const charge = chargeOf(input);
  // Cuts hold the sender beyond the last loss.
  const interval = {
    startUs: Math.floor(Math.min(firstUs, charge?.startUs ?? firstUs)),
    endUs: Math.floor(Math.max(lastUs, charge?.endUs ?? lastUs)),
  };
  const sent = state.sentInFlightPackets;
  const lost = Object.values(counts).reduce((sum, packets) => sum + packets, 0);
  const others = lost > counts.random ? `, of ${count(lost)} lost in all` : '';
  const held =
    charge === null
      ? ''
      : charge.held > 0
        ? `; cuts of the window for them held the sender for ${duration(charge.heldUs)}, ${percent(charge.held)} of the time`
        : '; no cut of the window for them held the sender';
  return finding(RULE, {
    severity: charge !== null && charge.idle >= T.warningShare ? 'warning' : 'info',
    interval,
    verdict:
      `${count(counts.random)} of ${plural(sent, 'packet')} (${percent(counts.random / sent)}) were lost at random${others}, sent from ${instant(firstUs)} to ${instant(lastUs)}: ` +
      `no queue, rate limit or outage shows at them${held}.`,
    confidence: 0.9,
    evidence: [...rows, ...chargeRows(charge)],
    closeUp: closeUp(input, random),
    why: 'A sender that takes each loss for congestion keeps a window of about 1.22 ÷ √p packets (RFC 5348 §3.1), p being the share that is lost, whatever the path could carry.',
    next: 'Loss: when they were lost, and the delay then. Look at the link (radio, damaged cable, a host that drops what it receives); a controller that follows an estimate of the path is held less.',
    panels: ['congestion', 'loss', 'throughput'],
  });
}

export const randomLoss: Detector = {
  ...RULE,
  looksThrough: 'lost packets',
  cannotJudge: whyNotJudged,
  finish(input) {
    const { lossKinds, state } = input;
    if (lossKinds === null || lossKinds.counts.random < T.minPackets) return [];
    // What an address that moved away from lost is not distinguished.
    if (connectivityOf(state).paths.length > 0) return [];
    const rows = rowsOf(lossKinds, state.sentInFlightPackets);
    return holdsAll(rows) ? [findingOf(input, lossKinds, rows)] : [];
  },
};
