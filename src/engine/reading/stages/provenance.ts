/**
 * Origin of each quantity of congestion control: logged by the stack, rebuilt from packets, or inferred; if both exist,
 * their difference at the times at which the stack logged. Computed once, after the trace has been read. Which of the
 * two a panel draws is decided by the page, not here.
 *
 * A series stores a repeated value once, so only the times at which the logged value changed are compared.
 */
import { middleOf, nearestRank } from '../../base/columns/median';
import type { Series } from '../../base/columns/series';
import type { HeldTime } from '../../findings/partition/partition';
import type { LossMethod } from '../../sender/transport/loss-log';
import type { PtoMethod } from '../../sender/transport/pto-log';
import type { TransportState } from '../../sender/transport/transport';
import type { OriginDifference, Provenance, Quantity } from '../contract/quality';
import { isPayloadDelivered } from './arrivals';

/** Maximum times compared per quantity: of more, every n-th is used, so that the cost does not grow with the trace. */
const MAX_COMPARED = 20_000;

const LOGGED_LOSSES: readonly LossMethod[] = ['logged', 'counted'];
const INFERRED_PTOS: PtoMethod = 'silence';

/** All quantities in display order, including those missing from the trace. @param heldTime null where it is not known. */
export function provenanceOf(state: TransportState, heldTime: HeldTime | null): readonly Provenance[] {
  const { series, rebuilt } = state;
  return [
    seriesOrigin('congestion-window', series.congestionWindow, null),
    {
      ...seriesOrigin('bytes-in-flight', series.bytesInFlight, state.flightFromPackets),
      ...flightApart(state),
    },
    seriesOrigin('ssthresh', series.ssthresh, null),
    comparedOrigin('latest-rtt', series.latestRtt, rebuilt.latestRtt),
    comparedOrigin('smoothed-rtt', series.smoothedRtt, rebuilt.smoothedRtt),
    comparedOrigin('min-rtt', series.minRtt, rebuilt.minRtt),
    lossOrigin(state),
    stateOrigin(state),
    ptoOrigin(state),
    seriesOrigin('acknowledged', null, state.ackedBytes > 0 ? series.ackedTotal : null),
    seriesOrigin('goodput', null, isPayloadDelivered(state) ? rebuilt.goodputTotal : null),
    origin('limits', { rebuilt: heldTime?.timeline.length ?? 0 }),
  ];
}

/** Fields left out are absent. */
function origin(quantity: Quantity, counts: Partial<Provenance>): Provenance {
  const { logged = 0, rebuilt = 0 } = counts;
  return {
    quantity,
    logged,
    rebuilt,
    isLogged: logged > 0,
    isRebuilt: rebuilt > 0,
    method: null,
    difference: null,
    ...counts,
  };
}

function seriesOrigin(quantity: Quantity, logged: Series | null, rebuilt: Series | null): Provenance {
  return origin(quantity, { logged: logged?.length ?? 0, rebuilt: rebuilt?.length ?? 0 });
}

function comparedOrigin(quantity: Quantity, logged: Series, rebuilt: Series): Provenance {
  const difference = differenceAt(logged, (timeUs, value) => value - rebuilt.valueAt(timeUs));
  return { ...seriesOrigin(quantity, logged, rebuilt), difference };
}

/**
 * At the same time, the log's order decides which values are compared, and only the replay knows it: its own
 * differences are used, not the two series.
 */
function flightApart({ series, rebuilt }: TransportState): Pick<Provenance, 'difference'> {
  const { flightDrift } = rebuilt;
  return { difference: differenceAt(series.bytesInFlight, (timeUs) => flightDrift.valueAt(timeUs)) };
}

/**
 * @param apart the difference at a logged value, NaN without a value to compare.
 * @returns null when nothing could be compared.
 */
function differenceAt(
  logged: Series,
  apart: (timeUs: number, value: number) => number,
): OriginDifference | null {
  const { timesUs, values } = logged;
  const stride = Math.max(1, Math.ceil(values.length / MAX_COMPARED));
  const sizes = new Float64Array(Math.ceil(values.length / stride));
  let compared = 0;
  for (let i = 0; i < values.length; i += stride) {
    const size = Math.abs(apart(timesUs.at(i), values.at(i)));
    if (!Number.isNaN(size)) sizes[compared++] = size;
  }
  if (compared === 0) return null;
  const sorted = sizes.subarray(0, compared).sort();
  return { compared, stride, median: middleOf(sorted), p95: sorted[nearestRank(0.95, compared)] };
}

/**
 * What the thresholds of RFC 9002 §6.1 would find in addition to logged losses is not stored: nothing is rebuilt there.
 */
function lossOrigin({ losses }: TransportState): Provenance {
  if (!losses.isKnown) return origin('losses', {});
  const { method, packets } = losses.summary;
  const isLogged = LOGGED_LOSSES.includes(method);
  return origin('losses', {
    logged: isLogged ? packets : 0,
    rebuilt: isLogged ? 0 : packets,
    isLogged,
    isRebuilt: !isLogged,
    method,
  });
}

/** Logged: changes of the state; rebuilt: recovery periods by RFC 9002 §7.3.2, from known losses. */
function stateOrigin({ states, recovery, losses }: TransportState): Provenance {
  return origin('congestion-states', {
    logged: states.length,
    rebuilt: recovery.spans.length,
    isRebuilt: losses.isKnown,
  });
}

/** The `silence` method runs in addition to every other method, if packets and their RTTs are logged. */
function ptoOrigin({ ptos, rebuilt }: TransportState): Provenance {
  const { method, count } = ptos.summary;
  const isLogged = method !== INFERRED_PTOS;
  const silences = ptos.timesOf(INFERRED_PTOS).length;
  const isRebuilt = silences > 0 || rebuilt.smoothedRtt.length > 0;
  return origin('ptos', {
    logged: isLogged ? count : 0,
    rebuilt: silences,
    isLogged,
    isRebuilt,
    method: isLogged || isRebuilt ? method : null,
  });
}
