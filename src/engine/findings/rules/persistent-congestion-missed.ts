/**
 * Persistent congestion without a reaction: the losses are further apart than the duration of RFC 9002 §7.6.1, and the
 * window stays far above its minimum (quiche issue 2680). The sender then continues to send to a path whose state is
 * unknown.
 *
 * A window within one packet of the minimum is never reported: a reduction would change nothing. Asked of loss-based
 * controllers only: BBR answers such losses by its model, which keeps what it knows of the path.
 */
import { bytes, duration, packets, percent, plural } from '../../base/text/figures';
import { whyNotLossBased } from '../conditions/loss-based';
import { FLOOR_PACKETS } from '../conditions/thresholds';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import type { Detector } from '../rule/detector';
import {
  collapseCloseUp,
  collapseEvidence,
  collapsesIn,
  floorBytes,
  whyNoCollapse,
} from './persistent-collapse';

const RULE: Rule = {
  id: 'persistent-congestion-missed',
  title: 'All lost for long, window not cut (persistent congestion missed)',
};

export const persistentCongestionMissed: Detector = {
  ...RULE,
  looksThrough: 'runs of lost packets',
  needs: ['cwnd'],
  cannotJudge: (input) => whyNoCollapse(input) ?? whyNotLossBased(input),
  finish({ state }) {
    const missed = collapsesIn(state).filter(({ lowestBytes }) => lowestBytes > floorBytes(state));
    const [worst] = [...missed].sort((a, b) => b.lowestBytes - a.lowestBytes);
    if (worst === undefined) return [];
    const { lostOverUs, durationUs, lostPackets, beforeBytes, lowestBytes } = worst;
    const { datagramBytes, losses } = state;
    return [
      finding(RULE, {
        severity: 'warning',
        interval: worst,
        verdict:
          `The window (cwnd) kept ${bytes(lowestBytes)} (${packets(lowestBytes, datagramBytes)}), ${percent(lowestBytes / beforeBytes)} of what it was, ` +
          `although ${plural(lostPackets, 'packet')} sent over ${duration(lostOverUs)} were lost and none between them acknowledged, ` +
          `more than the ${duration(durationUs)} after which RFC 9002 §7.6.2 asks for ` +
          `${bytes(FLOOR_PACKETS * datagramBytes)}${amongSuch(missed.length, 'spans', 'worst')}.`,
        confidence: losses.method === 'logged' ? 0.9 : 0.8,
        evidence: collapseEvidence(worst, false, state),
        closeUp: collapseCloseUp(state, worst),
        why:
          'Losses over more than three waits for a probe (PTOs) mean that what the sender knew of the path is out of date: the window must ' +
          'fall to its minimum (RFC 9002 §7.6.2). A sender that keeps it floods a path that has just come back (quiche issue 2680).',
        next: 'Sequence: no packet of the span is acknowledged. PTO: the probes in it. Congestion: the window after it.',
        panels: ['congestion', 'sequence', 'pto'],
      }),
    ];
  },
};
