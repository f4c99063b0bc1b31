/**
 * The path of the connection changed: an endpoint moved, or an address changed under it (RFC 9000 §9). Reported, and an alarm only
 * where delivery broke at it: most of what was sent around it is lost, or nothing that was sent after it arrives for long.
 *
 * Which it was is inferred where the log names no addresses: a new connection ID, or a probe of the new path, shows that it
 * was meant (§9.5). What changed and when is `transport/connectivity`'s.
 */
import { count, duration, instant, plural, rtt } from '../../base/text/figures';
import type { PathChange } from '../../sender/transport/connectivity/connectivity';
import { connectivityOf } from '../../sender/transport/connectivity/connectivity-of';
import { PacketFate, PacketMark } from '../../sender/transport/packet-fate';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { above, atLeast, both, deciding, reaches, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { whoWords } from '../measures/closing';
import { roundTripAt } from '../measures/round-trips';
import type { Detector } from '../rule/detector';

const RULE: Rule = { id: 'path-changed', title: 'Path changed' };

const T = {
  /** What was under way to the old address, and what a validation of one round trip sends there still. */
  beforeRtts: 1,
  behindRtts: 3,
  /** Most of what was sent around it; a path that loses few % and recovers loses far less of it. */
  lostShare: 0.5,
  minLost: 4,
  /** Nothing sent after it is acknowledged: more than two PTOs on end (RFC 9002 §6.2), and noticed by whoever waits. */
  silentRtts: 8,
  silentUs: 300_000,
} as const;

/** Packets sent around a change. Times are µs. */
interface Around {
  readonly sent: number;
  readonly lost: number;
  /** From the change to the first ACK of a packet that was sent after it; NaN for never. */
  readonly answeredUs: number;
  readonly rttUs: number;
}

function around({ ledger }: TransportState, { timeUs }: PathChange, rttUs: number): Around {
  const { application: space } = ledger;
  const { sentTimesUs: times } = space;
  const from = times.lowerBound(timeUs - T.beforeRtts * rttUs);
  let [sent, lost, answeredAtUs] = [0, 0, Number.POSITIVE_INFINITY];
  for (let i = from; i < times.length; i++) {
    const sentUs = times.at(i);
    const fate = space.fateAt(i);
    const isAcked = fate === PacketFate.acked || fate === PacketFate.spurious;
    const isNear = sentUs <= timeUs + T.behindRtts * rttUs;
    if (isNear && space.isMarked(i, PacketMark.ackEliciting)) {
      sent++;
      if (fate === PacketFate.lost) lost++;
    } else if (!isNear && sentUs >= answeredAtUs) break;
    if (isAcked && sentUs >= timeUs) answeredAtUs = Math.min(answeredAtUs, space.settledUsAt(i));
  }
  const answeredUs = Number.isFinite(answeredAtUs) ? answeredAtUs - timeUs : Number.NaN;
  return { sent, lost, answeredUs, rttUs };
}

function breaks({ sent, lost, answeredUs, rttUs }: Around): boolean {
  if (lost >= T.minLost && lost >= T.lostShare * sent) return true;
  return lost > 0 && answeredUs >= Math.max(T.silentUs, T.silentRtts * rttUs);
}

function rowsOf(change: PathChange, around: Around, changes: number): readonly Evidence[] {
  const { sent, lost, answeredUs, rttUs } = around;
  return [
    deciding({
      id: 'changes',
      name: 'changes of the path that the log shows',
      normal: 'none',
      value: changes,
      limit: above(0, 'count'),
      panel: 'sequence',
    }),
    supporting({
      id: 'lost',
      name: 'share of the packets lost that were sent up to a round trip before it and three after it',
      normal: 'as before: few',
      deciding: true,
      value: sent === 0 ? Number.NaN : lost / sent,
      limit: both(
        atLeast(T.lostShare, 'share'),
        ' and ',
        reaches(lost, T.minLost, (least) => `${least} packets`),
      ),
      panel: 'loss',
    }),
    supporting({
      id: 'answered',
      name: 'time until a packet that was sent after it is acknowledged',
      normal: 'one round trip',
      deciding: true,
      value: answeredUs,
      limit: both(
        atLeast(Math.max(T.silentUs, T.silentRtts * rttUs), 'us'),
        ' and ',
        reaches(lost, 1, () => 'a packet lost'),
      ),
      panel: 'sequence',
    }),
    supporting({
      id: 'validated',
      name: 'time until the new path was validated (PATH_RESPONSE)',
      normal: 'one round trip',
      value: change.validatedUs - change.timeUs,
      limit: atLeast(0, 'us'),
      panel: 'sequence',
    }),
  ];
}

function changeWords({ why, by }: PathChange, state: TransportState): string {
  const who = whoWords(by, state);
  switch (why) {
    case 'migration':
      return `${who} moved to another path (migration)`;
    case 'preferred-address':
      return `${who} moved to a preferred address of the server`;
    case 'rebinding':
      return `${by === 'unknown' ? 'An address' : `The address of ${who.charAt(0).toLowerCase()}${who.slice(1)}`} changed without a sign that it moved on purpose (rebinding)`;
    case 'unknown':
      return 'The path was validated anew';
  }
}

function closeUp(state: TransportState, { timeUs }: PathChange): CloseUp | null {
  const find = new StepFinder(state);
  return closeUpOf(state, [
    find.ackUpTo(timeUs, ', the last one before the path changes'),
    step('path', timeUs, 'The path changes'),
    find.sendFrom(timeUs),
    find.ackFrom(timeUs + 1),
  ]);
}

function findingOf(change: PathChange, around: Around, changes: number, state: TransportState): Finding {
  const { timeUs, validatedUs, why } = change;
  const { sent, lost, answeredUs, rttUs } = around;
  const isBroken = breaks(around);
  // Who did not notice answers the peer's PATH_CHALLENGE, and asks for nothing.
  const isAsked = change.by === 'local' && why === 'rebinding';
  const validated = Number.isNaN(validatedUs)
    ? 'not validated in this log'
    : `${isAsked ? 'the PATH_CHALLENGE of the peer answered' : 'validated'} ${duration(validatedUs - timeUs)} later`;
  const losses =
    sent === 0
      ? ''
      : `; of the ${plural(sent, 'ack-eliciting packet')} sent from a round trip before it to three behind it ${count(lost)} ${lost === 1 ? 'was' : 'were'} lost`;
  const answered = Number.isNaN(answeredUs)
    ? sent === 0
      ? ''
      : ', and none sent behind it was acknowledged'
    : `, and the first one sent behind it was acknowledged after ${duration(answeredUs)}`;
  const endUs = Number.isNaN(answeredUs) ? timeUs + T.behindRtts * (rttUs || 0) : timeUs + answeredUs;
  return finding(RULE, {
    severity: isBroken ? 'warning' : 'info',
    interval: { startUs: timeUs, endUs: Math.min(state.lastUs, Math.round(endUs)) },
    variant: why,
    verdict:
      `${changeWords(change, state)} at ${instant(timeUs)}, ${validated}${losses}${answered}, at round trips of ${rtt(rttUs)} ` +
      `(RFC 9000 §9)${amongSuch(changes, 'changes', isBroken ? 'worst' : 'first')}.`,
    confidence: change.from === null ? 0.8 : 0.95,
    evidence: rowsOf(change, around, changes),
    closeUp: closeUp(state, change),
    why:
      'A new path has another round trip and another bandwidth: window and RTT start anew (RFC 9000 §9.4), and what was sent to ' +
      'the old address may never arrive.',
    next: isBroken
      ? 'Sequence: what was sent to the old path. Look whether both sides switch at once, and at the peer in a log of its own.'
      : 'Sequence and RTT: whether the new path behaves like the old one.',
    panels: ['sequence', 'rtt', 'loss', 'congestion'],
  });
}

export const pathChanged: Detector = {
  ...RULE,
  looksThrough: 'changes of the path',
  cannotJudge({ state, beginsMidway }) {
    if (state.pathCount > 1)
      return 'its paths are not distinguished: of several at once none replaces another';
    return beginsMidway
      ? 'the log begins in the middle of the connection: which path it began on is not in it'
      : null;
  },
  finish({ state }) {
    const changes = connectivityOf(state)
      .paths.map((change) => ({ change, found: around(state, change, roundTripAt(state, change.timeUs)) }))
      // Without a round trip before it, it is part of the handshake.
      .filter(({ found: around }) => around.rttUs > 0);
    const [first] = changes;
    if (first === undefined) return [];
    const broken = changes.filter(({ found: around }) => breaks(around));
    const [worst = first] = broken.sort((a, b) => (b.found.answeredUs || 0) - (a.found.answeredUs || 0));
    return [findingOf(worst.change, worst.found, changes.length, state)];
  },
};
