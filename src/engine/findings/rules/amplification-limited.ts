/**
 * A handshake that waited for the anti-amplification limit (RFC 9000 §8.1): the server's first flight, most of all its
 * certificates, was larger than three times what the client had sent, and the rest could leave only when the client
 * answered, one round trip later or more.
 */
import { bytes, duration, fixed, instant, plural } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { finding, type Rule } from '../finding/build-finding';
import { above, atLeast, below, deciding, holdsAll } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type AmplificationHold, amplificationHold } from '../measures/amplification';
import { lengthOf } from '../measures/intervals';
import { smallestRttAt } from '../measures/path-parts';
import { smallestRtt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';

const RULE: Rule = { id: 'amplification-limited', title: 'Handshake held by the anti-amplification limit' };

const T = {
  /** A wait for the client takes a whole round trip; what a server computes between two packets is far shorter. */
  minRtts: 0.8,
} as const;

function rowsOf(hold: AmplificationHold, rttUs: number): readonly Evidence[] {
  const { allowedBytes, sentBytes, datagramBytes, waitingBytes, packets, seenBy } = hold;
  const waiting =
    seenBy === 'server'
      ? deciding({
          id: 'waiting',
          name: 'CRYPTO data that the server sent for the first time after the wait',
          normal: 'none: its first flight held all of it',
          value: waitingBytes,
          limit: above(0, 'bytes'),
          panel: 'sequence',
        })
      : deciding({
          id: 'packets',
          name: 'Handshake packets that came after the wait, none missing before them by their numbers',
          normal: 'none: the first flight held all of it',
          value: packets,
          limit: above(0, 'packets'),
          panel: 'sequence',
        });
  return [
    deciding({
      id: 'wait',
      name: 'time in which the server could send nothing, in smallest RTTs',
      normal: '0',
      value: lengthOf(hold) / rttUs,
      limit: atLeast(T.minRtts, 'rtt', { note: ' smallest RTTs' }),
      panel: 'limits',
    }),
    deciding({
      id: 'left',
      name: 'what it was still allowed to send: three times what it received, less what it sent',
      normal: 'room for another datagram',
      value: allowedBytes - sentBytes,
      limit: below(datagramBytes, 'bytes', { note: ', its largest packet' }),
      panel: 'limits',
    }),
    waiting,
  ];
}

function closeUp(
  state: TransportState,
  { startUs, endUs, seenBy, sentBytes }: AmplificationHold,
): CloseUp | null {
  const find = new StepFinder(state);
  const isServer = seenBy === 'server';
  return closeUpOf(state, [
    isServer
      ? step(
          'send',
          find.sentUpTo(startUs),
          `The server sends the last packet that it may: ${bytes(sentBytes)} so far`,
        )
      : find.receiveAt(
          startUs,
          `The last packet arrives that the server may send: ${bytes(sentBytes)} so far`,
        ),
    find.receiveAt(
      endUs,
      isServer ? 'A packet of the client ends the wait' : 'The next packet of the server arrives',
    ),
    isServer ? find.sendFrom(endUs, ', with more of the handshake') : find.sendFrom(startUs),
  ]);
}

function findingOf(hold: AmplificationHold, rttUs: number, state: TransportState): Finding {
  const { startUs, endUs, sentBytes, allowedBytes, waitingBytes, packets, seenBy } = hold;
  const waited = `${duration(endUs - startUs)} (${fixed((endUs - startUs) / rttUs, 1)} round trips of ${duration(rttUs)})`;
  const held = `${bytes(sentBytes)} of the ${bytes(allowedBytes)} that it may send before the address of its client is validated`;
  return finding(RULE, {
    severity: 'warning',
    interval: { startUs, endUs },
    variant: seenBy,
    verdict:
      seenBy === 'server'
        ? `The server had sent ${held}, three times what it received, and waited ${waited} from ${instant(startUs)} on for the ` +
          `client, with ${bytes(waitingBytes)} of its handshake still to be sent (RFC 9000 §8.1).`
        : `The server had sent ${held}, three times what the client had sent, and ${plural(packets, 'further Handshake packet')} of ` +
          `it came ${waited} behind, none before them lost: it waited for the client, which is inferred (RFC 9000 §8.1).`,
    confidence: seenBy === 'server' ? 0.95 : 0.85,
    evidence: rowsOf(hold, rttUs),
    closeUp: closeUp(state, hold),
    why:
      'Until the address of a client is validated a server may send three times what it received (RFC 9000 §8.1): a first ' +
      'flight that is larger costs every new connection a round trip, and more where the packet that would end the wait is lost.',
    next:
      'Make the first flight smaller: a shorter certificate chain, ECDSA keys, compressed certificates (RFC 8879). A token ' +
      '(NEW_TOKEN, Retry) validates the address before.',
    panels: ['handshake', 'limits', 'sequence'],
  });
}

export const amplificationLimited: Detector = {
  ...RULE,
  looksThrough: 'packets before the address is validated',
  cannotJudge({ state, beginsMidway }) {
    if (state.captured) return 'a capture on the wire is not held against the limits of an endpoint';
    if (state.role === 'unknown') return 'the log does not show whether it is a client or a server';
    if (beginsMidway || state.ledger.initial.sentPackets === 0) return 'the handshake is not in the log';
    return Number.isNaN(smallestRtt(state)) ? 'no RTT is logged, and none follows from its packets' : null;
  },
  finish(input) {
    const { state } = input;
    const rttUs = smallestRttAt(input, state.firstUs);
    const hold = amplificationHold(state, T.minRtts * rttUs);
    return hold !== null && holdsAll(rowsOf(hold, rttUs)) ? [findingOf(hold, rttUs, state)] : [];
  },
};
