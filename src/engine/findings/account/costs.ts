/**
 * What each finding cost by the account: how long what its rule stands for held the sender while it was found, and how much of
 * that time is lost. Findings stand in that order (verdicts/order.ts).
 */
import { upperBound } from '../../base/columns/growable';
import { spend } from '../../base/columns/work';
import type { Cause, Holder } from '../../base/text/account-names';
import type { Cost, Finding } from '../finding/finding';
import type { Charged, PartOfCells, Parts } from './parts';

/** What does not come through, and what waits for that, rank as one. */
const NOTHING_COMES = ['pathStalled', 'lossDetection'] as const;
/** So do cuts by random and by burst losses, and whatever else cuts where a rule does not say what did. */
// biome-ignore format: a table
const CUTS = [
  'cutQueue', 'cutPoliced', 'cutBurst', 'cutRandom', 'cutTooLarge', 'cutMarks', 'cutSpurious', 'cutUnknown',
] as const satisfies readonly Cause[];

/** Rules by id, with the holders, or the causes of one, that they stand for; a rule that stands for none costs none. */
interface StandsFor {
  readonly [rule: string]: readonly (Holder | Cause)[];
}

const OF_SENDER: StandsFor = {
  'death-spiral': ['doesNotGrow'],
  'stuck-window': ['doesNotGrow'],
  'state-dwell': ['doesNotGrow'],
  'paced-flat-window': ['doesNotGrow'],
  'recovery-without-loss': ['window', 'pacing'],
  'multiple-reductions': CUTS,
  'cut-factor': CUTS,
  'persistent-congestion': [...CUTS, ...NOTHING_COMES],
  'slow-start-overshoot': CUTS,
  'spurious-loss': ['cutSpurious'],
  'ecn-ce': ['cutMarks'],
  policed: ['cutPoliced'],
  bufferbloat: ['fullPath'],
  'size-loss': CUTS,
  'random-loss': ['cutRandom'],
  'mtu-black-hole': ['cutTooLarge', ...NOTHING_COMES],
  'delivery-stall': NOTHING_COMES,
  'pto-storm': NOTHING_COMES,
  'probe-missing': NOTHING_COMES,
  'peer-gone': NOTHING_COMES,
  'path-changed': NOTHING_COMES,
  'host-stall': ['hostStopped', ...NOTHING_COMES],
  'credit-not-renewed': ['credit'],
  'flow-control-limited': ['credit'],
  'flight-constant': ['inferred'],
  'app-limited': ['application', 'nextRequest'],
  'amplification-limited': ['handshake'],
  'handshake-slow': ['handshake'],
};

/** What a receiver's log shows of its own end. */
export const OF_RECEIVER: StandsFor = {
  'credit-not-renewed': ['ownCredit'],
  'handshake-slow': ['handshake'],
};

/** The findings, those of rules that stand for something with what they cost. */
export function withCosts(
  findings: readonly Finding[],
  charged: Charged,
  parts: Parts,
  byRule: StandsFor = OF_SENDER,
): readonly Finding[] {
  return findings.map((finding) => {
    const standsFor = byRule[finding.id];
    return standsFor === undefined
      ? finding
      : { ...finding, cost: costOf(finding, standsFor, charged, parts) };
  });
}

function costOf(
  { startUs, endUs }: Finding,
  standsFor: readonly (Holder | Cause)[],
  charged: Charged,
  { partAt }: Parts,
): Cost {
  const { cells, idle, endUs: spanEndUs } = charged;
  const starts = cells.startUs.view();
  const isStoodFor = ({ holder, cause }: PartOfCells): boolean =>
    standsFor.includes(holder) || (cause !== null && standsFor.includes(cause));
  let last: PartOfCells | null = null;
  let isCharged = false;
  let [heldUs, lostUs, provedUs] = [0, 0, 0];
  for (let cell = Math.max(0, upperBound(starts, startUs) - 1); starts[cell] < endUs; cell++) {
    spend(1);
    const part = partAt(cell);
    // Most cells are part of what the one before is.
    if (part !== last) isCharged = isStoodFor(part);
    last = part;
    if (!isCharged) continue;
    const cellEndUs = starts[cell + 1] ?? spanEndUs;
    const us = Math.min(cellEndUs, endUs) - Math.max(starts[cell], startUs);
    if (!(us > 0)) continue;
    heldUs += us;
    const share = part.lostShare * (us / (cellEndUs - starts[cell]));
    lostUs += share * idle.idleUs[cell];
    provedUs += share * idle.provedUs[cell];
  }
  return {
    heldUs: Math.round(heldUs),
    lostUs: idle.busyUs > 0 ? Math.round(lostUs) : null,
    // Below 1 wherever any of it is not proved.
    provedShare: lostUs > 0 ? Math.floor((provedUs / lostUs) * 1000) / 1000 : 1,
  };
}
