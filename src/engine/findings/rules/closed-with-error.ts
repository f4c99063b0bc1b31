/**
 * A connection that was closed with an error code, or that the peer no longer knew (Stateless Reset): RFC 9000 §10.2, §10.3.
 *
 * Codes that say that nothing is wrong are no finding: NO_ERROR (RFC 9000 §20.1), H3_NO_ERROR and the codes that are
 * reserved to be ignored like it (RFC 9114 §8.1), and DOQ_NO_ERROR (RFC 9250 §4.3), which is 0. Nor is a version mismatch: that is
 * reported by handshake-failed.ts. A transport error is critical, an error of the application a warning: what a code means that neither the
 * transport nor HTTP/3 assigns is known to the application alone.
 */
import { codeName, codeText } from '../../../qlog-schema/error-texts';
import { duration } from '../../base/text/figures';
import { connectivityOf } from '../../sender/transport/connectivity/connectivity-of';
import { endOf } from '../../sender/transport/ending';
import { silenceBefore, waitingPackets } from '../../sender/transport/silence';
import type { Termination, TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { openStreams, outstandingWords } from '../conditions/outstanding';
import { finding, type Rule } from '../finding/build-finding';
import { above, deciding, none, not, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding, Severity } from '../finding/finding';
import { isBeforeOneRtt, whoWords } from '../measures/closing';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'closed-with-error', title: 'Closed with an error' };

/** RFC 9000 §20.1: the code of the application is hidden by it, because the handshake was not complete (§10.2.3). */
const APPLICATION_ERROR = 0xc;
const H3_NO_ERROR = 0x100;
/** RFC 9114 §8.1: H3_GENERAL_PROTOCOL_ERROR to H3_VERSION_FALLBACK; RFC 9204 §6: those of QPACK; RFC 9297 §5.2. */
const H3_ERRORS: readonly (readonly [from: number, to: number])[] = [
  [0x33, 0x33],
  [0x101, 0x110],
  [0x200, 0x202],
];

/** RFC 9114 §8.1: `0x1f * N + 0x21`, to be treated as H3_NO_ERROR. */
function isReserved(code: number): boolean {
  return code >= 0x21 && (code - 0x21) % 0x1f === 0;
}

const isOfHttp3 = (code: number): boolean => H3_ERRORS.some(([from, to]) => code >= from && code <= to);

/** A code that says that nothing went wrong; of the transport 0x100 is TLS's close_notify (RFC 9001 §4.8, RFC 8446 §6.1). */
export function isNoError({ space, code }: Pick<Termination, 'space' | 'code'>): boolean {
  if (code === 0 || code === H3_NO_ERROR) return true;
  return space !== 'transport' && isReserved(code) && !isOfHttp3(code);
}

/** A code of HTTP/3, of an application that is not known to be another one. */
function meansHttp3({ space, code }: Pick<Termination, 'space' | 'code'>, state: TransportState): boolean {
  if (space !== 'application' || !isOfHttp3(code)) return false;
  const { alpn } = connectivityOf(state);
  return alpn === null || alpn.startsWith('h3');
}

/** A transport error is a connection that failed; an error of the application one that it gave up. */
function severityOf({ how, space, code }: Termination): Severity {
  if (how === 'stateless-reset') return 'warning';
  return space === 'transport' && code !== APPLICATION_ERROR ? 'critical' : 'warning';
}

const SECTION = {
  transport: 'RFC 9000 §20.1',
  application: 'RFC 9114 §8.1',
  unknown: 'RFC 9000 §20',
} as const;

/** `transport error 0x178 (NO_APPLICATION_PROTOCOL)`; of an application that may not be HTTP/3 the name says so. */
function codeWords(termination: Termination, state: TransportState): string {
  const { space, code } = termination;
  const name = codeName(space, code) ?? '';
  const number = `0x${code.toString(16)}`;
  if (space === 'transport') return `the transport error ${number}${name === '' ? '' : ` (${name})`}`;
  if (space === 'unknown') return `the error ${number}, of which the log does not say whose it is`;
  if (meansHttp3(termination, state))
    return `the application error ${number}${name === '' ? '' : ` (${name})`}`;
  return `the error ${number} of its application`;
}

function rowsOf(termination: Termination, state: TransportState): readonly Evidence[] {
  const { how, space, code, timeUs } = termination;
  const rows = [
    supporting({
      id: 'handshake',
      name: '1-RTT packets of the client before it: none where the handshake was not complete',
      normal: 'several',
      deciding: true,
      value: Number(!isBeforeOneRtt(state, timeUs)),
      limit: none('count'),
      panel: 'sequence',
    }),
  ];
  if (how === 'stateless-reset')
    return [
      deciding({
        id: 'reset',
        name: 'Stateless Resets of the peer',
        normal: 'none',
        value: 1,
        limit: above(0, 'count'),
        panel: 'sequence',
      }),
      ...rows,
    ];
  return [
    deciding({
      id: 'code',
      name: `code of the close, ${space === 'unknown' ? 'of whom is not said' : `of the ${space}`}`,
      normal: space === 'transport' ? '0' : '0, in HTTP/3 256 (0x100)',
      value: code,
      limit: not(0, 'count'),
      panel: 'sequence',
    }),
    ...rows,
  ];
}

/** The last packets in both directions, and the close. */
function closeUp(state: TransportState, timeUs: number): CloseUp | null {
  const find = new StepFinder(state);
  return closeUpOf(state, [
    find.receiveAt(silenceBefore(state, timeUs).lastReceivedUs, 'A packet arrives'),
    find.sendUpTo(timeUs),
    step('closed', timeUs, 'The connection is closed'),
  ]);
}

/** What is lost with it, as far as the log shows the streams. */
function outstandingIn(input: DetectInput): string {
  return outstandingWords(waitingPackets(input.state), Number.NaN, openStreams(input));
}

function verdictOf(termination: Termination, input: DetectInput): string {
  const { state } = input;
  const outstanding = outstandingIn(input);
  const { how, by, space, timeUs } = termination;
  const after = duration(timeUs - state.firstUs);
  const phase = isBeforeOneRtt(state, timeUs) ? ', before the handshake was complete' : '';
  if (how === 'stateless-reset')
    return `${whoWords(by, state)} answered with a Stateless Reset ${after} after the log begins${phase}: it no longer knew the connection${outstanding === '' ? '' : `; ${outstanding}`} (RFC 9000 §10.3).`;
  return `${whoWords(by, state)} closed the connection with ${codeWords(termination, state)} ${after} after the log begins${phase}${outstanding === '' ? '' : `; ${outstanding}`} (${SECTION[space]}).`;
}

/** `closed by the server, CRYPTO_ERROR no_application_protocol (0x178), before the handshake was complete`. */
export function closeLabel(
  termination: Omit<Termination, 'how'> & { readonly how: string },
  state: TransportState,
): string {
  const { how, by, space, code, timeUs } = termination;
  const [, side] = /\(the (\w+)\)/.exec(whoWords(by, state)) ?? [];
  const whom =
    by === 'unknown'
      ? ''
      : ` by ${side === undefined ? (by === 'local' ? 'this side' : 'the peer') : `the ${side}`}`;
  const isNamed = space !== 'application' || meansHttp3(termination, state);
  const words = codeText(isNamed ? space : 'unknown', code).replace(', ', ' ');
  return [
    how === 'stateless-reset' ? `Stateless Reset${whom}` : `closed${whom}`,
    words,
    isBeforeOneRtt(state, timeUs) ? 'before the handshake was complete' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function findingOf(termination: Termination, input: DetectInput): Finding {
  const { state } = input;
  const { how, timeUs } = termination;
  const isReset = how === 'stateless-reset';
  return finding(RULE, {
    severity: severityOf(termination),
    variant: isReset ? 'stateless-reset' : termination.space,
    interval: { startUs: timeUs, endUs: timeUs },
    verdict: verdictOf(termination, input),
    label: closeLabel(termination, state),
    confidence: 1,
    evidence: rowsOf(termination, state),
    closeUp: closeUp(state, timeUs),
    why: isReset
      ? 'An endpoint that has lost the state of a connection, by a restart or a change of route, can only reset it (RFC 9000 §10.3): what was under way is lost.'
      : 'A close with an error ends all streams at once (RFC 9000 §10.2): what was not delivered by then never is, and the code says who saw what go wrong.',
    next: isReset
      ? 'Event list: the last packets before it. Look whether the peer restarted, or a load balancer sent packets elsewhere.'
      : 'Event list: the record of the close, its reason phrase and the frames before it. The side that closed knows more: look at its log.',
    panels: isBeforeOneRtt(state, timeUs) ? ['handshake', 'sequence'] : ['sequence', 'throughput'],
  });
}

/** Ends that have a code, or are errors by themselves. */
function isError(termination: Termination): boolean {
  if (termination.how === 'stateless-reset') return true;
  return termination.how === 'close' && !Number.isNaN(termination.code) && !isNoError(termination);
}

export const closedWithError: Detector = {
  ...RULE,
  looksThrough: 'packets before the end of the connection',
  standsWithGaps: true,
  cannotJudge({ state }) {
    const { termination } = state;
    if (termination === null) return 'no record says how the connection ended';
    const isUnsaid = termination.how === 'close' && Number.isNaN(termination.code);
    const isKnown = !isUnsaid || endOf(state)?.how === 'idle-timeout';
    return isKnown ? null : 'the log does not say with which code the connection was closed';
  },
  finish(input) {
    const { termination } = input.state;
    return termination !== null && isError(termination) ? [findingOf(termination, input)] : [];
  },
};
