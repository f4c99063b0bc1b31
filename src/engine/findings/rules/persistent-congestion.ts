/**
 * Persistent congestion with a reaction: the losses are further apart than the duration of RFC 9002 §7.6.1, and the
 * window is at its minimum afterwards. Reported as info, because it explains a slow start in the middle of a transfer.
 *
 * Unless the stack says so, the window does not show whether it declared it or reached the minimum by ordinary
 * reductions; the finding states this.
 */
import { bytes, duration, instant, packets, plural } from '../../base/text/figures';
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
  id: 'persistent-congestion',
  title: 'All lost for long, window starts anew (persistent congestion)',
};

/** The window was reduced to the minimum, was there before, or came close to it by an ordinary reduction. */
type Variant = 'cut-to-floor' | 'at-floor' | 'near-floor';

/** A smaller share of the window is left by no ordinary reduction: NewReno's (RFC 9002 §7.3.2) is the strongest. */
const ORDINARY_SHARE = 0.5;

function variantOf(beforeBytes: number, lowestBytes: number, datagramBytes: number): Variant {
  const floor = FLOOR_PACKETS * datagramBytes;
  if (lowestBytes > floor) return 'near-floor';
  if (beforeBytes <= floor) return 'at-floor';
  return lowestBytes < ORDINARY_SHARE * beforeBytes ? 'cut-to-floor' : 'near-floor';
}

const WORDS: { readonly [variant in Variant]: string } = {
  'cut-to-floor': 'the window (cwnd) fell to its floor',
  'at-floor': 'the window (cwnd) was at its floor already',
  'near-floor':
    'the window (cwnd) was at its floor or within one packet of it, which an ordinary cut may do as well',
};

const DECLARED = 'The log gives persistent congestion as the reason of the state that it entered.';
const UNDECLARED = 'A window that small was low already or was cut to it; the log does not tell which.';

function confidenceOf(variant: Variant, declared: boolean): number {
  if (declared) return 0.95;
  return variant === 'cut-to-floor' ? 0.8 : 0.5;
}

export const persistentCongestion: Detector = {
  ...RULE,
  looksThrough: 'runs of lost packets',
  needs: ['cwnd'],
  cannotJudge: whyNoCollapse,
  finish({ state }) {
    const obeyed = collapsesIn(state).filter(({ lowestBytes }) => lowestBytes <= floorBytes(state));
    const [longest] = [...obeyed].sort((a, b) => b.lostOverUs - a.lostOverUs);
    if (longest === undefined) return [];
    const { lostOverUs, durationUs, lostPackets, declaredUs, beforeBytes, lowestBytes, declared } = longest;
    const variant = variantOf(beforeBytes, lowestBytes, state.datagramBytes);
    return [
      finding(RULE, {
        severity: 'info',
        variant,
        interval: longest,
        verdict:
          `${plural(lostPackets, 'packet')} sent over ${duration(lostOverUs)} were lost and none between them acknowledged, ` +
          `more than the ${duration(durationUs)} of RFC 9002 §7.6.1, and ${WORDS[variant]}: ` +
          `${bytes(lowestBytes)} (${packets(lowestBytes, state.datagramBytes)}) at ${instant(declaredUs)}${declared ? ', as the stack says' : ''}${amongSuch(obeyed.length, 'spans', 'longest')}.`,
        confidence: confidenceOf(variant, declared),
        evidence: collapseEvidence(longest, true, state),
        closeUp: collapseCloseUp(state, longest),
        why:
          'Where all is lost for that long (persistent congestion) the window starts again from its floor (RFC 9002 ' +
          `§7.6.2): what follows is a slow start and no defect. ${declared ? DECLARED : UNDECLARED}`,
        next: 'Sequence: the packets that were lost. Congestion: the floor, and how the window leaves it.',
        panels: ['congestion', 'sequence', 'pto'],
      }),
    ];
  },
};
