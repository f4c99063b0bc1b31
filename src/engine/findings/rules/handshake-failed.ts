/**
 * A connection that never came to be: the peers have no version in common (RFC 9000 §6), or the handshake was not complete when
 * one side closed it, gave it up, or was heard no more (RFC 9001 §4.1.1).
 *
 * An attempt that ends at Version Negotiation and chooses a version of the server's is none: the next attempt has that one. Nor is a
 * log that ends while the handshake goes on (log-ends.ts), or one that shows one direction only.
 */
import { codeText } from '../../../qlog-schema/error-texts';
import { REGISTERED_PROTOCOL } from '../../../qlog-schema/protocols';
import { duration, plural } from '../../base/text/figures';
import { isHandshakeComplete } from '../../sender/transport/connectivity/handshake-span';
import {
  beginsAnewHere,
  chosenVersion,
  versionOffer,
} from '../../sender/transport/connectivity/version-choice';
import { type ConnectionEnd, endOf } from '../../sender/transport/ending';
import {
  LEAST_PTOS,
  ptosBetween,
  type Silence,
  silenceBefore,
  waitingPackets,
} from '../../sender/transport/silence';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { ptosRow, waitingRow } from '../conditions/end-rows';
import { finding, type Rule } from '../finding/build-finding';
import { above, deciding, evidence, none, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { whoWords } from '../measures/closing';
import type { Detector } from '../rule/detector';
import { closeLabel } from './closed-with-error';

const RULE: Rule = { id: 'handshake-failed', title: 'The handshake failed' };

interface Failure {
  readonly how: Exclude<ConnectionEnd['how'], 'version-negotiated'> | 'no-common-version' | 'unanswered';
  readonly end: ConnectionEnd | null;
  readonly startUs: number;
  readonly endUs: number;
  readonly silence: Silence;
  readonly ptos: number;
  readonly waiting: number;
}

/** A Version Negotiation packet that this client answers with no version: it says none, and sends no Initial packet after it. */
function isWithoutVersion(state: TransportState): boolean {
  if (versionOffer(state) === undefined || state.role === 'server') return false;
  return !beginsAnewHere(state) && chosenVersion(state) === null;
}

function firstPacketUs({ connectivity: { packets }, firstUs }: TransportState): number {
  const { sent, received } = packets.initial;
  const times = [sent.firstUs, received.firstUs].filter((timeUs) => !Number.isNaN(timeUs));
  return times.length === 0 ? firstUs : Math.min(...times);
}

function failureOf(state: TransportState): Failure | null {
  const end = endOf(state);
  if (isHandshakeComplete(state) || end?.how === 'version-negotiated') return null;
  const endUs = end?.timeUs ?? state.lastUs;
  const silence = silenceBefore(state, endUs);
  const startUs = firstPacketUs(state);
  const ptos = ptosBetween(state, silence.lastReceivedUs || startUs - 1, endUs);
  const seen = { end, startUs, endUs, silence, ptos, waiting: waitingPackets(state) };
  if (isWithoutVersion(state)) {
    const timeUs = versionOffer(state)?.timeUs ?? endUs;
    return { ...seen, how: 'no-common-version', endUs: timeUs };
  }
  if (end !== null) return { ...seen, how: end.how };
  return ptos >= LEAST_PTOS && seen.waiting > 0 ? { ...seen, how: 'unanswered' } : null;
}

/** CRYPTO_ERROR with the alert no_application_protocol (RFC 7301 §3.2, RFC 9001 §8.1). */
const NO_PROTOCOL = 0x178;
const isOfProtocol = ({ space, code }: ConnectionEnd): boolean =>
  space === 'transport' && code === NO_PROTOCOL;

/** `; the client offers h3, the server has hq-interop (ALPN)`, as far as the log says it; names that are not registered are not named. */
function offerWords({ connectivity }: TransportState): string {
  const alpns = connectivity.entries.flatMap(({ said }) => (said.fact === 'alpn' ? [said] : []));
  const listed = (names: readonly string[]): string => {
    const registered = names.filter((name) => REGISTERED_PROTOCOL.test(name));
    const others = registered.length < names.length ? ['others that are not registered'] : [];
    return [...new Set(registered), ...others].join(', ');
  };
  const [offered, supported] = [
    listed(alpns.flatMap((one) => one.offered)),
    listed(alpns.flatMap((one) => one.supported)),
  ];
  const parts = [
    ...(offered === '' ? [] : [`the client offers ${offered}`]),
    ...(supported === '' ? [] : [`the server has ${supported}`]),
  ];
  return parts.length === 0 ? '' : `; ${parts.join(', ')} (ALPN)`;
}

/** `the peer (the server) closed it with CRYPTO_ERROR, … (0x178)`. */
function endWords({ how, end, silence, ptos, endUs, startUs }: Failure, state: TransportState): string {
  const isDeaf = Number.isNaN(silence.lastReceivedUs);
  const since = isDeaf ? 'Nothing was received at all' : 'Nothing more was received';
  const quiet = `${since} for ${duration(endUs - (isDeaf ? startUs : silence.lastReceivedUs))}`;
  const inVain = silence.sent > 0 ? `, though ${plural(silence.sent, 'packet')} asked for an answer` : '';
  switch (how) {
    case 'no-common-version':
    case 'version-mismatch':
      return 'The server knows none of the versions that the client offers: no version in common (RFC 9000 §6.2)';
    case 'close': {
      const code = end === null ? '' : codeText(end.space, end.code);
      const space = end === null || end.space === 'unknown' ? '' : `${end.space} error `;
      const offers = end !== null && isOfProtocol(end) ? offerWords(state) : '';
      return `${whoWords(end?.by ?? 'unknown', state)} closed it${code === '' ? '' : ` with the ${space}${code}`}${offers}`;
    }
    case 'idle-timeout':
    case 'handshake-timeout':
      return `${quiet}${inVain}, and it was given up`;
    case 'stateless-reset':
      return `${whoWords('remote', state)} answered with a Stateless Reset (RFC 9000 §10.3)`;
    case 'not-logged':
      return `The connection ended, and no record says why; ${quiet.charAt(0).toLowerCase()}${quiet.slice(1)} before that`;
    case 'unanswered':
      return `${quiet}${inVain} and ${plural(ptos, 'probe timeout')} passed`;
    default:
      return how satisfies never;
  }
}

function verdictOf(failure: Failure, state: TransportState): string {
  const { startUs, endUs } = failure;
  const waiting = failure.waiting;
  const left =
    waiting === 0
      ? ''
      : `; ${plural(waiting, 'packet')} with handshake data ${waiting === 1 ? 'was' : 'were'} never acknowledged`;
  return `${endWords(failure, state)}, ${duration(endUs - startUs)} after the first packet${left}: the handshake never completed (RFC 9001 §4.1.1).`;
}

function rowsOf({ silence, waiting, ptos, how, endUs }: Failure, state: TransportState): readonly Evidence[] {
  const rows = [
    deciding({
      id: 'complete',
      name: 'handshakes completed',
      normal: '1',
      value: Number(isHandshakeComplete(state)),
      limit: none('count'),
      panel: 'handshake',
    }),
    waitingRow(supporting, waiting),
    supporting({
      id: 'silence',
      name: 'time without a received packet, up to the end',
      normal: 'about one RTT',
      value: endUs - (Number.isNaN(silence.lastReceivedUs) ? silence.firstSentUs : silence.lastReceivedUs),
      limit: above(0, 'us'),
      panel: 'sequence',
    }),
  ];
  return how === 'unanswered' ? [...rows, ptosRow(evidence, ptos)] : rows;
}

function closeUp(state: TransportState, { silence, startUs, endUs }: Failure): CloseUp | null {
  const find = new StepFinder(state);
  return closeUpOf(state, [
    find.sendFrom(startUs),
    find.receiveAt(silence.lastReceivedUs, 'The last packet arrives'),
    Number.isNaN(silence.firstSentUs) ? null : find.sendFrom(silence.firstSentUs, ', and nothing answers it'),
    state.termination?.timeUs === endUs
      ? step('closed', endUs, 'The connection ends, before the handshake is complete')
      : null,
  ]);
}

const LABELS: { readonly [how in Failure['how']]: string } = {
  'no-common-version': 'no version in common',
  'version-mismatch': 'no version in common',
  close: 'closed before it was complete',
  'idle-timeout': 'given up, nothing was answered',
  'handshake-timeout': 'given up, nothing was answered',
  'stateless-reset': 'Stateless Reset before it was complete',
  'not-logged': 'ended before it was complete, reason not logged',
  unanswered: 'never completed, nothing was answered',
};

const TITLES: { readonly [how in Failure['how']]?: string } = {
  'no-common-version': 'No version in common: the handshake failed',
  'version-mismatch': 'No version in common: the handshake failed',
};

/** What to look at: the peer's reason, or the way to it where nothing came from there. */
function nextOf({ how, silence, end }: Failure, state: TransportState): string {
  const first = 'Handshake: its packets in both directions.';
  if (end !== null && isOfProtocol(end))
    return `${first} Give client and server a protocol that the other one has (ALPN)${offerWords(state) === '' ? '; which were offered this log does not say (alpn_information), look at that of the peer' : ''}.`;
  if (how === 'close' || how === 'stateless-reset')
    return `${first} Connection: how far it came, and the code. Look at the log of the peer, and at what the code names: certificates, ALPN, transport parameters.`;
  return Number.isNaN(silence.lastReceivedUs)
    ? `${first} Check that the server runs and listens at that address and port, and that UDP reaches it and its answers come back (a firewall, a blocked port).`
    : `${first} Connection: how far it came. Check that UDP still passes both ways, large packets too, and look at the log of the peer.`;
}

function findingOf(failure: Failure, state: TransportState): Finding {
  const { how, end, startUs, endUs } = failure;
  const isOfVersion = how === 'no-common-version' || how === 'version-mismatch';
  const title = TITLES[how];
  return finding(RULE, {
    ...(title === undefined ? {} : { title }),
    label: how === 'close' && end !== null ? closeLabel(end, state) : LABELS[how],
    severity: 'critical',
    variant: isOfVersion ? 'no-common-version' : how,
    interval: { startUs, endUs },
    verdict: verdictOf(failure, state),
    confidence: end === null || end.from !== 'record' ? 0.9 : 1,
    evidence: rowsOf(failure, state),
    closeUp: closeUp(state, failure),
    why: 'Without a handshake there is no connection: nothing that the application has to send can be delivered (RFC 9000 §7).',
    next: isOfVersion
      ? 'Event list: the Version Negotiation packet and the versions in it. Give both sides a version that the other one has.'
      : nextOf(failure, state),
    panels: ['handshake', 'sequence', 'pto'],
  });
}

export const handshakeFailed: Detector = {
  ...RULE,
  looksThrough: 'packets of the handshake',
  cannotJudge({ state, beginsMidway }) {
    const { packets } = state.connectivity;
    if (state.captured) return 'a capture on the wire does not show when an endpoint had its keys';
    if (state.isPart && (beginsMidway || state.termination === null))
      return 'a range of a log does not show how the handshake ended';
    if (beginsMidway) return 'the log begins behind the handshake';
    const { sent, received } = packets.initial;
    if (sent.packets + received.packets === 0 && versionOffer(state) === undefined)
      return 'no packet of the handshake is logged';
    if (state.role === 'unknown') return 'the log does not tell the client from the server';
    if (state.sentPackets === 0) return 'no sent packets are logged';
    const isDeaf = state.role === 'client' && packets.handshake.sent.packets === 0;
    return state.receivedPackets === 0 && !isDeaf ? 'no received packets are logged' : null;
  },
  finish({ state }) {
    const failure = failureOf(state);
    return failure === null ? [] : [findingOf(failure, state)];
  },
};
