/** The outline of a connection that was read to its end (contract/outline.ts). */
import { FIRST_PARAMETER, PARAMETER_NAMES, TO_OWN } from '../../../qlog-schema/transport-parameters';
import type { Numbers } from '../../base/columns/block-reader';
import { lowerBound, upperBound } from '../../base/columns/growable';
import type { Series } from '../../base/columns/series';
import type { StateTimeline } from '../../base/columns/state-timeline';
import { roundTripAt, roundTripsIn, smoothedRtt } from '../../findings/measures/round-trips';
import type { HeldTime } from '../../findings/partition/partition';
import type { LogIdentity } from '../../input/formats/log-identity';
import { type ConnectionEnd, endOf } from '../../sender/transport/ending';
import type { TransportState } from '../../sender/transport/transport';
import type {
  AfterLoss,
  Arrived,
  Landmarks,
  LoggedParameters,
  Milestone,
  NamedTime,
  Outcome,
  Outline,
} from '../contract/outline';
import { type Arrivals, arrivalsOf } from '../stages/arrivals';
import { trafficOf } from './traffic';

const MAX_POINTS = 4096;

/** Amounts that traces are compared by, bytes. */
const MILESTONES = [1e6, 10e6];

/** Codes that say that nothing went wrong: NO_ERROR of RFC 9000 §20.1, H3_NO_ERROR of RFC 9114 §8.1. */
const NO_ERROR = [0, 0x100];

/** Round trips after the last loss in which the window is taken as reduced for it. */
const REDUCED_WITHIN = 2;

/** @param identity of the same connection. @param heldTime null where it is not known. */
export function outlineOf(state: TransportState, identity: LogIdentity, heldTime: HeldTime | null): Outline {
  const { originalIds, groupId, connectionIds, quicVersion } = identity;
  const { congestionWindow } = state.series;
  const arrivals = arrivalsOf(state);
  const outcome = outcomeOf(state);
  const { firstUs, lastUs } = state;
  return {
    landmarks: landmarksOf(state, arrivals.series),
    arrived: arrivedOf(arrivals),
    milestones: MILESTONES.map((bytes) => milestoneOf(arrivals.series, bytes)),
    outcome,
    completedUs: outcome === 'finished' ? arrivals.series.timesUs.last() : Number.NaN,
    initialCwndBytes: congestionWindow.values.at(0),
    medianCwndBytes: congestionWindow.medianInTime(firstUs, lastUs),
    medianRttUs: smoothedRtt(state).medianInTime(firstUs, lastUs),
    identity: { originalIds, groupId, connectionIds, quicVersion },
    parameters: {
      own: parametersOf(state, FIRST_PARAMETER + TO_OWN),
      peer: parametersOf(state, FIRST_PARAMETER),
    },
    states: timesOf(state.states, state.firstUs, state.lastUs),
    limits: heldTime === null ? [] : timesOf(heldTime.timeline, state.firstUs, heldTime.endUs),
    probeTimeouts: state.ptos.timesUs.length,
    afterLastLoss: afterLastLoss(state),
    traffic: trafficOf(state),
  };
}

/** @param first number of the pairs of their owner. */
function parametersOf({ parameters }: TransportState, first: number): LoggedParameters {
  return new Map(
    PARAMETER_NAMES.flatMap((name, i) => {
      const value = parameters.get(first + i);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function landmarksOf(state: TransportState, arrivals: Series): Landmarks {
  const { timesUs: lossesUs } = state.losses;
  const firstData = lowerBound(arrivals.timesUs, state.establishedUs);
  return {
    startUs: state.firstUs,
    handshakeUs: state.establishedUs,
    firstDataUs: arrivals.timesUs.at(firstData),
    firstLossUs: lossesUs[0] ?? Number.NaN,
    lastLossUs: lastOf(lossesUs),
  };
}

function lastOf(times: Float64Array): number {
  return times[times.length - 1] ?? Number.NaN;
}

/** Steps at even places in their order: where more arrives, there are more of them. */
function arrivedOf({ quantity, series: { timesUs, values } }: Arrivals): Arrived {
  const points = Math.min(timesUs.length, MAX_POINTS);
  const at = (i: number): number => (points < 2 ? i : Math.round((i * (timesUs.length - 1)) / (points - 1)));
  const pick = (from: Numbers): Float64Array<ArrayBuffer> =>
    Float64Array.from({ length: points }, (_, i) => from.at(at(i)));
  return { quantity, timesUs: pick(timesUs), bytes: pick(values) };
}

function milestoneOf({ timesUs, values }: Series, bytes: number): Milestone {
  return { bytes, timeUs: timesUs.at(lowerBound(values, bytes)) };
}

function outcomeOf(state: TransportState): Outcome {
  const { isPart, captured, establishedUs, lastUs } = state;
  const end = endOf(state);
  if (isPart || captured || Number.isNaN(lastUs)) return 'unknown';
  if (end === null) return 'open';
  // What came of it is in the log of another connection.
  if (end.how === 'version-negotiated') return 'unknown';
  // A connection whose handshake failed may be closed without a code that the log knows.
  return endedWell(end, state) && !Number.isNaN(establishedUs) ? 'finished' : 'failed';
}

/** Closed without an error, or by the idle timeout when nothing was on its way. */
function endedWell({ how, code }: ConnectionEnd, { inFlight }: TransportState): boolean {
  if (how === 'idle-timeout') return inFlight.last === 0;
  return how === 'close' && (Number.isNaN(code) || NO_ERROR.includes(code));
}

function timesOf(timeline: StateTimeline, fromUs: number, toUs: number): readonly NamedTime[] {
  if (timeline.length === 0) return [];
  return [...timeline.timesIn(fromUs, toUs)].flatMap(([name, us]) => (us > 0 ? { name, us } : []));
}

function afterLastLoss(state: TransportState): AfterLoss | null {
  const { losses, series } = state;
  const { timesUs, values } = series.congestionWindow;
  const lastLossUs = lastOf(losses.timesUs);
  if (!losses.isKnown || Number.isNaN(lastLossUs) || timesUs.length === 0) return null;
  const rttUs = roundTripAt(state, lastLossUs);
  const reducedUntilUs = lastLossUs + REDUCED_WITHIN * (rttUs > 0 ? rttUs : 0);
  const first = Math.max(0, upperBound(timesUs, lastLossUs) - 1);
  let least = first;
  const end = upperBound(timesUs, reducedUntilUs);
  for (let i = first + 1; i < end; i++) if (values.at(i) < values.at(least)) least = i;
  const cwndBytes = values.at(least);
  let doubled = least;
  let highestCwndBytes = cwndBytes;
  for (; doubled < values.length && values.at(doubled) < 2 * cwndBytes; doubled++)
    highestCwndBytes = Math.max(highestCwndBytes, values.at(doubled));
  const doubledUs = timesUs.at(doubled);
  const endUs = Number.isNaN(doubledUs) ? state.lastUs : doubledUs;
  const roundTrips = roundTripsIn(state, { startUs: lastLossUs, endUs }).count;
  return { lastLossUs, cwndBytes, highestCwndBytes, doubledUs, roundTrips };
}
