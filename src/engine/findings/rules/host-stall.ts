/**
 * Host stalls: a host did not run for a while, this one or the receiver. The window says nothing about the path then, and
 * what waited meanwhile comes all at once. How a stop is distinguished from a path that delivers nothing: stalls/stalls.ts.
 */
import { count, duration, fixed, instant, plural, rtt } from '../../base/text/figures';
import { ACK_GAP, shortestLateUs } from '../../sender/transport/ack-gaps';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { newestRow, reactionRows } from '../conditions/reaction-rows';
import { whyNoStalls } from '../conditions/why-no-stalls';
import { finding, type Rule } from '../finding/build-finding';
import { atLeast, atMost, deciding, supporting } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { lengthOf, longestOf, sharedLength, totalLength } from '../measures/intervals';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';
import { overdueFromUs, STALL, type Stall, type Stalls, unservedUs } from '../stalls/stalls';

const RULE: Rule = { id: 'host-stall', title: 'A host stopped' };

const T = {
  /** Share of the time from which on stops slow the transfer: a rare one is noted only. */
  warningShare: 0.05,
} as const;

/** Who stopped, as far as the trace tells: the kind that all stops of a group have in common. */
type Host = 'this-host' | 'receiver' | 'receiver-or-path' | 'any-host-or-path';

interface Group {
  readonly host: Host;
  readonly stops: readonly Stall[];
  readonly worst: Stall;
  /** Stops that their ACK's own ack_delay tells. */
  readonly reported: number;
  /** Share of the trace, 0 to 1. */
  readonly share: number;
}

function hostOf(stops: readonly Stall[]): Host {
  if (stops.every(({ kind }) => kind === 'this-host')) return 'this-host';
  if (stops.every(({ kind }) => kind === 'receiver')) return 'receiver';
  return stops.some(({ kind }) => kind === 'any-host-or-path') ? 'any-host-or-path' : 'receiver-or-path';
}

function groupOf(stops: readonly Stall[], { state }: DetectInput): Group | null {
  const worst = longestOf(stops);
  if (worst === null) return null;
  const reported = stops.filter(({ kind }) => kind === 'receiver').length;
  return {
    host: hostOf(stops),
    stops,
    worst,
    reported,
    share: totalLength(stops) / (state.lastUs - state.firstUs),
  };
}

const WHO: { readonly [host in Host]: string } = {
  'this-host': 'This host stopped',
  receiver: 'The receiver stopped',
  'receiver-or-path': 'The receiver stopped, or the path held its ACKs,',
  'any-host-or-path': 'A host stopped, this one or the receiver, or the path held the ACKs,',
};

/** The same at the place of one stop in a picture: no comma may stand within. */
const LABEL: { readonly [host in Host]: string } = {
  'this-host': 'this host stopped',
  receiver: 'the receiver stopped',
  'receiver-or-path': 'the receiver stopped or the path held its ACKs',
  'any-host-or-path': 'a host stopped or the path held the ACKs',
};

/** What shows the longest stop, as part of a sentence. */
function shown({ kind, quiet, gap, read, isOverdue, ...stop }: Stall, { usual }: Stalls): string {
  const untilAck = `${rtt(gap.endUs - gap.latestSentUs)} after the newest packet that it acknowledges`;
  switch (kind) {
    case 'this-host':
      return isOverdue
        ? `no packet is sent or received, though a probe (PTO) was due ${duration(quiet.ptoUs)} after the last packet`
        : `no packet is sent or received, and ${plural(read.acks, 'ACK')} are read at once then, one for ` +
            `${fixed(read.ackBytes / usual.bytes, 1)} × the usual bytes`;
    case 'receiver':
      return `no ACK of new data comes, then one that the receiver says it held for ${duration(gap.ackDelayUs)} (ack_delay)`;
    case 'any-host-or-path':
      return `no packet is sent or received for ${duration(sharedLength(quiet, stop))} of it, then one ACK comes ${untilAck}`;
    default:
      return `no ACK of new data comes, then one ${gap.ackDelayUs > 0 ? `that the receiver says it held for ${duration(gap.ackDelayUs)} (ack_delay), ` : ''}${untilAck}`;
  }
}

function verdictOf({ host, stops, worst, reported }: Group, stalls: Stalls): string {
  const times =
    stops.length === 1
      ? `for ${duration(lengthOf(worst))} at ${instant(worst.startUs)}`
      : `${stops.length === 2 ? 'twice' : `${plural(stops.length, 'time')}`}, for ${duration(totalLength(stops))} in all, the longest ` +
        `${duration(lengthOf(worst))} at ${instant(worst.startUs)}`;
  const also =
    reported > 0 && reported < stops.length
      ? `; ${count(reported)} of them ${reported === 1 ? 'was' : 'were'} the receiver's, as the ACK says (ack_delay)`
      : '';
  return `${WHO[host]} ${times}: ${shown(worst, stalls)}${also}.`;
}

/** What tells the longest stop from a path that delivers nothing. */
function tellingRows(
  { kind, quiet, gap, read, isOverdue, ...stop }: Stall,
  { usual }: Stalls,
): readonly Evidence[] {
  if (kind === 'receiver') {
    return [
      deciding({
        id: 'ack-delay',
        name: 'time for which the receiver says that it held the ACK (ack_delay)',
        normal: 'up to 25 ms',
        value: gap.ackDelayUs,
        limit: atLeast(lengthOf(stop), 'us', { times: STALL.gapShare, of: 'the stop' }),
        panel: 'rtt',
      }),
    ];
  }
  if (kind !== 'this-host') return [newestRow(gap)];
  if (isOverdue) {
    return [
      deciding({
        id: 'overdue',
        name: 'time in which no probe was sent (PTO)',
        normal: 'up to one PTO',
        value: unservedUs(quiet),
        limit: atLeast(overdueFromUs(quiet), 'us', {
          note: `, two PTOs and ${duration(STALL.overdueUs)}`,
        }),
        panel: 'pto',
      }),
    ];
  }
  return [
    deciding({
      id: 'acks',
      name: 'ACKs read at once after it',
      normal: 'one',
      value: read.acks,
      limit: atLeast(STALL.minAcks, 'count'),
      panel: 'sequence',
    }),
    deciding({
      id: 'ack-bytes',
      name: 'bytes that one of them acknowledges, median',
      normal: 'the usual',
      value: read.ackBytes,
      limit: atMost(usual.bytes, 'bytes', { times: STALL.ackBytesRatio, of: 'the usual' }),
      panel: 'sequence',
    }),
    deciding({
      id: 'read-within',
      name: 'time within which they are read',
      normal: 'that within which they came',
      value: read.readUs,
      limit: atMost(read.cameUs, 'us', {
        times: STALL.readShare,
        of: 'the time within which they came',
        write: rtt,
      }),
      panel: 'sequence',
    }),
  ];
}

function evidenceOf(group: Group, input: DetectInput): readonly Evidence[] {
  const { worst, share } = group;
  const shortestUs = shortestLateUs(worst.gap) - input.clockStepUs;
  return [
    deciding({
      id: 'length',
      name: 'the longest stop',
      normal: 'below one round trip',
      value: lengthOf(worst),
      limit: atLeast(shortestUs, 'us', {
        note: `, the lesser of ${duration(ACK_GAP.lateUs)} and ${ACK_GAP.lateRtts} smoothed RTTs`,
      }),
      panel: 'sequence',
    }),
    ...tellingRows(worst, input.stalls),
    supporting({
      id: 'share',
      name: 'share of the time in which it stopped',
      normal: 'near 0 %',
      value: share,
      limit: atLeast(T.warningShare, 'share', { note: ' for a warning' }),
      panel: 'sequence',
    }),
    ...reactionRows(input, lengthOf(worst)),
  ];
}

const REMEDIES =
  'shallow CPU sleep states (intel_idle.max_cstate=1, processor.max_cstate=1), the performance governor (cpupower), ' +
  'SO_BUSY_POLL, IRQ affinity, pinning. A socket buffer that holds the packets of a stop keeps them from being lost.';

const NEXT: { readonly [host in Host]: string } = {
  'this-host': `Sequence: the gap, and the ACKs behind it. Look at scheduling on this host. Known remedies: ${REMEDIES}`,
  receiver: `RTT: the sample behind the gap. Look at scheduling on the receiver's host. Known remedies: ${REMEDIES}`,
  'receiver-or-path': `Take a trace of the receiver: a log that stops as well tells its host from the path. Known remedies: ${REMEDIES}`,
  'any-host-or-path': `Take a trace of the receiver: it tells which host stopped. Known remedies: ${REMEDIES}`,
};

const CONFIDENCE: { readonly [host in Host]: number } = {
  'this-host': 0.9,
  receiver: 0.9,
  'receiver-or-path': 0.6,
  'any-host-or-path': 0.5,
};

/** The longest stop: the last packet before it, the silence, and the ACK after it. */
function closeUp(
  { state }: DetectInput,
  { worst: { kind, quiet, gap, startUs, endUs } }: Group,
): CloseUp | null {
  const find = new StepFinder(state);
  const isThisHost = kind === 'this-host';
  const next = find.ackFrom(isThisHost ? quiet.endUs : gap.endUs);
  const after = find.sendFrom(endUs);
  // What comes first may be no ACK of new data.
  const first =
    isThisHost && next?.timeUs !== quiet.endUs
      ? find.receiveAt(quiet.endUs, 'The next packet is received')
      : null;
  const isQuiet = isThisHost && [next, after, first].some((one) => one?.timeUs === quiet.endUs);
  const startsUs = isThisHost ? quiet.startUs : gap.startUs;
  return closeUpOf(state, [
    isThisHost ? find.sendUpTo(startUs) : find.ackUpTo(gap.startUs, ', the last one before the stop'),
    isQuiet
      ? step('quiet', startsUs, `From here on no packet is sent or received for ${duration(lengthOf(quiet))}`)
      : step(
          'no-ack',
          startsUs,
          `From here on nothing new is acknowledged for ${duration((isThisHost ? (next?.timeUs ?? endUs) : endUs) - startsUs)}`,
        ),
    first,
    next && { ...next, text: `${next.text}: ${isThisHost ? 'what waited is read' : 'the stop is over'}` },
    after,
  ]);
}

function findingOf(group: Group, input: DetectInput): Finding {
  return finding(RULE, {
    key: group.host,
    severity: group.share >= T.warningShare ? 'warning' : 'info',
    interval: { startUs: group.worst.startUs, endUs: group.worst.endUs },
    times: group.stops,
    label: `${LABEL[hostOf([group.worst])]} for ${duration(lengthOf(group.worst))}`,
    verdict: verdictOf(group, input.stalls),
    variant: group.host,
    confidence: CONFIDENCE[group.host],
    evidence: evidenceOf(group, input),
    closeUp: closeUp(input, group),
    why:
      'A host that is not scheduled neither reads ACKs nor sends: the path drains, the measured round trips contain the ' +
      'stop (RTT; RFC 9002 §5.3 leaves it out only as far as the receiver reports it as ack_delay), and probes are sent ' +
      'although nothing was lost (PTO). What arrives meanwhile waits in its socket, and is lost where that is full.',
    next: NEXT[group.host],
    panels: ['sequence', 'rtt', 'pto', 'limits'],
  });
}

export const hostStall: Detector = {
  ...RULE,
  looksThrough: 'gaps between ACKs',
  cannotJudge: whyNoStalls,
  finish(input) {
    const { hosts } = input.stalls;
    const groups = [
      hosts.filter(({ kind }) => kind === 'this-host'),
      hosts.filter(({ kind }) => kind !== 'this-host'),
    ].map((stops) => groupOf(stops, input));
    return groups.flatMap((group) => (group === null ? [] : findingOf(group, input)));
  },
};
