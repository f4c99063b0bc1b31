/**
 * Far more in flight than the window allows, for longer than a round trip, while the sender continues to send: caused
 * by proportional rate reduction with wrong counters (one reached 302 × the window).
 *
 * A large flight before a reduction that only waits to be acknowledged or declared lost is no overshoot: new data must
 * have been sent meanwhile.
 */
import { EventKind, PacketFlag } from '../../../qlog-schema';
import { lowerBound, upperBound } from '../../base/columns/growable';
import { amount, bytes, duration, fixed } from '../../base/text/figures';
import type { TransportState } from '../../sender/transport/transport';
import { closeUpOf } from '../close-up/close-up';
import { StepFinder, step } from '../close-up/steps';
import { whyNoWindow } from '../conditions/sender-view';
import { amongSuch, finding, type Rule } from '../finding/build-finding';
import { above, atLeast, deciding, holdsAll } from '../finding/evidence';
import type { CloseUp, Evidence, Finding } from '../finding/finding';
import { type Interval, lengthOf, riseIn } from '../measures/intervals';
import { medianRtt, roundTripsIn } from '../measures/round-trips';
import type { Detector } from '../rule/detector';
import type { DetectInput } from '../rule/rule-input';

const RULE: Rule = { id: 'inflight-overshoot', title: 'More in flight than the window allows' };

const T = {
  /** congestion.md §5. */
  timesWindow: 2,
  minRtts: 1,
} as const;

interface Overshoot extends Interval {
  /** At the largest ratio of flight to window: both in bytes. */
  readonly inFlightBytes: number;
  readonly cwndBytes: number;
  readonly sentBytes: number;
  /** Median of it, µs. */
  readonly rttUs: number;
  /** How many round trips it lasts, by samples. */
  readonly roundTrips: number;
}

type Stretch = Omit<Overshoot, 'sentBytes' | 'rttUs' | 'roundTrips'>;

/**
 * Bytes sent in [startUs, endUs] in response to ACKs. PTO probes may exceed the window (RFC 9002 §7.5) but few logs
 * mark them; they are sent when no ACK of new data came in the round trip before.
 */
function sentIn(state: TransportState, { startUs, endUs }: Interval, rttUs: number): number {
  const { events } = state;
  const { ackedTotal } = state.series;
  const times = events.timeUs.reader();
  const to = upperBound(times, endUs);
  let sum = 0;
  for (let i = lowerBound(times, startUs); i < to; i++) {
    const flags = events.flags.at(i);
    if (events.kind.at(i) !== EventKind.packetSent || (flags & PacketFlag.inFlight) === 0) continue;
    const timeUs = times.at(i);
    if (riseIn(ackedTotal, timeUs - rttUs, timeUs) > 0) sum += events.sizeBytes.at(i);
  }
  return sum;
}

/** Stretches in which the flight is above twice the window, by one pass over the points of both. */
function stretchesAbove(state: TransportState): readonly Stretch[] {
  const flight = state.inFlight;
  const { congestionWindow } = state.series;
  const windowTimes = congestionWindow.timesUs.reader();
  const windows = congestionWindow.values.reader();
  const stretches: Stretch[] = [];
  let open: { startUs: number; inFlightBytes: number; cwndBytes: number } | null = null;
  let at = -1;
  const step = (timeUs: number, inFlightBytes: number, cwndBytes: number): void => {
    if (inFlightBytes > T.timesWindow * cwndBytes) {
      open ??= { startUs: timeUs, inFlightBytes, cwndBytes };
      if (inFlightBytes / cwndBytes > open.inFlightBytes / open.cwndBytes) {
        open = { ...open, inFlightBytes, cwndBytes };
      }
    } else if (open !== null) {
      stretches.push({ ...open, endUs: timeUs });
      open = null;
    }
  };
  const times = flight.timesUs.reader();
  const flights = flight.values.reader();
  let nextUs = times.at(0);
  let nextWindowUs = windowTimes.at(0);
  for (let i = 0; i < times.length; i++) {
    const timeUs = nextUs;
    nextUs = times.at(i + 1);
    // A window that changes between two points of the flight ends or begins a stretch there. A change at the same time
    // belongs to the same event: it must not be compared with the flight of the event before.
    for (; nextWindowUs < timeUs; nextWindowUs = windowTimes.at(++at + 1)) {
      if (i > 0) step(nextWindowUs, flights.at(i - 1), windows.at(at + 1));
    }
    if (nextUs === timeUs) continue;
    while (nextWindowUs === timeUs) nextWindowUs = windowTimes.at(++at + 1);
    if (at >= 0) step(timeUs, flights.at(i), windows.at(at));
  }
  if (open !== null) stretches.push({ ...(open as Omit<Stretch, 'endUs'>), endUs: state.lastUs });
  return stretches;
}

function evidenceOf(overshoot: Overshoot): readonly Evidence[] {
  const { inFlightBytes, cwndBytes, sentBytes, roundTrips } = overshoot;
  return [
    deciding({
      id: 'times',
      name: 'bytes in flight',
      normal: 'at most cwnd',
      value: inFlightBytes,
      limit: above(cwndBytes, 'bytes', { times: T.timesWindow, of: 'cwnd' }),
      panel: 'congestion',
    }),
    deciding({
      id: 'length',
      name: 'how long it stays above that',
      normal: '0 round trips',
      value: roundTrips,
      limit: above(T.minRtts, 'rtt', { note: ' round trip' }),
      panel: 'congestion',
    }),
    // A flight that only waits to be declared lost is no overshoot: new data of the window's size must have been sent.
    deciding({
      id: 'sent',
      name: 'bytes sent meanwhile in answer to ACKs',
      normal: 'less than a window',
      value: sentBytes,
      limit: atLeast(cwndBytes, 'bytes', { of: 'cwnd' }),
      panel: 'sequence',
    }),
  ];
}

/** What happened before the flight passed the window, its largest excess, and the ACK after it. */
function closeUp(state: TransportState, worst: Overshoot): CloseUp | null {
  const { startUs, endUs, inFlightBytes, cwndBytes, rttUs } = worst;
  const find = new StepFinder(state);
  const { timesUs, values } = state.inFlight;
  let most = lowerBound(timesUs, startUs);
  while (most < values.length && values.at(most) !== inFlightBytes) most++;
  const mostUs = timesUs.at(most);
  const loss = find.lossFrom(startUs - rttUs);
  const over = `${bytes(inFlightBytes)} are in flight, beyond the window of ${bytes(cwndBytes)}`;
  return closeUpOf(state, [
    loss !== null && loss.timeUs <= mostUs ? loss : null,
    find.cutWithin(startUs - rttUs, mostUs),
    step('above-window', mostUs, over),
    mostUs < endUs ? find.sendFrom(mostUs + 1) : null,
    find.ackFrom(mostUs + 1),
  ]);
}

function findingOf(state: TransportState, worst: Overshoot, all: number): Finding {
  const { inFlightBytes, cwndBytes, sentBytes, roundTrips } = worst;
  const times = inFlightBytes / cwndBytes;
  const logged = state.inFlight.info.origin === 'logged';
  return finding(RULE, {
    severity: 'warning',
    interval: worst,
    verdict:
      `Bytes in flight stayed above ${T.timesWindow} × the window (cwnd) for ${duration(lengthOf(worst))} (${fixed(roundTrips, 1)} round trips) ` +
      `and reached ${bytes(inFlightBytes)}, ${fixed(times, 1)} × the ${bytes(cwndBytes)} that RFC 9002 §7 allows, while ` +
      `${amount(sentBytes)} more were sent in answer to ACKs${amongSuch(all, 'spans', 'worst')}.`,
    confidence: logged ? 0.9 : 0.6,
    evidence: evidenceOf(worst),
    closeUp: closeUp(state, worst),
    why:
      'A sender must not send while its flight would exceed the window (RFC 9002 §7). One that does after a loss pours ' +
      'more into the queue that has just overflowed, and the next losses are its own.',
    next: 'Congestion: the flight above the window. Loss: what was lost right behind it. Sequence: what was sent.',
    panels: ['congestion', 'loss', 'sequence'],
  });
}

function whyNot(input: DetectInput): string | null {
  const lacking = whyNoWindow(input);
  if (lacking !== null) return lacking;
  const { inFlight, losses } = input.state;
  if (inFlight.length === 0) return 'bytes in flight are neither logged nor rebuilt';
  return inFlight.info.origin === 'logged' || losses.isKnown
    ? null
    : 'bytes in flight are not logged, and losses, which end a flight, are not known';
}

export const inflightOvershoot: Detector = {
  ...RULE,
  looksThrough: 'times with more in flight than the window',
  needs: ['cwnd'],
  cannotJudge: whyNot,
  finish({ state, clockStepUs }) {
    // Both ends are rounded to the clock's step: the real stretch may be shorter by that much.
    const overshoots = stretchesAbove(state)
      .map((stretch) => {
        const rttUs = medianRtt(state, stretch);
        const roundTrips = roundTripsIn(state, stretch).lasts;
        return { ...stretch, rttUs, roundTrips, sentBytes: sentIn(state, stretch, rttUs) };
      })
      .filter((one) => lengthOf(one) > T.minRtts * one.rttUs + clockStepUs && holdsAll(evidenceOf(one)))
      .sort((a, b) => b.inFlightBytes / b.cwndBytes - a.inFlightBytes / a.cwndBytes);
    const [worst] = overshoots;
    return worst === undefined ? [] : [findingOf(state, worst, overshoots.length)];
  },
};
