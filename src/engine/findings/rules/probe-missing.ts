/**
 * Probes that RFC 9002 asks for and that do not come as it asks: none is sent although packets wait for an ACK and a probe is due
 * (§6.2.4: MUST, and no congestion window may stop it, §7.5), or one follows the other without the wait growing (§6.2.1: the PTO MUST
 * be doubled each time). A host that slept, which sends nothing either, is `host-stall`'s.
 */
import { count, duration, instant, plural } from '../../base/text/figures';
import { whyMixed } from '../../sender/transport/repeated-numbers';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyTraceLacking } from '../conditions/lacking-records';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { atLeast, atMost, deciding, holdsAll, supporting } from '../finding/evidence';
import type { Evidence, Finding } from '../finding/finding';
import { lengthOf, longestOf } from '../measures/intervals';
import { type FlatProbes, flatProbes, type Unprobed, unprobedTimes } from '../measures/missing-probes';
import type { Detector } from '../rule/detector';

const RULE: Rule = { id: 'probe-missing', title: 'A probe (PTO) is missing, or does not back off' };

const T = {
  /** PTOs after which a probe counts as never sent: by then RFC 9002 §6.2.1 asks for two (1 + 2 PTOs). */
  overduePtos: 3,
  /** No timer of a host that is awake is as late, µs. */
  leastUs: 300_000,
  /** So many probes ask for waits of 1, 2 and 4 PTOs between them. */
  minProbes: 4,
  /** Halfway between a wait that stays and one that doubles. */
  mostGrowth: 1.5,
} as const;

function unprobedRows({ startUs, endUs, ptoUs, waiting, probes }: Unprobed): readonly Evidence[] {
  return [
    deciding({
      id: 'unprobed',
      name: 'time in which packets waited for an ACK and nothing was sent that asks for one',
      normal: 'up to a PTO',
      value: endUs - startUs,
      limit: atLeast(ptoUs, 'us', { times: T.overduePtos, note: ', the PTO that was due' }),
      panel: 'sequence',
    }),
    deciding({
      id: 'waiting',
      name: 'packets with data that waited all the time',
      normal: 'none, where nothing is sent',
      value: waiting,
      limit: atLeast(1, 'packets'),
      panel: 'sequence',
    }),
    supporting({
      id: 'probes',
      name: 'probes (PTOs) since the last ACK of new data, which double the wait each',
      normal: 'one more each time that the wait ends',
      value: probes,
      limit: atLeast(0, 'count'),
      panel: 'pto',
    }),
  ];
}

function unprobedFinding(state: TransportState, worst: Unprobed, all: readonly Unprobed[]): Finding {
  const { startUs, endUs, ptoUs, probes, waiting, isFull } = worst;
  const find = new StepFinder(state);
  const after = probes === 0 ? '' : ` after ${plural(probes, 'probe')}`;
  const full = isFull ? '; the window was full, which stops no probe (RFC 9002 §7.5)' : '';
  return finding(RULE, {
    severity: 'warning',
    variant: 'never-sent',
    interval: worst,
    times: all,
    verdict:
      `No probe (PTO) was sent for ${duration(endUs - startUs)} from ${instant(startUs)} on, although ` +
      `${plural(waiting, 'packet')} with data waited for an ACK and one was due after ${duration(ptoUs)}${after} (RFC 9002 §6.2.4)${full}${amongSuch(all.length, 'times', 'longest')}.`,
    confidence: 0.9,
    evidence: unprobedRows(worst),
    closeUp: closeUpOf(state, [
      find.sendUpTo(startUs),
      step('quiet', startUs, 'From here on nothing is sent that asks for an ACK'),
      step('no-ack', startUs + ptoUs, 'A probe (PTO) is due, and none is sent'),
      state.termination?.timeUs === endUs ? step('closed', endUs, 'The connection is given up') : null,
    ]),
    why:
      'A probe draws the ACK that says what was lost (RFC 9002 §6.2). Without one a lost tail, or a lost ACK, holds the ' +
      'connection until the peer sends by itself or the idle timeout ends it.',
    next: 'Sequence: the packets that wait. Look in the sender for a timer that is not set while the window is full, or was cancelled.',
    panels: ['sequence', 'pto', 'congestion'],
  });
}

function flatRows({ probes, shortestUs, longestUs }: FlatProbes): readonly Evidence[] {
  return [
    deciding({
      id: 'probes',
      name: 'probes (PTOs) in a row, without an ACK of new data between them',
      normal: 'one or two after a lost flight',
      value: probes,
      limit: atLeast(T.minProbes, 'count'),
      panel: 'pto',
    }),
    deciding({
      id: 'growth',
      name: 'longest time between two of them against the shortest',
      normal: 'twice as long each time',
      value: longestUs / shortestUs,
      limit: atMost(T.mostGrowth, 'count'),
      panel: 'pto',
    }),
  ];
}

function flatFinding(state: TransportState, flat: FlatProbes): Finding {
  const { startUs, endUs, probes, shortestUs, longestUs, inferred } = flat;
  const [least, most] = [duration(shortestUs), duration(longestUs)];
  const apart = least === most ? least : `${least} to ${most}`;
  const which = inferred ? ' (inferred: they are sent beyond a full window)' : '';
  return finding(RULE, {
    severity: 'warning',
    variant: 'no-back-off',
    interval: flat,
    verdict:
      `${count(probes)} probes in a row (PTOs) did not back off${which}: they are ${apart} apart from the first to the last, ` +
      `${duration(lengthOf(flat))} in all, where each wait is twice the one before (RFC 9002 §6.2.1).`,
    confidence: inferred ? 0.7 : 0.95,
    evidence: flatRows(flat),
    closeUp: closeUpOf(state, [
      step(
        inferred ? 'send' : 'pto',
        startUs,
        'Nothing is acknowledged for so long that the sender probes (PTO)',
      ),
      step(
        inferred ? 'send' : 'pto',
        endUs,
        `The last of ${count(probes)} probes, ${most} at most after the one before`,
      ),
    ]),
    why:
      'The wait for a probe is doubled each time (RFC 9002 §6.2.1) so that senders leave a path alone that does not answer: ' +
      'probes that keep their pace load it as long as it stays down.',
    next: 'PTO: the count, and the time from one to the next. Look in the sender for a count that is reset without an ACK of new data.',
    panels: ['pto', 'sequence'],
  });
}

export const probeMissing: Detector = {
  ...RULE,
  looksThrough: 'packets that ask for an ACK',
  cannotJudge(input) {
    const { state } = input;
    if (state.captured) return 'a capture on the wire holds no timers of the sender';
    if (state.pathCount > 1) return 'its paths are not distinguished: each has timers of its own';
    const mixed = whyMixed(state);
    if (mixed !== null) return mixed;
    if (state.ledger.sentPackets === 0) return 'no sent packet is logged';
    if (!(state.ackedBytes > 0)) return 'no ACKs are logged: what waits for one is not known';
    return whyTraceLacking(input);
  },
  finish({ state }) {
    const unprobed = unprobedTimes(state, T.overduePtos, T.leastUs);
    const longest = longestOf(unprobed);
    const flat = flatProbes(state, T.mostGrowth);
    return [
      ...(longest === null ? [] : [unprobedFinding(state, longest, unprobed)]),
      ...(flat !== null && holdsAll(flatRows(flat)) ? [flatFinding(state, flat)] : []),
    ];
  },
};
