/** Flow control holds the sender for most of the time: the receiver's credit is the bottleneck, not the network. */
import { duration, percent } from '../../text/figures';
import type { Detector } from '../detector';
import { holdsAll } from '../evidence';
import { finding, type Rule } from '../finding';
import { lengthOf } from '../intervals';
import { whyNotJudged } from '../sender-view';
import { limitEvidence, limitShares } from './limited-share';

const RULE: Rule = { id: 'flow-control-limited', title: 'Limited by flow control' };

export const flowControlLimited: Detector = {
  ...RULE,
  needs: ['cwnd', 'smoothed-rtt'],
  cannotJudge: whyNotJudged,
  finish({ state }) {
    const shares = limitShares(state);
    const evidence = limitEvidence(shares, 'flowControl');
    if (!holdsAll(evidence)) return [];
    const { interval, of } = shares;
    return [
      finding(RULE, {
        severity: 'info',
        interval,
        verdict:
          `Flow control held the sender for ${percent(of.flowControl)} of ${duration(lengthOf(interval))}, the window for ` +
          `${percent(of.window)}: the receiver's credit is the bottleneck, the network is not (RFC 9000 §4.1).`,
        confidence: 0.9,
        evidence,
        why:
          'A sender that waits for MAX_DATA or MAX_STREAM_DATA cannot fill the path, whatever its window allows; RFC 9000 ' +
          '§4.2 asks receivers to give credit early enough.',
        next: "Limits: when flow control holds the sender. Raise the receiver's windows, or let it read faster.",
        panels: ['limits', 'throughput', 'congestion'],
      }),
    ];
  },
};
