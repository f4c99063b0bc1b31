/**
 * Persistent congestion that the sender did not act on: the losses lie further apart than RFC 9002 §7.6.1 allows, and
 * the window keeps far more than its floor (quiche issue 2680). The sender then goes on into a path that it knows
 * nothing about any more.
 *
 * A window within one packet of the floor is never called missed: nothing is gained by cutting it further.
 */
import { bytes, count, duration, packets, percent } from '../../text/figures';
import type { Detector } from '../detector';
import { PLAIN } from '../plain-finding';
import { amongSuch } from '../window-parts';
import { collapseEvidence, collapsesIn, floorBytes, whyNoCollapse } from './persistent-collapse';
import { WINDOW } from './thresholds-window';

const ID = 'persistent-congestion-missed';
const TITLE = 'Persistent congestion missed';

export const persistentCongestionMissed: Detector = {
  id: ID,
  title: TITLE,
  needs: ['cwnd'],
  cannotJudge: whyNoCollapse,
  finish({ state }) {
    const missed = collapsesIn(state).filter(({ lowestBytes }) => lowestBytes > floorBytes(state));
    const [worst] = [...missed].sort((a, b) => b.lowestBytes - a.lowestBytes);
    if (worst === undefined) return [];
    const { startUs, endUs, lostOverUs, durationUs, lostPackets, beforeBytes, lowestBytes } = worst;
    const { datagramBytes, losses } = state;
    return [
      {
        ...PLAIN,
        key: `${ID}.1`,
        id: ID,
        title: TITLE,
        severity: 'warning',
        startUs,
        endUs,
        verdict:
          `cwnd kept ${bytes(lowestBytes)} (${packets(lowestBytes, datagramBytes)}), ${percent(lowestBytes / beforeBytes)} of what it was, ` +
          `although ${count(lostPackets)} packets sent over ${duration(lostOverUs)} were lost and none between them acknowledged, ` +
          `more than the ${duration(durationUs)} after which RFC 9002 §7.6.2 asks for ` +
          `${bytes(WINDOW.floorPackets * datagramBytes)}${amongSuch(missed.length, 'spans', 'worst')}.`,
        confidence: losses.method === 'logged' ? 0.9 : 0.8,
        evidence: collapseEvidence(worst, false, state),
        why:
          'Losses over more than three PTOs mean that what the sender knew of the path is out of date: the window must ' +
          'fall to its minimum (RFC 9002 §7.6.2). A sender that keeps it floods a path that has just come back (quiche issue 2680).',
        next: 'Sequence: no packet of the span is acknowledged. PTO: the probes in it. Congestion: the window after it.',
        panels: ['congestion', 'sequence', 'pto'],
      },
    ];
  },
};
