/** The application leaves room in the window for most of the time: it is the bottleneck, not the network. */
import { duration, percent } from '../../text/figures';
import type { Detector } from '../detector';
import { holdsAll } from '../evidence';
import { finding, type Rule } from '../finding';
import { lengthOf } from '../intervals';
import { whyNotJudged } from '../sender-view';
import { limitEvidence, limitShares } from './limited-share';

const RULE: Rule = { id: 'app-limited', title: 'Limited by the application' };

export const appLimited: Detector = {
  ...RULE,
  needs: ['cwnd', 'smoothed-rtt'],
  cannotJudge: whyNotJudged,
  finish({ state }) {
    const shares = limitShares(state);
    const evidence = limitEvidence(shares, 'application');
    if (!holdsAll(evidence)) return [];
    const { interval, of } = shares;
    return [
      finding(RULE, {
        severity: 'info',
        interval,
        verdict:
          `The application left room in the window for ${percent(of.application)} of ${duration(lengthOf(interval))}; the ` +
          `window limited the sender for ${percent(of.window)}: the network is not the bottleneck.`,
        confidence: 0.9,
        evidence,
        why:
          'A sender without data says nothing about the path, and its window must not grow meanwhile (RFC 9002 §7.8). ' +
          'Look for the cause above the transport.',
        next: 'Limits: when the application had nothing to send. Sequence: the bursts and the pauses between them.',
        panels: ['limits', 'throughput', 'sequence'],
      }),
    ];
  },
};
